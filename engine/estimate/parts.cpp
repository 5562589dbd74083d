#include "engine/estimate/parts.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/base/lists.h"

namespace ridgepoint {

std::vector<LineSeconds> time_lines(const std::vector<TimeLine>& lines) {
  std::vector<LineSeconds> out;
  out.reserve(lines.size());
  for (const TimeLine& line : lines)
    out.push_back({std::string(line.id), std::string(line.label), line.bound, in_seconds(line.time)});
  return out;
}

std::vector<LineSeconds> by_bound(const std::vector<LineSeconds>& lines) {
  static constexpr std::array<const char*, kWords<BoundBy>.size()> kLabels = {"Memory bandwidth", "Compute",
                                                                              "Communication", "Fixed times"};
  std::vector<LineSeconds> bounds;
  for (const LineSeconds& line : lines) {
    const auto same = [&](const LineSeconds& other) { return other.bound == line.bound; };
    if (!find_where(bounds, same))
      bounds.push_back({std::string(word_of(line.bound)), kLabels[static_cast<std::size_t>(line.bound)], line.bound});
    find_where(bounds, same)->s += line.s;
  }
  return bounds;
}

namespace {

constexpr double kUnmeasured = 2;  // times as long, at the most

// The longest of the lines with a bound.
const TimeLine& longest_line(const std::vector<TimeLine>& lines, BoundBy bound) {
  const auto shorter = [&](const TimeLine& a, const TimeLine& b) {
    return (a.bound == bound ? a.time : seconds(-1)) < (b.bound == bound ? b.time : seconds(-1));
  };
  return *std::max_element(lines.begin(), lines.end(), shorter);
}

// "Communication (gradients between devices)": one thing, whatever is sent.
std::string communication_words(const TimeLine& line) {
  const std::string label(line.label);
  if (line.id == "communication" || line.id == "bubble") return label;
  return "Communication (" + std::string(1, static_cast<char>(std::tolower(static_cast<unsigned char>(label[0])))) +
         label.substr(1) + ")";
}

}  // namespace

Bottleneck bottleneck_of(const std::vector<TimeLine>& lines, const Work& work, const Device& d) {
  std::array<double, kWords<BoundBy>.size()> share{};
  double total = 0;
  for (const TimeLine& line : lines) {
    share[static_cast<std::size_t>(line.bound)] += in_seconds(line.time);
    total += in_seconds(line.time);
  }
  const auto largest = static_cast<std::size_t>(std::max_element(share.begin(), share.end()) - share.begin());
  static constexpr std::array<const char*, 4> kTexts = {"Memory bandwidth", "Compute", "",
                                                        "Fixed time per layer and step"};
  Bottleneck b;
  b.kind = static_cast<BottleneckKind>(largest);
  b.share = total > 0 ? share[largest] / total : 0;
  const bool communication = static_cast<BoundBy>(largest) == BoundBy::communication;
  b.text = communication ? communication_words(longest_line(lines, BoundBy::communication)) : kTexts[largest];
  b.intensity = work.moved.value > 0 ? in_flop_per_byte(work.flop / work.moved) : 0;
  b.ridge = in_flop_per_byte(ridge_point(d.gemm_peak, d.bandwidth));
  return b;
}

Roofline roofline_of(const Device& d, FlopPerSecond peak) {
  return {in_teraflop_per_second(peak), in_gigabytes_per_second(d.bandwidth), {}};
}

void add_point(Roofline& roofline, const char* id, const char* label, const Work& work, Seconds time) {
  if (!(work.moved.value > 0 && time > seconds(0))) return;
  roofline.points.push_back(
      {id, label, in_flop_per_byte(work.flop / work.moved), in_teraflop_per_second(work.flop / time)});
}

double kind_gb(const Estimate& e, MemoryKind kind) {
  for (const LineGb& line : e.memory.kinds)
    if (line.kind == kind) return line.gb;
  return 0;
}

std::optional<double> highest_rate(const Estimate& e) {
  return e.question.network() ? e.speed.requests_per_s : e.speed.max_requests_per_s;
}

LayoutResult layout_result(const Plan& plan) {
  LayoutResult l;
  l.tensor = plan.layout.tensor;
  l.pipeline = plan.layout.pipeline;
  l.context = plan.layout.context;
  l.expert = plan.layout.expert;
  l.data = plan.layout.data;
  l.why = plan.why;
  return l;
}

Arithmetic peak_arithmetic(const Question& q) {
  if (q.device.gemm_peak >= q.device.peak_16bit) return q.device.arithmetic;
  return q.accelerator->rates[Arithmetic::bf16] ? Arithmetic::bf16 : Arithmetic::fp16;
}

void describe_step(SpeedResult& s, const std::vector<TimeLine>& lines, Seconds time, Flop model, Flop hardware,
                   const Plan& plan, const Question& q) {
  const FlopPerSecond reached = model / time / q.gpus;
  s.step_s = in_seconds(time);
  s.tflops_per_gpu = in_teraflop_per_second(reached);
  const FlopPerSecond peak = std::max(q.device.gemm_peak, q.device.peak_16bit);
  s.mfu = reached / peak;
  s.hfu = hardware / time / q.gpus / peak;
  s.time_lines = time_lines(lines);
  s.bounds = by_bound(s.time_lines);
  s.bottleneck = bottleneck_of(lines, {}, q.device);
  s.roofline = roofline_of(q.device, q.device.gemm_peak);
  s.layout = layout_result(plan);
  s.layout.sharding = std::string(word_of(plan.layout.sharding));
  s.layout.checkpointing = std::string(word_of(plan.training.checkpointing));
  s.layout.accumulation = plan.training.accumulation;
  s.layout.global_batch = plan.global_batch;
}

void add_range(SpeedResult& speed, const Catalog& catalog, const std::string& device_class, const char* error_name,
               const char* figure, const std::optional<double>& value, const ServedLoad& load) {
  const FigureError* error = error_of(catalog.calibration, error_name, device_class);
  if (!error || !value) return;
  // What was predicted too low by p90 lies above this range: it holds 80 to 90% (`covered` of the error says).
  const double off = 1 + range_at(*error, load);
  speed.ranges.push_back({figure, *value / off, *value * off});
}

double caution_of(const Estimate& e, const Catalog& catalog) {
  const Question& q = e.question;
  const Device& d = q.device;
  const char* figure =
      q.is(kServe) ? token_error(e) : q.by_job("", "train_tokens_per_s", "media_requests_per_s", "train_samples_per_s");
  const std::string& device_class = q.is(kServe)
                                        ? serving_efficiency(e.basis.plan, q).id
                                        : *q.by_job(&d.efficiency.id, &d.training.id, &d.media.id, &d.media.id);
  const FigureError* error = error_of(catalog.calibration, figure, device_class);
  const FigureError* over_all = error_of(catalog.calibration, figure, "");
  if (!error || !over_all) return kUnmeasured;
  const std::vector<std::string>& vendors = error->vendors;
  const bool of_vendor = vendors.empty() || contains(vendors, q.accelerator->vendor);
  const double most = error->most.accelerators;
  const bool together = !q.is(kServe) || most <= 0 || replica_load(e).accelerators <= most;
  const bool measured = !error->device_class.empty() && of_vendor && together;
  return measured ? 1 : std::min(kUnmeasured, 1 + std::max(over_all->p90, error->p90));
}

const FigureRange* range_of(const Estimate& e, std::string_view figure) {
  return find_where(e.speed.ranges, [&](const FigureRange& range) { return range.figure == figure; });
}

namespace {

using Figure = std::optional<double>;

// `value` grows with the figure `from`, or shrinks as it grows.
void derive(Estimate& e, const char* figure, const Figure& value, const char* from, const Figure& of, bool shrinks) {
  const FigureRange* source = range_of(e, from);
  if (!source || !value || !of || !(*of > 0) || range_of(e, figure)) return;
  const double less = source->low / *of, more = source->high / *of;
  e.speed.ranges.push_back({figure, *value * (shrinks ? 1 / more : less), *value * (shrinks ? 1 / less : more)});
}

}  // namespace

void add_derived_ranges(Estimate& e) {
  const SpeedResult& s = e.speed;
  const CostResult& c = e.cost;
  const auto grows = [&](const char* figure, const Figure& value, const char* from, const Figure& of) {
    derive(e, figure, value, from, of, false);
  };
  const auto shrinks = [&](const char* figure, const Figure& value, const char* from, const Figure& of) {
    derive(e, figure, value, from, of, true);
  };
  shrinks("tokens_per_s_per_request", s.tokens_per_s_per_request, "tpot_ms", s.tpot_ms);
  if (e.question.is(kServes)) {
    grows("requests_per_s", s.requests_per_s, "tokens_per_s", s.tokens_per_s);
    grows("tokens_per_s", s.tokens_per_s, "requests_per_s", s.requests_per_s);
    grows("audio_s_per_s", s.audio_s_per_s, "requests_per_s", s.requests_per_s);
    if (e.basis.serving.saturated)
      grows("max_requests_per_s", s.max_requests_per_s, "requests_per_s", s.requests_per_s);
    shrinks(s.days ? "days" : "energy_kwh", s.days ? s.days : c.energy_kwh, "requests_per_s", s.requests_per_s);
  } else {
    grows("tokens_per_s", s.tokens_per_s, "samples_per_s", s.samples_per_s);
    grows("samples_per_s", s.samples_per_s, "tokens_per_s", s.tokens_per_s);
    shrinks("step_s", s.step_s, "samples_per_s", s.samples_per_s);
    grows("tflops_per_gpu", s.tflops_per_gpu, "samples_per_s", s.samples_per_s);
    grows("mfu", s.mfu, "samples_per_s", s.samples_per_s);
    shrinks("days", s.days, "samples_per_s", s.samples_per_s);
  }
  if (c.option != PricingOption::api) grows("usd_per_run", c.usd_per_run, "days", s.days);
  grows("energy_kwh", c.energy_kwh, "days", s.days);
  grows("energy_usd", c.energy_usd, "energy_kwh", c.energy_kwh);
  grows("co2_kg", c.co2_kg, "energy_kwh", c.energy_kwh);
  // What a host is paid for a token is known; so is what comes at a rate, and machines are paid for all of it.
  if (c.option == PricingOption::api || e.question.serve.requests_per_minute) return;
  shrinks("usd_per_1k_requests", c.usd_per_1k_requests, "requests_per_s", s.requests_per_s);
  shrinks("usd_per_1m_input_tokens", c.usd_per_1m_input_tokens, "requests_per_s", s.requests_per_s);
  shrinks("usd_per_1m_output_tokens", c.usd_per_1m_output_tokens, "requests_per_s", s.requests_per_s);
  shrinks("usd_per_1k_images", c.usd_per_1k_images, "requests_per_s", s.requests_per_s);
  shrinks("usd_per_audio_h", c.usd_per_audio_h, "requests_per_s", s.requests_per_s);
}

}  // namespace ridgepoint
