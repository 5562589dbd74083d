#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/ask/ask.h"
#include "engine/base/words.h"
#include "engine/estimate/cost.h"
#include "engine/tell/answer.h"

namespace ridgepoint {
namespace {

// The pieces after each other, in one piece of memory.
std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string out;
  out.reserve(112);
  for (const std::string_view piece : pieces) out += piece;
  return out;
}

// The sentence of one figure or name that was taken, with what stands before and after it; empty where it was given.
std::string unless(bool given, std::string_view before, const std::string& taken, std::string_view after) {
  return given || taken.empty() ? "" : joined({before, taken, after});
}

std::string users(const Scenario& given, const Estimate& e) {
  const ServeChoice& serve = e.question.serve;
  if (e.question.workload != Workload::serve || given.serve.concurrency || serve.requests_per_minute) return "";
  if (e.question.is_for_one()) return "One user is assumed, as is usual on a personal machine.";
  return joined({whole(*serve.concurrency), " requests in flight are assumed."});
}

// Of encoders and token decoders.
std::string lengths(const Scenario& given, const Estimate& e) {
  constexpr std::array<std::string_view, kWords<RequestPurpose>.size()> kOf = {
      "chat", "retrieval", "completing code", "agents", "summaries", "reasoning", "embedding", "general use"};
  const ServeChoice &asked = given.serve, &now = e.question.serve;
  const bool decodes = e.question.is(kServe), answers = decodes && !asked.output_tokens;
  if (!now.input_tokens || (asked.input_tokens && !answers)) return "";
  const RequestPurpose purpose = asked.purpose.value_or(decodes ? RequestPurpose::chat : RequestPurpose::embedding);
  const std::string prompt = asked.input_tokens ? "" : whole(now.prompt()), answer = answers ? whole(now.answer()) : "";
  return joined({"A request has ", prompt.empty() ? "" : "a prompt of ", prompt, prompt.empty() ? "" : " tokens",
                 prompt.empty() || answer.empty() ? "" : " and ", answer.empty() ? "" : "an answer of ", answer,
                 answer.empty() ? "" : " tokens", ", as is usual for ", kOf[static_cast<std::size_t>(purpose)], "."});
}

std::string count(const Scenario& /*given*/, const Estimate& e) {
  const Question& q = e.question;
  if (e.memory.fit == Fit::no || e.answer.status != word_of(e.memory.fit)) return "";  // no number is enough
  if (q.instance) return counted(*q.hardware.count, "machine is enough.", "machines are enough.");
  const std::string_view few = q.gpus > q.per_node ? ", the fewest in whole machines." : ", the fewest.";
  return joined({counted(q.gpus, "accelerator is enough", "accelerators are enough"), q.gpus == 1 ? "." : few});
}

std::string weights(const Scenario& given, const Estimate& e) {
  if (given.precision.weights) return "";
  return joined(
      {"Weights are in ", e.question.weights->name, e.basis.narrowed ? ", the most precise format that fits." : "."});
}

std::string engine(const Scenario& given, const Estimate& e) {
  return unless(given.serve.engine.has_value(), "", e.question.engine().name, " serves the model.");
}

std::string framework(const Scenario& given, const Estimate& e) {
  return unless(given.train.framework.has_value(), "", e.question.framework().name, " trains the model.");
}

std::string asks_a_day(const Scenario& given, const Estimate& /*e*/) {
  if (!given.serve.daily_users || given.serve.requests_per_user_day) return "";
  return joined(
      {"Each user asks ", short_number(kRequestsPerUserDay), " times a day, as users of ChatGPT did in July 2025."});
}

std::string peak(const Scenario& given, const Estimate& e) {
  if (!is_daily(given.serve) || given.serve.peak_factor) return "";
  return joined({"The peak-to-average ratio is ", short_number(peak_factor(e.question.serve)), "."});
}

std::string run(const Scenario& given, const Estimate& e) {
  const TrainChoice& t = given.train;
  if (t.tokens || t.epochs || t.dataset_tokens || !e.speed.tokens) return "";
  const std::string tokens = large_count(*e.speed.tokens) + " tokens";
  return given.workload == Workload::finetune
             ? "The run has " + tokens + "."
             : "The run has " + tokens + ", " + short_number(t.tokens_per_param) + " for each parameter.";
}

std::string method(const Scenario& given, const Estimate& e) {
  if (given.train.method) return "";
  return e.question.method() == Method::full ? "All weights are trained." : "Adapters are trained (LoRA).";
}

std::string samples(const Scenario& given, const Estimate& e) {
  return unless(given.train.samples.has_value(), "The run has ", large_count(*e.speed.samples), " samples.");
}

std::string batch(const Scenario& given, const Estimate& e) {
  return unless(given.serve.batch || given.serve.concurrency, "An accelerator runs a batch of ", whole(*e.speed.batch),
                ".");
}

std::string audio(const Scenario& given, const Estimate& e) {
  const double length = e.basis.plan.media->audio_s;
  return unless(given.serve.audio_s || length <= 0, "A request has ", duration(length), " of audio.");
}

std::string place(const Scenario& given, const Estimate& e) {
  constexpr std::array kPlaces = {"at home", "in an office", "in a colocation"};  // by Location, where that is usual
  if (given.cost.location || !e.question.cost.owns()) return "";
  return std::string("The machines stand ") +
         kPlaces[static_cast<std::size_t>(location_of(e.question, e.question.accelerator))] + ".";
}

constexpr struct {
  const char* path;
  Jobs jobs;
  std::string (*text)(const Scenario&, const Estimate&);
} kRules[] = {
    {"/serve/concurrency", kServe, users},
    {"/serve/input_tokens", kServes, lengths},
    {"/serve/requests_per_user_day", kServes, asks_a_day},
    {"/serve/peak_factor", kServes, peak},
    {"/serve/audio_s", kMediaServe, audio},
    {"/serve/batch", kMediaServe, batch},
    {"/train/method", kTrains, method},
    {"/train/tokens", kTrain, run},
    {"/train/samples", kMediaTrain, samples},
    {"/hardware/count", kAll, count},
    {"/precision/weights", kServes, weights},
    {"/serve/engine", kServe, engine},
    {"/train/framework", kTrain, framework},
    {"/cost/location", kAll, place},
};

// True where the name of the hardware says how many, or is that of a machine: "8 x H100".
bool is_counted(HardwareChoice hardware, const Catalog& catalog) {
  take_apart(hardware, catalog);
  return hardware.count.has_value();
}

}  // namespace

std::vector<Assumed> taken(const Scenario& given, const Estimate& e, const Catalog& catalog) {
  std::vector<Assumed> out;
  out.reserve(std::size(kRules));
  const bool counted = given.hardware.count || is_counted(given.hardware, catalog);
  for (const auto& [path, jobs, text] : kRules) {
    if (!e.question.is(jobs) || (text == count && counted)) continue;
    if (std::string said = text(given, e); !said.empty()) out.push_back({path, std::move(said)});
  }
  return out;
}

}  // namespace ridgepoint
