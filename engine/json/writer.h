// Writes structs as JSON through their visit functions: as a value, or as text at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/fields.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// What both have in common: what is absent is left out. Empty optionals, empty texts, empty lists of words or numbers,
// objects without members, and planned fields. For a field with a word, absent is "auto" and infinity "max".
// Never writes null; a NaN or an infinity without a word is a mistake of the program.
class FieldWriter : public FieldVisitor {
 public:
  // What was given reads back as it was; figures that were computed need no more than 15 digits.
  enum class Digits { all, figures };

  // Lists of objects by the names of `on_request` are left out as well when they are empty.
  explicit FieldWriter(std::vector<std::string_view> on_request) : on_request_(std::move(on_request)) {}

  void number(const Field& f, std::optional<double>& x) final;
  void flag(const Field& f, std::optional<bool>& x) final;
  void text(const Field& f, std::optional<std::string>& x) final;
  void plain_text(const Field& f, std::string& x) final;
  void choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) final;
  void texts(const Field& f, std::vector<std::string>& x) final;
  void numbers(const Field& f, std::vector<double>& x) final;
  bool open(const Field& f, bool present) final;

  // A member of the object that is open; its name is new.
  virtual void put_number(std::string_view name, double x) = 0;  // finite
  virtual void put_flag(std::string_view name, bool x) = 0;
  virtual void put_text(std::string_view name, std::string_view x) = 0;
  virtual void put_texts(std::string_view name, const std::vector<std::string>& x) = 0;
  virtual void put_numbers(std::string_view name, const std::vector<double>& x) = 0;  // finite

 protected:
  virtual void open_object(std::string_view name) = 0;
  bool leaves_out(const Field& list, std::size_t size) const;

 private:
  std::vector<std::string_view> on_request_;
};

// Usage: JsonWriter writer; visit(x, writer); Json out = writer.take();
class JsonWriter : public FieldWriter {
 public:
  explicit JsonWriter(std::vector<std::string_view> on_request = {}, Digits digits = Digits::all);
  Json take();

  void close() override;
  std::size_t open_list(const Field& f, std::size_t size) override;
  void open_element(std::size_t index) override;
  void close_element() override;
  void close_list() override;
  void put_number(std::string_view name, double x) override;
  void put_flag(std::string_view name, bool x) override;
  void put_text(std::string_view name, std::string_view x) override;
  void put_texts(std::string_view name, const std::vector<std::string>& x) override;
  void put_numbers(std::string_view name, const std::vector<double>& x) override;
  void put_value(std::string_view name, Json x);

 protected:
  void open_object(std::string_view name) override;

 private:
  struct Frame {
    std::string name;  // of the member it becomes; none for elements
    Json value;
    bool left_out = false;
  };
  Frame pop();
  Json number_json(double x) const { return to_json(digits_ == Digits::figures ? figure(x) : x); }

  Digits digits_;
  std::vector<Frame> frames_;
};

// The same as text, several times as fast: std::string text = writer.take();
class TextWriter : public FieldWriter {
 public:
  // `expected` characters are made room for.
  explicit TextWriter(std::vector<std::string_view> on_request = {}, Digits digits = Digits::all,
                      std::size_t expected = 4000);
  std::string take();

  void close() override;
  std::size_t open_list(const Field& f, std::size_t size) override;
  void open_element(std::size_t index) override;
  void close_element() override;
  void close_list() override;
  void put_number(std::string_view name, double x) override;
  void put_flag(std::string_view name, bool x) override;
  void put_text(std::string_view name, std::string_view x) override;
  void put_texts(std::string_view name, const std::vector<std::string>& x) override;
  void put_numbers(std::string_view name, const std::vector<double>& x) override;
  void put_value(std::string_view name, const Json& x);
  void put_json(std::string_view name, std::string_view json);

 protected:
  void open_object(std::string_view name) override;

 private:
  struct Frame {
    std::size_t start;  // of the member in the text
    bool left_out;
  };
  void begin(std::string_view name, char bracket, bool left_out);
  void add_name(std::string_view name);
  void add_number(double x);
  void end(char bracket);

  Digits digits_;
  TextBuffer out_;  // each value is followed by a comma, which the bracket behind the last one replaces
  std::vector<Frame> frames_;
};

}  // namespace ridgepoint::json
