// The fields of a comparison, with their explanations.
#include "engine/tell/compare.h"

namespace ridgepoint {

void visit(ComparedScenario& s, FieldVisitor& v) {
  visit_field(v, {"title"}, s.title);
  visit_field(v, {"answer"}, s.answer);
  visit_field(v, {"fit"}, s.fit);
  visit_field(v, {"bottleneck"}, s.bottleneck);
}

void visit(ComparedCell& c, FieldVisitor& v) {
  visit_field(v, {"best"}, c.best);
  visit_field(v, {"value"}, c.value);
  visit_field(v, {"text"}, c.text);
  visit_field(v, {"range"}, c.range);
}

void visit(ComparedFigure& f, FieldVisitor& v) {
  visit_field(v, {"figure"}, f.figure);
  visit_field(v, {"label"}, f.label);
  visit_field(v, {"unit"}, f.unit);
  visit_field(v, {"more_is_better"}, f.more_is_better);
  visit_list(v, {"cells"}, f.cells);
}

void visit(ComparedInput& i, FieldVisitor& v) {
  visit_field(v, {"path"}, i.path);
  visit_field(v, {"values"}, i.values);
}

void visit(ComparedReason& r, FieldVisitor& v) {
  visit_field(v, {"scenario"}, r.scenario);
  visit_field(v, {"figure"}, r.figure);
  visit_field(v, {"ratio"}, r.ratio);
  visit_field(v, {"part"}, r.part);
  visit_field(v, {"ratio_by_part"}, r.ratio_by_part);
  visit_field(v, {"text"}, r.text);
}

void visit(Comparison& c, FieldVisitor& v) {
  visit_list(v, {"scenarios"}, c.scenarios);
  visit_list(v, {"figures"}, c.figures);
  visit_list(v, {"inputs"}, c.inputs);
  visit_list(v, {"reasons"}, c.reasons);
}

}  // namespace ridgepoint
