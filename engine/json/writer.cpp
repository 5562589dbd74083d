#include "engine/json/writer.h"

#include <cassert>
#include <cmath>

namespace ridgepoint::json {

namespace {

// An object with room for the fields of a usual struct.
Json roomy_object() {
  Json out = Json::object();
  out.get_ref<Json::object_t&>().reserve(16);
  return out;
}

// Fields have names of their own, so that none needs to be looked for.
void append(Json& object, std::string name, Json value) {
  object.get_ref<Json::object_t&>().emplace_back(std::move(name), std::move(value));
}

}  // namespace

JsonWriter::JsonWriter() { frames_.push_back({"", roomy_object()}); }

Json JsonWriter::take() { return pop().value; }

void JsonWriter::put(const Field& f, Json value) {
  if (!f.planned) append(frames_.back().value, std::string(f.name), std::move(value));
}

JsonWriter::Frame JsonWriter::pop() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  return frame;
}

void JsonWriter::number(const Field& f, std::optional<double>& x) {
  if (!x) {
    if (f.word == "auto") put(f, std::string(f.word));
    return;
  }
  if (std::isfinite(*x)) return put(f, to_json(*x));
  const bool has_word = !f.word.empty() && *x > 0;
  assert(has_word && "a figure is NaN or infinite");
  if (has_word) put(f, std::string(f.word));
}

void JsonWriter::flag(const Field& f, std::optional<bool>& x) {
  if (x) put(f, *x);
}

void JsonWriter::text(const Field& f, std::optional<std::string>& x) {
  if (x && !x->empty()) put(f, *x);
}

void JsonWriter::choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) {
  if (x)
    put(f, std::string(names[static_cast<std::size_t>(*x)]));
  else if (!f.word.empty())
    put(f, std::string(f.word));
}

void JsonWriter::texts(const Field& f, std::vector<std::string>& x) {
  Json list = Json::array();
  for (const std::string& text : x) list.push_back(text);
  if (!list.empty()) put(f, std::move(list));
}

void JsonWriter::numbers(const Field& f, std::vector<double>& x) {
  Json list = Json::array();
  for (const double number : x) {
    assert(std::isfinite(number));
    if (std::isfinite(number)) list.push_back(to_json(number));
  }
  if (!list.empty()) put(f, std::move(list));
}

bool JsonWriter::open(const Field& f, bool present) {
  if (!present || f.planned) return false;
  frames_.push_back({std::string(f.name), roomy_object()});
  return true;
}

void JsonWriter::close() {
  Frame frame = pop();
  if (!frame.value.empty()) append(frames_.back().value, std::move(frame.name), std::move(frame.value));
}

std::size_t JsonWriter::open_list(const Field& f, std::size_t size) {
  frames_.push_back({std::string(f.name), Json::array(), f.planned});
  return size;
}

void JsonWriter::open_element(std::size_t) { frames_.push_back({"", roomy_object()}); }

void JsonWriter::close_element() {
  Frame frame = pop();
  frames_.back().value.push_back(std::move(frame.value));
}

void JsonWriter::close_list() {
  Frame frame = pop();
  if (!frame.planned) append(frames_.back().value, std::move(frame.name), std::move(frame.value));
}

}  // namespace ridgepoint::json
