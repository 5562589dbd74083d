// The fields of a question about hardware that is there, and of its answer, with their explanations.
#include "engine/choose/runs_on.h"

namespace ridgepoint {

void visit(RunsOnQuestion& q, FieldVisitor& v) {
  visit_list(v, {"hardware", "What is there; several sorts share a model."}, q.hardware);
  visit_field(v,
              {.name = "context",
               .help = "Tokens kept free for each user: prompt and answer.",
               .unit = "tokens",
               .min = 64,
               .max = 1e8},
              q.context);
  visit_field(v, {.name = "input_tokens", .help = "Prompt of a request.", .unit = "tokens", .min = 1, .max = 1e8},
              q.input_tokens);
  visit_field(v, {.name = "output_tokens", .help = "Answer of a request.", .unit = "tokens", .min = 1, .max = 1e8},
              q.output_tokens);
  visit_field(v, {"accept", "Coarsest format of the weights, a catalog id."}, q.accept);
  visit_field(v,
              {.name = "min_tokens_per_s",
               .help = "Tokens a second of one user that run well: twice as fast as people read.",
               .unit = "1/s",
               .min = 0,
               .max = 1e6},
              q.min_tokens_per_s);
  visit_field(v,
              {"host",
               "CPU whose memory takes weights that do not fit; none: no weights do; absent: usual for the "
               "hardware."},
              q.host);
  visit_field(v,
              {.name = "host_memory_gb",
               .help = "Host memory for weights; absent: as much as the accelerators have.",
               .unit = "GB",
               .min = 0,
               .max = 1e6},
              q.host_memory_gb);
  visit_field(
      v,
      {.name = "sequence", .help = "Sample of fine-tuning and training.", .unit = "tokens", .min = 1, .max = 1 << 24},
      q.sequence);
  visit_field(v, {.name = "max_days", .help = "Longest training run listed.", .unit = "d", .min = 0, .max = 36500},
              q.max_days);
  visit_field(v, {"models", "Only these models, by id or alias; absent: all."}, q.models);
  visit_field(v, {"parts", "Of serves, finetunes and trains those wanted; absent: all."}, q.parts);
  visit_object(v, {"overrides", "A person's own entries; they work wherever an id works."}, q.overrides);
}

void visit(OwnedShown& o, FieldVisitor& v) {
  visit_field(v, {"accelerator", "Catalog id."}, o.accelerator);
  visit_field(v, {"name", "Accelerator for people."}, o.name);
  visit_field(v, {"count", "How many."}, o.count);
  visit_field(v, {"usable_gb", "Memory a program can use on one.", "GB"}, o.usable_gb);
}

void visit(RunningModel& m, FieldVisitor& v) {
  visit_field(v, {"id", "Catalog id."}, m.id);
  visit_field(v, {"name", "Model for people."}, m.name);
  visit_field(v, {"family", "Family."}, m.family);
  visit_field(v, {"kind", "Sort of model."}, m.kind);
  visit_field(v, {"release", "When it was released."}, m.release);
  visit_field(v, {"purposes", "What it is made for."}, m.purposes);
  visit_field(v, {"successor", "Id of the model that its maker has put in its place."}, m.successor);
  visit_field(v, {"params_b", "Parameters.", "1e9"}, m.params_b);
  visit_field(v, {"active_params_b", "Of them used for each token.", "1e9"}, m.active_params_b);
}

void visit(StartLine& s, FieldVisitor& v) {
  visit_field(v, {"tool", "As people know it."}, s.tool);
  visit_field(v, {"command", "Lines for a shell."}, s.command);
}

void visit(PurposePick& p, FieldVisitor& v) {
  visit_field(v, {"purposes", "What it is the pick for."}, p.purposes);
  visit_field(v, {"model", "Id of a model in serves."}, p.model);
  visit_list(v, {"start", "Lines that start it."}, p.start);
}

void visit(ServedModel& s, FieldVisitor& v) {
  visit_object(v, {"model", "The model."}, s.model);
  visit_field(v, {"grade", "How well it runs: what holds it back most."}, s.grade);
  visit_field(v, {"runs_well", "On the accelerators alone, with the context asked for and fast enough."}, s.runs_well);
  visit_field(v, {"weights", "Format of the weights."}, s.weights);
  visit_field(v, {"quality", "What the weights lose by their format."}, s.quality);
  visit_field(v, {"per_gpu_gb", "Memory used on the fullest accelerator.", "GB"}, s.per_gpu_gb);
  visit_field(v, {"usable_gb", "Memory a program can use on one accelerator.", "GB"}, s.usable_gb);
  visit_field(v, {"host_gb", "Weights in host memory, the only way to run it.", "GB"}, s.host_gb);
  visit_field(v, {"accelerators", "That one copy is divided over."}, s.accelerators);
  visit_field(v, {"context", "Tokens of a user that the figures are for.", "tokens"}, s.context);
  visit_field(v, {"max_context", "Longest context of one user.", "tokens"}, s.max_context);
  visit_field(v, {"users", "At once, with that context each."}, s.users);
  visit_field(v, {"ttft_ms", "Time to first token of one user.", "ms"}, s.ttft_ms);
  visit_field(v, {"tpot_ms", "Time per output token of one user.", "ms"}, s.tpot_ms);
  visit_field(v, {"tokens_per_s", "Output tokens of one user.", "1/s"}, s.tokens_per_s);
  visit_field(v, {"tokens_per_s_low", "Nine of ten measured runs of the class were above.", "1/s"}, s.tokens_per_s_low);
  visit_field(v, {"tokens_per_s_high", "Nine of ten measured runs of the class were below.", "1/s"},
              s.tokens_per_s_high);
  visit_field(v, {"requests_per_s", "Requests of models that do not decode tokens.", "1/s"}, s.requests_per_s);
  visit_field(v, {"images_per_s", "Images or videos.", "1/s"}, s.images_per_s);
  visit_field(v, {"audio_s_per_s", "Seconds of audio a second.", "1/s"}, s.audio_s_per_s);
}

void visit(TuningMethod& t, FieldVisitor& v) {
  visit_field(v, {"method", "What is trained."}, t.method);
  visit_field(v, {"per_gpu_gb", "Memory used on the fullest accelerator.", "GB"}, t.per_gpu_gb);
  visit_field(v, {"usable_gb", "Memory a program can use on one accelerator.", "GB"}, t.usable_gb);
  visit_field(v, {"tokens_per_s", "Trained tokens of all accelerators.", "1/s"}, t.tokens_per_s);
  visit_field(v, {"samples_per_s", "Trained samples.", "1/s"}, t.samples_per_s);
  visit_field(v, {"micro_batch", "Samples an accelerator works on together."}, t.micro_batch);
  visit_field(v, {"checkpointing", "Of activations."}, t.checkpointing);
}

void visit(TunedModel& t, FieldVisitor& v) {
  visit_object(v, {"model", "The model."}, t.model);
  visit_list(v, {"methods", "That fit, the one that trains most first."}, t.methods);
}

void visit(TrainedModel& t, FieldVisitor& v) {
  visit_object(v, {"model", "The model."}, t.model);
  visit_field(v, {"per_gpu_gb", "Memory used on the fullest accelerator.", "GB"}, t.per_gpu_gb);
  visit_field(v, {"usable_gb", "Memory a program can use on one accelerator.", "GB"}, t.usable_gb);
  visit_field(v, {"days", "Of a compute-optimal run, or of one on the usual samples.", "d"}, t.days);
  visit_field(v, {"tokens_per_s", "Trained tokens of all accelerators.", "1/s"}, t.tokens_per_s);
  visit_field(v, {"samples_per_s", "Trained samples.", "1/s"}, t.samples_per_s);
}

void visit(RunsOn& r, FieldVisitor& v) {
  visit_list(v, {"hardware", "What is there."}, r.hardware);
  visit_field(v, {"usable_gb", "Memory programs can use on all of it.", "GB"}, r.usable_gb);
  visit_field(v, {"host", "CPU whose memory takes weights that do not fit."}, r.host);
  visit_field(v, {"host_memory_gb", "Host memory for weights.", "GB"}, r.host_memory_gb);
  visit_field(v, {"notes", "Assumptions, plain sentences."}, r.notes);
  visit_list(v, {"picks", "What to begin with, by purpose."}, r.picks);
  visit_list(v, {"serves", "Models that can be served: picks, then the current that run well."}, r.serves);
  visit_list(v, {"finetunes", "Models that can be fine-tuned, the current first."}, r.finetunes);
  visit_list(v, {"trains", "Models that can be trained from scratch, the current first."}, r.trains);
}

}  // namespace ridgepoint
