#include "engine/choose/constraints.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "engine/ask/allowed.h"
#include "engine/ask/ask.h"
#include "engine/base/words.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/parts.h"

namespace ridgepoint {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
constexpr double kOfNothing = 1e9;  // something, of at most nothing: beyond every other ratio, but known

using Say = std::string (*)(double);
std::string hours_text(double h) { return duration(h * 3600); }

// Limits as they are found, with their words or without.
struct Demands {
  bool worded = true;
  std::vector<Demand> all = {};
  template <class Text>
  void add(LimitOf of, std::string path, double ratio, Text text) {
    all.push_back({of, std::move(path), worded ? text() : std::string(), ratio});
  }
};

double share(double value, double limit) {
  const double of_nothing = value > 0 ? kOfNothing : 0;
  return limit > 0 ? value / limit : of_nothing;
}

// `value`, said with `per` behind it, where no more than `limit` is allowed; where there is no limit, nothing.
void at_most(Demands& out, LimitOf of, const char* path, const std::optional<double>& value,
             const std::optional<double>& limit, Say said, const char* per, const char* what) {
  if (!limit) return;
  if (!value) return out.add(of, path, kUnknown, [&] { return std::string(what) + " is not known"; });
  out.add(of, path, share(*value, *limit), [&] { return said(*value) + per + ", " + said(*limit) + " allowed"; });
}

void add_memory(Demands& out, const Estimate& e) {
  const double headroom = headroom_of(e.question);
  const double room = e.memory.usable_gb * (1 - headroom) + in_gigabytes(beside_share(e.question));
  out.add(LimitOf::memory, "/constraints/headroom", share(e.memory.per_gpu_gb, room), [&] {
    const Question& q = e.question;
    return "needs " + memory_text(e.memory.per_gpu_gb) + (q.gpus > 1 ? " on each " + device_word(*q.accelerator) : "") +
           ", has " + memory_text(room) + (headroom > 0 ? " with " + percent_text(headroom) + " headroom" : "");
  });
}

bool tells_of_rate(const Estimate& e) {
  return e.question.serve.requests_per_minute && highest_rate(e).value_or(0) > 0;
}

void add_rate(Demands& out, const Estimate& e) {
  if (!tells_of_rate(e)) return;
  const std::optional<double> most = highest_rate(e);
  const double wanted = *e.question.serve.requests_per_minute / 60;
  if (const int least = e.question.serve.min_replicas.value_or(0); least > 0)
    out.add(LimitOf::speed, "/serve/min_replicas", static_cast<double>(least) / e.speed.layout.data, [&] {
      return counted(e.speed.layout.data, "replica", "replicas") + ", at least " + whole(least) + " wanted";
    });
  out.add(LimitOf::speed, "/serve/requests_per_minute", wanted / (kLoaded * *most) * (1 - 1e-9), [&] {
    return short_number(wanted * 60) + " requests a minute wanted, at most " + short_number(*most * 60) +
           " answered, " + short_number(kLoaded * *most * 60) + " with 20% spare for bursts";
  });
  out.all.back().wished = false;
}

// What each user gets.
void add_floors(Demands& out, const Estimate& e) {
  const ConstraintChoice& c = e.question.constraints;
  if (e.question.workload != Workload::serve) return;
  if (e.question.network()) {
    if (!c.max_request_s) return;
    const double s =
        e.speed.real_time_factor ? *e.speed.real_time_factor * e.basis.plan.media->audio_s : *e.speed.batch_ms / 1000;
    out.add(LimitOf::speed, "/constraints/max_request_s", s / *c.max_request_s,
            [&] { return "a request in " + duration(s) + ", " + duration(*c.max_request_s) + " allowed"; });
    return;
  }
  const double each = *e.speed.tokens_per_s_per_request;
  if (c.min_tokens_per_s)
    out.add(LimitOf::speed, "/constraints/min_tokens_per_s", *c.min_tokens_per_s / each, [&] {
      return short_number(each) + " tokens a second for each request, at least " + short_number(*c.min_tokens_per_s) +
             " wanted";
    });
  if (c.max_ttft_s && e.speed.ttft_ms)
    out.add(LimitOf::speed, "/constraints/max_ttft_s", share(*e.speed.ttft_ms / 1000, *c.max_ttft_s), [&] {
      return "first token in " + milliseconds_text(*e.speed.ttft_ms) + ", " + duration(*c.max_ttft_s) + " allowed";
    });
}

// What a latency target speaks of.
constexpr std::array<const char*, kWords<LatencyTarget>.size()> kMeasured = {"first token in ", "each token in ",
                                                                             "whole request in "};

void add_target(Demands& out, const TargetResult& target) {
  const auto said = [&](double value) { return duration(seconds_of(target.figure, value)); };
  out.add(LimitOf::speed, "/serve/slo/" + std::string(word_of(target.figure)),
          target.limit > 0 ? target.value / target.limit : kUnknown, [&] {
            return kMeasured[static_cast<std::size_t>(target.figure)] + said(target.value) + " (95th percentile), " +
                   said(target.limit) + " allowed";
          });
}

// More of the same hardware does not mend it.
void add_prompt_alone(Demands& out, const Estimate& e) {
  const double ms = in_milliseconds(e.basis.serving.prefill), limit = *e.question.serve.slo.ttft_p95_ms;
  out.add(LimitOf::speed, "/serve/slo/ttft_p95_ms", ms / limit, [&] {
    return milliseconds_text(ms) + " for the prompt alone, " + milliseconds_text(limit) +
           " allowed until the first token";
  });
}

void add_targets(Demands& out, const Estimate& e) {
  if (!e.question.serve.slo.wanted()) return;
  const bool simulated = e.speed.slo && !e.speed.slo->targets.empty();
  if (simulated)
    for (const TargetResult& target : e.speed.slo->targets) add_target(out, target);
  else if (is_beyond_targets(e))
    add_prompt_alone(out, e);
  else if (!e.speed.slo)
    out.add(LimitOf::speed, "/serve/slo", kUnknown, [] { return "latencies that cannot be simulated"; });
  else if (!e.speed.slo->met && !tells_of_rate(e))
    out.add(LimitOf::speed, "/serve/slo", kUnknown, [] { return "queues that grow without end"; });
}

// Of a run, or as present value of all years of a service.
std::optional<double> total_cost(const Estimate& e) {
  if (e.question.ends()) return e.cost.usd_per_run;
  const PricedOption* option = priced_option(e, e.cost.option);
  return option ? std::optional(option->npv) : std::nullopt;
}

const char* total_words(const Estimate& e) { return e.question.ends() ? " in all" : " over all years"; }

std::optional<double> hours_of(const Estimate& e) {
  if (!e.speed.days) return std::nullopt;
  return *e.speed.days * 24;
}

void add_limits(Demands& out, const Estimate& e) {
  const ConstraintChoice& c = e.question.constraints;
  if (e.question.ends())
    at_most(out, LimitOf::speed, e.question.deadline_path(), hours_of(e), e.question.deadline_h(), hours_text, "",
            "the time of the whole job");
  // What is not done has no cost to be held against a limit.
  const auto money_at_most = [&](const char* path, const std::optional<double>& usd, const std::optional<double>& limit,
                                 const char* per, const char* what) {
    if (usd || does_its_work(e)) at_most(out, LimitOf::money, path, usd, limit, dollars, per, what);
  };
  money_at_most("/constraints/max_usd_h", e.cost.usd_per_h, c.max_usd_h, " an hour", "the price of an hour");
  money_at_most("/constraints/max_usd_total", total_cost(e), c.max_usd_total, total_words(e), "the cost in all");
  if (e.question.cost.mode != CostMode::rent)
    money_at_most("/constraints/max_purchase_usd", e.cost.purchase_usd, c.max_purchase_usd, " to buy",
                  "the price to buy");
  at_most(out, LimitOf::size, "/constraints/max_power_w", e.cost.power_w, c.max_power_w, watts_text, " at the wall",
          "the power at the wall");
  std::optional<double> most;
  if (c.max_count) most = *c.max_count;
  const int gpus = e.question.gpus;
  at_most(out, LimitOf::size, "/constraints/max_count", gpus, most, whole, gpus == 1 ? " accelerator" : " accelerators",
          "the number");
}

bool owned_enough(const ConstraintChoice& c, const Accelerator& accelerator, int count) {
  return c.owned.empty() || std::any_of(c.owned.begin(), c.owned.end(), [&](const OwnedHardware& owned) {
           return is_named(accelerator, owned.accelerator) && count <= owned.count;
         });
}

void add_sort(Demands& out, const Estimate& e) {
  const Question& q = e.question;
  const ConstraintChoice& c = e.question.constraints;
  if (!is_allowed(c, q.accelerator))
    out.add(LimitOf::hardware, "/constraints", kUnknown,
            [&] { return q.accelerator->name + " is not among the hardware asked for"; });
  else if (!owned_enough(c, q.accelerator, q.gpus))
    out.add(LimitOf::hardware, "/constraints/owned", kUnknown,
            [&] { return "fewer " + q.accelerator->name + " than " + whole(q.gpus) + " are there"; });
  for (const Lack& lack : e.basis.lacks)
    out.add(LimitOf::support, "/hardware/accelerator", kUnknown, [&] { return lack.text(); });
}

Demands all_demands(const Estimate& e, bool worded) {
  Demands out{worded};
  add_memory(out, e);
  if (e.question.is(kServes)) {
    add_rate(out, e);
    add_targets(out, e);
  }
  add_floors(out, e);
  add_limits(out, e);
  add_sort(out, e);
  return out;
}

}  // namespace

std::vector<Demand> demands(const Estimate& e) { return all_demands(e, true).all; }
std::vector<Demand> unworded_demands(const Estimate& e) { return all_demands(e, false).all; }

}  // namespace ridgepoint
