#include "engine/base/fields_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace ridgepoint {

std::string_view present_word(std::string_view word) {
  static constexpr std::array<std::array<std::string_view, 2>, 5> kOlder = {{{"purchase_street", "new"},
                                                                             {"purchase_msrp", "list"},
                                                                             {"shipping", "current"},
                                                                             {"retired", "ended"},
                                                                             {"superseded", "ended"}}};
  for (const auto& [older, present] : kOlder)
    if (word == older) return present;
  return word;
}

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "-12.5e3", as JSON has numbers, but for zeros in front: all of it is read, and digits stand around a point.
bool is_decimal(const std::string& text) {
  if (text.empty() || text[0] == '+' || text.find_first_not_of("0123456789.eE+-") != text.npos) return false;
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  const std::size_t point = text.find('.');
  return *end == '\0' && (point == text.npos || (point > 0 && is_digit(text[point - 1]) && is_digit(text[point + 1])));
}

// Fewest significant digits of |x| that read back, and the exponent of the first one.
struct Digits {
  std::string digits;
  int exponent = 0;
};
Digits shortest_digits(double x) {
  char buffer[40];
  for (int precision = 0; precision <= 16; ++precision) {
    std::snprintf(buffer, sizeof buffer, "%.*e", precision, x);
    if (std::strtod(buffer, nullptr) == x) break;
  }
  Digits out;
  const char* at = buffer;
  for (; *at != 'e'; ++at)
    if (is_digit(*at)) out.digits.push_back(*at);
  out.exponent = std::atoi(at + 1);
  return out;
}

std::string laid_out(const Digits& d) {
  const int size = static_cast<int>(d.digits.size());
  if (d.exponent >= 21 || d.exponent < -6) {
    const std::string fraction = size > 1 ? "." + d.digits.substr(1) : "";
    return d.digits.substr(0, 1) + fraction + (d.exponent > 0 ? "e+" : "e") + std::to_string(d.exponent);
  }
  if (d.exponent < 0) return "0." + std::string(static_cast<std::size_t>(-d.exponent - 1), '0') + d.digits;
  const int whole = d.exponent + 1;
  if (size <= whole) return d.digits + std::string(static_cast<std::size_t>(whole - size), '0');
  return d.digits.substr(0, static_cast<std::size_t>(whole)) + "." + d.digits.substr(static_cast<std::size_t>(whole));
}

// Length of the UTF-8 character at the start of `text`; 0 when it is malformed.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const unsigned char second = byte(1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool outside = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

char32_t character_at(std::string_view text, std::size_t length) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (length == 1) return byte(0);
  char32_t out = byte(0) & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) out = (out << 6) | (byte(i) & 0x3Fu);
  return out;
}

// Unicode's controls (Cc), the marks of direction, what has no width, and the ends of lines and paragraphs.
bool is_unseen(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0xAD || c == 0x61C || c == 0x180E ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

// The first one that is not seen, and its place; nothing when there is none.
struct Unseen {
  char32_t character;
  std::size_t at;
  std::size_t length;
};
template <class Is>
std::optional<Unseen> find_character(std::string_view text, Is is) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const std::size_t length = std::max<std::size_t>(1, utf8_length(rest));
    if (const char32_t c = character_at(rest, length); is(c, at, at + length)) return Unseen{c, at, length};
    at += length;
  }
  return std::nullopt;
}
std::optional<Unseen> find_unseen(std::string_view text) {
  return find_character(text, [](char32_t c, std::size_t, std::size_t) { return is_unseen(c); });
}
std::string name_of(const std::optional<Unseen>& found) {
  if (!found) return "";
  char name[16];
  std::snprintf(name, sizeof name, "U+%04X", static_cast<unsigned>(found->character));
  return name;
}

}  // namespace

