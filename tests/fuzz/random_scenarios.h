// Scenarios out of any bytes: each value within its field's limits, each name one of the catalog. The fields come from
// visit(Scenario&), so that new ones are drawn as soon as they are there.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint::test {

class RandomScenarios {
 public:
  // `catalog` must outlive this.
  explicit RandomScenarios(const Catalog& catalog);

  // The same bytes give the same scenario; bytes that are missing leave the rest at its defaults. What fields say
  // together may still be refused.
  Scenario from(std::string_view bytes) const;

 private:
  const Catalog& catalog_;
  std::map<std::string, std::vector<std::string>, std::less<>> names_;  // what a text may be, by the field's name
};

}  // namespace ridgepoint::test
