#include "engine/tell/compare.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "engine/ask/ask.h"
#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/choose/make_estimate.h"
#include "engine/choose/sizing.h"
#include "engine/estimate/parts.h"
#include "engine/tell/answer.h"
#include "engine/tell/reproduce.h"

namespace ridgepoint {
namespace {

// ---- Figures.

bool nearly(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::max(std::fabs(a), std::fabs(b)); }

void mark_best(ComparedFigure& row) {
  std::optional<double> best;
  int known = 0;
  for (const ComparedCell& cell : row.cells) {
    if (!cell.value) continue;
    ++known;
    if (!best || (row.more_is_better ? *cell.value > *best : *cell.value < *best)) best = cell.value;
  }
  for (ComparedCell& cell : row.cells) cell.best = known > 1 && cell.value && nearly(*cell.value, *best);
}

// Rows that at least one scenario has a figure for.
std::vector<ComparedFigure> figures_of(const std::vector<Estimate>& all) {
  std::vector<ComparedFigure> out;
  for (const FigureKind& kind : figure_kinds()) {
    ComparedFigure row{std::string(kind.figure), kind.label, kind.unit, kind.more_is_better, {}};
    for (const Estimate& e : all) {
      const std::optional<double> value = kind.of(e);
      const FigureRange* range = range_of(e, kind.figure.substr(kind.figure.rfind('/') + 1));
      row.cells.push_back({value, value ? kind.in_words(*value) : "",
                           range ? range_words(range->low, range->high, kind.in_words) : "", false});
    }
    mark_best(row);
    const auto known = [](const ComparedCell& cell) { return cell.value.has_value(); };
    if (std::any_of(row.cells.begin(), row.cells.end(), known)) out.push_back(std::move(row));
  }
  return out;
}

// ---- Inputs.

std::vector<Leaf> leaves_of(Scenario s) {
  LeafCollector collector;
  visit(s, collector);
  return std::move(collector.leaves);
}

std::vector<ComparedInput> inputs_of(const std::vector<Estimate>& all) {
  std::vector<ComparedInput> rows;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const Leaf& leaf : leaves_of(scenario_of(all[i].question))) {
      std::string path = "/" + leaf.path;
      std::replace(path.begin(), path.end(), '.', '/');
      ComparedInput* row = find_where(rows, [&](const ComparedInput& r) { return r.path == path; });
      if (!row) row = &rows.emplace_back(ComparedInput{path, std::vector<std::string>(all.size())});
      if (leaf.present) row->values[i] = joined(leaf.values);
    }
  std::erase_if(rows, [](const ComparedInput& r) {
    return std::all_of(r.values.begin(), r.values.end(), [&](const std::string& v) { return v == r.values[0]; });
  });
  return rows;
}

// ---- Reasons.

struct Part {
  const char* name;
  const char* words;
  void (*take)(Scenario& into, const Scenario& from);
};
// Own entries come along with what names them.
void take_model(Scenario& into, const Scenario& from) {
  into.model = from.model;
  into.overrides.models = from.overrides.models;
}
void take_hardware(Scenario& into, const Scenario& from) {
  into.hardware = from.hardware;
  into.parallel = from.parallel;
  into.overrides.accelerators = from.overrides.accelerators;
  into.overrides.instances = from.overrides.instances;
}
void take_cost(Scenario& into, const Scenario& from) {
  into.cost = from.cost;
  into.overrides.prices = from.overrides.prices;
}
const Part kParts[] = {
    {"model", "the model", take_model},
    {"hardware", "the hardware", take_hardware},
    {"precision", "the number formats", [](Scenario& into, const Scenario& from) { into.precision = from.precision; }},
    {"serve", "the load", [](Scenario& into, const Scenario& from) { into.serve = from.serve; }},
    {"train", "the training run", [](Scenario& into, const Scenario& from) { into.train = from.train; }},
    {"cost", "the prices", take_cost},
    {"constraints", "the limits", [](Scenario& into, const Scenario& from) { into.constraints = from.constraints; }},
};

// What people look at, of what both have.
std::vector<const FigureKind*> headline_of(const Estimate& a, const Estimate& b) {
  std::vector<const FigureKind*> out;
  for (const char* figure : {"/memory/per_gpu_gb", "/speed/ttft_ms", "/speed/tpot_ms", "/speed/tokens_per_s",
                             "/speed/days", "/cost/usd_per_h", "/cost/usd_per_1k_requests", "/cost/usd_per_run"}) {
    const FigureKind* kind = figure_kind(figure);
    const std::optional<double> of_a = kind->of(a), of_b = kind->of(b);
    if (of_a && of_b && *of_a > 0 && *of_b > 0 && !nearly(*of_a, *of_b)) out.push_back(kind);
  }
  return out;
}

// Two digits, but three where two would say that nothing differs.
std::string times_text(double ratio) {
  const int digits = std::fabs(ratio - 1) < 0.05 ? 3 : 2;
  return ratio >= 1 ? significant(ratio, digits) + " times" : significant(ratio * 100, digits) + "%";
}

// "Time per output token: 2.3 times that of the first, mostly by the hardware (2.1 times with it alone)."
std::string sentence_of(const ComparedReason& r, const FigureKind& kind, const Part* part) {
  const std::string text =
      std::string(kind.label) + ": " + times_text(r.ratio) + (r.ratio >= 1 ? " that" : " of that") + " of the first";
  if (!part) return text + "; no part of the question alone explains it.";
  if (nearly(r.ratio, r.ratio_by_part)) return text + ", by " + part->words + " alone.";
  return text + ", mostly by " + part->words + " (" + times_text(r.ratio_by_part) + " with it alone).";
}

// The first scenario with one part of another, estimated; empty where both do not go together.
struct Swapped {
  const Part* part;
  std::optional<Estimate> estimate;
};
std::vector<Swapped> swapped(const Scenario& first, const Scenario& other, const Catalog& catalog) {
  std::vector<Swapped> out;
  for (const Part& part : kParts) {
    Scenario s = first;
    part.take(s, other);
    Result<Estimate> e = estimate(s, catalog);
    if (e) out.push_back({&part, std::move(e).value()});
  }
  return out;
}

ComparedReason reason_of(int position, const FigureKind& kind, double first, double other,
                         const std::vector<Swapped>& swaps) {
  ComparedReason reason{position, std::string(kind.figure), other / first, "", 1, ""};
  const Part* most = nullptr;
  double explained = 0.05;  // of the way, in logarithms: less is no explanation
  for (const Swapped& swap : swaps) {
    const std::optional<double> value = kind.of(*swap.estimate);
    if (!value || *value <= 0) continue;
    const double share = std::log(*value / first) / std::log(other / first);
    // Beyond the whole way is as wrong as short of it.
    const double good = share > 1 ? 1 / share : share;
    if (good <= explained) continue;
    explained = good;
    most = swap.part;
    reason.part = swap.part->name;
    reason.ratio_by_part = *value / first;
  }
  reason.text = sentence_of(reason, kind, most);
  return reason;
}

// ---- What of the hardware a figure follows from.

std::string layout_text(const LayoutResult& l) {
  std::string text = "tensor parallel " + std::to_string(l.tensor);
  if (l.pipeline > 1) text += ", " + std::to_string(l.pipeline) + " stages";
  return text + (l.data > 1 ? ", " + counted(l.data, "copy", "copies") : "");
}

// "4,800 instead of 3,350 GB/s of memory bandwidth each": of the other and of the first.
std::string fact_text(std::string_view name, const Estimate& first, const Estimate& other) {
  const Device& a = first.question.device;
  const Device& b = other.question.device;
  const auto fact = [](double of_other, double of_first, const std::string& unit) {
    if (of_first <= 0 || of_other <= 0 || nearly(of_first, of_other)) return std::string();
    return short_number(of_other) + " instead of " + short_number(of_first) + " " + unit;
  };
  if (name == "/speed/ttft_ms" || name == "/speed/days")
    return fact(in_teraflop_per_second(b.gemm_peak), in_teraflop_per_second(a.gemm_peak), "TFLOP/s each");
  if (name.substr(0, 7) == "/speed/")
    return fact(in_gigabytes_per_second(b.bandwidth), in_gigabytes_per_second(a.bandwidth),
                "GB/s of memory bandwidth each");
  if (name == "/cost/usd_per_h" && first.basis.rent.usd_gpu_h > 0 && other.basis.rent.usd_gpu_h > 0 &&
      !nearly(first.basis.rent.usd_gpu_h, other.basis.rent.usd_gpu_h))
    return dollars(other.basis.rent.usd_gpu_h) + " instead of " + dollars(first.basis.rent.usd_gpu_h) +
           " an accelerator and hour";
  return "";
}

// What else differs behind a figure that the hardware explains: " It has 8,000 instead of 3,350 GB/s each, tensor
// parallel 8 instead of 4."
std::string because(const ComparedReason& reason, const Estimate& first, const Estimate& other) {
  if (reason.part != "hardware") return "";
  std::string text = fact_text(reason.figure, first, other);
  const std::string mine = layout_text(first.speed.layout), theirs = layout_text(other.speed.layout);
  if (mine != theirs && reason.figure != "/cost/usd_per_h") add_part(text, theirs + " instead of " + mine, "; ");
  return text.empty() ? "" : " It has " + text + ".";
}

std::vector<ComparedReason> reasons_of(const std::vector<Scenario>& asked, const std::vector<Estimate>& all,
                                       const Catalog& catalog) {
  std::vector<ComparedReason> out;
  for (std::size_t i = 1; i < all.size(); ++i) {
    const std::vector<const FigureKind*> kinds = headline_of(all[0], all[i]);
    if (kinds.empty()) continue;
    const std::vector<Swapped> swaps = swapped(asked[0], asked[i], catalog);
    for (const FigureKind* kind : kinds) {
      out.push_back(reason_of(static_cast<int>(i), *kind, *kind->of(all[0]), *kind->of(all[i]), swaps));
      out.back().text += because(out.back(), all[0], all[i]);
    }
  }
  return out;
}

ComparedScenario shown(const Estimate& e) {
  const Question& r = e.question;
  return {r.model->name + " on " + devices_text(r.gpus, r.accelerator->name), sentence(e).text, e.memory.fit,
          e.speed.bottleneck.text};
}

}  // namespace

