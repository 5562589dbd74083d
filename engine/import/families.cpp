#include "engine/import/families.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "engine/base/lists.h"
#include "engine/import/known.h"

namespace ridgepoint::import {
namespace {

// What a word of the table sets: "tied", "gated=no", "norms=4", "bias=qkv".
void set(Family& family, std::string_view key, std::string_view value) {
  constexpr std::pair<std::string_view, bool Family::*> kFlags[] = {
      {"gated", &Family::gated},
      {"output_bias", &Family::output_bias},
      {"tied", &Family::tied},
      {"learned_positions", &Family::learned_positions},
      {"embedding_norm", &Family::embedding_norm},
      {"lm_head_bias", &Family::lm_head_bias},
      {"attention_gate", &Family::attention_gate},
      {"sinks", &Family::sinks},
      {"router_bias", &Family::router_bias},
      {"expert_bias", &Family::expert_bias},
      {"shared_gate", &Family::shared_gate},
      {"decoder", &Family::decoder},
  };
  constexpr std::pair<std::string_view, int Family::*> kNumbers[] = {{"norms", &Family::norms},
                                                                     {"window_every", &Family::window_every},
                                                                     {"extra_positions", &Family::extra_positions},
                                                                     {"shared_experts", &Family::shared_experts}};
  constexpr std::pair<std::string_view, std::string_view Family::*> kTexts[] = {
      {"name", &Family::name}, {"also", &Family::also}, {"dense", &Family::dense},
      {"experts", &Family::experts}, {"layer", &Family::layer}, {"linear", &Family::linear}};
  for (const auto& [name, member] : kFlags)
    if (name == key) family.*member = value != "no";
  for (const auto& [name, member] : kNumbers)
    if (name == key) family.*member = value.front() - '0';
  for (const auto& [name, member] : kTexts)
    if (name == key) family.*member = value;
  const auto choose = [&]<class Enum>(std::string_view name, Enum& choice) {
    for (std::size_t i = 0; i < kWords<Enum>.size(); ++i)
      if (name == key && kWords<Enum>[i] == value) choice = static_cast<Enum>(i);
  };
  choose("bias", family.bias);
  choose("norm", family.norm);
  choose("qk_norm", family.qk_norm);
  choose("width", family.width);
}

const std::vector<Family>& families() {
  static const std::vector<Family> all = [] {
    std::vector<Family> out;
    for (const std::vector<std::string_view>& line : known::lines(known::kFamilies)) {
      Family family{.type = line[0]};
      for (std::size_t i = 1; i < line.size(); ++i) {
        const std::size_t is = std::min(line[i].find('='), line[i].size());
        set(family, line[i].substr(0, is), line[i].substr(std::min(is + 1, line[i].size())));
      }
      out.push_back(family);
    }
    return out;
  }();
  return all;
}

// Letters and digits in lower case: "Qwen3_5Moe" and "qwen3_5_moe" are the same.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool drop_end(std::string& text, std::string_view end) {
  if (text.size() <= end.size() || text.compare(text.size() - end.size(), end.size(), end) != 0) return false;
  text.resize(text.size() - end.size());
  return true;
}

const Family* named(const std::string& type) {
  return find_where(families(), [&](const Family& family) {
    const std::vector<std::string_view> also = known::split(family.also, ',');
    return plain(family.type) == type || find_where(also, [&](std::string_view word) { return plain(word) == type; });
  });
}

}  // namespace

const Family* find_family(std::string_view model_type, std::string_view architecture) {
  std::string type = plain(model_type);
  if (const Family* family = named(type)) return family;
  for (const char* end : {"text", "vl", "v", "model"})
    if (drop_end(type, end))
      if (const Family* family = named(type)) return family;
  std::string from_class = plain(architecture);
  for (const char* end :
       {"forcausallm", "forconditionalgeneration", "forsequenceclassification", "lmheadmodel", "rewardmodel", "model"})
    if (drop_end(from_class, end)) break;
  return from_class.empty() ? nullptr : named(from_class);
}

}  // namespace ridgepoint::import
