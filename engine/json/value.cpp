#include "engine/json/value.h"

#include <array>
#include <charconv>
#include <cmath>

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

// All of them together.
unsigned kinds_of(std::string_view text) {
  unsigned kinds = 0;
  for (const char c : text) kinds |= kBytes[static_cast<unsigned char>(c)];
  return kinds;
}

void append_char(std::string& out, char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (kBytes[byte] != kEscape) {
    out += c;
    return;
  }
  constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t", kWritten = "\"\\bfnrt", kHex = "0123456789abcdef";
  const std::size_t known = kEscaped.find(c);
  if (known != std::string_view::npos) {
    out += {'\\', kWritten[known]};
    return;
  }
  out += "\\u00";
  out += {kHex[byte / 16], kHex[byte % 16]};
}

// By the library, which replaces what is no UTF-8.
std::string slowly(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

using Digits = std::array<char, 64>;

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
  std::string out;
  append_text(out, value);
  return out;
}

void append_text(std::string& out, std::string_view value) {
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

void append_text(std::string& out, std::int64_t value) {
  Digits digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void append_text(std::string& out, double value) {
  Digits digits;
  out.append(digits.data(), nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value));
}

void append_text(std::string& out, const Json& value) {
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
  if (x == std::floor(x) && x >= -kExact && x <= kExact) return static_cast<std::int64_t>(x);
  return std::nullopt;
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
