// The public fields of a result. The order here is the order of the JSON.
#include "engine/estimate/estimate.h"

namespace ridgepoint {

using field::visit_field;
using field::visit_list;
using field::visit_object;

void visit(AnswerFigure& f, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Which figure."}, f.id);
  visit_field(v, {.name = "value", .help = "Its value."}, f.value);
  visit_field(v, {.name = "unit", .help = "Its unit."}, f.unit);
  visit_field(v, {.name = "text", .help = "As the sentence shows it."}, f.text);
}

void visit(AnswerPart& p, FieldVisitor& v) {
  visit_field(v, {.name = "text", .help = "Piece of the sentence."}, p.text);
  visit_field(v, {.name = "figure", .help = "Id of the figure it shows; empty for plain words."}, p.figure);
  visit_field(v, {.name = "range_of", .help = "Id of the figure whose range it says."}, p.range_of);
}

void visit(Answer& a, FieldVisitor& v) {
  visit_field(v, {.name = "text", .help = "The whole sentence."}, a.text);
  visit_field(v, {.name = "short_text", .help = "The sentence for small places."}, a.short_text);
  visit_field(
      v,
      {.name = "status",
       .help = "fits, tight, misses (a limit of latency, cost or size), behind (more requests come than are answered), "
               "unsupported (by the device) "
               "or no."},
      a.status);
  visit_list(v, {.name = "parts", .help = "The sentence in pieces, so that figures can be set apart."}, a.parts);
  visit_list(v, {.name = "figures", .help = "The figures of the sentence."}, a.figures);
}

void visit(ModelSummary& m, FieldVisitor& v) {
  visit_field(v, {.name = "name", .help = "Model."}, m.name);
  visit_field(v, {.name = "params_b", .help = "Parameters, counted from the architecture.", .unit = "1e9"}, m.params_b);
  visit_field(v, {.name = "active_params_b", .help = "Parameters a token uses, embeddings included.", .unit = "1e9"},
              m.active_params_b);
  visit_field(v, {.name = "kv_bytes_per_token", .help = "KV cache of the first token, all layers.", .unit = "B"},
              m.kv_bytes_per_token);
  visit_field(v, {.name = "flops_per_token", .help = "Forward work of a token with an empty context.", .unit = "FLOP"},
              m.flops_per_token);
  visit_field(v, {.name = "synthesized", .help = "Made up from a parameter count."}, m.synthesized);
  visit_field(v,
              {.name = "gflop_per_request",
               .help = "Work of one image, sequence or audio file, of models that are not token decoders.",
               .unit = "GFLOP"},
              m.gflop_per_request);
}

void visit(LineGb& l, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Which line."}, l.id);
  visit_field(v, {.name = "label", .help = "Line for people."}, l.label);
  visit_field(v, {.name = "kind", .help = "What it is for."}, l.kind);
  visit_field(v, {.name = "gb", .help = "Memory on one accelerator.", .unit = "GB"}, l.gb);
  visit_field(v, {.name = "how", .help = "How it is computed, with its numbers."}, l.how);
  visit_field(v, {.name = "source", .help = "Where the formula comes from."}, l.source);
}

void visit(MemoryResult& m, FieldVisitor& v) {
  visit_field(
      v, {.name = "per_gpu_gb", .help = "Memory used on the fullest accelerator; the sum of the lines.", .unit = "GB"},
      m.per_gpu_gb);
  visit_field(v, {.name = "usable_gb", .help = "Memory a program can use on one accelerator.", .unit = "GB"},
              m.usable_gb);
  visit_field(v, {.name = "fit", .help = "fits up to usable less headroom, tight to usable, no beyond."}, m.fit);
  visit_field(v, {.name = "free_gb", .help = "Usable less used; negative when short.", .unit = "GB"}, m.free_gb);
  visit_field(v,
              {.name = "peak_allocated_gb", .help = "What a framework counts as allocated at the peak.", .unit = "GB"},
              m.peak_allocated_gb);
  visit_field(v, {.name = "peak_reserved_gb", .help = "What its allocator holds at the peak.", .unit = "GB"},
              m.peak_reserved_gb);
  visit_field(v,
              {.name = "host_gb",
               .help = "In host memory: for each accelerator when training, for all of them when serving.",
               .unit = "GB"},
              m.host_gb);
  visit_list(v, {.name = "lines", .help = "Where the bytes go."}, m.lines);
  visit_list(v, {.name = "kinds", .help = "The lines added up by kind."}, m.kinds);
  visit_field(v, {.name = "max_concurrency", .help = "Most requests that fit with the whole context each."},
              m.max_concurrency);
  visit_field(v, {.name = "max_concurrency_mean", .help = "Most requests that fit at their mean length."},
              m.max_concurrency_mean);
  visit_field(v, {.name = "max_context", .help = "Longest context for every request in flight.", .unit = "tokens"},
              m.max_context);
  visit_field(v, {.name = "max_micro_batch", .help = "Largest micro-batch that fits."}, m.max_micro_batch);
  visit_field(v, {.name = "max_sequence", .help = "Longest training sequence that fits.", .unit = "tokens"},
              m.max_sequence);
  visit_field(v,
              {.name = "max_params_b",
               .help = "Parameters of the largest dense model of the usual shape that fits the same way.",
               .unit = "1e9"},
              m.max_params_b);
  visit_field(v, {.name = "max_batch", .help = "Most images, sequences or windows of audio at once."}, m.max_batch);
}

void visit(ComputeOptimal& c, FieldVisitor& v) {
  visit_field(v, {.name = "tokens", .help = "Compute-optimal tokens for this model.", .unit = "tokens"}, c.tokens);
  visit_field(v,
              {.name = "params_b", .help = "Model that the tokens of this run are compute-optimal for.", .unit = "1e9"},
              c.params_b);
  visit_field(v, {.name = "budget_gpu_h", .help = "Accelerator hours asked about, or of the run.", .unit = "h"},
              c.budget_gpu_h);
  visit_field(v,
              {.name = "budget_params_b",
               .help = "Compute-optimal model for them, at the work per second of this run.",
               .unit = "1e9"},
              c.budget_params_b);
  visit_field(v, {.name = "budget_tokens", .help = "Its tokens.", .unit = "tokens"}, c.budget_tokens);
}

void visit(LineSeconds& l, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Which part."}, l.id);
  visit_field(v, {.name = "label", .help = "Part for people."}, l.label);
  visit_field(v, {.name = "bound", .help = "What it waits for."}, l.bound);
  visit_field(v, {.name = "s", .help = "Time it takes.", .unit = "s"}, l.s);
}

void visit(Bottleneck& b, FieldVisitor& v) {
  visit_field(v, {.name = "kind", .help = "What limits most of it."}, b.kind);
  visit_field(v, {.name = "text", .help = "The limit for people."}, b.text);
  visit_field(
      v,
      {.name = "share", .help = "Share that it limits of a step, or of a request whose own prompt takes most of it."},
      b.share);
  visit_field(v, {.name = "intensity", .help = "Operations per byte moved; 0: not reported.", .unit = "FLOP/B"},
              b.intensity);
  visit_field(
      v,
      {.name = "ridge", .help = "Operations per byte where compute and bandwidth take equally long.", .unit = "FLOP/B"},
      b.ridge);
}

void visit(RooflinePoint& p, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "prefill, decode or batch."}, p.id);
  visit_field(v, {.name = "label", .help = "The phase for people."}, p.label);
  visit_field(v, {.name = "intensity", .help = "Operations per byte moved.", .unit = "FLOP/B"}, p.intensity);
  visit_field(v, {.name = "tflops", .help = "What it reaches on one accelerator.", .unit = "TFLOP/s"}, p.tflops);
}

