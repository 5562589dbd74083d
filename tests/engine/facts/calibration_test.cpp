#include "engine/facts/calibration.h"

#include <gtest/gtest.h>

#include <map>
#include <span>

namespace ridgepoint {
namespace {

Calibration sample() {
  Calibration c;
  c.efficiencies.resize(4);
  c.efficiencies[0].id = "stacked_a";
  c.efficiencies[0].architectures = {"A"};
  c.efficiencies[0].memory_types = {"HBM"};
  c.efficiencies[1].id = "consumer_a";
  c.efficiencies[1].architectures = {"A"};
  c.efficiencies[1].segments = {"consumer", "workstation"};
  c.efficiencies[1].form_factors = {"PCIe"};
  c.efficiencies[2].id = "all_a";
  c.efficiencies[2].architectures = {"A"};
  c.efficiencies[3].id = "other";
  c.errors = {{.figure = "tpot", .rows = 100, .median = 0.2, .p90 = 0.5},
              {.figure = "tpot", .device_class = "all_a", .rows = 10, .median = 0.1, .p90 = 0.3}};
  return c;
}

Accelerator device_of(const std::string& architecture, Segment segment, const std::string& memory) {
  Accelerator a;
  a.architecture = architecture;
  a.segment = segment;
  a.form_factor = FormFactor::pcie;
  a.memory_type = memory;
  return a;
}

std::string class_of(const Accelerator& a) { return efficiency_of(sample(), a).id; }

TEST(Calibration, TheFirstClassWhoseConditionsAreMetCounts) {
  EXPECT_EQ(class_of(device_of("A", Segment::consumer, "HBM3e")), "stacked_a");
  EXPECT_EQ(class_of(device_of("A", Segment::workstation, "GDDR7")), "consumer_a");
  EXPECT_EQ(class_of(device_of("A", Segment::datacenter, "GDDR7")), "all_a");
  Accelerator integrated = device_of("A", Segment::consumer, "LPDDR5");
  integrated.form_factor = FormFactor::soc;
  EXPECT_EQ(class_of(integrated), "all_a");
}

TEST(Calibration, UnknownDevicesFallIntoTheLastClass) {
  EXPECT_EQ(class_of(device_of("B", Segment::cpu, "DDR5")), "other");
}

// An engine's coefficients at two dates: 4 and 1 times as long, so twice as long in the middle, and never beyond these.
TEST(Calibration, SoftwareChangesEvenlyBetweenItsDates) {
  Calibration c = sample();
  c.software.resize(3);
  c.software[0].id = "served_on_cpus";
  c.software[0].engines = {"served"};
  c.software[0].segments = {"cpu"};
  c.software[0].request = 7;
  c.software[1].id = "served_2024";
  c.software[1].engines = {"served"};
  c.software[1].date = "2024-06";
  c.software[1].request = 4;
  c.software[1].each_expert = microseconds(80);
  c.software[2].id = "served_2026";
  c.software[2].engines = {"served"};
  c.software[2].date = "2026-06";
  c.software[2].cache_bandwidth = 2;
  for (Calibrated<Efficiency>& efficiency : c.efficiencies) efficiency.request = milliseconds(10);
  const Accelerator a = device_of("A", Segment::datacenter, "GDDR7");
  const auto request = [&](const std::string& date) {
    return in_milliseconds(efficiency_of(c, a, {"served", date}).request);
  };
  EXPECT_DOUBLE_EQ(request("2023-01"), 40);
  EXPECT_DOUBLE_EQ(request("2024-06"), 40);
  EXPECT_DOUBLE_EQ(request("2025-06"), 20);
  EXPECT_NEAR(request("2025-12-01"), 14.14, 0.01);  // 40 x 4^-3/4
  EXPECT_DOUBLE_EQ(request("2026-06"), 10);
  EXPECT_DOUBLE_EQ(request("2026-11"), 10);
  EXPECT_DOUBLE_EQ(request(""), 10);  // current
  const Efficiency now = efficiency_of(c, a, {"served", ""}), between = efficiency_of(c, a, {"served", "2025-06"});
  EXPECT_EQ(now.id, "all_a");
  EXPECT_EQ(now.software, "served_2026");
  EXPECT_DOUBLE_EQ(now.cache_bandwidth, 1);  // 0.6 x 2, a share of the whole at most
  EXPECT_DOUBLE_EQ(in_milliseconds(between.each_expert), 0.04);
  c.software[2].attention = 10;
  EXPECT_DOUBLE_EQ(efficiency_of(c, a, {"served", ""}).attention, 0.75);  // of the peak: 740 of 989 TFLOP/s
  EXPECT_DOUBLE_EQ(in_milliseconds(efficiency_of(c, a, {"another", ""}).request), 10);
  EXPECT_EQ(efficiency_of(c, a, {"another", ""}).software, "");
  const Efficiency cpu = efficiency_of(c, device_of("A", Segment::cpu, "DDR5"), {"served", "2024-06"});
  EXPECT_EQ(cpu.software, "served_on_cpus");
  EXPECT_DOUBLE_EQ(in_milliseconds(cpu.request), 70);
}

// Of each factor alone: its coefficient is half as large, and the others are as they were.
TEST(Calibration, EveryFactorIsOfTheCoefficientOfItsName) {
  struct Pair {
    double SoftwareFactors::*factor;
    double (*coefficient)(const Efficiency&);
  };
  static constexpr Pair kPairs[] = {
      {&SoftwareFactors::bandwidth, [](const Efficiency& e) { return e.bandwidth; }},
      {&SoftwareFactors::gemm, [](const Efficiency& e) { return e.gemm; }},
      {&SoftwareFactors::expert_bandwidth, [](const Efficiency& e) { return e.expert_bandwidth; }},
      {&SoftwareFactors::cache_bandwidth, [](const Efficiency& e) { return e.cache_bandwidth; }},
      {&SoftwareFactors::state_bandwidth, [](const Efficiency& e) { return e.state_bandwidth; }},
      {&SoftwareFactors::scan_tokens, [](const Efficiency& e) { return e.scan_tokens; }},
      {&SoftwareFactors::unpack_bits, [](const Efficiency& e) { return e.unpack_bits; }},
      {&SoftwareFactors::experts, [](const Efficiency& e) { return e.experts; }},
      {&SoftwareFactors::attention, [](const Efficiency& e) { return e.attention; }},
      {&SoftwareFactors::decode_attention, [](const Efficiency& e) { return e.decode_attention; }},
      {&SoftwareFactors::expert_padding, [](const Efficiency& e) { return e.expert_padding; }},
      {&SoftwareFactors::elementwise, [](const Efficiency& e) { return e.elementwise; }},
      {&SoftwareFactors::layer, [](const Efficiency& e) { return e.layer.value; }},
      {&SoftwareFactors::normed_layer, [](const Efficiency& e) { return e.normed_layer.value; }},
      {&SoftwareFactors::moe_layer, [](const Efficiency& e) { return e.moe_layer.value; }},
      {&SoftwareFactors::latent_layer, [](const Efficiency& e) { return e.latent_layer.value; }},
      {&SoftwareFactors::linear_layer, [](const Efficiency& e) { return e.linear_layer.value; }},
      {&SoftwareFactors::prefill_layer, [](const Efficiency& e) { return e.prefill_layer.value; }},
      {&SoftwareFactors::prefill_moe_layer, [](const Efficiency& e) { return e.prefill_moe_layer.value; }},
      {&SoftwareFactors::prefill_latent_layer, [](const Efficiency& e) { return e.prefill_latent_layer.value; }},
      {&SoftwareFactors::step, [](const Efficiency& e) { return e.step.value; }},
      {&SoftwareFactors::sequence, [](const Efficiency& e) { return e.sequence.value; }},
      {&SoftwareFactors::request, [](const Efficiency& e) { return e.request.value; }},
      {&SoftwareFactors::held_tokens, [](const Efficiency& e) { return e.held_tokens; }},
      {&SoftwareFactors::fabric_latency, [](const Efficiency& e) { return e.fabric_latency.value; }},
  };
  Calibration c;
  c.efficiencies.resize(1);
  Efficiency& e = c.efficiencies[0];
  for (Seconds* time :
       {&e.layer, &e.normed_layer, &e.moe_layer, &e.latent_layer, &e.linear_layer, &e.prefill_layer,
        &e.prefill_moe_layer, &e.prefill_latent_layer, &e.step, &e.sequence, &e.request, &e.fabric_latency})
    *time = milliseconds(1);
  e.held_tokens = e.elementwise = 1;
  for (const Pair& halved : kPairs) {
    c.software.assign(1, {});
    c.software[0].*halved.factor = 0.5;
    const Efficiency scaled = efficiency_of(c, Accelerator{}, {});
    for (const Pair& pair : kPairs)
      EXPECT_DOUBLE_EQ(pair.coefficient(scaled) / pair.coefficient(e), &pair == &halved ? 0.5 : 1);
  }
}

TEST(Calibration, ErrorsFallBackToAllClasses) {
  const Calibration c = sample();
  EXPECT_DOUBLE_EQ(error_of(c, "tpot", "all_a")->median, 0.1);
  EXPECT_DOUBLE_EQ(error_of(c, "tpot", "consumer_a")->median, 0.2);
  EXPECT_EQ(error_of(c, "ttft", "all_a"), nullptr);
}

TEST(Calibration, FewerThanFiveRowsSayNothing) {
  Calibration c = sample();
  c.errors[1].rows = 5;
  EXPECT_DOUBLE_EQ(error_of(c, "tpot", "all_a")->median, 0.1);
  c.errors[1].rows = 4;
  EXPECT_DOUBLE_EQ(error_of(c, "tpot", "all_a")->median, 0.2);
  c.errors[0].rows = 4;
  EXPECT_EQ(error_of(c, "tpot", "all_a"), nullptr);
}

// Whichever comes first, a class goes before all, and the first of two of a kind before the second.
TEST(Calibration, TheErrorOfTheClassGoesFirst) {
  Calibration c = sample();
  std::swap(c.errors[0], c.errors[1]);
  EXPECT_DOUBLE_EQ(error_of(c, "tpot", "all_a")->median, 0.1);
  c.errors.push_back({.figure = "tpot", .device_class = "all_a", .rows = 10, .median = 0.4});
  EXPECT_DOUBLE_EQ(error_of(c, "tpot", "all_a")->median, 0.1);
  EXPECT_DOUBLE_EQ(error_of(c, "tpot", "")->median, 0.2);
}

TEST(Calibration, FiguresBeyondTwiceWhatWasMeasuredAreHalfAsFarOffAgain) {
  FigureError e{.figure = "tpot", .rows = 100, .p90 = 0.2};
  EXPECT_DOUBLE_EQ(range_at(e, {1e6, 1e6, 1e6}), 0.2);  // nothing is known of the rows
  e.most = {8192, 64, 8};
  EXPECT_DOUBLE_EQ(range_at(e, {16384, 128, 16}), 0.2);
  EXPECT_DOUBLE_EQ(range_at(e, {16385, 1, 1}), 0.3);
  EXPECT_DOUBLE_EQ(range_at(e, {1, 129, 1}), 0.3);
  EXPECT_DOUBLE_EQ(range_at(e, {1, 1, 17}), 0.3);
}

// Estimates of a third of what was measured are off by 67%, but need three times as much.
TEST(Calibration, RangesReachWhatIsFarTooSmall) {
  FigureError e{.figure = "tpot", .rows = 100, .p90 = 0.67, .range = 2};
  EXPECT_DOUBLE_EQ(range_at(e, {}), 2);
  e.range = 0.5;
  EXPECT_DOUBLE_EQ(range_at(e, {}), 0.67);
}

TEST(Calibration, TrainingSoftwareByFrameworkDateAndDevice) {
  Calibration c;
  c.training_software.resize(4);
  c.training_software[0].id = "old";
  c.training_software[0].frameworks = {"megatron"};
  c.training_software[0].before = "2026-03";
  c.training_software[1].id = "new";
  c.training_software[1].frameworks = {"megatron"};
  c.training_software[2].id = "xla";
  c.training_software[2].architectures = {"TPU v5e"};
  c.training_software[3].id = "others";
  Accelerator gpu, tpu;
  gpu.architecture = "Hopper";
  tpu.architecture = "TPU v5e";
  c.training_overheads.resize(2);
  c.training_overheads[0].frameworks = {"litgpt"};
  c.training_overheads[0].before = "2023-11";
  c.training_overheads[0].loads_whole = true;
  EXPECT_TRUE(training_overheads_of(c, "litgpt", "2023-10").loads_whole);
  EXPECT_FALSE(training_overheads_of(c, "litgpt", "").loads_whole);
  EXPECT_EQ(training_software_of(c, gpu, "megatron", "2026-02").id, "old");
  EXPECT_EQ(training_software_of(c, gpu, "megatron", "2026-03").id, "new");
  EXPECT_EQ(training_software_of(c, gpu, "megatron", "").id, "new");  // no date: current
  EXPECT_EQ(training_software_of(c, gpu, "pytorch", "2026-02").id, "others");
  EXPECT_EQ(training_software_of(c, tpu, "pytorch", "2026-02").id, "xla");
}

TEST(Calibration, TrainingByDevice) {
  Calibration c;
  c.training.resize(2);
  c.training[0].id = "hopper";
  c.training[0].architectures = {"Hopper"};
  c.training[1].id = "other";
  Accelerator a;
  a.architecture = "Hopper";
  EXPECT_EQ(training_efficiency_of(c, a).id, "hopper");
  a.architecture = "Volta";
  EXPECT_EQ(training_efficiency_of(c, a).id, "other");
}

// Sets every number to the same value and remembers the names.
class Setter : public FieldVisitor {
 public:
  explicit Setter(double value) : value_(value) {}
  void number(const Field& f, std::optional<double>& x) override {
    seen[std::string(f.name)] = x.value_or(0);
    x = value_;
  }
  void flag(const Field&, std::optional<bool>&) override {}
  void text(const Field&, std::optional<std::string>&) override {}
  void choice(const Field&, std::span<const std::string_view>, std::optional<int>&) override {}
  void texts(const Field&, std::vector<std::string>&) override {}
  void numbers(const Field&, std::vector<double>&) override {}
  bool open(const Field&, bool) override { return true; }
  void close() override {}
  std::size_t open_list(const Field&, std::size_t size) override { return size; }
  void open_element(std::size_t) override {}
  void close_element() override {}
  void close_list() override {}
  std::map<std::string, double> seen;

 private:
  double value_;
};

TEST(Calibration, TimesAreVisitedInTheUnitOfTheirName) {
  Calibrated<Efficiency> e;
  Setter two(2);
  visit(e, two);
  EXPECT_DOUBLE_EQ(in_seconds(e.layer), 2e-6);
  EXPECT_DOUBLE_EQ(in_seconds(e.step), 2e-3);
  EXPECT_DOUBLE_EQ(in_seconds(e.request), 2e-3);
  EXPECT_DOUBLE_EQ(in_seconds(e.network_latency), 2e-6);
  EXPECT_DOUBLE_EQ(e.bandwidth, 2);
  Setter again(1);
  visit(e, again);
  for (const auto& [name, value] : again.seen) EXPECT_NEAR(value, 2, 1e-12) << name;
}

}  // namespace
}  // namespace ridgepoint
