#include "engine/ask/url.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "engine/ask/ask.h"
#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {
namespace {

constexpr std::string_view kOwnEntries = "overrides.";
constexpr std::string_view kOwnEntriesKey = "o.";
constexpr std::string_view kOldPriceDay = "overrides.prices.*.date";  // in links of 0.1.0
// The first release had lengths for everybody: a link that says none means those, and one that leaves them to the
// purpose says so.
constexpr std::string_view kPurpose = "serve.purpose";
constexpr std::string_view kOpen = "auto";  // a value that leaves the field open
// A field whose name another one had first: links know it by its path.
constexpr std::string_view kByItsPath = "cost.host";
// The question, which a person reads out of a link: said even where it is the default.
constexpr std::string_view kSaid[] = {"workload", "model", "hardware.accelerator", "hardware.count"};
constexpr std::string_view kSaidOfServing[] = {"precision.weights", "serve.concurrency"};
constexpr std::string_view kSaidOfTokens[] = {"serve.input_tokens", "serve.output_tokens"};
constexpr std::string_view kSaidOfTraining[] = {"train.method", "train.recipe", "train.tokens", "train.sequence"};
constexpr int kMostUnknownNamed = 20;  // unknown keys that are named; the rest are counted

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

bool has_index(std::string_view path) {
  for (std::size_t i = 0; i < path.size(); ++i)
    if ((i == 0 || path[i - 1] == '.') && path[i] >= '0' && path[i] <= '9') return true;
  return false;
}

// A path with `index` in place of the numbers of list elements.
std::string with_index(std::string_view path, std::string_view index) {
  if (!has_index(path)) return std::string(path);
  std::string out;
  for (const std::string_view segment : split(path, '.')) {
    if (!out.empty()) out.push_back('.');
    out += has_index(segment) ? index : segment;
  }
  return out;
}

std::string last_segment(const std::string& path) { return path.substr(path.rfind('.') + 1); }

std::vector<Leaf> leaves_of(Scenario scenario, LeafCollector collector) {
  visit(scenario, collector);
  return std::move(collector.leaves);
}

// How many fields outside lists have a name of their own.
using NameCounts = std::map<std::string, int>;

// Counted once: walking all fields takes longer than reading a link.
const NameCounts& name_counts() {
  static const NameCounts counts = [] {
    NameCounts out;
    for (const Leaf& leaf : leaves_of({}, LeafCollector(true)))
      if (leaf.path != kByItsPath) ++out[last_segment(leaf.path)];
    return out;
  }();
  return counts;
}

std::string key_for(const std::string& path, const NameCounts& named) {
  if (path == "version") return "v";
  if (path.starts_with(kOwnEntries)) return std::string(kOwnEntriesKey) + path.substr(kOwnEntries.size());
  const std::string name = last_segment(path);
  return !has_index(path) && path != kByItsPath && named.at(name) == 1 ? name : path;
}

// Paths by key: those of fields outside lists, and the patterns ("overrides.models.*.layers") of those
// inside.
struct Paths {
  std::map<std::string, std::string> single;
  std::set<std::string> listed;

  Paths() {
    const NameCounts& named = name_counts();
    for (const Leaf& leaf : leaves_of({}, LeafCollector(true, true))) {
      if (has_index(leaf.path))
        listed.insert(with_index(leaf.path, "*"));
      else
        single[key_for(leaf.path, named)] = leaf.path;
    }
  }

  static const Paths& all() {
    static const Paths paths;
    return paths;
  }

