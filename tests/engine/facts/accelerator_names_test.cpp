#include "engine/facts/accelerator_names.h"

#include <gtest/gtest.h>

#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Accelerator device(const char* id, const char* name, double gb, std::vector<std::string> aliases = {}) {
  Accelerator a;
  a.id = id;
  a.name = name;
  a.aliases = std::move(aliases);
  a.segment = Segment::consumer;
  a.form_factor = FormFactor::pcie;
  a.memory_gb = gb;
  return a;
}

Catalog devices() {
  Catalog c = test::catalog();  // with "GeForce RTX 4090 24GB"
  c.accelerators.push_back(device("card-16gb", "Card Ti 16GB", 16, {"Card Ti"}));
  c.accelerators.push_back(device("card-8gb", "Card Ti 8GB", 8));
  Accelerator mac = device("apple-m4-pro", "Apple M4 Pro (20-core GPU)", 64, {"M4 Pro"});
  mac.segment = Segment::apple;
  mac.form_factor = FormFactor::soc;
  c.accelerators.push_back(mac);
  Accelerator nominal = device("b200-180gb", "B200 180GB", 180, {"B200", "B200 192GB"});
  nominal.segment = Segment::datacenter;
  c.accelerators.push_back(nominal);
  return c;
}

struct Expected {
  const char* name;
  const char* id;
  double gb;  // 0: the record's own
};

TEST(NamedAccelerator, ReadsTheMemoryTheMakerAndTheComputer) {
  const Catalog c = devices();
  for (const Expected& e : std::initializer_list<Expected>{
           {"RTX 4090 24GB", "rtx-4090", 0},
           {"4090 48GB", "rtx-4090", 48},
           {"NVIDIA GeForce RTX 4090 (48 GB)", "rtx-4090", 48},
           {"RTX 4090 24 GB VRAM", "rtx-4090", 0},
           {"rtx-4090 48GB", "rtx-4090", 48},
           {"Card Ti", "card-16gb", 0},
           {"Card Ti 8GB", "card-8gb", 0},
           {"NVIDIA Card Ti 8 GB", "card-8gb", 0},
           {"Card Ti 12GB", "card-16gb", 12},
           {"card-16gb 8GB", "card-8gb", 0},
           {"M4 Pro 48GB", "apple-m4-pro", 48},
           {"MacBook Pro M4 Pro 48GB", "apple-m4-pro", 48},
           {"Mac mini M4 Pro, 24 GB unified memory", "apple-m4-pro", 24},
           {"M4 Pro Mac mini", "apple-m4-pro", 0},
           {"B200 192GB", "b200-180gb", 0},
           {"NVIDIA B200 192GB", "b200-180gb", 0},
           {"Jetson RTX 4090 Workstation Edition OAM", "rtx-4090", 0},
           {"AMD Card Ti w/ Radeon 8060S", "card-16gb", 0},
           {"01:00.0 VGA compatible controller: NVIDIA Corporation AD102 [GeForce RTX 4090] "
            "(rev a1)",
            "rtx-4090", 0}}) {
    const auto [record, gb] = named_accelerator(c, e.name);
    ASSERT_NE(record, nullptr) << e.name;
    EXPECT_EQ(record->id, e.id) << e.name;
    EXPECT_EQ(gb.value_or(0), e.gb) << e.name;
  }
  for (const char* name : {"RTX 5080 48GB", "48GB", "NVIDIA 24GB", "Mac Studio 192GB", "GB", "()", "RTX 409048GB"})
    EXPECT_EQ(named_accelerator(c, name).record, nullptr) << name;
}

TEST(NearestAccelerators, AreNoneOfAnotherNumber) {
  const std::vector<Accelerator> known = devices().accelerators;
  EXPECT_EQ(nearest_accelerators("RTX 4090 Ti 24GB", known), std::vector<std::string>{"rtx-4090"});
  EXPECT_EQ(nearest_accelerators("h100x", known), std::vector<std::string>{"h100-sxm5-80gb"});
  EXPECT_EQ(nearest_accelerators("RTX 4900", known), std::vector<std::string>{"rtx-4090"});
  EXPECT_EQ(nearest_accelerators("RTX 4090 Ti Super", known), std::vector<std::string>{"rtx-4090"});
  EXPECT_EQ(nearest_accelerators("h100-sxm", known), std::vector<std::string>{"h100-sxm5-80gb"});
  for (const char* name : {"RTX 4060 24GB", "RTX 6090", "B300", "A200", "M6 Pro", "24GB", ""})
    EXPECT_TRUE(nearest_accelerators(name, known).empty()) << name;
}

TEST(CountedName, ReadsTheCountBeforeTheNameOrBehindIt) {
  const Catalog c = devices();
  for (const auto& [text, name, count] :
       {std::tuple("4x RTX 4090", "RTX 4090", 4), std::tuple("2 x MI300X", "MI300X", 2),
        std::tuple("4 L40S", "L40S", 4), std::tuple("8 × MI300X", "MI300X", 8), std::tuple("H100:8", "H100", 8),
        std::tuple("H100 x8", "H100", 8)}) {
    const CountedName read = counted_name(c, text);
    EXPECT_EQ(read.name, name) << text;
    EXPECT_EQ(read.count.value_or(0), count) << text;
  }
}

}  // namespace
}  // namespace ridgepoint
