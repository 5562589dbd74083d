#include "engine/choose/runs_on.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/ask/allowed.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/choose/make_estimate.h"
#include "engine/choose/runs_on_machine.h"
#include "engine/facts/own_entries.h"
#include "engine/plan/plan.h"

namespace ridgepoint {
namespace {

constexpr const char* kPicked =
    "A pick is the largest current model for this that runs well with at most a small quantization "
    "loss; of models about as large, the newest.";
// A format may take this much more than the published weights and still be tried: 8.5 bits for weights of 8.
constexpr double kNoWider = 1.1;
// Below what a weight takes, so that rounded totals of published parameters rule nothing out that fits.
constexpr double kRounding = 0.97;

// Whether the format can hold the model: others than those who publish in it do not make such files.
bool holds(const NumberFormat& format, const ModelRecord& model) {
  return format.published_as.empty() || format.published_as == model.native_precision;
}

ServedAs served_as(const Accelerator& a, bool united) {
  if (united) return ServedAs::files;
  if (a.segment == Segment::datacenter || a.segment == Segment::cloud_only) return ServedAs::servers;
  return a.segment == Segment::apple ? ServedAs::apple : ServedAs::files;
}

Quality quality_of(const NumberFormat& format, bool as_published) {
  if (as_published) return Quality::as_published;
  if (format.coarseness <= 4) return Quality::near_lossless;
  if (format.coarseness <= 7) return Quality::good;
  return format.coarseness <= 8 ? Quality::reduced : Quality::poor;
}

void check_lengths(const RunsOnQuestion& q, Problems& problems) {
  if (q.input_tokens + q.output_tokens > q.context)
    note(problems, "out_of_range", "/context", "The context is shorter than prompt and answer together.",
         {whole(std::ceil(q.input_tokens + q.output_tokens))});
  for (std::size_t i = 0; i < q.parts.size(); ++i) {
    const auto& words = kWords<RunsOnPart>;
    if (!contains(words, q.parts[i]))
      note(problems, "unknown_word", "/parts/" + std::to_string(i), "Parts are serves, finetunes and trains.",
           {words.begin(), words.end()});
  }
}

bool wants(const RunsOnQuestion& q, RunsOnPart part) { return q.parts.empty() || contains(q.parts, word_of(part)); }

std::vector<std::string> words_of(const std::vector<Purpose>& purposes) {
  std::vector<std::string> out;
  for (const Purpose purpose : purposes) out.emplace_back(word_of(purpose));
  return out;
}

RunningModel shown(const ModelRecord& record, const Estimate& e) {
  return {record.id,
          title_of(record),
          record.family,
          record.kind,
          record.release,
          words_of(purposes_of(record)),
          record.successor,
          e.model.params_b,
          e.model.active_params_b,
          !record.purposes.empty()};
}

double published_bits(const ModelRecord& model, const Catalog& catalog) {
  const NumberFormat* native = find_format(catalog, model.native_precision);
  return native ? std::min(16.0, native->bits) : 16;
}

class Search {
 public:
  Search(const RunsOnQuestion& question, const Catalog& catalog, OwnedMachine machine, const NumberFormat& coarsest)
      : q_(question), catalog_(catalog), machine_(std::move(machine)) {
    formats_ = usual_formats(served_as(*machine_.device, machine_.united()), catalog, coarsest.coarseness);
    host_formats_ = usual_formats(ServedAs::files, catalog, coarsest.coarseness);
  }

  std::optional<ServedModel> served(const ModelRecord& model) const;
  std::vector<StartLine> started(const ModelRecord& model, StartLines lines) const;
  std::optional<TunedModel> tuned(const ModelRecord& model) const;
  std::optional<TrainedModel> trained(const ModelRecord& model) const;

 private:
  bool may_hold(const ModelRecord& model, double bits, double gb) const;
  Question serving(const ModelRecord& model, const NumberFormat& format) const;
  Question training(const ModelRecord& model, Workload workload, Method method) const;
  std::optional<Estimate> best_on_accelerators(const ModelRecord& model) const;
  std::optional<Estimate> with_host(const ModelRecord& model) const;
  double pace_of(const ServedModel& row) const;
  Grade grade_of(const ServedModel& row) const;
  bool is_fast(const Estimate& e) const {
    return !e.speed.tokens_per_s_per_request || *e.speed.tokens_per_s_per_request >= q_.min_tokens_per_s;
  }
  double context_of(const ModelRecord& model) const {
    return std::min(q_.context, model.max_context.value_or(q_.context));
  }

  std::optional<double> other_memory(const Accelerator& a) const {  // than its record has
    const Accelerator* record = find_accelerator(catalog_, a.id);
    return record && record->memory_gb != a.memory_gb ? std::optional(a.memory_gb) : std::nullopt;
  }

