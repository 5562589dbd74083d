#include "tests/fuzz/inconsistencies.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/base/fields_text.h"
#include "tests/engine/formula.h"

namespace ridgepoint::test {
namespace {

using Found = std::vector<std::string>;

std::string shown(double x) { return std::isfinite(x) ? shortest_number(x) : std::to_string(x); }

bool near(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::max(std::fabs(a), std::fabs(b)) + 1e-12; }

void expect_equal(double a, double b, const std::string& what, Found& found) {
  if (!near(a, b)) found.push_back(what + ": " + shown(a) + " is not " + shown(b));
}
void expect_order(double low, double high, const std::string& what, Found& found) {
  if (!(low <= high * (1 + 1e-12) || near(low, high)))
    found.push_back(what + ": " + shown(low) + " is above " + shown(high));
}

// Every number is finite, and none of those that have a limit is beyond it.
class Finite final : public FieldVisitor {
 public:
  explicit Finite(Found& found) : found_(found) {}

  void number(const Field& f, std::optional<double>& x) override {
    if (!x || std::isfinite(*x) || (std::isinf(*x) && f.word == "max")) return;
    found_.push_back(path_ + "/" + std::string(f.name) + " is " + std::to_string(*x));
  }
  void flag(const Field&, std::optional<bool>&) override {}
  void text(const Field&, std::optional<std::string>&) override {}
  void choice(const Field&, std::span<const std::string_view>, std::optional<int>&) override {}
  void texts(const Field&, std::vector<std::string>&) override {}
  void numbers(const Field& f, std::vector<double>& list) override {
    for (const double x : list)
      if (!std::isfinite(x)) found_.push_back(path_ + "/" + std::string(f.name) + " holds " + std::to_string(x));
  }
  bool open(const Field& f, bool present) override {
    if (present) down(f.name);
    return present;
  }
  void close() override { up(); }
  std::size_t open_list(const Field& f, std::size_t size) override {
    down(f.name);
    return size;
  }
  void open_element(std::size_t index) override { down(std::to_string(index)); }
  void close_element() override { up(); }
  void close_list() override { up(); }

 private:
  void down(std::string_view name) { path_ += "/" + std::string(name); }
  void up() { path_.erase(path_.rfind('/')); }

  Found& found_;
  std::string path_;
};

template <class Line>
double total(const std::vector<Line>& lines, double Line::*amount) {
  double sum = 0;
  for (const Line& line : lines) sum += line.*amount;
  return sum;
}
template <class Line>
void expect_none_negative(const std::vector<Line>& lines, double Line::*amount, const char* what, Found& found) {
  for (const Line& line : lines)
    if (line.*amount < 0) found.push_back(std::string(what) + "/" + line.id + " is " + shown(line.*amount));
}

// A line's id names it in exports and in formulas.
template <class Line>
void expect_told_apart(const std::vector<Line>& lines, const char* what, Found& found) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (lines[i].id == lines[j].id) found.push_back(std::string(what) + "/" + lines[i].id + " is there twice");
}

// `beside`: GB that an engine takes beside its share of the memory.
void check(const MemoryResult& m, double headroom, double beside, Found& found) {
  expect_none_negative(m.lines, &LineGb::gb, "/memory/lines", found);
  expect_told_apart(m.lines, "/memory/lines", found);
  expect_equal(total(m.lines, &LineGb::gb), m.per_gpu_gb, "memory lines and their total", found);
  expect_equal(total(m.kinds, &LineGb::gb), m.per_gpu_gb, "kinds of memory and their total", found);
  expect_equal(m.usable_gb - m.per_gpu_gb, m.free_gb, "free memory", found);
  const Fit fit = m.per_gpu_gb <= m.usable_gb * (1 - headroom) + beside ? Fit::fits
                  : m.free_gb >= 0                                      ? Fit::tight
                                                                        : Fit::no;
  if (fit != m.fit) found.push_back("/memory/fit is " + std::string(word_of(m.fit)));
  expect_order(m.peak_allocated_gb, m.peak_reserved_gb, "memory allocated and reserved", found);
  expect_order(m.peak_reserved_gb, m.per_gpu_gb, "memory reserved and used", found);
}

void check(const Quantiles& q, const char* what, Found& found) {
  expect_order(q.p50, q.p95, what, found);
  expect_order(q.p95, q.p99, what, found);
}

// The time that the lines are lines of, in seconds.
std::optional<double> time_of_step(const SpeedResult& s) {
  if (s.step_s) return s.step_s;
  if (s.batch_ms) return *s.batch_ms / 1e3;
  return s.tpot_ms ? std::optional(*s.tpot_ms / 1e3) : std::nullopt;
}

void check(const SpeedResult& s, Found& found) {
  const double time = total(s.time_lines, &LineSeconds::s);
  expect_none_negative(s.time_lines, &LineSeconds::s, "/speed/time_lines", found);
  if (const std::optional<double> step = time_of_step(s)) expect_equal(time, *step, "time lines and their step", found);
  expect_equal(total(s.bounds, &LineSeconds::s), time, "bounds and time lines", found);
  expect_order(0, s.bottleneck.share, "share of the bottleneck", found);
  expect_order(s.bottleneck.share, 1, "share of the bottleneck", found);
  const std::map<std::string, std::optional<double>> figures = {
      {"ttft_ms", s.ttft_ms}, {"tpot_ms", s.tpot_ms}, {"tokens_per_s", s.tokens_per_s}};
  for (const FigureRange& range : s.ranges) {
    expect_order(range.low, range.high, "range of " + range.figure, found);
    const auto figure = figures.find(range.figure);
    if (figure == figures.end() || !figure->second) continue;
    expect_order(range.low, *figure->second, "low end of " + range.figure, found);
    expect_order(*figure->second, range.high, "high end of " + range.figure, found);
  }
  for (const auto& positive : {s.ttft_ms, s.tpot_ms, s.tokens_per_s, s.requests_per_s, s.step_s, s.batch_ms, s.days})
    if (positive && !(*positive > 0)) found.push_back("a speed is " + shown(*positive));
  if (s.mfu && s.hfu) expect_order(*s.mfu, *s.hfu, "MFU and HFU", found);
  if (s.percentiles) {
    check(s.percentiles->ttft_ms, "percentiles of TTFT", found);
    check(s.percentiles->e2e_s, "percentiles of requests", found);
    if (s.percentiles->tpot_ms) check(*s.percentiles->tpot_ms, "percentiles of TPOT", found);
  }
  if (!s.slo) return;
  bool all = true;
  for (const TargetResult& target : s.slo->targets) {
    all = all && target.met;
    if (target.met != (target.value <= target.limit))
      found.push_back("target " + std::string(word_of(target.figure)) + " is not what it says");
  }
  // Where a queue grows without end there are no percentiles, and no target is met.
  const bool met = all && s.percentiles;
  if (met != s.slo->met) found.push_back("targets are met one by one but not together, or the reverse");
}

void check(const Roofline& roofline, Found& found) {
  for (const RooflinePoint& point : roofline.points)
    expect_order(point.tflops, roofline.peak_tflops, "roofline point " + point.id, found);
}

void check(const CostResult& c, Found& found) {
  if (c.npv && c.npv->buy) expect_equal(total(c.lines, &LineUsd::usd), *c.npv->buy, "lines of owning", found);
  for (const auto& price : {c.usd_per_h, c.usd_per_useful_h, c.usd_per_1m_input_tokens, c.usd_per_1m_output_tokens,
                            c.usd_per_1k_requests, c.usd_per_1k_images, c.usd_per_audio_h, c.usd_per_run, c.power_w})
    if (price && *price < 0) found.push_back("a cost is " + shown(*price));
  const auto named = [&](const PricedOption& option) { return option.id == c.option; };
  const bool priced = !c.options.empty() && c.usd_per_useful_h;  // else it falls behind, and only its hour has a price
  if (priced && c.option && std::none_of(c.options.begin(), c.options.end(), named))
    found.push_back("/cost/way is " + std::string(word_of(*c.option)) + ", which is none of the ways");
}

void check(const Explanation& x, Found& found) {
  std::map<std::string, double> inputs;
  for (const ExplainInput& input : x.inputs) inputs[input.name] = input.value;
  const std::optional<double> value = Formula::evaluate(x.formula, inputs);
  if (!value)
    found.push_back("formula of " + x.pointer + " cannot be computed: " + x.formula);
  else
    expect_equal(*value, x.value, "formula of " + x.pointer, found);
}

bool holds_word(const std::string& text, const std::string& word) {
  const auto letter = [&](std::size_t i) {
    return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i]));
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || !letter(at - 1)) && !letter(at + word.size())) return true;
  return false;
}

