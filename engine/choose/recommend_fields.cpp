// The public fields of recommendations. The order here is the order of the JSON.
#include "engine/choose/recommend.h"

namespace ridgepoint {

void visit(RecommendedHardware& h, FieldVisitor& v) {
  visit_field(v, {"accelerator", "Catalog id."}, h.accelerator);
  visit_field(v, {"name", "Accelerator for people."}, h.name);
  visit_field(v, {"count", "How many."}, h.count);
  visit_field(v, {"per_node", "Of them in one machine."}, h.per_node);
  visit_field(v, {"instance", "Catalog id of the machine whose rent the price is."}, h.instance);
  visit_field(v, {"memory_gb", "Memory of each, where it is less than the largest.", "GB"}, h.memory_gb);
}

void visit(RecommendedPrecision& p, FieldVisitor& v) {
  visit_field(v, {"weights", "Format of the weights."}, p.weights);
  visit_field(v, {"kv", "Format of the KV cache."}, p.kv);
}

void visit(RecommendedMemory& m, FieldVisitor& v) {
  visit_field(v, {"per_gpu_gb", "Memory used on the fullest accelerator.", "GB"}, m.per_gpu_gb);
  visit_field(v, {"usable_gb", "Memory a program can use on one accelerator.", "GB"}, m.usable_gb);
  visit_field(v, {"fit", "fits, tight or no."}, m.fit);
}

void visit(RecommendedSpeed& s, FieldVisitor& v) {
  visit_field(v, {"ttft_ms", "Time to first token in the mean.", "ms"}, s.ttft_ms);
  visit_field(v, {"tpot_ms", "Time per output token in the mean.", "ms"}, s.tpot_ms);
  visit_field(v, {"tokens_per_s", "Output or trained tokens of all accelerators.", "1/s"}, s.tokens_per_s);
  visit_field(v, {"requests_per_s", "Requests answered.", "1/s"}, s.requests_per_s);
  visit_field(v, {"max_requests_per_s", "Highest rate without an endless queue.", "1/s"}, s.max_requests_per_s);
  visit_field(v, {"samples_per_s", "Trained samples.", "1/s"}, s.samples_per_s);
  visit_field(v, {"days", "Time of the run.", "d"}, s.days);
}

void visit(RecommendedCost& c, FieldVisitor& v) {
  visit_field(v, {"way", "Way to pay whose prices follow."}, c.option);
  visit_field(v, {"usd_per_h", "An hour of all accelerators.", "US$/h"}, c.usd_per_h);
  visit_work(c, v);
  visit_field(v, {"purchase_usd", "Paid before anything runs, where bought.", "US$"}, c.purchase_usd);
  visit_field(v, {"energy_kwh", "Of the run, a million output tokens, or a thousand requests without tokens.", "kWh"},
              c.energy_kwh);
  visit_field(v, {"power_w", "At the wall, under load.", "W"}, c.power_w);
  visit_field(v, {"rent_source", "Offer and date the rent is taken from."}, c.rent_source);
  visit_field(v, {"purchase_source", "Price and date the purchase is taken from."}, c.purchase_source);
}

void visit(Recommendation& r, FieldVisitor& v) {
  visit_field(v, {"rank", "1 is best by the objective."}, r.rank);
  visit_field(v, {"tie", "Level with the first, within the error of the figures."}, r.tie);
  visit_field(
      v,
      {"pareto", "No other recommended accelerator is at least as good in cost, speed and energy, and better in one."},
      r.pareto);
  visit_object(v, {"hardware", "What to take."}, r.hardware);
  visit_object(v, {"parallel", "Layout on it."}, r.parallel);
  visit_object(v, {"precision", "Number formats."}, r.precision);
  visit_object(v, {"memory", "Memory of one accelerator."}, r.memory);
  visit_object(v, {"speed", "Speed."}, r.speed);
  visit_object(v, {"cost", "Cost."}, r.cost);
  visit_field(v, {"reasons", "Why it stands where it does, in short sentences."}, r.reasons);
  visit_list(v, {"instances", "Machines that rent it, cheapest first."}, r.instances);
  visit_field(v, {"binds", "What limits its speed, and limits that are nine tenths taken."}, r.binds);
}

void visit(OfferedInstance& o, FieldVisitor& v) {
  visit_field(v, {"pricing", "Kind of price."}, o.pricing);
  visit_field(v, {"instance", "Catalog id."}, o.instance);
  visit_field(v, {"name", "The provider's own name for it."}, o.name);
  visit_field(v, {"provider", "Provider for people."}, o.provider);
  visit_field(v, {"count", "Instances that hold the accelerators."}, o.count);
  visit_field(v, {"usd_per_h", "An hour of all of them.", "US$/h"}, o.usd_per_h);
  visit_field(v, {"date", "Of the price."}, o.date);
  visit_field(v, {"stale", "That day is long ago."}, o.stale);
  visit_field(v, {"priced", "The figures are by this price."}, o.priced);
}

void visit(TurningPoint& t, FieldVisitor& v) {
  visit_field(v, {"input", "Pointer of the input in the scenario."}, t.input);
  visit_field(v, {"label", "Input for people."}, t.label);
  visit_field(v, {"now", "Its value."}, t.now);
  visit_field(v, {"at", "Its value beyond which another choice comes first."}, t.at);
  visit_field(v, {"unit", "Of both."}, t.unit);
  visit_field(v, {"accelerator", "That comes first beyond it."}, t.accelerator);
  visit_field(v, {"text", "The same as a sentence."}, t.text);
}

void visit(Missed& m, FieldVisitor& v) {
  visit_field(v, {"path", "Pointer of the limit in the scenario."}, m.path);
  visit_field(v, {"text", "What it takes, of what is allowed."}, m.text);
  visit_field(v, {"ratio", "Of what it takes to what is allowed."}, m.ratio);
}

void visit(NearMiss& n, FieldVisitor& v) {
  visit_object(v, {"hardware", "The choice that comes nearest with its accelerator."}, n.hardware);
  visit_object(v, {"precision", "Number formats."}, n.precision);
  visit_list(v, {"lacks", "Limits it misses."}, n.lacks);
  visit_list(v, {"remedies", "When it does not fit: changes that do, estimated again."}, n.remedies);
}

void visit(LastGeneration& l, FieldVisitor& v) {
  visit_object(v, {"hardware", "The best choice of the generation."}, l.hardware);
  visit_object(v, {"precision", "Number formats."}, l.precision);
  visit_field(v, {"architecture", "Of the generation."}, l.architecture);
  visit_field(v, {"speed_share", "Of the speed of the first recommendation."}, l.speed_share);
  visit_field(v, {"cost_share", "Of the cost of the first recommendation."}, l.cost_share);
  visit_list(v, {"lacks", "Limits it misses."}, l.lacks);
  visit_field(v, {"text", "The same as a sentence."}, l.text);
}

void visit(Pick& p, FieldVisitor& v) {
  visit_field(v, {"way", "What it is picked for."}, p.way);
  visit_field(v, {"accelerator", "Catalog id; empty: none of one's own."}, p.accelerator);
  visit_field(v, {"count", "How many."}, p.count);
  visit_field(v, {"usd_per_month", "Of a service, levelized over its years.", "US$"}, p.usd_per_month);
  visit_field(v, {"usd_per_run", "Of a run.", "US$"}, p.usd_per_run);
  visit_field(v, {"purchase_usd", "Before anything runs.", "US$"}, p.purchase_usd);
  visit_field(v, {"text", "The same as a sentence."}, p.text);
}

void visit(WhyNot& w, FieldVisitor& v) {
  visit_field(v, {"accelerator", "Catalog id of the one that comes nearest; empty: none does."}, w.accelerator);
  visit_field(v, {"name", "As people call it."}, w.name);
  visit_field(v, {"place", "In the whole ranking."}, w.place);
  visit_field(v, {"ratio", "Of what it is ranked by to that of the first."}, w.ratio);
  visit_field(v, {"text", "The same as a sentence, or what keeps it out."}, w.text);
}

void visit(Assumed& a, FieldVisitor& v) {
  visit_field(v, {"path", "Pointer of the field that changes it."}, a.path);
  visit_field(v, {"text", "What is taken for granted."}, a.text);
}

void visit(Recommendations& r, FieldVisitor& v) {
  visit_list(v, {"picks", "A choice for each way to have it."}, r.picks);
  visit_list(v, {"recommendations", "Hardware that keeps all limits, best first, by accelerator."}, r.recommendations);
  visit_list(v, {"near_misses", "Accelerators that miss a limit, nearest first."}, r.near_misses);
  visit_object(v, {"last_generation", "The generation before that of the first recommendation."}, r.last_generation);
  visit_list(v, {"known", "Where the hardware stands that people know, beyond the first three."}, r.known);
  visit_list(v, {"assumed", "What is taken for granted where the question leaves it open."}, r.assumed);
  visit_list(v, {"turning_points", "What would change the verdict; on request (series)."}, r.turning_points);
}

}  // namespace ridgepoint
