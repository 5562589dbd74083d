// The catalog's models, and whether an import is one of them.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "engine/import/imported.h"
#include "engine/model/architecture.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {

inline const ModelRecord& record(const char* id) {
  const ModelRecord* found = find_model(shipped(), id);
  if (!found) std::abort();
  return *found;
}

// The same parameters, active ones, cache, state and work.
inline void expect_record(const import::Imported& got, const ModelRecord& want) {
  const auto have = architecture_of(got.model, ""), catalog = architecture_of(want, "");
  ASSERT_TRUE(have.ok()) << want.id << ": " << have.problems()[0].message;
  EXPECT_EQ(total_params(*have), total_params(*catalog)) << want.id;
  EXPECT_NEAR(*got.model.params_b * 1e9, total_params(*catalog), 1) << want.id;
  EXPECT_EQ(active_params(*have), active_params(*catalog)) << want.id;
  EXPECT_EQ(matmul_params(*have), matmul_params(*catalog)) << want.id;
  const NumberFormat bf16{.id = "bf16", .bits = 16};
  for (const double tokens : {1.0, 4096.0, 131072.0}) {
    EXPECT_EQ(in_bytes(kv_cache(*have, tokens, bf16)), in_bytes(kv_cache(*catalog, tokens, bf16))) << want.id;
    EXPECT_EQ(in_flop(forward_flop(*have, tokens)), in_flop(forward_flop(*catalog, tokens))) << want.id;
  }
  EXPECT_EQ(in_bytes(linear_state(*have)), in_bytes(linear_state(*catalog))) << want.id;
  EXPECT_EQ(got.model.tied_embeddings, want.tied_embeddings) << want.id;
  for (const std::string& said : got.assumptions) EXPECT_EQ(said.find("million"), std::string::npos) << said;
}

}  // namespace ridgepoint