void visit(Roofline& r, FieldVisitor& v) {
  visit_field(v,
              {.name = "peak_tflops",
               .help = "Dense peak in the arithmetic of the weights; more where devices are fitted above it.",
               .unit = "TFLOP/s"},
              r.peak_tflops);
  visit_field(v, {.name = "bandwidth_gb_s", .help = "Peak memory bandwidth.", .unit = "GB/s"}, r.bandwidth_gb_s);
  visit_list(v, {.name = "points", .help = "Where phases stand whose bytes are counted."}, r.points);
}

void visit(FigureRange& r, FieldVisitor& v) {
  visit_field(v, {.name = "figure", .help = "Which figure."}, r.figure);
  visit_field(v, {.name = "low", .help = "Low end: about four of five measured runs of the class lay within."}, r.low);
  visit_field(v, {.name = "high", .help = "High end."}, r.high);
}

void visit(LayoutResult& l, FieldVisitor& v) {
  visit_field(v, {.name = "tensor", .help = "Tensor-parallel size."}, l.tensor);
  visit_field(v, {.name = "pipeline", .help = "Pipeline stages."}, l.pipeline);
  visit_field(v, {.name = "context", .help = "Context-parallel size."}, l.context);
  visit_field(v, {.name = "expert", .help = "Expert-parallel size."}, l.expert);
  visit_field(v, {.name = "data", .help = "Data-parallel size or replicas."}, l.data);
  visit_field(v, {.name = "sharding", .help = "What data-parallel ranks share."}, l.sharding);
  visit_field(v, {.name = "micro_batch", .help = "Sequences an accelerator works on at once; of dpo pairs."},
              l.micro_batch);
  visit_field(v, {.name = "global_batch", .help = "Sequences of one optimizer step; of dpo pairs."}, l.global_batch);
  visit_field(v, {.name = "accumulation", .help = "Micro-batches of one step."}, l.accumulation);
  visit_field(v, {.name = "schedule", .help = "Order of micro-batches in pipeline stages."}, l.schedule);
  visit_field(v, {.name = "virtual_stages", .help = "Pieces of an interleaved stage."}, l.virtual_stages);
  visit_field(v, {.name = "checkpointing", .help = "Activation checkpointing."}, l.checkpointing);
  visit_field(v, {.name = "why", .help = "How what was left to choose was chosen."}, l.why);
}

