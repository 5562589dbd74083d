#include "engine/tell/explain_parts.h"

#include <algorithm>
#include <utility>

#include "engine/ask/scenario.h"
#include "engine/base/lists.h"
#include "engine/estimate/parts.h"

namespace ridgepoint {
namespace {

bool in_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.'; }

// Names in a formula, each once, as they come; functions too. "1e9" is none.
std::vector<std::string_view> names_in(std::string_view formula) {
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < formula.size();) {
    std::size_t end = at;
    while (end < formula.size() && in_word(formula[end])) ++end;
    const std::string_view word = formula.substr(at, end - at);
    const bool name = !word.empty() && word[0] >= 'a';
    if (name && !contains(names, word)) names.push_back(word);
    at = std::max(end, at + 1);
  }
  return names;
}

void append_name(std::string& formula, const std::string& name) {
  formula.append(formula.empty() ? "" : " + ").append(name);
}

}  // namespace

void Explanations::computed(const char* name, std::string label, double value, const char* unit) {
  know({name, std::move(label), value, unit, "computed"});
}

void Explanations::given(const char* name, const char* label, double value, const char* unit) {
  know({name, label, value, unit, "scenario"});
}

std::string Explanations::sum(const std::vector<LineSeconds>& lines) {
  std::string formula;
  for (const LineSeconds& line : lines) {
    computed(line.id.c_str(), line.label, line.s, "s");
    append_name(formula, line.id);
  }
  return formula;
}

std::string Explanations::sum(const std::vector<LineGb>& lines) {
  std::string formula;
  for (const LineGb& line : lines) {
    know({line.id, line.label, line.gb, "GB", line.source.empty() ? "computed" : line.source});
    append_name(formula, line.id);
  }
  return formula;
}

const ExplainInput* Explanations::find(std::string_view name) const {
  const auto found =
      std::find_if(known_.rbegin(), known_.rend(), [&](const ExplainInput& i) { return i.name == name; });
  return found == known_.rend() ? nullptr : &*found;
}

Explanation& Explanations::add(const char* pointer, const char* label, std::string formula, double value,
                               const char* unit, const char* text) {
  Explanation added{pointer, label, std::move(formula), value, unit, text, {}, std::nullopt};
  for (const std::string_view name : names_in(added.formula)) {
    const ExplainInput* input = find(name);
    if (!input) continue;
    added.inputs.push_back(*input);
    for (const Explanation& from : list_)
      if (from.pointer == input->figure && from.validation &&
          (!added.validation || from.validation->p90_error > added.validation->p90_error))
        added.validation = from.validation;
  }
  const std::string name = added.pointer.substr(added.pointer.rfind('/') + 1);
  know({name, label, value, unit, "computed", "", false, pointer});
  list_.push_back(std::move(added));
  return list_.back();
}

void Explanations::add_measured(const char* error_name, const char* pointer, const char* label, std::string formula,
                                double value, const char* unit, const char* text) {
  const Basis& basis = e_.basis;
  const Efficiency* serving = e_.question.is(kServes) ? &serving_efficiency(basis.plan, e_.question) : nullptr;
  Explanation& added = add(pointer, label, std::move(formula), value, unit, text);
  validate(added, error_name, serving ? serving->id : e_.question.device.training.id);
  const bool scaled = serving && !serving->software.empty() && std::string_view(pointer).substr(0, 7) == "/speed/";
  if (added.validation && added.validation->figure == pointer && scaled)
    added.validation->figure_class += ", software " + serving->software;
}

void Explanations::add_media(const char* error_name, const char* pointer, const char* label, std::string formula,
                             double value, const char* unit, const char* text) {
  validate(add(pointer, label, std::move(formula), value, unit, text), error_name, e_.question.device.media.id);
}

void Explanations::validate(Explanation& added, const char* error_name, const std::string& device_class) const {
  const FigureError* error = error_of(catalog_.calibration, error_name, device_class);
  if (!error) return;
  const std::string where = error->device_class.empty() ? "all devices" : error->device_class;
  added.validation =
      ExplainValidation{error->figure + ", " + where, error->rows, error->median, error->p90, added.pointer};
}

}  // namespace ridgepoint
