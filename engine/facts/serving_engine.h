// Software that serves, how it spends memory beside weights and cache, and that trains, how it divides a model. How
// fast it is stands in Calibration.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/units.h"
#include "engine/facts/calibration.h"

namespace ridgepoint {

// For which tokens of a step logits are kept; `limit`: a whole step, of as many sequences as may run together, is run
// at loading, and what it took stays reserved.
enum class LogitsOf { sequences, chunk, prompt, limit };
template <>
inline constexpr auto kWords<LogitsOf> = word_list("sequences", "chunk", "prompt", "limit");

// What layers with a window cache: its tokens, a prefill chunk more, or all tokens like those without.
enum class WindowCache { window, chunk, context };
template <>
inline constexpr auto kWords<WindowCache> = word_list("window", "chunk", "context");

// Whether it runs on processors too.
enum class OnCpus { yes, no, only };
template <>
inline constexpr auto kWords<OnCpus> = word_list("yes", "no", "only");

// Formats of weights on some devices: what an engine does not read, or what its kernels pad routed experts to.
struct FormatsOn {
  std::vector<std::string> formats;  // how their ids begin
  std::vector<std::string> on;       // makers and architectures, CPUs apart
  bool on_cpus = false;              // and processors
  int hidden = 1, width = 1;         // multiples of the model's width, and of an expert's on one rank
};
void visit(FormatsOn& formats, FieldVisitor& v);

// What an engine leaves free for its steps, on devices of less than `below`; none: on all others.
struct KeptFree {
  Bytes below;
  Bytes amount;
};
void visit(KeptFree& kept, FieldVisitor& v);

struct ServingEngine {
  std::string id;
  std::string name;
  std::vector<std::string> aliases;
  std::vector<std::string> vendors;   // Accelerator::vendor that it runs on, CPUs apart; empty: any
  std::vector<std::string> reads;     // how formats below 16 bits that it reads begin; empty: not known to be few
  std::vector<std::string> not_on;    // Accelerator::vendor and ::architecture that it does not run on
  std::vector<FormatsOn> unread, tiles;  // the first that holds
  std::string needs;                  // of a device, in words, with the version that says so
  OnCpus on_cpus = OnCpus::yes;
  // What it is taken for where no engine is named: how formats begin, Accelerator::segment, ::vendor or ::architecture.
  std::vector<std::string> usual_formats;
  std::vector<std::string> usual_on;
  std::vector<std::string> usual_alone;  // the same for one person
  std::string usual_weights;             // NumberFormat::id that one person runs it with; empty: the model's own
  int block_tokens = 1;                  // KV cache is taken in blocks of so many tokens
  double prefill_chunk = 8192;           // prompt tokens of one step, unless the scenario says otherwise
  bool whole_prompts = false;            // a step takes whole prompts alone, as many as fit these tokens
  // Prompt tokens after which the stages of a pipeline wait for each other: 0: never.
  double pipeline_tokens = 0;
  // Sequences that one replica decodes together unless told otherwise, and prompt tokens of a step, on small devices:
  // those with less than `small_below` of memory, and those listed.
  double sequences = 1024;  // that LogitsOf::limit reserves for on other devices
  std::optional<double> small_sequences;
  std::optional<double> small_prefill_chunk;
  Bytes small_below;
  std::vector<std::string> small_devices;  // Accelerator::id
  std::optional<int> server_slots;         // requests its server works on at once unless told otherwise by this setting
  std::string slots_setting;
  bool prompts_first = false;      // prompts have steps of their own, before those that decode
  bool reserves_answer = false;    // a request starts when there is room for its whole answer
  std::vector<std::string> takes;  // as TrainingFramework
  bool pads_heads = false;         // tensor parallel sizes need not divide the attention heads
  bool attends_apart = false;      // models of experts can have attention by requests, experts by rank
  // Prompts pass the layers up to the last that owns a cache; only their last token passes the others.
  bool fills_caches_only = false;
  bool splits_layers = false;      // each card has layers of its own, unless tensor parallel is asked for
  bool moves_layers = false;       // what does not fit goes to host memory by whole layers, experts or not
  Bytes left_free;                 // of a device, where the engine moves by itself what does not fit
  bool cache_with_layers = false;  // dense layers in host memory have their cache there, and the CPU attends to it
  bool reads_gguf = false;         // weights come in llama.cpp's files
  // Kernels are launched one by one in every pass: it captures no graphs and compiles nothing.
  bool launches_each = false;
  bool by_vectors = false;         // on CPUs it multiplies by vector instructions, not by tile units (AMX)
  std::optional<int> vector_bits;  // the widest vector units of a CPU that it gains from; absent: all
  // Accelerator::architecture of GPUs on which it multiplies by vector instructions, whatever matrix units they have.
  std::vector<std::string> vector_architectures;
  std::vector<std::string> sums_in_16_bits;  // Accelerator::vendor where products of 16 bits are added up in 16 bits
  LogitsOf logits = LogitsOf::sequences;
  double bytes_per_logit = 4;
  bool keeps_expert_buffers = false;          // what routed experts write in a step stays allocated beside all else
  bool unties_head = false;                   // a head tied to the embedding table is held a second time
  std::vector<std::string> own_head_formats;  // weight formats for which it is, whatever unties_head says
  bool quantizes_head = false;                // the head is quantized too, and the FP32 head it was made from kept
  bool leaves_towers = false;                 // vision and audio towers are files of their own, loaded when asked for
  bool joins_attention = false;               // query, key and value matrices are joined at loading, both forms held
  WindowCache window_cache = WindowCache::window;
  bool shared_blocks = false;      // layers of all kinds share blocks of one size, padded where they are unlike
  double kv_copies = 1;            // of the whole cache, held at once
  double state_pool = 0;           // share of what all else leaves that states of linear layers are kept in; 0: no pool
  double states_per_sequence = 1;  // that the pool has: its own and those of prefixes that others may begin with
  double bytes_per_score = 0;      // of attention over the prompt; 0: scores are not written out
  // Its share of the memory is of weights and caches alone; what a step takes lies in the rest. By growing devices;
  // empty: its share is of all that it takes.
  std::vector<KeptFree> kept_free;
  Bytes cuda_graphs;
  bool graphs_beside_share = false;      // they are captured once the cache has all that its share of the memory leaves
  Bytes communicator = gibibytes(0.42);  // buffers of a communicator of tensor, expert or context parallelism;
  Bytes bus_communicator = gibibytes(0.12);  // and where the bus or a bridge of two is all that links devices
  Bytes context = mebibytes(458);        // GPU context and libraries of the process
  std::string older;                     // id of the record of versions before older_before; empty: none
  std::string older_before;              // date
  std::string source;
  std::string note;
};
void visit(ServingEngine& engine, FieldVisitor& v);

struct TrainingFramework {
  std::string id;
  std::string name;
  std::vector<std::string> aliases;
  std::string like;                  // id of the framework whose runs it is taken to be like; empty: it has its own
  bool divides_first = false;        // a model that fits in copies or shards, too
  std::vector<std::string> vendors;  // whose accelerators it runs on, no CPUs then; empty: any
  std::vector<std::string> takes;    // "/train/method full|lora": all that a field may be; fields not named: anything
  std::vector<std::string> usual_shardings;  // what is chosen where none is asked for; empty: any that it takes
  std::vector<TrainerHabits> habits;

