#include "engine/tell/answer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/ask/allowed.h"
#include "engine/ask/ask.h"
#include "engine/ask/url.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/choose/constraints.h"
#include "engine/choose/fleet.h"
#include "engine/choose/make_estimate.h"
#include "engine/choose/remedies.h"
#include "engine/choose/sizing.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/parts.h"
#include "engine/estimate/workloads.h"
#include "engine/tell/reproduce.h"
#include "engine/tell/rules_of_thumb.h"

namespace ridgepoint {
namespace {

// Collects plain words and figures into a sentence.
class Sentence {
 public:
  Sentence& words(const std::string& text) {
    if (!parts_.empty() && parts_.back().figure.empty() && parts_.back().range_of.empty())
      parts_.back().text += text;
    else
      parts_.push_back({text, "", ""});
    return *this;
  }
  Sentence& range(const char* id, const std::string& text) {
    parts_.push_back({text, "", id});
    return *this;
  }
  Sentence& figure(const char* id, double value, const char* unit, const std::string& text) {
    parts_.push_back({text, id, ""});
    figures_.push_back({id, value, unit, text});
    return *this;
  }
  void into(Answer& answer) && {
    for (const AnswerPart& part : parts_) answer.text += part.text;
    answer.parts = std::move(parts_);
    answer.figures = std::move(figures_);
  }

