// What is asked, complete: the parts of a scenario with its load filled in, and what its names stand for.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/shared.h"
#include "engine/facts/catalog.h"
#include "engine/facts/device.h"
#include "engine/facts/own_entries.h"
#include "engine/question/choices.h"
#include "engine/question/job.h"

namespace ridgepoint {

// The parts, as they are given.
struct Asked {
  std::optional<std::string> as_of;  // absent: the catalog's date
  Workload workload = Workload::serve;
  HardwareChoice hardware;
  PrecisionChoice precision;
  ParallelChoice parallel;
  ServeChoice serve;
  TrainChoice train;
  CostChoice cost;
  ConstraintChoice constraints;
  std::optional<Goal> objective;

  // The method in force: what was asked, or the workload's own.
  Method method() const { return train.method.value_or(workload == Workload::finetune ? Method::lora : Method::full); }
  // Tells whether one person asks at a time.
  bool is_for_one() const {
    return workload == Workload::serve && !serve.requests_per_minute && serve.concurrency.value_or(2) <= 1;
  }
  bool serves() const { return workload == Workload::serve || workload == Workload::batch; }
  // Tells whether the work ends: a run, or so many requests.
  bool ends() const { return !serves() || serve.total_requests; }
  const std::optional<double>& deadline_h() const { return serves() ? serve.done_within_h : train.deadline_h; }
  const char* deadline_path() const { return serves() ? "/serve/done_within_h" : "/train/deadline_h"; }
  double runs() const { return serves() ? 1 : train.experiments; }
};

// Shares of the dense weights and of the routed experts that lie in host memory.
struct HostShares {
  double dense = 0;
  double experts = 0;
};

// Records are those of the catalog, which has to outlive it, or of `own_catalog`.
struct Question : Asked {
  DECLARE_COPIES(Question);

  ModelChoice model_choice;
  Overrides overrides;                         // a person's own entries,
  std::shared_ptr<const Catalog> own_catalog;  // and the catalog with them, where there are any

  Shared<Architecture> model;  // of media only its name and kind
  std::string model_id;
  Shared<Accelerator> accelerator;
  const Instance* instance = nullptr;
  Shared<NumberFormat> weights;  // training: of frozen weights
  Shared<NumberFormat> kv;
  Arithmetic wanted_arithmetic = Arithmetic::bf16;  // what the weights would multiply in natively
  Device device;
  std::optional<Device> host;             // CPU whose memory takes weights that do not fit the accelerators
  Bytes host_memory;                      // of one machine
  std::optional<HostShares> host_shares;  // as they are given; absent: of what does not fit
  Bytes usable;
  int gpus = 1;
  int per_node = 1;
  int nodes = 1;
  double derating = 0;  // share of the arithmetic rate that is lost to heat
  Job job;

  bool is(Jobs kinds) const { return (kinds >> job.index() & 1) != 0; }
  // What belongs to the job's kind, of what is given in the order of Job.
  template <class T>
  T by_job(T to_serve, T to_train, T to_serve_media, T to_train_media) const {
    return std::array<T, 4>{to_serve, to_train, to_serve_media, to_train_media}[job.index()];
  }
  // These are for one kind of job.
  const ServeJob& serving() const { return *std::get_if<ServeJob>(&job); }
  const TrainJob& training() const { return *std::get_if<TrainJob>(&job); }
  const ServingEngine& engine() const { return serving().engine; }
  const TrainingFramework& framework() const { return training().framework; }
  // What drafts tokens; of other jobs than serving nothing does.
  const std::optional<Speculation>& speculation() const;
  // The model that is not a token decoder; null where it is one.
  const MediaModel* network() const;
};

}  // namespace ridgepoint
