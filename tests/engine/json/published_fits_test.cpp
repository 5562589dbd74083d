// Public reports of training that ran or ran out of memory, row by row of tests/validation/fits.csv, and peaks that
// they print, against the catalog as it is shipped.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "engine/ask/url.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"
#include "tools/validate/csv.h"

namespace ridgepoint {
namespace {

MemoryResult memory_of(const std::string& link) {
  const DecodedUrl read = decode_url("#v=1&" + link);
  EXPECT_TRUE(read.notices.empty()) << link;
  const Result<Estimate> e = answer(read.scenario, shipped());
  if (!e) {
    for (const Problem& p : e.problems()) ADD_FAILURE() << link << ": " << p.path << ": " << p.message;
    return {};
  }
  return e->memory;
}

// A report that it runs is contradicted by "no", one that it does not by "fits"; "tight" may be either.
TEST(PublishedFits, AreSaid) {
  const validation::CsvTable table =
      validation::parse_csv(test::text_of_file(test::in_project("tests/validation/fits.csv"))).value();
  std::set<std::string> false_no, false_yes;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const validation::Row row(table, i);
    const Fit fit = memory_of(row.text("scenario")).fit;
    if (row.text("runs") == "yes" && fit == Fit::no) false_no.insert(row.text("id"));
    if (row.text("runs") == "no" && fit == Fit::fits) false_yes.insert(row.text("id"));
  }
  EXPECT_GE(table.rows.size(), 30u);
  EXPECT_EQ(false_no, (std::set<std::string>{"F04"})) << "of reports that it runs";
  EXPECT_EQ(false_yes, (std::set<std::string>{"F36"})) << "of reports that it does not";
}

// GRPO of Qwen3 in NF4 with adapters of rank 8 on all matrices, eight completions of 96 tokens after short prompts, TRL
// 1.12, an RTX 3070 (jsboige/CoursIA, pull requests 15634, 15640 and 15643): GiB that PyTorch allocated at most.
TEST(PublishedFits, GrpoByTrlPeaksWhereItWasMeasured) {
  const std::string run =
      "workload=finetune&method=qlora&train.objective=grpo&reference=false&group=8&micro_batch=8&prompt_tokens=16&"
      "sequence=112&rank=8&framework=trl&software_date=2026-08-26&checkpointing=full&accelerator=rtx-3070&"
      "count=1&model=qwen3-";
  const std::pair<const char*, double> measured[] = {{"1.7b", 2.744}, {"4b", 4.096}, {"8b", 7.406}};
  for (const auto& [size, gib] : measured)
    EXPECT_NEAR(memory_of(run + size).peak_allocated_gb / 1.073741824 / gib, 1, 0.15) << size;
}

// Half of each sequence is prompt, which TRL computes no logits for.
// 151,936 logits of 8 sequences of 2,048 tokens; PyTorch at 14 bytes, TRL 1.12 at 8 for half of them.
TEST(PublishedFits, TrainersHoldTheLogitsThatTheirCodeMakes) {
  const auto logits = [](const std::string& framework, const std::string& objective, const std::string& date) {
    const MemoryResult m = memory_of(
        "workload=finetune&model=qwen3-1.7b&accelerator=h200-sxm-141gb&count=1&method=lora&micro_batch=8&sequence=2048&"
        "prompt_tokens=1024&group=8&reference=false&checkpointing=full&train.objective=" +
        objective + "&framework=" + framework + "&software_date=" + date);
    for (const LineGb& line : m.lines)
      if (line.id == "logits") return line.gb * 1e9 / 151936;
    return 0.0;
  };
  EXPECT_NEAR(logits("pytorch", "grpo", "2026-08-26"), 14 * 8 * 2048, 1);
  EXPECT_NEAR(logits("trl", "grpo", "2026-08-26"), 8 * 8 * 1024, 1);
  EXPECT_NEAR(logits("transformers", "grpo", "2026-08-26"), 8 * 8 * 1024, 1);
}

}  // namespace
}  // namespace ridgepoint
