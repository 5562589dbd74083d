// Names as people spell them: what makes no difference between two, and where each leads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ridgepoint {

// A character as names are compared by; 0: it makes no difference.
char kept_of(char c);
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Lower case, with everything but letters, digits and dots removed: "Llama 3.1 70B" -> "llama3.170b".
std::string normalized(std::string_view name);
// Gives normalized(spelling) == wanted, and knows it at the first character that differs.
bool is_spelling_of(std::string_view spelling, std::string_view wanted);

// Positions of records by their names. It holds a number for each name and no text, so that copying it costs little;
// who finds a record in it compares its names.
class NameIndex {
 public:
  // Ids win over all other names: a name of rank 0 goes before those of later ranks.
  void add(std::string_view name, std::size_t rank, std::size_t position);
  // The records that `name` may be of, in the order in which they win.
  std::vector<std::size_t> find(std::string_view name) const;

 private:
  std::set<std::pair<std::uint64_t, std::uint64_t>> places_;  // number of the name; rank, then position
};

}  // namespace ridgepoint
