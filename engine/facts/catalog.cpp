#include "engine/facts/catalog.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/base/dates.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"

namespace ridgepoint {
DEFINE_COPIES(Catalog);

namespace {

// Tells whether it is called so, by id, name or alias.
constexpr auto kNamed = [](const auto& record, const std::string& wanted) {
  const auto is_it = [&](const std::string& spelling) { return is_spelling_of(spelling, wanted); };
  if constexpr (requires { record.aliases; })
    if (std::any_of(record.aliases.begin(), record.aliases.end(), is_it)) return true;
  return is_it(record.id) || is_it(record.name);
};

// Ids win over aliases and names of other entries, so they are looked through first.
template <class Record, class NamesIt = decltype(kNamed)>
const Record* find_in(const std::vector<Record>& records, std::string_view name, NamesIt matches = kNamed) {
  for (const Record& record : records)
    if (record.id == name) return &record;
  const std::string wanted = normalized(name);
  if (wanted.empty()) return nullptr;
  for (const Record& record : records)
    if (is_spelling_of(record.id, wanted)) return &record;
  for (const Record& record : records)
    if (matches(record, wanted)) return &record;
  return nullptr;
}

// The record that the index has; it may be older than the records.
template <class Record, class NamesIt>
const Record* find_by(const NameIndex& index, const std::vector<Record>& records, std::string_view name,
                      NamesIt matches) {
  std::vector<std::size_t> likely = index.find(name);
  std::erase_if(likely, [&](std::size_t i) { return i >= records.size(); });
  for (const std::size_t i : likely)
    if (records[i].id == name) return &records[i];
  const std::string wanted = normalized(name);
  for (const std::size_t i : likely)
    if (is_spelling_of(records[i].id, wanted) || matches(records[i], wanted)) return &records[i];
  return find_in(records, name, matches);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// Ends of models' names that say how the weights are stored: ids of number formats, other words for such, and what says
// nothing of them by itself.
constexpr std::string_view kFormatWords[] = {"bf16", "fp16", "fp8", "int8", "mxfp4", "mxfp6", "mxfp8", "nvfp4"};
constexpr std::pair<std::string_view, std::string_view> kOtherFormatWords[] = {
    {"awq", "awq-int4"},   {"bnb", "bnb-nf4"},     {"fp4", "nvfp4"},        {"gptq", "gptq-int4"},
    {"int4", "gptq-int4"}, {"w4a16", "gptq-int4"}, {"w8a16", "w8a16-int8"}, {"w8a8", "int8"},
    {"w4a8", "w4a8"},      {"w4afp8", "w4afp8"},   {"hqq", "hqq-4bit"}};
constexpr std::string_view kSilentWords[] = {"gguf",   "mlx",     "3bit",   "4bit",      "5bit",  "6bit",   "8bit",
                                             "qat",    "qad",     "dwq",    "ct",        "ud",    "mtp",    "tee",
                                             "maas",   "dynamic", "static", "pertensor", "block", "hf",     "diffusers",
                                             "mobile", "h6",      "h8",     "exl2",      "exl3",  "latest", "cloud",
                                             "unsloth"};

constexpr std::string_view kGgufFile = ".gguf", kMlx = "mlx", kDwq = "dwq", kInt8 = "int8", kBitsPerWeight = "bpw";
constexpr std::string_view kExl[] = {"exl2", "exl3"};  // their bits are a word of their own: "4.65bpw"
constexpr std::string_view kGptq[] = {"gptq-int4", "gptq-int8"};

// Ends that name a release of the same architecture.
constexpr std::string_view kReleaseWords[] = {"instruct", "it", "chat", "base", "pt", "think", "thinking", "reasoning"};
// Ends by which hosts call what they serve of a language model; of one that draws, "turbo" is another model.
constexpr std::string_view kHostWords[] = {"turbo", "versatile", "instant"};
// Makers that some repositories name before the model.
constexpr std::string_view kMakers[] = {"nvidia", "meta"};

std::string_view begin_cut(std::string_view text, std::string_view begin) {
  return text.substr(text.rfind(begin, 0) == 0 ? begin.size() : 0);
}

// "0731", "2507", "202606", "20250101".
bool is_day(std::string_view word) {
  return (word.size() == 4 || word.size() == 6 || word.size() == 8) && std::all_of(word.begin(), word.end(), is_digit);
}

// "27b", "a3b", "671b", "350m".
bool is_size(std::string_view word) {
  word = begin_cut(word, "a");
  return word.size() > 1 && is_digit(word[0]) && std::string_view("bmt").find(word.back()) != std::string_view::npos;
}

// "llama", "311", "8b" of "llama-3.1-8b-1": the line a model is of, its version and its sizes.
struct NameParts {
  std::string letters, digits, sizes;
};

NameParts parts_of(std::string_view name) {
  NameParts parts;
  std::string word;
  for (const char c : lower(name) + ' ') {
    if (kept_of(c)) {
      word.push_back(c);
      continue;
    }
    for (const char part : word)
      if (part != '.') (is_size(word) ? parts.sizes : is_digit(part) ? parts.digits : parts.letters) += part;
    word.clear();
  }
  return parts;
}

// "4.65bpw".
bool is_bits_per_weight(std::string_view word) {
  const std::size_t unit = word.size() - std::min(word.size(), kBitsPerWeight.size());
  return unit > 0 && is_digit(word[0]) && word.substr(unit) == kBitsPerWeight;
}

// The format that a word at the end of a name means: none where the word says nothing of how weights are stored.
std::optional<std::string> storage_of(std::string_view word) {
  word = begin_cut(word, "quantized.");
  if (contains(kFormatWords, word)) return std::string(word);
  for (const auto& [other, format] : kOtherFormatWords)
    if (other == word) return std::string(format);
  if (is_bits_per_weight(word)) return "";
  const bool widths = word.size() >= 4 && word[0] == 'w' && is_digit(word[1]) && word.find('a') != std::string::npos;
  if (widths || contains(kSilentWords, word)) return "";
  const std::size_t q = word.rfind("iq", 0) == 0 ? 2 : 1;
  const bool gguf_type = word.size() > q && (word[0] == 'q' || q == 2) && is_digit(word[q]);
  return gguf_type ? std::optional("gguf-" + std::string(word)) : std::nullopt;
}

// A model's name as a person or the owner of a copy spells it: "unsloth/Qwen3-8B-Q4_K_M.gguf" is "Qwen3-8B", stored
// as "gguf-q4_k_m".
struct Spelled {
  std::string name;    // without owner and how it is stored, in its own letter case
  std::string format;  // "": not said
};

std::size_t last_word(const std::string& name) { return name.find_last_of("- :"); }

Spelled read_spelling(std::string_view spelled) {
  for (const char* behind : {" [", "/tree/"})
    spelled = spelled.substr(0, std::min<std::size_t>(spelled.find(behind), 200));
  spelled = begin_cut(spelled, "ollama run ");
  Spelled out;
  out.name = spelled.substr(spelled.rfind('/') + 1);  // npos + 1 is 0
  const std::size_t dot = out.name.rfind('.');
  if (dot != std::string::npos && dot > 0 && lower(out.name.substr(dot)) == kGgufFile) out.name.erase(dot);
  bool mlx = spelled.rfind("mlx-community/", 0) == 0;
  char bits = 0;
  std::string exl, bits_per_weight;
  for (std::size_t at = last_word(out.name); at != std::string::npos && at + 1 < out.name.size();
       at = last_word(out.name)) {
    const std::string word = lower(std::string_view(out.name).substr(at + 1));
    const std::optional<std::string> format = storage_of(word);
    if (!format) break;
    mlx = mlx || word == kMlx || word == kDwq;
    if (contains(kExl, word)) exl = word;
    if (is_bits_per_weight(word)) bits_per_weight = short_number(std::strtod(word.c_str(), nullptr)) + "bpw";
    if (word.find("bit") == 1) bits = word[0];
    if (word == kInt8) bits = '8';
    if (!format->empty()) out.format = *format;  // the first of several is that of the most weights
    out.name.erase(at);
  }
  if (mlx && bits) out.format = std::string("mlx-") + bits + "bit";
  if (!exl.empty() && !bits_per_weight.empty()) out.format = exl + "-" + bits_per_weight;
  if (out.format == kGptq[0] && bits == '8') out.format = kGptq[1];
  return out;
}

// By the id that a name's words say, or what stands for it: of EXL files the nearest in bits, of a GGUF type with
// larger matrices here and there ("q4_k_xl", "q6_k_l", "q8_k_xl") the one that it is made of.
const NumberFormat* format_stored(const Catalog& catalog, const std::string& id) {
  if (id.empty()) return nullptr;
  if (const NumberFormat* known = find_in(catalog.formats, id)) return known;
  const std::string kind = id.substr(0, id.find('-') + 1);
  if (contains(kExl, std::string_view(kind).substr(0, kind.size() - std::min<std::size_t>(kind.size(), 1)))) {
    const double bits = std::strtod(id.c_str() + kind.size(), nullptr);
    const auto off = [&](const NumberFormat& f) { return f.id.rfind(kind, 0) == 0 ? std::fabs(f.bits - bits) : 1e9; };
    const NumberFormat* nearest = nullptr;
    for (const NumberFormat& f : catalog.formats)
      if (off(f) < (nearest ? off(*nearest) : 1)) nearest = &f;
    return nearest;
  }
  const std::string base = id.substr(0, id.find_last_of('_'));
  for (const std::string& other : {base, base + "_m", base.substr(0, base.find_last_of('_')) + "_0"})
    if (const NumberFormat* known = find_in(catalog.formats, other)) return known;
  return nullptr;
}

// "gguf-q9_k": a type that no file has, of a kind that the catalog knows.
bool is_no_type(const Catalog& catalog, const std::string& id) {
  const std::string kind = id.substr(0, id.find('-') + 1);
  const auto is_of_kind = [&](const NumberFormat& f) { return f.id.starts_with(kind); };
  return !kind.empty() && find_where(catalog.formats, is_of_kind) && !format_stored(catalog, id);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, above + 1, row[j - 1] + 1});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// "Ryzen 9 7950X" and "AMD Ryzen 9 7950X" are "Ryzen 9 7950X (16 cores, DDR5-6000 x2)".
std::string product_of(const Accelerator& a) { return a.name.substr(0, a.name.find(" (")); }

std::string_view without_owner(std::string_view alias) { return alias.substr(alias.rfind('/') + 1); }

template <class Record>
NameIndex names_of(const std::vector<Record>& records) {
  NameIndex index;
  for (std::size_t i = 0; i < records.size(); ++i) {
    index.add(records[i].id, 0, i);
    index.add(records[i].name, 1, i);
    for (const std::string& alias : records[i].aliases) {
      index.add(alias, 1, i);
      if (alias.find('/') != std::string::npos) index.add(without_owner(alias), 1, i);
    }
    if constexpr (std::is_same_v<Record, Accelerator>) {
      const std::string product = product_of(records[i]);
      if (product.size() < records[i].name.size()) index.add(product, 2, i);
      index.add(records[i].vendor + product, 2, i);
    }
  }
  return index;
}

}  // namespace

void index_names(Catalog& catalog) {
  catalog.accelerator_names = names_of(catalog.accelerators);
  catalog.model_names = names_of(catalog.models);
}

const Accelerator* find_accelerator_as_spelled(const Catalog& catalog, std::string_view name) {
  return find_by(
      catalog.accelerator_names, catalog.accelerators, name, [](const Accelerator& a, const std::string& wanted) {
        const std::string known = product_of(a);
        return kNamed(a, wanted) ||
               (!known.empty() && (is_spelling_of(known, wanted) || is_spelling_of(a.vendor + known, wanted)));
      });
}

const ModelRecord* find_model(const Catalog& catalog, std::string_view name) {
  const auto matches = [](const ModelRecord& m, const std::string& wanted) {
    return kNamed(m, wanted) || std::any_of(m.aliases.begin(), m.aliases.end(), [&](const std::string& alias) {
             return is_spelling_of(without_owner(alias), wanted);
           });
  };
  if (const ModelRecord* found = find_by(catalog.model_names, catalog.models, name, matches)) return found;
  auto [rest, format] = read_spelling(name);
  if (is_no_type(catalog, format)) return nullptr;
  for (const std::string_view maker : kMakers)
    if (lower(rest).rfind(std::string(maker) + '-', 0) == 0) rest.erase(0, maker.size() + 1);
  bool hosted = false;
  for (;;) {
    const ModelRecord* found = find_in(catalog.models, rest, matches);
    // "deepseek-v3.1:671b": a tag that says the model's size.
    const std::size_t tag = rest.find(':');
    const std::string size = tag == std::string::npos ? "" : lower(std::string_view(rest).substr(tag + 1));
    if (!found && is_size(size)) {
      found = find_model(catalog, std::string_view(rest).substr(0, tag));
      const double billions = std::strtod(size.c_str(), nullptr) * (size.back() == 't'   ? 1e3
                                                                    : size.back() == 'm' ? 1e-3
                                                                                         : 1);
      if (found && std::fabs(found->params_b.value_or(0) - billions) > 0.1 * billions) found = nullptr;
    }
    if (found) return hosted && !generates_tokens(found->kind) ? nullptr : found;
    const std::size_t at = last_word(rest);
    if (at == std::string::npos || at + 1 >= rest.size()) return nullptr;
    const std::string word = lower(std::string_view(rest).substr(at + 1));
    const bool host = contains(kHostWords, word);
    if (!host && !contains(kReleaseWords, word) && !is_day(word)) return nullptr;
    hosted = hosted || host;
    rest.erase(at);
  }
}

const NumberFormat* release_of(const Catalog& catalog, std::string_view file) {
  if (!contains(file, '/')) return nullptr;
  const std::string name = lower(file);
  return find_where(catalog.releases, [&](const NumberFormat& r) {
    return std::any_of(r.files.begin(), r.files.end(), [&](std::string_view pattern) {
      const std::string_view begin = pattern.substr(0, pattern.find('*')),
                             end = pattern.substr(std::min(begin.size() + 1, pattern.size()));
      return name.size() >= begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
    });
  });
}

std::vector<std::string> files_in(const ModelRecord& model, std::string_view format) {
  const std::string* hub = find_where(model.aliases, [](const std::string& alias) { return contains(alias, '/'); });
  std::vector<std::string> out;
  for (const std::string& known : model.checkpoints) {
    const std::size_t space = known.find(' '), star = known.find('*');
    if (!format.starts_with(known.substr(0, space)) || (star != std::string::npos && !hub)) continue;
    out.push_back(known.substr(space + 1));
    if (star != std::string::npos) out.back().replace(star - space - 1, 1, without_owner(*hub));
  }
  return out;
}

const NumberFormat* format_named(const Catalog& catalog, std::string_view model) {
  if (const NumberFormat* release = release_of(catalog, model)) return find_format(catalog, release->id);
  const NumberFormat* found = format_stored(catalog, read_spelling(model).format);
  return found && found->for_weights ? found : nullptr;
}

std::string answered_name(const ModelRecord& record, std::string_view asked) {
  const std::string& known = title_of(record);
  if (asked == record.id) return known;
  const auto hub = std::find_if(record.aliases.begin(), record.aliases.end(),
                                [](const std::string& alias) { return alias.find('/') != std::string::npos; });
  const std::string id = normalized(record.id), name = normalized(known), said = read_spelling(asked).name,
                    published = hub != record.aliases.end() ? normalized(*hub) : "";
  const auto is_known = [&](const std::string& word) {
    return contains(kReleaseWords, word) || contains(kHostWords, word) || contains(kMakers, word) || is_size(word) ||
           id.find(word) != std::string::npos || name.find(word) != std::string::npos ||
           published.find(word) != std::string::npos;
  };
  std::string word;
  for (const char c : said + ' ') {
    if (const char kept = kept_of(c)) {
      word.push_back(kept);
    } else {
      if (!is_known(word)) return said + " (as " + known + ")";
      word.clear();
    }
  }
  return known;
}

const Instance* find_instance(const Catalog& catalog, std::string_view name) {
  return find_in(catalog.instances, name, [](const Instance& i, const std::string& wanted) {
    return kNamed(i, wanted) || is_spelling_of(i.name, "standard" + wanted);  // Azure's
  });
}

const NumberFormat* find_format(const Catalog& catalog, std::string_view name) {
  if (const NumberFormat* known = find_in(catalog.formats, name)) return known;
  const Spelled words = read_spelling("- " + std::string(name));
  return normalized(words.name).empty() ? format_stored(catalog, words.format) : nullptr;
}

const DeviceFamily* find_family(const Catalog& c, std::string_view name) { return find_in(c.families, name); }

const ServingEngine* find_engine(const Catalog& c, std::string_view name) { return find_in(c.engines, name); }

bool takes_word(const std::vector<std::string>& takes, std::string_view field, std::string_view word) {
  return std::all_of(takes.begin(), takes.end(), [&](std::string_view taken) {
    const bool of_field = taken.size() > field.size() && taken[field.size()] == ' ' && taken.starts_with(field);
    return !of_field || is_one_of(word, taken.substr(field.size() + 1));
  });
}

const TrainingFramework* find_framework(const Catalog& c, std::string_view name) { return find_in(c.frameworks, name); }

bool runs_on(const ServingEngine& engine, const Accelerator& device) {
  if (device.segment == Segment::cpu) return engine.on_cpus != OnCpus::no;
  if (contains(engine.not_on, device.vendor) || contains(engine.not_on, device.architecture)) return false;
  return engine.on_cpus != OnCpus::only && (engine.vendors.empty() || contains(engine.vendors, device.vendor));
}

bool runs_on(const TrainingFramework& framework, const Accelerator& device) {
  return framework.vendors.empty() || (device.segment != Segment::cpu && contains(framework.vendors, device.vendor));
}

bool reads(const ServingEngine& engine, const NumberFormat& format) {
  const std::vector<std::string>& readers = format.engines;
  if (!readers.empty() && !contains(readers, engine.id)) return false;
  const auto begins = [&](const std::string& start) { return format.id.starts_with(start); };
  const bool unlisted = !engine.reads.empty() && std::none_of(engine.reads.begin(), engine.reads.end(), begins);
  return format.bits >= 16 || (engine.reads_gguf ? begins("gguf") : !unlisted);
}

const FormatsOn* holding(const std::vector<FormatsOn>& list, const NumberFormat& format, const Accelerator& device) {
  const auto begins = [&](const std::string& start) { return format.id.starts_with(start); };
  return find_where(list, [&](const FormatsOn& f) {
    if (!find_where(f.formats, begins)) return false;
    if (device.segment == Segment::cpu) return f.on_cpus;
    return contains(f.on, device.vendor) || contains(f.on, device.architecture);
  });
}

const Grid* find_grid(const Catalog& catalog, std::string_view name) { return find_in(catalog.grids, name); }

std::vector<std::string> nearest(std::string_view wrong, const std::vector<std::string>& candidates, std::size_t most) {
  const std::string wanted = normalized(wrong.substr(0, 100));
  // Distance, length and name: of two equally near, the shorter is meant.
  std::vector<std::tuple<std::size_t, std::size_t, std::string>> scored;
  for (const std::string& candidate : candidates) {
    const std::string known = normalized(candidate);
    const bool contained = wanted.size() >= 2 && known.find(wanted) != std::string::npos;
    const bool begun = wanted.size() >= 4 && known.compare(0, wanted.size() - 1, wanted, 0, wanted.size() - 1) == 0;
    const std::size_t distance = contained ? 1 : begun ? 2 : edit_distance(wanted, known);
    if (distance <= std::max<std::size_t>(2, wanted.size() / 3)) scored.emplace_back(distance, known.size(), candidate);
  }
  sort_short(scored, std::less<>());
  std::vector<std::string> out;
  for (const auto& [distance, length, candidate] : scored)
    if (out.size() < most && !contains(out, candidate)) out.push_back(candidate);
  return out;
}

Problem unknown_name(std::string path, const char* what, const std::string& name, std::vector<std::string> meant) {
  return {"unknown_id", std::move(path),
          std::string("There is no ") + what + " \"" + name.substr(0, 100) + "\" in the catalog.", std::move(meant)};
}

std::vector<std::string> nearest_models(const Catalog& catalog, std::string_view wrong) {
  const std::string name = read_spelling(wrong.substr(0, 100)).name, wanted = normalized(name);
  const NameParts asked = parts_of(name);
  const auto may_be = [&](const std::string& other) {
    return parts_of(other).digits == asked.digits || normalized(other).find(wanted) != std::string::npos;
  };
  std::vector<const ModelRecord*> line;
  const auto add_where = [&](auto is) {
    for (const ModelRecord& model : catalog.models)
      if (is(model)) line.push_back(&model);
  };
  add_where([&](const ModelRecord& m) { return parts_of(m.id).letters == asked.letters; });
  std::vector<std::string> ids, aliases, found;
  for (const ModelRecord& model : catalog.models) {
    if (!line.empty() && !contains(line, &model)) continue;
    if (may_be(model.id)) ids.push_back(model.id);
    std::copy_if(model.aliases.begin(), model.aliases.end(), std::back_inserter(aliases), may_be);
  }
  if (found = nearest(name, ids); !found.empty()) return found;
  for (const std::string& alias : nearest(name, aliases))
    if (const ModelRecord* model = find_model(catalog, alias); model && !contains(found, model->id))
      found.push_back(model->id);
  if (!found.empty()) return found;
  const std::string begin = lower(name.substr(0, name.find('-') + 1));
  if (line.empty() && !begin.empty()) add_where([&](const ModelRecord& m) { return m.id.starts_with(begin); });
  if (line.empty() && !asked.sizes.empty())
    add_where([&](const ModelRecord& m) { return parts_of(m.id).sizes == asked.sizes; });
  // Others of its line, that begin as it does, or are as large: of its size first, the newest first.
  sort_short(line, [&](const ModelRecord* a, const ModelRecord* b) {
    const bool first = parts_of(a->id).sizes == asked.sizes, second = parts_of(b->id).sizes == asked.sizes;
    return first != second ? first : a->release > b->release;
  });
  for (const ModelRecord* model : line)
    if (found.size() < 3) found.push_back(model->id);
  return found;
}

std::vector<const ApiPrice*> api_offers(const Catalog& catalog, std::string_view model, std::string_view provider) {
  std::vector<const ApiPrice*> offers;
  const auto known = catalog.index.hosted.find(model);
  if (known == catalog.index.hosted.end()) return offers;
  for (std::size_t position : known->second) {
    const ApiPrice& price = catalog.api[position];
    if (provider.empty() || price.provider == provider) offers.push_back(&price);
  }
  return offers;
}

std::string provider_name(const Catalog& catalog, std::string_view provider) {
  const Provider* known = find_where(catalog.providers, [&](const Provider& p) { return p.id == provider; });
  return known ? known->name : std::string(provider);
}

bool is_offered(const Instance& instance, std::string_view provider) {
  if (instance.status != Status::current || instance.tier == Tier::average) return false;
  if (!provider.empty() && !instance.provider.empty() && instance.provider != provider) return false;
  const auto device = instance.provenance.find("accelerator");
  const bool certain = device == instance.provenance.end() || !device->second.unverified;
  const bool ordinary = instance.tier == Tier::instance || instance.tier == Tier::per_gpu;
  return !provider.empty() || (ordinary && certain);
}

namespace {

std::vector<NewestRents> newest_rents_of(const Catalog& catalog) {
  std::vector<NewestRents> newest(catalog.instances.size(), {-1, -1, -1, -1});
  std::map<std::string_view, std::size_t> by_instance;
  for (std::size_t i = 0; i < newest.size(); ++i) by_instance.emplace(catalog.instances[i].id, i);
  for (std::size_t i = 0; i < catalog.prices.size(); ++i) {
    const Price& price = catalog.prices[i];
    const auto kind = static_cast<std::size_t>(price.kind);
    const auto found = by_instance.find(price.of);
    if (kind >= NewestRents{}.size() || found == by_instance.end()) continue;
    int& known = newest[found->second][kind];
    if (known < 0 || catalog.prices[static_cast<std::size_t>(known)].priced < price.priced) known = static_cast<int>(i);
  }
  // What may be taken back is rented as spot, by PriceKind the second: at its price on demand, where it has no other.
  for (std::size_t i = 0; i < newest.size(); ++i)
    if (auto [demand, spot, one, three] = newest[i]; catalog.instances[i].interruptible)
      newest[i] = {-1, spot < 0 ? demand : spot, -1, -1};
  return newest;
}

std::vector<std::size_t> numbered_providers(const std::vector<Instance>& instances) {
  std::map<std::string_view, std::size_t> numbers;
  std::vector<std::size_t> of_each;
  of_each.reserve(instances.size());
  for (const Instance& instance : instances)
    of_each.push_back(numbers.emplace(instance.provider, numbers.size()).first->second);
  return of_each;
}

std::vector<std::optional<ProviderTier>> tiers_of(const Catalog& catalog) {
  std::vector<std::optional<ProviderTier>> of_each(catalog.instances.size());
  for (std::size_t i = 0; i < of_each.size(); ++i)
    for (const Provider& provider : catalog.providers)
      if (provider.id == catalog.instances[i].provider) of_each[i] = provider.tier;
  return of_each;
}

// Every provider's cheapest offer of each device, firm ones apart from those "from" a price; devices as the index of
// offers has them.
std::vector<ListedRent> listed_rents(const Catalog& catalog, std::size_t kind) {
  std::vector<ListedRent> listed;
  std::size_t device = 0;
  for (const auto& of_one : catalog.index.offers) {
    const std::size_t first = listed.size();
    for (const OfferedRent& offer : of_one.second[kind]) {  // cheapest first
      const bool from = catalog.prices[offer.price].from;
      const std::size_t list = 2 * catalog.index.providers[offer.instance] + (from ? 1 : 0);
      bool known = false;
      for (std::size_t i = first; i < listed.size(); ++i) known = known || listed[i].list == list;
      if (!known && offer.usd_per_gpu_h > 0) listed.push_back({device, list, offer.usd_per_gpu_h});
    }
    ++device;
  }
  return listed;
}

void index_hosted(Catalog& catalog) {
  using Offer = std::tuple<std::string_view, std::string_view, std::string_view>;  // views of the catalog's own texts
  std::map<Offer, std::size_t> newest;
  for (std::size_t i = 0; i < catalog.api.size(); ++i) {
    const ApiPrice& price = catalog.api[i];
    const auto [known, added] = newest.emplace(Offer{price.model, price.provider, price.served_as}, i);
    if (!added && catalog.api[known->second].priced < price.priced) known->second = i;
  }
  for (const auto& [offer, position] : newest)
    if (catalog.api[position].status == Status::current)
      catalog.index.hosted[std::string(std::get<0>(offer))].push_back(position);
  const auto blended = [&](std::size_t i) { return 3 * in_usd(catalog.api[i].input) + in_usd(catalog.api[i].output); };
  for (auto& [model, positions] : catalog.index.hosted)
    sort_short(positions, [&](std::size_t a, std::size_t b) { return blended(a) < blended(b); });
}

// What those of `instances` cost that are offered by a provider, or, where it is "", by any.
OfferedRents rents_of(const Catalog& catalog, const PriceIndex::Positions& instances, std::string_view provider) {
  OfferedRents rents;
  for (std::size_t i : instances) {
    const Instance& instance = catalog.instances[i];
    if (!is_offered(instance, provider)) continue;
    for (std::size_t kind = 0; kind < rents.size(); ++kind) {
      const int newest = catalog.index.newest_rents[i][kind];
      if (newest < 0) continue;
      const auto price = static_cast<std::size_t>(newest);
      const Price& found = catalog.prices[price];
      rents[kind].push_back({i, price, in_usd(found.amount) / instance.count, day_number(found.priced)});
    }
  }
  for (std::vector<OfferedRent>& kind : rents)
    sort_short(kind, [&](const OfferedRent& a, const OfferedRent& b) {
      return a.usd_per_gpu_h != b.usd_per_gpu_h ? a.usd_per_gpu_h < b.usd_per_gpu_h
                                                : catalog.instances[a.instance].id < catalog.instances[b.instance].id;
    });
  return rents;
}

}  // namespace

void index_prices(Catalog& catalog) {
  catalog.index = {};
  catalog.index.newest_rents = newest_rents_of(catalog);
  catalog.index.providers = numbered_providers(catalog.instances);
  catalog.index.tiers = tiers_of(catalog);
  for (std::size_t i = 0; i < catalog.instances.size(); ++i)
    catalog.index.instances[catalog.instances[i].accelerator].push_back(i);
  for (const auto& [accelerator, instances] : catalog.index.instances)
    catalog.index.offers.emplace(accelerator, rents_of(catalog, instances, ""));
  for (std::size_t kind = 0; kind < catalog.index.levels.size(); ++kind)
    catalog.index.levels[kind] =
        rent_levels(listed_rents(catalog, kind), catalog.index.offers.size(), 2 * catalog.instances.size());
  for (std::size_t i = 0; i < catalog.prices.size(); ++i)
    if (!is_rent(catalog.prices[i].kind)) catalog.index.purchases[catalog.prices[i].of].push_back(i);
  index_hosted(catalog);
}

std::optional<double> usual_rent(const Catalog& catalog, PriceKind kind, std::string_view accelerator) {
  const auto& offers = catalog.index.offers;
  const auto known = offers.find(accelerator);
  if (known == offers.end()) return std::nullopt;
  return std::exp(catalog.index.levels[static_cast<std::size_t>(kind)]
                                      [static_cast<std::size_t>(std::distance(offers.begin(), known))]);
}

void build_architectures(Catalog& catalog) {
  for (const ModelRecord& record : catalog.models) {
    if (!generates_tokens(record.kind)) continue;
    if (Result<Architecture> built = architecture_of(record, ""))
      catalog.architectures.emplace(record.id, std::move(built).value());
  }
}

Result<Shared<Architecture>> architecture_of(const Catalog& catalog, const ModelRecord& record,
                                             const std::string& path) {
  const auto known = catalog.architectures.find(record.id);
  if (known != catalog.architectures.end()) return known->second;
  Result<Architecture> built = architecture_of(record, path);
  if (!built) return built.problems();
  return Shared<Architecture>(std::move(built).value());
}

std::vector<RentOffer> rent_offers(const Catalog& catalog, PriceKind kind, std::string_view accelerator,
                                   std::string_view provider, std::string_view region) {
  std::vector<RentOffer> offers;
  const auto instances = catalog.index.instances.find(accelerator);
  if (instances == catalog.index.instances.end()) return offers;
  OfferedRents of_provider;
  const OfferedRents* rents = &of_provider;
  if (provider.empty())
    rents = &catalog.index.offers.find(accelerator)->second;
  else
    of_provider = rents_of(catalog, instances->second, provider);
  for (const OfferedRent& rent : (*rents)[static_cast<std::size_t>(kind)]) {
    const Instance& instance = catalog.instances[rent.instance];
    if (region.empty() || instance.provider.empty() || instance.region == region)
      offers.push_back({&instance, &catalog.prices[rent.price], rent.usd_per_gpu_h,
                        catalog.index.providers[rent.instance], catalog.index.tiers[rent.instance], rent.day});
  }
  return offers;
}

namespace {

std::vector<Purpose> by_kind(const ModelRecord& model) {
  if (model.kind == ModelKind::diffusion) return {model.frames ? Purpose::video : Purpose::image};
  if (model.kind == ModelKind::speech) return {Purpose::speech};
  if (!generates_tokens(model.kind)) return {};
  if (model.kind == ModelKind::multimodal || model.tower_params > 0) return {Purpose::chat, Purpose::vision};
  return {Purpose::chat};
}

constexpr double kComparable = 0.25;  // of the bandwidth: generations differ by up to three times

// Gives the accelerators that `counts` of the architecture that was first released latest before that of `own`.
template <class Counts>
std::vector<const Accelerator*> before(const Accelerator& own, const Catalog& catalog, const Counts& counts) {
  std::map<std::string, std::string> first;  // release of each architecture
  for (const Accelerator& a : catalog.accelerators) {
    if (a.release.empty() || a.architecture.empty() || !counts(a)) continue;
    std::string& known = first[a.architecture];
    if (known.empty() || a.release < known) known = a.release;
  }
  const std::string mine = first[own.architecture];
  std::string previous, date;
  for (const auto& [architecture, release] : first)
    if (release < mine && date < release) previous = architecture, date = release;
  std::vector<const Accelerator*> out;
  for (const Accelerator& a : catalog.accelerators)
    if (!previous.empty() && a.architecture == previous && counts(a)) out.push_back(&a);
  return out;
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

std::vector<const Accelerator*> generation_before(const Accelerator& own, const Catalog& catalog) {
  const auto alike = [&](const Accelerator& a) { return a.vendor == own.vendor && a.segment == own.segment; };
  const auto same_form = [&](const Accelerator& a) { return alike(a) && a.form_factor == own.form_factor; };
  std::vector<const Accelerator*> found = before(own, catalog, same_form);
  if (found.empty()) found = before(own, catalog, alike);
  // A generation has small cards too, which nobody replaced by large ones.
  const auto small = [&](const Accelerator* a) {
    return own.bandwidth && a->bandwidth && *a->bandwidth < kComparable * *own.bandwidth;
  };
  found.erase(std::remove_if(found.begin(), found.end(), small), found.end());
  return found;
}

}  // namespace ridgepoint
