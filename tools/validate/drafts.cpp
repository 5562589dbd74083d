#include "tools/validate/drafts.h"

#include <optional>
#include <string_view>

#include "engine/model/speculation.h"
#include "tools/validate/names.h"

namespace ridgepoint::validation {
namespace {

// SGLang counts the root of the tree of drafts: "3 steps, 4 draft tokens".
std::optional<double> drafted_in(const std::string& remarks) {
  for (std::string_view words : {" steps, ", " draft token", " drafted token"})
    if (const auto drafted = number_before(remarks, words)) return drafted;
  return std::nullopt;
}

std::optional<double> tokens_of_step(const std::string& remarks, double drafted) {
  for (std::string_view words : {"acceptance length ", "accept length "})
    if (const auto length = number_after(remarks, words)) return *length;
  if (const auto accepted = number_after(remarks, "mean accepted ")) return 1 + *accepted;
  if (const auto percent = number_after(remarks, "acceptance ")) return 1 + drafted * *percent / 100;
  return std::nullopt;
}

// Who drafts; absent: a model that is not known.
std::optional<std::string> drafter_in(const std::string& remarks, const Catalog& catalog) {
  static constexpr std::string_view kModel = "draft model ";
  const std::size_t at = remarks.find(kModel);
  if (at == std::string::npos) return contains(remarks, "ngram") ? "ngram" : "mtp";
  const std::string name = remarks.substr(at + kModel.size());
  const ModelRecord* model = find_model(catalog, name.substr(0, name.find(',')));
  return model ? std::optional(model->id) : std::nullopt;
}

// The acceptance of each token with which a step makes so many: tokens_per_step() turned round.
double acceptance_for(int drafted, double tokens) {
  Speculation s;
  s.tokens = drafted;
  double low = 0, high = 1;
  for (int i = 0; i < 50; ++i) {
    s.acceptance = (low + high) / 2;
    (tokens_per_step(s) < tokens ? low : high) = s.acceptance;
  }
  return s.acceptance;
}

}  // namespace

bool set_speculation(SpeculativeChoice& choice, const std::string& remarks, const Catalog& catalog) {
  static constexpr double kMost = 64;  // as the scenario allows
  if (!contains(remarks, "accept")) return true;
  const auto drafted = drafted_in(remarks);
  if (!drafted || *drafted < 1 || *drafted > kMost) return false;
  const auto tokens = tokens_of_step(remarks, *drafted);
  const auto drafter = drafter_in(remarks, catalog);
  if (!tokens || !drafter || *tokens < 1 || *tokens > *drafted + 1) return false;
  choice.draft = drafter;
  choice.tokens = static_cast<int>(*drafted);
  choice.acceptance = acceptance_for(*choice.tokens, *tokens);
  return true;
}

}  // namespace ridgepoint::validation
