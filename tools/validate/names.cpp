#include "tools/validate/names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>

namespace ridgepoint::validation {
namespace {

struct Spelling {
  std::string_view spelled;
  std::string_view id;
};

// Spellings of formats that are not ids without their dashes. Mixed GGUF files by the type most of them is in.
constexpr Spelling kWeights[] = {
    {"int4-awq", "awq-int4"},
    {"awq", "awq-int4"},
    {"int4", "awq-int4"},
    {"int4-g32", "awq-int4"},
    {"int4-q4f16_1", "awq-int4"},
    {"w4a16", "awq-int4"},
    {"int4-gptq", "gptq-int4"},
    {"int4-autoround", "gptq-int4"},  // AutoRound saves GPTQ's layout
    {"gptq", "gptq-int4"},
    {"gptq4", "gptq-int4"},
    {"int8-gptq", "gptq-int8"},
    {"gguf-q4_0-qat", "gguf-q4_0"},
    {"w8a16", "w8a16-int8"},
    {"int8-bnb", "w8a16-int8"},
    {"fp4", "nvfp4"},
    {"int4-bnb-nf4", "bnb-nf4"},
    {"int4-bnb-nf4-dq", "nf4"},
    {"int4-bnb-fp4", "bnb-nf4"},
    {"int4-bnb-fp4-dq", "nf4"},
    {"bnb.nf4", "bnb-nf4"},
    {"bnb.nf4-dq", "nf4"},
    {"mlx-q3", "mlx-3bit"},
    {"mlx-q4", "mlx-4bit"},
    {"mlx-q4-g32", "mlx-4bit-g32"},
    {"mlx-q5", "mlx-5bit"},
    {"mlx-q5-g32", "mlx-5bit-g32"},
    {"mlx-q6", "mlx-6bit"},
    {"mlx-q8", "mlx-8bit"},
    {"mlx-quant?", "mlx-4bit"},
    {"gguf", "gguf-q4_k_m"},
    {"q4_k_m", "gguf-q4_k_m"},
    {"gguf 4-bit", "gguf-q4_k_m"},
    {"gguf-q4_k", "gguf-q4_k_m"},
    {"gguf-q4_k_l", "gguf-q4_k_m"},
    {"gguf-q4_k_p", "gguf-q4_k_m"},
    {"gguf-q4_k_xl", "gguf-q4_k_m"},
    {"gguf-q4_k_xl-qat", "gguf-q4_0"},
    {"gguf-q5_k", "gguf-q5_k_m"},
    {"gguf-q5_k_xl", "gguf-q5_k_m"},
    {"gguf-q5_k_l", "gguf-q5_k_m"},
    {"gguf-q6_k_xl", "gguf-q6_k"},
    {"gguf-q6_k_l", "gguf-q6_k"},
    {"gguf-q6_k_s", "gguf-q6_k"},
    {"gguf-ud-q6_k_s", "gguf-q6_k"},
    {"gguf-q6_0", "gguf-q6_k"},
    {"gguf-iq5_k", "gguf-q5_k_s"},
    {"gguf-iq5_ks", "gguf-q5_k_s"},
    {"gguf-iq4_ks", "gguf-iq4_xs"},
    {"gguf-iq2_ks", "gguf-iq2_xxs"},
    {"gguf-iq2_kt", "gguf-iq2_xxs"},
    {"gguf-q2_k_l", "gguf-q2_k"},
    {"gguf-iq6_k", "gguf-q6_k"},
    {"gguf-q8_k_xl", "gguf-q8_0"},
    {"gguf-q8_0_xl", "gguf-q8_0"},
    {"gguf-q3_k", "gguf-q3_k_m"},
    {"gguf-q3_k_xl", "gguf-q3_k_l"},
    {"gguf-iq3_k", "gguf-iq3_m"},
    {"gguf-iq4_k", "gguf-iq4_nl"},
    {"gguf-q2_k_xl", "gguf-q2_k"},
    {"gguf-q2_k_p", "gguf-q2_k"},
    {"gguf-iq2_k", "gguf-iq2_m"},
    {"gguf-mxfp4_moe", "gguf-mxfp4"},
    {"gguf-nvfp4", "nvfp4"},
    {"mixed iq2_xxs/q2_k experts", "gguf-iq2_xxs"},
    {"int4-exl2", "exl2-4bpw"},
    {"exl2-4.0bpw", "exl2-4bpw"},
    {"exl2-3.0bpw", "exl2-3bpw"},
    {"exl2-2.5bpw", "exl2-2.5bpw"},
    {"exl2-5.0bpw", "exl2-5bpw"},
    {"mixed iq2_xxs/q2_k", "gguf-iq2_xxs"},
    {"int4-awq/int8", "awq-int4"},
};

constexpr Spelling kCaches[] = {
    {"fp8_e4m3", "fp8"}, {"fp8_e5m2", "fp8"}, {"auto", "bf16"}, {"not stated", "bf16"}, {"fp8 assumed", "fp8"}};

bool starts(std::string_view text, std::string_view part) { return text.substr(0, part.size()) == part; }

// Kinds of machines, and CPUs that go by other names than in the catalog, by what a name tells: the first match counts;
// all parts have to occur.
struct Platform {
  std::string_view part, other;
  std::string_view id;
};
constexpr Platform kPlatforms[] = {
    {"8488c", "xeon", "xeon-8480plus"},
    {"fx(tm)-8320", "", "fx-8320"},
    {"8-channel ddr5", "", "workstation-ddr5"},
    {"cpu (64 cores", "", "server-ddr4-8"},
    {"apple", "max", "apple-max"},
    {"ai max", "", "ryzen-ai-max-395"},
    {"raspberry pi 4", "", "raspberry-pi-4"},  // not in the catalog: less than half of a Pi 5
    {"raspberry", "", "raspberry-pi-5"},
    {"cobalt 100", "", "server-ddr5"},
    {"epyc 9", "", "server-ddr5"},
    {"xeon 6", "", "server-ddr5"},
    {"epyc", "", "server-ddr4-8"},
    {"threadripper pro 7", "", "workstation-ddr5"},
    {"threadripper pro 9", "", "workstation-ddr5"},
    {"threadripper 7", "", "workstation-ddr5"},
    {"threadripper pro", "", "server-ddr4-8"},
    {"threadripper", "wx", "server-ddr4-8"},
    {"threadripper", "", "threadripper-ddr4"},
    {"xeon", "sapphirerapids", "workstation-ddr5"},
    {"xeon", "icelake", "server-ddr4-8"},
    {"xeon w-", "", "workstation-ddr4"},
    {"xeon", "e3-", "desktop-ddr4-2666"},
    {"xeon", "ivybridge", "workstation-ddr4"},
    {"xeon", "haswell", "workstation-ddr4"},
    {"xeon", "broadwell", "workstation-ddr4"},
    {"xeon", "", "server-ddr4"},
    {"do-premium", "", "server-ddr4"},
    {"bdver", "", "desktop-ddr3"},
    {"ivybridge", "", "desktop-ddr3"},
    {"haswell", "", "desktop-ddr3"},
    {"broadwell", "", "desktop-ddr3"},
    {"westmere", "", "desktop-ddr3"},
    {"ryzen ai", "", "laptop-zen5"},
    {"znver4", "radeon", "laptop-zen4"},
    {"znver4", "", "desktop-zen4"},
    {"zen 4", "desktop", "desktop-zen4"},
    {"ryzen 9 99", "", "desktop-zen5"},
    {"znver5", "", "desktop-zen5"},
    {"laptop", "ddr5", "laptop-ddr5"},
    {"ddr5", "", "desktop-ddr5"},
    {"u with radeon", "", "laptop-ddr4-3200"},
    {"h with radeon", "", "laptop-ddr4-3200"},
    {"hs with radeon", "", "laptop-ddr4-3200"},
    {"hx with radeon", "", "laptop-ddr4-3200"},
    {"ryzen", "", "desktop-ddr4"},
    {"arrowlake", "", "desktop-ddr5"},
    {"core(tm) ultra", "", "laptop-ddr5"},
    {"core ultra", "", "laptop-ddr5"},
    {"14th gen", "", "desktop-ddr5"},
    {"alderlake", "f", "desktop-ddr5"},
    {"alderlake", "00k", "desktop-ddr5"},
    {"alderlake", "", "laptop-ddr5"},
    {"tigerlake", "", "laptop-ddr4-3200"},
    {"rocketlake", "", "desktop-ddr4"},
    {"icelake-client", "", "laptop-ddr4-3200"},
    {"skylake", "u cpu", "laptop-ddr4"},
    {"skylake", "hq cpu", "laptop-ddr4"},
    {"skylake", "h cpu", "laptop-ddr4"},
    {"skylake", "t cpu", "laptop-ddr4"},
    {"skylake", "", "desktop-ddr4-2666"},
};

std::string without(std::string text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) text.erase(at, part.size());
  return text;
}

// What stands before the first " (" or " [", without " mix" and the words after it.
std::string before_remarks(std::string_view text) {
  for (std::string_view mark : {" (", " [", " mix", " + ", " experts"}) {
    const std::size_t at = text.find(mark);
    if (at != std::string_view::npos && at > 0) text = text.substr(0, at);
  }
  return std::string(text);
}

template <std::size_t N>
std::optional<std::string> looked_up(const Spelling (&table)[N], const std::string& name) {
  for (const Spelling& s : table)
    if (s.spelled == name) return std::string(s.id);
  return std::nullopt;
}

std::optional<std::string> format_id(const Catalog& catalog, const std::string& name, bool kv) {
  const NumberFormat* format = find_format(catalog, name);
  if (!format || !(kv ? format->for_kv : format->for_weights)) return std::nullopt;
  return format->id;
}

// Billions of parameters that a name states: "Qwen3-30B-A3B" says 30 and 3.
struct Size {
  double total = 0;
  double active = 0;  // 0: all
};

Size size_in(std::string_view name) {
  Size size;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins = i == 0 || !(std::isalnum(static_cast<unsigned char>(name[i - 1])) || name[i - 1] == '.');
    const bool is_active = std::tolower(name[i]) == 'a' && i + 1 < name.size() && std::isdigit(name[i + 1]);
    if (!begins || !(std::isdigit(name[i]) || is_active)) continue;
    const std::size_t first = i + (is_active ? 1 : 0);
    std::size_t end = first;
    while (end < name.size() && (std::isdigit(name[end]) || name[end] == '.')) ++end;
    if (end == name.size()) break;
    const char unit = static_cast<char>(std::tolower(name[end]));
    const std::optional<double> value = number_in(name.substr(first, end - first));
    if (!value || (unit != 'b' && unit != 'm')) continue;
    if (end + 1 < name.size() && std::isalnum(static_cast<unsigned char>(name[end + 1]))) continue;
    const double billions = unit == 'b' ? *value : *value / 1000;
    if (is_active)
      size.active = billions;
    else if (size.total == 0)
      size.total = billions;
  }
  return size;
}

