// What the engine says for a measured case, and how far that is off.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/facts/catalog.h"
#include "tools/validate/cases.h"

namespace ridgepoint::validation {

// The figure a case measured, in the row's own unit; for Reading::fits the word.
struct Prediction {
  double value = 0;
  std::string word;
  std::string coefficients;  // id of the class of coefficients that was used
  std::string software;      // and of the factors of a serving engine
  ServedLoad load;           // of one replica that serves
};
Result<Prediction> predict(const Case& c, const Catalog& catalog);
// The same under each of several catalogs that differ in their calibration alone: what does not depend on it is done
// once. At least one.
Result<std::vector<Prediction>> predict_each(const Case& c, const std::vector<const Catalog*>& catalogs);

// Rows of one kind of figure from one source.
struct ClassError {
  std::string name;  // "TPOT, dense: silicon"
  int rows = 0;
  double median = 0;  // absolute relative error
  double p90 = 0;
  double bias = 0;  // median of the signed relative error
};

struct Compared {
  const Case* of = nullptr;
  Prediction prediction;
  std::vector<double> others;  // predicted with further calibrations
};
struct Report {
  std::vector<Compared> rows;
  std::vector<Compared> hard;  // those whose case is hard
  std::vector<Skipped> skipped;
  std::vector<WrongCell> wrong;
  std::size_t left_out = 0;         // rows for their wrong cells
  std::vector<ClassError> classes;  // of `rows`, by regime and source, in alphabetical order
  std::vector<ClassError> regimes;  // the same over all sources
  std::vector<ClassError> all;      // of `rows` and `hard`, by regime over all sources
};
// With the first catalog; the others differ in their calibration alone. `cases` must outlive the report.
Report compare(const Cases& cases, const std::vector<const Catalog*>& catalogs);

// Relative error of a prediction: 0.1 for 10% too much. For fits: 0 when right, 1 when wrong.
double error_of(const Compared& row);

// The share q of a list lies at or below the value; linear between neighbours.
double quantile(std::vector<double> values, double q);

}  // namespace ridgepoint::validation