  // Empty for an unknown key.
  std::string of(const std::string& key) const {
    const auto found = single.find(key);
    if (found != single.end()) return found->second;
    std::string path =
        key.starts_with(kOwnEntriesKey) ? std::string(kOwnEntries) + key.substr(kOwnEntriesKey.size()) : key;
    if (with_index(path, "*") == kOldPriceDay) path.replace(path.rfind('.'), path.npos, ".priced");
    return has_index(path) && listed.count(with_index(path, "*")) ? path : "";
  }
};

// What needs no escape in a fragment and survives chat programs; "~" separates list elements.
bool is_plain(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || (c >= '0' && c <= '9') || std::string_view("-._/:,@").find(c) != std::string_view::npos;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(c))
      out.push_back(c);
    else
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  return out;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

// Empty when an escape is malformed or the text is not UTF-8.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  if (!valid_utf8(out)) return std::nullopt;
  return out;
}

std::string link_value(const Leaf& leaf) {
  if (!leaf.present && !leaf.first_in_element) return "auto";
  std::string out;
  for (std::size_t i = 0; i < leaf.values.size(); ++i) out += (i ? "~" : "") + percent_encoded(leaf.values[i]);
  return out;
}

// What a link means that does not say: the defaults of the first release, whatever they are today.
Scenario defaults_of_links(bool model_size, bool instance) {
  Scenario out = defaults_with(model_size, instance);
  out.hardware.count = instance ? 1 : 4;
  return out;
}

// The value of every field that a link need not say.
const std::map<std::string, Leaf>& unsaid(const Scenario& scenario) {
  static const auto all = [] {
    std::array<std::map<std::string, Leaf>, 4> out;
    for (std::size_t i = 0; i < out.size(); ++i)
      for (Leaf& leaf : leaves_of(defaults_of_links(i & 1, i & 2), LeafCollector(false, true)))
        out[i][leaf.path] = std::move(leaf);
    return out;
  }();
  return all[(scenario.model.params_b ? 1 : 0) + (scenario.hardware.instance ? 2 : 0)];
}

bool is_question(const Leaf& leaf, const Scenario& s, bool of_tokens) {
  if (leaf.values.empty() || leaf.values.front().empty()) return false;  // a size or an instance stands in its place
  if (contains(kSaid, leaf.path)) return true;
  if (!s.serves()) return contains(kSaidOfTraining, leaf.path);
  return contains(kSaidOfServing, leaf.path) || (of_tokens && contains(kSaidOfTokens, leaf.path));
}

bool goes_without_saying(const Leaf& leaf, const std::map<std::string, Leaf>& unsaid) {
  if (leaf.path == "version" || leaf.path == kPurpose) return true;  // the purpose has a rule of its own
  if (leaf.first_in_element) return false;                           // it stands for the element even when it is empty
  const auto standard = unsaid.find(with_index(leaf.path, "0"));
  if (standard == unsaid.end()) return !leaf.present;
  return standard->second.present == leaf.present && standard->second.values == leaf.values;
}

// Reads the pairs of a link into a scenario's fields.
class UrlReader final : public FieldVisitor {
 public:
  UrlReader(std::string_view fragment, Problems& notices) : notices_(notices) {
    for (const std::string_view pair : split(fragment, '&'))
      if (!pair.empty()) take_pair(pair);
  }

