// Families of devices by what people call them, in every workload.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/base/fields_text.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

// Serving, batches, training and fine-tuning of a token decoder, and serving and training of a network.
std::vector<Scenario> workloads() {
  std::vector<Scenario> all;
  for (const Workload workload : {Workload::serve, Workload::batch, Workload::train, Workload::finetune}) {
    all.emplace_back();
    all.back().workload = workload;
    all.back().model.id = "llama-3.1-8b";
  }
  for (const Workload workload : {Workload::serve, Workload::train}) {
    all.emplace_back();
    all.back().workload = workload;
    all.back().model.id = "resnet50";
  }
  return all;
}

// The answer on eight of a device that a person describes as the catalog does, but for its family.
Result<Estimate> on_family(Scenario s, const char* device, const std::string& architecture) {
  Accelerator own = *find_accelerator(shipped(), device);
  own.id = own.name = "own-device";
  own.aliases.clear();
  own.architecture = architecture;
  s.overrides.accelerators = {own};
  s.hardware.accelerator = own.id;
  s.hardware.count = 8;
  return answer(s, shipped());
}

std::vector<std::string> speed_and_memory(const Estimate& e) {
  Estimate visited = e;
  LeafCollector collector;
  visit(visited, collector);
  std::vector<std::string> out;
  for (const Leaf& leaf : collector.leaves)
    if (leaf.path.rfind("speed.", 0) == 0 || leaf.path.rfind("memory.", 0) == 0)
      for (const std::string& value : leaf.values) out.push_back(leaf.path + " " + value);
  return out;
}

bool says(const Estimate& e, const char* code, const std::string& part) {
  return std::any_of(e.warnings.begin(), e.warnings.end(),
                     [&](const Warning& w) { return w.code == code && w.message.find(part) != std::string::npos; });
}

TEST(Families, GiveTheSameFiguresHoweverTheyAreSpelled) {
  struct Spelled {
    const char* device;
    const char* family;
    std::vector<const char*> spellings;
  };
  for (const Spelled& spelled : {Spelled{"mi300x-192gb", "CDNA3", {"CDNA 3", "cdna-3", "gfx942"}},
                                 Spelled{"l40s", "Ada Lovelace", {"ada lovelace", "Ada", "ADA-LOVELACE"}},
                                 Spelled{"a100-sxm4-80gb", "Ampere", {"ampere", " AMPERE"}}})
    for (const Scenario& s : workloads()) {
      const Result<Estimate> known = on_family(s, spelled.device, spelled.family);
      ASSERT_TRUE(known.ok()) << known.problems().front().message;
      EXPECT_FALSE(says(*known, "unmeasured", "No runs on")) << spelled.family;
      for (const char* spelling : spelled.spellings) {
        const Result<Estimate> same = on_family(s, spelled.device, spelling);
        ASSERT_TRUE(same.ok()) << spelling;
        EXPECT_EQ(speed_and_memory(*same), speed_and_memory(*known)) << spelling << " " << word_of(s.workload);
      }
    }
}

TEST(Families, ThatNobodyMeasuredAreSaidInEveryWorkload) {
  for (const Scenario& s : workloads()) {
    const Result<Estimate> e = on_family(s, "mi300x-192gb", "CDNA9");
    ASSERT_TRUE(e.ok());
    EXPECT_TRUE(says(*e, "unmeasured", "No runs on CDNA9 devices back these speeds")) << word_of(s.workload);
    const Result<Estimate> nameless = on_family(s, "mi300x-192gb", "");
    ASSERT_TRUE(nameless.ok());
    EXPECT_TRUE(says(*nameless, "unmeasured", "No architecture is named for")) << word_of(s.workload);
  }
}

// Serving has been measured on RDNA, training on none of AMD's cards.
TEST(Families, ThatWereMeasuredInServingAloneAreSaidInTraining) {
  Scenario s = workloads().front();
  EXPECT_FALSE(says(*on_family(s, "rx-7900-xtx", "RDNA3"), "unmeasured", "No runs on"));
  s.workload = Workload::finetune;
  EXPECT_TRUE(says(*on_family(s, "rx-7900-xtx", "RDNA3"), "unmeasured", "No runs on RDNA3"));
}

}  // namespace
}  // namespace ridgepoint
