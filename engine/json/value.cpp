#include "engine/json/value.h"

#include <cmath>

namespace ridgepoint::json {

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

std::string to_text(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json to_json(double x) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (x == std::floor(x) && x >= -kExact && x <= kExact) return static_cast<std::int64_t>(x);
  return x;
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
