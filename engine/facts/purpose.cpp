#include "engine/facts/purpose.h"

#include "engine/base/lists.h"
#include "engine/model/architecture.h"

namespace ridgepoint {
namespace {

std::vector<Purpose> by_kind(const ModelRecord& model) {
  if (model.kind == ModelKind::diffusion) return {model.frames ? Purpose::video : Purpose::image};
  if (model.kind == ModelKind::speech) return {Purpose::speech};
  if (!generates_tokens(model.kind)) return {};
  if (model.kind == ModelKind::multimodal || model.tower_params > 0) return {Purpose::chat, Purpose::vision};
  return {Purpose::chat};
}

}  // namespace

std::vector<Purpose> purposes_of(const ModelRecord& model) {
  if (model.purposes.empty()) return by_kind(model);
  std::vector<Purpose> out;
  const auto& words = kWords<Purpose>;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (contains(model.purposes, words[i])) out.push_back(static_cast<Purpose>(i));
  return out;
}

}  // namespace ridgepoint
