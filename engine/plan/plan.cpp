#include "engine/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/base/words.h"
#include "engine/memory/memory_use.h"

namespace ridgepoint {
DEFINE_COPIES(Plan);

namespace {

bool has_undivided_cache(const Architecture& model) {
  return std::any_of(model.groups.begin(), model.groups.end(), [](const LayerGroup& group) {
    return group.attention && !traits_of(group.attention->kind).divides_cache;
  });
}

// Where attention has one cache for all heads, every tensor rank would hold all of it: instead each accelerator
// attends to requests of its own, and the experts are spread over those of a machine (or a fabric domain). For who
// leaves the layout open.
std::optional<Layout> apart(const Question& q, const Wanted& w) {
  const ParallelChoice& p = w.parallel;
  const bool open = !(p.tensor || p.pipeline || p.data || p.expert);
  if (!open || !q.engine().attends_apart || !has_undivided_cache(q.model) || q.gpus == 1) return std::nullopt;
  Layout layout = layout_with(q, w.parallel, 1, 1);
  const auto fits = [&](int ranks) {
    layout.expert = ranks;
    return q.gpus % ranks == 0 && is_legal(q.model, layout, q.gpus);
  };
  for (int ranks = std::min(q.gpus, q.per_node); ranks > 1; --ranks)
    if (fits(ranks)) return layout;
  return std::nullopt;
}

// Layouts to try, in the order of the rule: growing tensor parallel in one node, then stages, unless their number is
// given.
std::vector<Layout> candidate_layouts(const Question& q, const Wanted& w) {
  std::vector<Layout> out;
  const std::vector<int> tensors = tensor_choices(q, w.parallel);
  for (int tensor : tensors)
    for (int pipeline : pipeline_sizes(q, w.parallel, tensor))
      if (pipeline == 1 || tensor == tensors.back() || w.parallel.pipeline)
        out.push_back(layout_with(q, w.parallel, tensor, pipeline));
  if (w.parallel.data || w.parallel.pipeline)
    out.erase(std::remove_if(out.begin(), out.end(), [&](const Layout& l) { return l.devices() != q.gpus; }),
              out.end());
  if (out.empty())
    out.push_back(layout_with(q, w.parallel, w.parallel.tensor.value_or(1), w.parallel.pipeline.value_or(1)));
  return out;
}

// The same for serving: attention by requests first where as many as fit are wanted, else after all others.
std::vector<Layout> serving_layouts(const Question& q, const Wanted& w) {
  std::vector<Layout> out = candidate_layouts(q, w);
  const bool most = std::isinf(w.concurrency);
  if (const auto layout = apart(q, w)) out.insert(most ? out.begin() : out.end(), *layout);
  return out;
}

Problems legality(const Question& q, const std::vector<Layout>& candidates) {
  const auto legal = [&](const Layout& layout) { return is_legal(q.model, layout, q.gpus); };
  if (candidates.empty() || std::any_of(candidates.begin(), candidates.end(), legal)) return {};
  return layout_problems(q.model, candidates.back(), q.gpus);
}

}  // namespace

bool holds_weights(const Question& q, const Layout& layout, Bytes budget) {
  return q.host || weights_per_gpu(q.model, q.weights, layout) <= budget;
}

std::string nothing_fits(const Plan& plan, const Question& q) {
  return plan.memory.total() <= q.usable ? "nothing leaves the room that is kept free" : "nothing fits";
}

namespace {

std::string reason(const Question& q, const ParallelChoice& asked, const Plan& plan, bool fits) {
  const Layout& layout = plan.layout;
  if (everything_given(asked)) return "";
  if (!fits) return nothing_fits(plan, q) + ", so the most divided layout is shown";
  if (layout.devices() == 1) return "";
  if (plan.host_memory > bytes(0)) return "of the layouts that fit, the one that leaves least to host memory";
  if (q.engine().splits_layers && !asked.tensor)
    return "layers over as few accelerators as hold them, as " + q.engine().name + " does unless told otherwise";
  if (layout.expert > layout.tensor) return "attention by requests and experts by accelerators hold the most requests";
  std::string text = "the smallest tensor parallel size within a machine that fits";
  if (layout.pipeline > 1) text += ", then pipeline stages";
  return text + ", then data parallel";
}

Bytes expert_bytes(const Question& q, const Layout& layout) {
  double params = 0;
  for (const LayerGroup& group : q.model->groups) params += group.count * group.expert_params * group.experts.count;
  const double ranks = std::max(layout.tensor, layout.expert) * layout.pipeline;
  return bytes(params * bits_of(q.weights, Part::experts, true) / 8 / ranks);
}

// What is `beyond` the budget: routed experts first, which a token needs few of, or whole layers where the engine
// moves nothing less. `dense`: of the layers beside their experts.
HostShares beyond_shares(const Question& q, Bytes beyond, Bytes dense, Bytes experts) {
  if (beyond <= bytes(0)) return {};
  if (q.engine().moves_layers) {
    const double layers = q.model->layers(), whole = std::ceil(layers * (beyond / (dense + experts))) / layers;
    return {whole, whole};
  }
  const Bytes of_experts = std::min(beyond, experts);
  HostShares shares;
  if (experts > bytes(0)) shares.experts = of_experts / experts;
  if (dense > bytes(0)) shares.dense = (beyond - of_experts) / dense;
  return shares;
}

// The cache of the model's layers, a draft's apart.
bool is_layers_cache(const MemoryLine& line) { return line.kind == MemoryKind::kv_cache && line.of == MemoryOf::model; }

// Takes `moved` bytes of a line off the accelerator.
void move(MemoryLine& line, Bytes moved) {
  if (moved <= bytes(0)) return;
  line.amount -= moved;
  line.how += "; " + memory_text(in_gigabytes(moved)) + " more lie in host memory";
}

// Weights in the memory of the host, as far as that reaches, and the cache of their layers where the engine keeps it
// beside them.
void move_to_host(Plan& plan, const Question& q) {
  std::vector<MemoryLine>& lines = plan.memory.lines;
  const auto is_weights = [](const MemoryLine& line) { return line.kind == MemoryKind::weights; };
  const auto weights = std::find_if(lines.begin(), lines.end(), is_weights);  // before what else is of this kind
  if (!q.host || weights == lines.end()) return;
  Bytes cache;
  for (const MemoryLine& line : lines)
    if (q.engine().cache_with_layers && is_layers_cache(line)) cache += line.amount;
  const Bytes experts = std::min(expert_bytes(q, plan.layout), weights->amount);
  const Bytes dense = weights->amount - experts;
  const Bytes free = std::min(memory_budget(q), q.usable - q.engine().left_free);
  const Bytes room = (1 - 1e-9) * free;  // less than rounding could take
  const Bytes beyond = std::min({plan.memory.total() - room, weights->amount + cache, host_room(q)});
  const HostShares shares = q.host_shares ? *q.host_shares : beyond_shares(q, beyond, dense + cache, experts);
  const Bytes wanted = shares.dense * (dense + cache) + shares.experts * experts;
  if (wanted <= bytes(0)) return;
  const Bytes moved = std::min(wanted, host_room(q));
  plan.host_dense = moved / wanted * shares.dense;
  plan.host_experts = moved / wanted * shares.experts;
  plan.host_memory = static_cast<double>(plan.layout.devices()) * moved;
  move(*weights, plan.host_dense * dense + plan.host_experts * experts);
  if (!q.engine().cache_with_layers) return;
  plan.host_cache = plan.host_dense;
  for (MemoryLine& line : lines)
    if (is_layers_cache(line)) move(line, plan.host_cache * line.amount);
}

// What a drafter keeps on each GPU: its weights, the cache of one sequence, and what its pass takes where that is
// reserved apart from the model's.
struct DraftMemory {
  Bytes weights;
  Bytes sequence;
  Bytes pass;
  Bytes at_once() const { return weights + pass; }
};

// Prediction layers lie with the last stage of a pipeline, divided as the model's own.
DraftMemory draft_memory(const Plan& plan, const Question& q, double tokens) {
  if (!q.speculation() || q.speculation()->drafter == Drafter::ngram) return {};
  const Architecture& draft = q.speculation()->draft;
  InferenceMemoryInput in = plan.serving;
  in.drafted = 0;
  if (q.speculation()->drafter == Drafter::model) {
    in.layout = draft_layout(draft, plan.layout);
  } else {
    in.layout.pipeline = 1;
    in.weights = prediction_format(q.weights);
  }
  const bool apart = q.engine().logits == LogitsOf::chunk;  // each has buffers of its own, reserved at loading
  if (apart) in.kv = NumberFormat{};                        // and types of cache of its own: 16 bits unless asked for
  return {weights_per_gpu(draft, in.weights, in.layout), sequence_bytes_per_gpu(draft, in, tokens),
          apart ? passing_per_gpu(draft, in) : Bytes{}};
}

void add_draft_lines(Plan& plan, const Question& q) {
  const DraftMemory draft = draft_memory(plan, q, plan.serving.context);
  if (draft.weights <= bytes(0)) return;
  const double bits = prediction_format(q.weights).bits;
  const bool wider = q.speculation()->drafter == Drafter::mtp && bits != q.weights->bits;
  add_line(plan.memory, {"draft_weights", "Draft model or layers", MemoryKind::weights, draft.weights,
                         whole(total_params(q.speculation()->draft)) + " parameters " +
                             (wider ? "in " + significant(bits, 4) + " bits" : "in the weight format of the model"),
                         q.weights->source, MemoryOf::draft});
  add_line(plan.memory,
           {"draft_cache", "Cache of the draft", MemoryKind::kv_cache, draft.sequence * plan.serving.sequences,
            counted(plan.serving.sequences, "sequence", "sequences") + " × " + whole(plan.serving.context) + " tokens",
            "", MemoryOf::draft});
  add_line(plan.memory, {"draft_pass", "Logits and activations of the draft", MemoryKind::activations, draft.pass,
                         "reserved beside the model's", q.engine().source, MemoryOf::draft});
}

// What memory the plan takes, without words; what lies in host memory still counted.
Bytes memory_of(const Plan& plan, const Question& q) {
  const DraftMemory draft = draft_memory(plan, q, plan.serving.context);
  return inference_memory_total(q.model, plan.serving) + draft.weights + draft.sequence * plan.serving.sequences +
         draft.pass;
}

// Sequences that the engine lets run together, unless more are asked for.
double sequences_limit(const Question& q, const Wanted& w) {
  if (w.max_sequences) return *w.max_sequences;
  return q.serving().small_device && q.engine().small_sequences ? *q.engine().small_sequences : q.engine().sequences;
}

void fill_memory(Plan& plan, const Question& q) {
  if (!q.host) {
    plan.memory.unlisted = memory_of(plan, q);
    return;
  }
  list_memory(plan, q);
  move_to_host(plan, q);
}

// Sequences and context of one replica for a layout, its memory left to fill in.
Plan serving_plan(const Question& q, const Wanted& w, const Layout& layout) {
  Plan plan;
  const ServeChoice& serve = q.serve;
  const double answer = serve.answer();
  plan.context = serve.max_context.value_or(serve.prompt() + answer);
  plan.mean_context = serve.prompt() + answer / 2;
  plan.room = q.engine().reserves_answer ? serve.prompt() + answer : plan.mean_context;
  InferenceMemoryInput& in = plan.serving;
  in.weights = q.weights;
  in.kv = q.kv;
  in.layout = plan.layout = layout;
  in.engine = q.serving().engine;
  in.tiles = holding(in.engine->tiles, q.weights, q.accelerator);
  in.communicator = q.accelerator->fabric.domain > 2 ? in.engine->communicator : in.engine->bus_communicator;
  in.eager = q.serve.eager;
  in.prefill_chunk = prefill_chunk(q);
  if (q.speculation()) in.drafted = q.speculation()->tokens;
  in.limit = sequences_limit(q, w);
  if (!q.engine().kept_free.empty()) in.kept = q.usable * (1 - memory_fraction_of(q));
  in.context = plan.context;
  in.prompt = serve.prompt();
  const double most = w.max_sequences ? *w.max_sequences : std::numeric_limits<double>::infinity();
  if (std::isinf(w.concurrency)) {
    // Nothing fits that has no room for one request of the whole context.
    in.sequences = 1;
    const bool holds_one = memory_of(plan, q) <= memory_budget(q);
    const double fit = holds_one ? most_sequences(plan, q, plan.room, memory_budget(q)) : 1;
    in.context = holds_one ? plan.mean_context : plan.context;
    in.sequences = std::max(1.0, std::min(fit, most));
    plan.concurrency = in.sequences * layout.data;
  } else {
    in.sequences = std::max(1.0, std::min(std::ceil(w.concurrency / layout.data), most));
    plan.concurrency = w.concurrency;
  }
  return plan;
}

}  // namespace

void list_memory(Plan& plan, const Question& q) {
  if (!plan.memory.lines.empty()) return;
  plan.memory = inference_memory(q.model, plan.serving);
  add_draft_lines(plan, q);
}

double prefill_chunk(const Question& q) {
  const std::optional<double>& small = q.engine().small_prefill_chunk;
  return q.serve.prefill_chunk.value_or(q.serving().small_device && small ? *small : q.engine().prefill_chunk);
}

Bytes host_room(const Question& q) { return q.host_memory * q.nodes / q.gpus; }

namespace {

// What a step takes lies in what the engine's share of the memory leaves.
bool keeps_free(const Question& q) { return q.is(kServe) && !q.engine().kept_free.empty(); }

// llama.cpp and its kin take all they need at the start, and nothing grows after.
bool takes_all_at_the_start(const Question& q) { return q.is(kServe) && q.engine().reads_gguf; }

}  // namespace

double headroom_of(const Question& q) {
  const double usual = q.is(kServe) && q.serve.memory_fraction ? 1 - *q.serve.memory_fraction : 0.10;
  return q.constraints.headroom.value_or(keeps_free(q) ? 0 : takes_all_at_the_start(q) ? 0.05 : usual);
}

double memory_fraction_of(const Question& q) {
  if (q.serve.memory_fraction) return *q.serve.memory_fraction;
  if (keeps_free(q))
    for (const KeptFree& k : q.engine().kept_free)
      if (k.below <= bytes(0) || q.usable < k.below) return std::max(0.0, 1 - k.amount / q.usable);
  return takes_all_at_the_start(q) ? 1 : 0.9;
}

Bytes beside_share(const Question& q) {
  return q.is(kServe) && q.engine().graphs_beside_share && !q.serve.eager ? q.engine().cuda_graphs : Bytes{};
}

Bytes memory_budget(const Question& q) {
  double share = 1 - headroom_of(q);
  if (q.is(kServes) && !keeps_free(q)) share = std::min(share, memory_fraction_of(q));
  return std::min(q.usable, q.usable * share + beside_share(q));
}

double most_sequences(const Plan& plan, const Question& q, double tokens, Bytes budget) {
  const DraftMemory draft = draft_memory(plan, q, tokens);
  const auto beside = [&](double n) {
    return max_sequences(q.model, plan.serving, tokens, budget - draft.at_once() - n * draft.sequence);
  };
  double good = beside(0);
  if (draft.weights <= bytes(0) || beside(1) < 1) return draft.weights > bytes(0) ? 0 : good;
  double bad = good + 1;
  for (good = 1; bad - good > 1;) {
    const double middle = std::floor((good + bad) / 2);
    (beside(middle) >= middle ? good : bad) = middle;
  }
  return good;
}

// The least divided layout that fits; where a host's memory takes what does not, one that leaves least to it: its reads
// are slow, and each copy of the model would have its own.
Result<Plan> plan_serving(const Question& q, const Wanted& w) {
  const std::vector<Layout> candidates = serving_layouts(q, w);
  Problems problems = legality(q, candidates);
  if (!problems.empty()) return problems;
  const Bytes budget = memory_budget(q);
  const Layout* most_divided = nullptr;  // which is shown where nothing fits
  for (const Layout& l : candidates)
    if (is_legal(q.model, l, q.gpus) && (l.expert <= l.tensor || w.parallel.expert)) most_divided = &l;
  Plan plan;
  bool fits = false;
  for (const Layout& candidate : candidates) {
    if (fits && plan.host_memory <= bytes(0)) break;
    if (!is_legal(q.model, candidate, q.gpus)) continue;
    if (&candidate != most_divided && !holds_weights(q, candidate, budget)) continue;
    Plan next = serving_plan(q, w, candidate);
    fill_memory(next, q);
    const bool next_fits = next.memory.total() <= budget;
    if (!next_fits && next.layout.expert > next.layout.tensor && !w.parallel.expert) continue;
    if (fits && !(next_fits && next.host_memory < plan.host_memory)) continue;
    plan = std::move(next);
    fits = next_fits;
  }
  plan.why = reason(q, w.parallel, plan, fits);
  return plan;
}

}  // namespace ridgepoint
