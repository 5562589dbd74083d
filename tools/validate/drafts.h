// Speculative decoding as the remarks of a row say it.
#pragma once

#include <string>

#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint::validation {

// "MTP 3 draft tokens, acceptance length 2.1": tokens of a step in the mean, the model's own included; or "acceptance
// 61%", of the drafted tokens. "ngram" and "draft model Qwen3-0.6B" say who drafts. Put into the choice, which stays as
// it is where nothing is drafted; false when something is and too little is said of it.
bool set_speculation(SpeculativeChoice& choice, const std::string& remarks, const Catalog& catalog);

}  // namespace ridgepoint::validation
