// Describes structs as JSON Schemas through their visit functions.
#pragma once

#include <vector>

#include "engine/base/fields.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// Usage: SchemaWriter writer(Use::input, "scenario", words); visit(x, writer); Json schema = writer.take();
// with x default-constructed: the values it has are the defaults. Sentences for people come from `words`, which is
// catalog/words/fields.json, under the name of the object that a field is of: `root`, or the field that holds it.
class SchemaWriter final : public FieldVisitor {
 public:
  enum class Use {
    input,    // what may be given: all optional, but for what has no default
    records,  // the same, with leaves of list elements in the catalog's form; needs sourced_definitions()
    output,   // what is always there is required
  };
  SchemaWriter(Use use, Literal root, const Json& words);
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
    Field field;  // it is the schema of
    Json schema;
    bool required = false;
  };
  void put(const Field& f, Json schema, bool required);
  void put_leaf(const Field& f, Json schema, bool has_default);
  void begin_object(const Field& f, bool required);
  Frame pop();
  const Json* help(const Field& f) const;

  Use use_;
  const Json& words_;
  int elements_ = 0;  // how deep within list elements
  bool first_in_element_ = false;
  std::vector<Frame> frames_;
};

// {"type": type}
Json typed(const char* type);

// "$defs" that schemas of records refer to: "provenance" and "sourced".
Json sourced_definitions();

}  // namespace ridgepoint::json
