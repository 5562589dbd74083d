#include "engine/ask/formats.h"

#include <array>

#include "engine/ask/purchase.h"

namespace ridgepoint {
namespace {

// Of several makers' engines.
constexpr std::array<const char*, 4> kNarrower = {"fp8", "gguf-q8_0", "awq-int4", "gguf-q4_k_m"};

bool reads_files(const Scenario& s, const Accelerator& a, const Catalog& catalog) {
  if (const ServingEngine* engine = s.serve.engine ? find_engine(catalog, *s.serve.engine) : nullptr)
    return engine->reads_gguf;
  const bool a_computer = is_computer(a) || a.segment == Segment::cpu;
  return a_computer || (is_for_one(s) && a.segment != Segment::datacenter && a.segment != Segment::cloud_only);
}

}  // namespace

bool is_for_one(const Scenario& s) {
  return s.workload == Workload::serve && !s.serve.requests_per_minute && s.serve.concurrency.value_or(2) <= 1;
}

std::vector<const NumberFormat*> narrower_formats(const Scenario& s, const Catalog& catalog, const Accelerator& a,
                                                  const NumberFormat& own) {
  const bool files = reads_files(s, a, catalog);
  std::vector<const NumberFormat*> out;
  for (const char* id : kNarrower) {
    const NumberFormat* format = find_format(catalog, id);
    if (format && format->coarseness > own.coarseness && format->whole_file == files) out.push_back(format);
  }
  return out;
}

}  // namespace ridgepoint
