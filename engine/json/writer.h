// Writes structs as JSON through their visit functions.
#pragma once

#include <string>
#include <vector>

#include "engine/fields.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// Usage: JsonWriter writer; visit(x, writer); Json out = writer.take();
// What is absent is left out: empty optionals, empty texts, empty lists of words or numbers, objects
// without members, and planned fields. For a field with a word, absent is "auto" and infinity "max".
// Never writes null; a NaN or an infinity without a word is a mistake of the program.
class JsonWriter final : public FieldVisitor {
 public:
  JsonWriter();
  Json take();

  void number(const Field& f, std::optional<double>& x) override;
  void flag(const Field& f, std::optional<bool>& x) override;
  void text(const Field& f, std::optional<std::string>& x) override;
  void choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) override;
  void texts(const Field& f, std::vector<std::string>& x) override;
  void numbers(const Field& f, std::vector<double>& x) override;
  bool open(const Field& f, bool present) override;
  void close() override;
  std::size_t open_list(const Field& f, std::size_t size) override;
  void open_element(std::size_t index) override;
  void close_element() override;
  void close_list() override;

 private:
  struct Frame {
    std::string name;  // of the member it becomes; none for elements
    Json value;
    bool planned = false;
  };
  void put(const Field& f, Json value);
  Frame pop();

  std::vector<Frame> frames_;
};

}  // namespace ridgepoint::json
