// Measured rows as scenarios: what was run, and which figure of the estimate was measured.
//
// Four tables are known by their header: inference, training speed, training memory, and other models.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/base/result.h"
#include "engine/facts/catalog.h"
#include "tools/validate/csv.h"

namespace ridgepoint::validation {

// The figure of an estimate that a row is compared with.
enum class Reading {
  // Inference.
  decode_rate,           // tokens/s of one stream, generation alone
  whole_rate,            // tokens/s of one stream over its whole time, prompt included
  decode_rate_total,     // tokens/s of all streams, generation alone
  output_rate,           // output tokens/s of the whole configuration under load
  total_rate,            // input and output tokens/s of the same
  request_rate,          // requests/s
  prefill_rate,          // prompt tokens/s
  ttft,                  // ms
  batch_prefill,         // ms until a whole batch is prefilled
  tpot,                  // ms
  token_gap,             // ms between tokens in the median: steps without prompts
  inference_memory,      // GB of one GPU as its engine reports
  inference_memory_all,  // the same over all GPUs
  kept_memory_all,       // the same after an answer: without what the pass of its prompt took
  weights_memory,        // GB of one GPU after loading
  cache_memory,          // GB of one GPU that the engine finds for the cache
  cache_tokens,          // tokens of its requests of the longest context that are held there
  // Training.
  train_tokens_rate,      // tokens/s of all GPUs
  train_tokens_rate_gpu,  // tokens/s of one GPU
  train_samples_rate,     // sequences/s of all GPUs
  train_step,             // s
  train_tflops,           // TFLOP/s of one GPU
  mfu,                    // %
  hfu,                    // %
  iteration_rate,         // micro-steps/s
  train_memory,           // GB of one GPU, everything on the device
  train_allocated,        // the same as the framework allocated it
  train_reserved,         // the same as its allocator holds it
  train_memory_total,     // GB of all GPUs
  fits,                   // fits, tight or no
  longest_sequence,       // tokens
  // Other models.
  samples_rate,   // samples/s
  latency,        // s
  transcription,  // s for all the audio of a request
  networks_rate,  // samples/s of the networks alone
  audio_encoder,  // s for a window of audio
  text_decoder,   // s for a token of the answer
  media_memory,   // GB
};

// A benchmark of a number of requests: its users begin together, and it is timed until the last answer has ended.
struct Burst {
  std::optional<double> longest_answer;  // tokens; absent where answers do not end by themselves
  double rounds = 1;                     // requests for each user; 1: all at the same time
  double spread = 0;                     // lengths are even between 1 - spread and 1 + spread of the mean
  bool median = false;                   // latencies are medians, not means
};

struct Case {
  std::string id;
  std::string source;  // id without its number
  std::string regime;  // what kind of figure on what kind of machine
  std::string metric;  // as the table names it
  std::string unit;
  double measured = 0;
  std::string outcome;  // for fits_yes_no: "yes" or "no"
  Reading reading = Reading::tpot;
  double scale = 1;             // the row's unit in the figure's unit: 1.073741824 where a printed GB is a GiB
  bool full_attention = false;  // utilization counts attention as if every token saw the whole sequence
  std::optional<Burst> burst;
  std::string hard;            // why few would tell what the run did, though its source is right; empty of others
  bool within_limits = false;  // requests come as fast as the scenario's limits of latency allow
  bool decodes_alone = false;  // tokens are timed while no prompt is processed: all were before
  double waits = 0;  // steps of others that a prompt waits for, by a setting of the engine, before it is looked at
  Scenario scenario;
};

struct Skipped {
  std::string id;
  std::string why;
};

struct Cases {
  std::vector<Case> cases;
  std::vector<Skipped> skipped;  // rows with wrong cells among them
  std::vector<WrongCell> wrong;
  std::size_t left_out = 0;  // rows for their wrong cells
};

// Adds the rows of a table. Problems, with nothing added: a table whose header is none of those known or lacks a
// column, or text that is not CSV.
Problems add_cases(Cases& all, std::string_view csv, const Catalog& catalog, const std::string& file);

// A row of a table becomes a case, or a reason as text where nothing can be predicted for it. All cells that it has are
// read before, so that every wrong one is found.
struct Outcome {
  std::optional<Case> made;
  std::string why_not;
};
Outcome inference_case(Case c, const Row& row, const Catalog& catalog);
Outcome training_speed_case(Case c, const Row& row, const Catalog& catalog);
Outcome training_memory_case(Case c, const Row& row, const Catalog& catalog);
Outcome other_case(Case c, const Row& row, const Catalog& catalog);
// Rows of the training table that count images.
Outcome image_training_case(Case c, const Row& row, const Catalog& catalog);

// When the software of a run came out, else when it was measured: a year, a month or a day.
std::optional<std::string> date_of(const Row& row);

}  // namespace ridgepoint::validation