void check_text(const std::string& text, const char* what, Found& found) {
  if (text.empty()) found.push_back(std::string(what) + " is empty");
  for (const char* word : {"nan", "inf"})
    if (holds_word(text, word)) found.push_back(std::string(what) + " says " + word + ": " + text);
  for (std::size_t at = text.find("e+"); at != std::string::npos; at = text.find("e+", at + 1))
    if (at > 0 && std::isdigit(static_cast<unsigned char>(text[at - 1])))
      found.push_back(std::string(what) + " says a number that nobody reads: " + text);
  // A minus that begins a number or an amount: "-5", "-$5".
  for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 1)) {
    const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '$';
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    constexpr std::string_view kMayBeNegative = "extra_params ";  // what an imported count has too few
    const bool may_be = at >= kMayBeNegative.size() &&
                        text.compare(at - kMayBeNegative.size(), kMayBeNegative.size(), kMayBeNegative) == 0;
    if (begins && !may_be && (next == '$' || std::isdigit(static_cast<unsigned char>(next))))
      found.push_back(std::string(what) + " says a negative amount: " + text);
  }
}

void check(const Answer& a, Found& found) {
  std::string parts;
  for (const AnswerPart& part : a.parts) parts += part.text;
  if (parts != a.text) found.push_back("the parts of the answer are not its text: " + parts);
  check_text(a.text, "the answer", found);
}

}  // namespace

std::vector<std::string> inconsistencies(Estimate e) {
  Found found;
  Finite finite(found);
  visit(e, finite);
  check(e.answer, found);
  const Question& resolved = e.question;
  check(e.memory, headroom_of(resolved), in_gigabytes(beside_share(resolved)), found);
  if (e.speed.hfu) expect_order(*e.speed.hfu, 1, "HFU", found);
  check(e.speed, found);
  if (e.speed.roofline) check(*e.speed.roofline, found);
  check(e.cost, found);
  for (const Explanation& x : e.explain) check(x, found);
  for (const Warning& warning : e.warnings) check_text(warning.message, "a warning", found);
  for (const Remedy& remedy : e.remedies) check_text(remedy.text, "a remedy", found);
  for (const Reproduction& r : e.reproduce) check_text(r.command.empty() ? r.note : r.command, "a command", found);
  return found;
}

std::vector<std::string> inconsistencies(const Problems& problems) {
  Found found;
  if (problems.empty()) found.push_back("a refusal has no reason");
  for (const Problem& problem : problems) {
    if (problem.code.empty() || problem.code == "internal") found.push_back("refused as internal: " + problem.message);
    if (problem.path.empty() || problem.path.front() != '/') found.push_back("names no field: " + problem.message);
    check_text(problem.message, "a problem", found);
  }
  return found;
}

}  // namespace ridgepoint::test
