#include "engine/facts/name_index.h"

namespace ridgepoint {
namespace {

constexpr std::uint64_t kRank = std::uint64_t{1} << 32;

// FNV-1a of what names are compared by.
std::uint64_t number_of(std::string_view name) {
  std::uint64_t number = 14695981039346656037u;
  for (const char c : name)
    if (const char kept = kept_of(c)) number = (number ^ static_cast<unsigned char>(kept)) * 1099511628211u;
  return number;
}

}  // namespace

char kept_of(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ? c : '\0';
}

std::string normalized(std::string_view name) {
  std::string out;
  for (const char c : name)
    if (const char kept = kept_of(c)) out.push_back(kept);
  return out;
}

bool is_spelling_of(std::string_view spelling, std::string_view wanted) {
  std::size_t at = 0;
  for (const char c : spelling) {
    const char kept = kept_of(c);
    if (kept == '\0') continue;
    if (at == wanted.size() || kept != wanted[at]) return false;
    ++at;
  }
  return at == wanted.size();
}

void NameIndex::add(std::string_view name, std::size_t rank, std::size_t position) {
  const std::uint64_t number = number_of(name);
  if (number != number_of("")) places_.emplace(number, rank * kRank + position);
}

std::vector<std::size_t> NameIndex::find(std::string_view name) const {
  const std::uint64_t number = number_of(name);
  std::vector<std::size_t> positions;
  for (auto place = places_.lower_bound({number, 0}); place != places_.end() && place->first == number; ++place)
    positions.push_back(static_cast<std::size_t>(place->second % kRank));
  return positions;
}

}  // namespace ridgepoint
