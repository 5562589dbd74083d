// Hardware as people and drivers write it, over the shipped catalog.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/ask/ask.h"
#include "engine/choose/runs_on.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

// "8 x h100-sxm5-80gb", or "aws-p5.48xlarge" of a machine.
std::string read(const std::string& text, std::optional<int> count = {}) {
  Scenario s;
  s.hardware.accelerator = text;
  s.hardware.count = count;
  take_apart(s.hardware, shipped());
  name_by_id(s, shipped());
  const std::string of = s.hardware.count ? std::to_string(*s.hardware.count) + " x " : "";
  return of + s.hardware.instance.value_or(s.hardware.accelerator);
}

TEST(HardwareNames, SayHowMany) {
  const std::pair<const char*, const char*> kRead[] = {{"2x3090", "2 x rtx-3090"},
                                                       {"8 x MI300X", "8 x mi300x-192gb"},
                                                       {"8× H100", "8 x h100-sxm5-80gb"},
                                                       {"H100:8", "8 x h100-sxm5-80gb"},
                                                       {"H100 x8", "8 x h100-sxm5-80gb"},
                                                       {"4 L40S", "4 x l40s"},
                                                       {"4090 x 2", "2 x rtx-4090"},
                                                       {"3090*4", "4 x rtx-3090"},
                                                       {"8*H200", "8 x h200-sxm-141gb"},
                                                       {"1x4090", "1 x rtx-4090"},
                                                       {"4x RTX 3090", "4 x rtx-3090"},
                                                       {"v6e-8", "8 x tpu-v6e"},
                                                       {"TPU v5litepod-8", "8 x tpu-v5e"},
                                                       {"v5litepod-8", "8 x tpu-v5e"},
                                                       {"GB300 NVL72", "72 x gb300-per-gpu"},
                                                       {"gpu_8x_h100_sxm5", "8 x h100-sxm5-80gb"},
                                                       {"3090 Ti", "rtx-3090-ti"},
                                                       {"H200 NVL", "h200-nvl-141gb"},
                                                       {"5090", "rtx-5090"},
                                                       {"3090s", "rtx-3090"},
                                                       {"two 3090s", "2 x rtx-3090"},
                                                       {"Dual RTX 4090", "2 x rtx-4090"},
                                                       {"8 H100s", "8 x h100-sxm5-80gb"},
                                                       {"four L4s", "4 x l4"},
                                                       {"L40s", "l40s"},
                                                       {"RTX PRO 5000 72GB", "rtx-pro-5000-blackwell-72gb"},
                                                       {"RTX PRO 5000 48GB", "rtx-pro-5000-blackwell-48gb"},
                                                       {"RTX PRO 4500 32GB", "rtx-pro-4500-blackwell"},
                                                       {"RTX PRO 4000 24GB", "rtx-pro-4000-blackwell"},
                                                       {"RTX PRO 2000 16GB", "rtx-pro-2000-blackwell"},
                                                       {"AMD Radeon 8060S Graphics", "ryzen-ai-max-395-128gb"},
                                                       {"AMD Radeon(TM) 8060S Graphics", "ryzen-ai-max-395-128gb"},
                                                       {"Intel Arc B580 Graphics", "arc-b580-12gb"},
                                                       {"Intel(R) Arc(TM) B570 Graphics", "arc-b570-10gb"},
                                                       {"two nothings", "two nothings"},
                                                       {"2x nothing", "2x nothing"}};
  for (const auto& [text, known] : kRead) EXPECT_EQ(read(text), known);
  EXPECT_EQ(read("4x H100", 2), "8 x h100-sxm5-80gb");
  EXPECT_EQ(read("v5p-64"), "32 x tpu-v5p");  // cores, two of a chip (Cloud TPU documentation, v5p)
  EXPECT_EQ(read("v4-8"), "4 x tpu-v4");
}