constexpr int kVocab = 128256;  // of Llama 3, where nothing else is known
constexpr int kExperts = 128, kExpertsPerToken = 8;
constexpr double kHeadDim = 128;

// A model from what a row says of it: width of the feed-forward so that the parameters come out.
ModelRecord model_record(double params_b, double active_b, int layers, int hidden, int heads) {
  ModelRecord m;
  m.id = kModelOfRow;
  m.name = "model of the row";
  m.layers = layers;
  m.hidden = hidden;
  m.heads = heads;
  const bool moe = active_b > 0 && active_b < params_b;
  if (params_b > 3 || moe) m.kv_heads = std::min(heads, 8);
  m.head_dim = std::max(1, hidden / heads);
  m.vocab = params_b < 3 ? 50368 : kVocab;
  const double tables = 2.0 * m.vocab * hidden;
  const double attention = 2.0 * hidden * *m.head_dim * (heads + m.kv_heads.value_or(heads));
  const double in_matrices = (moe ? active_b : params_b) * 1e9 - tables;
  const double width = std::max(1.0, (in_matrices / layers - attention) / (3.0 * hidden));
  if (!moe) {
    m.intermediate = as_count(width);
    return m;
  }
  m.kind = ModelKind::moe;
  m.experts = kExperts;
  m.experts_per_token = kExpertsPerToken;
  const double routed = (params_b - active_b) * 1e9 / layers / (kExperts - kExpertsPerToken) / (3.0 * hidden);
  m.expert_intermediate = as_count(routed);
  const double shared = width - kExpertsPerToken * routed;
  if (shared >= 1) m.shared_intermediate = as_count(shared);
  return m;
}

