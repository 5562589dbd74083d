// Like things are answered alike: devices of the same facts, months of one engine, facts typed and looked up, users and
// the rate that gives as many.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "engine/estimate/estimate.h"
#include "engine/speed/simulation.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Scenario asked(const std::string& device, const std::string& model, const std::string& engine, double users) {
  Scenario s;
  s.hardware.accelerator = device;
  s.model.id = model;
  s.serve.engine = engine;
  s.serve.concurrency = users;
  s.serve.input_tokens = 1000;
  s.serve.output_tokens = 250;
  return s;
}

struct Speed {
  double tpot_ms = 0;
  double ttft_ms = 0;
  double in_flight = 0;
};

// Nothing where it is refused or does not fit.
std::optional<Speed> speed_of(const Scenario& s) {
  const Result<Estimate> e = estimate(s, shipped());
  if (!e || e->memory.fit == Fit::no || !e->speed.tpot_ms || !e->speed.ttft_ms) return {};
  return Speed{*e->speed.tpot_ms, *e->speed.ttft_ms, e->basis.serving.in_flight};
}

// Whether a device has at least what another has, in all that speed depends on.
bool is_no_worse(const Accelerator& a, const Accelerator& b) {
  if (a.vendor != b.vendor || a.architecture != b.architecture || a.form_factor != b.form_factor) return false;
  if (!a.bandwidth || !b.bandwidth || *a.bandwidth < *b.bandwidth) return false;
  for (std::size_t i = 0; i < kWords<Arithmetic>.size(); ++i) {
    const auto arithmetic = static_cast<Arithmetic>(i);
    const auto rate = a.rates[arithmetic], other = b.rates[arithmetic];
    if (other && (!rate || *rate < 0.999 * *other)) return false;
  }
  return usable_memory(a) >= usable_memory(b) && pcie_bandwidth(a) >= pcie_bandwidth(b);
}

struct Load {
  const char* model;
  const char* format;
  const char* engine;
  double users;
};
constexpr Load kLoads[] = {
    {"llama-3.2-1b", "gguf-q4_k_m", "llama.cpp", 1},
    {"llama-3.2-1b", "gguf-q4_k_m", "llama.cpp", 32},
    {"llama-3.1-8b", "gguf-q4_k_m", "llama.cpp", 1},
    {"qwen3-30b-a3b", "gguf-q4_k_m", "llama.cpp", 1},
    {"llama-3.2-1b", "bf16", "vllm", 1},
    {"llama-3.1-8b", "bf16", "vllm", 16},
    {"llama-3.1-8b", "fp8", "vllm", 64},
    {"qwen3-30b-a3b", "bf16", "vllm", 16},
};

TEST(Alike, ADeviceThatIsNoWorseIsAtMostATenthSlower) {
  const std::vector<Accelerator>& all = shipped().accelerators;
  int pairs = 0;
  for (const Load& load : kLoads) {
    std::map<std::string, std::optional<Speed>> known;
    const auto of = [&](const Accelerator& a) {
      const auto [found, fresh] = known.try_emplace(a.id);
      if (!fresh) return found->second;
      Scenario s = asked(a.id, load.model, load.engine, load.users);
      s.precision.weights = load.format;
      return found->second = speed_of(s);
    };
    for (const Accelerator& a : all)
      for (const Accelerator& b : all) {
        if (&a == &b || a.segment == Segment::cpu || !is_no_worse(a, b)) continue;
        const std::optional<Speed> better = of(a), worse = of(b);
        if (!better || !worse || better->in_flight > worse->in_flight) continue;  // more room, more that share a step
        ++pairs;
        EXPECT_LT(better->tpot_ms, 1.1 * worse->tpot_ms)
            << a.id << " and " << b.id << ", " << load.model << load.engine;
        EXPECT_LT(better->ttft_ms, 1.1 * worse->ttft_ms)
            << a.id << " and " << b.id << ", " << load.model << load.engine;
      }
  }
  EXPECT_GT(pairs, 2000);
}

