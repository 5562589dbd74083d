// From the header of a GGUF file to a model.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/import/imported.h"
#include "engine/import/tensors.h"

namespace ridgepoint::import {

// How many values a block of a tensor type holds, and in how many bytes (ggml).
struct BlockType {
  std::uint32_t id;
  std::string_view name;
  std::uint64_t values;
  std::uint64_t bytes;
};

// Null when the type is not known.
const BlockType* find_block_type(std::uint32_t id);

// One value of the header. Long lists and texts are not kept, only their length.
struct Metadata {
  std::optional<double> number;
  std::string text;
  std::vector<double> numbers;
  double length = 0;
};

struct Header {
  std::uint64_t file_size = 0;
  int parts = 0;                                          // of a split file that were read
  double last_part = 0;                                   // the number of the last
  std::map<std::string, Metadata, std::less<>> metadata;  // of the first
  Tensors tensors;                                        // without those of prediction layers
  double params = 0;
  double mtp_params = 0;  // of prediction layers
  double mtp_bytes = 0;
  double bytes = 0;  // of all
  std::map<std::string_view, double> bytes_by_type;

  // After the metadata is there.
  void add(std::string_view name, const Shape& shape, double values, double size, const BlockType& type);
  const Metadata* find(std::string_view key) const {  // null: not there
    const auto found = metadata.find(key);
    return found == metadata.end() ? nullptr : &found->second;
  }
  std::optional<double> number(std::string_view key) const { return find(key) ? find(key)->number : std::nullopt; }
  std::string text(std::string_view key) const { return find(key) ? find(key)->text : ""; }
  double split_count() const { return number("split.count").value_or(1); }

 private:
  bool predicts(std::string_view name);
  std::optional<double> trunk_;  // layers before those for prediction
};

Result<Imported> model_of(const Header& header, const std::string& name);

}  // namespace ridgepoint::import