  const std::string& runs() const { return like.empty() ? id : like; }  // whose runs say how fast it is
};
void visit(TrainingFramework& framework, FieldVisitor& v);

// Tells whether software that `takes` so has the word in the field, which is named by its place.
bool takes_word(const std::vector<std::string>& takes, std::string_view field, std::string_view word);

// Whether a tool runs one stream alone, several, or either.
enum class Streams { any, one, several };
template <>
inline constexpr auto kWords<Streams> = word_list("any", "one", "several");

// Copies of the model that a command runs together: all, those of one node, one; or all of a model without experts and
// one of others, whose experts spread over whatever runs together.
enum class Copies { all, node, one, dense };
template <>
inline constexpr auto kWords<Copies> = word_list("all", "node", "one", "dense");

struct Benchmark {
  std::string id;
  std::string tool;                    // as people know it
  std::vector<std::string> figures;    // JSON pointers of what it measures
  std::vector<std::string> software;   // serving engines, frameworks, kinds of other models; empty: all
  std::vector<std::string> workloads;  // empty: all
  std::vector<std::string> methods;    // of training; empty: all
  Streams streams = Streams::any;
  Copies copies = Copies::all;
  // Lines for a shell; those that begin with "# " say where and when the ones below run. {name} is filled in, {?name}
  // prints nothing, [...] is left out where something in it is unknown or as the tool has it anyway, and so is a line
  // that begins with {name?}. In place of a name {!name} is there where it has no value, {name=word} where it is that
  // word, {!name=word} where it is another. Empty: nothing is known that measures these, and `remark` says why.
  std::string command;
  std::string options;  // stands for {options} in the command
  std::string source;
  std::string remark;  // what who runs it should know; filled in like the command
};
void visit(Benchmark& benchmark, FieldVisitor& v);

}  // namespace ridgepoint
