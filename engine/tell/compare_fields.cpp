// The fields of a comparison, with their explanations.
#include "engine/tell/compare.h"

namespace ridgepoint {

void visit(ComparedScenario& s, FieldVisitor& v) {
  visit_field(v, {"title", "Model and hardware."}, s.title);
  visit_field(v, {"answer", "The sentence."}, s.answer);
  visit_field(v, {"fit", "fits, tight or no."}, s.fit);
  visit_field(v, {"bottleneck", "What limits its speed."}, s.bottleneck);
}

void visit(ComparedCell& c, FieldVisitor& v) {
  visit_field(v, {"best", "Best of its row; all that are equal."}, c.best);
  visit_field(v, {"value", "Absent: not known, or not of this workload."}, c.value);
  visit_field(v, {"text", "As people read it."}, c.text);
  visit_field(v, {"range", "How far a predicted value may be off, as people read it."}, c.range);
}

void visit(ComparedFigure& f, FieldVisitor& v) {
  visit_field(v, {"figure", "Pointer into the result."}, f.figure);
  visit_field(v, {"label", "Figure for people."}, f.label);
  visit_field(v, {"unit", "Of the values."}, f.unit);
  visit_field(v, {"more_is_better", "Else less is."}, f.more_is_better);
  visit_list(v, {"cells", "By scenario."}, f.cells);
}

void visit(ComparedInput& i, FieldVisitor& v) {
  visit_field(v, {"path", "Pointer into the scenario."}, i.path);
  visit_field(v, {"values", "By scenario, as text; empty: absent or chosen."}, i.values);
}

void visit(ComparedReason& r, FieldVisitor& v) {
  visit_field(v, {"scenario", "Position, from 0; compared with the first."}, r.scenario);
  visit_field(v, {"figure", "Pointer into the result."}, r.figure);
  visit_field(v, {"ratio", "Of its value to that of the first."}, r.ratio);
  visit_field(v, {"part", "Part of the scenario that explains most; absent: none alone does."}, r.part);
  visit_field(v, {"ratio_by_part", "With that part alone taken over."}, r.ratio_by_part);
  visit_field(v, {"text", "The same as a sentence."}, r.text);
}

void visit(Comparison& c, FieldVisitor& v) {
  visit_list(v, {"scenarios", "What is compared."}, c.scenarios);
  visit_list(v, {"figures", "Rows of figures."}, c.figures);
  visit_list(v, {"inputs", "What was asked differently, with defaults and choices filled in."}, c.inputs);
  visit_list(v, {"reasons", "Why figures are not those of the first scenario."}, c.reasons);
}

}  // namespace ridgepoint
