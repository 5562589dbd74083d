// Writes structs as JSON text through their visit functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/result.h"
#include "engine/json/document.h"

namespace ridgepoint::json {

// Usage: JsonWriter writer; visit(x, writer); std::string text = writer.take();
// What is absent is left out: empty optionals, empty texts, empty lists of words or numbers, objects without members,
// and planned fields. For a field with a word, absent is "auto" and infinity "max". Never writes null: a NaN or an
// infinity without a word is left out.
class JsonWriter : public FieldVisitor {
 public:
  // What was given reads back as it was; figures that were computed need no more than 15 digits.
  enum class Digits { all, figures };

  // Lists of objects by the names of `on_request` are left out as well when they are empty. `expected` characters are
  // made room for.
  explicit JsonWriter(std::vector<std::string_view> on_request = {}, Digits digits = Digits::all,
                      std::size_t expected = 4000);
  std::string take();
  // The same as a value, to be changed.
  Json take_value() { return parsed(take()); }

  DECLARE_VISITS();
  void plain_text(const Field& f, std::string& x) final;

  // A member of the object that is open; its name is new.
  virtual void put_number(std::string_view name, double x);  // finite
  virtual void put_flag(std::string_view name, bool x);
  virtual void put_text(std::string_view name, std::string_view x);
  virtual void put_texts(std::string_view name, const std::vector<std::string>& x);
  virtual void put_numbers(std::string_view name, const std::vector<double>& x);  // finite
  void put_json(std::string_view name, std::string_view json);

  // The first figure that no answer may hold, by its pointer: one that is not finite, or beyond 1e15 where its field
  // does not say that it gets as large. Who answers gives these problems in place of what was written.
  Problems problems;

 protected:
  virtual void open_object(std::string_view name);
  bool leaves_out(const Field& list, std::size_t size) const;

 private:
  struct Frame {
    std::string_view name;
    std::size_t start;  // of the member in the text
    bool left_out;
    std::optional<std::size_t> element = std::nullopt;  // of a list: the last one
  };
  void check(const Field& f, double x);
  void begin(std::string_view name, char bracket, bool left_out);
  void add_name(std::string_view name);
  void add_number(double x);
  void end(char bracket);

  std::vector<std::string_view> on_request_;
  Digits digits_;
  TextBuffer out_;  // each value is followed by a comma, which the bracket behind the last one replaces
  std::vector<Frame> frames_;
};

}  // namespace ridgepoint::json
