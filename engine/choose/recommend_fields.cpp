// The public fields of recommendations. The order here is the order of the JSON.
#include "engine/choose/recommend.h"

namespace ridgepoint {

void visit(RecommendedHardware& h, FieldVisitor& v) {
  v << field("accelerator", h.accelerator) << field("name", h.name) << field("count", h.count)
    << field("per_node", h.per_node) << field("instance", h.instance) << field("memory_gb", h.memory_gb, "GB");
}

void visit(RecommendedPrecision& p, FieldVisitor& v) { v << field("weights", p.weights) << field("kv", p.kv); }

void visit(RecommendedMemory& m, FieldVisitor& v) {
  v << field("per_gpu_gb", m.per_gpu_gb, "GB") << field("usable_gb", m.usable_gb, "GB") << field("fit", m.fit);
}

void visit(RecommendedSpeed& s, FieldVisitor& v) {
  v << field("ttft_ms", s.ttft_ms, "ms") << field("tpot_ms", s.tpot_ms, "ms")
    << field("tokens_per_s", s.tokens_per_s, "1/s") << field("requests_per_s", s.requests_per_s, "1/s")
    << field("max_requests_per_s", s.max_requests_per_s, "1/s") << field("samples_per_s", s.samples_per_s, "1/s")
    << field("days", s.days, "d");
}

void visit(RecommendedCost& c, FieldVisitor& v) {
  v << field("way", c.option) << field("usd_per_h", c.usd_per_h, "US$/h");
  visit_work(c, v);
  v << field("purchase_usd", c.purchase_usd, "US$") << field("energy_kwh", c.energy_kwh, "kWh")
    << field("power_w", c.power_w, "W") << field("rent_source", c.rent_source)
    << field("purchase_source", c.purchase_source);
}

void visit(Regret& r, FieldVisitor& v) { v << field("best", r.best) << field("p90", r.p90); }

void visit(Recommendation& r, FieldVisitor& v) {
  v << field("rank", r.rank) << field("regret", r.regret) << field("pareto", r.pareto) << field("hardware", r.hardware)
    << field("parallel", r.parallel) << field("precision", r.precision) << field("memory", r.memory)
    << field("speed", r.speed) << field("cost", r.cost) << field("reasons", r.reasons)
    << field("instances", r.instances) << field("binds", r.binds);
}

void visit(OfferedInstance& o, FieldVisitor& v) {
  v << field("pricing", o.pricing) << field("instance", o.instance) << field("name", o.name)
    << field("provider", o.provider) << field("count", o.count) << field("usd_per_h", o.usd_per_h, "US$/h")
    << field("date", o.date) << field("stale", o.stale) << field("priced", o.priced);
}

void visit(TurningPoint& t, FieldVisitor& v) {
  v << field("input", t.input) << field("label", t.label) << field("now", t.now) << field("at", t.at)
    << field("unit", t.unit) << field("accelerator", t.accelerator) << field("text", t.text);
}

void visit(Missed& m, FieldVisitor& v) {
  v << field("path", m.path) << field("text", m.text) << field("ratio", m.ratio);
}

void visit(NearMiss& n, FieldVisitor& v) {
  v << field("hardware", n.hardware) << field("precision", n.precision) << field("lacks", n.lacks)
    << field("remedies", n.remedies);
}

void visit(LastGeneration& l, FieldVisitor& v) {
  v << field("hardware", l.hardware) << field("precision", l.precision) << field("architecture", l.architecture)
    << field("speed_share", l.speed_share) << field("cost_share", l.cost_share) << field("lacks", l.lacks)
    << field("text", l.text);
}

void visit(Pick& p, FieldVisitor& v) {
  v << field("way", p.way) << field("accelerator", p.accelerator) << field("count", p.count)
    << field("usd_per_month", p.usd_per_month, "US$") << field("usd_per_run", p.usd_per_run, "US$")
    << field("purchase_usd", p.purchase_usd, "US$") << field("text", p.text);
}

void visit(WhyNot& w, FieldVisitor& v) {
  v << field("accelerator", w.accelerator) << field("name", w.name) << field("place", w.place)
    << field("ratio", w.ratio) << field("text", w.text);
}

void visit(Recommendations& r, FieldVisitor& v) {
  v << field("picks", r.picks) << field("recommendations", r.recommendations) << field("near_misses", r.near_misses)
    << field("nothing", r.nothing) << field("last_generation", r.last_generation) << field("known", r.known)
    << field("assumed", r.assumed) << field("turning_points", r.turning_points);
}

}  // namespace ridgepoint
