#include "engine/json/import_api.h"

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "engine/import/import.h"
#include "engine/json/answered.h"
#include "engine/json/reader.h"
#include "engine/json/value_tree.h"
#include "engine/json/writer.h"

namespace ridgepoint::json {
namespace {

using import::Adapter;
using import::Imported;

Json adapter_json(const Adapter& adapter) {
  Json out = Json::object();
  out["rank"] = adapter.rank;
  if (adapter.params > 0) out["params"] = to_json(adapter.params);
  out["targets"] = Json::array();
  for (const std::string& target : adapter.targets) out["targets"].push_back(target);
  if (!adapter.base.empty()) out["base"] = adapter.base;
  return out;
}

Json model_json(ModelRecord model) {
  JsonWriter writer;
  visit(model, writer);
  return writer.take_value();
}

// Gives what an estimate of the model would refuse, with pointers into the file where it has a name for the field.
Problems import_problems(const Imported& imported) {
  const Json written = model_json(imported.model);
  JsonReader reader(written);
  ModelRecord read;
  visit(read, reader);
  reader.finish();
  Problems problems = std::move(reader.problems);
  const bool has_shapes = imported.kind != "safetensors_index";
  if (problems.empty() && has_shapes) problems = architecture_of(read, "").problems();
  return in_file(std::move(problems), imported);
}

Json import_json(import::Step step) {
  Json out = Json::object();
  out["ok"] = true;
  if (step.needs > 0) {
    out["needs"] = step.needs;
    return out;
  }
  Imported& imported = step.imported;
  out["kind"] = imported.kind;
  if (imported.adapter)
    out["adapter"] = adapter_json(*imported.adapter);
  else
    out["model"] = model_json(std::move(imported.model));
  if (!imported.format.empty()) out["format"] = imported.format;
  if (!imported.kv_format.empty()) out["kv_format"] = imported.kv_format;
  if (imported.bytes) out["bytes"] = to_json(*imported.bytes);
  if (imported.bits_per_weight) out["bits_per_weight"] = to_json(*imported.bits_per_weight);
  out["assumptions"] = Json::array();
  for (const std::string& sentence : imported.assumptions) out["assumptions"].push_back(sentence);
  return out;
}

}  // namespace

std::string import_model(std::string_view bytes, double file_size, const std::string& name) {
  return answered([&]() -> Result<Json> {
    if (!(file_size >= 0 && file_size <= 9007199254740992.0) || std::floor(file_size) != file_size)
      return Problem{"bad_file", "", "The size of the file must be a whole number of bytes."};
    const std::span<const std::uint8_t> start(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    Result<import::Step> step =
        import::import_file(start, static_cast<std::uint64_t>(file_size), name, &parse_value_tree);
    if (!step.ok()) return step.problems();
    if (step->needs == 0 && !step->imported.adapter) {
      Problems problems = import_problems(step->imported);
      if (!problems.empty()) return problems;
    }
    return import_json(std::move(step).value());
  });
}

std::size_t bytes_needed(std::string_view document) {
  constexpr std::string_view kStart = "{\"ok\":true,\"needs\":";
  if (document.substr(0, kStart.size()) != kStart) return 0;
  std::size_t needed = 0;
  for (const char c : document.substr(kStart.size())) {
    if (c < '0' || c > '9') break;
    needed = 10 * needed + static_cast<std::size_t>(c - '0');
  }
  return needed;
}

}  // namespace ridgepoint::json
