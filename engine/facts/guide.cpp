#include "engine/facts/guide.h"

#include <algorithm>

#include "engine/base/lists.h"

namespace ridgepoint {

const Preset* find_preset(const Guide& guide, std::string_view id) {
  return find_where(guide.presets, [&](const Preset& preset) { return preset.id == id; });
}

std::optional<Preset> guided(const Guide& guide, const std::vector<std::string>& answers) {
  std::string sets;
  std::size_t known = 0;
  for (const GuideQuestion& question : guide.questions)
    for (const GuideAnswer& answer : question.answers) {
      if (!contains(answers, answer.id)) continue;
      ++known;
      if (!answer.sets.empty()) sets += "&" + answer.sets;
      break;  // one of each question
    }
  if (known < guide.questions.size() || known < answers.size()) return std::nullopt;
  const Preset* led = nullptr;
  for (const Preset& preset : guide.presets) {
    const auto is_given = [&](const std::string& id) { return contains(answers, id); };
    const bool leads = std::all_of(preset.answers.begin(), preset.answers.end(), is_given);
    if (leads && preset.answers.size() > (led ? led->answers.size() : 0)) led = &preset;
  }
  if (!led) return std::nullopt;
  Preset out = *led;
  out.scenario += sets;
  return out;
}

void visit(SuggestedHardware& h, FieldVisitor& v) {
  visit_field(v, {"accelerator"}, h.accelerator);
  visit_field(v, {.name = "count", .min = 1, .max = 100000}, h.count);
}

void visit(Preset& p, FieldVisitor& v) {
  visit_field(v, {"id"}, p.id);
  visit_field(v, {"title"}, p.title);
  visit_field(v, {"question"}, p.question);
  visit_field(v, {"scenario"}, p.scenario);
  visit_field(v, {"answers"}, p.answers);
  visit_field(v, {"why"}, p.why);
  visit_list(v, {"recommended"}, p.recommended);
  visit_field(v, {"source"}, p.source);
}

void visit(GuideAnswer& a, FieldVisitor& v) {
  visit_field(v, {"id"}, a.id);
  visit_field(v, {"label"}, a.label);
  visit_field(v, {"means"}, a.means);
  visit_field(v, {"sets"}, a.sets);
}

void visit(GuideQuestion& q, FieldVisitor& v) {
  visit_field(v, {"id"}, q.id);
  visit_field(v, {"question"}, q.question);
  visit_list(v, {"answers"}, q.answers);
}

void visit(Guide& g, FieldVisitor& v) {
  visit_list(v, {"guide"}, g.questions);
  visit_list(v, {"presets"}, g.presets);
}

}  // namespace ridgepoint
