// The fields of what runs on hardware that is there.
#include "engine/choose/runs_on.h"

namespace ridgepoint {

void visit(OwnedShown& o, FieldVisitor& v) {
  visit_field(v, {"accelerator"}, o.accelerator);
  visit_field(v, {"name"}, o.name);
  visit_field(v, {"count"}, o.count);
  visit_field(v, {"usable_gb", "GB"}, o.usable_gb);
}

void visit(RunningModel& m, FieldVisitor& v) {
  visit_field(v, {"id"}, m.id);
  visit_field(v, {"name"}, m.name);
  visit_field(v, {"family"}, m.family);
  visit_field(v, {"kind"}, m.kind);
  visit_field(v, {"release"}, m.release);
  visit_field(v, {"purposes"}, m.purposes);
  visit_field(v, {"successor"}, m.successor);
  visit_field(v, {"params_b", "1e9"}, m.params_b);
  visit_field(v, {"active_params_b", "1e9"}, m.active_params_b);
}

void visit(StartLine& s, FieldVisitor& v) {
  visit_field(v, {"tool"}, s.tool);
  visit_field(v, {"command"}, s.command);
}

void visit(PurposePick& p, FieldVisitor& v) {
  visit_field(v, {"purposes"}, p.purposes);
  visit_field(v, {"model"}, p.model);
  visit_list(v, {"start"}, p.start);
}

void visit(ServedModel& s, FieldVisitor& v) {
  visit_object(v, {"model"}, s.model);
  visit_field(v, {"grade"}, s.grade);
  visit_field(v, {"runs_well"}, s.runs_well);
  visit_field(v, {"weights"}, s.weights);
  visit_field(v, {"quality"}, s.quality);
  visit_field(v, {"per_gpu_gb", "GB"}, s.per_gpu_gb);
  visit_field(v, {"usable_gb", "GB"}, s.usable_gb);
  visit_field(v, {"host_gb", "GB"}, s.host_gb);
  visit_field(v, {"accelerators"}, s.accelerators);
  visit_field(v, {"context", "tokens"}, s.context);
  visit_field(v, {"max_context", "tokens"}, s.max_context);
  visit_field(v, {"users"}, s.users);
  visit_field(v, {"ttft_ms", "ms"}, s.ttft_ms);
  visit_field(v, {"tpot_ms", "ms"}, s.tpot_ms);
  visit_field(v, {"tokens_per_s", "1/s"}, s.tokens_per_s);
  visit_field(v, {"tokens_per_s_low", "1/s"}, s.tokens_per_s_low);
  visit_field(v, {"tokens_per_s_high", "1/s"}, s.tokens_per_s_high);
  visit_field(v, {"requests_per_s", "1/s"}, s.requests_per_s);
  visit_field(v, {"images_per_s", "1/s"}, s.images_per_s);
  visit_field(v, {"audio_s_per_s", "1/s"}, s.audio_s_per_s);
}

void visit(TuningMethod& t, FieldVisitor& v) {
  visit_field(v, {"method"}, t.method);
  visit_field(v, {"per_gpu_gb", "GB"}, t.per_gpu_gb);
  visit_field(v, {"usable_gb", "GB"}, t.usable_gb);
  visit_field(v, {"tokens_per_s", "1/s"}, t.tokens_per_s);
  visit_field(v, {"samples_per_s", "1/s"}, t.samples_per_s);
  visit_field(v, {"micro_batch"}, t.micro_batch);
  visit_field(v, {"checkpointing"}, t.checkpointing);
}

void visit(TunedModel& t, FieldVisitor& v) {
  visit_object(v, {"model"}, t.model);
  visit_list(v, {"methods"}, t.methods);
}

void visit(TrainedModel& t, FieldVisitor& v) {
  visit_object(v, {"model"}, t.model);
  visit_field(v, {"per_gpu_gb", "GB"}, t.per_gpu_gb);
  visit_field(v, {"usable_gb", "GB"}, t.usable_gb);
  visit_field(v, {"days", "d"}, t.days);
  visit_field(v, {"tokens_per_s", "1/s"}, t.tokens_per_s);
  visit_field(v, {"samples_per_s", "1/s"}, t.samples_per_s);
}

void visit(RunsOn& r, FieldVisitor& v) {
  visit_list(v, {"hardware"}, r.hardware);
  visit_field(v, {"usable_gb", "GB"}, r.usable_gb);
  visit_field(v, {"host"}, r.host);
  visit_field(v, {"host_memory_gb", "GB"}, r.host_memory_gb);
  visit_field(v, {"notes"}, r.notes);
  visit_list(v, {"picks"}, r.picks);
  visit_list(v, {"serves"}, r.serves);
  visit_list(v, {"finetunes"}, r.finetunes);
  visit_list(v, {"trains"}, r.trains);
}

}  // namespace ridgepoint
