#include "engine/import/keys.h"

#include <algorithm>
#include <cmath>

#include "engine/import/known.h"

namespace ridgepoint::import {
namespace {

struct Names {
  int most = 0;  // what no real model exceeds
  std::vector<std::string_view> names;
};

// Meaning to names, first present wins.
const Names& names(Key key) {
  static const std::vector<Names> all = [] {
    std::vector<Names> out;
    for (const std::vector<std::string_view>& line : known::lines(known::kKeys))
      out.push_back({std::stoi(std::string(line[1])), {line.begin() + 2, line.end()}});
    return out;
  }();
  return all[static_cast<std::size_t>(key)];
}

// Where models of several parts keep the text decoder.
const Value* decoder_of(const Value& file) {
  for (const char* part :
       {"text_config", "llm_config", "language_config", "thinker_config.text_config", "talker_config"})
    if (const Value* inner = file.find_path(part); inner && inner->object()) return inner;
  return &file;
}

}  // namespace

Config::Config(const Value& file) : file_(&file), decoder_(decoder_of(file)) {}

const Value* Config::find(std::string_view key) const {
  const Value* inner = decoder_->find_path(key);
  return inner ? inner : file_->find_path(key);
}

const Value* Config::find(Key key) const {
  for (const std::string_view name : names(key).names)
    if (const Value* value = find(name)) return value;
  return nullptr;
}

std::optional<int> Config::whole_of(const Value& value, const std::string& name, int most) {
  if (const Value::List* list = value.list(); list && !list->empty()) {
    std::optional<int> largest;
    for (const Value& item : *list)
      if (const auto x = whole_of(item, name, most)) largest = std::max(largest.value_or(0), *x);
    return largest;
  }
  const double* x = value.number();
  if (x && std::floor(*x) == *x && *x >= 0 && *x <= most) return static_cast<int>(*x);
  if (problems.size() < 20)
    note(problems, "bad_value", "/" + name,
         "\"" + name + "\" must be a whole number from 0 to " + std::to_string(most) + ".");
  return std::nullopt;
}

std::optional<int> Config::whole(Key key) {
  for (const std::string_view name : names(key).names)
    if (const Value* value = find(name)) return whole_of(*value, std::string(name), names(key).most);
  return std::nullopt;
}

std::optional<int> Config::whole(std::string_view key, int most) {
  const Value* value = find(key);
  if (!value) return std::nullopt;
  return whole_of(*value, std::string(key), most);
}

bool Config::flag(std::string_view key, bool otherwise) const {
  const Value* value = find(key);
  return value && value->boolean() ? *value->boolean() : otherwise;
}

std::string Config::text(std::string_view key) const {
  const Value* value = find(key);
  return value && value->text() ? *value->text() : "";
}

std::vector<std::string> names_of(Key key) {
  std::vector<std::string> out;
  for (const std::string_view name : names(key).names) out.emplace_back(name);
  return out;
}

}  // namespace ridgepoint::import
