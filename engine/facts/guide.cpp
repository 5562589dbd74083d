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
  v << field("accelerator", h.accelerator) << field("count", h.count, "", 1, 100000);
}

void visit(Preset& p, FieldVisitor& v) {
  v << field("id", p.id) << field("title", p.title) << field("question", p.question) << field("scenario", p.scenario)
    << field("answers", p.answers) << field("why", p.why) << field("recommended", p.recommended)
    << field("source", p.source);
}

void visit(GuideAnswer& a, FieldVisitor& v) {
  v << field("id", a.id) << field("label", a.label) << field("means", a.means) << field("sets", a.sets);
}

void visit(GuideQuestion& q, FieldVisitor& v) {
  v << field("id", q.id) << field("question", q.question) << field("answers", q.answers);
}

void visit(Guide& g, FieldVisitor& v) { v << field("guide", g.questions) << field("presets", g.presets); }

}  // namespace ridgepoint