void visit(Quantiles& q, FieldVisitor& v) {
  visit_field(v, {.name = "p50", .help = "Half of the requests are below."}, q.p50);
  visit_field(v, {.name = "p95", .help = "95 of 100 requests are below."}, q.p95);
  visit_field(v, {.name = "p99", .help = "99 of 100 requests are below."}, q.p99);
}

void visit(LatencyPercentiles& p, FieldVisitor& v) {
  visit_object(v, {.name = "ttft_ms", .help = "Time to first token.", .unit = "ms"}, p.ttft_ms);
  visit_object(v, {.name = "tpot_ms", .help = "Time per output token, mean of each answer.", .unit = "ms"}, p.tpot_ms);
  visit_object(v, {.name = "e2e_s", .help = "The whole request.", .unit = "s"}, p.e2e_s);
  visit_field(v, {.name = "requests", .help = "Requests that were simulated."}, p.requests);
}

void visit(TargetResult& t, FieldVisitor& v) {
  visit_field(v, {.name = "figure", .help = "Which target."}, t.figure);
  visit_field(v, {.name = "limit", .help = "What is wanted at most."}, t.limit);
  visit_field(v, {.name = "value", .help = "What is estimated."}, t.value);
  visit_field(v, {.name = "met", .help = "Whether that is within the limit."}, t.met);
}

void visit(SloResult& s, FieldVisitor& v) {
  visit_field(v, {.name = "met", .help = "Whether all targets are met."}, s.met);
  visit_list(v, {.name = "targets", .help = "Each target."}, s.targets);
  visit_field(
      v,
      {.name = "max_concurrency", .help = "Most requests in flight that meet them all, no more than fit; 0: none do."},
      s.max_concurrency);
  visit_field(v,
              {.name = "max_requests_per_minute",
               .help = "Highest rate of requests that meets them all; 0: none does.",
               .unit = "1/min"},
              s.max_requests_per_minute);
}

void visit(SpeculationResult& s, FieldVisitor& v) {
  visit_field(v, {.name = "drafter", .help = "ngram, mtp or model."}, s.drafter);
  visit_field(v, {.name = "tokens_per_step", .help = "Tokens a sequence gets from one step."}, s.tokens_per_step);
  visit_field(v, {.name = "accepted_share", .help = "Accepted of the drafted tokens."}, s.accepted_share);
  visit_field(v, {.name = "draft_ms", .help = "Time of a step that drafting takes.", .unit = "ms"}, s.draft_ms);
  visit_field(v, {.name = "speedup", .help = "Time of a token without it over that with it, at this load."}, s.speedup);
  visit_field(v,
              {.name = "pays_up_to",
               .help = "Requests in flight from which on decoding is not faster with it; absent: it always pays."},
              s.pays_up_to);
}

void visit(DisaggregationResult& d, FieldVisitor& v) {
  visit_field(v, {.name = "prefill_replicas", .help = "Replicas that read prompts; the split that answers most."},
              d.prefill_replicas);
  visit_field(v, {.name = "decode_replicas", .help = "Replicas that decode."}, d.decode_replicas);
  visit_field(
      v, {.name = "transfer_ms", .help = "Time in which a prompt's cache goes from one to the other.", .unit = "ms"},
      d.transfer_ms);
  visit_field(v, {.name = "prefill_busy", .help = "Share of the time in which prompts are read."}, d.prefill_busy);
  visit_field(v, {.name = "decode_busy", .help = "Rate over the highest that the decode replicas reach."},
              d.decode_busy);
}

