#include "engine/ask/allowed.h"

#include <gtest/gtest.h>

#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

TEST(Allowed, HardwareIsNamedByIdNameAndAlias) {
  const Accelerator h100 = test::h100();
  for (const char* name : {"h100-sxm5-80gb", "H100 SXM5 80GB", "h100"}) EXPECT_TRUE(is_named(h100, name)) << name;
  EXPECT_FALSE(is_named(h100, "h200"));
  EXPECT_TRUE(is_allowed({}, h100));
  EXPECT_TRUE(is_allowed({.vendors = {"nvidia"}, .segments = {"datacenter"}, .accelerators = {"H100"}}, h100));
  EXPECT_FALSE(is_allowed({.vendors = {"AMD"}}, h100));
  EXPECT_FALSE(is_allowed({.segments = {"consumer"}}, h100));
  EXPECT_FALSE(is_allowed({.owned = {{"rtx-4090", 8}}}, h100));
}

TEST(Allowed, UnknownNamesAreProblemsWithTheNearest) {
  ConstraintChoice c;
  c.vendors = {"NVIDIA", "NVIDEA"};
  c.segments = {"datacentre"};
  c.accelerators = {"rtx-4091"};
  c.owned = {{"h1OO", 1}};
  const Problems problems = constraint_problems(c, test::catalog());
  ASSERT_EQ(problems.size(), 4u);
  EXPECT_EQ(problems[0].path, "/constraints/vendors/1");
  EXPECT_EQ(problems[0].suggestions, std::vector<std::string>{"NVIDIA"});
  EXPECT_EQ(problems[1].path, "/constraints/segments/0");
  EXPECT_EQ(problems[2].path, "/constraints/accelerators/0");
  EXPECT_EQ(problems[3].path, "/constraints/owned/0/accelerator");
}

TEST(Allowed, HardwareIsNamedWithAMemoryThatItCanHave) {
  ConstraintChoice c;
  c.accelerators = {"RTX 4090 48GB", "H100 96GB"};
  c.owned = {{"RTX 4090 96GB", 1}};
  const Problems problems = constraint_problems(c, test::catalog());
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].path, "/constraints/accelerators/1");
  EXPECT_EQ(problems[1].path, "/constraints/owned/0/accelerator");
  EXPECT_EQ(problems[1].code, "out_of_range");
  EXPECT_TRUE(is_named(test::rtx_4090(), "rtx-4090 48GB"));
  EXPECT_FALSE(is_named(test::h100(), "rtx-4090 48GB"));
}

}  // namespace
}  // namespace ridgepoint
