// A parsed value: null, bool, number, text, list or object in order. Importers read these, so that
// they need no JSON library; engine/json builds them from text.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ridgepoint::import {

struct Member;

class Value {
 public:
  using List = std::vector<Value>;
  using Object = std::vector<Member>;

  Value();
  explicit Value(bool x);
  explicit Value(double x);
  explicit Value(std::string x);
  explicit Value(List x);
  explicit Value(Object x);

  bool is_null() const { return std::holds_alternative<std::monostate>(held_); }
  // Null when the value is of another kind.
  const bool* boolean() const { return std::get_if<bool>(&held_); }
  const double* number() const { return std::get_if<double>(&held_); }
  const std::string* text() const { return std::get_if<std::string>(&held_); }
  const List* list() const { return std::get_if<List>(&held_); }
  const Object* object() const { return std::get_if<Object>(&held_); }

  // The member of that name; null when there is none, when it is null, or when this is no object.
  const Value* find(std::string_view name) const;
  // These give what such a member holds; `otherwise`, "" and false where it is of another kind or not there.
  double number_at(std::string_view name, double otherwise) const;
  std::string text_at(std::string_view name) const;
  bool flag_at(std::string_view name) const;
  // The same through nested objects: "ffn_config.ffn_hidden_size".
  const Value* find_path(std::string_view dotted) const;

 private:
  std::variant<std::monostate, bool, double, std::string, List, Object> held_;
};

struct Member {
  std::string name;
  Value value;
};

}  // namespace ridgepoint::import
