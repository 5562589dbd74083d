// How explanations are collected: a formula names its inputs, which are found among what is known by then.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

class Explanations {
 public:
  Explanations(const Estimate& e, const Catalog& catalog) : e_(e), catalog_(catalog) {}

  // What formulas may name from here on; of several with one name the latest counts.
  void know(ExplainInput input) { known_.push_back(std::move(input)); }
  void computed(const char* name, std::string label, double value, const char* unit = "");
  void given(const char* name, const char* label, double value, const char* unit = "");
  // All of them, and their names with a plus between.
  std::string sum(const std::vector<LineSeconds>& lines);
  std::string sum(const std::vector<LineGb>& lines);

  // A figure with the inputs that its formula names. Others may name it by the end of its pointer. It is as far off as
  // the figures in it: of several, the one that has been off most.
  Explanation& add(const char* pointer, const char* label, std::string formula, double value, const char* unit,
                   const char* text);
  // The same of a figure that has been compared with measured runs itself: `error_name` of its class of devices.
  void add_measured(const char* error_name, const char* pointer, const char* label, std::string formula, double value,
                    const char* unit, const char* text);
  // The same of models that are not token decoders, whose classes are their own.
  void add_media(const char* error_name, const char* pointer, const char* label, std::string formula, double value,
                 const char* unit, const char* text);

  std::vector<Explanation> take() { return std::move(list_); }

 private:
  const ExplainInput* find(std::string_view name) const;
  void validate(Explanation& added, const char* error_name, const std::string& device_class) const;

  const Estimate& e_;
  const Catalog& catalog_;
  std::vector<ExplainInput> known_;
  std::vector<Explanation> list_;
};

// Of what the machines and the work cost.
void explain_cost(Explanations& out, const Estimate& e);

}  // namespace ridgepoint
