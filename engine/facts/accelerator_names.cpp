#include "engine/facts/accelerator_names.h"

#include <algorithm>
#include <cstdlib>

#include "engine/base/lists.h"

namespace ridgepoint {
namespace {

// Words beside the name proper: who makes it, what it is sold as, and the computers that processors are sold in.
constexpr std::string_view kMakers[] = {"nvidia", "geforce", "rtx",      "gtx",     "amd",
                                        "radeon", "rx",      "instinct", "intel",   "apple",
                                        "huawei", "tesla",   "gpu",      "edition", "generation"};
constexpr std::string_view kComputers[] = {"macbook pro", "macbook air", "macbook", "mac studio",
                                           "mac mini",    "mac pro",     "imac",    "mac"};
constexpr std::string_view kMemoryWords[] = {"of", "unified", "memory", "ram", "vram"};
constexpr std::string_view kGigabytes[] = {"gb", "gib", "g"};

// Lower-case runs of letters, digits and dots.
std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text.substr(0, 200)) {
    const std::string kept = normalized({&c, 1});
    if (!kept.empty())
      words.back() += kept;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

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

// How well a record answers to what was spelled: not at all, with another size in its spelling, with none, with that.
enum class Likeness { none, other_size, no_size, that_size };

Likeness likeness(const Accelerator& a, const Spelled& wanted) {
  Likeness best = Likeness::none;
  const auto look_at = [&](std::string_view spelling) {
    const Spelled known = read_spelling(spelling);
    if (known.name != wanted.name) return;
    const bool same = known.memory_gb && known.memory_gb == wanted.memory_gb;
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

}  // namespace

NamedAccelerator named_accelerator(const Catalog& catalog, std::string_view name) {
  const Accelerator* exact = find_accelerator_as_spelled(catalog, name);
  if (exact && (exact->id == name || normalized(exact->id) == normalized(name))) return {exact, {}};
  const Spelled wanted = read_spelling(name);
  if (exact) return {exact, other_memory(*exact, wanted, true)};
  if (wanted.name.empty()) return {};
  const Accelerator* best = nullptr;
  Likeness most = Likeness::none;
  for (const Accelerator& a : catalog.accelerators) {
    const Likeness like = likeness(a, wanted);
    if (like > most) {
      best = &a;
      most = like;
    }
  }
  return best ? NamedAccelerator{best, other_memory(*best, wanted, most == Likeness::that_size)} : NamedAccelerator{};
}

const Accelerator* find_accelerator(const Catalog& catalog, std::string_view name) {
  return named_accelerator(catalog, name).record;
}

std::vector<std::string> nearest_accelerators(std::string_view wrong, const std::vector<Accelerator>& candidates) {
  const std::string name = read_spelling(wrong).name;
  if (name.empty()) return {};
  std::vector<std::string> names, ids;
  for (const Accelerator& a : candidates) {
    const std::string known = read_spelling(a.id).name;
    if (number_of(known) == number_of(name) || known.find(name) != std::string::npos) names.push_back(known);
  }
  for (const std::string& near : nearest(name, names))
    for (const Accelerator& a : candidates)
      if (read_spelling(a.id).name == near) ids.push_back(a.id);
  ids.resize(std::min<std::size_t>(ids.size(), 3));
  return ids;
}

}  // namespace ridgepoint