// All of vLLM, SGLang, TensorRT-LLM and llama.cpp, from the start of 2024 on.
TEST(Alike, AMonthMovesAnAnswerByAFifthAtMost) {
  struct Case {
    const char* engine;
    const char* format;
    std::vector<const char*> devices;
  };
  const Case cases[] = {
      {"vllm", "bf16", {"h100-sxm5-80gb", "a100-sxm4-80gb", "b200-sxm-180gb", "mi300x-192gb", "rtx-4090"}},
      {"sglang", "bf16", {"h100-sxm5-80gb", "b200-sxm-180gb", "mi300x-192gb"}},
      {"tensorrt-llm", "bf16", {"h100-sxm5-80gb", "a100-sxm4-80gb", "b200-sxm-180gb"}},
      {"llama.cpp", "gguf-q4_k_m", {"rtx-4090", "apple-m3-max", "rx-7900-xtx", "cpu-epyc-9554"}}};
  int steps = 0;
  for (const Case& c : cases)
    for (const char* device : c.devices)
      for (const char* model : {"llama-3.1-8b", "qwen3-30b-a3b"})
        for (const double users : {1.0, 32.0}) {
          std::optional<Speed> before;
          for (int month = 0; month < 36; ++month) {
            Scenario s = asked(device, model, c.engine, users);
            s.precision.weights = c.format;
            char date[16];
            std::snprintf(date, sizeof date, "%d-%02d", 2024 + month / 12, 1 + month % 12);
            s.serve.engine_date = date;
            const std::optional<Speed> now = speed_of(s);
            if (now && before) {
              ++steps;
              EXPECT_LT(std::abs(std::log(now->tpot_ms / before->tpot_ms)), std::log(1.2))
                  << device << c.engine << date;
              EXPECT_LT(std::abs(std::log(now->ttft_ms / before->ttft_ms)), std::log(1.2))
                  << device << c.engine << date;
            }
            before = now;
          }
        }
  EXPECT_GT(steps, 1500);
}

TEST(Alike, FactsTypedByHandAnswerAsTheEntryDoes) {
  int devices = 0;
  for (const Accelerator& a : shipped().accelerators)
    for (const Load& load : {kLoads[1], kLoads[5]}) {
      Scenario s = asked(a.id, load.model, load.engine, load.users);
      s.precision.weights = load.format;
      const std::optional<Speed> known = speed_of(s);
      if (!known) continue;
      Accelerator own = a;
      own.id = "mine";
      own.name = "Mine";
      own.aliases.clear();
      s.overrides.accelerators = {own};
      s.hardware.accelerator = "mine";
      const std::optional<Speed> typed = speed_of(s);
      ASSERT_TRUE(typed) << a.id;
      ++devices;
      EXPECT_NEAR(typed->tpot_ms / known->tpot_ms, 1, 1e-9) << a.id << ' ' << load.engine;
      EXPECT_NEAR(typed->ttft_ms / known->ttft_ms, 1, 1e-9) << a.id << ' ' << load.engine;
    }
  EXPECT_GT(devices, 300);
}

// Users, the rate of as many in flight, and both of them simulated request by request.
TEST(Alike, UsersRateAndSimulationAgree) {
  std::mt19937 random(7);
  const auto one_of = [&](auto... of) {
    const std::common_type_t<decltype(of)...> list[] = {of...};
    return list[random() % sizeof...(of)];
  };
  int compared = 0, apart = 0;
  for (int i = 0; i < 60; ++i) {
    Scenario s = asked(one_of("h100-sxm5-80gb", "b200-sxm-180gb", "mi300x-192gb", "a100-sxm4-80gb"),
                       one_of("llama-3.1-8b", "llama-3.3-70b", "qwen3-30b-a3b"), one_of("vllm", "sglang"),
                       one_of(8.0, 24.0, 48.0));
    s.precision.weights = one_of("bf16", "fp8");
    s.hardware.count = one_of(2, 8);
    s.parallel.tensor = *s.hardware.count;
    s.serve.input_tokens = one_of(500.0, 1000.0, 2000.0);
    s.serve.output_tokens = one_of(200.0, 500.0);
    const Result<Estimate> users = estimate(s, shipped());
    if (!users || users->memory.fit != Fit::fits || users->speed.layout.data != 1) continue;
    Scenario rated = s;
    rated.serve.concurrency.reset();
    rated.serve.requests_per_minute = 60 * *users->speed.requests_per_s * 0.98;  // below where the queue has no end
    const Result<Estimate> rate = estimate(rated, shipped());
    ASSERT_TRUE(rate);
    SimulationInput in;
    in.load = users->basis.load;
    in.requests = 3000;
    in.length_spread = 0.5;
    const Simulated simulated =
        simulate_serving(step_times(users->question.model, users->basis.speed_input, users->question.device, in), in);
    ++compared;
    const double tpot = *users->speed.tpot_ms;
    EXPECT_NEAR(simulated.mean_tpot_ms / tpot, 1, 0.15) << i << ' ' << s.hardware.accelerator << ' ' << s.model.id;
    EXPECT_NEAR(simulated.requests_per_s / *users->speed.requests_per_s, 1, 0.15) << i;
    apart += std::abs(*rate->speed.tpot_ms / tpot - 1) > 0.15;
  }
  EXPECT_GT(compared, 30);
  EXPECT_LE(apart, compared / 20);
}

}  // namespace
}  // namespace ridgepoint