void visit(SpeedResult& s, FieldVisitor& v) {
  visit_field(v, {.name = "ttft_ms", .help = "Time to first token, mean.", .unit = "ms"}, s.ttft_ms);
  visit_field(v, {.name = "tpot_ms", .help = "Time per output token, mean.", .unit = "ms"}, s.tpot_ms);
  visit_field(v,
              {.name = "tokens_per_s", .help = "Output or trained tokens a second, all accelerators.", .unit = "1/s"},
              s.tokens_per_s);
  visit_field(v,
              {.name = "tokens_per_s_per_request", .help = "Output tokens a second that one user sees.", .unit = "1/s"},
              s.tokens_per_s_per_request);
  visit_field(v, {.name = "requests_per_s", .help = "Requests answered a second.", .unit = "1/s"}, s.requests_per_s);
  visit_field(v, {.name = "concurrency", .help = "Requests in flight over all accelerators."}, s.concurrency);
  visit_field(v,
              {.name = "queue_ms",
               .help = "Part of ttft_ms: waiting until there is room in the cache; absent: none waits.",
               .unit = "ms"},
              s.queue_ms);
  visit_field(v,
              {.name = "max_requests_per_s",
               .help = "Requests that come faster than this wait without end, all accelerators.",
               .unit = "1/s"},
              s.max_requests_per_s);
  visit_object(v, {.name = "percentiles", .help = "Latencies request by request, on request."}, s.percentiles);
  visit_object(v, {.name = "slo", .help = "Latency targets, met or missed."}, s.slo);
  visit_object(v, {.name = "speculation", .help = "What speculative decoding brings."}, s.speculation);
  visit_object(v, {.name = "disaggregation", .help = "How prefill and decode share the replicas."}, s.disaggregation);
  visit_field(v, {.name = "step_s", .help = "Time of one optimizer step.", .unit = "s"}, s.step_s);
  visit_field(v, {.name = "samples_per_s", .help = "Sequences trained a second.", .unit = "1/s"}, s.samples_per_s);
  visit_field(v, {.name = "tflops_per_gpu", .help = "Model FLOPs a second of one accelerator.", .unit = "TFLOP/s"},
              s.tflops_per_gpu);
  visit_field(
      v, {.name = "mfu", .help = "Model FLOPs utilization: share of the dense 16-bit peak, without recomputation."},
      s.mfu);
  visit_field(v, {.name = "hfu", .help = "Hardware FLOPs utilization: the same with recomputation."}, s.hfu);
  visit_field(v, {.name = "days", .help = "Time of the whole run, with failures and checkpoints.", .unit = "d"},
              s.days);
  visit_field(v, {.name = "tokens", .help = "Tokens of the whole run."}, s.tokens);
  visit_field(v, {.name = "goodput", .help = "Share of the run's time that advances it."}, s.goodput);
  visit_field(v, {.name = "failures", .help = "Failures to expect in the run."}, s.failures);
  visit_field(v, {.name = "checkpoint_every_min", .help = "Time between checkpoints that loses least.", .unit = "min"},
              s.checkpoint_every_min);
  visit_object(v, {.name = "compute_optimal", .help = "Model and data in balance."}, s.compute_optimal);
  visit_field(v, {.name = "batch", .help = "Items an accelerator works on together."}, s.batch);
  visit_field(v, {.name = "batch_ms", .help = "Time of such a batch.", .unit = "ms"}, s.batch_ms);
  visit_field(v, {.name = "images_per_s", .help = "Images or videos a second, all accelerators.", .unit = "1/s"},
              s.images_per_s);
  visit_field(v, {.name = "audio_s_per_s", .help = "Seconds of audio a second, all accelerators."}, s.audio_s_per_s);
  visit_field(v, {.name = "real_time_factor", .help = "Time of a request over the length of its audio."},
              s.real_time_factor);
  visit_field(v, {.name = "samples", .help = "Samples of the whole run."}, s.samples);
  visit_list(v, {.name = "ranges", .help = "How far figures of speed, and of cost by them, may be off."}, s.ranges);
  visit_object(v, {.name = "bottleneck", .help = "What limits the speed."}, s.bottleneck);
  visit_object(v,
               {.name = "roofline", .help = "Peaks of the accelerator, and what prefill and decode reach under them."},
               s.roofline);
  visit_list(v, {.name = "time_lines", .help = "Where the time of a step goes; the lines add up to it."}, s.time_lines);
  visit_list(v, {.name = "bounds", .help = "The time lines added up by what they wait for."}, s.bounds);
  visit_object(v, {.name = "layout", .help = "The layout in force."}, s.layout);
}

