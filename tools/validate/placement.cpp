#include "tools/validate/placement.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "tools/validate/names.h"

namespace ridgepoint::validation {
namespace {

// The number right before `words`: 20 in "experts of 20 layers on the CPU".
std::optional<double> number_before(std::string_view text, std::string_view words) {
  const std::size_t end = text.rfind(words);
  if (end == std::string_view::npos) return std::nullopt;
  std::size_t start = end;
  while (start > 0 && std::isdigit(static_cast<unsigned char>(text[start - 1]))) --start;
  return start == end ? std::nullopt : number_after(text.substr(0, end), text.substr(0, start));
}

// Layers of "layers 18 to 47", "layers 34-47" or "layers 5 and up" of so many.
std::optional<double> layers_listed(std::string_view text, int all) {
  for (std::string_view where : {" on the CPU", " in system RAM"}) {
    const std::size_t end = text.find(where);
    if (end == std::string_view::npos) continue;
    const std::size_t start = text.rfind("layers ", end);
    if (start == std::string_view::npos) continue;
    const std::string_view listed = text.substr(start, end - start);
    const auto first = number_after(listed, "layers ");
    if (first && contains(listed, " and up")) return all - *first;
    for (std::string_view to : {" to ", "-"})
      if (const auto last = number_after(listed, to); first && last) return *last - *first + 1;
  }
  return std::nullopt;
}

// "FFN of layers 0-8 on the 5090, 9-14 on the 4090, rest in RAM": those after the last that a card has.
std::optional<double> rest_in_memory(std::string_view text, int all) {
  const std::size_t end = text.find(", rest in RAM");
  if (end == std::string_view::npos || !contains(text, "FFN of layers ")) return std::nullopt;
  const auto last = number_before(text.substr(0, end), " on the ");
  if (!last) return std::nullopt;
  return all - *last - 1;
}

std::optional<double> expert_layers(std::string_view text, int all) {
  for (std::string_view words : {"--n-cpu-moe ", "ncmoe "})
    if (const auto layers = number_after(text, words)) return layers;
  for (std::string_view words : {" layers on the CPU", " layers' experts in host memory"})
    if (const auto layers = number_before(text, words)) return layers;
  if (const auto layers = layers_listed(text, all)) return layers;
  if (const auto layers = rest_in_memory(text, all)) return layers;
  // "28 of 128 experts of a layer on the GPU": as many experts as in so many whole layers.
  const auto on_card = number_before(text, " of 128 experts of a layer on the GPU");
  if (on_card) return std::round(all * (1 - *on_card / 128));
  if (contains(text, "the rest of the experts")) return std::nullopt;
  for (std::string_view words :
       {"experts in system RAM", "experts in RAM", "experts on the CPU", "experts were put on the CPU", "exps=CPU"})
    if (contains(text, words)) return all;
  return std::nullopt;
}

// llama.cpp counts the output as one more layer than there are.
std::optional<double> whole_layers(std::string_view text, int all) {
  if (const auto share = number_before(text, "% on the CPU")) return std::round(*share / 100 * all);
  if (const auto share = number_after(text, "split ")) return std::round(*share / 100 * all);
  if (const auto on_card = number_after(text, "ngl ")) {
    const std::string words = "ngl " + std::to_string(std::lround(*on_card));
    const bool partly = contains(text, words + " of ") || contains(text, words + ", whole layers on the CPU") ||
                        contains(text, words + " over ");
    if (partly) return all + 1 - *on_card;
  }
  return std::nullopt;
}

std::optional<int> at_most(const std::optional<double>& layers, int all) {
  if (!layers) return std::nullopt;
  return static_cast<int>(std::clamp(*layers, 0.0, static_cast<double>(all)));
}

}  // namespace

Placement placement_of(std::string_view remarks, const Architecture& model) {
  Placement placement;
  const int experts = model.expert_layers();
  if (experts > 0) placement.expert_layers = at_most(expert_layers(remarks, model.layers()), experts);
  if (!placement.expert_layers) placement.layers = at_most(whole_layers(remarks, model.layers()), model.layers());
  return placement;
}

}  // namespace ridgepoint::validation
