#include "engine/json/writer.h"

#include <algorithm>
#include <cmath>

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
  if (std::isinf(*x) && f.word == "max") return put_text(f.name, f.word);
  check(f, *x);
  if (std::isfinite(*x)) put_number(f.name, *x);
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
  for (const double number : x) check(f, number);
  if (std::all_of(x.begin(), x.end(), [](double number) { return std::isfinite(number); })) put_numbers(f.name, x);
}

void JsonWriter::check(const Field& f, double x) {
  constexpr double kBeyond = 1e15;
  if (std::fabs(x) <= kBeyond || (std::isfinite(x) && std::isfinite(f.max)) || !problems.empty()) return;
  std::string pointer;
  for (const Frame& frame : frames_) {
    pointer += "/" + std::string(frame.name);
    if (frame.element) pointer += "/" + std::to_string(*frame.element);
  }
  note(problems, "not_computable", pointer + "/" + std::string(f.name),
       std::string("This figure of the answer is ") + (std::isfinite(x) ? "beyond 1e15" : "not finite") +
           ": something that was asked is smaller or larger than can be computed.");
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
  frames_.push_back({name, out_.size(), left_out});
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

void JsonWriter::open_element(std::size_t index) {
  frames_.back().element = index;
  out_ += '{';
}

void JsonWriter::close_element() { end('}'); }

void JsonWriter::close_list() {
  if (frames_.back().left_out)
    out_.shrink_to(frames_.back().start);
  else
    end(']');
  frames_.pop_back();
}

}  // namespace ridgepoint::json