  bool given(const std::string& path) const { return pairs_.count(path) > 0; }
  // All that was read without a notice and is not left open.
  std::vector<std::string> read() const {
    std::vector<std::string> out;
    for (const auto& [path, pair] : pairs_) {
      const std::string at = pointer(path);
      if (pair.value != kOpen && !find_where(notices_, [&](const Problem& notice) { return notice.path == at; }))
        out.push_back(at);
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  std::string version;
  std::string catalog_date;

  // Names the pairs that no field asked for: elements of a list that does not start at 0.
  void finish() {
    for (const auto& [path, pair] : pairs_)
      if (!pair.used) note_unknown(pair.key);
    if (unknown_ > kMostUnknownNamed)
      notices_.push_back(
          {"unknown_key", "", std::to_string(unknown_ - kMostUnknownNamed) + " more parts of the link are not known."});
  }

  void number(const Field& f, std::optional<double>& x) override {
    const Pair* pair = take(f);
    if (!pair) return;
    const std::string value = percent_decoded(pair->value).value_or("");
    if (!f.word.empty() && value == f.word) {
      x.reset();
      if (f.word == "max") x = std::numeric_limits<double>::infinity();
      return;
    }
    const std::optional<double> number = parse_number(value);
    if (!number) return note_bad(f, *pair, "must be a number");
    const std::string wrong = range_problem(f, *number);
    if (!wrong.empty()) return note_bad(f, *pair, wrong);
    x = number;
  }
  void flag(const Field& f, std::optional<bool>& x) override {
    const Pair* pair = take(f);
    if (!pair) return;
    if (pair->value != "true" && pair->value != "false") return note_bad(f, *pair, "must be true or false");
    x = pair->value == "true";
  }
  void text(const Field& f, std::optional<std::string>& x) override {
    const Pair* pair = take(f);
    if (!pair) return;
    if (!f.word.empty() && pair->value == f.word) return x.reset();
    const auto decoded = percent_decoded(pair->value);
    if (!decoded) return note_bad(f, *pair, "is not properly encoded");
    x = without_unseen(*decoded);
  }
  void choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) override {
    const Pair* pair = take(f);
    if (!pair) return;
    if (!f.word.empty() && pair->value == f.word) return x.reset();
    const auto found = std::find(names.begin(), names.end(), present_word(pair->value));
    if (found == names.end())
      return note_bad(f, *pair, "has no such value", nearest(pair->value, {names.begin(), names.end()}));
    x = static_cast<int>(found - names.begin());
  }
  void texts(const Field& f, std::vector<std::string>& x) override {
    const Pair* pair = take(f);
    if (!pair) return;
    std::vector<std::string> read;
    for (const std::string_view part : elements(pair->value)) {
      const auto decoded = percent_decoded(part);
      if (!decoded) return note_bad(f, *pair, "is not properly encoded");
      read.push_back(without_unseen(*decoded));
    }
    x = std::move(read);
  }
  void numbers(const Field& f, std::vector<double>& x) override {
    const Pair* pair = take(f);
    if (!pair) return;
    std::vector<double> read;
    for (const std::string_view part : elements(pair->value)) {
      const auto number = parse_number(percent_decoded(part).value_or(""));
      if (!number || !range_problem(f, *number).empty()) return note_bad(f, *pair, "must be a list of numbers");
      read.push_back(*number);
    }
    x = std::move(read);
  }

  bool open(const Field& f, bool present) override {
    const std::string inside = prefixes_.back() + std::string(f.name) + ".";
    if (f.planned) {
      refuse_planned_under(inside);
      return false;
    }
    if (!present && !any_given_under(inside)) return false;
    prefixes_.push_back(inside);
    return true;
  }
  void close() override { prefixes_.pop_back(); }
  std::size_t open_list(const Field& f, std::size_t) override {
    prefixes_.push_back(prefixes_.back() + std::string(f.name) + ".");
    if (f.planned) refuse_planned_under(prefixes_.back());
    std::size_t size = 0;
    while (!f.planned && any_given_under(prefixes_.back() + std::to_string(size) + ".")) ++size;
    return size;
  }
  void open_element(std::size_t index) override { prefixes_.push_back(prefixes_.back() + std::to_string(index) + "."); }
  void close_element() override { prefixes_.pop_back(); }
  void close_list() override { prefixes_.pop_back(); }

 private:
  struct Pair {
    std::string key;
    std::string value;  // as in the link
    bool used = false;
  };

  void take_pair(std::string_view text);
  const Pair* take(const Field& f);
  bool any_given_under(const std::string& prefix) const;
  void refuse_planned_under(const std::string& prefix);
  void note_unknown(const std::string& key);
  void note_bad(const Field& f, const Pair& pair, std::string_view wrong, std::vector<std::string> suggestions = {});
  void note_planned(const std::string& path, const Pair& pair);

  static std::vector<std::string_view> elements(std::string_view value) {
    return value.empty() ? std::vector<std::string_view>() : split(value, '~');
  }
  static std::string pointer(const std::string& path) {
    std::string out = "/" + path;
    std::replace(out.begin(), out.end(), '.', '/');
    return out;
  }

  const Paths& paths_ = Paths::all();
  Problems& notices_;
  std::map<std::string, Pair> pairs_;  // by path
  int unknown_ = 0;                    // keys
  std::vector<std::string> prefixes_ = {""};
};

void UrlReader::take_pair(std::string_view text) {
  if (text.starts_with("amp;")) text.remove_prefix(4);  // copied out of a page's source
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string key(text.substr(0, equals));
  const std::string value(text.substr(std::min(equals + 1, text.size())));
  if (key == "v") {
    version = value;
    return;
  }
  if (key == "d") {
    catalog_date = percent_decoded(value).value_or("");
    return;
  }
  if (key == "was") return;  // the answer of its time, which only a page shows
  const std::string path = paths_.of(key);
  if (path.empty()) return note_unknown(key);
  if (!pairs_.insert({path, {key, value, false}}).second)
    notices_.push_back({"duplicate_key", pointer(path), "\"" + key + "\" is given twice; the first one counts."});
}

const UrlReader::Pair* UrlReader::take(const Field& f) {
  const std::string path = prefixes_.back() + std::string(f.name);
  const auto found = pairs_.find(path);
  if (found == pairs_.end()) return nullptr;
  found->second.used = true;
  if (!f.planned) return &found->second;
  note_planned(path, found->second);
  return nullptr;
}

bool UrlReader::any_given_under(const std::string& prefix) const {
  const auto next = pairs_.lower_bound(prefix);
  return next != pairs_.end() && next->first.starts_with(prefix);
}

void UrlReader::refuse_planned_under(const std::string& prefix) {
  for (auto& [path, pair] : pairs_) {
    if (!path.starts_with(prefix)) continue;
    pair.used = true;
    note_planned(path, pair);
  }
}

void UrlReader::note_planned(const std::string& path, const Pair& pair) {
  notices_.push_back({"not_available", pointer(path), "\"" + pair.key + "\" is not computed yet and was left out."});
}

void UrlReader::note_unknown(const std::string& key) {
  if (++unknown_ > kMostUnknownNamed) return;
  const std::string shown = shortened(valid_utf8(key) ? key : percent_encoded(key));
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> out;
    for (const UrlKey& known : url_keys()) out.push_back(known.key);
    return out;
  }();
  notices_.push_back({"unknown_key", "#" + shown, "The link's \"" + shown + "\" is not known and was left out.",
                      nearest(shown, keys)});
}

