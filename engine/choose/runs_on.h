// The reverse question: which models run on hardware that is there, how well, and which it fine-tunes and trains.
//
// Nothing here computes a figure of its own: every row is an estimate of one model on the hardware.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/base/result.h"
#include "engine/choose/runs_on_rows.h"
#include "engine/estimate/estimate.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

struct OwnedShown {
  std::string accelerator;  // catalog id
  std::string name;
  int count = 1;
  double usable_gb = 0;  // of one
};
struct RunsOn {
  std::vector<OwnedShown> hardware;
  double usable_gb = 0;             // of all accelerators
  std::string host;                 // name of the CPU whose memory takes what does not fit; empty: none
  double host_memory_gb = 0;        // for weights
  std::vector<std::string> notes;   // assumptions, plain sentences
  std::vector<PurposePick> picks;   // each purpose that something runs well for is one's
  std::vector<ServedModel> serves;  // picks first, then those that run well, token generators before others, then those
                                    // of the last year and a half without a successor, then the largest
  std::vector<TunedModel> finetunes;  // those of the last year and a half without a successor first, then the largest
  std::vector<TrainedModel> trains;   // likewise
};
void visit(RunsOn& found, FieldVisitor& v);

// Lines that start what was estimated (tell/reproduce.h).
using StartLines = std::vector<StartLine> (*)(const Estimate&, const Catalog&);

// Memory with the usual headroom of a tenth. Several accelerators of one sort fine-tune and train with FSDP; of several
// sorts those that have most memory together do. CPUs are asked to serve only.
// Problems: no hardware, names that nothing has, counts and lengths out of range.
Result<RunsOn> runs_on(const RunsOnQuestion& question, const Catalog& catalog, StartLines start = nullptr);

}  // namespace ridgepoint
