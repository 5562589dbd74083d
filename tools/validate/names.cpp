#include "tools/validate/names.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "engine/facts/accelerator_names.h"

namespace ridgepoint::validation {
namespace {

constexpr int kVocab = 128256;  // of Llama 3, where nothing else is known
constexpr int kExperts = 128, kExpertsPerToken = 8;
constexpr double kHeadDim = 128;
constexpr double kLargestModel = 100000;  // 1e9 parameters, as in scenarios

// A model from what a row says of it: width of the feed-forward so that the parameters come out.
ModelRecord model_record(double params_b, double active_b, int layers, int hidden, int heads) {
  ModelRecord m;
  m.id = kModelOfRow;
  m.name = "model of the row";
  m.layers = layers;
  m.hidden = hidden;
  m.heads = heads;
  const bool moe = active_b > 0 && active_b < params_b;
  if (params_b > 3 || moe) m.kv_heads = std::min(heads, 8);
  m.head_dim = std::max(1, hidden / heads);
  m.vocab = params_b < 3 ? 50368 : kVocab;
  const double tables = 2.0 * m.vocab * hidden;
  const double attention = 2.0 * hidden * *m.head_dim * (heads + m.kv_heads.value_or(heads));
  const double in_matrices = (moe ? active_b : params_b) * 1e9 - tables;
  const double width = std::max(1.0, (in_matrices / layers - attention) / (3.0 * hidden));
  if (!moe) {
    m.intermediate = as_count(width);
    return m;
  }
  m.kind = ModelKind::moe;
  m.experts = kExperts;
  m.experts_per_token = kExpertsPerToken;
  const double routed = (params_b - active_b) * 1e9 / layers / (kExperts - kExpertsPerToken) / (3.0 * hidden);
  m.expert_intermediate = as_count(routed);
  const double shared = width - kExpertsPerToken * routed;
  if (shared >= 1) m.shared_intermediate = as_count(shared);
  return m;
}

// Depth and width usual for a size: hidden near 112 x layers, as in the Llama 3 family.
ModelRecord moe_of_size(double params_b, double active_b) {
  const double dense = std::sqrt(params_b * active_b);  // between what it holds and what it computes
  const int layers = std::clamp(as_count(std::round(24 + 9 * std::log2(std::max(1.0, dense / 3)))), 16, 96);
  const int hidden = std::min(as_count(std::round(1.4 * std::cbrt(active_b))), 1000) * 1024;
  return model_record(params_b, active_b, layers, hidden, hidden / static_cast<int>(kHeadDim));
}

bool use(Scenario& scenario, ModelRecord record) {
  scenario.model.id = record.id;
  scenario.overrides.models.push_back(std::move(record));
  return true;
}

// The number that stands right before the first of these words, or right after; 0 where there is none.
double number_beside(const std::string& text, std::string_view words, bool before) {
  const auto digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]));
  };
  const std::size_t at = text.find(words);
  if (at == std::string::npos) return 0;
  std::size_t begin = before ? at : at + words.size(), end = begin;
  while (before && begin > 0 && digit(begin - 1)) --begin;
  while (!before && digit(end)) ++end;
  return number_in(std::string_view(text).substr(begin, end - begin)).value_or(0);
}

// A CPU with what else a row says of it: how fast its memory was, how many sockets work as one device, with their
// bandwidth, rates and memory together, and threads where there are fewer than cores: the others' vector units lie
// idle, while few cores draw all that memory gives.
std::string as_described(Scenario& scenario, const Accelerator& cpu, const Row& row) {
  const double sockets = row.number("sockets").value_or(1), usual = number_beside(cpu.memory_type, "-", false);
  const double faster = usual > 0 ? row.number("memory_mts").value_or(usual) / usual : 1;
  const double cores = sockets * number_beside(cpu.name, " cores", true);
  const double working = sockets * (cores > 0 ? std::min(1.0, row.number("threads").value_or(cores) / cores) : 1);
  if (sockets == 1 && faster == 1 && working == 1) return cpu.id;
  Accelerator own = cpu;
  own.id = "described-" + cpu.id;
  own.memory_gb *= sockets;
  if (own.bandwidth) own.bandwidth = faster * sockets * *own.bandwidth;
  for (auto& rate : own.rates.by)
    if (rate) rate = working * *rate;
  scenario.overrides.accelerators.push_back(own);
  return own.id;
}

// A device by its spelling, refused where there is none.
const Accelerator* device_of(const Catalog& catalog, const Row& row, const std::string& spelled) {
  const Accelerator* known = find_accelerator(catalog, named("gpu", spelled));
  if (!known) row.refuse_name("gpu", "a device of the catalog", nearest_accelerators(spelled, catalog.accelerators));
  return known;
}

}  // namespace

const Accelerator* set_device(Scenario& scenario, const Catalog& catalog, const Row& row) {
  const std::string& spelled = row.text("gpu");
  const std::size_t first = spelled.find(" + "), last = spelled.rfind(" + ");
  HardwareChoice& hardware = scenario.hardware;
  hardware.count = row.count("gpu_count").value_or(1);
  const Accelerator* known = device_of(catalog, row, spelled.substr(0, first));
  if (!known) return nullptr;
  hardware.accelerator = known->id;
  if (last != std::string::npos) {
    const Accelerator* host = device_of(catalog, row, spelled.substr(last + 3));
    if (!host) return nullptr;
    hardware.host = as_described(scenario, *host, row);
  } else if (known->segment == Segment::cpu) {
    hardware.accelerator = as_described(scenario, *known, row);
  } else if (const auto memory = row.number("memory_gb")) {
    Accelerator device = *known;
    device.id = "measured-device";
    device.memory_gb = *memory;
    device.usable_memory = gibibytes(*memory * 0.985);  // as on most cards: GiB, less what the driver keeps
    hardware.accelerator = device.id;
    scenario.overrides.accelerators.push_back(std::move(device));
  }
  return known;
}

const NumberFormat* format_of(const Catalog& catalog, const Row& row, std::string_view column,
                              const std::string& spelled) {
  const NumberFormat* known = find_format(catalog, spelled);
  if (!known) row.refuse_name(column, "a format of the catalog", nearest(spelled, ids_of(catalog.formats)));
  return known;
}

bool set_model(Scenario& scenario, const Catalog& catalog, const Row& row) {
  if (const ModelRecord* known = find_model(catalog, row.meant("model"))) {
    scenario.model.id = known->id;
    return true;
  }
  const std::optional<double> params = row.number("params_b");
  const bool sized = params && *params > 0 && *params <= kLargestModel;
  if (!sized && row.text("params_b").empty())
    row.refuse_name("model", "a model of the catalog, or the size of another in params_b",
                    nearest_models(catalog, row.text("model")));
  else if (!sized)
    row.refuse("params_b", "billions of parameters, above 0 and at most 100000");
  const std::optional<int> layers = row.count("layers"), hidden = row.count("hidden"), heads = row.count("heads");
  const double active = row.number("active_b").value_or(0);
  if (!sized) return false;
  if (layers && hidden && heads) return use(scenario, model_record(*params, active, *layers, *hidden, *heads));
  if (active > 0 && active < *params) return use(scenario, moe_of_size(*params, active));
  scenario.model.id.clear();
  scenario.model.params_b = *params;
  return true;
}

}  // namespace ridgepoint::validation
