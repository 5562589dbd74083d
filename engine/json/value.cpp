#include "engine/json/value.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "engine/fields_text.h"

namespace ridgepoint::json {
namespace {

constexpr std::uint8_t kEscape = 1;    // needs one
constexpr std::uint8_t kNotAscii = 2;  // part of a longer character

// The kind of each byte in a text; 0: stands as it is.
constexpr std::array<std::uint8_t, 256> kBytes = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (std::size_t byte = 0; byte < kinds.size(); ++byte)
    kinds[byte] = byte < 0x20 || byte == '"' || byte == '\\' ? kEscape : (byte >= 0x80 ? kNotAscii : 0);
  return kinds;
}();

// Whether each of eight bytes stands as it is: is above the control characters and below 0x80, no quote and no
// backslash. Of bytes below 0x80, x + (0x80 - n) has the highest bit from n on, and (x ^ n) + 0x7f where x is not n; no
// sum goes beyond its byte.
bool all_stand(const char* text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHighest = 0x80 * kOnes;
  std::uint64_t eight = 0;
  std::memcpy(&eight, text, sizeof eight);
  if (eight & kHighest) return false;
  const std::uint64_t printable = eight + (0x80 - 0x20) * kOnes;
  const std::uint64_t no_quote = (eight ^ '"' * kOnes) + 0x7f * kOnes;
  const std::uint64_t no_backslash = (eight ^ '\\' * kOnes) + 0x7f * kOnes;
  return (printable & no_quote & no_backslash & kHighest) == kHighest;
}

// All of them together.
unsigned kinds_of(std::string_view text) {
  unsigned kinds = 0;
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8)
    if (!all_stand(text.data() + i))
      for (std::size_t j = i; j < i + 8; ++j) kinds |= kBytes[static_cast<unsigned char>(text[j])];
  for (; i < text.size(); ++i) kinds |= kBytes[static_cast<unsigned char>(text[i])];
  return kinds;
}

void append_char(TextBuffer& out, char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (kBytes[byte] != kEscape) {
    out += c;
    return;
  }
  constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t", kWritten = "\"\\bfnrt", kHex = "0123456789abcdef";
  const std::size_t known = kEscaped.find(c);
  if (known != std::string_view::npos) {
    out += '\\';
    out += kWritten[known];
    return;
  }
  out += "\\u00";
  out += kHex[byte / 16];
  out += kHex[byte % 16];
}

// By the library, which replaces what is no UTF-8.
std::string slowly(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

constexpr std::size_t kMostDigits = 64;

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
  const unsigned kinds = kinds_of(value);
  if ((kinds & kNotAscii) && !valid_utf8(value)) {
    out += slowly(std::string(value));
    return;
  }
  out += '"';
  if (kinds & kEscape)
    for (const char c : value) append_char(out, c);
  else
    out += value;
  out += '"';
}

void append_text(TextBuffer& out, std::int64_t value) {
  char* const digits = out.room(kMostDigits);
  out.grow_to(std::to_chars(digits, digits + kMostDigits, value).ptr);
}

void append_text(TextBuffer& out, double value) {
  char* const digits = out.room(kMostDigits);
  out.grow_to(nlohmann::detail::to_chars(digits, digits + kMostDigits, value));
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
    default:
      out += slowly(value);
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
