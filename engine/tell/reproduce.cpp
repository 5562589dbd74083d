#include "engine/tell/reproduce.h"

#include <algorithm>
#include <cmath>

#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"

namespace ridgepoint {
namespace {

// What runs the model, as Benchmark::software names it.
std::string software_of(const Estimate& e) {
  const Question& r = e.question;
  if (r.network()) return std::string(word_of(r.network()->record.kind));
  return r.is(kServe) ? r.engine().id : r.framework().runs();
}

bool applies(const Benchmark& b, const CommandFacts& f, const std::string& software) {
  const Question& s = f.e.question;
  if (!b.software.empty() && !contains(b.software, software)) return false;
  if (!b.workloads.empty() && !contains(b.workloads, word_of(s.workload))) return false;
  return b.methods.empty() || contains(b.methods, word_of(s.method()));
}

// Tells whether a figure grows with the accelerators that run.
bool grows(std::string_view pointer) { return pointer.ends_with("s_per_s"); }

// GPUs that a command runs on.
int gpus_of(Copies copies, const Estimate& e) {
  const Question& r = e.question;
  const Layout& l = e.basis.plan.layout;
  const int one = std::min(copy_size(l), r.gpus);
  const int node = std::min(r.gpus, r.per_node);
  const bool cut = node % one != 0;  // nodes hold no whole number of copies
  switch (copies) {
    case Copies::all:
      break;
    case Copies::node:
      return cut || l.expert > l.tensor ? one : node;
    case Copies::one:
      return one;
    case Copies::dense:
      return cut || r.model->expert_layers() > 0 ? one : r.gpus - r.gpus % node;
  }
  return r.gpus;
}

// Begins a name or a part, or ends a part.
bool is_mark(char c) { return c == '[' || c == ']' || c == '{'; }

}  // namespace

std::optional<std::string> filled(std::string_view command, const std::function<std::string(std::string_view)>& value) {
  std::string out, part;
  out.reserve(command.size());
  bool in_part = false, part_holds = true;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const auto mark = std::find_if(command.begin() + static_cast<std::ptrdiff_t>(i), command.end(), is_mark);
    const auto plain = static_cast<std::size_t>(mark - command.begin());
    (in_part ? part : out) += command.substr(i, plain - i);
    if (plain == command.size()) break;
    i = plain;
    const char c = command[i];
    if (c == '[' || c == ']') {
      if (c == ']' && part_holds) out += part;
      in_part = c == '[';
      part.clear();
      part_holds = true;
      continue;
    }
    const std::size_t end = std::min(command.find('}', i), command.size());
    std::string_view name = command.substr(i + 1, end - i - 1);
    i = end;
    if (!name.empty() && name.back() == '?') {  // of a line
      name.remove_suffix(1);
      if (value(name).empty()) i = std::min(command.find('\n', i), command.size());
      continue;
    }
    const bool silent = !name.empty() && name.front() == '?';
    const std::string text = value(silent ? name.substr(1) : name);
    if (text.empty() && !in_part) return std::nullopt;
    part_holds = !text.empty();
    if (!part_holds) i = std::min(command.find(']', i), command.size()) - 1;
    if (!silent) (in_part ? part : out) += text;
  }
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

namespace {

constexpr std::string_view kOptions = "{options}";

std::string with_options(std::string command, const std::string& options) {
  for (std::size_t at = 0; (at = command.find(kOptions, at)) != std::string::npos; at += options.size())
    command.replace(at, kOptions.size(), options);
  return command;
}

// What `b` prints for the estimate, figure by figure; nothing where it does not measure it.
void add(const Benchmark& b, CommandFacts f, std::vector<Reproduction>& out) {
  const Estimate& e = f.e;
  f.gpus = gpus_of(b.copies, e);
  const double all = e.speed.concurrency.value_or(1), share = static_cast<double>(f.gpus) / f.r.gpus;
  const bool in_full = f.gpus == f.r.gpus || e.question.serve.requests_per_minute;
  f.streams = in_full ? all * share : std::ceil(all * share);
  if (b.streams != Streams::any && (b.streams == Streams::one) != (f.streams <= 1)) return;
  const auto value = [&](std::string_view name) { return value_of(f, name).value_or(""); };
  const auto command = filled(with_options(b.command, b.options), value);
  const auto note = command ? filled(b.remark, value) : command;
  if (!note) return;
  Reproduction entry{"", b.tool, *command, {}, *note};
  if (b.command.empty()) return out.push_back({"", "", "", {}, *note});
  if (f.gpus < f.r.gpus)
    entry.note = "On " + whole(f.gpus) + " of the " + whole(f.r.gpus) + " accelerators, with their share of the load." +
                 (note->empty() ? "" : " ") + *note;
  if (const std::string lacking = says_what_to_make(f);
      !lacking.empty() && command->find("path/to/") != std::string::npos)
    entry.note = lacking + (entry.note.empty() ? "" : " ") + entry.note;
  for (const std::string& pointer : b.figures) {
    const FigureKind* kind = figure_kind(pointer);
    const std::optional<double> figure = kind ? kind->of(e) : std::nullopt;
    if (!figure) continue;
    entry.figure = pointer;
    entry.predicted = *figure * (grows(pointer) ? f.streams / all : 1);
    out.push_back(entry);
  }
}

// Those with a command; without any, those that say why.
std::vector<Reproduction> commands_of(const Estimate& e, const Catalog& catalog, bool reasons) {
  std::vector<Reproduction> out;
  const CommandFacts f = command_facts(e, catalog);
  const std::string software = software_of(e);
  for (const Benchmark& b : catalog.benchmarks)
    if (b.command.empty() == reasons && applies(b, f, software) && (!reasons || out.empty())) add(b, f, out);
  return out;
}

// It fits, or one request at a time does while others wait.
bool starts(const Estimate& e) {
  if (e.memory.fit != Fit::no) return true;
  const Plan& plan = e.basis.plan;
  const Question& r = e.question;
  return r.is(kServe) && most_sequences(plan, r, plan.context, r.usable) >= 1;
}

}  // namespace

std::vector<StartLine> start_lines(const Estimate& e, const Catalog& catalog) {
  std::vector<StartLine> out;
  const CommandFacts f = command_facts(e, catalog);
  const std::string software = software_of(e);
  for (const Benchmark& b : catalog.benchmarks)
    if (b.figures.empty() && !b.command.empty() && applies(b, f, software))
      if (auto command = filled(b.command, [&](std::string_view name) { return value_of(f, name).value_or(""); }))
        out.push_back({b.tool, std::move(*command)});
  return out;
}

std::vector<Reproduction> reproduce(const Estimate& e, const Catalog& catalog) {
  if (!starts(e)) return {};
  std::vector<Reproduction> out = commands_of(e, catalog, false);
  return out.empty() ? commands_of(e, catalog, true) : out;
}

namespace {

std::string kwh_text(double kwh) { return significant(kwh, 2) + " kWh"; }

template <auto member>
std::optional<double> memory(const Estimate& e) {
  return e.memory.*member;
}
template <auto member>
std::optional<double> speed(const Estimate& e) {
  return e.speed.*member;
}
template <auto member>
std::optional<double> cost(const Estimate& e) {
  return e.cost.*member;
}

const FigureKind kFigures[] = {
    {"/memory/per_gpu_gb", "Memory on each accelerator", "GB", false, memory<&MemoryResult::per_gpu_gb>, memory_text},
    {"/memory/free_gb", "Memory left free on each", "GB", true, memory<&MemoryResult::free_gb>, memory_text},
    {"/memory/peak_allocated_gb", "Allocated at the peak", "GB", false, memory<&MemoryResult::peak_allocated_gb>,
     memory_text},
    {"/speed/ttft_ms", "Time to first token", "ms", false, speed<&SpeedResult::ttft_ms>, milliseconds_text},
    {"/speed/tpot_ms", "Time per output token", "ms", false, speed<&SpeedResult::tpot_ms>, milliseconds_text},
    {"/speed/tokens_per_s", "Tokens a second", "1/s", true, speed<&SpeedResult::tokens_per_s>, short_number},
    {"/speed/tokens_per_s_per_request", "Tokens a second of each request", "1/s", true,
     speed<&SpeedResult::tokens_per_s_per_request>, short_number},
    {"/speed/requests_per_s", "Requests a second", "1/s", true, speed<&SpeedResult::requests_per_s>, short_number},
    {"/speed/images_per_s", "Images a second", "1/s", true, speed<&SpeedResult::images_per_s>, short_number},
    {"/speed/audio_s_per_s", "Seconds of audio a second", "1/s", true, speed<&SpeedResult::audio_s_per_s>,
     short_number},
    {"/speed/samples_per_s", "Samples a second", "1/s", true, speed<&SpeedResult::samples_per_s>, short_number},
    {"/speed/step_s", "Time of a step", "s", false, speed<&SpeedResult::step_s>, duration},
    {"/speed/batch_ms", "Time of a batch", "ms", false, speed<&SpeedResult::batch_ms>, milliseconds_text},
    {"/speed/tflops_per_gpu", "Work of each accelerator", "TFLOP/s", true, speed<&SpeedResult::tflops_per_gpu>,
     short_number},
    {"/speed/days", "Time of the run", "d", false, speed<&SpeedResult::days>, days_text},
    {"/cost/usd_per_h", "An hour", "US$/h", false, cost<&CostResult::usd_per_h>, dollars},
    {"/cost/usd_per_1m_output_tokens", "A million output tokens", "US$", false,
     cost<&CostResult::usd_per_1m_output_tokens>, dollars},
    {"/cost/usd_per_1k_requests", "A thousand requests", "US$", false, cost<&CostResult::usd_per_1k_requests>, dollars},
    {"/cost/usd_per_1k_images", "A thousand images", "US$", false, cost<&CostResult::usd_per_1k_images>, dollars},
    {"/cost/usd_per_audio_h", "An hour of audio", "US$", false, cost<&CostResult::usd_per_audio_h>, dollars},
    {"/cost/usd_per_run", "The run", "US$", false, cost<&CostResult::usd_per_run>, dollars},
    {"/cost/purchase_usd", "Paid at the start, owning", "US$", false, cost<&CostResult::purchase_usd>, dollars},
    {"/cost/power_w", "Power at the wall", "W", false, cost<&CostResult::power_w>, watts_text},
    {"/cost/energy_kwh", "Energy", "kWh", false, cost<&CostResult::energy_kwh>, kwh_text},
};

}  // namespace

std::span<const FigureKind> figure_kinds() { return kFigures; }

const FigureKind* figure_kind(std::string_view figure) {
  return find_where(kFigures, [&](const FigureKind& kind) { return figure == kind.figure; });
}

}  // namespace ridgepoint
