// Work whose outcome is a document, whatever happens in it.
#pragma once

#include <exception>
#include <string>

#include "engine/base/result.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// The result of `body`; what it throws becomes a problem.
template <class T, class Body>
Result<T> guarded(const Body& body) {
  const auto unexpected = [](const char* what) {
    return Problem{"internal", "", std::string("Unexpected failure: ") + what};
  };
  try {
    return body();
  } catch (const std::exception& error) { return unexpected(error.what()); } catch (...) {
    return unexpected("unknown");
  }
}

inline std::string as_text(std::string text) { return text; }
inline std::string as_text(const Json& value) { return to_text(value); }

// The text that `body` gives as Result<std::string> or Result<Json>, or that of its problems.
template <class Body>
std::string answered(const Body& body) {
  Result<std::string> text = guarded<std::string>([&]() -> Result<std::string> {
    auto found = body();
    if (!found.ok()) return found.problems();
    return as_text(std::move(found).value());
  });
  if (!text.ok()) return to_text(refusal_json(text.problems()));
  return std::move(text).value();
}

}  // namespace ridgepoint::json
