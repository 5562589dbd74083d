#include "engine/json/document.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/base/fields_text.h"

namespace ridgepoint::json {
namespace {

constexpr std::size_t kManyMembers = 64;

// Builds the value from the parser's events and stops at the first thing that is not allowed.
class Builder {
 public:
  Builder(std::string_view text, const Limits& limits) : text_(text), limits_(limits) {}

  bool null() { return add(Json(nullptr)); }
  bool boolean(bool x) { return add(Json(x)); }
  bool number_integer(std::int64_t x) { return add(Json(x)); }
  bool number_unsigned(std::uint64_t x) { return add(Json(x)); }
  bool number_float(double x, const std::string&) { return add(Json(x)); }
  bool string(std::string& x) {
    if (x.size() > limits_.string_bytes) return refuse_long();
    return add(Json(std::move(x)));
  }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return start(Json::value_t::object); }
  bool start_array(std::size_t) { return start(Json::value_t::array); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool key(std::string& name);
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error);

  Json root;
  std::optional<Problem> problem;

 private:
  // What is in an object or a list that has not ended; the value of its last member may not have come yet.
  struct Entry {
    std::string key;  // of a member
    Json value;
  };
  struct Frame {
    Json::value_t type;
    std::size_t first;  // of its entries
  };

  bool start(Json::value_t type);
  bool end();
  bool add(Json value);
  std::size_t entries_of(const Frame& frame) const { return entries_.size() - frame.first; }
  bool refuse(std::string code, std::string message);
  bool refuse_long();
  bool has_twice(std::vector<Entry>::iterator first);
  std::string pointer() const;

  std::string_view text_;
  Limits limits_;
  std::size_t values_ = 0;
  std::vector<Frame> frames_;
  std::vector<Entry> entries_;  // of all frames, so that an object is made when its size is known
};

bool Builder::refuse(std::string code, std::string message) {
  problem = Problem{std::move(code), pointer(), std::move(message)};
  return false;
}

bool Builder::refuse_long() {
  return refuse("too_long", "A text may be " + std::to_string(limits_.string_bytes) + " bytes long.");
}

std::string Builder::pointer() const {
  std::string out;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const std::size_t end = i + 1 < frames_.size() ? frames_[i + 1].first : entries_.size();
    const bool is_list = frames_[i].type == Json::value_t::array;
    if (is_list)
      out += pointer_segment(std::to_string(end - frames_[i].first));
    else
      out += pointer_segment(end > frames_[i].first ? entries_[end - 1].key : "");
  }
  return out;
}

bool Builder::start(Json::value_t type) {
  if (frames_.size() >= limits_.depth)
    return refuse("too_deep", "Objects and lists may be nested " + std::to_string(limits_.depth) + " levels deep.");
  frames_.push_back({type, entries_.size()});
  return true;
}

// Among many members, whose names are sorted; key() has looked through few.
bool Builder::has_twice(std::vector<Entry>::iterator first) {
  std::vector<std::string_view> names;
  for (auto entry = first; entry != entries_.end(); ++entry) names.push_back(entry->key);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return false;
  entries_.back().key = std::string(*twice);
  return !refuse("duplicate_field", "\"" + shortened(entries_.back().key) + "\" is given twice.");
}

bool Builder::end() {
  const Frame frame = frames_.back();
  values_ += entries_of(frame);
  if (values_ > limits_.values)
    return refuse("too_many", "A document may have " + std::to_string(limits_.values) + " values.");
  const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(frame.first);
  Json value(frame.type);
  if (frame.type == Json::value_t::object) {
    if (entries_of(frame) > kManyMembers && has_twice(first)) return false;
    auto& members = value.get_ref<Json::object_t&>();
    members.reserve(entries_of(frame));
    for (auto entry = first; entry != entries_.end(); ++entry)
      members.emplace_back(std::move(entry->key), std::move(entry->value));  // key() saw that it is new
  } else {
    auto& elements = value.get_ref<Json::array_t&>();
    elements.reserve(entries_of(frame));
    for (auto entry = first; entry != entries_.end(); ++entry) elements.push_back(std::move(entry->value));
  }
  entries_.erase(first, entries_.end());
  frames_.pop_back();
  return add(std::move(value));
}

bool Builder::add(Json value) {
  if (frames_.empty()) {
    root = std::move(value);
    return true;
  }
  const bool is_list = frames_.back().type == Json::value_t::array;
  if (entries_of(frames_.back()) + (is_list ? 1 : 0) > limits_.list_elements)
    return refuse("too_many", "A list or object may have " + std::to_string(limits_.list_elements) + " entries.");
  if (is_list) entries_.emplace_back();
  entries_.back().value = std::move(value);
  return true;
}

bool Builder::key(std::string& name) {
  if (name.size() > limits_.string_bytes) return refuse_long();
  const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(frames_.back().first);
  const bool twice = entries_of(frames_.back()) < kManyMembers &&
                     std::any_of(first, entries_.end(), [&](const Entry& entry) { return entry.key == name; });
  entries_.emplace_back().key = std::move(name);
  if (twice) return refuse("duplicate_field", "\"" + shortened(entries_.back().key) + "\" is given twice.");
  return true;
}

// "line 3, column 7" of a byte position, both from 1.
std::string place(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position == 0 ? 0 : position - 1, text.size()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(before.size() - line_start + 1);
}

bool Builder::parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) {
  // 406: a number that no double holds, such as 1e400.
  if (error.id == 406) return refuse("bad_json", "The number at " + place(text_, position) + " is too large.");
  const bool ended = text_.find_first_not_of(" \t\r\n", std::min(position == 0 ? 0 : position - 1, text_.size())) ==
                     std::string_view::npos;
  problem = Problem{"bad_json", "",
                    std::string("This is not JSON: ") + (ended ? "it ends too early" : "unexpected text") + " at " +
                        place(text_, position) + "."};
  return false;
}

}  // namespace

Result<Json> parse_document(std::string_view text, const Limits& limits) {
  if (text.size() > limits.document_bytes)
    return Problem{"too_large", "",
                   "The document is longer than the " + std::to_string(limits.document_bytes) + " bytes it may have."};
  Builder builder(text, limits);
  const bool complete = Json::sax_parse(text.begin(), text.end(), &builder);
  if (builder.problem) return *std::move(builder.problem);
  if (!complete) return Problem{"bad_json", "", "This is not JSON."};
  return std::move(builder.root);
}

Json parsed(std::string_view text) {
  Result<Json> read = parse_document(text, kCatalogLimits);
  if (!read.ok()) throw std::invalid_argument(read.problems().front().message);
  return std::move(read).value();
}

}  // namespace ridgepoint::json
