#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "engine/ask/ask.h"

namespace ridgepoint {

namespace {

constexpr double kUsualWindow = 30;  // s of audio

// Tokens of a request in the mean: of the prompt, of its answer, and of the reasoning before it.
struct Lengths {
  double prompt, answer, reasoning;
};
constexpr std::array<Lengths, kWords<RequestPurpose>.size()> kLengths = {{
    {500, 200, 0},       // chat: ShareGPT has 161 + 338 (Kwon et al. 2023) or, with its turns, 756 + 200 (Zhong 2024)
    {4000, 300, 0},      // rag: ten passages of 400 tokens (a convention)
    {2048, 28, 0},       // code: Azure's trace of an editor's completions, 8,819 requests in November 2023
    {8600, 180, 0},      // agent: 8,596 + 182 of the trace of tools and agents of Kimi (Qin et al. 2025)
    {1740, 90, 0},       // summary: 1,738 + 91 of LongBench (Zhong et al. 2024)
    {1000, 1000, 7000},  // reasoning: 1,000 + 8,000 of InferenceMAX (SemiAnalysis 2025)
    {500, 1, 0},         // embedding: a page (a convention)
    {2048, 512, 0},      // general
}};

// Fills in the lengths that are left open, within the context of the model and the one that is asked for.
void fill_lengths(ServeChoice& serve, const ModelRecord* model) {
  const bool writes = !model || generates_tokens(model->kind);
  if (!writes && model->kind != ModelKind::encoder) return;
  const RequestPurpose purpose = serve.purpose.value_or(writes ? RequestPurpose::chat : RequestPurpose::embedding);
  const Lengths& usual = kLengths[static_cast<std::size_t>(purpose)];
  constexpr double kAny = std::numeric_limits<double>::infinity();
  double room = std::min<double>(serve.max_context.value_or(kAny), model ? model->max_context.value_or(kAny) : kAny) -
                serve.prompt() - serve.answer();
  const auto take = [&room](std::optional<double>& length, double mean, double least) {
    if (length) return;
    length = std::max(least, std::min(mean, room));
    room -= *length;
  };
  if (writes) take(serve.output_tokens, usual.answer, 1);
  if (writes) take(serve.reasoning_tokens, usual.reasoning, 0);
  take(serve.input_tokens, usual.prompt, 1);
}

double tokens_of_request(const ServeChoice& serve, const ModelRecord* model) {
  if (!model || generates_tokens(model->kind)) return serve.prompt() + serve.answer();
  return std::min<double>(serve.prompt(), model->max_context.value_or(serve.prompt()));
}

double audio_of_request(const ServeChoice& serve, const ModelRecord* model) {
  return serve.audio_s.value_or(model ? model->window_s.value_or(kUsualWindow) : kUsualWindow);
}

bool is_personal(const HardwareChoice& hardware, const Catalog& catalog) {
  constexpr int kMost = 4;
  const Accelerator* device = hardware.instance ? nullptr : find_accelerator(catalog, hardware.accelerator);
  return device && !is_of_a_data_center(*device) && hardware.count.value_or(1) <= kMost;
}

// A minute, at the busiest time of a day.
double peak_requests_per_minute(const ServeChoice& serve, const ModelRecord* model) {
  const double of_users = serve.daily_users.value_or(0) * serve.requests_per_user_day.value_or(kRequestsPerUserDay);
  const double of_tokens = serve.tokens_per_day ? *serve.tokens_per_day / tokens_of_request(serve, model) : 0;
  const double of_audio = serve.audio_h_per_day.value_or(0) * 3600 / audio_of_request(serve, model);
  return (of_users + of_tokens + of_audio) / (24 * 60) * peak_factor(serve);
}

std::optional<double> requests_in_all(const ServeChoice& serve, const ModelRecord* model) {
  if (serve.total_tokens) return *serve.total_tokens / tokens_of_request(serve, model);
  if (serve.total_audio_h) return *serve.total_audio_h * 3600 / audio_of_request(serve, model);
  return serve.total_requests;
}

// How a load may be said. What follows from another stands beside it in an echo: it is of the same chain and of a lower
// rank.
struct LoadWords {
  const char* path;
  const char* words;
  std::optional<double> ServeChoice::*value;
  enum Chain { rate, amount } chain;
  int rank;
};
constexpr std::array<LoadWords, 8> kLoads = {{
    {"/serve/concurrency", "requests in flight", &ServeChoice::concurrency, LoadWords::amount, 0},
    {"/serve/requests_per_minute", "rate of requests", &ServeChoice::requests_per_minute, LoadWords::rate, 0},
    {"/serve/daily_users", "users of a day", &ServeChoice::daily_users, LoadWords::rate, 1},
    {"/serve/tokens_per_day", "tokens of a day", &ServeChoice::tokens_per_day, LoadWords::rate, 1},
    {"/serve/audio_h_per_day", "audio of a day", &ServeChoice::audio_h_per_day, LoadWords::rate, 1},
    {"/serve/total_requests", "requests in all", &ServeChoice::total_requests, LoadWords::amount, 1},
    {"/serve/total_tokens", "tokens in all", &ServeChoice::total_tokens, LoadWords::amount, 2},
    {"/serve/total_audio_h", "audio in all", &ServeChoice::total_audio_h, LoadWords::amount, 2},
}};

}  // namespace

void check_load(const ServeChoice& s, Problems& problems) {
  for (const LoadWords& said : kLoads)
    for (const LoadWords& before : kLoads) {
      if (&before == &said) break;
      const bool follows = before.chain == said.chain && before.rank != said.rank;
      if (s.*said.value && s.*before.value && !follows)
        note(problems, "conflict", said.path,
             std::string("Give the ") + before.words + " or the " + said.words + ", not both.");
    }
  if (s.requests_per_user_day && !s.daily_users)
    note(problems, "missing_field", "/serve/daily_users", "Requests of a user and day need the users.");
  if (s.done_within_h && !s.total_requests && !s.total_tokens && !s.total_audio_h)
    note(problems, "inconsistent", "/serve/done_within_h", "A deadline needs an amount that is to be done by then.",
         {"total_requests", "total_tokens", "total_audio_h"});
  if ((s.peak_factor || s.min_replicas) && !is_daily(s) && !s.requests_per_minute)
    note(problems, "missing_field", "/serve/requests_per_minute", "A fleet is sized for a rate or for daily users.",
         {"daily_users"});
}

void check_load(const ServeChoice& asked, const ServeChoice& loaded, Problems& problems) {
  for (const LoadWords& said : kLoads)
    if (const auto& given = asked.*said.value; given && std::fabs(*given - *(loaded.*said.value)) > 1e-6 * *given)
      note(problems, "conflict", said.path,
           std::string("Another ") + said.words + " follows from the rest of the load; give one of them.");
}

void fill_load(Asked& asked, const ModelChoice& choice, const Catalog& catalog) {
  ServeChoice& serve = asked.serve;
  if (!asked.serves()) return;
  const ModelRecord* model = choice.params_b ? nullptr : find_model(catalog, choice.id);
  fill_lengths(serve, model);
  if (is_daily(serve)) {
    serve.requests_per_minute = peak_requests_per_minute(serve, model);
    serve.peak_factor = peak_factor(serve);
    if (serve.daily_users && !serve.requests_per_user_day) serve.requests_per_user_day = kRequestsPerUserDay;
  }
  serve.total_requests = requests_in_all(serve, model);
  if (serve.total_requests) asked.workload = Workload::batch;
  if (serve.concurrency || serve.requests_per_minute || (model && !generates_tokens(model->kind))) return;
  if (asked.workload == Workload::batch)
    serve.concurrency = std::numeric_limits<double>::infinity();
  else
    serve.concurrency = is_personal(asked.hardware, catalog) ? 1 : kUsualUsers;
}

}  // namespace ridgepoint
