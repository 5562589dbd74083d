#include "engine/import/gguf.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
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

template <class T>
double read_as(Cursor& in) {
  return static_cast<double>(in.number<T>());
}

// Value types of the header, by number; texts and lists are no single numbers.
struct ValueType {
  std::uint64_t bytes = 0;
  double (*read)(Cursor&) = nullptr;
};
constexpr ValueType kTypes[] = {{1, read_as<std::uint8_t>},
                                {1, read_as<std::int8_t>},
                                {2, read_as<std::uint16_t>},
                                {2, read_as<std::int16_t>},
                                {4, read_as<std::uint32_t>},
                                {4, read_as<std::int32_t>},
                                {4, read_as<float>},
                                {1, read_as<std::uint8_t>},
                                {},
                                {},
                                {8, read_as<std::uint64_t>},
                                {8, read_as<std::int64_t>},
                                {8, read_as<double>}};
constexpr std::uint32_t kText = 8, kList = 9;

// Never NaN or infinite, which no setting of a model is.
double read_number(Cursor& in, std::uint32_t type) {
  const double x = kTypes[type].read(in);
  return std::isfinite(x) ? x : 0;
}

// Values longer than this are passed over: token lists, merges, chat templates.
constexpr std::uint64_t kKeptList = 10000;
constexpr std::size_t kKeptText = 10000;

void read_list(Cursor& in, Metadata& into) {
  const auto type = in.number<std::uint32_t>();
  const auto length = in.number<std::uint64_t>();
  if (!in.ok()) return;
  if (type >= std::size(kTypes) || type == kList)
    return in.refuse("bad_file", "A list in the header has elements of a type that is not known.");
  into.length = static_cast<double>(length);
  const std::uint64_t least = type == kText ? 8 : kTypes[type].bytes;
  if (length > in.left_in_file() / least)
    return in.refuse("truncated", "A list in the header is longer than the file.");
  if (type == kText) {
    for (std::uint64_t i = 0; i < length && in.ok(); ++i) in.text();
  } else if (length > kKeptList) {
    in.skip(length * kTypes[type].bytes);
  } else {
    for (std::uint64_t i = 0; i < length && in.ok(); ++i) into.numbers.push_back(read_number(in, type));
  }
}

void read_pair(Cursor& in, std::map<std::string, Metadata, std::less<>>& into) {
  const std::string_view key = in.text();
  const auto type = in.number<std::uint32_t>();
  if (!in.ok()) return;
  if (!valid_utf8(key)) return in.refuse("bad_text", "A key of the header is not valid UTF-8.");
  if (type >= std::size(kTypes)) return in.refuse("bad_file", "The header has a value of a type that is not known.");
  Metadata value;
  if (type == kList) {
    read_list(in, value);
  } else if (type == kText) {
    if (const std::string_view text = in.text(); text.size() <= kKeptText) value.text = text;
    if (!valid_utf8(value.text)) return in.refuse("bad_text", "A text of the header is not valid UTF-8.");
  } else {
    value.number = read_number(in, type);
  }
  if (!in.ok()) return;
  if (!into.emplace(std::string(key), std::move(value)).second)
    in.refuse("duplicate_field", "The header gives \"" + shortened(key) + "\" twice.");
}

Shape shape_of(const std::vector<std::uint64_t>& d) {
  Shape shape;
  if (!d.empty()) shape.inputs = static_cast<double>(d[0]);
  if (d.size() > 1) shape.outputs = static_cast<double>(d[1]);
  if (d.size() > 2) shape.stack = static_cast<double>(d[2]);
  return shape;
}

bool read_tensor(Cursor& in, Header& header, Ranges& ranges) {
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
  std::uint64_t values = 1;
  double size = static_cast<double>(block->bytes) / static_cast<double>(block->values);
  for (const std::uint64_t d : dimensions) {
    values *= d;
    size *= static_cast<double>(std::max<std::uint64_t>(d, 1));
  }
  if (size > 3e18) return in.refuse("bad_file", "A tensor has more values than can be."), false;
  if (values % block->values != 0) return in.refuse("bad_file", "A tensor does not fill its blocks."), false;
  const std::uint64_t bytes = values / block->values * block->bytes;
  if (offset > header.file_size || bytes > header.file_size)
    return in.refuse("truncated", "The tensor \"" + shortened(name) + "\" lies beyond the end of the file."), false;
  if (bytes > 0) ranges.push_back({offset, offset + bytes});
  header.add(name, shape_of(dimensions), static_cast<double>(values), static_cast<double>(bytes), *block);
  return true;
}

std::uint64_t alignment_of(const Header& header) {
  const double given = header.number("general.alignment").value_or(32);
  return given >= 1 && given <= 1e6 ? static_cast<std::uint64_t>(given) : 0;
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

// Reads one file, or what comes next of several parts; gives where its header ends.
std::size_t read_part(Cursor& in, Header& header) {
  std::uint64_t tensors = 0, pairs = 0;
  read_counts(in, tensors, pairs);
  std::map<std::string, Metadata, std::less<>> own;  // of a further part only which it is
  const bool first = header.parts == 0;
  for (std::uint64_t i = 0; i < pairs && in.ok(); ++i) read_pair(in, first ? header.metadata : own);
  Ranges ranges;
  for (std::uint64_t i = 0; i < tensors && in.ok(); ++i) read_tensor(in, header, ranges);
  if (!in.ok()) return 0;
  const double no = first ? header.number("split.no").value_or(0) : own["split.no"].number.value_or(0);
  if (first ? no > 0 : no <= header.last_part)
    in.refuse("bad_file", first ? "This is not the first part of the split file; give the part -00001-of-, or all."
                                : "The parts of a split file are given in their order, each once.");
  header.last_part = no;
  ++header.parts;
  const std::uint64_t alignment = alignment_of(header);
  if (alignment == 0) return in.refuse("bad_file", "The alignment in the header cannot be."), 0;
  const std::uint64_t data_start = (in.position() + alignment - 1) / alignment * alignment;
  const std::uint64_t room = in.left_in_file() + in.position();
  if (auto problem = check_ranges(std::move(ranges), room < data_start ? 0 : room - data_start))
    in.refuse(problem->code, problem->message);
  return in.position();
}

}  // namespace

Result<Step> import_gguf(std::span<const std::uint8_t> start, std::uint64_t file_size, const std::string& name) {
  if (file_size > (std::uint64_t{1} << 60)) return Problem{"too_large", "", "No file is that long."};
  if (start.size() > file_size) return Problem{"bad_file", "", "More bytes were given than the file has."};
  if (start.size() >= 4 && std::memcmp(start.data(), "GGUF", 4) != 0)
    return Problem{"bad_file", "", "This is not a GGUF file."};
  Header header;
  header.file_size = file_size;
  // Further parts begin where the magic and the version of the first stand again behind a header.
  for (auto next = start.begin(); header.parts == 0 || next != start.end();) {
    const std::span<const std::uint8_t> rest(next, start.end());
    Cursor in(rest, file_size - static_cast<std::uint64_t>(next - start.begin()));
    const std::size_t end = read_part(in, header);
    if (in.problem()) return *in.problem();
    if (in.needs() > 0) return Step{.needs = in.needs() + static_cast<std::uint64_t>(next - start.begin())};
    if (header.parts >= header.split_count()) break;
    next = std::search(next + static_cast<std::ptrdiff_t>(end), start.end(), start.begin(), start.begin() + 8);
  }
  Result<Imported> imported = model_of(header, name);
  if (!imported.ok()) return imported.problems();
  return Step{.imported = std::move(imported).value()};
}

}  // namespace ridgepoint::import
