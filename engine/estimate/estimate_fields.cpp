// The public fields of a result. The order here is the order of the JSON.
#include "engine/estimate/estimate.h"

namespace ridgepoint {

void visit(AnswerFigure& f, FieldVisitor& v) {
  visit_field(v, {"id", "Which figure."}, f.id);
  visit_field(v, {"value", "Its value."}, f.value);
  visit_field(v, {"unit", "Its unit."}, f.unit);
  visit_field(v, {"text", "As the sentence shows it."}, f.text);
}

void visit(AnswerPart& p, FieldVisitor& v) {
  visit_field(v, {"text", "Piece of the sentence."}, p.text);
  visit_field(v, {"figure", "Id of the figure it shows; empty for plain words."}, p.figure);
  visit_field(v, {"range_of", "Id of the figure whose range it says."}, p.range_of);
}

void visit(Answer& a, FieldVisitor& v) {
  visit_field(v, {"text", "The whole sentence."}, a.text);
  visit_field(v, {"short_text", "The sentence for small places."}, a.short_text);
  visit_field(v,
              {"status",
               "fits, tight, misses (a limit of latency, cost or size), behind (more requests come than are answered), "
               "unsupported (by the device) "
               "or no."},
              a.status);
  visit_list(v, {"parts", "The sentence in pieces, so that figures can be set apart."}, a.parts);
  visit_list(v, {"figures", "The figures of the sentence."}, a.figures);
}

void visit(ModelSummary& m, FieldVisitor& v) {
  visit_field(v, {"name", "Model."}, m.name);
  visit_field(v, {"params_b", "Parameters, counted from the architecture.", "1e9"}, m.params_b);
  visit_field(v, {"active_params_b", "Parameters a token uses, embeddings included.", "1e9"}, m.active_params_b);
  visit_field(v, {"kv_bytes_per_token", "KV cache of the first token, all layers.", "B"}, m.kv_bytes_per_token);
  visit_field(v, {"flops_per_token", "Forward work of a token with an empty context.", "FLOP"}, m.flops_per_token);
  visit_field(v, {"synthesized", "Made up from a parameter count."}, m.synthesized);
  visit_field(v,
              {"gflop_per_request", "Work of one image, sequence or audio file, of models that are not token decoders.",
               "GFLOP"},
              m.gflop_per_request);
}

void visit(LineGb& l, FieldVisitor& v) {
  visit_field(v, {"id", "Which line."}, l.id);
  visit_field(v, {"label", "Line for people."}, l.label);
  visit_field(v, {"kind", "What it is for."}, l.kind);
  visit_field(v, {"gb", "Memory on one accelerator.", "GB"}, l.gb);
  visit_field(v, {"how", "How it is computed, with its numbers."}, l.how);
  visit_field(v, {"source", "Where the formula comes from."}, l.source);
}

void visit(MemoryResult& m, FieldVisitor& v) {
  visit_field(v, {"per_gpu_gb", "Memory used on the fullest accelerator; the sum of the lines.", "GB"}, m.per_gpu_gb);
  visit_field(v, {"usable_gb", "Memory a program can use on one accelerator.", "GB"}, m.usable_gb);
  visit_field(v, {"fit", "fits up to usable less headroom, tight to usable, no beyond."}, m.fit);
  visit_field(v, {"free_gb", "Usable less used; negative when short.", "GB"}, m.free_gb);
  visit_field(v, {"peak_allocated_gb", "What a framework counts as allocated at the peak.", "GB"}, m.peak_allocated_gb);
  visit_field(v, {"peak_reserved_gb", "What its allocator holds at the peak.", "GB"}, m.peak_reserved_gb);
  visit_field(v, {"host_gb", "In host memory: for each accelerator when training, for all of them when serving.", "GB"},
              m.host_gb);
  visit_list(v, {"lines", "Where the bytes go."}, m.lines);
  visit_list(v, {"kinds", "The lines added up by kind."}, m.kinds);
  visit_field(v, {"max_concurrency", "Most requests that fit with the whole context each."}, m.max_concurrency);
  visit_field(v, {"max_concurrency_mean", "Most requests that fit at their mean length."}, m.max_concurrency_mean);
  visit_field(v, {"max_context", "Longest context for every request in flight.", "tokens"}, m.max_context);
  visit_field(v, {"max_micro_batch", "Largest micro-batch that fits."}, m.max_micro_batch);
  visit_field(v, {"max_sequence", "Longest training sequence that fits.", "tokens"}, m.max_sequence);
  visit_field(
      v, {"max_params_b", "Parameters of the largest dense model of the usual shape that fits the same way.", "1e9"},
      m.max_params_b);
  visit_field(v, {"max_batch", "Most images, sequences or windows of audio at once."}, m.max_batch);
}

void visit(ComputeOptimal& c, FieldVisitor& v) {
  visit_field(v, {"tokens", "Compute-optimal tokens for this model.", "tokens"}, c.tokens);
  visit_field(v, {"params_b", "Model that the tokens of this run are compute-optimal for.", "1e9"}, c.params_b);
  visit_field(v, {"budget_gpu_h", "Accelerator hours asked about, or of the run.", "h"}, c.budget_gpu_h);
  visit_field(v, {"budget_params_b", "Compute-optimal model for them, at the work per second of this run.", "1e9"},
              c.budget_params_b);
  visit_field(v, {"budget_tokens", "Its tokens.", "tokens"}, c.budget_tokens);
}

void visit(LineSeconds& l, FieldVisitor& v) {
  visit_field(v, {"id", "Which part."}, l.id);
  visit_field(v, {"label", "Part for people."}, l.label);
  visit_field(v, {"bound", "What it waits for."}, l.bound);
  visit_field(v, {"s", "Time it takes.", "s"}, l.s);
}

void visit(Bottleneck& b, FieldVisitor& v) {
  visit_field(v, {"kind", "What limits most of it."}, b.kind);
  visit_field(v, {"text", "The limit for people."}, b.text);
  visit_field(v, {"share", "Share that it limits of a step, or of a request whose own prompt takes most of it."},
              b.share);
  visit_field(v, {"intensity", "Operations per byte moved; 0: not reported.", "FLOP/B"}, b.intensity);
  visit_field(v, {"ridge", "Operations per byte where compute and bandwidth take equally long.", "FLOP/B"}, b.ridge);
}

void visit(RooflinePoint& p, FieldVisitor& v) {
  visit_field(v, {"id", "prefill, decode or batch."}, p.id);
  visit_field(v, {"label", "The phase for people."}, p.label);
  visit_field(v, {"intensity", "Operations per byte moved.", "FLOP/B"}, p.intensity);
  visit_field(v, {"tflops", "What it reaches on one accelerator.", "TFLOP/s"}, p.tflops);
}

void visit(Roofline& r, FieldVisitor& v) {
  visit_field(v,
              {"peak_tflops", "Dense peak in the arithmetic of the weights; more where devices are fitted above it.",
               "TFLOP/s"},
              r.peak_tflops);
  visit_field(v, {"bandwidth_gb_s", "Peak memory bandwidth.", "GB/s"}, r.bandwidth_gb_s);
  visit_list(v, {"points", "Where phases stand whose bytes are counted."}, r.points);
}

void visit(FigureRange& r, FieldVisitor& v) {
  visit_field(v, {"figure", "Which figure."}, r.figure);
  visit_field(v, {"low", "Low end: about four of five measured runs of the class lay within."}, r.low);
  visit_field(v, {"high", "High end."}, r.high);
}

void visit(LayoutResult& l, FieldVisitor& v) {
  visit_field(v, {"tensor", "Tensor-parallel size."}, l.tensor);
  visit_field(v, {"pipeline", "Pipeline stages."}, l.pipeline);
  visit_field(v, {"context", "Context-parallel size."}, l.context);
  visit_field(v, {"expert", "Expert-parallel size."}, l.expert);
  visit_field(v, {"data", "Data-parallel size or replicas."}, l.data);
  visit_field(v, {"sharding", "What data-parallel ranks share."}, l.sharding);
  visit_field(v, {"micro_batch", "Sequences an accelerator works on at once; of dpo pairs."}, l.micro_batch);
  visit_field(v, {"global_batch", "Sequences of one optimizer step; of dpo pairs."}, l.global_batch);
  visit_field(v, {"accumulation", "Micro-batches of one step."}, l.accumulation);
  visit_field(v, {"schedule", "Order of micro-batches in pipeline stages."}, l.schedule);
  visit_field(v, {"virtual_stages", "Pieces of an interleaved stage."}, l.virtual_stages);
  visit_field(v, {"checkpointing", "Activation checkpointing."}, l.checkpointing);
  visit_field(v, {"why", "How what was left to choose was chosen."}, l.why);
}

void visit(Quantiles& q, FieldVisitor& v) {
  visit_field(v, {"p50", "Half of the requests are below."}, q.p50);
  visit_field(v, {"p95", "95 of 100 requests are below."}, q.p95);
  visit_field(v, {"p99", "99 of 100 requests are below."}, q.p99);
}

void visit(LatencyPercentiles& p, FieldVisitor& v) {
  visit_object(v, {"ttft_ms", "Time to first token.", "ms"}, p.ttft_ms);
  visit_object(v, {"tpot_ms", "Time per output token, mean of each answer.", "ms"}, p.tpot_ms);
  visit_object(v, {"e2e_s", "The whole request.", "s"}, p.e2e_s);
  visit_field(v, {"requests", "Requests that were simulated."}, p.requests);
}

void visit(TargetResult& t, FieldVisitor& v) {
  visit_field(v, {"figure", "Which target."}, t.figure);
  visit_field(v, {"limit", "What is wanted at most."}, t.limit);
  visit_field(v, {"value", "What is estimated."}, t.value);
  visit_field(v, {"met", "Whether that is within the limit."}, t.met);
}

void visit(SloResult& s, FieldVisitor& v) {
  visit_field(v, {"met", "Whether all targets are met."}, s.met);
  visit_list(v, {"targets", "Each target."}, s.targets);
  visit_field(v, {"max_concurrency", "Most requests in flight that meet them all, no more than fit; 0: none do."},
              s.max_concurrency);
  visit_field(v, {"max_requests_per_minute", "Highest rate of requests that meets them all; 0: none does.", "1/min"},
              s.max_requests_per_minute);
}

void visit(SpeculationResult& s, FieldVisitor& v) {
  visit_field(v, {"drafter", "ngram, mtp or model."}, s.drafter);
  visit_field(v, {"tokens_per_step", "Tokens a sequence gets from one step."}, s.tokens_per_step);
  visit_field(v, {"accepted_share", "Accepted of the drafted tokens."}, s.accepted_share);
  visit_field(v, {"draft_ms", "Time of a step that drafting takes.", "ms"}, s.draft_ms);
  visit_field(v, {"speedup", "Time of a token without it over that with it, at this load."}, s.speedup);
  visit_field(
      v, {"pays_up_to", "Requests in flight from which on decoding is not faster with it; absent: it always pays."},
      s.pays_up_to);
}

void visit(DisaggregationResult& d, FieldVisitor& v) {
  visit_field(v, {"prefill_replicas", "Replicas that read prompts; the split that answers most."}, d.prefill_replicas);
  visit_field(v, {"decode_replicas", "Replicas that decode."}, d.decode_replicas);
  visit_field(v, {"transfer_ms", "Time in which a prompt's cache goes from one to the other.", "ms"}, d.transfer_ms);
  visit_field(v, {"prefill_busy", "Share of the time in which prompts are read."}, d.prefill_busy);
  visit_field(v, {"decode_busy", "Rate over the highest that the decode replicas reach."}, d.decode_busy);
}

void visit(SpeedResult& s, FieldVisitor& v) {
  visit_field(v, {"ttft_ms", "Time to first token, mean.", "ms"}, s.ttft_ms);
  visit_field(v, {"tpot_ms", "Time per output token, mean.", "ms"}, s.tpot_ms);
  visit_field(v, {"tokens_per_s", "Output or trained tokens a second, all accelerators.", "1/s"}, s.tokens_per_s);
  visit_field(v, {"tokens_per_s_per_request", "Output tokens a second that one user sees.", "1/s"},
              s.tokens_per_s_per_request);
  visit_field(v, {"requests_per_s", "Requests answered a second.", "1/s"}, s.requests_per_s);
  visit_field(v, {"concurrency", "Requests in flight over all accelerators."}, s.concurrency);
  visit_field(v, {"queue_ms", "Part of ttft_ms: waiting until there is room in the cache; absent: none waits.", "ms"},
              s.queue_ms);
  visit_field(v,
              {"max_requests_per_s", "Requests that come faster than this wait without end, all accelerators.", "1/s"},
              s.max_requests_per_s);
  visit_object(v, {"percentiles", "Latencies request by request, on request."}, s.percentiles);
  visit_object(v, {"slo", "Latency targets, met or missed."}, s.slo);
  visit_object(v, {"speculation", "What speculative decoding brings."}, s.speculation);
  visit_object(v, {"disaggregation", "How prefill and decode share the replicas."}, s.disaggregation);
  visit_field(v, {"step_s", "Time of one optimizer step.", "s"}, s.step_s);
  visit_field(v, {"samples_per_s", "Sequences trained a second.", "1/s"}, s.samples_per_s);
  visit_field(v, {"tflops_per_gpu", "Model FLOPs a second of one accelerator.", "TFLOP/s"}, s.tflops_per_gpu);
  visit_field(v, {"mfu", "Model FLOPs utilization: share of the dense 16-bit peak, without recomputation."}, s.mfu);
  visit_field(v, {"hfu", "Hardware FLOPs utilization: the same with recomputation."}, s.hfu);
  visit_field(v, {"days", "Time of the whole run, with failures and checkpoints.", "d"}, s.days);
  visit_field(v, {"tokens", "Tokens of the whole run."}, s.tokens);
  visit_field(v, {"goodput", "Share of the run's time that advances it."}, s.goodput);
  visit_field(v, {"failures", "Failures to expect in the run."}, s.failures);
  visit_field(v, {"checkpoint_every_min", "Time between checkpoints that loses least.", "min"}, s.checkpoint_every_min);
  visit_object(v, {"compute_optimal", "Model and data in balance."}, s.compute_optimal);
  visit_field(v, {"batch", "Items an accelerator works on together."}, s.batch);
  visit_field(v, {"batch_ms", "Time of such a batch.", "ms"}, s.batch_ms);
  visit_field(v, {"images_per_s", "Images or videos a second, all accelerators.", "1/s"}, s.images_per_s);
  visit_field(v, {"audio_s_per_s", "Seconds of audio a second, all accelerators."}, s.audio_s_per_s);
  visit_field(v, {"real_time_factor", "Time of a request over the length of its audio."}, s.real_time_factor);
  visit_field(v, {"samples", "Samples of the whole run."}, s.samples);
  visit_list(v, {"ranges", "How far figures of speed, and of cost by them, may be off."}, s.ranges);
  visit_object(v, {"bottleneck", "What limits the speed."}, s.bottleneck);
  visit_object(v, {"roofline", "Peaks of the accelerator, and what prefill and decode reach under them."}, s.roofline);
  visit_list(v, {"time_lines", "Where the time of a step goes; the lines add up to it."}, s.time_lines);
  visit_list(v, {"bounds", "The time lines added up by what they wait for."}, s.bounds);
  visit_object(v, {"layout", "The layout in force."}, s.layout);
}

void visit(LineUsd& l, FieldVisitor& v) {
  visit_field(v, {"id", "Which line."}, l.id);
  visit_field(v, {"label", "Line for people."}, l.label);
  visit_field(v, {"usd", "Present value.", "US$"}, l.usd);
}

void visit(UsefulHour& h, FieldVisitor& v) {
  visit_field(v, {"rent", "Rented on demand.", "US$/h"}, h.rent);
  visit_field(v, {"reserved", "Rented under commitment.", "US$/h"}, h.reserved);
  visit_field(v, {"spot", "Rented as spot, lost work included.", "US$/h"}, h.spot);
  visit_field(v, {"buy", "Owned.", "US$/h"}, h.buy);
}

void visit(Npv& n, FieldVisitor& v) {
  visit_field(v, {"rent", "Rented over the same years.", "US$"}, n.rent);
  visit_field(v, {"buy", "Owned.", "US$"}, n.buy);
  visit_field(v, {"api", "The same tokens from a hosted API.", "US$"}, n.api);
}
void visit(BreakEven& b, FieldVisitor& v) {
  visit_field(v, {"utilization", "Use from which on owning costs no more than renting; absent: none; 0: any."},
              b.utilization);
  visit_field(v, {"rent_usd_gpu_h", "Rent at which both cost the same at the given use.", "US$/h"}, b.rent_usd_gpu_h);
  visit_field(v, {"months", "From when on owning has cost less than renting, discounted.", "months"}, b.months);
  visit_field(v, {"gpu_hours", "Accelerator hours of useful work until then.", "h"}, b.gpu_hours);
  visit_field(v,
              {"rent_over_api_utilization",
               "Use from which on rented machines cost no more than the hosted API; absent: none."},
              b.rent_over_api_utilization);
  visit_field(
      v,
      {"buy_over_api_utilization", "Use from which on owned machines cost no more than the hosted API; absent: none."},
      b.buy_over_api_utilization);
}
void visit_work(WorkCost& c, FieldVisitor& v) {
  visit_field(v, {"usd_per_1m_input_tokens", "A million prompt tokens, by the time they take.", "US$"},
              c.usd_per_1m_input_tokens);
  visit_field(v, {"usd_per_1m_output_tokens", "A million answer tokens, by the time they take.", "US$"},
              c.usd_per_1m_output_tokens);
  visit_field(v, {"usd_per_1k_requests", "A thousand requests, prompts and answers.", "US$"}, c.usd_per_1k_requests);
  visit_field(v, {"usd_per_1k_images", "A thousand images or videos.", "US$"}, c.usd_per_1k_images);
  visit_field(v, {"usd_per_audio_h", "An hour of audio.", "US$"}, c.usd_per_audio_h);
  visit_field(v, {"usd_per_run", "The whole run with its experiments.", "US$"}, c.usd_per_run);
}
void visit(PricedOption& o, FieldVisitor& v) {
  visit_field(v, {"id", "Word of the pricing, buy or api."}, o.id);
  visit_field(v, {"label", "Name for people."}, o.label);
  visit_field(v, {"usd_gpu_h", "Rent of one accelerator while it is paid.", "US$/h"}, o.usd_gpu_h);
  visit_field(v,
              {"usd_per_useful_gpu_h",
               "An accelerator hour of useful work; paid idle hours are spread over those that work.", "US$/h"},
              o.usd_per_useful_gpu_h);
  visit_work(o, v);
  visit_field(v, {"days", "Of a run on machines that are taken away.", "days"}, o.days);
  visit_field(v, {"npv", "Present value over the years.", "US$"}, o.npv);
  visit_field(v, {"source", "Offer and date of the price."}, o.source);
}
void visit(CashMonth& m, FieldVisitor& v) {
  visit_field(v, {"month", "After the start.", "months"}, m.month);
  visit_field(v, {"rent_usd", "Rented.", "US$"}, m.rent_usd);
  visit_field(v, {"buy_usd", "Owned.", "US$"}, m.buy_usd);
  visit_field(v, {"api_usd", "From a hosted API.", "US$"}, m.api_usd);
}
void visit(PowerResult& p, FieldVisitor& v) {
  visit_field(v, {"node_max_w", "One machine at the wall, at most.", "W"}, p.node_max_w);
  visit_field(v,
              {"power_supply_w",
               "Desktops: smallest usual power supply with a quarter more than the peak; absent: none is enough.", "W"},
              p.power_supply_w);
  visit_field(v, {"circuits_120v_15a", "Circuits of 120 V and 15 A that one machine needs, each at 80%."},
              p.circuits_120v_15a);
  visit_field(v, {"circuits_230v_16a", "Circuits of 230 V and 16 A that one machine needs, each at 80%."},
              p.circuits_230v_16a);
  visit_field(v, {"heat_btu_h", "Heat of all machines under load.", "BTU/h"}, p.heat_btu_h);
  visit_field(v, {"racks", "Racks that hold them."}, p.racks);
  visit_field(v, {"rack_kw", "Draw of a full rack.", "kW"}, p.rack_kw);
  visit_field(v, {"cooling", "Air up to 40 kW a rack, else liquid."}, p.cooling);
  visit_field(v, {"pue", "Power of the building over power of the machines."}, p.pue);
  visit_field(v, {"energy_kwh_year", "Of the building, a year of the stated use.", "kWh"}, p.energy_kwh_year);
  visit_field(v, {"co2_g_kwh", "Of the grid.", "g/kWh"}, p.co2_g_kwh);
  visit_field(v, {"co2_kg_year", "A year of the stated use.", "kg"}, p.co2_kg_year);
  visit_field(v, {"grid", "Grid and basis of its CO2."}, p.grid);
}
void visit(CostResult& c, FieldVisitor& v) {
  visit_field(v, {"way", "Of the ways, the one whose prices follow."}, c.option);
  visit_field(v, {"usd_per_h", "All accelerators, an hour.", "US$/h"}, c.usd_per_h);
  visit_field(v,
              {"usd_per_useful_h",
               "All accelerators, an hour of useful work: paid idle hours are spread over those that work.", "US$/h"},
              c.usd_per_useful_h);
  visit_work(c, v);
  visit_field(v, {"gpu_hours", "Accelerator hours of the run, with its experiments.", "h"}, c.gpu_hours);
  visit_field(v, {"prefill_share", "Share of the accelerators' time that prompts take."}, c.prefill_share);
  visit_field(v, {"rent_usd_gpu_h", "Rent of one accelerator.", "US$/h"}, c.rent_usd_gpu_h);
  visit_field(v, {"rent_source", "Offer the rent is taken from."}, c.rent_source);
  visit_field(v, {"purchase_usd", "Paid before anything runs.", "US$"}, c.purchase_usd);
  visit_field(v, {"purchase_share", "Share of the machines in all that owning costs."}, c.purchase_share);
  visit_field(v, {"purchase_source", "Where their price is from."}, c.purchase_source);
  visit_list(v, {"ways", "Each way to pay for the same work."}, c.options);
  visit_object(v, {"usd_per_useful_gpu_h", "Cost of an accelerator hour of useful work."}, c.usd_per_useful_gpu_h);
  visit_object(v, {"npv", "Present value of all payments."}, c.npv);
  visit_list(v, {"lines", "What owning costs; the lines add up to npv.buy."}, c.lines);
  visit_object(v, {"break_even", "Where renting and owning cost the same."}, c.break_even);
  visit_list(v, {"cash_flow", "Present value paid by each month, on request."}, c.cash_flow);
  visit_field(v, {"verdict", "Rent or own, in a sentence."}, c.verdict);
  visit_field(
      v,
      {"energy_kwh", "Energy of the run, of a million output tokens, or of a thousand requests without tokens.", "kWh"},
      c.energy_kwh);
  visit_field(v, {"co2_kg", "CO2 of that energy, building included.", "kg"}, c.co2_kg);
  visit_field(v, {"power_w", "Power at the wall under load.", "W"}, c.power_w);
  visit_object(v, {"power", "What machines need of the place they stand in."}, c.power);
}

void visit(Remedy& r, FieldVisitor& v) {
  visit_field(v, {"id", "Which change."}, r.id);
  visit_field(v, {"path", "Field that changes."}, r.path);
  visit_field(v, {"text", "The change for people."}, r.text);
  visit_field(v, {"per_gpu_gb", "Memory of an accelerator with it.", "GB"}, r.per_gpu_gb);
  visit_field(v, {"slowdown", "Time of a token with it over that without."}, r.slowdown);
  visit_field(v, {"usd_per_h", "All accelerators with it, an hour.", "US$/h"}, r.usd_per_h);
  visit_field(v, {"tokens_per_s_per_request", "Of each request with it.", "1/s"}, r.tokens_per_s_per_request);
  visit_field(v, {"days", "Of the run with it.", "d"}, r.days);
}

void visit(RuleOfThumb& r, FieldVisitor& v) {
  visit_field(v, {"id", "Which rule."}, r.id);
  visit_field(v, {"label", "The rule for people."}, r.label);
  visit_field(v, {"value", "What it gives."}, r.value);
  visit_field(v, {"unit", "Its unit."}, r.unit);
  visit_field(v, {"detailed", "The same quantity as computed."}, r.detailed);
  visit_field(v, {"why_different", "What makes them differ."}, r.why_different);
  visit_field(v, {"source", "Who reckons so."}, r.source);
}

void visit(Warning& w, FieldVisitor& v) {
  visit_field(v, {"code", "Stable name of the rule."}, w.code);
  visit_field(v, {"severity", "info, warn or stop."}, w.severity);
  visit_field(v, {"message", "What to know, with its figures."}, w.message);
}

namespace {
constexpr double kMostFlop = 1e33;  // of a run; no other figure is beyond 1e15
}

void visit(ExplainInput& i, FieldVisitor& v) {
  visit_field(v, {"name", "Symbol in the formula."}, i.name);
  visit_field(v, {"label", "What it is."}, i.label);
  visit_field(v, {.name = "value", .help = "Its value.", .max = kMostFlop}, i.value);
  visit_field(v, {"unit", "Its unit."}, i.unit);
  visit_field(v, {"source", "Where it comes from."}, i.source);
  visit_field(v, {"date", "When that was read."}, i.date);
  visit_field(v, {"unverified", "Nobody has seen it in a source."}, i.unverified);
  visit_field(v, {"figure", "The figure it is, where that is explained too."}, i.figure);
}

void visit(ExplainValidation& e, FieldVisitor& v) {
  visit_field(v, {"class", "Class of measured cases."}, e.figure_class);
  visit_field(v, {"rows", "Measured cases."}, e.rows);
  visit_field(v, {"median_error", "Half of them were off by less."}, e.median_error);
  visit_field(v, {"p90_error", "Nine of ten were off by less."}, e.p90_error);
  visit_field(v, {"figure", "The figure that was compared: this, or one that it is derived from."}, e.figure);
}

void visit(Explanation& e, FieldVisitor& v) {
  visit_field(v, {"pointer", "The figure explained."}, e.pointer);
  visit_field(v, {"label", "Its name."}, e.label);
  visit_field(v, {"formula", "Arithmetic over the inputs."}, e.formula);
  visit_field(v, {.name = "value", .help = "What it gives.", .max = kMostFlop}, e.value);
  visit_field(v, {"unit", "Its unit."}, e.unit);
  visit_field(v, {"text", "The idea in words."}, e.text);
  visit_list(v, {"inputs", "What goes into the formula."}, e.inputs);
  visit_object(v, {"validation", "How far estimates of this class have been off."}, e.validation);
}

void visit(Reproduction& r, FieldVisitor& v) {
  visit_field(v, {"figure", "The figure that is measured; empty: nothing is known that measures it."}, r.figure);
  visit_field(v, {"tool", "What measures it."}, r.tool);
  visit_field(v, {"command", "Lines for a shell; those that begin with # say where and when the ones below run."},
              r.command);
  visit_field(v, {"predicted", "What this command should measure, in the unit of the figure."}, r.predicted);
  visit_field(v, {"note", "What else it measures or leaves out; without a command: why there is none."}, r.note);
}

void visit(SensitivityLine& l, FieldVisitor& v) {
  visit_field(v, {"input", "Pointer of the input."}, l.input);
  visit_field(v, {"label", "Name for people."}, l.label);
  visit_field(v, {"low", "Lower value of the input."}, l.low);
  visit_field(v, {"high", "Higher value of the input."}, l.high);
  visit_field(v, {"figure", "What moves: /cost/npv is owning less renting, US$."}, l.figure);
  visit_field(v, {"at_low", "The figure at the lower value."}, l.at_low);
  visit_field(v, {"at_high", "The figure at the higher value."}, l.at_high);
  visit_field(v, {"flips_verdict", "The cheaper way changes within that."}, l.flips_verdict);
}
void visit(Estimate& e, FieldVisitor& v) {
  visit_field(v, {"device", "What one of the hardware is called: GPU, TPU, CPU, chip or accelerator."}, e.device);
  visit_object(v, {"answer", "The answer in a sentence."}, e.answer);
  visit_object(v, {"model", "The model, counted."}, e.model);
  visit_object(v, {"memory", "Memory of one accelerator."}, e.memory);
  visit_object(v, {"speed", "Speed; as if memory sufficed when it does not fit."}, e.speed);
  visit_object(v, {"cost", "Cost."}, e.cost);
  visit_list(v, {"remedies", "When it does not fit: changes that were estimated again and do."}, e.remedies);
  visit_list(v, {"sensitivity", "How figures move with each input, on request."}, e.sensitivity);
  visit_list(v, {"rules_of_thumb", "What people reckon, beside what was computed."}, e.rules_of_thumb);
  visit_list(v, {"warnings", "What to know before relying on it."}, e.warnings);
  visit_list(v, {"reproduce", "Commands that measure the figures on one's own machine."}, e.reproduce);
  visit_list(v, {"explain", "Where figures come from, on request."}, e.explain);
}

}  // namespace ridgepoint