// Depth and width usual for a size: hidden near 112 x layers, as in the Llama 3 family.
ModelRecord moe_of_size(const Size& size) {
  const double dense = std::sqrt(size.total * size.active);  // between what it holds and what it computes
  const int layers = std::clamp(as_count(std::round(24 + 9 * std::log2(std::max(1.0, dense / 3)))), 16, 96);
  const int hidden = std::min(as_count(std::round(1.4 * std::cbrt(size.active))), 1000) * 1024;
  return model_record(size.total, size.active, layers, hidden, hidden / static_cast<int>(kHeadDim));
}

bool use(Scenario& scenario, ModelRecord record) {
  scenario.model.id = record.id;
  scenario.overrides.models.push_back(std::move(record));
  return true;
}

}  // namespace

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

std::optional<double> number_after(std::string_view text, std::string_view words) {
  const std::size_t at = text.find(words);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = text.substr(at + words.size());
  std::size_t end = 0;
  while (end < rest.size() && (std::isdigit(static_cast<unsigned char>(rest[end])) || rest[end] == '.')) ++end;
  while (end > 0 && rest[end - 1] == '.') --end;
  return number_in(rest.substr(0, end));
}

std::optional<double> number_before(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(text[begin - 1]))) --begin;
    if (begin < at) return number_in(text.substr(begin, at - begin));
  }
  return std::nullopt;
}

