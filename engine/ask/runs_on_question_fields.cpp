// The fields of a question about hardware that is there.
#include "engine/ask/runs_on_question.h"

namespace ridgepoint {

void visit(RunsOnQuestion& q, FieldVisitor& v) {
  visit_list(v, {"hardware"}, q.hardware);
  visit_field(v, {.name = "context", .unit = "tokens", .min = 64, .max = 1e8}, q.context);
  visit_field(v, {.name = "input_tokens", .unit = "tokens", .min = 1, .max = 1e8}, q.input_tokens);
  visit_field(v, {.name = "output_tokens", .unit = "tokens", .min = 1, .max = 1e8}, q.output_tokens);
  visit_field(v, {"accept"}, q.accept);
  visit_field(v, {.name = "min_tokens_per_s", .unit = "1/s", .min = 0, .max = 1e6}, q.min_tokens_per_s);
  visit_field(v, {"host"}, q.host);
  visit_field(v, {.name = "host_memory_gb", .unit = "GB", .min = 0, .max = 1e6}, q.host_memory_gb);
  visit_field(v, {.name = "sequence", .unit = "tokens", .min = 1, .max = 1 << 24}, q.sequence);
  visit_field(v, {.name = "max_days", .unit = "d", .min = 0, .max = 36500}, q.max_days);
  visit_field(v, {"models"}, q.models);
  visit_field(v, {"parts"}, q.parts);
  visit_object(v, {"overrides"}, q.overrides);
}

}  // namespace ridgepoint
