#include "tools/validate/report.h"

#include <cmath>
#include <cstdio>
#include <map>

#include "engine/base/words.h"
#include "engine/json/api.h"
#include "tools/validate/names.h"
#include "tools/validate/repeats.h"

namespace ridgepoint::validation {
namespace {

using field::visit_field;

std::string class_of(const Case& c) { return c.regime + ": " + c.source; }

void visit_text(FieldVisitor& v, Literal name, std::string text) { visit_field(v, {.name = name, .help = ""}, text); }
void visit_number(FieldVisitor& v, Literal name, double number) { visit_field(v, {.name = name, .help = ""}, number); }

// Not one that was made up from the numbers of the row.
bool names_model(const Scenario& s) { return !s.model.params_b && s.model.id != kModelOfRow; }

void visit_compared(FieldVisitor& v, const Compared& row) {
  const Case& c = *row.of;
  visit_text(v, "id", c.id);
  visit_text(v, "class", class_of(c));
  visit_text(v, "metric", c.metric);
  visit_text(v, "device", c.scenario.hardware.accelerator);
  if (names_model(c.scenario)) visit_text(v, "model", c.scenario.model.id);
  if (c.scenario.hardware.host) visit_text(v, "host", *c.scenario.hardware.host);
  visit_text(v, "coefficients", row.prediction.coefficients);
  visit_text(v, "software", row.prediction.software);
  if (c.scenario.serve.engine) visit_text(v, "engine", *c.scenario.serve.engine);
  if (c.scenario.serve.engine_date) visit_text(v, "software_date", *c.scenario.serve.engine_date);
  visit_number(v, "tokens", row.prediction.load.tokens);
  visit_number(v, "in_flight", row.prediction.load.in_flight);
  visit_number(v, "accelerators", row.prediction.load.accelerators);
  if (c.reading == Reading::fits) {
    visit_text(v, "measured", c.outcome);
    visit_text(v, "predicted", row.prediction.word);
    visit_text(v, "unit", "");
    return;
  }
  visit_number(v, "measured", c.measured);
  visit_number(v, "predicted", row.prediction.value);
  if (!row.others.empty()) {
    std::vector<double> others = row.others;
    visit_field(v, {.name = "others", .help = ""}, others);
  }
  visit_text(v, "unit", c.unit);
}

void visit_classes(FieldVisitor& v, Literal name, const std::vector<ClassError>& classes) {
  v.open_list({.name = name, .help = ""}, classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i) {
    v.open_element(i);
    visit_text(v, "class", classes[i].name);
    visit_number(v, "rows", classes[i].rows);
    visit_number(v, "median_error", classes[i].median);
    visit_number(v, "p90_error", classes[i].p90);
    visit_number(v, "bias", classes[i].bias);
    v.close_element();
  }
  v.close_list();
}

void visit_repeats(FieldVisitor& v, const std::vector<Repeats>& repeats) {
  v.open_list({.name = "repeats", .help = ""}, repeats.size());
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    v.open_element(i);
    visit_text(v, "class", repeats[i].name);
    visit_number(v, "pairs", repeats[i].pairs);
    visit_number(v, "median", repeats[i].median);
    visit_number(v, "p90", repeats[i].p90);
    v.close_element();
  }
  v.close_list();
}

std::string percent(double fraction) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f%%", 100 * fraction);
  return text;
}

std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}
std::string right(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string class_table(const std::string& title, const std::vector<ClassError>& classes) {
  std::string out =
      padded(title, 58) + right("rows", 6) + right("median", 9) + right("p90", 9) + right("bias", 9) + "\n";
  for (const ClassError& c : classes)
    out += padded(c.name, 58) + right(std::to_string(c.rows), 6) + right(percent(c.median), 9) +
           right(percent(c.p90), 9) + right(percent(c.bias), 9) + "\n";
  return out;
}

std::string repeats_table(const std::vector<Repeats>& repeats) {
  std::string out =
      padded("Measured twice, by two sources", 58) + right("pairs", 6) + right("median", 9) + right("p90", 9) + "\n";
  for (const Repeats& r : repeats)
    out += padded(r.name, 58) + right(std::to_string(r.pairs), 6) + right(percent(r.median), 9) +
           right(percent(r.p90), 9) + "\n";
  return out;
}

}  // namespace

std::string json_report(const Report& report) {
  return json::document_of([&](FieldVisitor& v) {
    visit_classes(v, "classes", report.classes);
    visit_classes(v, "regimes", report.regimes);
    visit_repeats(v, repeats_of(report.rows));
    v.open_list({.name = "rows", .help = ""}, report.rows.size() + report.skipped.size());
    std::size_t index = 0;
    for (const Compared& row : report.rows) {
      v.open_element(index++);
      visit_compared(v, row);
      v.close_element();
    }
    for (const Skipped& row : report.skipped) {
      v.open_element(index++);
      visit_text(v, "id", row.id);
      visit_text(v, "skipped", row.why);
      v.close_element();
    }
    v.close_list();
  });
}

std::string text_report(const Report& report) {
  std::string out;
  for (const Compared& row : report.rows) {
    const Case& c = *row.of;
    const bool word = c.reading == Reading::fits;
    out += padded(c.id, 18) + padded(class_of(c), 46) + right(word ? c.outcome : significant(c.measured, 4), 12) +
           right(word ? row.prediction.word : significant(row.prediction.value, 4), 12) + " " + padded(c.unit, 11) +
           (word ? "" : right(percent(error_of(row)), 9)) + "\n";
  }
  std::map<std::string, int> reasons;
  for (const Skipped& row : report.skipped) ++reasons[row.why];
  out += "\n" + class_table("Class", report.classes) + "\n" + class_table("All sources", report.regimes) + "\n" +
         repeats_table(repeats_of(report.rows));
  if (!reasons.empty()) out += "\nSkipped\n";
  for (const auto& [why, count] : reasons) out += right(std::to_string(count), 6) + "  " + why + "\n";
  return out;
}

}  // namespace ridgepoint::validation
