// The fields of what runs on hardware that is there.
#include "engine/choose/runs_on.h"

namespace ridgepoint {

void visit(OwnedShown& o, FieldVisitor& v) {
  v << field("accelerator", o.accelerator) << field("name", o.name) << field("count", o.count)
    << field("usable_gb", o.usable_gb, "GB");
}

void visit(RunningModel& m, FieldVisitor& v) {
  v << field("id", m.id) << field("name", m.name) << field("family", m.family) << field("kind", m.kind)
    << field("release", m.release) << field("purposes", m.purposes) << field("successor", m.successor)
    << field("params_b", m.params_b, "1e9") << field("active_params_b", m.active_params_b, "1e9");
}

void visit(StartLine& s, FieldVisitor& v) { v << field("tool", s.tool) << field("command", s.command); }

void visit(PurposePick& p, FieldVisitor& v) {
  v << field("purposes", p.purposes) << field("model", p.model) << field("start", p.start);
}

void visit(ServedModel& s, FieldVisitor& v) {
  v << field("model", s.model) << field("grade", s.grade) << field("runs_well", s.runs_well)
    << field("weights", s.weights) << field("quality", s.quality) << field("per_gpu_gb", s.per_gpu_gb, "GB")
    << field("usable_gb", s.usable_gb, "GB") << field("host_gb", s.host_gb, "GB")
    << field("accelerators", s.accelerators) << field("context", s.context, "tokens")
    << field("max_context", s.max_context, "tokens") << field("users", s.users) << field("ttft_ms", s.ttft_ms, "ms")
    << field("tpot_ms", s.tpot_ms, "ms") << field("tokens_per_s", s.tokens_per_s, "1/s")
    << field("tokens_per_s_low", s.tokens_per_s_low, "1/s") << field("tokens_per_s_high", s.tokens_per_s_high, "1/s")
    << field("requests_per_s", s.requests_per_s, "1/s") << field("images_per_s", s.images_per_s, "1/s")
    << field("audio_s_per_s", s.audio_s_per_s, "1/s");
}

void visit(TuningMethod& t, FieldVisitor& v) {
  v << field("method", t.method) << field("per_gpu_gb", t.per_gpu_gb, "GB") << field("usable_gb", t.usable_gb, "GB")
    << field("tokens_per_s", t.tokens_per_s, "1/s") << field("samples_per_s", t.samples_per_s, "1/s")
    << field("micro_batch", t.micro_batch) << field("checkpointing", t.checkpointing);
}

void visit(TunedModel& t, FieldVisitor& v) { v << field("model", t.model) << field("methods", t.methods); }

void visit(TrainedModel& t, FieldVisitor& v) {
  v << field("model", t.model) << field("per_gpu_gb", t.per_gpu_gb, "GB") << field("usable_gb", t.usable_gb, "GB")
    << field("days", t.days, "d") << field("tokens_per_s", t.tokens_per_s, "1/s")
    << field("samples_per_s", t.samples_per_s, "1/s");
}

void visit(RunsOn& r, FieldVisitor& v) {
  v << field("hardware", r.hardware) << field("usable_gb", r.usable_gb, "GB") << field("host", r.host)
    << field("host_memory_gb", r.host_memory_gb, "GB") << field("notes", r.notes) << field("picks", r.picks)
    << field("serves", r.serves) << field("finetunes", r.finetunes) << field("trains", r.trains);
}

}  // namespace ridgepoint
