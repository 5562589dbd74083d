#include "tools/validate/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "engine/base/fields_text.h"
#include "engine/base/words.h"
#include "engine/json/api.h"
#include "tools/validate/names.h"
#include "tools/validate/repeats.h"

namespace ridgepoint::validation {
namespace {

std::string class_of(const Case& c) { return c.regime + ": " + c.source; }

void visit_text(FieldVisitor& v, Literal name, std::string text) { visit_field(v, {name}, text); }
void visit_number(FieldVisitor& v, Literal name, double number) { visit_field(v, {name}, number); }

// Not one that was made up from the numbers of the row.
bool names_model(const Scenario& s) { return !s.model.params_b && s.model.id != kModelOfRow; }

void visit_compared(FieldVisitor& v, const Compared& row) {
  const Case& c = *row.of;
  visit_text(v, "id", c.id);
  visit_text(v, "class", class_of(c));
  if (!c.hard.empty()) visit_text(v, "hard", c.hard);
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
    visit_field(v, {"others"}, others);
  }
  visit_text(v, "unit", c.unit);
}

void visit_classes(FieldVisitor& v, Literal name, const std::vector<ClassError>& classes) {
  v.open_list({name}, classes.size());
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
  v.open_list({"repeats"}, repeats.size());
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

void visit_wrong(FieldVisitor& v, const std::vector<WrongCell>& wrong) {
  v.open_list({"wrong"}, wrong.size());
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    v.open_element(i);
    visit_text(v, "file", wrong[i].file);
    visit_number(v, "line", static_cast<double>(wrong[i].line));
    visit_text(v, "id", wrong[i].id);
    visit_text(v, "column", wrong[i].column);
    visit_text(v, "found", wrong[i].found);
    visit_text(v, "wanted", wrong[i].wanted);
    std::vector<std::string> near = wrong[i].near;
    visit_field(v, {"near"}, near);
    v.close_element();
  }
  v.close_list();
}

const Repeats* repeats_of_class(const std::vector<Repeats>& repeats, const std::string& name) {
  const auto found = std::find_if(repeats.begin(), repeats.end(), [&](const Repeats& r) { return r.name == name; });
  return found == repeats.end() ? nullptr : &*found;
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

std::string figures(int count, double median, double p90) {
  return right(std::to_string(count), 7) + right(percent(median), 9) + right(percent(p90), 9);
}

// All rows, those that are not hard, and how far two sources are apart that measured the same.
std::string regime_table(const Report& report) {
  const std::vector<Repeats> repeats = repeats_of(report.rows);
  std::string out = padded("All sources", 52) + right("all rows", 25) + right("without hard ones", 25) +
                    right("two sources apart", 25) + "\n";
  for (const ClassError& all : report.all) {
    const auto kept = std::find_if(report.regimes.begin(), report.regimes.end(),
                                   [&](const ClassError& c) { return c.name == all.name; });
    out += padded(all.name, 52) + figures(all.rows, all.median, all.p90);
    out += kept == report.regimes.end() ? right("", 25) : figures(kept->rows, kept->median, kept->p90);
    if (const Repeats* apart = repeats_of_class(repeats, all.name))
      out += figures(apart->pairs, apart->median, apart->p90);
    out += "\n";
  }
  return out;
}

std::string row_line(const Compared& row) {
  const Case& c = *row.of;
  const bool word = c.reading == Reading::fits;
  return padded(c.id, 18) + padded(class_of(c), 46) + right(word ? c.outcome : significant(c.measured, 4), 12) +
         right(word ? row.prediction.word : significant(row.prediction.value, 4), 12) + " " + padded(c.unit, 11) +
         (word ? "" : right(percent(error_of(row)), 9)) + (c.hard.empty() ? "" : "  hard: " + c.hard) + "\n";
}

// "own.csv:3: loss is "sharp", wanted one of eager, fused. Near: fused"
std::string wrong_line(const WrongCell& cell) {
  std::string out = cell.file + ":" + std::to_string(cell.line) + ": ";
  if (cell.column.empty())
    out += "the row has " + cell.found;
  else
    out += cell.column + (cell.found.empty() ? " is empty" : " is \"" + shortened(without_unseen(cell.found)) + "\"");
  out += ", wanted " + cell.wanted + ".";
  for (const std::string& near : cell.near) out += (&near == &cell.near.front() ? " Near: " : ", ") + near;
  return out + "\n";
}

}  // namespace

std::string json_report(const Report& report) {
  return json::document_of([&](FieldVisitor& v) {
    visit_classes(v, "classes", report.classes);
    visit_classes(v, "regimes", report.regimes);
    visit_classes(v, "all_regimes", report.all);
    visit_repeats(v, repeats_of(report.rows));
    v.open_list({"rows"}, report.rows.size() + report.skipped.size());
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
    v.open_list({"hard"}, report.hard.size());
    for (std::size_t i = 0; i < report.hard.size(); ++i) {
      v.open_element(i);
      visit_compared(v, report.hard[i]);
      v.close_element();
    }
    v.close_list();
    visit_wrong(v, report.wrong);
    visit_number(v, "left_out", static_cast<double>(report.left_out));
  });
}

std::string text_report(const Report& report) {
  std::string out;
  for (const Compared& row : report.rows) out += row_line(row);
  for (const Compared& row : report.hard) out += row_line(row);
  std::map<std::string, int> reasons;
  for (const Skipped& row : report.skipped) ++reasons[row.why];
  out += "\n" + class_table("Class", report.classes) + "\n" + regime_table(report);
  if (!reasons.empty()) out += "\nSkipped\n";
  for (const auto& [why, count] : reasons) out += right(std::to_string(count), 6) + "  " + why + "\n";
  if (report.wrong.empty()) return out;
  out += "\nWrong cells\n";
  for (const WrongCell& cell : report.wrong) out += wrong_line(cell);
  const std::size_t rows = report.rows.size() + report.hard.size() + report.skipped.size();
  out += std::to_string(report.left_out) + " of " + std::to_string(rows) + " rows left out for wrong cells\n";
  return out;
}

}  // namespace ridgepoint::validation
