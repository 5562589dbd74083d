#include "engine/json/writer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "engine/base/lists.h"

namespace ridgepoint::json {

JsonWriter::JsonWriter(std::vector<std::string_view> on_request, Digits digits, std::size_t expected)
    : on_request_(std::move(on_request)), digits_(digits), out_(expected) {
  out_ += '{';
}

void JsonWriter::number(const Field& f, std::optional<double>& x) {
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

void JsonWriter::flag(const Field& f, std::optional<bool>& x) {
  if (x && !f.planned) put_flag(f.name, *x);
}

void JsonWriter::text(const Field& f, std::optional<std::string>& x) {
  if (x && !x->empty() && !f.planned) put_text(f.name, *x);
}

void JsonWriter::plain_text(const Field& f, std::string& x) {
  if (!x.empty() && !f.planned) put_text(f.name, x);
}

void JsonWriter::choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) {
  if (f.planned) return;
  if (x)
    put_text(f.name, names[static_cast<std::size_t>(*x)]);
  else if (!f.word.empty())
    put_text(f.name, f.word);
}

void JsonWriter::texts(const Field& f, std::vector<std::string>& x) {
  if (!x.empty() && !f.planned) put_texts(f.name, x);
}

void JsonWriter::numbers(const Field& f, std::vector<double>& x) {
  if (x.empty() || f.planned) return;
  const auto finite = [](double number) { return std::isfinite(number); };
  const bool all_finite = std::all_of(x.begin(), x.end(), finite);
  assert(all_finite && "a figure is NaN or infinite");
  if (all_finite) return put_numbers(f.name, x);
  std::vector<double> rest;
  std::copy_if(x.begin(), x.end(), std::back_inserter(rest), finite);
  if (!rest.empty()) put_numbers(f.name, rest);
}

bool JsonWriter::open(const Field& f, bool present) {
  if (!present || f.planned) return false;
  open_object(f.name);
  return true;
}

bool JsonWriter::leaves_out(const Field& list, std::size_t size) const {
  return list.planned || (size == 0 && contains(on_request_, list.name));
}

std::string JsonWriter::take() {
  end('}');
  out_.shrink_to(out_.size() - 1);
  return out_.take();
}

// Names of fields need no escapes.
void JsonWriter::add_name(std::string_view name) {
  char* at = out_.room(name.size() + 3);
  *at++ = '"';
  at = std::copy(name.begin(), name.end(), at);
  *at++ = '"';
  *at++ = ':';
  out_.grow_to(at);
}

void JsonWriter::add_number(double x) {
  if (const std::optional<std::int64_t> whole = exact_integer(x))
    append_text(out_, *whole);
  else if (digits_ == Digits::figures)
    append_figure(out_, x);
  else
    append_text(out_, x);
  out_ += ',';
}

void JsonWriter::put_number(std::string_view name, double x) {
  add_name(name);
  add_number(x);
}

void JsonWriter::put_flag(std::string_view name, bool x) {
  add_name(name);
  out_ += std::string_view(x ? "true," : "false,");
}

void JsonWriter::put_text(std::string_view name, std::string_view x) {
  add_name(name);
  append_text(out_, x);
  out_ += ',';
}

void JsonWriter::put_texts(std::string_view name, const std::vector<std::string>& x) {
  add_name(name);
  out_ += '[';
  for (const std::string& text : x) {
    append_text(out_, std::string_view(text));
    out_ += ',';
  }
  end(']');
}

void JsonWriter::put_numbers(std::string_view name, const std::vector<double>& x) {
  add_name(name);
  out_ += '[';
  for (const double number : x) add_number(number);
  end(']');
}

void JsonWriter::put_json(std::string_view name, std::string_view json) {
  add_name(name);
  out_ += json;
  out_ += ',';
}

void JsonWriter::end(char bracket) {
  if (out_.back() == ',')
    out_.back() = bracket;
  else
    out_ += bracket;
  out_ += ',';
}

void JsonWriter::begin(std::string_view name, char bracket, bool left_out) {
  frames_.push_back({out_.size(), left_out});
  add_name(name);
  out_ += bracket;
}

void JsonWriter::open_object(std::string_view name) { begin(name, '{', false); }

void JsonWriter::close() {
  if (out_.back() == '{')
    out_.shrink_to(frames_.back().start);
  else
    end('}');
  frames_.pop_back();
}

std::size_t JsonWriter::open_list(const Field& f, std::size_t size) {
  begin(f.name, '[', leaves_out(f, size));
  return size;
}

void JsonWriter::open_element(std::size_t) { out_ += '{'; }

void JsonWriter::close_element() { end('}'); }

void JsonWriter::close_list() {
  if (frames_.back().left_out)
    out_.shrink_to(frames_.back().start);
  else
    end(']');
  frames_.pop_back();
}

}  // namespace ridgepoint::json
