// Evaluates the formulas of explanations from their listed inputs: + - * / ^ ( ), numbers, names and
// min, max, ceil, sqrt.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>

namespace ridgepoint::test {

class Formula {
 public:
  // The value, or nothing when a name is unknown or the text is not a formula.
  static std::optional<double> evaluate(const std::string& text, const std::map<std::string, double>& inputs) {
    Formula f(text, inputs);
    const double value = f.sum();
    f.skip_spaces();
    if (f.failed_ || f.at_ != text.size()) return std::nullopt;
    return value;
  }

 private:
  Formula(const std::string& text, const std::map<std::string, double>& inputs) : text_(text), inputs_(inputs) {}

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char wanted) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  double sum() {
    double value = product();
    for (;;) {
      if (take('+'))
        value += product();
      else if (take('-'))
        value -= product();
      else
        return value;
    }
  }
  double product() {
    double value = power();
    for (;;) {
      if (take('*'))
        value *= power();
      else if (take('/'))
        value /= power();
      else
        return value;
    }
  }
  double power() {
    const double base = atom();
    return take('^') ? std::pow(base, power()) : base;
  }
  double atom() {
    if (take('-')) return -atom();
    if (take('(')) {
      const double value = sum();
      if (!take(')')) failed_ = true;
      return value;
    }
    skip_spaces();
    if (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.'))
      return number();
    return name();
  }
  double number() {
    const char* start = text_.c_str() + at_;
    char* end = nullptr;
    const double value = std::strtod(start, &end);
    at_ += static_cast<std::size_t>(end - start);
    return value;
  }
  double name() {
    std::string word;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      word += text_[at_++];
    if (take('(')) return call(word);
    const auto input = inputs_.find(word);
    if (word.empty() || input == inputs_.end()) {
      failed_ = true;
      at_ = text_.size();
      return 0;
    }
    return input->second;
  }
  double call(const std::string& function) {
    double value = sum();
    while (take(',')) value = function == "min" ? std::min(value, sum()) : std::max(value, sum());
    if (!take(')')) failed_ = true;
    if (function == "ceil") return std::ceil(value);
    if (function == "sqrt") return std::sqrt(value);
    if (function != "min" && function != "max") failed_ = true;
    return value;
  }

  const std::string& text_;
  const std::map<std::string, double>& inputs_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace ridgepoint::test
