// JSON Schemas (draft 2020-12), made by visiting default-constructed structs.
#pragma once

#include <string_view>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/result.h"
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

  DECLARE_VISITS();

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

// Names: scenario result catalog comparison runs_on_question runs_on. `words`: sentences on fields, as in
// catalog/words/fields.json; without them nothing is described.
Result<Json> schema_json(std::string_view name, const Json& words = Json());

// A result without what recommend() adds.
Json estimate_schema(const Json& words = Json());

}  // namespace ridgepoint::json
