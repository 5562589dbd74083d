// The public fields of recommendations. The order here is the order of the JSON.
#include "engine/choose/recommend.h"

namespace ridgepoint {

using field::visit_field;
using field::visit_list;
using field::visit_object;

void visit(RecommendedHardware& h, FieldVisitor& v) {
  visit_field(v, {.name = "accelerator", .help = "Catalog id."}, h.accelerator);
  visit_field(v, {.name = "name", .help = "Accelerator for people."}, h.name);
  visit_field(v, {.name = "count", .help = "How many."}, h.count);
  visit_field(v, {.name = "per_node", .help = "Of them in one machine."}, h.per_node);
  visit_field(v, {.name = "instance", .help = "Catalog id of the machine whose rent the price is."}, h.instance);
  visit_field(v, {.name = "memory_gb", .help = "Memory of each, where it is less than the largest.", .unit = "GB"},
              h.memory_gb);
}

void visit(RecommendedPrecision& p, FieldVisitor& v) {
  visit_field(v, {.name = "weights", .help = "Format of the weights."}, p.weights);
  visit_field(v, {.name = "kv", .help = "Format of the KV cache."}, p.kv);
}

void visit(RecommendedMemory& m, FieldVisitor& v) {
  visit_field(v, {.name = "per_gpu_gb", .help = "Memory used on the fullest accelerator.", .unit = "GB"}, m.per_gpu_gb);
  visit_field(v, {.name = "usable_gb", .help = "Memory a program can use on one accelerator.", .unit = "GB"},
              m.usable_gb);
  visit_field(v, {.name = "fit", .help = "fits, tight or no."}, m.fit);
}

void visit(RecommendedSpeed& s, FieldVisitor& v) {
  visit_field(v, {.name = "ttft_ms", .help = "Time to first token in the mean.", .unit = "ms"}, s.ttft_ms);
  visit_field(v, {.name = "tpot_ms", .help = "Time per output token in the mean.", .unit = "ms"}, s.tpot_ms);
  visit_field(v, {.name = "tokens_per_s", .help = "Output or trained tokens of all accelerators.", .unit = "1/s"},
              s.tokens_per_s);
  visit_field(v, {.name = "requests_per_s", .help = "Requests answered.", .unit = "1/s"}, s.requests_per_s);
  visit_field(v, {.name = "max_requests_per_s", .help = "Highest rate without an endless queue.", .unit = "1/s"},
              s.max_requests_per_s);
  visit_field(v, {.name = "samples_per_s", .help = "Trained samples.", .unit = "1/s"}, s.samples_per_s);
  visit_field(v, {.name = "days", .help = "Time of the run.", .unit = "d"}, s.days);
}

void visit(RecommendedCost& c, FieldVisitor& v) {
  visit_field(v, {.name = "way", .help = "Way to pay whose prices follow."}, c.option);
  visit_field(v, {.name = "usd_per_h", .help = "An hour of all accelerators.", .unit = "US$/h"}, c.usd_per_h);
  visit_field(v, {.name = "usd_per_1m_output_tokens", .help = "A million output tokens.", .unit = "US$"},
              c.usd_per_1m_output_tokens);
  visit_field(v, {.name = "usd_per_1k_requests", .help = "A thousand requests, prompts and answers.", .unit = "US$"},
              c.usd_per_1k_requests);
  visit_field(v, {.name = "usd_per_1k_images", .help = "A thousand images.", .unit = "US$"}, c.usd_per_1k_images);
  visit_field(v, {.name = "usd_per_audio_h", .help = "An hour of audio.", .unit = "US$"}, c.usd_per_audio_h);
  visit_field(v, {.name = "usd_per_run", .help = "A training run with its experiments.", .unit = "US$"}, c.usd_per_run);
  visit_field(v, {.name = "purchase_usd", .help = "Paid before anything runs, where bought.", .unit = "US$"},
              c.purchase_usd);
  visit_field(v,
              {.name = "energy_kwh",
               .help = "Of the run, a million output tokens, or a thousand requests without tokens.",
               .unit = "kWh"},
              c.energy_kwh);
  visit_field(v, {.name = "power_w", .help = "At the wall, under load.", .unit = "W"}, c.power_w);
  visit_field(v, {.name = "rent_source", .help = "Offer and date the rent is taken from."}, c.rent_source);
  visit_field(v, {.name = "purchase_source", .help = "Price and date the purchase is taken from."}, c.purchase_source);
}

void visit(Recommendation& r, FieldVisitor& v) {
  visit_field(v, {.name = "rank", .help = "1 is best by the objective."}, r.rank);
  visit_field(v, {.name = "tie", .help = "Level with the first, within the error of the figures."}, r.tie);
  visit_field(
      v,
      {.name = "pareto",
       .help = "No other recommended accelerator is at least as good in cost, speed and energy, and better in one."},
      r.pareto);
  visit_object(v, {.name = "hardware", .help = "What to take."}, r.hardware);
  visit_object(v, {.name = "parallel", .help = "Layout on it."}, r.parallel);
  visit_object(v, {.name = "precision", .help = "Number formats."}, r.precision);
  visit_object(v, {.name = "memory", .help = "Memory of one accelerator."}, r.memory);
  visit_object(v, {.name = "speed", .help = "Speed."}, r.speed);
  visit_object(v, {.name = "cost", .help = "Cost."}, r.cost);
  visit_field(v, {.name = "reasons", .help = "Why it stands where it does, in short sentences."}, r.reasons);
  visit_list(v, {.name = "instances", .help = "Machines that rent it, cheapest first."}, r.instances);
  visit_field(v, {.name = "binds", .help = "What limits its speed, and limits that are nine tenths taken."}, r.binds);
}

void visit(OfferedInstance& o, FieldVisitor& v) {
  visit_field(v, {.name = "pricing", .help = "Kind of price."}, o.pricing);
  visit_field(v, {.name = "instance", .help = "Catalog id."}, o.instance);
  visit_field(v, {.name = "name", .help = "The provider's own name for it."}, o.name);
  visit_field(v, {.name = "provider", .help = "Provider for people."}, o.provider);
  visit_field(v, {.name = "count", .help = "Instances that hold the accelerators."}, o.count);
  visit_field(v, {.name = "usd_per_h", .help = "An hour of all of them.", .unit = "US$/h"}, o.usd_per_h);
  visit_field(v, {.name = "date", .help = "Of the price."}, o.date);
  visit_field(v, {.name = "stale", .help = "That day is long ago."}, o.stale);
  visit_field(v, {.name = "priced", .help = "The figures are by this price."}, o.priced);
}

void visit(TurningPoint& t, FieldVisitor& v) {
  visit_field(v, {.name = "input", .help = "Pointer of the input in the scenario."}, t.input);
  visit_field(v, {.name = "label", .help = "Input for people."}, t.label);
  visit_field(v, {.name = "now", .help = "Its value."}, t.now);
  visit_field(v, {.name = "at", .help = "Its value beyond which another choice comes first."}, t.at);
  visit_field(v, {.name = "unit", .help = "Of both."}, t.unit);
  visit_field(v, {.name = "accelerator", .help = "That comes first beyond it."}, t.accelerator);
  visit_field(v, {.name = "text", .help = "The same as a sentence."}, t.text);
}

void visit(Missed& m, FieldVisitor& v) {
  visit_field(v, {.name = "path", .help = "Pointer of the limit in the scenario."}, m.path);
  visit_field(v, {.name = "text", .help = "What it takes, of what is allowed."}, m.text);
  visit_field(v, {.name = "ratio", .help = "Of what it takes to what is allowed."}, m.ratio);
}

void visit(NearMiss& n, FieldVisitor& v) {
  visit_object(v, {.name = "hardware", .help = "The choice that comes nearest with its accelerator."}, n.hardware);
  visit_object(v, {.name = "precision", .help = "Number formats."}, n.precision);
  visit_list(v, {.name = "lacks", .help = "Limits it misses."}, n.lacks);
  visit_list(v, {.name = "remedies", .help = "When it does not fit: changes that do, estimated again."}, n.remedies);
}

void visit(LastGeneration& l, FieldVisitor& v) {
  visit_object(v, {.name = "hardware", .help = "The best choice of the generation."}, l.hardware);
  visit_object(v, {.name = "precision", .help = "Number formats."}, l.precision);
  visit_field(v, {.name = "architecture", .help = "Of the generation."}, l.architecture);
  visit_field(v, {.name = "speed_share", .help = "Of the speed of the first recommendation."}, l.speed_share);
  visit_field(v, {.name = "cost_share", .help = "Of the cost of the first recommendation."}, l.cost_share);
  visit_list(v, {.name = "lacks", .help = "Limits it misses."}, l.lacks);
  visit_field(v, {.name = "text", .help = "The same as a sentence."}, l.text);
}

void visit(Pick& p, FieldVisitor& v) {
  visit_field(v, {.name = "way", .help = "What it is picked for."}, p.way);
  visit_field(v, {.name = "accelerator", .help = "Catalog id; empty: none of one's own."}, p.accelerator);
  visit_field(v, {.name = "count", .help = "How many."}, p.count);
  visit_field(v, {.name = "usd_per_month", .help = "Of a service, levelized over its years.", .unit = "US$"},
              p.usd_per_month);
  visit_field(v, {.name = "usd_per_run", .help = "Of a run.", .unit = "US$"}, p.usd_per_run);
  visit_field(v, {.name = "purchase_usd", .help = "Before anything runs.", .unit = "US$"}, p.purchase_usd);
  visit_field(v, {.name = "text", .help = "The same as a sentence."}, p.text);
}

void visit(WhyNot& w, FieldVisitor& v) {
  visit_field(v, {.name = "accelerator", .help = "Catalog id of the one that comes nearest; empty: none does."},
              w.accelerator);
  visit_field(v, {.name = "name", .help = "As people call it."}, w.name);
  visit_field(v, {.name = "place", .help = "In the whole ranking."}, w.place);
  visit_field(v, {.name = "ratio", .help = "Of what it is ranked by to that of the first."}, w.ratio);
  visit_field(v, {.name = "text", .help = "The same as a sentence, or what keeps it out."}, w.text);
}

void visit(Assumed& a, FieldVisitor& v) {
  visit_field(v, {.name = "path", .help = "Pointer of the field that changes it."}, a.path);
  visit_field(v, {.name = "text", .help = "What is taken for granted."}, a.text);
}

void visit(Recommendations& r, FieldVisitor& v) {
  visit_list(v, {.name = "picks", .help = "A choice for each way to have it."}, r.picks);
  visit_list(v, {.name = "recommendations", .help = "Hardware that keeps all limits, best first, by accelerator."},
             r.recommendations);
  visit_list(v, {.name = "near_misses", .help = "Accelerators that miss a limit, nearest first."}, r.near_misses);
  visit_object(v, {.name = "last_generation", .help = "The generation before that of the first recommendation."},
               r.last_generation);
  visit_list(v, {.name = "known", .help = "Where the hardware stands that people know, beyond the first three."},
             r.known);
  visit_list(v, {.name = "assumed", .help = "What is taken for granted where the question leaves it open."}, r.assumed);
  visit_list(v, {.name = "turning_points", .help = "What would change the verdict; on request (series)."},
             r.turning_points);
}

}  // namespace ridgepoint