void UrlReader::note_bad(const Field& f, const Pair& pair, std::string_view wrong,
                         std::vector<std::string> suggestions) {
  const std::string shown = shortened(valid_utf8(pair.value) ? pair.value : percent_encoded(pair.value));
  notices_.push_back({"bad_value", pointer(prefixes_.back() + std::string(f.name)),
                      "\"" + pair.key + "\" " + std::string(wrong) + "; \"" + shown + "\" was left out.",
                      std::move(suggestions)});
}

// The fragment of an address, or its query where it has none, cut to whole pairs within the limit.
std::string_view fragment_of(std::string_view url, Problems& notices) {
  std::size_t mark = url.find('#');
  if (mark == std::string_view::npos && url.find('?') < url.find('=')) mark = url.find('?');
  std::string_view fragment = mark == std::string_view::npos ? url : url.substr(mark + 1);
  if (fragment.size() <= kLongestUrl) return fragment;
  const std::size_t end = fragment.rfind('&', kLongestUrl);
  notices.push_back(
      {"too_long", "",
       "The link is longer than " + std::to_string(kLongestUrl) + " characters; what comes after that was left out."});
  return end == std::string_view::npos ? std::string_view() : fragment.substr(0, end);
}

void note_version(const UrlReader& reader, Problems& notices) {
  if (reader.version == std::to_string(kUrlVersion)) return;
  const std::string shown =
      reader.version.empty() ? "no version" : "version " + shortened(percent_encoded(reader.version));
  notices.push_back({"unknown_version", "#v",
                     "The link has " + shown + "; it was read as version " + std::to_string(kUrlVersion) + "."});
}

