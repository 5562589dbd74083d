// What a function gives back when its input may be wrong: a value, or every problem found.
//
// Bad input is a Problem. "Does not fit" is an ordinary answer and never appears here.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {

// One thing wrong with the input.
// `path` is a JSON pointer into the scenario ("/serve/input_tokens"), empty for the whole document.
struct Problem {
  std::string code;  // stable word for programs: "unknown_field", "out_of_range", ...
  std::string path;
  std::string message;                        // plain sentence for people
  std::vector<std::string> suggestions = {};  // values that would be accepted, nearest first
};

using Problems = std::vector<Problem>;
inline void append(Problems& all, const Problems& more) { all.insert(all.end(), more.begin(), more.end()); }

[[gnu::noinline]] inline void note(Problems& all, const char* code, std::string path, std::string message,
                                   std::vector<std::string> suggestions = {}) {
  all.push_back({code, std::move(path), std::move(message), std::move(suggestions)});
}

// Either a value or at least one problem.
template <class T>
class Result {
 public:
  Result(T&& value) : value_(std::move(value)) {}
  Result(const T& value) : value_(value) {}
  // A value made in place, to be filled in.
  explicit Result(std::in_place_t) : value_(std::in_place) {}
  Result(Problems problems) : problems_(std::move(problems)) {}
  Result(Problem problem) : problems_{std::move(problem)} {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  const T& value() const& { return *value_; }
  T& value() & { return *value_; }
  T&& value() && { return *std::move(value_); }
  const T* operator->() const { return &*value_; }
  const T& operator*() const { return *value_; }
  const Problems& problems() const { return problems_; }

 private:
  std::optional<T> value_;
  Problems problems_;
};

}  // namespace ridgepoint
