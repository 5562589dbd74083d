// Fields of presets and of the guide.
#include "engine/facts/guide.h"

namespace ridgepoint {

using field::visit_field;
using field::visit_list;

void visit(SuggestedHardware& h, FieldVisitor& v) {
  visit_field(v, {.name = "accelerator", .help = "Accelerator."}, h.accelerator);
  visit_field(v, {.name = "count", .help = "How many.", .min = 1, .max = 100000}, h.count);
}

void visit(Preset& p, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Name in the program."}, p.id);
  visit_field(v, {.name = "title", .help = "Title."}, p.title);
  visit_field(v, {.name = "question", .help = "What it asks."}, p.question);
  visit_field(v, {.name = "scenario", .help = "The scenario, as the fragment of a shared link without its version."},
              p.scenario);
  visit_field(v,
              {.name = "answers",
               .help = "Answers of the guide that it takes: the preset that takes most of those given is led to."},
              p.answers);
  visit_field(v, {.name = "why", .help = "What decides in such a case."}, p.why);
  visit_list(v, {.name = "recommended", .help = "Hardware that an article recommends for it."}, p.recommended);
  visit_field(v, {.name = "source", .help = "Where question and recommendation come from."}, p.source);
}

void visit(GuideAnswer& a, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Name in the program."}, a.id);
  visit_field(v, {.name = "label", .help = "The answer."}, a.label);
  visit_field(v, {.name = "means", .help = "What follows from it for hardware."}, a.means);
  visit_field(v, {.name = "sets", .help = "What it sets beside the preset, as the fragment of a shared link."}, a.sets);
}

void visit(GuideQuestion& q, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Name in the program."}, q.id);
  visit_field(v, {.name = "question", .help = "The question."}, q.question);
  visit_list(v, {.name = "answers", .help = "What can be answered."}, q.answers);
}

void visit(Guide& g, FieldVisitor& v) {
  visit_list(v, {.name = "guide", .help = "Questions whose answers choose a preset."}, g.questions);
  visit_list(v, {.name = "presets", .help = "Named scenarios."}, g.presets);
}

}  // namespace ridgepoint