void visit(LineUsd& l, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Which line."}, l.id);
  visit_field(v, {.name = "label", .help = "Line for people."}, l.label);
  visit_field(v, {.name = "usd", .help = "Present value.", .unit = "US$"}, l.usd);
}

void visit(UsefulHour& h, FieldVisitor& v) {
  visit_field(v, {.name = "rent", .help = "Rented on demand.", .unit = "US$/h"}, h.rent);
  visit_field(v, {.name = "reserved", .help = "Rented under commitment.", .unit = "US$/h"}, h.reserved);
  visit_field(v, {.name = "spot", .help = "Rented as spot, lost work included.", .unit = "US$/h"}, h.spot);
  visit_field(v, {.name = "buy", .help = "Owned.", .unit = "US$/h"}, h.buy);
}

void visit(Npv& n, FieldVisitor& v) {
  visit_field(v, {.name = "rent", .help = "Rented over the same years.", .unit = "US$"}, n.rent);
  visit_field(v, {.name = "buy", .help = "Owned.", .unit = "US$"}, n.buy);
  visit_field(v, {.name = "api", .help = "The same tokens from a hosted API.", .unit = "US$"}, n.api);
}
void visit(BreakEven& b, FieldVisitor& v) {
  visit_field(
      v, {.name = "utilization", .help = "Use from which on owning costs no more than renting; absent: none; 0: any."},
      b.utilization);
  visit_field(v,
              {.name = "rent_usd_gpu_h", .help = "Rent at which both cost the same at the given use.", .unit = "US$/h"},
              b.rent_usd_gpu_h);
  visit_field(
      v, {.name = "months", .help = "From when on owning has cost less than renting, discounted.", .unit = "months"},
      b.months);
  visit_field(v, {.name = "gpu_hours", .help = "Accelerator hours of useful work until then.", .unit = "h"},
              b.gpu_hours);
  visit_field(v,
              {.name = "rent_over_api_utilization",
               .help = "Use from which on rented machines cost no more than the hosted API; absent: none."},
              b.rent_over_api_utilization);
  visit_field(v,
              {.name = "buy_over_api_utilization",
               .help = "Use from which on owned machines cost no more than the hosted API; absent: none."},
              b.buy_over_api_utilization);
}
void visit(PricedOption& o, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Word of the pricing, buy or api."}, o.id);
  visit_field(v, {.name = "label", .help = "Name for people."}, o.label);
  visit_field(v, {.name = "usd_gpu_h", .help = "Rent of one accelerator while it is paid.", .unit = "US$/h"},
              o.usd_gpu_h);
  visit_field(v,
              {.name = "usd_per_useful_gpu_h",
               .help = "An accelerator hour of useful work; paid idle hours are spread over those that work.",
               .unit = "US$/h"},
              o.usd_per_useful_gpu_h);
  visit_field(v, {.name = "usd_per_1m_input_tokens", .help = "A million prompt tokens.", .unit = "US$"},
              o.usd_per_1m_input_tokens);
  visit_field(v, {.name = "usd_per_1m_output_tokens", .help = "A million answer tokens.", .unit = "US$"},
              o.usd_per_1m_output_tokens);
  visit_field(v, {.name = "usd_per_1k_requests", .help = "A thousand requests, prompts and answers.", .unit = "US$"},
              o.usd_per_1k_requests);
  visit_field(v, {.name = "usd_per_1k_images", .help = "A thousand images or videos.", .unit = "US$"},
              o.usd_per_1k_images);
  visit_field(v, {.name = "usd_per_audio_h", .help = "An hour of audio.", .unit = "US$"}, o.usd_per_audio_h);
  visit_field(v, {.name = "usd_per_run", .help = "The whole run with its experiments.", .unit = "US$"}, o.usd_per_run);
  visit_field(v, {.name = "days", .help = "Of a run on machines that are taken away.", .unit = "days"}, o.days);
  visit_field(v, {.name = "npv", .help = "Present value over the years.", .unit = "US$"}, o.npv);
  visit_field(v, {.name = "source", .help = "Offer and date of the price."}, o.source);
}
void visit(CashMonth& m, FieldVisitor& v) {
  visit_field(v, {.name = "month", .help = "After the start.", .unit = "months"}, m.month);
  visit_field(v, {.name = "rent_usd", .help = "Rented.", .unit = "US$"}, m.rent_usd);
  visit_field(v, {.name = "buy_usd", .help = "Owned.", .unit = "US$"}, m.buy_usd);
  visit_field(v, {.name = "api_usd", .help = "From a hosted API.", .unit = "US$"}, m.api_usd);
}
void visit(PowerResult& p, FieldVisitor& v) {
  visit_field(v, {.name = "node_max_w", .help = "One machine at the wall, at most.", .unit = "W"}, p.node_max_w);
  visit_field(
      v,
      {.name = "power_supply_w",
       .help = "Desktops: smallest usual power supply with a quarter more than the peak; absent: none is enough.",
       .unit = "W"},
      p.power_supply_w);
  visit_field(v,
              {.name = "circuits_120v_15a", .help = "Circuits of 120 V and 15 A that one machine needs, each at 80%."},
              p.circuits_120v_15a);
  visit_field(v,
              {.name = "circuits_230v_16a", .help = "Circuits of 230 V and 16 A that one machine needs, each at 80%."},
              p.circuits_230v_16a);
  visit_field(v, {.name = "heat_btu_h", .help = "Heat of all machines under load.", .unit = "BTU/h"}, p.heat_btu_h);
  visit_field(v, {.name = "racks", .help = "Racks that hold them."}, p.racks);
  visit_field(v, {.name = "rack_kw", .help = "Draw of a full rack.", .unit = "kW"}, p.rack_kw);
  visit_field(v, {.name = "cooling", .help = "Air up to 40 kW a rack, else liquid."}, p.cooling);
  visit_field(v, {.name = "pue", .help = "Power of the building over power of the machines."}, p.pue);
  visit_field(v, {.name = "energy_kwh_year", .help = "Of the building, a year of the stated use.", .unit = "kWh"},
              p.energy_kwh_year);
  visit_field(v, {.name = "co2_g_kwh", .help = "Of the grid.", .unit = "g/kWh"}, p.co2_g_kwh);
  visit_field(v, {.name = "co2_kg_year", .help = "A year of the stated use.", .unit = "kg"}, p.co2_kg_year);
  visit_field(v, {.name = "grid", .help = "Grid and basis of its CO2."}, p.grid);
}
void visit(CostResult& c, FieldVisitor& v) {
  visit_field(v, {.name = "way", .help = "Of the ways, the one whose prices follow."}, c.option);
  visit_field(v, {.name = "usd_per_h", .help = "All accelerators, an hour.", .unit = "US$/h"}, c.usd_per_h);
  visit_field(v,
              {.name = "usd_per_useful_h",
               .help = "All accelerators, an hour of useful work: paid idle hours are spread over those that work.",
               .unit = "US$/h"},
              c.usd_per_useful_h);
  visit_field(
      v, {.name = "usd_per_1m_input_tokens", .help = "A million prompt tokens, by the time they take.", .unit = "US$"},
      c.usd_per_1m_input_tokens);
  visit_field(
      v, {.name = "usd_per_1m_output_tokens", .help = "A million answer tokens, by the time they take.", .unit = "US$"},
      c.usd_per_1m_output_tokens);
  visit_field(v, {.name = "usd_per_1k_requests", .help = "A thousand requests, prompts and answers.", .unit = "US$"},
              c.usd_per_1k_requests);
  visit_field(v, {.name = "usd_per_1k_images", .help = "A thousand images or videos.", .unit = "US$"},
              c.usd_per_1k_images);
  visit_field(v, {.name = "usd_per_audio_h", .help = "An hour of audio.", .unit = "US$"}, c.usd_per_audio_h);
  visit_field(v, {.name = "usd_per_run", .help = "The whole run.", .unit = "US$"}, c.usd_per_run);
  visit_field(v, {.name = "gpu_hours", .help = "Accelerator hours of the run, with its experiments.", .unit = "h"},
              c.gpu_hours);
  visit_field(v, {.name = "prefill_share", .help = "Share of the accelerators' time that prompts take."},
              c.prefill_share);
  visit_field(v, {.name = "rent_usd_gpu_h", .help = "Rent of one accelerator.", .unit = "US$/h"}, c.rent_usd_gpu_h);
  visit_field(v, {.name = "rent_source", .help = "Offer the rent is taken from."}, c.rent_source);
  visit_field(v, {.name = "purchase_usd", .help = "Paid before anything runs.", .unit = "US$"}, c.purchase_usd);
  visit_field(v, {.name = "purchase_share", .help = "Share of the machines in all that owning costs."},
              c.purchase_share);
  visit_field(v, {.name = "purchase_source", .help = "Where their price is from."}, c.purchase_source);
  visit_list(v, {.name = "ways", .help = "Each way to pay for the same work."}, c.options);
  visit_object(v, {.name = "usd_per_useful_gpu_h", .help = "Cost of an accelerator hour of useful work."},
               c.usd_per_useful_gpu_h);
  visit_object(v, {.name = "npv", .help = "Present value of all payments."}, c.npv);
  visit_list(v, {.name = "lines", .help = "What owning costs; the lines add up to npv.buy."}, c.lines);
  visit_object(v, {.name = "break_even", .help = "Where renting and owning cost the same."}, c.break_even);
  visit_list(v, {.name = "cash_flow", .help = "Present value paid by each month, on request."}, c.cash_flow);
  visit_field(v, {.name = "verdict", .help = "Rent or own, in a sentence."}, c.verdict);
  visit_field(v,
              {.name = "energy_kwh",
               .help = "Energy of the run, of a million output tokens, or of a thousand requests without tokens.",
               .unit = "kWh"},
              c.energy_kwh);
  visit_field(v, {.name = "co2_kg", .help = "CO2 of that energy, building included.", .unit = "kg"}, c.co2_kg);
  visit_field(v, {.name = "power_w", .help = "Power at the wall under load.", .unit = "W"}, c.power_w);
  visit_object(v, {.name = "power", .help = "What machines need of the place they stand in."}, c.power);
}

