#include "engine/import/import.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/fields_text.h"
#include "engine/import/config.h"
#include "engine/import/gguf.h"
#include "engine/import/safetensors.h"

namespace ridgepoint::import {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::uint64_t kMostJson = 100000000;
constexpr std::uint64_t kFirstBytes = 16;
constexpr std::size_t kMostFiles = 10;  // given together

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

Result<Step> finished(Result<Imported> imported) {
  if (!imported.ok()) return imported.problems();
  Step step;
  step.imported = std::move(imported).value();
  return step;
}

// The JSON objects of a text one after another: files that were pasted or given together.
std::vector<std::string_view> objects_of(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t from = 0, depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size() && out.size() < kMostFiles; ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && depth > 0 && --depth == 0) {
      out.push_back(text.substr(from, i + 1 - from));
      from = i + 1;
    }
  }
  // What follows is for the parser to complain of.
  if (out.empty() || text.find_first_not_of(" \t\r\n", from) != std::string_view::npos) return {text};
  return out;
}

// Files that lie beside each other as the configuration, with what ModelOpt and the index say under names of their own.
Result<Value> together(const std::vector<std::string_view>& texts, ParseText parse) {
  std::optional<Value> config;
  Value::Object beside;
  for (const std::string_view text : texts) {
    Result<Value> value = parse(text);
    if (!value.ok()) return value.problems();
    if (texts.size() == 1) return value;
    const char* as = value->find("weight_map")                                                    ? "safetensors_index"
                     : value->find_path("quantization.quant_algo") && !value->find("hidden_size") ? "hf_quant_config"
                                                                                                  : nullptr;
    if (as)
      beside.push_back({as, std::move(value).value()});
    else if (!config)
      config = std::move(value).value();
    else
      return Problem{"bad_file", "", "Two configurations were given; give one, and what lies beside it."};
  }
  if (!config || !config->object())
    return Problem{"bad_config", "", "These files lie beside a model's config.json; give it with them."};
  Value::Object all = *config->object();
  all.insert(all.end(), std::make_move_iterator(beside.begin()), std::make_move_iterator(beside.end()));
  return Value(std::move(all));
}

Result<Step> import_json(Bytes start, std::uint64_t file_size, const std::string& name, ParseText parse) {
  if (file_size > kMostJson) return Problem{"too_large", "", "A configuration may have 100,000,000 bytes."};
  if (start.size() < file_size) return Step{.needs = file_size};
  const std::string_view text = text_of(start);
  const std::string_view unmarked = text.substr(text.rfind("\xEF\xBB\xBF", 0) == 0 ? 3 : 0);
  const Result<Value> value = together(objects_of(unmarked), parse);
  if (!value.ok()) return value.problems();
  return finished(value->find("weight_map") ? import_safetensors_index(*value, name) : import_config(*value, name));
}

Result<Step> import_tensors(Bytes start, std::uint64_t file_size, const std::string& name, ParseText parse) {
  const Result<std::uint64_t> header = safetensors_header_size(start, file_size);
  if (!header.ok()) return header.problems();
  if (start.size() < 8 + *header) return Step{.needs = 8 + *header};
  const Result<Value> value = parse(text_of(start.subspan(8, static_cast<std::size_t>(*header))));
  if (!value.ok()) return value.problems();
  return finished(import_safetensors(*value, *header, file_size, name));
}

// Only what stands after the last slash of a path.
std::string file_name(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  return (slash == std::string::npos ? path : path.substr(slash + 1)).substr(0, 200);
}

}  // namespace

void take_the_rest(Imported& imported, double held, double missing, double known, const char* how) {
  const auto millions = [](double params) { return std::to_string(static_cast<long long>(params / 1e6)); };
  if (std::fabs(missing) <= 0.01 * known)
    imported.model.extra_params += missing;
  else
    imported.assumptions.push_back("The file holds " + millions(held) + " million parameters; the layers " + how +
                                   " have " + millions(known) + " million.");
}

Problems in_file(Problems problems, const Imported& imported) {
  for (Problem& problem : problems)
    for (const auto& [field, key] : imported.keys)
      if (problem.path == field) {
        problem.path = key;
        break;
      }
  return problems;
}

FileKind kind_of(Bytes start) {
  if (start.size() >= 4 && std::memcmp(start.data(), "GGUF", 4) == 0) return FileKind::gguf;
  // A safetensors header is JSON behind its length in 8 bytes, whose last ones are zero.
  if (start.size() >= 9 && start[8] == '{' && start[5] == 0 && start[6] == 0 && start[7] == 0)
    return FileKind::safetensors;
  std::size_t at = start.size() >= 3 && std::memcmp(start.data(), "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  while (at < start.size() && (start[at] == ' ' || start[at] == '\n' || start[at] == '\r' || start[at] == '\t')) ++at;
  return at < start.size() && start[at] == '{' ? FileKind::json : FileKind::unknown;
}

namespace {

Result<Step> read_file(Bytes start, std::uint64_t file_size, const std::string& name, ParseText parse) {
  if (file_size == 0) return Problem{"bad_file", "", "The file is empty."};
  if (start.size() > file_size) return Problem{"bad_file", "", "More bytes were given than the file has."};
  if (start.size() < std::min(file_size, kFirstBytes)) return Step{.needs = std::min<std::uint64_t>(file_size, 65536)};
  switch (kind_of(start)) {
    case FileKind::gguf:
      return import_gguf(start, file_size, file_name(name));
    case FileKind::safetensors:
      return import_tensors(start, file_size, file_name(name), parse);
    case FileKind::json:
      return import_json(start, file_size, file_name(name), parse);
    case FileKind::unknown:
      break;
  }
  return Problem{"unknown_file", "",
                 "This is neither a config.json, nor a GGUF or safetensors file, nor the index of one."};
}

// Names in a file are a stranger's.
void clean(Imported& imported) {
  imported.model.name = without_unseen(imported.model.name);
  for (std::string& sentence : imported.assumptions) sentence = without_unseen(sentence);
  if (!imported.adapter) return;
  imported.adapter->base = without_unseen(imported.adapter->base);
  for (std::string& target : imported.adapter->targets) target = without_unseen(target);
}

}  // namespace

Result<Step> import_file(Bytes start, std::uint64_t file_size, const std::string& name, ParseText parse) {
  Result<Step> read = read_file(start, file_size, name, parse);
  if (!read.ok()) return read;
  Step step = std::move(read).value();
  clean(step.imported);
  return step;
}

}  // namespace ridgepoint::import
