// Writes the header of a GGUF file, well formed or not.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace ridgepoint::import {

class GgufWriter {
 public:
  struct Tensor {
    std::string name;
    std::vector<std::uint64_t> dimensions;
    std::uint32_t type = 0;
    std::uint64_t bytes = 0;  // in the data section
  };

  template <class T>
  static void put(std::string& out, T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    out.append(raw, sizeof(T));
  }
  static void put_text(std::string& out, const std::string& text) {
    put<std::uint64_t>(out, text.size());
    out += text;
  }

  void add(const std::string& key, std::uint32_t value) {
    begin(key, 4);
    put(pairs_, value);
  }
  void add(const std::string& key, float value) {
    begin(key, 6);
    put(pairs_, value);
  }
  void add(const std::string& key, const std::string& value) {
    begin(key, 8);
    put_text(pairs_, value);
  }
  void add(const std::string& key, const std::vector<std::uint32_t>& values) {
    begin(key, 9);
    put<std::uint32_t>(pairs_, 4);
    put<std::uint64_t>(pairs_, values.size());
    for (const std::uint32_t value : values) put(pairs_, value);
  }
  void add(const std::string& key, const std::vector<std::string>& values) {
    begin(key, 9);
    put<std::uint32_t>(pairs_, 8);
    put<std::uint64_t>(pairs_, values.size());
    for (const std::string& value : values) put_text(pairs_, value);
  }
  // A key with a value of any type, its bytes given.
  void add_raw(const std::string& key, std::uint32_t type, const std::string& bytes) {
    begin(key, type);
    pairs_ += bytes;
  }

  // One part of a file in several: the first has all keys and the tensors that are kept, the others their tensors.
  template <class Keep>
  GgufWriter part(std::uint32_t no, std::uint32_t count, Keep keep) const {
    GgufWriter out = no == 0 ? *this : GgufWriter();
    out.tensors_.clear();
    for (const Tensor& tensor : tensors_)
      if (keep(tensor.name)) out.tensors_.push_back(tensor);
    out.add("split.no", no);
    out.add("split.count", count);
    return out;
  }

  struct Type {
    std::uint32_t id;
    std::uint64_t values, bytes;  // of a block
  };
  // The same file with matrices in other types, by their names.
  template <class TypeOf>
  GgufWriter in_types(TypeOf type_of) const {
    GgufWriter out = *this;
    for (Tensor& t : out.tensors_) {
      if (t.dimensions.size() < 2) continue;
      const Type type = type_of(t.name);
      t.type = type.id;
      t.bytes = type.bytes;
      for (const std::uint64_t d : t.dimensions) t.bytes *= d;
      t.bytes /= type.values;
    }
    return out;
  }

  // `bits_per_block` over `values_per_block` tell the size in the data section.
  void tensor(const std::string& name, std::vector<std::uint64_t> dimensions, std::uint32_t type,
              std::uint64_t values_per_block, std::uint64_t bytes_per_block) {
    std::uint64_t values = 1;
    for (const std::uint64_t d : dimensions) values *= d;
    tensors_.push_back({name, std::move(dimensions), type, values / values_per_block * bytes_per_block});
  }

  std::string header(std::uint32_t version = 3) {
    std::string out = "GGUF";
    put(out, version);
    put<std::uint64_t>(out, tensors_.size());
    put<std::uint64_t>(out, count_);
    out += pairs_;
    std::uint64_t offset = 0;
    for (const Tensor& tensor : tensors_) {
      put_text(out, tensor.name);
      put<std::uint32_t>(out, static_cast<std::uint32_t>(tensor.dimensions.size()));
      for (const std::uint64_t d : tensor.dimensions) put(out, d);
      put(out, tensor.type);
      put(out, offset);
      offset += (tensor.bytes + 31) / 32 * 32;
    }
    data_ = offset;
    return out;
  }
  // Bytes of the whole file, after header().
  std::uint64_t file_size(const std::string& header) const { return (header.size() + 31) / 32 * 32 + data_; }

 private:
  void begin(const std::string& key, std::uint32_t type) {
    ++count_;
    put_text(pairs_, key);
    put(pairs_, type);
  }

  std::string pairs_;
  std::uint64_t count_ = 0;
  std::uint64_t data_ = 0;
  std::vector<Tensor> tensors_;
};

}  // namespace ridgepoint::import