Result<Comparison> compare(const std::vector<Scenario>& asked, const Catalog& catalog) {
  if (asked.size() < kFewestCompared || asked.size() > kMostCompared)
    return Problem{"out_of_range", "", "Two to four scenarios can be compared."};
  std::vector<Scenario> scenarios;
  for (const Scenario& scenario : asked) scenarios.push_back(scenario_of(sized(parts_of(scenario, catalog), catalog)));
  Problems problems;
  std::vector<Estimate> all;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    Result<Estimate> e = estimate(scenarios[i], catalog);
    for (Problem problem : e.problems()) {
      problem.path = "/" + std::to_string(i) + problem.path;
      problems.push_back(std::move(problem));
    }
    if (e) all.push_back(std::move(e).value());
  }
  if (!problems.empty()) return problems;
  Comparison out;
  for (const Estimate& e : all) out.scenarios.push_back(shown(e));
  out.figures = figures_of(all);
  out.inputs = inputs_of(all);
  out.reasons = reasons_of(scenarios, all, catalog);
  return out;
}

void visit(ComparedScenario& s, FieldVisitor& v) {
  v << field("title", s.title) << field("answer", s.answer) << field("fit", s.fit) << field("bottleneck", s.bottleneck);
}

void visit(ComparedCell& c, FieldVisitor& v) {
  v << field("best", c.best) << field("value", c.value) << field("text", c.text) << field("range", c.range);
}

void visit(ComparedFigure& f, FieldVisitor& v) {
  v << field("figure", f.figure) << field("label", f.label) << field("unit", f.unit)
    << field("more_is_better", f.more_is_better) << field("cells", f.cells);
}

void visit(ComparedInput& i, FieldVisitor& v) { v << field("path", i.path) << field("values", i.values); }

void visit(ComparedReason& r, FieldVisitor& v) {
  v << field("scenario", r.scenario) << field("figure", r.figure) << field("ratio", r.ratio) << field("part", r.part)
    << field("ratio_by_part", r.ratio_by_part) << field("text", r.text);
}

void visit(Comparison& c, FieldVisitor& v) {
  v << field("scenarios", c.scenarios) << field("figures", c.figures) << field("inputs", c.inputs)
    << field("reasons", c.reasons);
}

}  // namespace ridgepoint
