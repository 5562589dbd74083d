// Fills structs from a JSON value through their visit functions, and notes every problem on the way.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// Usage: JsonReader reader(root); visit(x, reader); reader.finish();
// A field that is absent keeps the value it has. After a problem the struct is not to be used.
//
// In the catalog's form a leaf may be written {"value": x, "source": ..., "retrieved": ...,
// "unverified": true, "note": ...}, or a record may have such entries, without the value, by field
// name in a member "provenance".
class JsonReader final : public FieldVisitor {
 public:
  // `catalog_form`: pointer under which the catalog's form is allowed ("" everywhere); null nowhere.
  explicit JsonReader(const Json& root, const char* catalog_form = nullptr);

  // Reports the unknown members of the root. Call once, last.
  void finish();

  Problems problems;
  // Pointers of the leaves that the document has, each once; not kept for a whole catalog.
  std::vector<std::string> given;
  // By pointer of a record ("/accelerators/3"), then by field name ("rates_tflops.bf16").
  std::map<std::string, ProvenanceMap> provenance;

  DECLARE_VISITS();

 private:
  struct Level {
    const Json* object = nullptr;         // null: absent, all of it takes its defaults
    std::string pointer;                  // of an object that is there
    std::vector<std::string_view> known;  // members asked for so far
  };
  struct List {
    const Json* array = nullptr;
    std::string pointer;  // of a list that is there
  };

  const Json* find(const Field& f);
  const Json* find_leaf(const Field& f);
  const Json* unwrapped(const Field& f, const Json& wrapped);
  bool in_catalog_form() const;
  void read_provenance_member();
  void note_provenance(std::string field, const Json& entry, bool wraps_value);
  std::optional<double> number_from(const Field& f, const Json& value, const std::string& element = "");
  void report_unknown_members();
  void report(std::string code, std::string path, std::string message, std::vector<std::string> suggestions = {});
  void report_type(const Field& f, std::string path, std::string_view wanted, const Json& value);
  // Whether a text of the document has characters that are not seen, which is reported.
  bool unseen(const Field& f, const std::string& text, const std::string& element = "");
  void refuse_planned(const Field& f);
  void report_missing(const Field& f);
  std::string path_of(const Field& f) const;
  std::string record_field(const Field& f) const;

  const char* catalog_form_;
  std::vector<Level> levels_;
  std::vector<List> lists_;
  std::string record_;  // pointer of the record being read, empty outside
  bool first_in_element_ = false;
};

}  // namespace ridgepoint::json