namespace {

// Words of a name of a CPU in small letters: "intel", "xeon", "e5-2697a", "v4".
std::set<std::string, std::less<>> words_of(std::string_view name) {
  std::set<std::string, std::less<>> words;
  std::string word;
  for (char c : lower(name) + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '+' || c == '-') {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
  return words;
}

// The CPU of the catalog all words of whose name, up to its bracket, occur in a name; of several the one with the most
// words: "AMD Ryzen 9 5950X 16-Core Processor (znver3)" is a "Ryzen 9 5950X (16 cores, DDR4-3200 x2)".
const Accelerator* cpu_named_in(const Catalog& catalog, std::string_view name) {
  const auto words = words_of(name);
  const Accelerator* best = nullptr;
  std::size_t most = 0;
  for (const Accelerator& a : catalog.accelerators) {
    if (a.segment != Segment::cpu || starts(a.id, "cpu-generic-")) continue;
    const auto own = words_of(before_remarks(a.name));
    if (own.size() <= most || !std::includes(words.begin(), words.end(), own.begin(), own.end())) continue;
    best = &a;
    most = own.size();
  }
  return best;
}

std::optional<std::string> platform_id(const Catalog& catalog, const std::string& name) {
  for (const Platform& platform : kPlatforms) {
    if (!contains(name, platform.part) || !contains(name, platform.other)) continue;
    const Accelerator* a = find_accelerator(catalog, "cpu-" + std::string(platform.id));
    if (!a) a = find_accelerator(catalog, "cpu-generic-" + std::string(platform.id));
    return a ? std::optional<std::string>(a->id) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> device_id(const Catalog& catalog, std::string_view spelled) {
  std::string name(spelled);
  const bool cpu = starts(name, "CPU");
  if (const Accelerator* a = find_accelerator(catalog, name)) return a->id;
  if (starts(name, "CPU: ")) name.erase(0, 5);
  const bool apple = cpu && starts(name, "Apple");  // the CPU cores of a chip that is known by its GPU
  if (const Accelerator* a = find_accelerator(catalog, name); a && !apple) return a->id;
  if (cpu && !apple)
    if (const Accelerator* a = cpu_named_in(catalog, name)) return a->id;
  if (cpu)
    if (auto id = platform_id(catalog, lower(name))) return id;
  if (apple) return std::nullopt;
  name = before_remarks(name);
  if (const Accelerator* a = find_accelerator(catalog, name)) return a->id;
  // "Apple M4 Pro 8P+4E+16GPU 48GB": Apple's parts are told by generation, size and GPU cores.
  if (starts(name, "Apple M")) {
    std::size_t end = name.find(' ', 7);
    for (std::string_view size : {" Pro", " Max", " Ultra"})
      if (end != std::string::npos && name.compare(end, size.size(), size) == 0) end += size.size();
    const std::size_t gpu = name.find("GPU"), cores = name.find_last_not_of("0123456789", gpu - 1) + 1;
    if (gpu != std::string::npos && cores < gpu) {
      const std::string variant = name.substr(0, end) + " (" + name.substr(cores, gpu - cores) + "-core GPU)";
      if (const Accelerator* a = find_accelerator(catalog, variant)) return a->id;
    }
    if (const Accelerator* a = find_accelerator(catalog, name.substr(0, end))) return a->id;
  }
  // "Apple M4 Pro 48GB": the memory stands in the name, the device does not depend on it.
  const std::size_t space = name.rfind(' ');
  if (space != std::string::npos && name.size() > 2 && lower(name).substr(name.size() - 2) == "gb") {
    name.erase(space);
    if (const Accelerator* a = find_accelerator(catalog, name)) return a->id;
  }
  return std::nullopt;
}

bool set_device(Scenario& scenario, const Catalog& catalog, std::string_view spelled) {
  if (const auto id = device_id(catalog, spelled)) {
    scenario.hardware.accelerator = *id;
    return true;
  }
  const std::string name = lower(spelled);
  const std::size_t gb = name.find("gb");
  const Accelerator* pattern = find_accelerator(catalog, "a100-sxm4-80gb");
  if (!pattern || !(contains(name, "gpu") || contains(name, "class"))) return false;
  scenario.hardware.accelerator = pattern->id;
  std::size_t first = std::min(gb, name.size());
  while (first > 0 && std::isdigit(static_cast<unsigned char>(name[first - 1]))) --first;
  const auto memory = number_in(std::string_view(name).substr(first, std::min(gb, name.size()) - first));
  if (!memory) return true;
  Accelerator device = *pattern;
  device.id = "measured-device";
  device.memory_gb = *memory;
  device.usable_memory = gibibytes(*memory * 0.985);  // as on most cards: GiB, less what the driver keeps
  scenario.hardware.accelerator = device.id;
  scenario.overrides.accelerators.push_back(std::move(device));
  return true;
}

namespace {

// A model by its name, else by what is left of it without a maker before and tunings and formats behind:
// "Qwen3.6-35B-A3B-GPTQ-Int4". The size it states stays.
const ModelRecord* known_model(const Catalog& catalog, const std::string& spelled, const std::string& name) {
  if (const ModelRecord* known = find_model(catalog, spelled)) return known;
  std::string left = name;
  for (std::string_view maker : {"NVIDIA-", "nvidia/"})
    if (starts(left, maker)) left.erase(0, maker.size());
  for (int dropped = 0; dropped <= 4; ++dropped) {
    if (const ModelRecord* known = find_model(catalog, left)) return known;
    const std::size_t end = left.find_last_of("-_ ");
    if (end == std::string::npos || size_in(left.substr(0, end)).total != size_in(name).total) break;
    left.erase(end);
  }
  return nullptr;
}

}  // namespace

std::string host_id(const Catalog& catalog, std::string_view spelled) {
  std::string name(spelled);
  if (starts(name, "2x ")) name.erase(0, 3);
  return device_id(catalog, "CPU: " + name).value_or("cpu-generic-desktop-ddr5");
}

namespace {

// The transfers that a name of memory states, in millions a second: "DDR5-4800" 4800.
std::optional<double> memory_speed(const std::string& name) {
  for (const char* kind : {"ddr3-", "ddr4-", "ddr5-"})
    if (const auto speed = number_after(lower(name), kind)) return speed;
  return std::nullopt;
}

// Of all cores, those that had a thread: the others' vector units lay idle, while few cores draw all that memory gives.
double share_of_cores(const std::string& name, const std::string& notes, double sockets) {
  const auto cores = number_before(name, " cores");
  std::optional<double> threads = number_before(notes, " threads");
  if (!threads) threads = number_after(notes, "-t ");
  return cores && threads ? std::min(1.0, *threads / (sockets * *cores)) : 1;
}

}  // namespace

std::string cpu_as_described(Scenario& scenario, const Catalog& catalog, const std::string& id, std::string_view name,
                             const std::string& notes) {
  Accelerator own = *find_accelerator(catalog, id);
  const double usual = memory_speed(own.memory_type).value_or(0);
  const double faster = usual > 0 ? memory_speed(std::string(name)).value_or(usual) / usual : 1;
  const double sockets = contains(notes, "two sockets") || contains(notes, "dual socket") ? 2 : 1;
  const double working = sockets * share_of_cores(own.name, notes, sockets);
  if (sockets == 1 && faster == 1 && working == 1) return id;
  own.id = "described-" + id;
  own.memory_gb *= sockets;
  if (own.bandwidth) own.bandwidth = faster * sockets * *own.bandwidth;
  for (auto& rate : own.rates.by)
    if (rate) rate = working * *rate;
  scenario.overrides.accelerators.push_back(own);
  return own.id;
}

bool set_model(Scenario& scenario, const Catalog& catalog, const Row& row) {
  const std::string& spelled = row.text("model");
  const std::string name = before_remarks(spelled);
  if (const ModelRecord* known = known_model(catalog, spelled, name)) {
    scenario.model.id = known->id;
    return true;
  }
  const std::optional<double> params = row.number("params_b");
  // Not token decoders: nothing can be made up from their size.
  for (std::string_view other : {"diffusion", "flux", "unet", "resnet", "bert", "retinanet", "wan 2", "whisper", "vit"})
    if (contains(lower(name), other)) return false;
  const Size stated = size_in(name);
  const std::optional<int> layers = row.count("layers"), hidden = row.count("hidden"), heads = row.count("heads");
  const double active = number_after(row.text("notes"), "MoE active params about ").value_or(stated.active);
  if (params && layers && hidden && heads)
    return use(scenario, model_record(*params, active, *layers, *hidden, *heads));
  const double total = params.value_or(stated.total);
  if (total <= 0) return false;
  if (active > 0 && active < total) return use(scenario, moe_of_size({total, active}));
  scenario.model.id.clear();
  scenario.model.params_b = total;
  return true;
}

std::optional<std::string> weight_format(const Catalog& catalog, std::string_view spelled) {
  // Files of gpt-oss named after what its other matrices are in.
  if (contains(lower(spelled), "gguf") && contains(lower(spelled), "(mxfp4 experts)")) return "gguf-mxfp4";
  std::string name = without(lower(before_remarks(spelled)), "ud-");
  for (std::string_view interleaved : {"_r4", "_r8"}) name = without(name, interleaved);
  if (auto id = looked_up(kWeights, name)) return id;
  if (auto id = format_id(catalog, name, false)) return id;
  // "nf4+bf16": the frozen weights' format first.
  name = name.substr(0, name.find('+'));
  if (auto id = looked_up(kWeights, name)) return id;
  return format_id(catalog, name, false);
}

std::optional<std::string> cache_format(const Catalog& catalog, std::string_view spelled) {
  const std::string name = lower(spelled).substr(0, lower(spelled).find(" k"));
  if (name.empty()) return "bf16";
  if (auto id = looked_up(kCaches, name)) return id;
  return format_id(catalog, name, true);
}

std::optional<std::string> engine_id(const Catalog& catalog, std::string_view spelled) {
  for (const std::string& name : {std::string(spelled), before_remarks(spelled)})
    if (const ServingEngine* engine = find_engine(catalog, name)) return engine->id;
  return std::nullopt;
}

bool set_layout(ParallelChoice& parallel, std::string_view spelled, int gpus) {
  const std::string name = lower(spelled);
  parallel.tensor = parallel.pipeline = 1;
  // Attention by requests, experts by rank: every GPU of a stage is a replica of all but the experts.
  if (contains(name, "dp-attention") || contains(name, "dp attention")) {
    parallel.pipeline = as_count(number_after(name, "pp").value_or(1));
    parallel.data = parallel.expert = gpus / *parallel.pipeline;
    return true;
  }
  if (contains(name, "layer") || contains(name, "device_map")) {
    parallel.pipeline = gpus;
    return true;
  }
  // llama.cpp's -sm row and -sm tensor divide matrices among all cards.
  if (contains(name, "row split") || contains(name, "tensor split")) {
    parallel.tensor = gpus;
    return true;
  }
  const bool several_cores = contains(name, "core");  // "tp24 (neuron cores)" of 12 chips
  if (const auto tensor = number_after(name, "tp")) parallel.tensor = as_count(*tensor);
  if (several_cores) parallel.tensor = gpus;
  if (const auto pipeline = number_after(name, "pp")) parallel.pipeline = as_count(*pipeline);
  if (contains(name, "ep")) parallel.expert = as_count(number_after(name, "ep").value_or(*parallel.tensor));
  if (contains(name, "expert parallel")) parallel.expert = parallel.tensor;
  const int used = *parallel.tensor * *parallel.pipeline;
  parallel.data = std::max(1, gpus / used);
  return used <= gpus && gpus % used == 0;
}

}  // namespace ridgepoint::validation
