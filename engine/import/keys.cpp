#include "engine/import/keys.h"

#include <algorithm>
#include <cmath>

#include "engine/base/lists.h"
#include "engine/import/known.h"

namespace ridgepoint::import {
namespace {

using Line = std::vector<std::string_view>;

// Meaning, most, and names.
const std::vector<Line>& table() {
  static const std::vector<Line> all = known::lines(known::kKeys);
  return all;
}

const Line* line_of(std::string_view key) {
  return find_where(table(), [&](const Line& line) { return line[0] == key; });
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

const Value* Config::find_name(std::string_view name) const {
  asked_.emplace(name);
  const Value* inner = decoder_->find_path(name);
  return inner ? inner : file_->find_path(name);
}

bool Config::has(std::string_view key) const {
  const auto named = [&](const Member& member) { return contains(names_of(key), member.name); };
  return find_where(*decoder_->object(), named) || find_where(*file_->object(), named);
}

const Value* Config::find(std::string_view key) const {
  for (const std::string& name : names_of(key))
    if (const Value* value = find_name(name)) return value;
  return nullptr;
}

std::vector<std::pair<std::string, std::string>> Config::named() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const Line& line : table())
    for (std::size_t i = 2; i < line.size(); ++i)
      if (find_name(line[i]) && (out.empty() || out.back().first.substr(1) != line[0]))
        out.emplace_back("/" + std::string(line[0]), "/" + std::string(line[i]));
  return out;
}

// Calls take(path, value) for each key that has something in it, of the decoder without what it stands in. True stands
// for an object that is not to be gone into.
template <class Take>
void Config::each_key(const Value& object, const std::string& within, Take take) const {
  for (const Member& member : *object.object()) {
    const bool decoder = &member.value == decoder_;
    const std::string path = decoder ? "" : within + member.name;
    if (member.value.is_null() || (!decoder && take(path, member.value))) continue;
    if (member.value.object()) each_key(member.value, decoder ? "" : path + ".", take);
  }
}

std::vector<std::string> Config::unread() const {
  static const auto harmless = known::lines(known::kHarmless);
  std::vector<std::string> out;
  each_key(*file_, "", [&](const std::string& path, const Value& value) {
    const std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
    for (const auto& line : harmless)
      for (const std::string_view pattern : line)
        if (known::is_like(name, pattern)) return true;
    if (asked_.count(path) > 0) return true;
    const auto below = asked_.lower_bound(path + ".");
    if (value.object() && below != asked_.end() && below->starts_with(path + ".")) return false;
    out.push_back(path);
    return true;
  });
  return out;
}

std::vector<std::string> Config::about_experts() const {
  std::vector<std::string> out;
  each_key(*file_, "", [&](const std::string& path, const Value& value) {
    const bool named = path.find("expert") != std::string::npos || path.find("moe") != std::string::npos;
    if (named && value.number() && *value.number() > 0) out.push_back(path);
    return path.ends_with("_config") && path.find('.') == std::string::npos;  // of other towers
  });
  return out;
}

std::optional<int> Config::default_of(std::string_view key) {
  static const auto table = known::lines(known::kDefaults);
  const std::string type = text("model_type");
  const std::string_view plain = std::string_view(type).substr(0, type.size() - (type.ends_with("_text") ? 5 : 0));
  const bool given = has(key);  // as null
  for (const auto& line : table) {
    if (line[0] != plain || given) continue;
    for (const std::string_view word : line) {
      const std::size_t is = word.find('=');
      if (is == std::string_view::npos || word.substr(0, is) != key) continue;
      std::string said = std::string(key) + " " + std::string(word.substr(is + 1));
      if (!contains(defaults, said)) defaults.push_back(std::move(said));
      return std::stoi(std::string(word.substr(is + 1)));
    }
  }
  return std::nullopt;
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

std::optional<int> Config::whole(std::string_view key, int most) {
  const std::vector<std::string> names = names_of(key);
  if (const Line* line = line_of(key)) most = std::stoi(std::string((*line)[1]));
  for (const std::string& name : names)
    if (const Value* value = find_name(name)) return whole_of(*value, name, most);
  // The files of whole models are written out; what their first code had not, the present one may have by default.
  if (decoder_ == file_ && key != "head_dim" && key != "kv_heads") return std::nullopt;
  for (const std::string& name : names)
    if (const auto value = default_of(name)) return value;
  return std::nullopt;
}

bool Config::flag(std::string_view key, bool otherwise) const {
  const Value* value = find(key);
  return value && value->boolean() ? *value->boolean() : otherwise;
}

std::string Config::text(std::string_view key) const {
  const Value* value = find(key);
  return value && value->text() ? *value->text() : "";
}

std::string Config::class_name() const {
  for (const Value* where : {decoder_, file_})
    if (const Value* classes = where->find("architectures"); classes && classes->list() && !classes->list()->empty())
      if (const std::string* name = classes->list()->front().text()) return *name;
  return "";
}

std::vector<std::string> names_of(std::string_view key) {
  const Line* line = line_of(key);
  return line ? std::vector<std::string>(line->begin() + 2, line->end()) : std::vector<std::string>{std::string(key)};
}

}  // namespace ridgepoint::import