  const RunsOnQuestion& q_;
  const Catalog& catalog_;
  OwnedMachine machine_;
  Formats formats_;
  Formats host_formats_;
};

bool Search::may_hold(const ModelRecord& model, double bits, double gb) const {
  // Networks may be held one after another.
  return !model.params_b || !model.components.empty() || *model.params_b * bits / 8 * kRounding <= gb;
}

// One user, with the context kept free. Models made for less get less of everything.
Question Search::serving(const ModelRecord& model, const NumberFormat& format) const {
  Question s;
  s.model_choice.id = model.id;
  s.hardware.accelerator = machine_.device->id;
  s.hardware.memory_gb = other_memory(*machine_.device);
  s.hardware.count = machine_.count;
  s.precision.weights = format.id;
  if (!generates_tokens(model.kind)) return s;
  s.serve.concurrency = 1;
  const double context = context_of(model), share = std::min(1.0, context / (q_.input_tokens + q_.output_tokens));
  s.serve.max_context = context;
  s.serve.input_tokens = std::max(1.0, std::floor(q_.input_tokens * share));
  s.serve.output_tokens = std::max(1.0, std::floor(q_.output_tokens * share));
  return s;
}

std::optional<Estimate> Search::best_on_accelerators(const ModelRecord& model) const {
  const double published = published_bits(model, catalog_), room = all_usable_gb(machine_);
  std::optional<Estimate> best;
  for (const NumberFormat* format : formats_) {
    const bool wider = format->bits > published * kNoWider;
    if (wider || !holds(*format, model) || !may_hold(model, format->bits, room)) continue;
    Result<Estimate> e = estimate_figures(serving(model, *format), catalog_);
    if (!e || e->memory.fit != Fit::fits || !e->basis.lacks.empty()) continue;
    if (e->memory.host_gb.value_or(0) > machine_.host_gb) continue;
    best = std::move(e).value();
    if (is_fast(*best)) break;
  }
  return best;
}

std::optional<Estimate> Search::with_host(const ModelRecord& model) const {
  if (!machine_.host || host_formats_.empty() || !generates_tokens(model.kind)) return std::nullopt;
  // As it is published where that is such a format, else the coarsest.
  const auto own = [&](const NumberFormat* f) { return !f->published_as.empty() && holds(*f, model); };
  const auto any = [](const NumberFormat* f) { return f->published_as.empty(); };
  auto coarsest = std::find_if(host_formats_.rbegin(), host_formats_.rend(), own);
  if (coarsest == host_formats_.rend()) coarsest = std::find_if(host_formats_.rbegin(), host_formats_.rend(), any);
  if (coarsest == host_formats_.rend() ||
      !may_hold(model, (*coarsest)->bits, all_usable_gb(machine_) + machine_.host_gb))
    return std::nullopt;
  Question s = serving(model, **coarsest);
  s.hardware.host = machine_.host->id;
  s.hardware.host_memory_gb = machine_.host_gb;
  Result<Estimate> e = estimate_figures(std::move(s), catalog_);
  if (!e || e->memory.fit != Fit::fits || e->memory.host_gb.value_or(0) > machine_.host_gb) return std::nullopt;
  return std::move(e).value();
}

void add_range(ServedModel& s, const SpeedResult& speed) {
  for (const FigureRange& range : speed.ranges)
    if (range.figure == "tpot_ms") {
      s.tokens_per_s_low = 1000 / range.high;
      s.tokens_per_s_high = 1000 / range.low;
    }
}

void add_token_figures(ServedModel& s, const Estimate& e) {
  s.context = e.basis.plan.context;
  s.ttft_ms = e.speed.ttft_ms;
  s.tpot_ms = e.speed.tpot_ms;
  s.tokens_per_s = e.speed.tokens_per_s_per_request;
  add_range(s, e.speed);
  if (s.host_gb) return;
  const Limits room = room_for_users(e.basis.plan, e.question);
  s.max_context = room.context;
  s.users = room.concurrency;
}

constexpr double kGreat = 3;  // times the pace that is enough

// Times the pace that is enough, as Grade has it; what has none is fast enough.
double Search::pace_of(const ServedModel& s) const {
  if (s.tokens_per_s) return *s.tokens_per_s / q_.min_tokens_per_s;
  if (s.audio_s_per_s) return *s.audio_s_per_s;
  if (!s.images_per_s || s.model.kind != ModelKind::diffusion) return kGreat;
  return *s.images_per_s * (s.model.purposes == words_of({Purpose::video}) ? 1800 : 60);
}

Grade Search::grade_of(const ServedModel& s) const {
  const double pace = pace_of(s);
  if (s.host_gb) return Grade::host;
  if (pace < 1) return Grade::slow;
  if (s.context && *s.context < q_.context) return Grade::brief;
  if (s.users.value_or(2) < 2 || s.quality > Quality::good) return Grade::tight;
  return pace >= kGreat && s.quality < Quality::good ? Grade::great : Grade::well;
}

std::optional<ServedModel> Search::served(const ModelRecord& model) const {
  std::optional<Estimate> e = best_on_accelerators(model);
  if (!e) e = with_host(model);
  if (!e) return std::nullopt;
  const NumberFormat& format = e->question.weights;
  ServedModel s;
  s.model = shown(model, *e);
  s.weights = format.id;
  s.quality = quality_of(format, format.bits >= published_bits(model, catalog_));
  s.per_gpu_gb = e->memory.per_gpu_gb;
  s.usable_gb = e->memory.usable_gb;
  const LayoutResult& layout = e->speed.layout;
  s.accelerators = layout.tensor * layout.pipeline;
  if (generates_tokens(model.kind)) {
    if (e->memory.host_gb.value_or(0) > 0) s.host_gb = e->memory.host_gb;
    add_token_figures(s, *e);
  } else {
    s.requests_per_s = e->speed.requests_per_s;
    s.images_per_s = e->speed.images_per_s;
    s.audio_s_per_s = e->speed.audio_s_per_s;
  }
  s.grade = grade_of(s);
  s.runs_well = s.grade <= Grade::tight;
  return s;
}

std::vector<StartLine> Search::started(const ModelRecord& model, StartLines lines) const {
  const std::optional<Estimate> e = best_on_accelerators(model);
  return e ? lines(*e, catalog_) : std::vector<StartLine>();
}

// ---- Fine-tuning and training.

// Weights, gradients and moments at the least: two bytes each of weights and gradients, eight of moments, in mixed
// precision; adapters need the frozen weights alone.
double least_bits(Method method) {
  if (method == Method::full) return 96;
  return method == Method::lora ? 16 : 4;
}

Question Search::training(const ModelRecord& model, Workload workload, Method method) const {
  Question s;
  s.workload = workload;
  s.model_choice.id = model.id;
  s.hardware.accelerator = machine_.largest.accelerator->id;
  s.hardware.memory_gb = other_memory(*machine_.largest.accelerator);
  s.hardware.count = machine_.largest.count;
  s.train.method = method;
  if (!generates_tokens(model.kind)) return s;
  s.train.sequence = static_cast<int>(std::min<double>(q_.sequence, model.max_context.value_or(q_.sequence)));
  s.parallel = {.tensor = 1, .pipeline = 1, .expert = 1, .context = 1};
  s.parallel.data = machine_.largest.count;
  s.parallel.sharding = machine_.largest.count > 1 ? Sharding::fsdp : Sharding::none;
  return s;
}

std::optional<TunedModel> Search::tuned(const ModelRecord& model) const {
  TunedModel out;
  for (Method method : {Method::full, Method::lora, Method::qlora}) {
    if (!may_hold(model, least_bits(method), usable_gb(machine_.largest))) continue;
    const Result<Estimate> e = estimate_figures(training(model, Workload::finetune, method), catalog_);
    if (!e || e->memory.fit != Fit::fits || !e->basis.lacks.empty()) continue;
    out.model = shown(model, *e);
    const SpeedResult& s = e->speed;
    out.methods.push_back({method, e->memory.per_gpu_gb, e->memory.usable_gb, s.tokens_per_s, s.samples_per_s,
                           s.layout.micro_batch, s.layout.checkpointing});
  }
  if (out.methods.empty()) return std::nullopt;
  return out;
}

std::optional<TrainedModel> Search::trained(const ModelRecord& model) const {
  if (!may_hold(model, least_bits(Method::full), usable_gb(machine_.largest))) return std::nullopt;
  const Result<Estimate> e = estimate_figures(training(model, Workload::train, Method::full), catalog_);
  if (!e || e->memory.fit != Fit::fits || !e->basis.lacks.empty()) return std::nullopt;
  const SpeedResult& s = e->speed;
  if (!s.days || *s.days > q_.max_days) return std::nullopt;
  return TrainedModel{shown(model, *e), e->memory.per_gpu_gb, e->memory.usable_gb,
                      *s.days,          s.tokens_per_s,       s.samples_per_s};
}

std::vector<std::string> notes_of(const OwnedMachine& machine, const RunsOnQuestion& q) {
  std::vector<std::string> notes;
  if (machine.united()) {
    notes.push_back(
        "Different accelerators share a model by its layers, in proportion to their memory, and compute "
        "one after another.");
    notes.push_back("Fine-tuning and training are for the " +
                    devices_text(machine.largest.count, machine.largest.accelerator->name) + " alone.");
  }
  if (machine.host)
    notes.push_back("CPU offload may take weights to " +
                    (q.host_memory_gb ? short_number(*q.host_memory_gb) + " GB" : memory_text(machine.host_gb)) +
                    " of host memory (" + machine.host->name + ")" +
                    (q.host_memory_gb ? "." : ", as much as the accelerators have."));
  if (machine.device->segment == Segment::cpu) notes.push_back("Fine-tuning and training on CPUs are not computed.");
  return notes;
}

std::vector<const ModelRecord*> wanted_models(const RunsOnQuestion& q, const Catalog& catalog, Problems& problems) {
  std::vector<const ModelRecord*> out;
  for (std::size_t i = 0; i < q.models.size(); ++i) {
    out.push_back(find_model(catalog, q.models[i]));
    if (out.back()) continue;
    problems.push_back(unknown_name("/models/" + std::to_string(i), "model", q.models[i], {}));
    problems.back().suggestions = nearest_models(catalog, q.models[i]);
  }
  return out;
}

RunsOn begun(const OwnedMachine& machine, const RunsOnQuestion& q) {
  RunsOn out;
  for (const AcceleratorGroup& group : machine.groups)
    out.hardware.push_back(
        {group.accelerator->id, group.accelerator->name, group.count, in_gigabytes(usable_memory(*group.accelerator))});
  out.usable_gb = all_usable_gb(machine);
  if (machine.host) out.host = machine.host->name;
  out.host_memory_gb = machine.host_gb;
  out.notes = notes_of(machine, q);
  return out;
}

void add_models(RunsOn& out, const Search& search, const RunsOnQuestion& q, const Catalog& catalog,
                const std::vector<const ModelRecord*>& wanted, bool trains, StartLines start) {
  for (const ModelRecord& model : catalog.models) {
    if (!wanted.empty() && !contains(wanted, &model)) continue;
    if (wants(q, RunsOnPart::serves))
      if (std::optional<ServedModel> row = search.served(model)) out.serves.push_back(std::move(*row));
    if (trains && wants(q, RunsOnPart::finetunes))
      if (std::optional<TunedModel> row = search.tuned(model)) out.finetunes.push_back(std::move(*row));
    if (trains && wants(q, RunsOnPart::trains))
      if (std::optional<TrainedModel> row = search.trained(model)) out.trains.push_back(std::move(*row));
  }
  out.picks = picks_of(out.serves, catalog.date);
  if (!out.picks.empty()) out.notes.emplace_back(kPicked);
  put_best_first(out.serves, out.picks, catalog.date);
  if (start)
    for (PurposePick& pick : out.picks) pick.start = search.started(*find_model(catalog, pick.model), start);
  put_current_first(out.finetunes, catalog.date);
  put_current_first(out.trains, catalog.date);
}

}  // namespace

Result<RunsOn> runs_on(const RunsOnQuestion& q, const Catalog& base, StartLines start) {
  std::optional<Catalog> own;
  if (has_own_entries(q.overrides)) own = merged(base, q.overrides);
  const Catalog& known = own ? *own : base;
  Problems problems = own_entry_problems(q.overrides, known);
  if (!problems.empty()) return problems;
  OwnedMachine machine = machine_of(q.hardware, {q.host, q.host_memory_gb}, known, problems);
  check_lengths(q, problems);
  const std::vector<const ModelRecord*> wanted = wanted_models(q, known, problems);
  const NumberFormat* coarsest = find_format(known, q.accept);
  if (!coarsest)
    problems.push_back(unknown_name("/accept", "format", q.accept, nearest(q.accept, ids_of(known.formats))));
  if (!problems.empty()) return problems;

  const auto less = [](const AcceleratorGroup& a, const AcceleratorGroup& b) { return usable_gb(a) < usable_gb(b); };
  machine.largest = *std::max_element(machine.groups.begin(), machine.groups.end(), less);
  machine.device = machine.groups[0].accelerator;
  machine.count = machine.groups[0].count;
  std::optional<Catalog> with_united;
  if (machine.united()) {
    with_united = known;
    with_united->accelerators.insert(with_united->accelerators.begin(), united(machine.groups));
    machine.device = &with_united->accelerators.front();
    machine.count = 1;
  }
  RunsOn out = begun(machine, q);
  const bool trains = machine.device->segment != Segment::cpu;
  const Search search(q, with_united ? *with_united : known, machine, *coarsest);
  add_models(out, search, q, known, wanted, trains, start);
  return out;
}

}  // namespace ridgepoint
