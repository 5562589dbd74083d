#include "engine/import/value.h"

namespace ridgepoint::import {

Value::Value() = default;
Value::Value(bool x) : held_(x) {}
Value::Value(double x) : held_(x) {}
Value::Value(std::string x) : held_(std::move(x)) {}
Value::Value(List x) : held_(std::move(x)) {}
Value::Value(Object x) : held_(std::move(x)) {}

const Value* Value::find(std::string_view name) const {
  const Object* members = object();
  if (!members) return nullptr;
  for (const Member& member : *members)
    if (member.name == name) return member.value.is_null() ? nullptr : &member.value;
  return nullptr;
}

double Value::number_at(std::string_view name, double otherwise) const {
  const Value* found = find(name);
  return found && found->number() ? *found->number() : otherwise;
}

std::string Value::text_at(std::string_view name) const {
  const Value* found = find(name);
  return found && found->text() ? *found->text() : "";
}

bool Value::flag_at(std::string_view name) const {
  const Value* found = find(name);
  return found && found->boolean() && *found->boolean();
}

const Value* Value::find_path(std::string_view dotted) const {
  const Value* here = this;
  while (here) {
    const std::size_t dot = dotted.find('.');
    here = here->find(dotted.substr(0, dot));
    if (dot == std::string_view::npos) return here;
    dotted.remove_prefix(dot + 1);
  }
  return nullptr;
}

}  // namespace ridgepoint::import
