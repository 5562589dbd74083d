// The public fields of recommendations. The order here is the order of the JSON.
#include "engine/choose/recommend.h"

namespace ridgepoint {

void visit(RecommendedHardware& h, FieldVisitor& v) {
  visit_field(v, {"accelerator"}, h.accelerator);
  visit_field(v, {"name"}, h.name);
  visit_field(v, {"count"}, h.count);
  visit_field(v, {"per_node"}, h.per_node);
  visit_field(v, {"instance"}, h.instance);
  visit_field(v, {"memory_gb", "GB"}, h.memory_gb);
}

void visit(RecommendedPrecision& p, FieldVisitor& v) {
  visit_field(v, {"weights"}, p.weights);
  visit_field(v, {"kv"}, p.kv);
}

void visit(RecommendedMemory& m, FieldVisitor& v) {
  visit_field(v, {"per_gpu_gb", "GB"}, m.per_gpu_gb);
  visit_field(v, {"usable_gb", "GB"}, m.usable_gb);
  visit_field(v, {"fit"}, m.fit);
}

void visit(RecommendedSpeed& s, FieldVisitor& v) {
  visit_field(v, {"ttft_ms", "ms"}, s.ttft_ms);
  visit_field(v, {"tpot_ms", "ms"}, s.tpot_ms);
  visit_field(v, {"tokens_per_s", "1/s"}, s.tokens_per_s);
  visit_field(v, {"requests_per_s", "1/s"}, s.requests_per_s);
  visit_field(v, {"max_requests_per_s", "1/s"}, s.max_requests_per_s);
  visit_field(v, {"samples_per_s", "1/s"}, s.samples_per_s);
  visit_field(v, {"days", "d"}, s.days);
}

void visit(RecommendedCost& c, FieldVisitor& v) {
  visit_field(v, {"way"}, c.option);
  visit_field(v, {"usd_per_h", "US$/h"}, c.usd_per_h);
  visit_work(c, v);
  visit_field(v, {"purchase_usd", "US$"}, c.purchase_usd);
  visit_field(v, {"energy_kwh", "kWh"}, c.energy_kwh);
  visit_field(v, {"power_w", "W"}, c.power_w);
  visit_field(v, {"rent_source"}, c.rent_source);
  visit_field(v, {"purchase_source"}, c.purchase_source);
}

void visit(Regret& r, FieldVisitor& v) {
  visit_field(v, {"best"}, r.best);
  visit_field(v, {"p90"}, r.p90);
}

void visit(Recommendation& r, FieldVisitor& v) {
  visit_field(v, {"rank"}, r.rank);
  visit_object(v, {"regret"}, r.regret);
  visit_field(v, {"pareto"}, r.pareto);
  visit_object(v, {"hardware"}, r.hardware);
  visit_object(v, {"parallel"}, r.parallel);
  visit_object(v, {"precision"}, r.precision);
  visit_object(v, {"memory"}, r.memory);
  visit_object(v, {"speed"}, r.speed);
  visit_object(v, {"cost"}, r.cost);
  visit_field(v, {"reasons"}, r.reasons);
  visit_list(v, {"instances"}, r.instances);
  visit_field(v, {"binds"}, r.binds);
}

void visit(OfferedInstance& o, FieldVisitor& v) {
  visit_field(v, {"pricing"}, o.pricing);
  visit_field(v, {"instance"}, o.instance);
  visit_field(v, {"name"}, o.name);
  visit_field(v, {"provider"}, o.provider);
  visit_field(v, {"count"}, o.count);
  visit_field(v, {"usd_per_h", "US$/h"}, o.usd_per_h);
  visit_field(v, {"date"}, o.date);
  visit_field(v, {"stale"}, o.stale);
  visit_field(v, {"priced"}, o.priced);
}

void visit(TurningPoint& t, FieldVisitor& v) {
  visit_field(v, {"input"}, t.input);
  visit_field(v, {"label"}, t.label);
  visit_field(v, {"now"}, t.now);
  visit_field(v, {"at"}, t.at);
  visit_field(v, {"unit"}, t.unit);
  visit_field(v, {"accelerator"}, t.accelerator);
  visit_field(v, {"text"}, t.text);
}

void visit(Missed& m, FieldVisitor& v) {
  visit_field(v, {"path"}, m.path);
  visit_field(v, {"text"}, m.text);
  visit_field(v, {"ratio"}, m.ratio);
}

void visit(NearMiss& n, FieldVisitor& v) {
  visit_object(v, {"hardware"}, n.hardware);
  visit_object(v, {"precision"}, n.precision);
  visit_list(v, {"lacks"}, n.lacks);
  visit_list(v, {"remedies"}, n.remedies);
}

void visit(LastGeneration& l, FieldVisitor& v) {
  visit_object(v, {"hardware"}, l.hardware);
  visit_object(v, {"precision"}, l.precision);
  visit_field(v, {"architecture"}, l.architecture);
  visit_field(v, {"speed_share"}, l.speed_share);
  visit_field(v, {"cost_share"}, l.cost_share);
  visit_list(v, {"lacks"}, l.lacks);
  visit_field(v, {"text"}, l.text);
}

void visit(Pick& p, FieldVisitor& v) {
  visit_field(v, {"way"}, p.way);
  visit_field(v, {"accelerator"}, p.accelerator);
  visit_field(v, {"count"}, p.count);
  visit_field(v, {"usd_per_month", "US$"}, p.usd_per_month);
  visit_field(v, {"usd_per_run", "US$"}, p.usd_per_run);
  visit_field(v, {"purchase_usd", "US$"}, p.purchase_usd);
  visit_field(v, {"text"}, p.text);
}

void visit(WhyNot& w, FieldVisitor& v) {
  visit_field(v, {"accelerator"}, w.accelerator);
  visit_field(v, {"name"}, w.name);
  visit_field(v, {"place"}, w.place);
  visit_field(v, {"ratio"}, w.ratio);
  visit_field(v, {"text"}, w.text);
}

void visit(Assumed& a, FieldVisitor& v) {
  visit_field(v, {"path"}, a.path);
  visit_field(v, {"text"}, a.text);
}

void visit(Recommendations& r, FieldVisitor& v) {
  visit_list(v, {"picks"}, r.picks);
  visit_list(v, {"recommendations"}, r.recommendations);
  visit_list(v, {"near_misses"}, r.near_misses);
  visit_field(v, {"nothing"}, r.nothing);
  visit_object(v, {"last_generation"}, r.last_generation);
  visit_list(v, {"known"}, r.known);
  visit_list(v, {"assumed"}, r.assumed);
  visit_list(v, {"turning_points"}, r.turning_points);
}

}  // namespace ridgepoint
