// What a person asks: workload, model, hardware and prices, as it is read and written.
//
// The defaults are the member initialisers here and in question/choices.h; names, limits and explanations are in
// visit(Scenario&, ...). Schema, reader, echo and URL all follow from these two.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/shared.h"
#include "engine/facts/own_entries.h"
#include "engine/question/question.h"

namespace ridgepoint {

struct Scenario : Asked {
  DECLARE_COPIES(Scenario);

  int version = 1;
  ModelChoice model;
  Overrides overrides;
};
// The defaults where a size stands in place of the model's name, or an instance in place of an accelerator's: no name.
Scenario defaults_with(bool model_size, bool instance);
// Takes these for the model's name and the accelerator where they were not given.
void take_defaults(Scenario& scenario, bool has_model, bool has_accelerator);

void visit(Scenario& scenario, FieldVisitor& v);
// Its parts, each under its own key.
void visit(HardwareChoice& hardware, FieldVisitor& v);
void visit(PrecisionChoice& precision, FieldVisitor& v);
void visit(ParallelChoice& parallel, FieldVisitor& v);
void visit(SpeculativeChoice& speculative, FieldVisitor& v);
void visit(SloChoice& slo, FieldVisitor& v);
void visit(ServeChoice& serve, FieldVisitor& v);
void visit(LoraChoice& lora, FieldVisitor& v);
void visit(TrainChoice& train, FieldVisitor& v);
void visit(CostChoice& cost, FieldVisitor& v);
void visit(OwnedHardware& owned, FieldVisitor& v);
void visit(ConstraintChoice& constraints, FieldVisitor& v);

// Everything wrong with the scenario that can be said without a catalog: ranges, impossible
// combinations, and fields whose computation this version does not have.
Problems validate(const Scenario& scenario);
Problems validate(const Asked& asked, const ModelChoice& model);

enum class RunsOnPart { serves, finetunes, trains };
template <>
inline constexpr auto kWords<RunsOnPart> = word_list("serves", "finetunes", "trains");

struct RunsOnQuestion {
  // One sort, or several that share a model: layers are divided in proportion to memory and computed one after
  // another, as llama.cpp does. A CPU beside other accelerators lends its memory.
  std::vector<OwnedHardware> hardware;
  double context = 8192;               // tokens kept free for each user
  double input_tokens = 2048;          // of a request
  double output_tokens = 512;          // of its answer
  std::string accept = "gguf-q4_k_m";  // coarsest format of the weights
  // People read 238 words a minute (Brysbaert 2019): at 0.75 words a token 5.3 tokens a second. Twice that is comfort.
  double min_tokens_per_s = 10;
  std::optional<std::string> host;       // CPU; "none": no weights in host memory; absent: usual for the hardware
  std::optional<double> host_memory_gb;  // for weights; absent: as much as the accelerators have
  int sequence = 4096;                   // tokens of a sample in fine-tuning and training
  double max_days = 365;                 // longest training run that is listed
  std::vector<std::string> models;       // only these; empty: all
  std::vector<std::string> parts;        // words of RunsOnPart; empty: all
  Overrides overrides;
};
void visit(RunsOnQuestion& question, FieldVisitor& v);

}  // namespace ridgepoint
