#include <string>

#include "engine/ask/resolve.h"

namespace ridgepoint {
namespace {

// Which models a field is for.
using Applies = bool (*)(const Resolved&);
bool tokens(const Resolved& r) { return !r.media; }
bool media(const Resolved& r) { return r.media.has_value(); }
// Something else than launching kernels one by one is to be had: a compiler, or an engine's captured graphs.
bool fuses_or_captures(const Resolved& r) { return r.media || r.engine->cuda_graphs > bytes(0); }
bool reads_tokens(const Resolved& r) { return !r.media || r.media->item == Item::sequence; }
bool writes_tokens(const Resolved& r) { return !r.media || r.media->writes_text(); }
bool caches(const Resolved& r) { return !r.media; }
bool pictures(const Resolved& r) { return r.media && (r.media->item == Item::image || r.media->item == Item::video); }
bool denoises(const Resolved& r) { return r.media && r.media->record.kind == ModelKind::diffusion; }
bool listens(const Resolved& r) { return r.media && r.media->item == Item::window; }
// Everything but convolutional nets: formats that only store weights are made for matrix products.
bool has_matrices(const Resolved& r) {
  return !r.media || r.media->record.kind != ModelKind::vision || r.media->record.patch;
}

struct Rule {
  const char* path;
  const char* what;  // "images of a size"
  bool (*given)(const Scenario&);
  Applies applies;
};

bool differs(double a, double b) { return a < b || a > b; }
const ServeChoice kServe;
const TrainChoice kTrain;

const Rule kServing[] = {
    {"/precision/kv", "KV cache whose format could be chosen",
     [](const Scenario& s) { return s.precision.kv != PrecisionChoice{}.kv; }, caches},
    {"/serve/input_tokens", "prompt",
     [](const Scenario& s) { return differs(s.serve.input_tokens, kServe.input_tokens); }, reads_tokens},
    {"/serve/output_tokens", "answer of tokens",
     [](const Scenario& s) { return differs(s.serve.output_tokens, kServe.output_tokens); }, writes_tokens},
    {"/serve/reasoning_tokens", "reasoning", [](const Scenario& s) { return s.serve.reasoning_tokens > 0; }, tokens},
    {"/serve/max_context", "context kept free", [](const Scenario& s) { return s.serve.max_context.has_value(); },
     tokens},
    {"/serve/max_sequences", "limit of sequences at once (give batch)",
     [](const Scenario& s) { return s.serve.max_sequences.has_value(); }, tokens},
    {"/serve/prefill_chunk", "prefill", [](const Scenario& s) { return s.serve.prefill_chunk.has_value(); }, tokens},
    {"/serve/engine", "serving engine of token decoders", [](const Scenario& s) { return s.serve.engine.has_value(); },
     tokens},
    {"/serve/prefix_hit_rate", "prefix cache", [](const Scenario& s) { return s.serve.prefix_hit_rate > 0; }, tokens},
    {"/serve/length_spread", "simulated latencies", [](const Scenario& s) { return s.serve.length_spread > 0; },
     tokens},
    {"/serve/slo", "simulated latencies to compare with targets",
     [](const Scenario& s) { return s.serve.slo.wanted(); }, tokens},
    {"/serve/disaggregated", "prefill to separate from decode",
     [](const Scenario& s) { return s.serve.disaggregated.value_or(false); }, tokens},
    {"/serve/speculative", "decoding of tokens to speculate on",
     [](const Scenario& s) { return s.serve.speculative.wanted(); }, tokens},
    {"/serve/batch", "batches of items; its requests join and leave a batch by themselves",
     [](const Scenario& s) { return s.serve.batch.has_value(); }, media},
    {"/serve/steps", "denoising steps", [](const Scenario& s) { return s.serve.steps.has_value(); }, denoises},
    {"/serve/guidance", "classifier-free guidance", [](const Scenario& s) { return s.serve.guidance.has_value(); },
     denoises},
    {"/serve/width", "images", [](const Scenario& s) { return s.serve.width.has_value(); }, pictures},
    {"/serve/height", "images", [](const Scenario& s) { return s.serve.height.has_value(); }, pictures},
    {"/serve/audio_s", "audio", [](const Scenario& s) { return s.serve.audio_s.has_value(); }, listens},
    {"/serve/eager", "choice of eager kernels under an engine that captures no graphs",
     [](const Scenario& s) { return s.serve.eager; }, fuses_or_captures},
};

const Rule kTraining[] = {
    {"/train/tokens", "runs counted in tokens (give samples)",
     [](const Scenario& s) { return s.train.tokens.has_value(); }, tokens},
    {"/train/dataset_tokens", "data counted in tokens (give samples)",
     [](const Scenario& s) { return s.train.dataset_tokens.has_value(); }, tokens},
    {"/train/sequence", "sequences of tokens", [](const Scenario& s) { return s.train.sequence != kTrain.sequence; },
     reads_tokens},
    {"/train/samples", "runs counted in samples (give tokens)",
     [](const Scenario& s) { return s.train.samples.has_value(); }, media},
    {"/train/image_size", "images", [](const Scenario& s) { return s.train.image_size.has_value(); }, pictures},
    {"/train/mtbf_h", "failures counted (language models have)",
     [](const Scenario& s) { return s.train.mtbf_h.has_value(); }, tokens},
    {"/train/checkpoint_min", "checkpoints counted (language models have)",
     [](const Scenario& s) { return s.train.checkpoint_min.has_value(); }, tokens},
    {"/train/objective", "answers to prefer or reward",
     [](const Scenario& s) { return s.train.objective != kTrain.objective; }, tokens},
    {"/train/loss", "loss over a vocabulary", [](const Scenario& s) { return s.train.loss != kTrain.loss; }, tokens},
};

std::string name_of(const Resolved& r) { return r.model->name; }

Problem refusal(const Rule& rule, const Resolved& r) {
  return {"not_applicable", rule.path, name_of(r) + " has no " + std::string(rule.what) + "."};
}

void not_computed(Problems& problems, const char* path, const std::string& message, std::vector<std::string> instead) {
  note(problems, "not_available", path, message, std::move(instead));
}

// What is not computed for them.
void check_media(const Scenario& s, const Resolved& r, Problems& problems) {
  const struct {
    const char* path;
    const std::optional<int>& size;
  } divided[] = {{"/parallel/tensor", s.parallel.tensor},
                 {"/parallel/pipeline", s.parallel.pipeline},
                 {"/parallel/expert", s.parallel.expert}};
  for (const auto& [path, size] : divided)
    if (size.value_or(1) > 1)
      not_computed(problems, path, name_of(r) + " is estimated with a whole copy on every accelerator.", {"1"});
  if (s.parallel.data && *s.parallel.data != r.gpus)
    not_computed(problems, "/parallel/data", name_of(r) + " is estimated with a copy on every accelerator.",
                 {std::to_string(r.gpus)});
  if (s.serves() && !has_matrices(r) && r.weights->weight_only)
    note(problems, "not_applicable", "/precision/weights",
         r.weights->name + " stores matrices of transformers; " + name_of(r) + " is convolutional.",
         {"bf16", "fp8", "int8"});
  if (s.serves()) return;
  if (r.media->item == Item::window || r.media->writes_text())
    not_computed(problems, "/workload", "Training of " + name_of(r) + " is not computed.", {"serve", "batch"});
  if (s.train.method && *s.train.method != Method::full)
    not_computed(problems, "/train/method", "Only training of all weights is computed for " + name_of(r) + ".",
                 {"full"});
  if (s.train.checkpointing == Checkpointing::selective)
    not_computed(problems, "/train/checkpointing", "Selective recomputation is for language models.", {"none", "full"});
  if (s.parallel.sharding == Sharding::hsdp)
    not_computed(problems, "/parallel/sharding", "hsdp is computed for language models only.", {"none", "fsdp"});
}

}  // namespace

Problems meaningless(const Scenario& scenario, const Resolved& resolved) {
  Problems problems;
  const auto check = [&](const Rule& rule) {
    if (rule.given(scenario) && !rule.applies(resolved)) problems.push_back(refusal(rule, resolved));
  };
  if (scenario.serves())
    for (const Rule& rule : kServing) check(rule);
  else
    for (const Rule& rule : kTraining) check(rule);
  if (resolved.media) check_media(scenario, resolved, problems);
  return problems;
}

}  // namespace ridgepoint
