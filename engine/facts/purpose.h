// What people run a model for.
#pragma once

#include <vector>

#include "engine/model/record.h"

namespace ridgepoint {

enum class Purpose { chat, code, reasoning, vision, agents, embedding, speech, image, video };
template <>
inline constexpr auto kWords<Purpose> = word_list("chat", "code", "reasoning", "vision", "agents", "embedding",
                                                  "speech", "image", "video");

// By the maker's word where the record has it; else chat of what generates text, vision of it too where it reads
// images, and image, video and speech by kind. Of networks that classify and encode: none.
std::vector<Purpose> purposes_of(const ModelRecord& model);

}  // namespace ridgepoint
