#include "tools/validate/other_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/validate/names.h"

namespace ridgepoint::validation {

bool begins(std::string_view text, std::string_view part) { return text.substr(0, part.size()) == part; }

// "bf16 (autocast of fp32)" begins with what is multiplied. ComfyUI keeps weights in FP8 and multiplies in 16 bits.
std::string weights_in(std::string_view precision, std::string_view notes) {
  if (contains(notes, "comfyui") && begins(precision, "fp8")) return "w8a16-int8";
  for (std::string_view format : {"fp8", "int8", "fp32", "bf16"})
    if (begins(precision, format)) return std::string(format);
  if (begins(precision, "tf32")) return "fp32";
  return begins(precision, "gguf-") ? std::string(precision) : "fp16";
}

// Whether kernels run one by one, as the framework has them.
bool is_eager(const Row& row) {
  const std::string notes = lower(row.text("notes"));
  if (contains(notes, "without compile") || contains(notes, "eager")) return true;
  for (std::string_view compiler : {"compil", "tensorrt", "oneflow", "aitemplate", "stable-fast", "neuron", "core ml",
                                    "onnx", "embeddings-inference", "faster-whisper", "ctranslate2", "whisper.cpp"})
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
    c.reading = Reading::networks_rate;                           // what feeds them is no part of the machine
  } else {
    return false;
  }
  return true;
}

// A batch of a network of the catalog that reads one kind of item.
Case batch_case(Case c, const Row& row, const ModelRecord& model, int batch) {
  Scenario& s = c.scenario;
  s.model.id = model.id;
  s.serve.batch = batch;
  s.serve.eager = is_eager(row);
  s.precision.weights = weights_in(lower(row.text("precision")), "");
  if (c.reading == Reading::latency) c.measured = batch / c.measured;
  c.reading = Reading::samples_rate;
  c.unit = "samples/s";
  return c;
}

Outcome not_computed(const Row& row) { return {{}, "the network " + row.text("model_and_shape") + " is not computed"}; }

// "bge-large-en-v1.5, 449 tokens"
Outcome encoder_case(const Case& base, const Row& row, const Catalog& catalog, int batch, double tokens) {
  const std::string& shape = row.text("model_and_shape");
  const ModelRecord* model = find_model(catalog, shape.substr(0, shape.find(", ")));
  if (!model || model->kind != ModelKind::encoder) return not_computed(row);
  Case c = batch_case(base, row, *model, batch);
  c.scenario.serve.input_tokens = tokens;
  c.regime = "embedding";
  return {std::move(c), ""};
}

// "ResNet-50 224"
Outcome named_image_case(const Case& base, const Row& row, const Catalog& catalog, int batch, int size) {
  const std::string& shape = row.text("model_and_shape");
  const ModelRecord* model = find_model(catalog, shape.substr(0, shape.rfind(' ')));
  if (!model || model->kind != ModelKind::vision) return not_computed(row);
  Case c = batch_case(base, row, *model, batch);
  c.scenario.serve.width = c.scenario.serve.height = size;
  c.regime = "images";
  return {std::move(c), ""};
}

// Seconds of "13 min audio", "823 s audio", "2.5 h audio".
std::optional<double> audio_in(std::string_view shape) {
  static constexpr std::pair<std::string_view, double> kUnits[] = {
      {" s audio", 1}, {" min audio", 60}, {" h audio", 3600}};
  for (const auto& [unit, seconds] : kUnits) {
    const std::size_t at = shape.find(unit);
    if (at == std::string_view::npos) continue;
    const std::size_t begin = shape.find_last_of(' ', at - 1) + 1;
    if (const auto number = number_in(shape.substr(begin, at - begin))) return *number * seconds;
  }
  return std::nullopt;
}

// "Whisper large-v2, 13 min audio, beam 5", "Whisper tiny encoder, 30 s audio", and "Whisper tiny decoder, 256 tokens"
// in the mean of so many.
Outcome speech_case(Case c, const Row& row, const Catalog& catalog) {
  Scenario& s = c.scenario;
  const std::string& shape = row.text("model_and_shape");
  if (contains(row.text("notes"), "qlip")) return {{}, "a compiler that is not known"};
  std::string name = shape.substr(0, shape.find(", "));
  for (const auto& [part, reading] :
       {std::pair<std::string_view, Reading>{" encoder", Reading::audio_encoder}, {" decoder", Reading::text_decoder}})
    if (const std::size_t at = name.find(part); at != std::string::npos) {
      name.erase(at);
      c.reading = reading;
    }
  if (const std::size_t english = name.find(".en"); english != std::string::npos) name.erase(english);
  const ModelRecord* model = find_model(catalog, name);
  if (!model || model->kind != ModelKind::speech) return not_computed(row);
  s.model.id = model->id;
  s.serve.audio_s = audio_in(shape);
  if (const auto tokens = number_before(shape, " tokens")) s.serve.output_tokens = *tokens;
  s.serve.batch = row.count("batch").value_or(1);
  s.serve.eager = is_eager(row);
  s.precision.weights = weights_in(lower(row.text("precision")), "");
  c.regime = "speech";
  if (c.metric == "realtime_factor") c.measured = s.serve.audio_s.value_or(0) / c.measured;
  if (c.reading == Reading::latency || c.metric == "realtime_factor") c.reading = Reading::transcription;
  if (c.reading == Reading::transcription && s.serve.audio_s) {
    const double windows = std::ceil(*s.serve.audio_s / model->window_s.value_or(30));
    s.serve.batch = std::min(*s.serve.batch, as_count(windows));
  }
  c.unit = c.reading == Reading::media_memory ? "GB" : "s";
  return {std::move(c), ""};
}

std::optional<Reading> other_reading(const std::string& metric) {
  if (metric == "samples_per_s" || metric == "iterations_per_s") return Reading::samples_rate;
  if (metric == "latency_s") return Reading::latency;
  if (metric == "realtime_factor") return Reading::transcription;
  if (metric == "peak_memory_gb") return Reading::media_memory;
  return std::nullopt;
}

// One network that reads sequences or images.
Outcome item_case(const Case& c, const Row& row, const Catalog& catalog) {
  const std::string& shape = row.text("model_and_shape");
  const std::optional<int> batch = row.count("batch");
  if (contains(row.text("notes"), "one of two cores")) return {{}, "a part of a chip"};
  if (c.reading == Reading::media_memory || !batch) return {{}, "one stream of a network whose batch is not said"};
  if (const auto tokens = number_before(shape, " tokens")) return encoder_case(c, row, catalog, *batch, *tokens);
  const std::size_t last = shape.rfind(' ');
  const auto size = last == std::string::npos ? std::nullopt : number_in(shape.substr(last + 1));
  return size ? named_image_case(c, row, catalog, *batch, as_count(*size)) : not_computed(row);
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
  if (!offline && begins(lower(shape), "whisper")) return speech_case(std::move(c), row, catalog);
  if (!offline) return item_case(c, row, catalog);
  if (!set_offline(c, row)) return not_computed(row);
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
  const int each = s.train.global_batch ? std::max(1, *s.train.global_batch / *s.hardware.count) : kOfflineBatch;
  s.train.micro_batch = row.count("micro_batch").value_or(each);
  const bool images = known->kind == ModelKind::vision;
  if (!images && *s.hardware.count > 1) s.train.micro_batch = std::min(*s.train.micro_batch, 32);
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
