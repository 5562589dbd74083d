// Fields of presets and of the guide.
#include "engine/facts/guide.h"

namespace ridgepoint {

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