void visit(Remedy& r, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Which change."}, r.id);
  visit_field(v, {.name = "path", .help = "Field that changes."}, r.path);
  visit_field(v, {.name = "text", .help = "The change for people."}, r.text);
  visit_field(v, {.name = "per_gpu_gb", .help = "Memory of an accelerator with it.", .unit = "GB"}, r.per_gpu_gb);
  visit_field(v, {.name = "slowdown", .help = "Time of a token with it over that without."}, r.slowdown);
  visit_field(v, {.name = "usd_per_h", .help = "All accelerators with it, an hour.", .unit = "US$/h"}, r.usd_per_h);
  visit_field(v, {.name = "tokens_per_s_per_request", .help = "Of each request with it.", .unit = "1/s"},
              r.tokens_per_s_per_request);
  visit_field(v, {.name = "days", .help = "Of the run with it.", .unit = "d"}, r.days);
}

void visit(RuleOfThumb& r, FieldVisitor& v) {
  visit_field(v, {.name = "id", .help = "Which rule."}, r.id);
  visit_field(v, {.name = "label", .help = "The rule for people."}, r.label);
  visit_field(v, {.name = "value", .help = "What it gives."}, r.value);
  visit_field(v, {.name = "unit", .help = "Its unit."}, r.unit);
  visit_field(v, {.name = "detailed", .help = "The same quantity as computed."}, r.detailed);
  visit_field(v, {.name = "why_different", .help = "What makes them differ."}, r.why_different);
  visit_field(v, {.name = "source", .help = "Who reckons so."}, r.source);
}

