// The hardware that is asked about, found in the catalog.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/base/result.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

struct AcceleratorGroup {
  const Accelerator* accelerator = nullptr;
  int count = 1;
};

struct OwnedMachine {
  std::vector<AcceleratorGroup> groups;
  std::vector<std::shared_ptr<const Accelerator>> resized;  // with other memory than their records, for groups
  const Accelerator* device = nullptr;                      // that serves: the sort, or all united
  int count = 1;
  AcceleratorGroup largest;  // that trains
  const Accelerator* host = nullptr;
  double host_gb = 0;
  bool united() const { return groups.size() > 1; }
};

// Whose memory takes what does not fit: a CPU's name, "none", or absent the usual one; memory for weights in GB, absent
// as much as the accelerators have.
struct AskedHost {
  std::optional<std::string> cpu;
  std::optional<double> memory_gb;
};

double usable_gb(const AcceleratorGroup& group);
double all_usable_gb(const OwnedMachine& machine);

// The machine without its device; what is not known or out of range goes into `problems`.
OwnedMachine machine_of(const std::vector<OwnedHardware>& hardware, const AskedHost& host, const Catalog& catalog,
                        Problems& problems);

// Several sorts as one accelerator: layers are divided in proportion to memory and computed one after another, so that
// a token takes the time of each share on its own accelerator. Rates and bandwidth are means weighted by that time
// (harmonic); each further accelerator holds a context of its own. What else has to be known is that of the sort that
// takes most of the time. Not counted: the hop from one to the next.
Accelerator united(const std::vector<AcceleratorGroup>& groups);

}  // namespace ridgepoint
