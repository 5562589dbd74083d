#include "engine/ask/formats.h"

#include <array>

#include "engine/ask/prices.h"

namespace ridgepoint {
namespace {

constexpr std::array<const char*, 4> kServers = {"bf16", "fp8", "mxfp4", "awq-int4"};
constexpr std::array<const char*, 6> kApple = {"bf16", "mlx-8bit", "mlx-6bit", "mlx-5bit", "mlx-4bit", "mlx-3bit"};
constexpr std::array<const char*, 13> kFiles = {
    "gguf-f16",    "gguf-q8_0",   "gguf-q6_k", "gguf-q5_k_m", "gguf-q4_k_m", "gguf-mxfp4", "gguf-iq4_xs",
    "gguf-q3_k_m", "gguf-iq3_xs", "gguf-q2_k", "gguf-iq2_m",  "gguf-iq2_xs", "gguf-iq1_m"};
constexpr int kCoarsest = 6;  // that is taken without being asked for: 4 bits

template <class List>
Formats listed(const List& ids, const Catalog& catalog, int coarsest) {
  Formats out;
  for (const char* id : ids) {
    const NumberFormat* format = find_format(catalog, id);
    if (format && (format->coarseness <= coarsest || !format->published_as.empty())) out.push_back(format);
  }
  return out;
}

Formats narrower(ServedAs as, const Catalog& catalog, const NumberFormat& own) {
  Formats out = usual_formats(as, catalog, kCoarsest);
  std::erase_if(out,
                [&](const NumberFormat* f) { return f->coarseness <= own.coarseness || !f->published_as.empty(); });
  return out;
}

bool reads_files(const Scenario& s, const Accelerator& a, const Catalog& catalog) {
  if (const ServingEngine* engine = s.serve.engine ? find_engine(catalog, *s.serve.engine) : nullptr)
    return engine->reads_gguf;
  const bool a_computer = is_computer(a) || a.segment == Segment::cpu;
  return a_computer || (s.is_for_one() && !is_of_a_data_center(a));
}

}  // namespace

Formats usual_formats(ServedAs as, const Catalog& catalog, int coarsest) {
  switch (as) {
    case ServedAs::servers:
      return listed(kServers, catalog, coarsest);
    case ServedAs::apple:
      return listed(kApple, catalog, coarsest);
    case ServedAs::files:
      return listed(kFiles, catalog, coarsest);
  }
  return {};
}

Formats narrower_formats(const Scenario& s, const Catalog& catalog, const Accelerator& a, const NumberFormat& own) {
  return narrower(reads_files(s, a, catalog) ? ServedAs::files : ServedAs::servers, catalog, own);
}

Formats formats_to_fit(const Scenario& s, const Catalog& catalog, const Accelerator& a, const NumberFormat& own) {
  Formats out = narrower_formats(s, catalog, a, own);
  if (s.serve.engine || is_of_a_data_center(a) || reads_files(s, a, catalog)) return out;
  const Formats files = narrower(ServedAs::files, catalog, own);
  out.insert(out.end(), files.begin(), files.end());
  return out;
}

}  // namespace ridgepoint