// Links of 0.1.0 left out a use of 60%, also of a rate, whose mean is taken now: they keep it, and what leaves it open
// says so.
constexpr std::string_view kUse = "cost.utilization";
constexpr double kUseLeftOut = 0.6;
bool leaves_lengths_open(const Scenario& s) { return s.serves() && !(s.serve.input_tokens && s.serve.output_tokens); }
bool is_at_rate(const Scenario& s) { return s.serve.requests_per_minute || is_daily(s.serve); }

}  // namespace

std::vector<UrlKey> url_keys() {
  const NameCounts& named = name_counts();
  std::vector<UrlKey> out;
  for (const Leaf& leaf : leaves_of({}, LeafCollector(true, true)))
    out.push_back({with_index(leaf.path, "*"), with_index(key_for(leaf.path, named), "*")});
  out.push_back({std::string(kOldPriceDay), with_index(key_for(std::string(kOldPriceDay), named), "*")});
  return out;
}

std::string encode_url(const Scenario& scenario, std::string_view catalog_date, bool of_tokens) {
  const NameCounts& named = name_counts();
  const std::map<std::string, Leaf>& standard = unsaid(scenario);
  std::string out = "#v=" + std::to_string(kUrlVersion);
  if (!catalog_date.empty()) out += "&d=" + percent_encoded(catalog_date);
  for (const Leaf& leaf : leaves_of(scenario, LeafCollector()))
    if (is_question(leaf, scenario, of_tokens) || !goes_without_saying(leaf, standard))
      out += "&" + key_for(leaf.path, named) + "=" + link_value(leaf);
  const auto& purpose = scenario.serve.purpose;
  const bool open = leaves_lengths_open(scenario);
  if (purpose ? !open || *purpose != RequestPurpose::general : open && of_tokens)
    out += "&" + key_for(std::string(kPurpose), named) + "=" + std::string(purpose ? word_of(*purpose) : "auto");
  if (is_at_rate(scenario) && !scenario.cost.utilization) out += "&" + key_for(std::string(kUse), named) + "=auto";
  return out;
}

DecodedUrl decode_url(std::string_view url) {
  DecodedUrl out;
  std::string_view fragment = fragment_of(url, out.notices);
  std::string plain;
  if (fragment.find('=') == std::string_view::npos) {  // encoded whole, by a program that quotes what it hands on
    plain = percent_decoded(fragment).value_or("");
    fragment = std::string_view(plain).substr(plain.find('#') == 0 ? 1 : 0);
  }
  UrlReader reader(fragment, out.notices);
  note_version(reader, out.notices);
  visit(out.scenario, reader);
  reader.finish();
  out.catalog_date = reader.catalog_date;
  out.given = reader.read();
  if (reader.given("model") && !out.scenario.model.id.empty() && std::exchange(out.scenario.model.params_b, {}))
    out.notices.push_back({"conflict", "/model", "The link names a model and gives a size; the model is taken."});
  if (is_at_rate(out.scenario) && !reader.given(std::string(kUse))) out.scenario.cost.utilization = kUseLeftOut;
  const Scenario standard =
      defaults_of_links(out.scenario.model.params_b.has_value(), out.scenario.hardware.instance.has_value());
  take_defaults(out.scenario, reader.given("model"), reader.given("hardware.accelerator"));
  if (!reader.given("hardware.count")) out.scenario.hardware.count = standard.hardware.count;
  if (leaves_lengths_open(out.scenario) && !reader.given(std::string(kPurpose)))
    out.scenario.serve.purpose = RequestPurpose::general;
  return out;
}

}  // namespace ridgepoint
