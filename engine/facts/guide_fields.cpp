// Fields of presets and of the guide.
#include "engine/facts/guide.h"

namespace ridgepoint {

void visit(SuggestedHardware& h, FieldVisitor& v) {
  visit_field(v, {"accelerator", "Accelerator."}, h.accelerator);
  visit_field(v, {.name = "count", .help = "How many.", .min = 1, .max = 100000}, h.count);
}

void visit(Preset& p, FieldVisitor& v) {
  visit_field(v, {"id", "Name in the program."}, p.id);
  visit_field(v, {"title", "Title."}, p.title);
  visit_field(v, {"question", "What it asks."}, p.question);
  visit_field(v, {"scenario", "The scenario, as the fragment of a shared link without its version."}, p.scenario);
  visit_field(v,
              {"answers", "Answers of the guide that it takes: the preset that takes most of those given is led to."},
              p.answers);
  visit_field(v, {"why", "What decides in such a case."}, p.why);
  visit_list(v, {"recommended", "Hardware that an article recommends for it."}, p.recommended);
  visit_field(v, {"source", "Where question and recommendation come from."}, p.source);
}

void visit(GuideAnswer& a, FieldVisitor& v) {
  visit_field(v, {"id", "Name in the program."}, a.id);
  visit_field(v, {"label", "The answer."}, a.label);
  visit_field(v, {"means", "What follows from it for hardware."}, a.means);
  visit_field(v, {"sets", "What it sets beside the preset, as the fragment of a shared link."}, a.sets);
}

void visit(GuideQuestion& q, FieldVisitor& v) {
  visit_field(v, {"id", "Name in the program."}, q.id);
  visit_field(v, {"question", "The question."}, q.question);
  visit_list(v, {"answers", "What can be answered."}, q.answers);
}

void visit(Guide& g, FieldVisitor& v) {
  visit_list(v, {"guide", "Questions whose answers choose a preset."}, g.questions);
  visit_list(v, {"presets", "Named scenarios."}, g.presets);
}

}  // namespace ridgepoint
