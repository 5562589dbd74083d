#include <cmath>

#include "engine/ask/ask.h"
#include "engine/ask/scenario.h"
#include "engine/base/dates.h"

namespace ridgepoint {
namespace {

void check_disaggregation(const Asked& s, Problems& problems) {
  if (!s.serve.disaggregated.value_or(false)) {
    if (s.serve.prefill_replicas)
      note(problems, "conflict", "/serve/prefill_replicas",
           "Prefill has replicas of its own only where disaggregated.");
    return;
  }
  const int experts = s.parallel.expert.value_or(1);
  if (experts > s.parallel.tensor.value_or(s.hardware.count.value_or(experts)))
    note(problems, "not_available", "/parallel/expert",
         "Experts over several replicas are not computed for separate prefill and decode yet.");
}

void check_serving(const Asked& s, Problems& problems) {
  check_disaggregation(s, problems);
  check_load(s.serve, problems);
  if (s.hardware.host_memory_gb && !s.hardware.host)
    note(problems, "missing_field", "/hardware/host", "Memory of a host needs its processor.");
  if ((s.hardware.host_layers || s.hardware.host_expert_layers) && !s.hardware.host)
    note(problems, "missing_field", "/hardware/host", "Layers in host memory need the processor of the host.");
  const double needed = s.serve.prompt() + s.serve.answer();
  if (s.serve.max_context && *s.serve.max_context < needed)
    note(problems, "out_of_range", "/serve/max_context",
         "The context is shorter than prompt, reasoning and answer together.",
         {std::to_string(static_cast<long long>(std::ceil(needed)))});
}

void check_training(const Asked& s, Problems& problems) {
  const TrainChoice& t = s.train;
  if (t.epochs && !t.dataset_tokens)
    note(problems, "missing_field", "/train/dataset_tokens", "Epochs need the size of the data set.");
  if (t.epochs && t.tokens)
    note(problems, "conflict", "/train/tokens", "Give the tokens of the run or epochs over a data set, not both.");
  if (t.objective == Objective::grpo && t.global_batch && *t.global_batch % t.group != 0)
    note(problems, "inconsistent", "/train/global_batch", "The global batch is not a multiple of the group.");
  if (t.objective == Objective::grpo && t.prompt_tokens >= t.sequence)
    note(problems, "inconsistent", "/train/prompt_tokens", "The prompt leaves nothing of the sequence to generate.");
  if (t.budget_gpu_h && t.budget_usd)
    note(problems, "conflict", "/train/budget_usd", "Give the budget in hours or in money, not both.");
  if (t.micro_batch && t.global_batch && *t.global_batch % *t.micro_batch != 0)
    note(problems, "inconsistent", "/train/global_batch", "The global batch is not a multiple of the micro-batch.");
}

void check_date(const std::optional<std::string>& date, const char* path, Problems& problems) {
  if (!date || is_date(*date)) return;
  note(problems, "bad_value", path,
       "\"" + date->substr(0, 100) + "\" is no date: write year, month and day as 2025-03-31, or the first of them.");
}

void check_layout(const Asked& s, Problems& problems) {
  if (s.serves() && s.parallel.context.value_or(1) > 1)
    note(problems, "not_available", "/parallel/context", "Context parallelism is not computed for serving yet.", {"1"});
  if (s.serves() && s.parallel.sharding && *s.parallel.sharding != Sharding::none)
    note(problems, "conflict", "/parallel/sharding", "Sharding of the training state does not apply to serving.",
         {"none"});
  // A rank has a piece from either end, as later tokens attend to more (context_parallel of PyTorch and Megatron-LM).
  const int pieces = 2 * s.parallel.context.value_or(1);
  if (!s.serves() && pieces > 2 && s.train.sequence % pieces != 0)
    note(problems, "illegal_layout", "/parallel/context",
         "A sequence of " + std::to_string(s.train.sequence) + " tokens does not divide into " +
             std::to_string(pieces) + " pieces, two for each rank.");
}

}  // namespace

Problems validate(const Asked& asked, const ModelChoice& model) {
  Problems problems;
  if (asked.serves())
    check_serving(asked, problems);
  else
    check_training(asked, problems);
  check_layout(asked, problems);
  if (asked.hardware.count.value_or(1) < 1)  // as "MI300X:0" says
    note(problems, "out_of_range", "/hardware/count", "\"count\" must be at least 1.");
  check_date(asked.as_of, "/as_of", problems);
  check_date(asked.serve.engine_date, "/serve/engine_date", problems);
  check_date(asked.train.software_date, "/train/software_date", problems);
  if (asked.cost.mode == CostMode::api && !asked.serves())
    note(problems, "conflict", "/cost/mode", "Hosted prices are for serving.", {"rent", "buy", "compare"});
  if (asked.cost.api_input_usd_m.has_value() != asked.cost.api_output_usd_m.has_value())
    note(problems, "missing_field", asked.cost.api_input_usd_m ? "/cost/api_output_usd_m" : "/cost/api_input_usd_m",
         "A hosted price is one for tokens read and one for tokens generated; give both.");
  if (model.params_b && !model.id.empty() && model.id != ModelChoice{}.id)
    note(problems, "conflict", "/model", "Name a model or give its size, not both.");
  return problems;
}

Problems validate(const Scenario& scenario) { return validate(scenario, scenario.model); }

}  // namespace ridgepoint
