#include "engine/json/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "engine/base/fields_text.h"

namespace ridgepoint::json {
namespace {

bool needs_escape(unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; }

template <class Word>
Word load(const char* text) {
  Word out = 0;
  std::memcpy(&out, text, sizeof out);
  return out;
}

// Whether each of eight bytes stands as it is: is above the control characters and below 0x80, no quote and no
// backslash. Of bytes below 0x80, x - n has the highest bit where x is below n, and (x ^ n) - 1 where x is n: only a
// byte that does not stand borrows from the next.
bool all_stand(std::uint64_t eight) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHighest = 0x80 * kOnes;
  const std::uint64_t control = eight - 0x20 * kOnes;
  const std::uint64_t quote = (eight ^ '"' * kOnes) - kOnes;
  const std::uint64_t backslash = (eight ^ '\\' * kOnes) - kOnes;
  return ((eight | control | quote | backslash) & kHighest) == 0;
}

// The same of a whole text; what is left of its last eight or four bytes is looked at with some before.
bool all_stand(std::string_view text) {
  const char* const end = text.data() + text.size();
  if (text.size() < 4)
    return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x80 && !needs_escape(c); });
  if (text.size() < 8)
    return all_stand(load<std::uint32_t>(text.data()) | std::uint64_t{load<std::uint32_t>(end - 4)} << 32);
  for (const char* at = text.data(); at + 8 < end; at += 8)
    if (!all_stand(load<std::uint64_t>(at))) return false;
  return all_stand(load<std::uint64_t>(end - 8));
}

bool is_ascii(std::string_view text) {
  unsigned char bits = 0;  // of all bytes together
  for (const char c : text) bits |= static_cast<unsigned char>(c);
  return bits < 0x80;
}

void append_escaped(TextBuffer& out, char c) {
  constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t", kWritten = "\"\\bfnrt", kHex = "0123456789abcdef";
  const std::size_t known = kEscaped.find(c);
  if (known != std::string_view::npos) {
    out += '\\';
    out += kWritten[known];
    return;
  }
  const auto byte = static_cast<unsigned char>(c);
  out += "\\u00";
  out += kHex[byte / 16];
  out += kHex[byte % 16];
}

// What stands as it is goes in one piece, and is passed over by eight.
void append_with_escapes(TextBuffer& out, std::string_view text) {
  std::size_t written = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text.size() - i >= 8 && all_stand(load<std::uint64_t>(text.data() + i))) {
      i += 8;
      continue;
    }
    const std::size_t at = i++;
    if (!needs_escape(static_cast<unsigned char>(text[at]))) continue;
    out += text.substr(written, at - written);
    append_escaped(out, text[at]);
    written = i;
  }
  out += text.substr(written);
}

// The text with U+FFFD for each byte that belongs to no character.
std::string with_replacements(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t size = 1;
    while (size < 4 && !valid_utf8(text.substr(i, size))) ++size;
    const bool is_character = valid_utf8(text.substr(i, size));
    out += is_character ? text.substr(i, size) : "\xEF\xBF\xBD";
    i += is_character ? size : 1;
  }
  return out;
}

constexpr std::size_t kMostDigits = 64;

// +-digits / 10^decimals
struct Decimal {
  bool negative;
  std::int64_t digits;
  int decimals;

  // Below 2^53 over a power that a double holds: one division, rounded once.
  double value() const { return (negative ? -1 : 1) * static_cast<double>(digits) / kPowers[decimals]; }

  static constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                       1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
};

template <int Zeros>
void drop_zeros(Decimal& x) {
  constexpr auto kPower = static_cast<std::int64_t>(Decimal::kPowers[Zeros]);
  if (x.decimals < Zeros || x.digits % kPower != 0) return;
  x.digits /= kPower;
  x.decimals -= Zeros;
}

// To 15 significant digits; none beyond the sizes that are written without an exponent.
std::optional<Decimal> fifteen_digits(double x) {
  const double size = std::fabs(x);
  if (!(size >= 1e-4 && size < 1e15)) return std::nullopt;
  const int binary = static_cast<int>(load<std::uint64_t>(reinterpret_cast<const char*>(&size)) >> 52) - 1023;
  int exponent = (binary * 1233) >> 12;  // of ten: 1233 / 4096 is log10(2), so this or the next
  if (exponent >= -1 ? size >= Decimal::kPowers[exponent + 1] : size * Decimal::kPowers[-exponent - 1] >= 1) ++exponent;
  Decimal out{x < 0, 0, 14 - exponent};
  out.digits = static_cast<std::int64_t>(size * Decimal::kPowers[out.decimals] + 0.5);
  drop_zeros<8>(out);
  drop_zeros<4>(out);
  drop_zeros<2>(out);
  drop_zeros<1>(out);
  return out;
}

