// Field values as text, and what is wrong with them: shared by the JSON reader, links and tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/fields.h"

namespace ridgepoint {

// The shortest decimal that reads back as `x`, laid out as JavaScript does: 405000000000, 0.1, 1e+21.
// `x` is finite.
std::string shortest_number(double x);

// A decimal number and nothing else ("-1.5", "2e12"). Empty for NaN, infinities, blanks or overflow.
std::optional<double> parse_number(std::string_view text);

// What keeps `x` from being a value of the field, as the end of a sentence ("must be at least 1");
// empty when nothing does.
std::string range_problem(const Field& field, double x);

// Well-formed UTF-8 (no surrogates, no overlong forms).
bool valid_utf8(std::string_view text);

// The first character of UTF-8 text that shows nothing, ends a line or turns the direction of what stands around it, as
// "U+202E"; empty when there is none.
std::string unseen_character(std::string_view text);
// A Cyrillic letter beside a Latin one, which it may look like, as "U+0430"; empty when there is none.
std::string disguised_letter(std::string_view text);
// The text without such characters as unseen_character() finds.
std::string without_unseen(std::string_view text);

// At most `most` bytes of UTF-8 text, cut between characters, with an ellipsis when cut.
std::string shortened(std::string_view text, std::size_t most = 80);

// One scalar or list of scalars, as text.
struct Leaf {
  std::string path;  // "serve.input_tokens", "overrides.models.0.layers"
  bool present = false;
  bool list = false;
  bool first_in_element = false;    // the first leaf of an element of a list of objects
  std::vector<std::string> values;  // one, or the list's; none when absent
};

// Lists the leaves a visit function names, in its order.
class LeafCollector final : public FieldVisitor {
 public:
  // `optionals`: goes through absent objects as if they were there.
  // `elements`: goes through one element of every list of objects that has none.
  explicit LeafCollector(bool optionals = false, bool elements = false) : optionals_(optionals), elements_(elements) {}

  DECLARE_VISITS();

  std::vector<Leaf> leaves;

 private:
  void add(const Field& f, std::optional<std::string> value);
  Leaf& add_leaf(const Field& f);

  bool optionals_;
  bool elements_;
  bool first_in_element_ = false;
  std::vector<std::string> prefixes_ = {""};  // of the open objects and lists, each ending in a dot
};

}  // namespace ridgepoint
