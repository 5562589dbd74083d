// What failures and checkpoints leave of the time of a long run.
#pragma once

#include "engine/base/units.h"

namespace ridgepoint {

// Accelerator hours between two failures that stop a job: 419 unexpected ones in 54 days of Llama 3 405B on 16,384
// H100 (Llama 3 herd, arXiv 2407.21783, section 3.3.4). A job on n accelerators fails n times as often.
constexpr double kGpuHoursPerFailure = 16384.0 * 54 * 24 / 419;

struct Interruptions {
  Seconds between;     // mean time between failures of the whole job
  Seconds checkpoint;  // to write one; nothing is trained meanwhile
  Seconds restart;     // from a failure to training again
};

// Training time from one checkpoint to the next that loses least: sqrt(2 C M) (Young 1974; Daly 2006, first order).
Seconds checkpoint_interval(const Interruptions& interruptions);
// Time lost for a unit of time trained: C / T for checkpoints, (T / 2 + R) / M for work done twice and restarts.
double lost_time(const Interruptions& interruptions);
// Share of the whole time that advances the run: 1 / (1 + lost).
double goodput(const Interruptions& interruptions);

}  // namespace ridgepoint