std::string shortest_number(double x) {
  // Whole numbers below 2^53 have no shorter form: the next double is no nearer than the next of them.
  if (std::floor(x) == x && std::fabs(x) < 9007199254740992.0) return std::to_string(static_cast<long long>(x));
  return (x < 0 ? "-" : "") + laid_out(shortest_digits(std::fabs(x)));
}

std::optional<double> parse_number(std::string_view text) {
  const std::string number(text);
  if (!is_decimal(number)) return std::nullopt;
  const double x = std::strtod(number.c_str(), nullptr);
  if (!std::isfinite(x)) return std::nullopt;
  return x;
}

std::string range_problem(const Field& field, double x) {
  if (!std::isfinite(x)) return "must be a finite number";
  if (x < field.min) return "must be at least " + shortest_number(field.min);
  if (x > field.max) return "must be at most " + shortest_number(field.max);
  if (field.integer && x != std::floor(x)) return "must be a whole number";
  return "";
}

bool valid_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string unseen_character(std::string_view text) { return name_of(find_unseen(text)); }

std::string disguised_letter(std::string_view text) {
  const auto is_latin = [&](std::size_t at) {
    return at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0;
  };
  return name_of(find_character(text, [&](char32_t c, std::size_t begin, std::size_t end) {
    return c >= 0x400 && c < 0x530 && (is_latin(begin - 1) || is_latin(end));
  }));
}

std::string without_unseen(std::string_view text) {
  std::string out;
  while (const std::optional<Unseen> found = find_unseen(text)) {
    out += text.substr(0, found->at);
    text.remove_prefix(found->at + found->length);
  }
  return out += text;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

Leaf& LeafCollector::add_leaf(const Field& f) {
  Leaf leaf;
  leaf.path = prefixes_.back() + std::string(f.name);
  leaf.first_in_element = first_in_element_;
  first_in_element_ = false;
  leaves.push_back(std::move(leaf));
  return leaves.back();
}

void LeafCollector::add(const Field& f, std::optional<std::string> value) {
  Leaf& leaf = add_leaf(f);
  leaf.present = value.has_value();
  if (value) leaf.values.push_back(std::move(*value));
}

void LeafCollector::number(const Field& f, std::optional<double>& x) {
  if (!x) return add(f, std::nullopt);
  add(f, std::isfinite(*x) ? shortest_number(*x) : std::string(f.word));
}
void LeafCollector::flag(const Field& f, std::optional<bool>& x) {
  if (!x) return add(f, std::nullopt);
  add(f, *x ? "true" : "false");
}
void LeafCollector::text(const Field& f, std::optional<std::string>& x) { add(f, x); }
void LeafCollector::choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) {
  if (!x) return add(f, std::nullopt);
  add(f, std::string(names[static_cast<std::size_t>(*x)]));
}
void LeafCollector::texts(const Field& f, std::vector<std::string>& x) {
  Leaf& leaf = add_leaf(f);
  leaf.present = leaf.list = true;
  leaf.values = x;
}
void LeafCollector::numbers(const Field& f, std::vector<double>& x) {
  Leaf& leaf = add_leaf(f);
  leaf.present = leaf.list = true;
  for (double value : x) leaf.values.push_back(shortest_number(value));
}

bool LeafCollector::open(const Field& f, bool present) {
  if (!present && !optionals_) return false;
  prefixes_.push_back(prefixes_.back() + std::string(f.name) + ".");
  return true;
}
void LeafCollector::close() { prefixes_.pop_back(); }

std::size_t LeafCollector::open_list(const Field& f, std::size_t size) {
  prefixes_.push_back(prefixes_.back() + std::string(f.name) + ".");
  return size == 0 && elements_ ? 1 : size;
}
void LeafCollector::open_element(std::size_t index) {
  prefixes_.push_back(prefixes_.back() + std::to_string(index) + ".");
  first_in_element_ = true;
}
void LeafCollector::close_element() { prefixes_.pop_back(); }
void LeafCollector::close_list() { prefixes_.pop_back(); }

}  // namespace ridgepoint
