#include "tools/validate/cases.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace ridgepoint::validation {
namespace {

constexpr double kGib = 1.073741824;  // GB in a GiB

// What the columns `metric` and `figure` mean.
struct Figure {
  std::string_view metric, figure;
  Reading reading;
  const char* unit;
};

// A table is known by a column that only it has, or that those after it have too.
struct Kind {
  std::string_view column;
  Outcome (*make)(Case, const Row&, const Catalog&);
  std::vector<Figure> figures;
};
const Kind kKinds[] = {
    {"batch_or_concurrency",
     inference_case,
     {{"decode_tok_s_per_request", "", Reading::decode_rate, "tokens/s"},
      {"decode_tok_s_per_request", "alone", Reading::decode_rate, "tokens/s"},
      {"decode_tok_s_per_request", "whole", Reading::whole_rate, "tokens/s"},
      {"decode_tok_s_total", "", Reading::output_rate, "tokens/s"},
      {"decode_tok_s_total", "alone", Reading::decode_rate_total, "tokens/s"},
      {"total_tok_s", "", Reading::total_rate, "tokens/s"},
      {"request_per_s", "", Reading::request_rate, "requests/s"},
      {"prefill_tok_s", "", Reading::prefill_rate, "tokens/s"},
      {"ttft_ms", "", Reading::ttft, "ms"},
      {"ttft_ms", "batch", Reading::batch_prefill, "ms"},
      {"tpot_ms", "", Reading::tpot, "ms"},
      {"tpot_ms", "step", Reading::token_gap, "ms"},
      {"memory_gb", "", Reading::inference_memory, "GB"},
      {"memory_gb", "all", Reading::inference_memory_all, "GB"},
      {"memory_gb", "all, kept", Reading::kept_memory_all, "GB"},
      {"memory_gb", "weights", Reading::weights_memory, "GB"},
      {"memory_gb", "cache", Reading::cache_memory, "GB"},
      {"cache_tokens", "", Reading::cache_tokens, "tokens"}}},
    {"global_batch_seqs",
     training_speed_case,
     {{"tokens_per_s_per_gpu", "", Reading::train_tokens_rate_gpu, "tokens/s"},
      {"total_tok_s", "", Reading::train_tokens_rate, "tokens/s"},
      {"tflops_per_gpu", "", Reading::train_tflops, "TFLOP/s"},
      {"mfu_pct", "", Reading::mfu, "%"},
      {"hfu_pct", "", Reading::hfu, "%"},
      {"step_time_s", "", Reading::train_step, "s"},
      {"samples_per_s_total", "", Reading::train_samples_rate, "samples/s"},
      {"iterations_per_s", "", Reading::iteration_rate, "iterations/s"},
      {"images_per_s", "", Reading::train_samples_rate, "images/s"}}},
    {"cpu_offload",
     training_memory_case,
     {{"fits_yes_no", "", Reading::fits, ""},
      {"max_seq_len", "", Reading::longest_sequence, "tokens"},
      {"peak_gb_total_all_gpus", "", Reading::train_memory_total, "GB"},
      {"peak_gb_per_gpu", "", Reading::train_memory, "GB"},
      {"peak_gb_per_gpu", "allocated", Reading::train_allocated, "GB"},
      {"peak_gb_per_gpu", "reserved", Reading::train_reserved, "GB"}}},
    {"model_and_shape",
     other_case,
     {{"samples_per_s", "", Reading::samples_rate, "samples/s"},
      {"samples_per_s", "networks", Reading::networks_rate, "samples/s"},
      {"iterations_per_s", "", Reading::samples_rate, "samples/s"},
      {"latency_s", "", Reading::latency, "s"},
      {"latency_s", "encoder", Reading::audio_encoder, "s"},
      {"latency_s", "decoder", Reading::text_decoder, "s"},
      {"realtime_factor", "", Reading::transcription, "s"},
      {"peak_memory_gb", "", Reading::media_memory, "GB"}}},
};

const Kind* kind_of(const CsvTable& table) {
  const auto has = [&](std::string_view column) { return table.column(column) < table.header.size(); };
  if (!has("id") || !has("metric") || !has("value")) return nullptr;
  for (const Kind& kind : kKinds)
    if (has(kind.column)) return &kind;
  return nullptr;
}

Problems unknown_table() {
  std::string columns;
  for (const Kind& kind : kKinds) columns += (columns.empty() ? "" : ", ") + std::string(kind.column);
  return {{"unknown_table", "",
           "The header is none of the four tables of measurements: those have id, metric, value and one of " + columns +
               "."}};
}

// "silicon-0012" -> "silicon"; ids without a dash stand under their letter.
std::string source_of(const Row& row) {
  const std::string& id = row.text("id");
  const std::size_t dash = id.rfind('-');
  if (dash != std::string::npos) return id.substr(0, dash);
  const std::string& source = row.text("source");
  return source.empty() ? id.substr(0, 1) : source;
}

// What was measured; absent where it is no figure of an estimate.
std::optional<Case> figure_of(const Row& row, const Kind& kind) {
  const std::string &metric = row.text("metric"), &figure = row.text("figure"), &unit = row.text("unit");
  const auto is_it = [&](const Figure& f) { return f.metric == metric && f.figure == figure; };
  const auto found = std::find_if(kind.figures.begin(), kind.figures.end(), is_it);
  if (found == kind.figures.end()) {
    if (!figure.empty()) row.refuse("figure");
    return std::nullopt;
  }
  Case c;
  c.id = row.text("id");
  c.source = source_of(row);
  c.metric = metric;
  c.reading = found->reading;
  c.unit = found->unit;
  c.decodes_alone = figure == "alone";
  if (c.reading == Reading::fits) {
    c.outcome = row.yes("value") ? "yes" : "no";
    return c;
  }
  c.measured = row.number("value").value_or(0);
  if (unit == "GiB")
    c.scale = kGib;
  else if (unit == "MiB")
    c.scale = kGib / 1024;
  else if (!unit.empty() && unit != "tokens")
    row.refuse("unit");
  return c.measured > 0 ? std::optional(c) : std::nullopt;
}

// Why a run whose source is right may be told by few: what `hard` may say.
constexpr std::string_view kHard[] = {"requests waited or were begun anew", "software that was not tuned for it yet",
                                      "the host set the pace",
                                      "unlike other runs, for no reason that its source gives"};

std::string hard_of(const Row& row) {
  const std::string& why = row.text("hard");
  if (!why.empty() && std::find(std::begin(kHard), std::end(kHard), why) == std::end(kHard)) row.refuse("hard");
  return why;
}

Outcome outcome_of(const Row& row, const Kind& kind, const Catalog& catalog) {
  if (const std::string& why = row.text("left_out"); !why.empty()) return {{}, why};
  if (row.text("metric") == "time_to_train_min") return {{}, "time to a target quality: steps are not predicted"};
  std::optional<Case> c = figure_of(row, kind);
  if (!c) return {{}, "no figure of the estimate is measured"};
  c->hard = hard_of(row);
  return kind.make(std::move(*c), row, catalog);
}

}  // namespace

std::optional<std::string> date_of(const Row& row) {
  const std::string& own = row.text("software_date");
  const std::string& date = own.empty() ? row.text("date") : own;
  return date.empty() ? std::nullopt : std::optional(date);
}

Result<Cases> cases_of(std::string_view csv, const Catalog& catalog) {
  Result<CsvTable> table = parse_csv(csv);
  if (!table) return table.problems();
  const Kind* kind = kind_of(*table);
  if (!kind) return unknown_table();
  Cases out;
  for (std::size_t i = 0; i < table->rows.size(); ++i) {
    const Row row(*table, i);
    Outcome outcome = outcome_of(row, *kind, catalog);
    if (!row.refused().empty())
      return Problems{{"bad_cell", "", row.text("id") + ": " + row.refused() + ", which is not one of its values."}};
    if (outcome.made)
      out.cases.push_back(std::move(*outcome.made));
    else
      out.skipped.push_back({row.text("id"), std::move(outcome.why_not)});
  }
  return out;
}

}  // namespace ridgepoint::validation
