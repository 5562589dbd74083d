// The fields of a question about hardware that is there, and of its answer, with their explanations.
#include "engine/choose/runs_on.h"

namespace ridgepoint {

using field::visit_field;
using field::visit_list;
using field::visit_object;

void visit(RunsOnQuestion& q, FieldVisitor& v) {
  visit_list(v, {.name = "hardware", .help = "What is there; several sorts share a model."}, q.hardware);
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
  visit_field(v, {.name = "accept", .help = "Coarsest format of the weights, a catalog id."}, q.accept);
  visit_field(v,
              {.name = "min_tokens_per_s",
               .help = "Tokens a second of one user that run well: twice as fast as people read.",
               .unit = "1/s",
               .min = 0,
               .max = 1e6},
              q.min_tokens_per_s);
  visit_field(v,
              {.name = "host",
               .help = "CPU whose memory takes weights that do not fit; none: no weights do; absent: usual for the "
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
  visit_field(v, {.name = "models", .help = "Only these models, by id or alias; absent: all."}, q.models);
  visit_field(v, {.name = "parts", .help = "Of serves, finetunes and trains those wanted; absent: all."}, q.parts);
  visit_object(v, {.name = "overrides", .help = "A person's own entries; they work wherever an id works."},
               q.overrides);
}

void visit(OwnedShown& o, FieldVisitor& v) {
  visit_field(v, {.name = "accelerator", .help = "Catalog id."}, o.accelerator);
  visit_field(v, {.name = "name", .help = "Accelerator for people."}, o.name);
  visit_field(v, {.name = "count", .help = "How many."}, o.count);
  visit_field(v, {.name = "usable_gb", .help = "Memory a program can use on one.", .unit = "GB"}, o.usable_gb);
}

void visit(RunningModel& m, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Catalog id."}, m.id);
  visit_field(v, {.name = "name", .help = "Model for people."}, m.name);
  visit_field(v, {.name = "family", .help = "Family."}, m.family);
  visit_field(v, {.name = "kind", .help = "Sort of model."}, m.kind);
  visit_field(v, {.name = "release", .help = "When it was released."}, m.release);
  visit_field(v, {.name = "purposes", .help = "What it is made for."}, m.purposes);
  visit_field(v, {.name = "successor", .help = "Id of the model that its maker has put in its place."}, m.successor);
  visit_field(v, {.name = "params_b", .help = "Parameters.", .unit = "1e9"}, m.params_b);
  visit_field(v, {.name = "active_params_b", .help = "Of them used for each token.", .unit = "1e9"}, m.active_params_b);
}

void visit(StartLine& s, FieldVisitor& v) {
  visit_field(v, {.name = "tool", .help = "As people know it."}, s.tool);
  visit_field(v, {.name = "command", .help = "Lines for a shell."}, s.command);
}

void visit(PurposePick& p, FieldVisitor& v) {
  visit_field(v, {.name = "purposes", .help = "What it is the pick for."}, p.purposes);
  visit_field(v, {.name = "model", .help = "Id of a model in serves."}, p.model);
  visit_list(v, {.name = "start", .help = "Lines that start it."}, p.start);
}

void visit(ServedModel& s, FieldVisitor& v) {
  visit_object(v, {.name = "model", .help = "The model."}, s.model);
  visit_field(v, {.name = "grade", .help = "How well it runs: what holds it back most."}, s.grade);
  visit_field(v,
              {.name = "runs_well", .help = "On the accelerators alone, with the context asked for and fast enough."},
              s.runs_well);
  visit_field(v, {.name = "weights", .help = "Format of the weights."}, s.weights);
  visit_field(v, {.name = "quality", .help = "What the weights lose by their format."}, s.quality);
  visit_field(v, {.name = "per_gpu_gb", .help = "Memory used on the fullest accelerator.", .unit = "GB"}, s.per_gpu_gb);
  visit_field(v, {.name = "usable_gb", .help = "Memory a program can use on one accelerator.", .unit = "GB"},
              s.usable_gb);
  visit_field(v, {.name = "host_gb", .help = "Weights in host memory, the only way to run it.", .unit = "GB"},
              s.host_gb);
  visit_field(v, {.name = "accelerators", .help = "That one copy is divided over."}, s.accelerators);
  visit_field(v, {.name = "context", .help = "Tokens of a user that the figures are for.", .unit = "tokens"},
              s.context);
  visit_field(v, {.name = "max_context", .help = "Longest context of one user.", .unit = "tokens"}, s.max_context);
  visit_field(v, {.name = "users", .help = "At once, with that context each."}, s.users);
  visit_field(v, {.name = "ttft_ms", .help = "Time to first token of one user.", .unit = "ms"}, s.ttft_ms);
  visit_field(v, {.name = "tpot_ms", .help = "Time per output token of one user.", .unit = "ms"}, s.tpot_ms);
  visit_field(v, {.name = "tokens_per_s", .help = "Output tokens of one user.", .unit = "1/s"}, s.tokens_per_s);
  visit_field(v,
              {.name = "tokens_per_s_low", .help = "Nine of ten measured runs of the class were above.", .unit = "1/s"},
              s.tokens_per_s_low);
  visit_field(
      v, {.name = "tokens_per_s_high", .help = "Nine of ten measured runs of the class were below.", .unit = "1/s"},
      s.tokens_per_s_high);
  visit_field(v, {.name = "requests_per_s", .help = "Requests of models that do not decode tokens.", .unit = "1/s"},
              s.requests_per_s);
  visit_field(v, {.name = "images_per_s", .help = "Images or videos.", .unit = "1/s"}, s.images_per_s);
  visit_field(v, {.name = "audio_s_per_s", .help = "Seconds of audio a second.", .unit = "1/s"}, s.audio_s_per_s);
}

void visit(TuningMethod& t, FieldVisitor& v) {
  visit_field(v, {.name = "method", .help = "What is trained."}, t.method);
  visit_field(v, {.name = "per_gpu_gb", .help = "Memory used on the fullest accelerator.", .unit = "GB"}, t.per_gpu_gb);
  visit_field(v, {.name = "usable_gb", .help = "Memory a program can use on one accelerator.", .unit = "GB"},
              t.usable_gb);
  visit_field(v, {.name = "tokens_per_s", .help = "Trained tokens of all accelerators.", .unit = "1/s"},
              t.tokens_per_s);
  visit_field(v, {.name = "samples_per_s", .help = "Trained samples.", .unit = "1/s"}, t.samples_per_s);
  visit_field(v, {.name = "micro_batch", .help = "Samples an accelerator works on together."}, t.micro_batch);
  visit_field(v, {.name = "checkpointing", .help = "Of activations."}, t.checkpointing);
}

void visit(TunedModel& t, FieldVisitor& v) {
  visit_object(v, {.name = "model", .help = "The model."}, t.model);
  visit_list(v, {.name = "methods", .help = "That fit, the one that trains most first."}, t.methods);
}

void visit(TrainedModel& t, FieldVisitor& v) {
  visit_object(v, {.name = "model", .help = "The model."}, t.model);
  visit_field(v, {.name = "per_gpu_gb", .help = "Memory used on the fullest accelerator.", .unit = "GB"}, t.per_gpu_gb);
  visit_field(v, {.name = "usable_gb", .help = "Memory a program can use on one accelerator.", .unit = "GB"},
              t.usable_gb);
  visit_field(v, {.name = "days", .help = "Of a compute-optimal run, or of one on the usual samples.", .unit = "d"},
              t.days);
  visit_field(v, {.name = "tokens_per_s", .help = "Trained tokens of all accelerators.", .unit = "1/s"},
              t.tokens_per_s);
  visit_field(v, {.name = "samples_per_s", .help = "Trained samples.", .unit = "1/s"}, t.samples_per_s);
}

void visit(RunsOn& r, FieldVisitor& v) {
  visit_list(v, {.name = "hardware", .help = "What is there."}, r.hardware);
  visit_field(v, {.name = "usable_gb", .help = "Memory programs can use on all of it.", .unit = "GB"}, r.usable_gb);
  visit_field(v, {.name = "host", .help = "CPU whose memory takes weights that do not fit."}, r.host);
  visit_field(v, {.name = "host_memory_gb", .help = "Host memory for weights.", .unit = "GB"}, r.host_memory_gb);
  visit_field(v, {.name = "notes", .help = "Assumptions, plain sentences."}, r.notes);
  visit_list(v, {.name = "picks", .help = "What to begin with, by purpose."}, r.picks);
  visit_list(v, {.name = "serves", .help = "Models that can be served: picks, then the current that run well."},
             r.serves);
  visit_list(v, {.name = "finetunes", .help = "Models that can be fine-tuned, the current first."}, r.finetunes);
  visit_list(v, {.name = "trains", .help = "Models that can be trained from scratch, the current first."}, r.trains);
}

}  // namespace ridgepoint
