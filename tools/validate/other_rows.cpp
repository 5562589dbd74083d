#include "tools/validate/other_rows.h"

#include <algorithm>
#include <utility>

#include "tools/validate/names.h"

namespace ridgepoint::validation {

bool begins(std::string_view text, std::string_view part) { return text.substr(0, part.size()) == part; }

// "bf16 (autocast of fp32)" begins with what is multiplied. ComfyUI keeps weights in FP8 and multiplies in 16 bits.
std::string weights_in(std::string_view precision, std::string_view notes) {
  if (contains(notes, "comfyui") && begins(precision, "fp8")) return "w8a16-int8";
  for (std::string_view format : {"fp8", "int8", "fp32", "bf16"})
    if (begins(precision, format)) return std::string(format);
  return begins(precision, "gguf-") ? std::string(precision) : "fp16";
}

// Whether kernels run one by one, as the framework has them.
bool is_eager(const Row& row) {
  const std::string notes = lower(row.text("notes"));
  if (contains(notes, "without compile")) return true;
  for (std::string_view compiler : {"compil", "tensorrt", "oneflow", "aitemplate", "stable-fast", "neuron", "core ml",
                                    "onnx", "embeddings-inference"})
    if (contains(notes, compiler)) return false;
  return true;
}

namespace {

constexpr double kTokensSquad = 178;    // mean length of MLPerf's BERT samples, which are not padded
constexpr double kTokensAClip = 58;     // MLPerf's Whisper: 45,024 tokens/s (v5.1) over 777 clips/s (v6.0), eight B200
constexpr int kOfflineBatch = 256;      // submitters choose it; large enough not to matter
constexpr int kOfflineBatchImages = 4;  // diffusion
constexpr int kOfflineBatchSpeech = 64;

// Layers, hidden size and patch of transformers that the catalog does not have.
struct Transformer {
  std::string_view name;
  int layers, hidden, patch;
};
constexpr Transformer kTransformers[] = {
    {"vit_tiny_patch16_224", 12, 192, 16},        {"beit_large_patch16_224", 24, 1024, 16},
    {"deit3_base_patch16_224", 12, 768, 16},      {"eva02_large_patch14_448", 24, 1024, 14},
    {"eva_giant_patch14_224", 40, 1408, 14},      {"vit_gigantic_patch14_clip_224", 48, 1664, 14},
    {"vit_large_patch14_clip_336", 24, 1024, 14}, {"vit_so400m_patch14_siglip_224", 27, 1152, 14},
};
// Millions of activation values at an image size, of networks that the catalog does not have.
struct Network {
  std::string_view name;
  double activations_m, size;
};
constexpr Network kNetworks[] = {
    {"efficientnet_b4", 34.76, 320}, {"regnety_160", 23.04, 224}, {"maxvit_base_tf_224", 95.01, 224}};
constexpr double kUsualActivations = 11.1;  // ResNet-50 at 224 pixels, where nothing is known

// "resnet50 @224 (25.56M params; 4.11 GMACs)"
struct ImageModel {
  std::string name;
  int size = 224;
  double params_m = 0, gmacs = 0;
};
std::optional<ImageModel> image_model(std::string_view text) {
  const std::size_t at = text.find(" @");
  const std::size_t params_end = text.find("M params"), macs_end = text.find(" GMACs");
  if (at == std::string_view::npos || params_end == std::string_view::npos || macs_end == std::string_view::npos)
    return std::nullopt;
  ImageModel m;
  m.name = std::string(text.substr(0, at));
  m.size = as_count(number_after(text, " @").value_or(224));
  m.params_m = number_after(text, "(").value_or(0);
  m.gmacs = number_after(text, "params; ").value_or(0);
  if (m.params_m <= 0 || m.gmacs <= 0) return std::nullopt;
  return m;
}

void use_image_model(Scenario& s, const Catalog& catalog, const ImageModel& m) {
  s.model.id = m.name;
  if (const ModelRecord* known = find_model(catalog, m.name)) {
    s.model.id = known->id;
    return;
  }
  ModelRecord record;
  record.id = record.name = m.name;
  record.kind = ModelKind::vision;
  record.params_b = m.params_m / 1e3;
  record.gflop_per_image = 2 * m.gmacs;
  record.image_size = m.size;
  for (const Transformer& t : kTransformers)
    if (t.name == m.name) {
      record.layers = t.layers;
      record.hidden = t.hidden;
      record.patch = t.patch;
    }
  double activations = kUsualActivations * (m.size / 224.0) * (m.size / 224.0);
  for (const Network& n : kNetworks)
    if (n.name == m.name) activations = n.activations_m * (m.size / n.size) * (m.size / n.size);
  if (!record.patch) record.activations_m = activations;
  s.overrides.models.push_back(std::move(record));
}

// Offline submissions of MLPerf by what they run; false for networks that are not computed.
bool set_offline(Case& c, const Row& row) {
  Scenario& s = c.scenario;
  const std::string& shape = row.text("model_and_shape");
  const std::string precision = lower(row.text("precision"));
  const bool int8 = contains(precision, "int8") && !contains(precision, "fp16");
  s.serve.batch = kOfflineBatch;
  if (begins(shape, "ResNet-50")) {
    s.model.id = "resnet50";
    s.precision.weights = "int8";
  } else if (begins(shape, "BERT")) {
    s.model.id = "bert-large";
    s.precision.weights = int8 ? "int8" : "fp8";
    s.serve.input_tokens = kTokensSquad;
  } else if (begins(shape, "SDXL")) {
    s.model.id = "sdxl-base";
    s.precision.weights = "fp8";
    s.serve.batch = kOfflineBatchImages;
    s.serve.steps = 20;
  } else if (begins(shape, "Whisper")) {
    s.model.id = "whisper-large-v3";
    s.precision.weights = contains(precision, "bf16") ? "bf16" : contains(precision, "fp32") ? "fp32" : "fp16";
    s.serve.batch = kOfflineBatchSpeech;
    s.serve.output_tokens = kTokensAClip;
    if (shape == "Whisper-large-v3") c.scale = 1 / kTokensAClip;  // v5.1 counts tokens
  } else {
    return false;
  }
  return true;
}

// "bge-large-en-v1.5, 449 tokens"
Outcome encoder_case(Case c, const Row& row, const ModelRecord& model, double tokens) {
  Scenario& s = c.scenario;
  s.model.id = model.id;
  s.serve.input_tokens = tokens;
  s.serve.batch = row.count("batch");
  s.serve.eager = is_eager(row);
  s.precision.weights = weights_in(lower(row.text("precision")), "");
  if (c.reading == Reading::latency) c.measured = s.serve.batch.value_or(1) / c.measured;
  c.reading = Reading::samples_rate;
  c.unit = "samples/s";
  c.regime = "embedding";
  return {std::move(c), ""};
}

std::optional<Reading> other_reading(const std::string& metric) {
  if (metric == "samples_per_s" || metric == "iterations_per_s") return Reading::samples_rate;
  if (metric == "latency_s") return Reading::latency;
  if (metric == "peak_memory_gb") return Reading::media_memory;
  return std::nullopt;
}

}  // namespace

Outcome other_case(const Row& row, const Catalog& catalog) {
  Case c;
  Scenario& s = c.scenario;
  c.metric = row.text("metric");
  const auto reading = other_reading(c.metric);
  const auto value = row.number("value");
  if (!reading || !value || !(*value > 0)) return {{}, "no figure of the estimate is measured"};
  c.reading = *reading;
  c.measured = *value;
  c.unit = *reading == Reading::samples_rate ? "samples/s" : *reading == Reading::latency ? "s" : "GB";
  s.workload = Workload::serve;
  if (!set_device(s, catalog, row.text("gpu"))) return {{}, "the device " + row.text("gpu") + " is not known"};
  s.hardware.count = row.count("gpu_count").value_or(1);
  if (const auto image = image_model(row.text("model_and_shape"))) {
    use_image_model(s, catalog, *image);
    s.precision.weights = contains(lower(row.text("precision")), "bf16") ? "bf16" : "fp16";
    s.serve.batch = row.count("batch").value_or(kOfflineBatch);
    s.serve.width = s.serve.height = image->size;
    s.serve.eager = !contains(row.text("notes"), "compile");
    c.regime = "images";
    return {std::move(c), ""};
  }
  const std::string& shape = row.text("model_and_shape");
  const bool offline = begins(row.text("batch"), "max");
  if (!offline)
    if (std::optional<Outcome> made = picture_case(c, row, catalog)) return std::move(*made);
  const std::size_t comma = shape.find(", "), tokens = shape.find(" tokens");
  if (!offline && c.reading != Reading::media_memory && comma != std::string::npos && tokens != std::string::npos) {
    const ModelRecord* model = find_model(catalog, shape.substr(0, comma));
    const auto length = number_in(shape.substr(comma + 2, tokens - comma - 2));
    if (model && length && row.count("batch")) return encoder_case(std::move(c), row, *model, *length);
    return {{}, "the network " + shape + " is not computed"};
  }
  if (!offline) return {{}, "one stream of a network whose batch is not said"};
  if (!set_offline(c, row)) return {{}, "the network " + shape + " is not computed"};
  c.regime = "other models, offline";
  return {std::move(c), ""};
}

Outcome image_training_case(const Row& row, const Catalog& catalog) {
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"resnet50 v1.5", "resnet50"}, {"Stable Diffusion v2", "sd-1.5"}, {"Flux.1", "flux.1-dev"}};
  Case c;
  Scenario& s = c.scenario;
  c.metric = row.text("metric");
  c.reading = Reading::train_samples_rate;
  c.measured = row.number("value").value_or(0);
  c.unit = "images/s";
  if (!(c.measured > 0)) return {{}, "no figure of the estimate is measured"};
  if (!set_device(s, catalog, row.text("gpu"))) return {{}, "the device " + row.text("gpu") + " is not known"};
  std::string name = row.text("model");
  for (const auto& [spelled, id] : kNames)
    if (begins(name, spelled)) name = id;
  const ModelRecord* known = find_model(catalog, name);
  if (!known) return {{}, "the model " + row.text("model") + " is not known"};
  s.model.id = known->id;
  s.workload = Workload::train;
  s.hardware.count = row.count("gpu_count").value_or(1);
  const std::string& precision = row.text("precision");
  s.train.recipe = precision == "fp32" || precision == "tf32" ? Recipe::fp32 : Recipe::autocast;
  s.train.global_batch = row.count("global_batch_seqs");
  const int each = s.train.global_batch ? std::max(1, *s.train.global_batch / s.hardware.count) : kOfflineBatch;
  s.train.micro_batch = row.count("micro_batch").value_or(each);
  const bool images = known->kind == ModelKind::vision;
  if (!images && s.hardware.count > 1) s.train.micro_batch = std::min(*s.train.micro_batch, 32);
  if (s.train.global_batch && *s.train.global_batch % *s.train.micro_batch != 0) s.train.micro_batch = 1;
  // Networks of images are recomputed only where a row says so: published batches fitted as they were.
  const bool full = row.text("activation_checkpointing") == "full";
  s.train.checkpointing = full ? Checkpointing::full : Checkpointing::none;
  if (const auto size = number_after(row.text("notes"), "image ")) s.train.image_size = as_count(*size);
  if (known->kind == ModelKind::diffusion) {
    s.train.image_size = s.train.image_size.value_or(known->id == "flux.1-dev" ? 256 : 512);
    s.train.compiled = true;
  }
  c.regime = "training, images";
  return {std::move(c), ""};
}

}  // namespace ridgepoint::validation
