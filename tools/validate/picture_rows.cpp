// Rows of images and videos that were made: "SDXL 1024x1024 30 steps", "CogVideoX-2B 720x480, 49 frames, 50 steps".
#include <string>
#include <utility>

#include "tools/validate/names.h"
#include "tools/validate/other_rows.h"

namespace ridgepoint::validation {
namespace {

// By the name before the size; what is distilled runs without guidance.
struct Denoiser {
  std::string_view name, id;
  bool distilled = false;
};
constexpr Denoiser kDenoisers[] = {{"SD 1.4", "sd-1.5"},
                                   {"SD 1.5", "sd-1.5"},
                                   {"SD 2.1", "sd-1.5"},  // the same widths; other text
                                   {"SDXL", "sdxl-base"},
                                   {"SDXL-Turbo", "sdxl-base", true},
                                   {"SD3 Medium", "sd3-medium"},
                                   {"SD 3.5 Medium", "sd3.5-medium"},
                                   {"SD 3.5 Large", "sd3.5-large"},
                                   {"FLUX.1-dev", "flux.1-dev"},
                                   {"FLUX.1-schnell", "flux.1-dev"},
                                   {"Z-Image-Turbo", "z-image-turbo"},
                                   {"Qwen-Image", "qwen-image"},
                                   {"Qwen-Image-2512", "qwen-image"},
                                   {"CogVideoX-2B", "cogvideox-2b"},
                                   {"CogVideoX-5B", "cogvideox-5b"},
                                   {"HunyuanVideo", "hunyuanvideo-13b"},
                                   {"Wan2.1-I2V-14B", "wan2.1-t2v-14b"},
                                   {"Wan2.1-T2V-14B", "wan2.1-t2v-14b"}};
// Of rows that count iterations of the denoiser: so many that the text encoder and the image decoder do not matter.
constexpr int kManySteps = 1000;

struct Picture {
  std::string name;
  int width = 0, height = 0;
  std::optional<int> frames, steps;
};
// Absent where no number stands on both sides of an x.
std::optional<Picture> picture_in(const std::string& shape) {
  const std::size_t by = shape.find('x', shape.find(' '));
  if (by == std::string::npos) return std::nullopt;
  const std::size_t first = shape.find_last_of(' ', by) + 1;
  const auto width = number_in(shape.substr(first, by - first)), height = number_after(shape.substr(by), "x");
  if (!width || !height || first < 2) return std::nullopt;
  Picture p{shape.substr(0, first - 1), as_count(*width), as_count(*height), {}, {}};
  if (const auto frames = number_before(shape, " frames")) p.frames = as_count(*frames);
  if (const auto steps = number_before(shape, " steps")) p.steps = as_count(*steps);
  return p;
}

// Two passes a step, or one, where a row says so.
std::optional<bool> guidance_of(std::string_view notes) {
  for (std::string_view one : {"one pass a step", "no second pass", "guidance 1;", "guidance 1.0"})
    if (contains(notes, one)) return false;
  if (contains(notes, "two passes a step") || contains(notes, "guidance on")) return true;
  return std::nullopt;
}

// False for a network that is not computed.
bool set_network(Scenario& s, const Picture& picture, std::string_view notes, const Catalog& catalog) {
  for (const Denoiser& known : kDenoisers) {
    if (known.name != picture.name) continue;
    const ModelRecord* record = find_model(catalog, known.id);
    if (!record || record->frames.value_or(1) != picture.frames.value_or(1)) continue;
    s.model.id = known.id;
    if (record->guidance) s.serve.guidance = known.distilled ? false : guidance_of(notes);
    return true;
  }
  return false;
}

// PyTorch before 2.0 writes all scores of the attention out unless xformers fuses it.
bool writes_scores(const Row& row, std::string_view notes, bool eager) {
  return eager && row.text("date") < "2023-03" && !(contains(notes, "xformers") && !contains(notes, "no xformers"));
}

std::string_view not_computed(const Case& c, const Row& row, std::string_view precision) {
  const std::string notes = lower(row.text("notes"));
  if (*c.scenario.hardware.count > 1) return "one image over several accelerators";
  for (std::string_view kind : {"weights", "nf4", "autoquant", "sparsify", "dynamic"})
    if (contains(precision, kind)) return "weights that are unpacked, or left out, by a compiler";
  if (contains(precision, "int8") && contains(notes, "bitsandbytes")) return "weights alone in fewer bits";
  for (std::string_view where : {"model offload", "sequential offload", "offloaded", "do not fit"})
    if (contains(notes, where)) return "weights that come from host memory";
  if (writes_scores(row, notes, is_eager(row))) return "an attention whose scores are written out";
  return "";
}

}  // namespace

std::optional<Outcome> picture_case(const Case& base, const Row& row, const Catalog& catalog) {
  const std::optional<Picture> picture = picture_in(row.text("model_and_shape"));
  if (!picture) return std::nullopt;
  const std::string notes = lower(row.text("notes")), precision = lower(row.text("precision"));
  Case c = base;
  Scenario& s = c.scenario;
  if (!set_network(s, *picture, notes, catalog))
    return Outcome{{}, "the network " + row.text("model_and_shape") + " is not computed"};
  if (const std::string_view why = not_computed(c, row, precision); !why.empty()) return Outcome{{}, std::string(why)};
  const bool iterations = c.metric == "iterations_per_s";
  if (!iterations && !picture->steps) return Outcome{{}, "the number of steps is not known"};
  int batch = row.count("batch").value_or(1);
  if (contains(row.text("gpu"), "1 GCD")) batch *= 2;  // one of the two chips of the card: as if both did the same
  s.serve.width = picture->width;
  s.serve.height = picture->height;
  s.serve.steps = iterations ? kManySteps : *picture->steps;
  s.serve.batch = batch;
  s.serve.eager = is_eager(row);
  s.precision.weights = weights_in(precision, notes);
  c.regime = "image generation";
  if (c.reading == Reading::media_memory) {
    c.regime = "memory, image generation";
    return Outcome{std::move(c), ""};
  }
  if (iterations) c.measured *= static_cast<double>(batch) / kManySteps;
  if (c.reading == Reading::latency) c.measured = batch / c.measured;
  c.reading = Reading::samples_rate;
  c.unit = "images/s";
  return Outcome{std::move(c), ""};
}

}  // namespace ridgepoint::validation
