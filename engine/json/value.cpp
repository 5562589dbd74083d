#include "engine/json/value.h"

#include <array>
#include <charconv>
#include <cmath>

#include "engine/fields_text.h"

namespace ridgepoint::json {
namespace {

// Text that stands between quotes as it is. Without a way out of the loop it is several bytes at a time.
bool is_plain(std::string_view text) {
  bool escaped = false;
  bool ascii = true;
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    escaped |= (byte < 0x20) | (byte == '"') | (byte == '\\');
    ascii &= byte < 0x80;
  }
  return !escaped && (ascii || valid_utf8(text));
}

// By the library, which knows all escapes and takes thrice as long.
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
  if (!is_plain(value)) {
    out += slowly(std::string(value));
    return;
  }
  out += '"';
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