void visit(Warning& w, FieldVisitor& v) {
  visit_field(v, {.name = "code", .help = "Stable name of the rule."}, w.code);
  visit_field(v, {.name = "severity", .help = "info, warn or stop."}, w.severity);
  visit_field(v, {.name = "message", .help = "What to know, with its figures."}, w.message);
}

void visit(ExplainInput& i, FieldVisitor& v) {
  visit_field(v, {.name = "name", .help = "Symbol in the formula."}, i.name);
  visit_field(v, {.name = "label", .help = "What it is."}, i.label);
  visit_field(v, {.name = "value", .help = "Its value."}, i.value);
  visit_field(v, {.name = "unit", .help = "Its unit."}, i.unit);
  visit_field(v, {.name = "source", .help = "Where it comes from."}, i.source);
  visit_field(v, {.name = "date", .help = "When that was read."}, i.date);
  visit_field(v, {.name = "unverified", .help = "Nobody has seen it in a source."}, i.unverified);
  visit_field(v, {.name = "figure", .help = "The figure it is, where that is explained too."}, i.figure);
}

void visit(ExplainValidation& e, FieldVisitor& v) {
  visit_field(v, {.name = "class", .help = "Class of measured cases."}, e.figure_class);
  visit_field(v, {.name = "rows", .help = "Measured cases."}, e.rows);
  visit_field(v, {.name = "median_error", .help = "Half of them were off by less."}, e.median_error);
  visit_field(v, {.name = "p90_error", .help = "Nine of ten were off by less."}, e.p90_error);
  visit_field(v, {.name = "figure", .help = "The figure that was compared: this, or one that it is derived from."},
              e.figure);
}

