#include "engine/import/import.h"

#include <gtest/gtest.h>

#include "engine/import/tensors.h"

namespace ridgepoint::import {
namespace {

FileKind kind(const std::string& bytes) {
  return kind_of({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

TEST(Import, KindsAreToldByTheFirstBytes) {
  EXPECT_EQ(kind(std::string("GGUF\x03\0\0\0", 8)), FileKind::gguf);
  EXPECT_EQ(kind(std::string("\x10\x20\0\0\0\0\0\0{\"", 10)), FileKind::safetensors);
  EXPECT_EQ(kind("{}"), FileKind::json);
  EXPECT_EQ(kind("\xEF\xBB\xBF \r\n\t{\"a\": 1}"), FileKind::json);
  for (const char* text : {"", " ", "[1]", "GGML", "GGU", "model_type: llama"})
    EXPECT_EQ(kind(text), FileKind::unknown);
}

TEST(Tensors, NamesThatDifferInNumbersAreOnePattern) {
  Tensors tensors;
  const Shape shape = {.inputs = 8, .outputs = 4};
  for (const char* name : {"model.layers.0.mlp.experts.3.up.weight", "model.layers.11.mlp.experts.7.up.weight"})
    tensors.add(name, shape, 32);
  ASSERT_EQ(tensors.all().size(), 1u);
  const TensorPattern* pattern = tensors.find("model.layers.*.mlp.experts.*.up.weight");
  ASSERT_NE(pattern, nullptr);
  EXPECT_EQ(pattern->count, 2);
  EXPECT_EQ(pattern->layers, 12);
  EXPECT_EQ(pattern->experts, 8);
  EXPECT_EQ(pattern->params, 64);
  tensors.add("", shape, 1);
  tensors.add("...", shape, 1);
  tensors.add("layers.999999999999.w", shape, 1);  // no number a layer could have
  EXPECT_EQ(tensors.find("layers.999999999999.w")->layers, 0);
}

}  // namespace
}  // namespace ridgepoint::import
