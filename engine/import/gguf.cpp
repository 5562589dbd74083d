#include "engine/import/gguf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

#include "engine/base/fields_text.h"
#include "engine/import/gguf_model.h"

namespace ridgepoint::import {
namespace {

using Bytes8 = std::span<const std::uint8_t>;

// Reads forward. When the beginning given ends before the file does, `needs` says how much is wanted; what
// lies beyond the file, or cannot be, sets `problem`. After either nothing more is read.
class Cursor {
 public:
  Cursor(Bytes8 given, std::uint64_t file_size) : given_(given), file_size_(file_size) {}

  bool ok() const { return needs_ == 0 && !problem_; }
  std::uint64_t position() const { return at_; }
  std::uint64_t left_in_file() const { return file_size_ - at_; }
  std::uint64_t needs() const { return needs_; }
  const std::optional<Problem>& problem() const { return problem_; }

  void refuse(std::string code, std::string message) {
    if (ok()) problem_ = Problem{std::move(code), "", std::move(message)};
  }

  // Whether `size` bytes can be read here.
  bool available(std::uint64_t size) {
    if (!ok()) return false;
    if (size > left_in_file()) {
      refuse("truncated", "The file ends inside its header (at byte " + std::to_string(at_) + ").");
      return false;
    }
    if (at_ + size > kGgufHeaderBytes) {
      refuse("too_large", "The header is longer than " + std::to_string(kGgufHeaderBytes) + " bytes.");
      return false;
    }
    if (size <= given_.size() - at_) return true;
    const std::uint64_t more =
        std::min<std::uint64_t>(std::max<std::uint64_t>(2 * given_.size(), 65536), kGgufHeaderBytes);
    needs_ = std::min<std::uint64_t>(file_size_, std::max<std::uint64_t>(at_ + size, more));
    return false;
  }

