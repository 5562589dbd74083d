#include "engine/facts/accelerator_names.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "engine/base/lists.h"

namespace ridgepoint {
namespace {

// Words beside the name proper: who makes it, what it is sold as, and the computers that processors are sold in.
constexpr std::string_view kMakers[] = {
    "nvidia", "geforce", "rtx", "gtx", "amd",     "radeon", "rx",          "intel",      "apple", "huawei", "instinct",
    "tesla",  "jetson",  "arc", "gpu", "edition", "oam",    "workstation", "generation", "r",     "tm",     "graphics"};
constexpr std::string_view kComputers[] = {"macbook pro", "macbook air", "macbook", "mac studio",
                                           "mac mini",    "mac pro",     "imac",    "mac"};
constexpr std::string_view kMemoryWords[] = {"of", "unified", "memory", "ram", "vram"};
constexpr std::string_view kGigabytes[] = {"gb", "gib", "g"};

// Lower-case runs of letters, digits and dots.
std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text.substr(0, 200)) {
    if (const char kept = kept_of(c))
      words.back() += kept;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// A name taken apart: "Mac Studio M2 Ultra 192GB" is "m2ultra" with 192 GB.
struct Spelled {
  std::string name;                 // without what stands beside it; empty where nothing else was said
  std::optional<double> memory_gb;  // the last that is said
};

// "48gb", or "48" before "gb": the words that say a size, from `at`; none: 0.
std::size_t size_at(const std::vector<std::string>& words, std::size_t at, double& gb) {
  char* end = nullptr;
  gb = std::strtod(words[at].c_str(), &end);
  if (!is_digit(words[at][0]) || gb <= 0) return 0;
  const std::string_view unit = end;
  if (contains(kGigabytes, unit)) return 1;
  return unit.empty() && at + 1 < words.size() && contains(kGigabytes, words[at + 1]) ? 2 : 0;
}

std::size_t computer_at(const std::vector<std::string>& words, std::size_t at) {
  const std::string two = words[at] + (at + 1 < words.size() ? ' ' + words[at + 1] : "");
  if (contains(kComputers, two)) return 2;
  return contains(kComputers, words[at]) ? 1 : 0;
}

Spelled read_spelling(std::string_view text) {
  const std::vector<std::string> words = words_in(text);
  Spelled out;
  for (std::size_t at = 0; at < words.size();) {
    double gb = 0;
    if (const std::size_t size = size_at(words, at, gb)) {
      out.memory_gb = gb;
      for (at += size; at < words.size() && contains(kMemoryWords, words[at]);) ++at;
    } else if (const std::size_t computer = computer_at(words, at)) {
      at += computer;
    } else if (contains(kMakers, words[at])) {
      ++at;
    } else {
      out.name += words[at++];
    }
  }
  return out;
}

// The device in what a driver or lspci prints: what is in square brackets; else without its maker before a comma, its
// interface and what is in brackets behind.
std::string_view printed_device(std::string_view text) {
  if (const std::size_t open = text.rfind('['); open != text.npos)
    return text.substr(open, text.find(']', open) - open);
  if (text.starts_with("ANGLE (")) text.remove_prefix(std::min(text.find(", ") + 2, text.size()));
  if (const std::size_t renderer = text.find("Renderer: "); renderer != text.npos) text.remove_prefix(renderer + 10);
  for (const char* behind : {" (", ", ", " Direct3D", " OpenGL", "/PCIe", " w/"})
    text = text.substr(0, text.find(behind));
  return text;
}

// How well a record answers to what was spelled: not at all, with another size in its spelling, with none, with that.
enum class Likeness { none, other_size, no_size, that_size };

Likeness likeness(const Accelerator& a, const Spelled& wanted) {
  Likeness best = Likeness::none;
  const auto look_at = [&](std::string_view spelling) {
    const Spelled known = read_spelling(spelling);
    const bool same = known.memory_gb && known.memory_gb == wanted.memory_gb;
    if (known.name != wanted.name && !(same && is_spelling_of(wanted.name + a.architecture, known.name))) return;
    best = std::max(best, same ? Likeness::that_size : known.memory_gb ? Likeness::other_size : Likeness::no_size);
  };
  look_at(a.id);
  look_at(a.name);
  look_at(std::string_view(a.name).substr(0, a.name.find(" (")));
  for (const std::string& alias : a.aliases) look_at(alias);
  return best;
}

// The memory that a name says where it is another than the record's. A record's own spelling may say what is no size of
// it: a nominal one ("B200 192GB"), or that of the processor beside it ("GH200 480GB").
std::optional<double> other_memory(const Accelerator& a, const Spelled& said, bool own_spelling) {
  if (!said.memory_gb || *said.memory_gb == a.memory_gb) return std::nullopt;
  if (own_spelling && *said.memory_gb > most_memory_gb(a)) return std::nullopt;
  return said.memory_gb;
}

// What tells products apart: the first number of a name, its digits in order of size, so that two may have been
// swapped, behind the letter before it. "h001" of "H100 SXM5", "0049" of "RTX 4090".
std::string number_of(std::string_view name) {
  const auto begin = std::find_if(name.begin(), name.end(), is_digit);
  std::string digits(begin, std::find_if_not(begin, name.end(), is_digit));
  std::sort(digits.begin(), digits.end());
  return begin == name.begin() || digits.empty() ? digits : *(begin - 1) + digits;
}

// The record that is called so, apart from what stands beside its name.
[[gnu::noinline]] NamedAccelerator called(const Catalog& catalog, std::string_view name, Likeness least) {
  const Spelled wanted = read_spelling(name);
  if (wanted.name.empty()) return {};
  const Accelerator* best = nullptr;
  Likeness most = Likeness::none;
  for (const Accelerator& a : catalog.accelerators) {
    const Likeness like = likeness(a, wanted);
    if (like > most && like >= least) {
      best = &a;
      most = like;
    }
  }
  return best ? NamedAccelerator{best, other_memory(*best, wanted, most == Likeness::that_size)} : NamedAccelerator{};
}

}  // namespace

NamedAccelerator named_accelerator(const Catalog& catalog, std::string_view name) {
  const Accelerator* exact = find_accelerator_as_spelled(catalog, name);
  if (exact && (exact->id == name || normalized(exact->id) == normalized(name))) return {exact, {}};
  if (exact) return {exact, other_memory(*exact, read_spelling(name), true)};
  NamedAccelerator found = called(catalog, name, Likeness::other_size);
  if (!found.record && is_digit(name.empty() ? ' ' : name.back()))  // "A100-40"
    found = called(catalog, std::string(name) + "GB", Likeness::that_size);
  if (!found.record) found = called(catalog, printed_device(name), Likeness::other_size);
  return found.record || !name.ends_with('s') ? found : named_accelerator(catalog, name.substr(0, name.size() - 1));
}

// TPUs whose slices are named by their cores, two of a chip ("v5p-64"); of others by chips.
constexpr std::string_view kCoresCounted[] = {"tpu-v2", "tpu-v3", "tpu-v4", "tpu-v5p"};

constexpr std::pair<std::string_view, char> kNumbers[] = {{"one", '1'},  {"two", '2'},  {"dual", '2'}, {"three", '3'},
                                                          {"four", '4'}, {"quad", '4'}, {"six", '6'},  {"eight", '8'}};

CountedName counted_name(const Catalog& catalog, std::string_view given) {
  constexpr std::string_view kDigits = "0123456789", kTimes[] = {"x", "X", "*", "×", ":"};
  const auto trimmed = [](std::string_view t) {
    t.remove_prefix(std::min(t.find_first_not_of(' '), t.size()));
    return t.substr(0, t.find_last_not_of(' ') + 1);
  };
  std::string text(trimmed(given));
  std::replace(text.begin(), text.end(), '_', ' ');
  if (text.starts_with("gpu ")) text.erase(0, 4);
  const std::string word = normalized(text.substr(0, text.find(' ')));
  if (const auto* number = find_where(kNumbers, [&](const auto& known) { return known.first == word; }))
    text.replace(0, text.find(' '), 1, number->second);
  const std::string_view all = text, first = all.substr(0, all.find_first_not_of(kDigits)),
                         last = all.substr(all.find_last_not_of(kDigits) + 1),
                         behind = trimmed(all.substr(first.size())),
                         before = trimmed(all.substr(0, all.size() - last.size()));
  const bool apart = !first.empty() && first.size() + behind.size() < all.size();  // "4 L40S"
  std::string_view number = apart ? first : "", name = apart ? behind : all;
  for (const std::string_view times : kTimes) {
    const std::string_view rest = behind.starts_with(times) ? trimmed(behind.substr(times.size())) : "";
    if (!first.empty() &&
        (rest.size() > first.size() || rest.find_first_not_of(kDigits) != rest.npos))  // "2x3090", not "4090 x 2"
      number = first, name = rest;
    else if ((number.empty() || behind.starts_with(times)) && !last.empty() && before.ends_with(times))
      number = last, name = before.substr(0, before.size() - times.size());
  }
  if (!last.empty() && before.ends_with("NVL")) number = last;  // of a rack
  int cores = 1;
  if (const std::string_view chip = before.substr(0, before.rfind('-')); number.empty() && before.ends_with('-')) {
    const Accelerator* tpu = find_accelerator(catalog, chip);
    if (tpu && tpu->vendor == "Google") number = last, name = chip, cores = contains(kCoresCounted, tpu->id) ? 2 : 1;
  }
  if (number.empty()) return {text};
  const int count = std::atoi(std::string(number.substr(0, 6)).c_str());
  return {std::string(trimmed(name)), std::max(std::min(count, 1), count / cores)};
}

const Accelerator* find_accelerator(const Catalog& catalog, std::string_view name) {
  const Accelerator* exact = find_accelerator_as_spelled(catalog, name);
  return exact ? exact : named_accelerator(catalog, name).record;
}

std::vector<std::string> nearest_accelerators(std::string_view wrong, const std::vector<Accelerator>& candidates) {
  const std::string name = read_spelling(wrong).name;
  if (name.empty()) return {};
  std::vector<std::string> names, ids, found;
  for (const Accelerator& a : candidates) {
    const std::string known = read_spelling(a.id).name;
    if (number_of(known) == number_of(name) || known.find(name) != std::string::npos) names.push_back(known);
  }
  if (found = nearest(name, names); found.empty())  // "RTX 5070 Ti Super"
    std::copy_if(names.begin(), names.end(), std::back_inserter(found),
                 [&](const std::string& known) { return !known.empty() && name.starts_with(known); });
  for (const std::string& near : found)
    for (const Accelerator& a : candidates)
      if (read_spelling(a.id).name == near) ids.push_back(a.id);
  ids.resize(std::min<std::size_t>(ids.size(), 3));
  return ids;
}

}  // namespace ridgepoint
