#include "engine/model/media.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/base/words.h"

namespace ridgepoint {
namespace {

// Convolutional nets whose activations nobody has counted: ResNet-50 does 8.22 GFLOP and writes 11.11 million
// values an image, 740 FLOPs for each.
constexpr double kFlopPerValue = 740;

// Values alive at once, as a share of all that a convolutional net writes: ResNet-50 holds input, output and
// shortcut of its first stage, 3 x 256 x 56 x 56 = 2.4 of 11.1 million.
constexpr double kPeakShare = 0.22;

// Numbers that a transformer layer writes per token: two norms, queries, keys, values, attention, its output, and
// a feed-forward of four times the width in and out; and holds at once: the residual, the norm and the widest part.
constexpr double kWrittenPerLayer = 12;
constexpr double kAlivePerToken = 10;

// Launched where a record does not count them: queries, keys and values, the output, and two of the feed-forward, as
// ViT has; of convolutional networks about as many as ResNet-50 has.
constexpr int kMatricesPerLayer = 4;
constexpr int kUsualMatrices = 60;

double reference_height(const ModelRecord& r) { return r.image_height.value_or(r.image_size.value_or(1)); }

double area_ratio(const ModelRecord& r, const MediaRequest& q) {
  const double reference = r.image_size.value_or(1) * reference_height(r);
  return q.width * q.height / reference;
}

void missing(Problems& problems, const std::string& path, const char* field, const char* what) {
  note(problems, "missing_field", path + "/" + field, std::string("The model needs ") + what + ".");
}

const ComponentRecord* find_role(const ModelRecord& r, Role role) {
  const auto found =
      std::find_if(r.components.begin(), r.components.end(), [&](const ComponentRecord& c) { return c.role == role; });
  return found == r.components.end() ? nullptr : &*found;
}
bool has(const ModelRecord& r, Role role) { return find_role(r, role) != nullptr; }
bool works(const ModelRecord& r, Role role) { return has(r, role) && find_role(r, role)->gflop; }

// A vision transformer's tokens, the class token among them.
double patches(const ModelRecord& r, double width, double height) {
  return std::floor(width / *r.patch) * std::floor(height / *r.patch) + 1;
}
bool is_vision_transformer(const ModelRecord& r) { return r.patch && r.layers > 0 && r.hidden > 0; }

// Scores and weighted sum: 4 FLOPs for each pair of tokens and number of the width.
double attention_flop(double layers, double width, double tokens) { return 4 * layers * width * tokens * tokens; }

// Work that is less than the part of it in attention.
bool is_all_attention(const ModelRecord& r) {
  if (r.kind != ModelKind::vision || !is_vision_transformer(r) || !r.gflop_per_image || !r.image_size) return false;
  return *r.gflop_per_image * 1e9 <= attention_flop(r.layers, r.hidden, patches(r, *r.image_size, reference_height(r)));
}

Problems record_problems(const ModelRecord& r, const std::string& path) {
  Problems problems;
  const bool pictures = r.kind == ModelKind::vision || r.kind == ModelKind::diffusion;
  if (pictures && !r.image_size) missing(problems, path, "image_size", "image_size, the side its work is for");
  if (r.kind == ModelKind::vision && !r.gflop_per_image)
    missing(problems, path, "gflop_per_image", "gflop_per_image, its work");
  if (r.kind == ModelKind::vision && !r.params_b) missing(problems, path, "params_b", "params_b, its parameters");
  if (r.kind == ModelKind::diffusion && !works(r, Role::denoiser))
    missing(problems, path, "components", "a component that is its denoiser, with its gflop");
  if (r.kind == ModelKind::speech &&
      !(works(r, Role::audio_encoder) && find_role(r, Role::text_decoder) && find_role(r, Role::text_decoder)->hidden))
    missing(problems, path, "components",
            "components that are its audio encoder, with its gflop, and its text decoder, with its hidden");
  if (r.kind == ModelKind::encoder && !r.components.empty() && !works(r, Role::text_encoder))
    missing(problems, path, "components", "a component that is its text encoder, with its gflop");
  if (is_all_attention(r))
    note(problems, "inconsistent", path + "/gflop_per_image", "Attention alone is more work than that.");
  double params = 0;
  for (std::size_t i = 0; i < r.components.size(); ++i) {
    const ComponentRecord& c = r.components[i];
    params += c.params_m * 1e6;
    if (c.attention_gflop.value_or(0) > c.gflop.value_or(0))
      note(problems, "inconsistent", path + "/components/" + std::to_string(i) + "/attention_gflop",
           "More work in attention than in all.");
  }
  if (params > 0 && r.params_b && !agrees_with_sum(*r.params_b * 1e9, params))
    note(problems, "inconsistent", path + "/params_b",
         "params_b is " + significant(*r.params_b, 3) + ", and the components have " + significant(params / 1e9, 3) +
             " billion parameters: mend one of them, or leave params_b out.");
  return problems;
}

const char* role_label(Role role) {
  switch (role) {
    case Role::text_encoder:
      return "Text encoder";
    case Role::denoiser:
      return "Denoiser";
    case Role::image_encoder:
      return "Image encoder";
    case Role::image_decoder:
      return "Image decoder";
    case Role::audio_encoder:
      return "Audio encoder";
    case Role::text_decoder:
      return "Text decoder";
  }
  return "";
}

// Convolutions grow with the area; of a transformer's work the attention core grows with its square.
Pass vision_pass(const ModelRecord& r, const MediaRequest& q) {
  Pass p;
  p.id = "backbone";
  p.label = "Network";
  p.params = *r.params_b * 1e9;
  p.trained = true;
  const double reference = *r.gflop_per_image * 1e9;
  p.transformer = is_vision_transformer(r);
  p.matrices = r.matrices.value_or(p.transformer ? kMatricesPerLayer * r.layers : kUsualMatrices);
  if (p.transformer) {
    const double then = patches(r, *r.image_size, reference_height(r)), now = patches(r, q.width, q.height);
    const double linear = reference - attention_flop(r.layers, r.hidden, then);
    p.work = flop(linear * now / then + attention_flop(r.layers, r.hidden, now));
    p.written = kWrittenPerLayer * r.layers * r.hidden * now;
    p.peak = kAlivePerToken * r.hidden * now;
    return p;
  }
  const double area = area_ratio(r, q);
  p.work = flop(reference * area);
  p.written = (r.activations_m ? *r.activations_m * 1e6 : reference / kFlopPerValue) * area;
  p.peak = kPeakShare * p.written;
  return p;
}

double outputs_of(const LayerGroup& group) {
  double sum = 0;
  for (const Matrix& matrix : group.matrices) sum += matrix.outputs;
  return sum;
}

// A bidirectional encoder: every token sees all others, those of windowed layers their window. Embedding models
// with a causal mask are counted the same: few kernels skip the masked half.
Pass encoder_pass(const Architecture& model, double tokens) {
  Pass p;
  p.id = "encoder";
  p.label = "Encoder";
  p.params = total_params(model);
  p.lookup_params = model.embedding_params;
  p.transformer = true;
  p.encodes = true;
  p.trained = true;
  double widest = 0;
  for (const LayerGroup& group : model.groups) {
    p.work += flop(2 * group.count * matrix_params(group) * tokens);
    const double activated = group.dense.gated ? group.dense.width : 0;
    const double heads = group.attention ? group.attention->heads * group.attention->value_dim : 0;
    const double values = outputs_of(group) + group.norms * model.hidden + activated + heads;
    p.written += group.count * values * tokens;
    p.matrices += group.count * static_cast<double>(group.matrices.size());
    widest = std::max(widest, (group.dense.gated ? 3.0 : 2.0) * group.dense.width);
  }
  p.work += tokens * attention_flop(model, tokens);
  p.peak = (2 * model.hidden + widest) * tokens;
  return p;
}

Pass component_pass(const ComponentRecord& c) {
  Pass p;
  p.label = role_label(c.role);
  p.params = c.params_m * 1e6;
  p.transformer = c.hidden.has_value();
  p.matrices = c.matrices.value_or(p.transformer ? kMatricesPerLayer * c.layers.value_or(1) : kUsualMatrices);
  p.known = c.gflop.has_value();
  p.work = flop(c.gflop.value_or(0) * 1e9);
  p.written = c.activations_m.value_or(0) * 1e6;
  p.peak = c.peak_activations_m.value_or(0) * 1e6;
  return p;
}

// The pass over `ratio` times the tokens it was counted for.
void grow(Pass& p, const ComponentRecord& c, double ratio) {
  const double square = c.attention_gflop.value_or(0) * 1e9, linear = in_flop(p.work) - square;
  p.work = flop(linear * ratio + square * ratio * ratio);
  p.written *= ratio;
  p.peak *= ratio;
}

// Of the denoiser: image tokens grow with the area, text tokens beside them do not.
double token_ratio(const ComponentRecord& c, double area) {
  if (!c.tokens) return area;
  const double text = c.text_tokens.value_or(0);
  return (*c.tokens * area + text) / (*c.tokens + text);
}

// Keys and values of the answer so far and of everything the encoder read.
double decoder_state(const ComponentRecord& c, double read, double written) {
  return 2.0 * c.layers.value_or(1) * c.hidden.value_or(0) * (read + written);
}

double encoder_tokens(const ModelRecord& r, const MediaRequest& q) {
  for (const ComponentRecord& c : r.components)
    if (c.role == Role::audio_encoder) return c.tokens.value_or(1500);
  return q.tokens;
}

Pass component_pass(const ModelRecord& r, const ComponentRecord& c, const MediaRequest& q) {
  Pass p = component_pass(c);
  const double area = area_ratio(r, q);
  switch (c.role) {
    case Role::text_encoder:
      if (r.kind == ModelKind::encoder)
        grow(p, c, q.tokens / c.tokens.value_or(512));
      else
        p.inputs = q.guidance ? 2 : 1;  // the prompt and the empty or negative one
      break;
    case Role::denoiser:
      grow(p, c, token_ratio(c, area));
      p.runs = q.steps * c.step_share.value_or(1);
      p.denoises = true;
      p.inputs = q.guidance ? 2 : 1;
      p.trained = true;
      break;
    case Role::image_encoder:
      p.runs = 0;  // held, not run, unless an image is given
      p.quantized = false;
      break;
    case Role::image_decoder:
      grow(p, c, area);
      p.quantized = false;
      break;
    case Role::audio_encoder:
      p.listens = true;
      break;
    case Role::text_decoder:
      p.runs = q.answer_tokens;
      p.state = decoder_state(c, encoder_tokens(r, q), q.answer_tokens / 2);
      p.state_held = decoder_state(c, encoder_tokens(r, q), q.answer_tokens);
      p.work += flop(2 * p.state);
      break;
  }
  return p;
}

}  // namespace

bool MediaModel::writes_text() const { return has(record, Role::text_decoder); }

Result<MediaModel> media_of(const ModelRecord& record, const std::string& path) {
  Problems problems = record_problems(record, path);
  if (!problems.empty()) return problems;
  MediaModel model;
  model.record = record;
  if (record.kind == ModelKind::speech) model.item = Item::window;
  if (record.kind == ModelKind::diffusion && record.frames) model.item = Item::video;
  if (record.kind == ModelKind::encoder) {
    model.item = Item::sequence;
    if (!record.components.empty()) return model;
    Result<Architecture> layers = architecture_of(record, path);
    if (!layers) return layers.problems();
    model.encoder = *layers;
  }
  return model;
}

std::vector<Pass> passes_of(const MediaModel& model, const MediaRequest& request) {
  const ModelRecord& r = model.record;
  if (model.encoder) return {encoder_pass(*model.encoder, request.tokens)};
  if (r.kind == ModelKind::vision) return {vision_pass(r, request)};
  std::vector<Pass> passes;
  std::array<int, kWords<Role>.size()> seen{};
  for (const ComponentRecord& c : r.components) {
    Pass p = component_pass(r, c, request);
    const int number = ++seen[static_cast<std::size_t>(c.role)];
    p.id = std::string(word_of(c.role)) + (number > 1 ? "_" + std::to_string(number) : "");
    if (number > 1) p.label += " " + std::to_string(number);
    passes.push_back(std::move(p));
  }
  return passes;
}

double total_params(const MediaModel& model) {
  double sum = 0;
  for (const Pass& pass : passes_of(model, {})) sum += pass.params;
  return sum;
}

}  // namespace ridgepoint