  template <class T>
  T number() {
    T value{};
    if (!available(sizeof(T))) return value;
    // The file is little endian, and so is every machine this is built for.
    std::memcpy(&value, given_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

  std::string_view text() {
    const auto size = number<std::uint64_t>();
    if (!ok()) return {};
    if (size > kGgufTextBytes) {
      refuse("too_long", "A text in the header is longer than " + std::to_string(kGgufTextBytes) + " bytes.");
      return {};
    }
    if (!available(size)) return {};
    const std::string_view out(reinterpret_cast<const char*>(given_.data()) + at_, static_cast<std::size_t>(size));
    at_ += size;
    return out;
  }

  void skip(std::uint64_t size) {
    if (available(size)) at_ += size;
  }

 private:
  Bytes8 given_;
  std::uint64_t file_size_;
  std::uint64_t at_ = 0;
  std::uint64_t needs_ = 0;
  std::optional<Problem> problem_;
};

// Value types of the header, by number.
enum class Type : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, list, u64, i64, f64 };
constexpr std::uint32_t kTypes = 13;
constexpr std::array<std::uint64_t, kTypes> kTypeBytes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

double read_any(Cursor& in, Type type) {
  switch (type) {
    case Type::u8:
    case Type::boolean:
      return in.number<std::uint8_t>();
    case Type::i8:
      return in.number<std::int8_t>();
    case Type::u16:
      return in.number<std::uint16_t>();
    case Type::i16:
      return in.number<std::int16_t>();
    case Type::u32:
      return in.number<std::uint32_t>();
    case Type::i32:
      return in.number<std::int32_t>();
    case Type::f32:
      return in.number<float>();
    case Type::u64:
      return static_cast<double>(in.number<std::uint64_t>());
    case Type::i64:
      return static_cast<double>(in.number<std::int64_t>());
    case Type::f64:
      return in.number<double>();
    case Type::text:
    case Type::list:
      break;
  }
  return 0;
}

// Never NaN or infinite, which no setting of a model is.
double read_number(Cursor& in, Type type) {
  const double x = read_any(in, type);
  return std::isfinite(x) ? x : 0;
}

// Values longer than this are passed over: token lists, merges, chat templates.
constexpr std::uint64_t kKeptList = 10000;
constexpr std::size_t kKeptText = 10000;

void read_list(Cursor& in, Metadata& into) {
  const auto type = in.number<std::uint32_t>();
  const auto length = in.number<std::uint64_t>();
  if (!in.ok()) return;
  if (type >= kTypes || type == static_cast<std::uint32_t>(Type::list))
    return in.refuse("bad_file", "A list in the header has elements of a type that is not known.");
  into.length = static_cast<double>(length);
  const std::uint64_t least = type == static_cast<std::uint32_t>(Type::text) ? 8 : kTypeBytes[type];
  if (length > in.left_in_file() / least)
    return in.refuse("truncated", "A list in the header is longer than the file.");
  if (type == static_cast<std::uint32_t>(Type::text)) {
    for (std::uint64_t i = 0; i < length && in.ok(); ++i) in.text();
  } else if (length > kKeptList) {
    in.skip(length * kTypeBytes[type]);
  } else {
    for (std::uint64_t i = 0; i < length && in.ok(); ++i)
      into.numbers.push_back(read_number(in, static_cast<Type>(type)));
  }
}

void read_pair(Cursor& in, Header& header) {
  const std::string_view key = in.text();
  const auto type = in.number<std::uint32_t>();
  if (!in.ok()) return;
  if (!valid_utf8(key)) return in.refuse("bad_text", "A key of the header is not valid UTF-8.");
  if (type >= kTypes) return in.refuse("bad_file", "The header has a value of a type that is not known.");
  Metadata value;
  if (type == static_cast<std::uint32_t>(Type::list)) {
    read_list(in, value);
  } else if (type == static_cast<std::uint32_t>(Type::text)) {
    const std::string_view text = in.text();
    if (!in.ok()) return;
    if (text.size() <= kKeptText && !valid_utf8(text))
      return in.refuse("bad_text", "A text of the header is not valid UTF-8.");
    value.text = std::string(text.substr(0, text.size() <= kKeptText ? text.size() : 0));
  } else {
    value.number = read_number(in, static_cast<Type>(type));
  }
  if (!in.ok()) return;
  if (!header.metadata.emplace(std::string(key), std::move(value)).second)
    in.refuse("duplicate_field", "The header gives \"" + shortened(key) + "\" twice.");
}

// Where a tensor lies in the data section.
struct Extent {
  std::uint64_t offset;
  std::uint64_t bytes;
};

// Values in all dimensions; nothing when that is more than 2^62.
std::optional<std::uint64_t> product(const std::vector<std::uint64_t>& dimensions) {
  std::uint64_t out = 1;
  for (const std::uint64_t d : dimensions) {
    if (d != 0 && out > (std::uint64_t{1} << 62) / d) return std::nullopt;
    out *= d;
  }
  return out;
}

Shape shape_of(const std::vector<std::uint64_t>& d) {
  Shape shape;
  if (!d.empty()) shape.inputs = static_cast<double>(d[0]);
  if (d.size() > 1) shape.outputs = static_cast<double>(d[1]);
  if (d.size() > 2) shape.stack = static_cast<double>(d[2]);
  return shape;
}

bool read_tensor(Cursor& in, Header& header, std::vector<Extent>& extents) {
  const std::string_view name = in.text();
  const auto rank = in.number<std::uint32_t>();
  if (!in.ok()) return false;
  if (!valid_utf8(name)) return in.refuse("bad_text", "A tensor's name is not valid UTF-8."), false;
  if (rank > kGgufDimensions) return in.refuse("bad_file", "A tensor has more than 8 dimensions."), false;
  std::vector<std::uint64_t> dimensions(rank);
  for (std::uint64_t& d : dimensions) d = in.number<std::uint64_t>();
  const auto type = in.number<std::uint32_t>();
  const auto offset = in.number<std::uint64_t>();
  if (!in.ok()) return false;
  const BlockType* block = find_block_type(type);
  if (!block) return in.refuse("unknown_type", "Tensor type " + std::to_string(type) + " is not known."), false;
  const auto values = product(dimensions);
  if (!values || *values / block->values > (std::uint64_t{1} << 62) / block->bytes)
    return in.refuse("bad_file", "A tensor has more values than can be."), false;
  if (*values % block->values != 0) return in.refuse("bad_file", "A tensor does not fill its blocks."), false;
  const std::uint64_t bytes = *values / block->values * block->bytes;
  if (offset > header.file_size || bytes > header.file_size)
    return in.refuse("truncated", "The tensor \"" + shortened(name) + "\" lies beyond the end of the file."), false;
  extents.push_back({offset, bytes});
  header.add(name, shape_of(dimensions), static_cast<double>(*values), static_cast<double>(bytes), *block);
  return true;
}

std::uint64_t alignment_of(const Header& header) {
  const double given = header.number("general.alignment").value_or(32);
  return given >= 1 && given <= 1e6 ? static_cast<std::uint64_t>(given) : 0;
}

// Tensors neither share bytes nor lie beyond the file.
std::optional<Problem> check_extents(std::vector<Extent>& extents, std::uint64_t data_start, const Header& header) {
  std::sort(extents.begin(), extents.end(), [](const Extent& a, const Extent& b) { return a.offset < b.offset; });
  std::uint64_t end = 0;
  for (const Extent& extent : extents) {
    if (extent.bytes == 0) continue;
    if (extent.offset < end) return Problem{"bad_file", "", "Two tensors share the same bytes of the file."};
    end = extent.offset + extent.bytes;
  }
  if (data_start > header.file_size || end > header.file_size - data_start)
    return Problem{"truncated", "", "The file is shorter than its tensors: it is not complete."};
  return std::nullopt;
}

void read_counts(Cursor& in, std::uint64_t& tensors, std::uint64_t& pairs) {
  in.skip(4);  // the magic, seen already
  const auto version = in.number<std::uint32_t>();
  if (!in.ok()) return;
  if (version != 2 && version != 3)
    return in.refuse("unknown_version", version == 1 || version > 0xffff
                                            ? "This GGUF file is of a kind that is not read (version 1, or big endian)."
                                            : "GGUF version " + std::to_string(version) + " is not known.");
  tensors = in.number<std::uint64_t>();
  pairs = in.number<std::uint64_t>();
  if (!in.ok()) return;
  if (pairs > kGgufPairs) return in.refuse("too_many", "The header has more than 100,000 entries.");
  if (tensors > kGgufTensors) return in.refuse("too_many", "The file has more than 10 million tensors.");
  // The least an entry takes: 13 and 24 bytes.
  if (pairs * 13 + tensors * 24 > in.left_in_file()) in.refuse("truncated", "The header is longer than the file.");
}

}  // namespace

Result<Step> import_gguf(std::span<const std::uint8_t> start, std::uint64_t file_size, const std::string& name) {
  if (file_size > (std::uint64_t{1} << 60)) return Problem{"too_large", "", "No file is that long."};
  if (start.size() > file_size) return Problem{"bad_file", "", "More bytes were given than the file has."};
  if (start.size() >= 4 && std::memcmp(start.data(), "GGUF", 4) != 0)
    return Problem{"bad_file", "", "This is not a GGUF file."};
  Cursor in(start, file_size);
  Header header;
  header.file_size = file_size;
  std::uint64_t tensors = 0, pairs = 0;
  read_counts(in, tensors, pairs);
  for (std::uint64_t i = 0; i < pairs && in.ok(); ++i) read_pair(in, header);
  std::vector<Extent> extents;
  for (std::uint64_t i = 0; i < tensors && in.ok(); ++i) read_tensor(in, header, extents);
  if (in.problem()) return *in.problem();
  Step step;
  step.needs = in.needs();
  if (step.needs > 0) return step;

  const std::uint64_t alignment = alignment_of(header);
  if (alignment == 0) return Problem{"bad_file", "", "The alignment in the header cannot be."};
  const std::uint64_t data_start = (in.position() + alignment - 1) / alignment * alignment;
  if (auto problem = check_extents(extents, data_start, header)) return *std::move(problem);
  Result<Imported> imported = model_of(header, name);
  if (!imported.ok()) return imported.problems();
  step.imported = std::move(imported).value();
  return step;
}

}  // namespace ridgepoint::import
