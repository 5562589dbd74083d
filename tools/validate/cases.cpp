#include "tools/validate/cases.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "engine/base/dates.h"

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
  std::vector<std::string_view> others;  // that it has to have beside those of all: what ran
  Outcome (*make)(Case, const Row&, const Catalog&);
  std::vector<Figure> figures;
};
const Kind kKinds[] = {
    {"batch_or_concurrency",
     {"model", "precision_weights", "engine"},
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
     {"model"},
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
     {"model"},
     training_memory_case,
     {{"fits_yes_no", "", Reading::fits, ""},
      {"max_seq_len", "", Reading::longest_sequence, "tokens"},
      {"peak_gb_total_all_gpus", "", Reading::train_memory_total, "GB"},
      {"peak_gb_per_gpu", "", Reading::train_memory, "GB"},
      {"peak_gb_per_gpu", "allocated", Reading::train_allocated, "GB"},
      {"peak_gb_per_gpu", "reserved", Reading::train_reserved, "GB"}}},
    {"model_and_shape",
     {"precision"},
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
  for (const Kind& kind : kKinds)
    if (table.column(kind.column) < table.header.size()) return &kind;
  return nullptr;
}

Problem unknown_table(const std::string& file) {
  std::string columns;
  for (const Kind& kind : kKinds) columns += (columns.empty() ? "" : ", ") + std::string(kind.column);
  return {"unknown_table", "",
          file +
              ": The header is none of the four tables of measurements: those have id, metric, value, gpu and one "
              "of " +
              columns + ", with commas between."};
}

// A problem of the whole table: without these columns no row says what was measured.
Problems missing_columns(const CsvTable& table, const Kind& kind, const std::string& file) {
  std::vector<std::string_view> wanted = {"id", "metric", "value", "gpu"};
  wanted.insert(wanted.end(), kind.others.begin(), kind.others.end());
  Problems problems;
  for (const std::string_view column : wanted)
    if (table.column(column) == table.header.size())
      note(problems, "missing_column", "", file + ": The header has no column " + std::string(column) + ".",
           nearest(column, table.header));
  return problems;
}

// "silicon-0012" -> "silicon"; ids without a dash stand under their letter.
std::string source_of(const Row& row) {
  const std::string& id = row.text("id");
  const std::size_t dash = id.rfind('-');
  if (dash != std::string::npos) return id.substr(0, dash);
  const std::string& source = row.text("source");
  return source.empty() ? id.substr(0, 1) : source;
}

// The meaning of `figure` and `metric`; refuses the one that the table does not have.
const Figure* meaning_of(const Row& row, const Kind& kind) {
  std::vector<std::string> metrics, figures;
  for (const Figure& f : kind.figures) {
    if (f.metric == row.text("metric") && f.figure == row.text("figure")) return &f;
    if (f.metric == row.text("metric")) figures.emplace_back(f.figure.empty() ? "nothing" : f.figure);
    if (metrics.empty() || metrics.back() != f.metric) metrics.emplace_back(f.metric);
  }
  row.refuse_word(figures.empty() ? "metric" : "figure", figures.empty() ? metrics : figures);
  return nullptr;
}

// Returns what was measured, as far as the row says it.
Case figure_of(const Row& row, const Kind& kind) {
  Case c;
  c.id = row.text("id");
  c.source = source_of(row);
  c.metric = row.text("metric");
  if (const Figure* figure = meaning_of(row, kind)) {
    c.reading = figure->reading;
    c.unit = figure->unit;
    c.decodes_alone = figure->figure == "alone";
  }
  if (c.reading == Reading::fits) {
    c.outcome = row.yes("value") ? "yes" : "no";
    if (row.text("value").empty()) row.refuse("value", "yes or no");
    return c;
  }
  c.measured = row.number("value").value_or(0);
  if (c.measured <= 0) row.refuse("value", "a number above 0");
  const std::string& unit = row.text("unit");
  if (unit == "GiB")
    c.scale = kGib;
  else if (unit == "MiB")
    c.scale = kGib / 1024;
  else if (!unit.empty() && unit != "tokens" && unit != c.unit)
    row.refuse("unit", "GiB or MiB of what is in GB, tokens of what is in samples, or nothing");
  return c;
}

// Why a run whose source is right may be told by few: what `hard` may say.
constexpr std::string_view kHard[] = {"requests waited or were begun anew", "software that was not tuned for it yet",
                                      "the host set the pace",
                                      "unlike other runs, for no reason that its source gives"};

std::string hard_of(const Row& row) {
  const std::string& why = row.text("hard");
  if (!why.empty() && std::find(std::begin(kHard), std::end(kHard), why) == std::end(kHard))
    row.refuse_word("hard", {std::begin(kHard), std::end(kHard)});
  return why;
}

Outcome outcome_of(const Row& row, const Kind& kind, const Catalog& catalog) {
  if (!row.wrong().empty()) return {{}, ""};
  if (const std::string& why = row.text("left_out"); !why.empty()) return {{}, why};
  if (row.text("metric") == "time_to_train_min") return {{}, "time to a target quality: steps are not predicted"};
  Case c = figure_of(row, kind);
  c.hard = hard_of(row);
  return kind.make(std::move(c), row, catalog);
}

}  // namespace

std::optional<std::string> date_of(const Row& row) {
  const char* column = row.text("software_date").empty() ? "date" : "software_date";
  const std::string& date = row.text(column);
  if (!date.empty() && !is_date(date)) row.refuse(column, "a year, a month or a day: 2025, 2025-03 or 2025-03-31");
  return date.empty() ? std::nullopt : std::optional(date);
}

Problems add_cases(Cases& all, std::string_view csv, const Catalog& catalog, const std::string& file) {
  const Result<CsvTable> table = read_csv(csv);
  if (!table) return {{"bad_csv", "", file + ": " + table.problems().front().message}};
  const Kind* kind = kind_of(*table);
  if (!kind) return {unknown_table(file)};
  if (Problems missing = missing_columns(*table, *kind, file); !missing.empty()) return missing;
  for (std::size_t i = 0; i < table->rows.size(); ++i) {
    const Row row(*table, i);
    Outcome outcome = outcome_of(row, *kind, catalog);
    if (!row.wrong().empty()) {
      outcome = {{}, "a cell is wrong"};
      ++all.left_out;
    }
    for (WrongCell cell : row.wrong()) {
      cell.file = file;
      all.wrong.push_back(std::move(cell));
    }
    if (outcome.made)
      all.cases.push_back(std::move(*outcome.made));
    else
      all.skipped.push_back({row.text("id"), std::move(outcome.why_not)});
  }
  return {};
}

}  // namespace ridgepoint::validation
