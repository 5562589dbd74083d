// The fields of a comparison, with their explanations.
#include "engine/tell/compare.h"

namespace ridgepoint {

using field::visit_field;
using field::visit_list;

void visit(ComparedScenario& s, FieldVisitor& v) {
  visit_field(v, {.name = "title", .help = "Model and hardware."}, s.title);
  visit_field(v, {.name = "answer", .help = "The sentence."}, s.answer);
  visit_field(v, {.name = "fit", .help = "fits, tight or no."}, s.fit);
  visit_field(v, {.name = "bottleneck", .help = "What limits its speed."}, s.bottleneck);
}

void visit(ComparedCell& c, FieldVisitor& v) {
  visit_field(v, {.name = "best", .help = "Best of its row; all that are equal."}, c.best);
  visit_field(v, {.name = "value", .help = "Absent: not known, or not of this workload."}, c.value);
  visit_field(v, {.name = "text", .help = "As people read it."}, c.text);
  visit_field(v, {.name = "range", .help = "How far a predicted value may be off, as people read it."}, c.range);
}

void visit(ComparedFigure& f, FieldVisitor& v) {
  visit_field(v, {.name = "figure", .help = "Pointer into the result."}, f.figure);
  visit_field(v, {.name = "label", .help = "Figure for people."}, f.label);
  visit_field(v, {.name = "unit", .help = "Of the values."}, f.unit);
  visit_field(v, {.name = "more_is_better", .help = "Else less is."}, f.more_is_better);
  visit_list(v, {.name = "cells", .help = "By scenario."}, f.cells);
}

void visit(ComparedInput& i, FieldVisitor& v) {
  visit_field(v, {.name = "path", .help = "Pointer into the scenario."}, i.path);
  visit_field(v, {.name = "values", .help = "By scenario, as text; empty: absent or chosen."}, i.values);
}

void visit(ComparedReason& r, FieldVisitor& v) {
  visit_field(v, {.name = "scenario", .help = "Position, from 0; compared with the first."}, r.scenario);
  visit_field(v, {.name = "figure", .help = "Pointer into the result."}, r.figure);
  visit_field(v, {.name = "ratio", .help = "Of its value to that of the first."}, r.ratio);
  visit_field(v, {.name = "part", .help = "Part of the scenario that explains most; absent: none alone does."}, r.part);
  visit_field(v, {.name = "ratio_by_part", .help = "With that part alone taken over."}, r.ratio_by_part);
  visit_field(v, {.name = "text", .help = "The same as a sentence."}, r.text);
}

void visit(Comparison& c, FieldVisitor& v) {
  visit_list(v, {.name = "scenarios", .help = "What is compared."}, c.scenarios);
  visit_list(v, {.name = "figures", .help = "Rows of figures."}, c.figures);
  visit_list(v, {.name = "inputs", .help = "What was asked differently, with defaults and choices filled in."},
             c.inputs);
  visit_list(v, {.name = "reasons", .help = "Why figures are not those of the first scenario."}, c.reasons);
}

}  // namespace ridgepoint
