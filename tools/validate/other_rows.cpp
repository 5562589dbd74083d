// Rows of models that are no token decoders, by what a model of the catalog is; their training, where it counts images.
#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/validate/cases.h"
#include "tools/validate/names.h"

namespace ridgepoint::validation {
namespace {

// Submitters choose the batch; large enough not to matter.
int offline_batch(ModelKind kind) {
  if (kind == ModelKind::diffusion) return 4;
  return kind == ModelKind::speech ? 64 : 256;
}
// Of rows that count iterations of the denoiser: so many that the text encoder and the image decoder do not matter.
constexpr int kManySteps = 1000;

// A network of images by the row's own figures.
bool set_network(Scenario& s, const Catalog& catalog, const Row& row) {
  ModelRecord record;
  record.id = record.name = row.text("network");
  record.kind = ModelKind::vision;
  record.params_b = row.number("params_m").value_or(0) / 1e3;
  record.gflop_per_image = 2 * row.number("gmacs").value_or(0);
  record.image_size = row.count("width");
  record.layers = row.count("layers").value_or(0);
  record.hidden = row.count("hidden").value_or(0);
  record.patch = row.count("patch");
  record.activations_m = row.number("activations_m");
  if (record.params_b <= 0 || record.gflop_per_image <= 0) {
    if (!record.id.empty())
      row.refuse_name("network", "a model of the catalog, or the params_m and gmacs of another",
                      nearest_models(catalog, record.id));
    return false;
  }
  s.model.id = record.id;
  s.overrides.models.push_back(std::move(record));
  return true;
}

void set_choices(ServeChoice& serve, const Row& row) {
  serve.eager = row.yes("eager");
  serve.width = row.count("width");
  serve.height = row.count("height");
  serve.steps = row.count("steps");
  serve.audio_s = row.number("audio_s");
  serve.purpose = RequestPurpose::general;
  serve.input_tokens = row.number("tokens");
  serve.output_tokens = row.number("answer_tokens");
  if (!row.text("guidance").empty()) serve.guidance = row.yes("guidance");
}

// Times of a batch as items a second of it.
void count_items(Case& c, const char* unit) {
  const int batch = *c.scenario.serve.batch;
  if (c.metric == "iterations_per_s") {
    c.measured *= static_cast<double>(batch) / kManySteps;
    c.scenario.serve.steps = kManySteps;
  }
  if (c.reading == Reading::latency) c.measured = batch / c.measured;
  c.reading = Reading::samples_rate;
  c.unit = unit;
}

void time_audio(Case& c, const ModelRecord& model) {
  ServeChoice& serve = c.scenario.serve;
  const double audio = serve.audio_s.value_or(0);
  if (c.metric == "realtime_factor") c.measured = audio / c.measured;
  if (c.reading == Reading::latency) c.reading = Reading::transcription;
  if (c.reading == Reading::transcription && serve.audio_s)
    serve.batch = std::min(*serve.batch, as_count(std::ceil(audio / model.window_s.value_or(30))));
}

}  // namespace

Outcome other_case(Case c, const Row& row, const Catalog& catalog) {
  Scenario& s = c.scenario;
  s.workload = Workload::serve;
  const bool placed = set_device(s, catalog, row);
  const ModelRecord* known = find_model(catalog, row.text("network"));
  if (known) s.model.id = known->id;
  const ModelKind kind = known ? known->kind : ModelKind::vision;
  const bool media = kind == ModelKind::vision || kind == ModelKind::encoder || kind == ModelKind::diffusion ||
                     kind == ModelKind::speech;
  const bool networked = known || set_network(s, catalog, row);
  const std::string& own = row.text("weights");
  const NumberFormat* weights = own.empty() ? format_of(catalog, row, "precision", row.meant("precision"))
                                            : format_of(catalog, row, "weights", own);
  const bool offline = row.text("batch").substr(0, 3) == "max";
  s.serve.batch = offline ? offline_batch(kind) : row.count("batch").value_or(1);
  // As if the whole device did what a part of it did.
  if (const auto share = row.number("device_share")) s.serve.batch = as_count(*s.serve.batch / *share);
  set_choices(s.serve, row);
  if (!placed) return {{}, "the device " + row.text("gpu") + " is not known"};
  if (!media || !networked) return {{}, "the network " + row.text("model_and_shape") + " is not computed"};
  if (!weights) return {{}, "the format " + row.text("precision") + " is not known"};
  s.precision.weights = weights->id;
  if (row.text("unit") == "tokens") c.scale = 1 / s.serve.answer();
  if (offline) {
    c.regime = "other models, offline";
  } else if (kind == ModelKind::vision || kind == ModelKind::encoder) {
    c.regime = kind == ModelKind::vision ? "images" : "embedding";
    count_items(c, "samples/s");
  } else if (kind == ModelKind::speech) {
    c.regime = "speech";
    time_audio(c, *known);
  } else if (c.reading == Reading::media_memory) {
    c.regime = "memory, image generation";
  } else {
    c.regime = "image generation";
    count_items(c, "images/s");
  }
  return {std::move(c), ""};
}

Outcome image_training_case(Case c, const Row& row, const Catalog& catalog) {
  Scenario& s = c.scenario;
  TrainChoice& t = s.train;
  const bool placed = set_device(s, catalog, row);
  const ModelRecord* known = find_model(catalog, row.meant("model"));
  if (known)
    s.model.id = known->id;
  else
    row.refuse_name("model", "a model of the catalog", nearest_models(catalog, row.text("model")));
  s.workload = Workload::train;
  t.recipe = row.word<Recipe>("recipe").value_or(Recipe::autocast);
  t.global_batch = row.count("global_batch_seqs");
  const int each = t.global_batch ? std::max(1, *t.global_batch / *s.hardware.count) : offline_batch(ModelKind::vision);
  t.micro_batch = row.count("micro_batch").value_or(each);
  if (known && known->kind != ModelKind::vision && *s.hardware.count > 1) t.micro_batch = std::min(*t.micro_batch, 32);
  if (t.global_batch && *t.global_batch % *t.micro_batch != 0) t.micro_batch = 1;
  // Networks of images are recomputed only where a row says so: published batches fitted as they were.
  t.checkpointing = row.word<Checkpointing>("activation_checkpointing").value_or(Checkpointing::none);
  t.image_size = row.count("image_size");
  t.compiled = row.yes("compiled");
  if (!placed) return {{}, "the device " + row.text("gpu") + " is not known"};
  if (!known) return {{}, "the model " + row.text("model") + " is not known"};
  c.regime = "training, images";
  return {std::move(c), ""};
}

}  // namespace ridgepoint::validation
