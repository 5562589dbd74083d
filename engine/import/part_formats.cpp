#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "engine/base/lists.h"
#include "engine/import/known.h"
#include "engine/import/quantization.h"

namespace ridgepoint::import {
namespace {

using known::is_like;

struct ModuleNames {
  MatrixRole role;
  std::array<std::string_view, 5> within;  // what holds them
  std::array<std::string_view, 4> names;
};

using enum MatrixRole;
constexpr std::array<std::string_view, 5> kAttention = {"self_attn", "attn", "attention", "mixer", "self_attention"};
constexpr std::array<std::string_view, 5> kLinear = {"linear_attn", "mixer", "mamba", "conv"};
constexpr std::array<std::string_view, 5> kFeedForward = {"mlp", "feed_forward", "mixer", "ffn", "block_sparse_moe"};
constexpr std::array<std::string_view, 5> kShared = {"mlp.shared_experts", "mlp.shared_expert", "mixer.shared_experts",
                                                     "feed_forward.shared_expert", "ffn.shared_experts"};
constexpr std::array<std::string_view, 5> kExperts = {"mlp.experts.0", "mixer.experts.0", "block_sparse_moe.experts.0",
                                                      "ffn.experts.0", "moe"};

// Names of modules in the checkpoints of Hugging Face, by what they hold.
constexpr ModuleNames kModules[] = {
    {queries, kAttention, {"q_proj", "qkv_proj", "wq", "c_attn"}},
    {keys, kAttention, {"k_proj", "qkv_proj", "wk", "wkv"}},
    {values, kAttention, {"v_proj", "qkv_proj", "wv", "wkv"}},
    {output, kAttention, {"o_proj", "wo", "out_proj", "dense"}},
    {queries_down, kAttention, {"q_a_proj", "wq_a", "fused_qkv_a_proj"}},
    {queries_up, kAttention, {"q_b_proj", "wq_b", "q_proj"}},
    {latent_down, kAttention, {"kv_a_proj_with_mqa", "wkv_a", "wkv", "fused_qkv_a_proj"}},
    {latent_up, kAttention, {"kv_b_proj", "wkv_b"}},
    {output_down, kAttention, {"wo_a"}},
    {output_up, kAttention, {"wo_b"}},
    {index_queries, kAttention, {"indexer.wq_b"}},
    {index_keys, kAttention, {"indexer.wk"}},
    {index_weights, kAttention, {"indexer.weights_proj"}},
    {compressor, kAttention, {"compressor.wkv"}},
    {mixer_input, kLinear, {"in_proj", "in_proj_qkv", "q_proj", "query_key_value"}},
    {mixer_inner, kLinear, {"x_proj", "dt_proj", "f_a_proj"}},
    {mixer_output, kLinear, {"out_proj", "o_proj"}},
    {gate, kFeedForward, {"gate_proj", "w1", "gate_up_proj"}},
    {up, kFeedForward, {"up_proj", "w3", "gate_up_proj", "fc1"}},
    {down, kFeedForward, {"down_proj", "w2", "fc2"}},
    {shared_gate, kShared, {"gate_proj", "w1", "gate_up_proj"}},
    {shared_up, kShared, {"up_proj", "w3", "gate_up_proj"}},
    {shared_down, kShared, {"down_proj", "w2"}},
};
constexpr std::array<std::string_view, 4> kExpertNames = {"gate_proj", "up_proj", "down_proj", "w1"};

// A regular expression of the sort these lists have, with stars: what stands for some text is any text.
std::string starred(std::string_view regex) {
  std::string out;
  for (std::size_t i = 0; i < regex.size(); ++i) {
    const char c = regex[i];
    if (c == '^' || c == '$') continue;
    if (c == '\\' && i + 1 < regex.size()) {
      const char next = regex[++i];
      out += std::isalpha(static_cast<unsigned char>(next)) ? '*' : next;
    } else if (c == '.' || c == '+' || c == '?') {
      const bool some = c == '.' && i + 1 < regex.size() && (regex[i + 1] == '*' || regex[i + 1] == '+');
      if (c == '.' && !some) {
        out += '.';  // most often a dot is meant
        continue;
      }
      out += '*';
      if (some) ++i;
    } else if (c == '[') {
      while (i + 1 < regex.size() && regex[i] != ']') ++i;
      out += '*';
    } else {
      out += c;
    }
  }
  if (!regex.ends_with('$')) out += '*';
  return out;
}

// "(a|b)c" as "ac" and "bc".
void add_alternatives(std::string pattern, std::vector<std::string>& out) {
  const std::size_t open = pattern.find('('), close = pattern.find(')', open == std::string::npos ? 0 : open);
  if (open == std::string::npos || close == std::string::npos || out.size() > 1000) {
    out.push_back(std::move(pattern));
    return;
  }
  std::string_view inside = std::string_view(pattern).substr(open + 1, close - open - 1);
  if (inside.starts_with("?:")) inside.remove_prefix(2);
  if (inside.starts_with("?")) return;  // what must not stand there
  while (true) {
    const std::size_t bar = inside.find('|');
    add_alternatives(pattern.substr(0, open) + std::string(inside.substr(0, bar)) + pattern.substr(close + 1), out);
    if (bar == std::string_view::npos) return;
    inside.remove_prefix(bar + 1);
  }
}

// A rule with its name cut at the layer's number.
struct Rule {
  std::string within;  // pattern of the module's name within its layer, or of the whole name
  bool of_layers = false;
  double bits = 16;
};

// Rules of single layers, and those of all; each with its place in the list.
struct Rules {
  std::map<int, std::vector<std::pair<std::size_t, Rule>>> of_layer;
  std::vector<std::pair<std::size_t, Rule>> of_all;
};

// What holds the layers of a text decoder; other towers and prediction layers have layers too.
bool holds_the_decoder(std::string_view before) {
  constexpr std::array<std::string_view, 12> kHolders = {
      "model", "language_model", "text_model", "transformer", "backbone", "decoder", "llm", "thinker", "*",
      "",      "base_model",     "module"};
  while (!before.empty()) {
    const std::size_t dot = before.find('.');
    const std::string_view part = before.substr(0, dot);
    if (!contains(kHolders, part)) return false;
    if (dot == std::string_view::npos) break;
    before.remove_prefix(dot + 1);
  }
  return true;
}

void add_rule(Rules& rules, std::size_t place, const std::string& pattern, double bits) {
  constexpr std::string_view kLayers = "layers.";
  const std::size_t at = pattern.find(kLayers);
  if (at == std::string::npos) {
    rules.of_all.push_back({place, {pattern, false, bits}});
    return;
  }
  if (!holds_the_decoder(std::string_view(pattern).substr(0, at))) return;
  const std::size_t from = at + kLayers.size(), dot = pattern.find('.', from);
  const std::string number = pattern.substr(from, dot == std::string::npos ? dot : dot - from);
  const std::string within = dot == std::string::npos ? "*" : pattern.substr(dot + 1);
  const std::string digits = number.substr(0, number.find('*'));
  const bool one = !digits.empty() && digits.size() < 6 && digits.find_first_not_of("0123456789") == std::string::npos;
  if (one)
    rules.of_layer[std::stoi(digits)].push_back({place, {within, true, bits}});
  else
    rules.of_all.push_back({place, {within, true, bits}});
}

Rules rules_of(const std::vector<ModuleBits>& listed) {
  Rules rules;
  for (std::size_t place = 0; place < listed.size(); ++place) {
    std::string_view pattern = listed[place].pattern;
    std::vector<std::string> alternatives;
    if (pattern.starts_with("re:"))
      add_alternatives(std::string(pattern.substr(3)), alternatives);
    else
      alternatives.emplace_back(pattern);
    for (const std::string& one : alternatives)
      add_rule(rules, place, pattern.starts_with("re:") ? starred(one) : one, listed[place].bits);
  }
  return rules;
}

// A name within its layer, or what is under it; of a rule without layers any run of the name's parts.
bool matches(const Rule& rule, const std::string& name) {
  const std::string& within = rule.within;
  const bool stars = within.find('*') != std::string::npos;
  if (!stars && rule.of_layers) return (name + ".").starts_with(within + ".") || (within + ".").starts_with(name + ".");
  if (!stars) return ("." + name + ".").find("." + within + ".") != std::string::npos || within.ends_with("." + name);
  const bool like = is_like(name, within) || is_like(name, within + ".*");
  if (rule.of_layers || like) return like;
  return is_like("model.layers.0." + name, within) || is_like("model.layers.0." + name, within + ".*");
}

// The first rule that a name matches, unless an earlier one is known.
using Found = std::pair<std::size_t, double>;
void look_up(const std::vector<std::pair<std::size_t, Rule>>& rules, const std::string& name,
             std::optional<Found>& best) {
  for (const auto& [place, rule] : rules) {
    if (best && place >= best->first) return;
    if (matches(rule, name)) best = {place, rule.bits};
  }
}

std::optional<double> said_of(const Rules& rules, int layer, const std::vector<std::string>& names) {
  std::optional<Found> best;
  const auto own = rules.of_layer.find(layer);
  for (const std::string& name : names) {
    if (own != rules.of_layer.end()) look_up(own->second, name, best);
    look_up(rules.of_all, name, best);
  }
  return best ? std::optional<double>(best->second) : std::nullopt;
}

// Names in what holds them: that of the family, between commas, or what usually does.
std::vector<std::string> names_within(const std::array<std::string_view, 5>& usual, std::string_view own,
                                      const std::array<std::string_view, 4>& names) {
  std::vector<std::string_view> holders = known::split(own, ',');
  if (holders.empty()) holders.assign(usual.begin(), usual.end());
  std::vector<std::string> out;
  for (const std::string_view holder : holders)
    for (const std::string_view name : names)
      if (!holder.empty() && !name.empty()) out.push_back(std::string(holder) + "." + std::string(name));
  return out;
}

const LayerGroup* group_of(const LayerPlan& plan, const Architecture& model) {
  const bool attends = plan.mixing == Mixing::full || plan.mixing == Mixing::windowed;
  return find_where(model.groups, [&](const LayerGroup& group) {
    return attends == group.attention.has_value() && (plan.mixing == Mixing::linear) == group.linear.has_value() &&
           (plan.feeding == Feeding::experts) == (group.experts.count > 0) &&
           (plan.feeding == Feeding::dense) == (group.dense.width > 0 && group.experts.count == 0);
  });
}

struct Sum {
  double params = 0;
  double bits = 0;
  void add(double count, double each) {
    params += count;
    bits += count * each;
  }
};
using Sums = std::array<Sum, kParts>;
Sum& sum_of(Sums& sums, Part part) { return sums[static_cast<std::size_t>(part)]; }

void add_layer(Sums& sums, const Rules& rules, const ModuleRules& given, int layer, const LayerGroup& group) {
  const double usual = given.usual;
  for (const Matrix& matrix : group.matrices) {
    const Part part = traits_of(matrix.role).part;
    const ModuleNames* known = find_where(kModules, [&](const ModuleNames& m) { return m.role == matrix.role; });
    if (part == Part::small || !known) continue;
    // KDA and Lightning attention are named as attention is.
    const bool as_attention =
        group.linear && (group.linear->kind == LinearKind::kda || group.linear->kind == LinearKind::lightning);
    const auto said =
        said_of(rules, layer,
                names_within(as_attention && known->within == kLinear ? kAttention : known->within,
                             known->within == kFeedForward ? given.dense : "", known->names));
    sum_of(sums, part).add(matrix.params(), said.value_or(usual));
  }
  if (group.experts.count > 0)
    sum_of(sums, Part::experts)
        .add(group.experts.count * group.expert_params,
             said_of(rules, layer, names_within(kExperts, given.experts, kExpertNames)).value_or(usual));
}

}  // namespace

PartBits part_bits(const ModuleRules& said, const std::vector<LayerPlan>& plans, const Architecture& model) {
  const Rules rules = rules_of(said.listed);
  Sums sums;
  for (std::size_t i = 0; i < plans.size(); ++i)
    if (const LayerGroup* group = group_of(plans[i], model))
      add_layer(sums, rules, said, static_cast<int>(i), *group);
  PartBits out;
  for (std::size_t i = 0; i < kParts; ++i)
    if (sums[i].params > 0) out.of[i] = sums[i].bits / sums[i].params;
  const auto table = [&](const char* name, bool usual) {
    return said_of(rules, -1, {name}).value_or(usual ? said.usual : 16);
  };
  const double head = table("lm_head", said.head_is_usual);
  const double embeddings = table("embed_tokens", said.tables_are_usual);
  if (model.tied_embeddings ? embeddings != 16 : head != 16)
    out[Part::head] = model.tied_embeddings ? embeddings : head;
  if (!model.tied_embeddings && embeddings != 16) out[Part::embeddings] = embeddings;
  return out;
}

std::array<double, kParts> params_by_part(const Architecture& model) {
  std::array<double, kParts> params{};
  const auto of = [&](Part part) -> double& { return params[static_cast<std::size_t>(part)]; };
  for (const LayerGroup& group : model.groups) {
    for (const Matrix& matrix : group.matrices) of(traits_of(matrix.role).part) += group.count * matrix.params();
    of(Part::experts) += group.count * group.experts.count * group.expert_params;
    of(Part::small) += group.count * group.small_params;
  }
  of(model.tied_embeddings ? Part::head : Part::embeddings) += model.embedding_params;
  of(Part::head) += model.head_params;
  of(Part::embeddings) += model.lookup_params;
  of(Part::small) += model.other_params - model.lookup_params;
  return params;
}

Part largest_part(const Architecture& model) {
  std::array<double, kParts> params = params_by_part(model);
  for (const Part table : {Part::embeddings, Part::head, Part::small}) params[static_cast<std::size_t>(table)] = 0;
  return static_cast<Part>(std::max_element(params.begin(), params.end()) - params.begin());
}

double stored(const Architecture& model, const PartBits& bits) {
  const std::array<double, kParts> params = params_by_part(model);
  double sum = 0;
  for (std::size_t i = 0; i < kParts; ++i) sum += params[i] * bits.of[i].value_or(16) / 8;
  return sum;
}

}  // namespace ridgepoint::import
