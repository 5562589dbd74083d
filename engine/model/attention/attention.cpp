#include "engine/model/attention/attention.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

double CachedNumbers::heads_on_rank(int tensor) const { return std::max(1.0, std::ceil(heads / tensor)); }
double CachedNumbers::on_rank(int tensor) const { return heads_on_rank(tensor) * of_head + rest; }

void add_queries(LayerWeights& layer, double hidden, double queries, int rank) {
  if (rank > 0) {
    layer.matrices.push_back({MatrixRole::queries_down, hidden, static_cast<double>(rank)});
    layer.matrices.push_back({MatrixRole::queries_up, static_cast<double>(rank), queries});
    layer.small_params += rank;
  } else {
    layer.matrices.push_back({MatrixRole::queries, hidden, queries});
  }
}

}  // namespace ridgepoint
