#include "engine/json/imported.h"

#include <utility>

#include "engine/json/reader.h"
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

}  // namespace

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

}  // namespace ridgepoint::json