// In words of 32 bits, which processors and WebAssembly divide several times as fast.
void write_eight_digits(char* out, std::uint32_t x) {
  static constexpr std::array<char, 200> kPairs = [] {
    std::array<char, 200> pairs{};
    for (std::size_t i = 0; i < 100; ++i) {
      pairs[2 * i] = static_cast<char>('0' + i / 10);
      pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return pairs;
  }();
  const std::uint32_t upper = x / 10000, lower = x % 10000;
  std::memcpy(out, &kPairs[2 * (upper / 100)], 2);
  std::memcpy(out + 2, &kPairs[2 * (upper % 100)], 2);
  std::memcpy(out + 4, &kPairs[2 * (lower / 100)], 2);
  std::memcpy(out + 6, &kPairs[2 * (lower % 100)], 2);
}

// Of at most 16 digits, which are copied as if there were 16: sooner than just as many as there are.
void append_decimal(TextBuffer& out, const Decimal& x) {
  constexpr std::size_t kMost = 16;
  char digits[2 * kMost] = {};
  write_eight_digits(digits, static_cast<std::uint32_t>(x.digits / 100000000));
  write_eight_digits(digits + 8, static_cast<std::uint32_t>(x.digits % 100000000));
  const char* const end = digits + kMost;
  const char* const first = std::find_if(static_cast<const char*>(digits), end, [](char c) { return c != '0'; });
  const int whole = static_cast<int>(end - first) - x.decimals;  // digits before the point
  char* at = out.room(kMostDigits);
  if (x.negative) *at++ = '-';
  if (whole > 0) {
    std::memcpy(at, first, kMost);
    at += whole;
  } else {
    *at++ = '0';
  }
  if (x.decimals > 0) *at++ = '.';
  for (int zeros = -whole; zeros > 0; --zeros) *at++ = '0';
  const char* const rest = first + std::max(whole, 0);
  std::memcpy(at, rest, kMost);
  out.grow_to(at + (end - rest));
}

}  // namespace

std::string pointer_segment(std::string_view name) {
  std::string out = "/";
  for (const char c : name) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out.push_back(c);
  }
  return out;
}

std::string to_text(const Json& value) {
  TextBuffer out;
  append_text(out, value);
  return out.take();
}

void append_text(TextBuffer& out, std::string_view value) {
  if (all_stand(value)) {
    char* at = out.room(value.size() + 2);
    *at++ = '"';
    at = std::copy(value.begin(), value.end(), at);
    *at++ = '"';
    return out.grow_to(at);
  }
  if (!is_ascii(value) && !valid_utf8(value)) return append_text(out, std::string_view(with_replacements(value)));
  out += '"';
  append_with_escapes(out, value);
  out += '"';
}

void append_text(TextBuffer& out, std::int64_t value) {
  char* const digits = out.room(kMostDigits);
  out.grow_to(std::to_chars(digits, digits + kMostDigits, value).ptr);
}

void append_text(TextBuffer& out, double value) {
  const std::optional<Decimal> decimal = fifteen_digits(value);
  if (decimal && decimal->value() == value) return append_decimal(out, *decimal);
  char* const digits = out.room(kMostDigits);
  out.grow_to(nlohmann::detail::to_chars(digits, digits + kMostDigits, value));
}

void append_figure(TextBuffer& out, double value) {
  if (const std::optional<Decimal> decimal = fifteen_digits(value)) return append_decimal(out, *decimal);
  append_text(out, value);
}

void append_text(TextBuffer& out, const Json& value) {
  const auto lists = [&](char open, char close, const auto& append_element) {
    out += open;
    for (auto it = value.begin(); it != value.end(); ++it) {
      if (it != value.begin()) out += ',';
      append_element(it);
    }
    out += close;
  };
  switch (value.type()) {
    case Json::value_t::object:
      return lists('{', '}', [&](const auto& it) {
        append_text(out, std::string_view(it.key()));
        out += ':';
        append_text(out, it.value());
      });
    case Json::value_t::array:
      return lists('[', ']', [&](const auto& it) { append_text(out, *it); });
    case Json::value_t::string:
      return append_text(out, std::string_view(value.get_ref<const std::string&>()));
    case Json::value_t::number_integer:
      return append_text(out, value.get<std::int64_t>());
    case Json::value_t::number_unsigned:
      out += std::to_string(value.get<std::uint64_t>());
      return;
    case Json::value_t::number_float:
      return append_text(out, value.get<double>());
    case Json::value_t::boolean:
      out += value.get<bool>() ? "true" : "false";
      return;
    default:
      out += "null";
  }
}

std::optional<std::int64_t> exact_integer(double x) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (!(x >= -kExact && x <= kExact)) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(x);
  return static_cast<double>(whole) == x ? std::optional(whole) : std::nullopt;
}

Json to_json(double x) {
  const std::optional<std::int64_t> whole = exact_integer(x);
  return whole ? Json(*whole) : Json(x);
}

Json to_json(const Problem& problem) {
  Json out = Json::object();
  out["code"] = problem.code;
  out["path"] = problem.path;
  out["message"] = problem.message;
  out["suggestions"] = Json::array();
  for (const std::string& suggestion : problem.suggestions) out["suggestions"].push_back(suggestion);
  return out;
}

Json to_json(const Problems& problems) {
  Json out = Json::array();
  for (const Problem& problem : problems) out.push_back(to_json(problem));
  return out;
}

Json refusal_json(const Problems& problems) {
  Json out = Json::object();
  out["ok"] = false;
  out["errors"] = to_json(problems);
  return out;
}

const Json* member(const Json& value, std::string_view name) {
  const auto* object = value.get_ptr<const Json::object_t*>();
  if (!object) return nullptr;
  for (const auto& [key, inner] : *object)
    if (key == name) return &inner;
  return nullptr;
}

}  // namespace ridgepoint::json