TEST(HardwareNames, OfNoneAreRefused) {
  for (const char* text : {"MI300X:0", "0x4090", "H100 x 0"}) {
    Scenario s;
    s.hardware.accelerator = text;
    take_apart(s.hardware, shipped());
    const Problems problems = problems_of(s, shipped());
    ASSERT_FALSE(problems.empty()) << text;
    EXPECT_EQ(problems.front().path, "/hardware/count") << text;
  }
}

TEST(HardwareNames, SayHowManyAreThere) {
  RunsOnQuestion said, counted;
  said.models = counted.models = {"llama-3.1-8b"};
  said.hardware = {{"2x RTX 3090", 1}};
  counted.hardware = {{"rtx-3090", 2}};
  EXPECT_EQ(runs_on(said, shipped())->usable_gb, runs_on(counted, shipped())->usable_gb);
  said.hardware = {{"H100:2000", 1}};
  EXPECT_EQ(runs_on(said, shipped()).problems().front().path, "/hardware/0/count");
}

TEST(HardwareNames, MachinesStandForWhatIsInThem) {
  EXPECT_EQ(read("a3-highgpu-8g"), "gcp-a3-highgpu-8g");
  EXPECT_EQ(read("p5.48xlarge", 2), "2 x aws-p5.48xlarge");
  EXPECT_EQ(read("ml.p4d.24xlarge"), "aws-p4d.24xlarge");
  EXPECT_EQ(read("2x g6e.12xlarge"), "2 x aws-g6e.12xlarge");
  EXPECT_EQ(read("Standard_ND96isr_H100_v5"), "azure-standard-nd96isr-h100-v5");
  EXPECT_EQ(read("ND96isr_H100_v5"), "azure-standard-nd96isr-h100-v5");
  EXPECT_EQ(read("trn2.48xlarge"), "aws-trn2.48xlarge");
}

TEST(HardwareNames, AreReadAsDriversPrintThem) {
  const std::pair<const char*, const char*> kRead[] = {
      {"NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"},
      {"NVIDIA GeForce RTX 4090 Laptop GPU", "rtx-4090-laptop-16gb"},
      {"ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)", "rtx-3060-12gb"},
      {"ANGLE (Apple, ANGLE Metal Renderer: Apple M3 Max, Unspecified Version)", "apple-m3-max"},
      {"NVIDIA GeForce RTX 3060/PCIe/SSE2", "rtx-3060-12gb"},
      {"AMD Radeon 8060S Graphics", "ryzen-ai-max-395-128gb"},
      {"AMD Ryzen AI Max+ 395 (Strix Halo, Radeon 8060S)", "ryzen-ai-max-395-128gb"},
      {"Intel(R) Arc(TM) A770 Graphics", "arc-a770-16gb"},
      {"RTX PRO 5000 72GB", "rtx-pro-5000-blackwell-72gb"},
      {"A100-40", "a100-sxm4-40gb"}};
  for (const auto& [text, known] : kRead) EXPECT_EQ(read(text), known);
  EXPECT_EQ(read("RTX 6000"), "RTX 6000");  // three cards have been called so
}

double users(const char* accelerator, std::optional<int> count, Workload workload = Workload::serve) {
  Scenario s;
  s.workload = workload;
  s.hardware.accelerator = accelerator;
  s.hardware.count = count;
  fill_load(s, s.model, shipped());
  return s.serve.concurrency.value_or(0);
}

TEST(UsualLoad, IsOnePersonOnWhatAPersonHas) {
  for (const char* device :
       {"rtx-4090", "rtx-6000-ada", "apple-m3-max", "ryzen-ai-max-395-128gb", "cpu-generic-server-ddr5"})
    EXPECT_EQ(users(device, 1), 1) << device;
  EXPECT_EQ(users("rtx-4090", 4), 1);
  EXPECT_EQ(users("rtx-4090", 8), kUsualUsers);
  for (const char* device : {"h100-sxm5-80gb", "l40s", "tpu-v6e"}) EXPECT_EQ(users(device, 1), kUsualUsers) << device;
  EXPECT_TRUE(std::isinf(users("rtx-4090", 1, Workload::batch)));
}

}  // namespace
}  // namespace ridgepoint