void visit(Explanation& e, FieldVisitor& v) {
  visit_field(v, {.name = "pointer", .help = "The figure explained."}, e.pointer);
  visit_field(v, {.name = "label", .help = "Its name."}, e.label);
  visit_field(v, {.name = "formula", .help = "Arithmetic over the inputs."}, e.formula);
  visit_field(v, {.name = "value", .help = "What it gives."}, e.value);
  visit_field(v, {.name = "unit", .help = "Its unit."}, e.unit);
  visit_field(v, {.name = "text", .help = "The idea in words."}, e.text);
  visit_list(v, {.name = "inputs", .help = "What goes into the formula."}, e.inputs);
  visit_object(v, {.name = "validation", .help = "How far estimates of this class have been off."}, e.validation);
}

void visit(Reproduction& r, FieldVisitor& v) {
  visit_field(v, {.name = "figure", .help = "The figure that is measured; empty: nothing is known that measures it."},
              r.figure);
  visit_field(v, {.name = "tool", .help = "What measures it."}, r.tool);
  visit_field(
      v,
      {.name = "command", .help = "Lines for a shell; those that begin with # say where and when the ones below run."},
      r.command);
  visit_field(v, {.name = "predicted", .help = "What this command should measure, in the unit of the figure."},
              r.predicted);
  visit_field(v, {.name = "note", .help = "What else it measures or leaves out; without a command: why there is none."},
              r.note);
}

void visit(SensitivityLine& l, FieldVisitor& v) {
  visit_field(v, {.name = "input", .help = "Pointer of the input."}, l.input);
  visit_field(v, {.name = "label", .help = "Name for people."}, l.label);
  visit_field(v, {.name = "low", .help = "Lower value of the input."}, l.low);
  visit_field(v, {.name = "high", .help = "Higher value of the input."}, l.high);
  visit_field(v, {.name = "figure", .help = "What moves: /cost/npv is owning less renting, US$."}, l.figure);
  visit_field(v, {.name = "at_low", .help = "The figure at the lower value."}, l.at_low);
  visit_field(v, {.name = "at_high", .help = "The figure at the higher value."}, l.at_high);
  visit_field(v, {.name = "flips_verdict", .help = "The cheaper way changes within that."}, l.flips_verdict);
}
void visit(Estimate& e, FieldVisitor& v) {
  visit_field(v, {.name = "device", .help = "What one of the hardware is called: GPU, TPU, CPU, chip or accelerator."},
              e.device);
  visit_object(v, {.name = "answer", .help = "The answer in a sentence."}, e.answer);
  visit_object(v, {.name = "model", .help = "The model, counted."}, e.model);
  visit_object(v, {.name = "memory", .help = "Memory of one accelerator."}, e.memory);
  visit_object(v, {.name = "speed", .help = "Speed; as if memory sufficed when it does not fit."}, e.speed);
  visit_object(v, {.name = "cost", .help = "Cost."}, e.cost);
  visit_list(v, {.name = "remedies", .help = "When it does not fit: changes that were estimated again and do."},
             e.remedies);
  visit_list(v, {.name = "sensitivity", .help = "How figures move with each input, on request."}, e.sensitivity);
  visit_list(v, {.name = "rules_of_thumb", .help = "What people reckon, beside what was computed."}, e.rules_of_thumb);
  visit_list(v, {.name = "warnings", .help = "What to know before relying on it."}, e.warnings);
  visit_list(v, {.name = "reproduce", .help = "Commands that measure the figures on one's own machine."}, e.reproduce);
  visit_list(v, {.name = "explain", .help = "Where figures come from, on request."}, e.explain);
}

}  // namespace ridgepoint
