#include "engine/tell/figures.h"

#include "engine/base/lists.h"
#include "engine/base/words.h"

namespace ridgepoint {
namespace {

std::string kwh_said(double kwh) { return significant(kwh, 2) + " kWh"; }

template <auto member>
std::optional<double> memory(const Estimate& e) {
  return e.memory.*member;
}
template <auto member>
std::optional<double> speed(const Estimate& e) {
  return e.speed.*member;
}
template <auto member>
std::optional<double> cost(const Estimate& e) {
  return e.cost.*member;
}

const FigureKind kFigures[] = {
    {"/memory/per_gpu_gb", "Memory on each accelerator", "GB", false, memory<&MemoryResult::per_gpu_gb>, memory_said},
    {"/memory/free_gb", "Memory left free on each", "GB", true, memory<&MemoryResult::free_gb>, memory_said},
    {"/memory/peak_allocated_gb", "Allocated at the peak", "GB", false, memory<&MemoryResult::peak_allocated_gb>,
     memory_said},
    {"/speed/ttft_ms", "Time to first token", "ms", false, speed<&SpeedResult::ttft_ms>, milliseconds_said},
    {"/speed/tpot_ms", "Time per output token", "ms", false, speed<&SpeedResult::tpot_ms>, milliseconds_said},
    {"/speed/tokens_per_s", "Tokens a second", "1/s", true, speed<&SpeedResult::tokens_per_s>, short_number},
    {"/speed/tokens_per_s_per_request", "Tokens a second of each request", "1/s", true,
     speed<&SpeedResult::tokens_per_s_per_request>, short_number},
    {"/speed/requests_per_s", "Requests a second", "1/s", true, speed<&SpeedResult::requests_per_s>, short_number},
    {"/speed/images_per_s", "Images a second", "1/s", true, speed<&SpeedResult::images_per_s>, short_number},
    {"/speed/audio_s_per_s", "Seconds of audio a second", "1/s", true, speed<&SpeedResult::audio_s_per_s>,
     short_number},
    {"/speed/samples_per_s", "Samples a second", "1/s", true, speed<&SpeedResult::samples_per_s>, short_number},
    {"/speed/step_s", "Time of a step", "s", false, speed<&SpeedResult::step_s>, duration},
    {"/speed/batch_ms", "Time of a batch", "ms", false, speed<&SpeedResult::batch_ms>, milliseconds_said},
    {"/speed/tflops_per_gpu", "Work of each accelerator", "TFLOP/s", true, speed<&SpeedResult::tflops_per_gpu>,
     short_number},
    {"/speed/days", "Time of the run", "d", false, speed<&SpeedResult::days>, days_said},
    {"/cost/usd_per_h", "An hour", "US$/h", false, cost<&CostResult::usd_per_h>, dollars},
    {"/cost/usd_per_1m_output_tokens", "A million output tokens", "US$", false,
     cost<&CostResult::usd_per_1m_output_tokens>, dollars},
    {"/cost/usd_per_1k_requests", "A thousand requests", "US$", false, cost<&CostResult::usd_per_1k_requests>, dollars},
    {"/cost/usd_per_1k_images", "A thousand images", "US$", false, cost<&CostResult::usd_per_1k_images>, dollars},
    {"/cost/usd_per_audio_h", "An hour of audio", "US$", false, cost<&CostResult::usd_per_audio_h>, dollars},
    {"/cost/usd_per_run", "The run", "US$", false, cost<&CostResult::usd_per_run>, dollars},
    {"/cost/purchase_usd", "Paid at the start, owning", "US$", false, cost<&CostResult::purchase_usd>, dollars},
    {"/cost/power_w", "Power at the wall", "W", false, cost<&CostResult::power_w>, watts_said},
    {"/cost/energy_kwh", "Energy", "kWh", false, cost<&CostResult::energy_kwh>, kwh_said},
};

}  // namespace

std::span<const FigureKind> figure_kinds() { return kFigures; }

const FigureKind* figure_kind(std::string_view figure) {
  return find_where(kFigures, [&](const FigureKind& kind) { return figure == kind.figure; });
}

}  // namespace ridgepoint