 private:
  std::vector<AnswerPart> parts_;
  std::vector<AnswerFigure> figures_;
};

// The end of a range has two digits, and no cents from ten dollars on.
std::string about_dollars(double usd) { return usd >= 10 && usd < 1000 ? "$" + whole(usd) : rounded_dollars(usd); }

// " (38 to 58)" for a predicted figure that `text` says, in units of which there are `times` in one; nothing for one
// that is counted.
void add_range(Sentence& s, const Estimate& e, const char* id, const std::string& text, std::string (*in_words)(double),
               double times = 1, const char* before = " (", const char* behind = ")") {
  if (const FigureRange* range = range_of(e, id))
    s.range(id, before + range_beside(text, range->low * times, range->high * times, in_words) + behind);
}

std::string hardware_words(const Question& r) {
  const std::string devices = devices_text(r.gpus, r.accelerator->name);
  return r.instance ? counted(r.gpus / r.instance->count, r.instance->name, r.instance->name) + " (" + devices + ")"
                    : devices;
}

// " 1 of 5": of the requests at once, those that the cache holds, where the others wait for it; else empty.
std::string held_words(const Estimate& e) {
  const double waiting = waiting_requests(e), all = e.basis.plan.concurrency;
  const bool by_cache = waiting > 0 && e.basis.load.capacity <= e.basis.load.max_sequences;
  return by_cache ? " " + whole(std::max(1.0, std::floor(all - waiting))) + " of " + whole(all) : "";
}

std::string fit_words(const Estimate& e) {
  if (e.memory.fit == Fit::no) return " does not fit on ";
  if (e.hindrance()) return " does not run on ";
  const std::string held = held_words(e), fits = e.memory.fit == Fit::tight ? " barely fits" : " fits";
  return fits + (held.empty() ? " on " : " for only" + held + " at a time on ");
}

void add_shortfall(Sentence& s, const Estimate& e) {
  const MemoryResult& m = e.memory;
  s.words(": short by ").figure("short_gb", -m.free_gb, "GB", memory_text(-m.free_gb));
  s.words(e.question.gpus > 1 ? " on each, " : ", ");
  s.figure("per_gpu_gb", m.per_gpu_gb, "GB", memory_text(m.per_gpu_gb));
  s.words(" needed of ").figure("usable_gb", m.usable_gb, "GB", memory_text(m.usable_gb));
  s.words(".");
}

// In the place of figures that nobody will see.
bool says_why_not(Sentence& s, const Estimate& e) {
  if (e.memory.fit == Fit::no) return add_shortfall(s, e), true;
  const Lack* lack = e.hindrance();
  if (lack) s.words(": " + lack->text() + ".");
  return lack != nullptr;
}

// " (16 rented, 9 used)" of whole machines, " (price as given; the catalog has $4.50)" of a price of the scenario's
// own.
std::string aside(const Estimate& e) {
  const int paid = e.cost.option == PricingOption::buy ? 0 : e.basis.rent.paid_gpus, used = e.question.gpus;
  if (!e.cost.given) return paid > used ? " (" + whole(paid) + " rented, " + whole(used) + " used)" : "";
  const std::optional<double>& listed = e.cost.given->catalog_usd_per_h;
  const char* end = e.question.is(kServes) ? ")" : " an hour)";
  return std::string(" (price ") + kAsGiven + (listed ? "; the catalog has " + rounded_dollars(*listed) + end : ")");
}

// Work that is paid only while it runs costs the same at any use.
std::string use_words(const Estimate& e) {
  const bool idle_paid = *e.cost.usd_per_useful_h > *e.cost.usd_per_h * (1 + 1e-9);
  return idle_paid ? " at " + use_text(e, *e.question.cost.utilization) : "";
}

// The fleet that keeps up where the accelerators asked for do not, if it has a price.
std::optional<Fleet> priced_fleet(const Estimate& e) {
  const std::optional<Fleet> needed = falls_behind(e) ? fleet(e) : std::nullopt;
  return needed && needed->usd_per_h ? needed : std::nullopt;
}

// "With a fifth left for bursts this rate takes 24, $106 an hour.", where that is not what was asked for; and what the
// mean takes, where the busiest time takes more. The price of what falls behind comes second.
void add_fleet(Sentence& s, const Estimate& e) {
  const std::optional<Fleet> needed = fleet(e);
  if (!needed) return;
  if (needed->accelerators != e.question.gpus) {
    s.words(" With 20% spare for bursts this rate needs " + whole(needed->accelerators));
    const std::string hour = needed->usd_per_h ? rounded_dollars(*needed->usd_per_h) + " an hour" : "";
    if (priced_fleet(e))
      s.words(", ")
          .figure("fleet_usd_per_h", *needed->usd_per_h, "US$/h", hour)
          .words("; the " + whole(e.question.gpus) + " asked for cost " + rounded_dollars(*e.cost.usd_per_h) + ".");
    else
      s.words((hour.empty() ? "" : ", " + hour) + ".");
  }
  if (needed->base_usd_per_h)
    s.words(" That is for the peak; the average needs " +
            whole(needed->base * e.speed.layout.tensor * e.speed.layout.pipeline) + ", " +
            rounded_dollars(*needed->base_usd_per_h) + " an hour.");
}

// Machines without a rent are priced as owned.
void add_hour(Sentence& s, const Estimate& e) {
  const char* owned = e.cost.option != PricingOption::buy     ? ""
                      : e.question.cost.mode == CostMode::own ? " to run"
                                                              : " to own";
  const double hour = *e.cost.usd_per_h;
  s.words(", ").figure("usd_per_h", hour, "US$/h", rounded_dollars(hour) + " an hour" + owned).words(aside(e));
}

// " ($4.20 per thousand requests at 60% use, $2.90 to $6.10)"; behind an aside after a comma.
void add_cost_of(Sentence& s, const Estimate& e, const char* id, const std::optional<double>& usd, const char* of) {
  if (!usd) return;
  const std::string text = rounded_dollars(*usd), before = aside(e).empty() ? " (" : ", ";
  s.words(before).figure(id, *usd, "US$", text).words(of + use_words(e));
  add_range(s, e, id, text, about_dollars, 1, ", ", "");
  s.words(before == ", " ? "" : ")");
}

void add_hourly_cost(Sentence& s, const Estimate& e) {
  const CostResult& c = e.cost;
  if (!c.usd_per_h || priced_fleet(e)) return;
  add_hour(s, e);
  const std::optional<Fleet> needed = fleet(e);
  if (needed && needed->accelerators != e.question.gpus)
    s.words(e.question.gpus == 1 ? " for this one" : " for these " + whole(e.question.gpus));
  add_cost_of(s, e, "usd_per_1k_requests", c.usd_per_1k_requests, " per thousand requests");
}

// Gives the days of all of it on the machines that are paid: spot ones are taken away and start again.
double days_of_run(const Estimate& e) {
  const PricedOption* option = priced_option(e, e.cost.option);
  return option && option->days ? *option->days : *e.speed.days;
}

// Of runs so short that the hours paid before they begin are a tenth of the price and more.
std::string start_words(const Estimate& e) {
  const double hours = e.question.cost.start_h;
  const bool pays_by_the_hour = e.cost.option == PricingOption::on_demand || e.cost.option == PricingOption::spot;
  if (!pays_by_the_hour || e.question.cost.base_share > 0 || hours < 0.1 * (days_of_run(e) * 24 + hours)) return "";
  return ", " + duration(hours * 3600) + " to start included";
}

// What comes before and behind stands only where the work ends.
void add_days(Sentence& s, const Estimate& e, const char* before, const char* behind) {
  if (!e.speed.days) return;
  const double days = days_of_run(e);
  const std::string time = days_text(days);
  s.words(before).figure("days", days, "d", time);
  add_range(s, e, "days", time, days_text, days / *e.speed.days);
  s.words(std::string(days != *e.speed.days ? " with restarts" : "") + behind);
}

void add_run_cost(Sentence& s, const Estimate& e) {
  if (!e.cost.usd_per_run) return;
  const std::string usd = rounded_dollars(*e.cost.usd_per_run);
  s.words(", ")
      .figure("usd_per_run", *e.cost.usd_per_run, "US$", usd)
      .words(e.question.is(kServes) ? " in all" : " for the run");
  s.words(aside(e));
  const bool within = aside(e).empty();
  add_range(s, e, "usd_per_run", usd, about_dollars, 1, within ? " (" : ", ", within ? ")" : "");
  s.words(start_words(e));
}

// "images": what requests are of a model.
std::string items_word(const Estimate& e) {
  const MediaModel* model = e.question.network();
  if (!model) return "requests";
  constexpr std::array kItems = {"images", "videos", "sequences", "requests"};  // by Item
  return kItems[static_cast<std::size_t>(model->item)];
}

// "10,000 hours of audio", "50 million sequences": all that is to be done. Empty where the work does not end.
std::string amount_words(const Estimate& e) {
  const ServeChoice& serve = e.question.serve;
  if (!e.question.ends()) return "";
  if (serve.total_tokens) return large_count(*serve.total_tokens) + " tokens";
  if (serve.total_audio_h) return large_count(*serve.total_audio_h) + " hours of audio";
  return large_count(*serve.total_requests) + " " + items_word(e);
}

// "32 users", "600 requests a minute": what was asked for.
std::string load_words(const Estimate& e) {
  const double at_once = *e.speed.concurrency;
  const std::string amount = amount_words(e);
  if (e.question.workload == Workload::batch)
    return (amount.empty() ? "" : " for " + amount) + " with " + counted(at_once, "request", "requests") +
           " in flight (" + whole(e.basis.plan.mean_context) + " tokens each on average, " +
           whole(e.basis.plan.context) + " at the end)";
  const auto& rate = e.question.serve.requests_per_minute;
  return " for " + (rate ? counted(*rate, "request", "requests") + " a minute" : counted(at_once, "user", "users"));
}

// Whether there is one user, whose tokens are all there are.
bool is_for_one(const Estimate& e) { return !e.question.serve.requests_per_minute && *e.speed.concurrency == 1; }

void add_format(Sentence& s, const Estimate& e) {
  s.words(" in " + e.question.weights->name);
  const std::string& engine = e.question.engine().name;
  if (!engine.empty() && !e.hindrance()) s.words(" with " + engine);
  const double host_gb = e.memory.host_gb.value_or(0);
  if (host_gb > 0) s.words(", ").figure("host_gb", host_gb, "GB", memory_text(host_gb)).words(" of it in host memory");
}

// What stands behind the price.
void end(Sentence& s, const Estimate& e) {
  s.words(".");
  add_fleet(s, e);
  s.words(" Limited by " + in_sentence(e.speed.bottleneck.text) + ".");
}

// " and falls behind: at most 45 a minute are answered".
void say_behind(Sentence& s, const Estimate& e, const char* figure, const std::optional<double>& most) {
  const std::string text = short_number(*most * 60);
  s.words(" and falls behind: at most ").figure(figure, *most, "1/s", text);
  add_range(s, e, figure, text, short_number, 60);
  s.words(" a minute are answered");
}

void serving_sentence(Sentence& s, const Estimate& e) {
  const Question& r = e.question;
  const bool batch = e.question.workload == Workload::batch;
  // The name of a made-up model begins a sentence; those of real ones are spelt as they are.
  s.words((e.model.synthesized ? "A" + e.model.name.substr(1) : e.model.name) + load_words(e));
  s.words(fit_words(e)).figure("hardware", r.gpus, "", hardware_words(r));
  add_format(s, e);
  if (says_why_not(s, e)) return;
  if (falls_behind(e)) {
    say_behind(s, e, "max_requests_per_s", e.speed.max_requests_per_s);
  } else if (batch) {
    add_days(s, e, ": ", " at ");
    const std::string text = short_number(*e.speed.tokens_per_s);
    s.words(e.speed.days ? "" : ": ")
        .figure("tokens_per_s", *e.speed.tokens_per_s, "1/s", text + " output tokens/s")
        .words(" in all");
    add_range(s, e, "tokens_per_s", text, short_number);
  } else {
    const double each = *e.speed.tokens_per_s_per_request;
    const std::string rate = short_number(each);
    s.words(": ").figure("tokens_per_s_per_request", each, "1/s", rate + " tokens/s");
    if (!is_for_one(e)) s.words(" each");
    add_range(s, e, "tokens_per_s_per_request", rate, short_number);
    if (const std::optional<double>& first = e.speed.ttft_ms) {
      const std::string time = milliseconds_text(*first);
      s.words(", first token in ").figure("ttft_ms", *first, "ms", time);
      add_range(s, e, "ttft_ms", time, milliseconds_text);
    }
  }
  e.speed.days ? add_run_cost(s, e) : add_hourly_cost(s, e);
  end(s, e);
}

// "An image of 1,024 x 1,024 in 50 steps": what one request of a model that is not a token decoder is.
std::string item_words(const Estimate& e) {
  const MediaPlan& media = *e.basis.plan.media;
  const MediaModel& model = *e.question.network();
  const MediaRequest& q = media.request;
  const std::string size = " of " + whole(q.width) + " × " + whole(q.height);
  const std::string steps = model.record.kind == ModelKind::diffusion ? " in " + counted(q.steps, "step", "steps") : "";
  switch (model.item) {
    case Item::image:
      return "an image" + size + steps;
    case Item::video:
      return "a video" + size + " and " + whole(model.record.frames.value_or(1)) + " frames" + steps;
    case Item::sequence:
      return "a sequence of " + whole(q.tokens) + " tokens";
    case Item::window:
      return duration(model.record.window_s.value_or(media.audio_s)) + " of audio";
  }
  return "";
}

// Seconds of audio a second, or items.
void add_rate(Sentence& s, const Estimate& e) {
  const bool audio = e.speed.audio_s_per_s.has_value();
  const char* id = audio ? "audio_s_per_s" : "requests_per_s";
  const double rate = audio ? *e.speed.audio_s_per_s : *e.speed.requests_per_s;
  const std::string text = short_number(rate);
  s.figure(id, rate, audio ? "" : "1/s", text + (audio ? " times real time" : " " + items_word(e) + "/s"));
  add_range(s, e, id, text, short_number);
}

void add_media_cost(Sentence& s, const Estimate& e) {
  const CostResult& c = e.cost;
  if (!c.usd_per_h || priced_fleet(e)) return;
  add_hour(s, e);
  add_cost_of(s, e, "usd_per_1k_images", c.usd_per_1k_images, " per thousand");
  add_cost_of(s, e, "usd_per_audio_h", c.usd_per_audio_h, " per hour of audio");
  add_cost_of(s, e, "usd_per_1m_input_tokens", c.usd_per_1m_input_tokens, " per million tokens");
}

void media_sentence(Sentence& s, const Estimate& e) {
  const Question& r = e.question;
  const double batch = *e.speed.batch;
  const bool fits = e.memory.fit != Fit::no;
  const auto& rate = r.serve.requests_per_minute;
  const std::string amount = rate ? short_number(*rate) + " " + items_word(e) + " a minute" : amount_words(e);
  s.words(e.model.name + (amount.empty() ? "" : " for " + amount) +
          (fits || batch == 1 ? "" : " with " + whole(batch) + " at once") + fit_words(e));
  s.figure("hardware", r.gpus, "", hardware_words(r)).words(" in " + r.weights->name);
  if (e.basis.plan.media->in_turn) s.words(", one network at a time");
  if (!fits) return add_shortfall(s, e);
  if (falls_behind(e)) {
    say_behind(s, e, "requests_per_s", e.speed.requests_per_s);
    add_media_cost(s, e);
    return end(s, e);
  }
  s.words(": ");
  add_days(s, e, "", " at ");
  add_rate(s, e);
  if (e.speed.days) {
    add_run_cost(s, e);
    return end(s, e);
  }
  const std::string time = milliseconds_text(*e.speed.batch_ms);
  s.words(", ").figure("batch_ms", *e.speed.batch_ms, "ms", time);
  add_range(s, e, "batch_ms", time, milliseconds_text);
  s.words(batch > 1 ? " for " + whole(batch) + " at once, each " : " for ");
  s.words(item_words(e));
  add_media_cost(s, e);
  end(s, e);
}

std::string training_words(const Estimate& e) {
  const Objective objective = e.question.train.objective;
  const char* by = objective == Objective::dpo ? " with DPO" : objective == Objective::grpo ? " with GRPO" : "";
  const std::string name = e.model.name + by;
  switch (e.question.method()) {
    case Method::lora:
      return "LoRA fine-tuning of " + name;
    case Method::qlora:
      return "QLoRA fine-tuning of " + name;
    case Method::dora:
      return "DoRA fine-tuning of " + name;
    case Method::freeze:
      return "Partly frozen fine-tuning of " + name;
    case Method::full:
      break;
  }
  return (e.question.workload == Workload::finetune ? "Full fine-tuning of " : "Training ") + name;
}

void training_sentence(Sentence& s, const Estimate& e) {
  const Question& r = e.question;
  const bool samples = e.speed.samples.has_value();
  s.words(training_words(e) + " on " + large_count(samples ? *e.speed.samples : *e.speed.tokens) +
          (samples ? " samples" : " tokens"));
  s.words(fit_words(e)).figure("hardware", r.gpus, "", hardware_words(r));
  if (says_why_not(s, e)) return;
  const std::string mfu = percent_text(*e.speed.mfu);
  add_days(s, e, ": ", " at ");
  s.figure("mfu", *e.speed.mfu, "", mfu + " MFU");
  add_range(s, e, "mfu", mfu, percent_text);
  s.words(" of the " + arithmetic_text(peak_arithmetic(r)) + " peak");
  add_run_cost(s, e);
  end(s, e);
}

// Of a latency, a cost, a size or a deadline that the scenario says.
bool is_missed(const Demand& d) {
  const bool of_figures = d.of == LimitOf::speed || d.of == LimitOf::money || d.of == LimitOf::size;
  return d.wished && of_figures && std::isfinite(d.ratio) && !d.met();
}

bool misses_a_limit(const Estimate& e) {
  if (e.speed.slo && !e.speed.slo->met) return true;
  const std::vector<Demand> all = unworded_demands(e);
  return std::any_of(all.begin(), all.end(), is_missed);
}

// What people have to know first.
std::string status_of(const Estimate& e, bool misses) {
  if (e.memory.fit != Fit::no && e.hindrance()) return "unsupported";
  if (e.memory.fit != Fit::no && falls_behind(e)) return "behind";
  return misses ? "misses" : std::string(word_of(e.memory.fit));
}

// " It misses a limit: 25 days, 24 hours allowed."
void add_missed(Sentence& s, const Estimate& e) {
  std::string missed;
  for (const Demand& d : demands(e))
    if (is_missed(d)) add_part(missed, d.text, "; ");
  s.words(" It misses a limit" + (missed.empty() ? "." : ": " + missed + "."));
}

std::string short_text(const Estimate& e, bool misses) {
  const MemoryResult& m = e.memory;
  if (m.fit == Fit::no) return "Does not fit: short by " + memory_text(-m.free_gb);
  if (const Lack* lack = e.hindrance()) return "Not supported: " + lack->name;
  if (falls_behind(e))
    return "Falls behind · " + short_number(*highest_rate(e) * 60) + " of " +
           short_number(*e.question.serve.requests_per_minute) + " requests a minute";
  const std::string fit = misses ? "Misses a limit" : m.fit == Fit::tight ? "Tight" : "Fits" + held_words(e);
  if (e.speed.days)
    return fit + " · " + duration(days_of_run(e) * 86400) +
           (e.cost.usd_per_run ? " · " + rounded_dollars(*e.cost.usd_per_run) : "");
  const std::string price = e.cost.usd_per_h ? " · " + rounded_dollars(*e.cost.usd_per_h) + "/h" : "";
  if (e.question.is(kMediaServe))
    return fit + " · " +
           (e.speed.audio_s_per_s ? short_number(*e.speed.audio_s_per_s) + "× real time"
                                  : short_number(*e.speed.requests_per_s) + " " + items_word(e) + "/s") +
           price;
  if (e.question.workload == Workload::serve)
    return fit + " · " + short_number(*e.speed.tokens_per_s_per_request) +
           (is_for_one(e) ? " tokens/s" : " tokens/s each") + price;
  return fit + " · " + short_number(*e.speed.tokens_per_s) + " tokens/s" + price;
}

}  // namespace

Answer sentence(const Estimate& e) {
  Sentence s;
  e.question.by_job(serving_sentence, training_sentence, media_sentence, training_sentence)(s, e);
  Answer answer;
  const bool misses = does_its_work(e) && misses_a_limit(e);
  answer.status = status_of(e, misses);
  answer.short_text = short_text(e, misses);
  if (misses) add_missed(s, e);
  std::move(s).into(answer);
  return answer;
}

namespace {

void say_what_ended(Estimate& e, const Effort& sizing, const Effort& targets, const Effort& search) {
  if (sizing.ended())
    e.warnings.push_back(
        {"sizing_ended", Severity::info,
         "Not every number of accelerators was simulated, which would take too long: one that meets the targets may "
         "be missing."});
  if (targets.ended())
    e.warnings.push_back({"targets_ended", Severity::info,
                          "The largest load that meets the targets was not sought, which would take too long."});
  if (search.ended())
    e.warnings.push_back(
        {"search_ended", Severity::info, "Not every change that might help was tried, which would take too long."});
}

// Adds what the other kind of software gives one person who named none.
void say_other_software(Estimate& e, const Scenario& scenario, const Catalog& catalog) {
  if (!e.question.is_for_one() || scenario.serve.engine || scenario.precision.weights || e.question.network()) return;
  const ServingEngine& own = e.question.engine();
  if (catalog.engines.empty() || catalog.engines.front().id == own.id || e.memory.fit == Fit::no) return;
  Question other = parts_of(scenario, catalog);
  other.serve.concurrency = 1;
  other.serve.engine = catalog.engines.front().id;
  const Result<Estimate> there = estimate_figures(std::move(other), catalog);
  if (!there || there->memory.fit == Fit::no || there->hindrance()) return;
  e.warnings.push_back({"other_software", Severity::info,
                        own.name + " is assumed for one user; " + catalog.engines.front().name + " in " +
                            there->question.weights->name + " gives " +
                            short_number(*there->speed.tokens_per_s_per_request) +
                            " tokens/s here, and more in total for several users."});
}

// Adds to the sentence what many users take where one was taken, because nobody said how many: the same accelerators,
// else more of them.
void say_many(Estimate& e, const Scenario& scenario, const Catalog& catalog) {
  const bool taken = e.question.is_for_one() && !scenario.serve.concurrency && !e.question.network();
  if (!taken || e.memory.fit != Fit::fits || e.hindrance()) return;
  Question asked = parts_of(scenario, catalog);
  asked.serve.concurrency = kUsualUsers;
  const int one = e.question.gpus;
  for (const std::optional<int> count : {std::optional(one), std::optional<int>()}) {
    asked.hardware.count = count;
    const Result<Estimate> many = estimate_figures(sized(asked, catalog), catalog);
    if (!many || many->memory.fit != Fit::fits || many->hindrance()) continue;
    const Question& r = many->question;
    const std::string what = count ? "fit too" : "need " + whole(r.gpus);
    e.answer.parts.push_back(
        {" " + whole(kUsualUsers) + " at once " + what + ", in " + r.weights->name + " with " + r.engine().name + ".",
         "", ""});
    e.answer.text += e.answer.parts.back().text;
    return;
  }
}

}  // namespace

Result<Estimate> estimate(const Scenario& scenario, const Catalog& catalog) {
  return estimate(parts_of(scenario, catalog), catalog);
}

Result<Estimate> answer(const Scenario& scenario, const Catalog& catalog, With with) {
  Effort sizing(with.effort), targets(with.effort), search(with.effort);
  Result<Estimate> figures = estimate(sized(parts_of(scenario, catalog), catalog, sizing), catalog);
  if (!figures) return figures;
  Estimate& e = figures.value();
  Problems names =
      constraint_problems(scenario.constraints, e.question.own_catalog ? *e.question.own_catalog : catalog);
  if (!names.empty()) return names;
  if (with.limits) e.memory = with_limits(e);
  if (with.percentiles && e.speed.ttft_ms) add_percentiles(e);
  if (with.series && does_its_work(e)) {
    e.cost.cash_flow = cash_flow(e);
    e.sensitivity = cost_sensitivity(e);
  }
  add_targets(e, targets);
  mark_price(e, catalog);
  e.device = device_word(*e.question.accelerator);
  e.cost.verdict = cost_verdict(e);
  e.answer = sentence(e);
  e.warnings = warnings(e, catalog);
  e.remedies = remedies(e, catalog, search);
  say_what_ended(e, sizing, targets, search);
  say_other_software(e, scenario, catalog);
  say_many(e, scenario, catalog);
  e.rules_of_thumb = rules_of_thumb(e);
  if (!e.hindrance()) e.reproduce = reproduce(e, catalog);
  if (with.explain) e.explain = explain(e, catalog);
  fill_in(e);
  e.taken = taken(scenario, e, catalog);
  return figures;
}

Result<Recommendations> recommend(const Scenario& scenario, const Catalog& catalog, const RecommendOptions& options) {
  Problems problems = problems_of(scenario, catalog);
  append(problems, search_problems(scenario, catalog));
  if (!problems.empty()) return problems;
  return recommend(*question_of(scenario, catalog), catalog, options);
}

std::string link_to(const Scenario& scenario, const Catalog& catalog) {
  Estimate e;
  if (!estimate_ranked(sized(parts_of(scenario, catalog), catalog), catalog, e).empty())
    return encode_url(scenario, catalog.date);
  Scenario asked = scenario;
  const Question& taken = e.question;
  asked.hardware.count = taken.hardware.count;
  if (taken.is(kServe) && !scenario.serve.requests_per_minute && !is_daily(scenario.serve))
    asked.serve.concurrency = taken.serve.concurrency;
  if (taken.is(kServes)) {
    asked.serve.input_tokens = taken.serve.input_tokens;
    asked.serve.output_tokens = taken.serve.output_tokens;
  }
  if (taken.is(kTrain)) {
    asked.train.method = scenario.method();
    if (!scenario.train.epochs && !scenario.train.dataset_tokens) asked.train.tokens = e.speed.tokens;
  }
  return encode_url(asked, catalog.date, !taken.network());
}

}  // namespace ridgepoint
