#include "engine/json/writer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "engine/base/lists.h"

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

void FieldWriter::number(const Field& f, std::optional<double>& x) {
  if (f.planned) return;
  if (!x) {
    if (f.word == "auto") put_text(f.name, f.word);
    return;
  }
  if (std::isfinite(*x)) return put_number(f.name, *x);
  const bool has_word = !f.word.empty() && *x > 0;
  assert(has_word && "a figure is NaN or infinite");
  if (has_word) put_text(f.name, f.word);
}

void FieldWriter::flag(const Field& f, std::optional<bool>& x) {
  if (x && !f.planned) put_flag(f.name, *x);
}

void FieldWriter::text(const Field& f, std::optional<std::string>& x) {
  if (x && !x->empty() && !f.planned) put_text(f.name, *x);
}

void FieldWriter::plain_text(const Field& f, std::string& x) {
  if (!x.empty() && !f.planned) put_text(f.name, x);
}

void FieldWriter::choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) {
  if (f.planned) return;
  if (x)
    put_text(f.name, names[static_cast<std::size_t>(*x)]);
  else if (!f.word.empty())
    put_text(f.name, f.word);
}

void FieldWriter::texts(const Field& f, std::vector<std::string>& x) {
  if (!x.empty() && !f.planned) put_texts(f.name, x);
}

void FieldWriter::numbers(const Field& f, std::vector<double>& x) {
  if (x.empty() || f.planned) return;
  const auto finite = [](double number) { return std::isfinite(number); };
  const bool all_finite = std::all_of(x.begin(), x.end(), finite);
  assert(all_finite && "a figure is NaN or infinite");
  if (all_finite) return put_numbers(f.name, x);
  std::vector<double> rest;
  std::copy_if(x.begin(), x.end(), std::back_inserter(rest), finite);
  if (!rest.empty()) put_numbers(f.name, rest);
}

bool FieldWriter::open(const Field& f, bool present) {
  if (!present || f.planned) return false;
  open_object(f.name);
  return true;
}

bool FieldWriter::leaves_out(const Field& list, std::size_t size) const {
  return list.planned || (size == 0 && contains(on_request_, list.name));
}

JsonWriter::JsonWriter(std::vector<std::string_view> on_request, Digits digits)
    : FieldWriter(std::move(on_request)), digits_(digits) {
  frames_.push_back({"", roomy_object()});
}

Json JsonWriter::take() { return pop().value; }

JsonWriter::Frame JsonWriter::pop() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  return frame;
}

void JsonWriter::put_number(std::string_view name, double x) { put_value(name, number_json(x)); }
void JsonWriter::put_flag(std::string_view name, bool x) { put_value(name, x); }
void JsonWriter::put_text(std::string_view name, std::string_view x) { put_value(name, std::string(x)); }
void JsonWriter::put_texts(std::string_view name, const std::vector<std::string>& x) { put_value(name, Json(x)); }
void JsonWriter::put_numbers(std::string_view name, const std::vector<double>& x) {
  Json list = Json::array();
  for (const double number : x) list.push_back(number_json(number));
  put_value(name, std::move(list));
}
void JsonWriter::put_value(std::string_view name, Json x) {
  append(frames_.back().value, std::string(name), std::move(x));
}

void JsonWriter::open_object(std::string_view name) { frames_.push_back({std::string(name), roomy_object()}); }

void JsonWriter::close() {
  Frame frame = pop();
  if (!frame.value.empty()) append(frames_.back().value, std::move(frame.name), std::move(frame.value));
}

std::size_t JsonWriter::open_list(const Field& f, std::size_t size) {
  frames_.push_back({std::string(f.name), Json::array(), leaves_out(f, size)});
  return size;
}

void JsonWriter::open_element(std::size_t) { frames_.push_back({"", roomy_object()}); }

void JsonWriter::close_element() {
  Frame frame = pop();
  frames_.back().value.push_back(std::move(frame.value));
}

void JsonWriter::close_list() {
  Frame frame = pop();
  if (!frame.left_out) append(frames_.back().value, std::move(frame.name), std::move(frame.value));
}

TextWriter::TextWriter(std::vector<std::string_view> on_request, Digits digits, std::size_t expected)
    : FieldWriter(std::move(on_request)), digits_(digits), out_(expected) {
  out_ += '{';
}

std::string TextWriter::take() {
  end('}');
  out_.shrink_to(out_.size() - 1);
  return out_.take();
}

// Names of fields need no escapes.
void TextWriter::add_name(std::string_view name) {
  char* at = out_.room(name.size() + 3);
  *at++ = '"';
  at = std::copy(name.begin(), name.end(), at);
  *at++ = '"';
  *at++ = ':';
  out_.grow_to(at);
}

void TextWriter::add_number(double x) {
  if (const std::optional<std::int64_t> whole = exact_integer(x))
    append_text(out_, *whole);
  else if (digits_ == Digits::figures)
    append_figure(out_, x);
  else
    append_text(out_, x);
  out_ += ',';
}

void TextWriter::put_number(std::string_view name, double x) {
  add_name(name);
  add_number(x);
}

void TextWriter::put_flag(std::string_view name, bool x) {
  add_name(name);
  out_ += std::string_view(x ? "true," : "false,");
}

void TextWriter::put_text(std::string_view name, std::string_view x) {
  add_name(name);
  append_text(out_, x);
  out_ += ',';
}

void TextWriter::put_texts(std::string_view name, const std::vector<std::string>& x) {
  add_name(name);
  out_ += '[';
  for (const std::string& text : x) {
    append_text(out_, std::string_view(text));
    out_ += ',';
  }
  end(']');
}

void TextWriter::put_numbers(std::string_view name, const std::vector<double>& x) {
  add_name(name);
  out_ += '[';
  for (const double number : x) add_number(number);
  end(']');
}

void TextWriter::put_value(std::string_view name, const Json& x) {
  add_name(name);
  append_text(out_, x);
  out_ += ',';
}

void TextWriter::put_json(std::string_view name, std::string_view json) {
  add_name(name);
  out_ += json;
  out_ += ',';
}

void TextWriter::end(char bracket) {
  if (out_.back() == ',')
    out_.back() = bracket;
  else
    out_ += bracket;
  out_ += ',';
}

void TextWriter::begin(std::string_view name, char bracket, bool left_out) {
  frames_.push_back({out_.size(), left_out});
  add_name(name);
  out_ += bracket;
}

void TextWriter::open_object(std::string_view name) { begin(name, '{', false); }

void TextWriter::close() {
  if (out_.back() == '{')
    out_.shrink_to(frames_.back().start);
  else
    end('}');
  frames_.pop_back();
}

std::size_t TextWriter::open_list(const Field& f, std::size_t size) {
  begin(f.name, '[', leaves_out(f, size));
  return size;
}

void TextWriter::open_element(std::size_t) { out_ += '{'; }

void TextWriter::close_element() { end('}'); }

void TextWriter::close_list() {
  if (frames_.back().left_out)
    out_.shrink_to(frames_.back().start);
  else
    end(']');
  frames_.pop_back();
}

}  // namespace ridgepoint::json
