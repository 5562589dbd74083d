// What estimates of all kinds of models share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/effort.h"
#include "engine/estimate/estimate.h"
#include "engine/memory/cache.h"

namespace ridgepoint {

std::vector<LineSeconds> time_lines(const std::vector<TimeLine>& lines);
// One line for each thing that is waited for, in the order in which they first appear.
std::vector<LineSeconds> by_bound(const std::vector<LineSeconds>& lines);
// What limits most of the step. Communication has many forms, so the longest of them is named.
Bottleneck bottleneck_of(const std::vector<TimeLine>& lines, const Work& work, const Device& device);
// The bandwidth of a device and `peak`, what it is taken to compute at most, without points yet.
Roofline roofline_of(const Device& device, FlopPerSecond peak);
// Adds what one accelerator does in `time`; nothing where no bytes are counted.
void add_point(Roofline& roofline, const char* id, const char* label, const Work& work, Seconds time);
// Memory of one accelerator for a kind of thing; 0 where it takes none.
double kind_gb(const Estimate& e, MemoryKind kind);
// Requests a second that all replicas together can answer.
std::optional<double> highest_rate(const Estimate& e);
LayoutResult layout_result(const Plan& plan);
// One replica of a plan under its load.
Serving serving_of(const Plan& plan, const Question& question);
// Of whose peak MFU is a part: the one that weights are multiplied in, or 16 bits where that is slower.
Arithmetic peak_arithmetic(const Question& question);
// Fills in what a step of training with these lines comes to on all accelerators, as it is laid out.
void describe_step(SpeedResult& speed, const std::vector<TimeLine>& lines, Seconds time, Flop model, Flop hardware,
                   const Plan& plan, const Question& question);
// The range of `figure` that follows from the error known for `error_name` in a class of devices, if any is.
void add_range(SpeedResult& speed, const Catalog& catalog, const std::string& device_class, const char* error_name,
               const char* figure, const std::optional<double>& value, const ServedLoad& load = {});
// How many times as long things may take where no run on devices of the class, of their vendor, or on so many for one
// copy of the model was measured: the end of the range that all classes leave, at most twice; 1 where some were.
double caution_of(const Estimate& e, const Catalog& catalog);
// Gives what follows from figures with a range a range of its own: as far off as they are.
void add_derived_ranges(Estimate& e);
// The range of a figure of speed or cost; null where none is known.
const FigureRange* range_of(const Estimate& e, std::string_view figure);
// Coefficients of what sets the pace of serving: of the CPU where a part lies in its memory.
const Efficiency& serving_efficiency(const Plan& plan, const Question& question);
// The error that is known of the time per token: one stream with nothing beside it has been measured for itself.
const char* token_error(const Estimate& e);
ServedLoad replica_load(const Estimate& e);

// Fills in speed.percentiles. Left absent where they do not exist or were not computed: models that do not decode
// tokens, training, arrivals faster than they are answered, more than 100,000 users of a replica, or of all with
// prefill and decode apart, or too many steps: a million that read prompts are the most.
void add_percentiles(Estimate& e);

// Fills in speed.percentiles and speed.slo when the question has targets and can be simulated: the largest load that
// meets them all is sought by halving with the layout in force, 2,000 simulated requests a try, fewer where prompts
// take many steps. Where `effort` ends the largest load is left out.
void add_targets(Estimate& e, Effort& effort);

// Returns the simulated requests that check_targets() takes of an Effort.
int effort_of_targets(const Estimate& e);

// Returns how far the latencies are beyond their targets, at 1 just met, by a simulation of 2,000 requests at the most;
// 1 where they cannot be simulated. What keeps them by far has them checked with it. effort_of_a_try() is its Effort.
double try_targets(Estimate& e);
int effort_of_a_try(const Estimate& e);

// Tells whether no request can meet the target for its first token: its prompt alone takes longer.
bool is_beyond_targets(const Estimate& e);

// Fills in speed.percentiles and, of speed.slo, whether the targets are met, without looking for the largest load.
void check_targets(Estimate& e);

}  // namespace ridgepoint
