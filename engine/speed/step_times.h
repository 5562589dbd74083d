// Times of steps between the points of a grid, so that millions of steps cost little.
#pragma once

#include <functional>
#include <vector>

#include "engine/speed/inference.h"

namespace ridgepoint {

// A function of two numbers from 0 on, known at 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, ... and straight between
// them. Points are computed when they are first needed, in whole nanoseconds: what follows from them is the same
// on all machines, and whoever asked before.
class TimeTable {
 public:
  TimeTable(double most_x, double most_y, std::function<Seconds(double, double)> exact);
  double nanoseconds(double x, double y = 0) const;

 private:
  struct Place {
    std::size_t below;
    double beyond;  // share of the way to the next point
  };
  static std::vector<double> points_up_to(double most);
  static Place place(const std::vector<double>& points, double x);
  double point(std::size_t i, std::size_t j) const;
  [[gnu::noinline]] double computed(std::size_t i, std::size_t j) const;

  std::vector<double> x_, y_;
  mutable std::vector<double> known_;  // negative: not computed yet
  std::function<Seconds(double, double)> exact_;
};

// The steps of one replica. What is given to the constructor has to live as long.
class StepTimes {
 public:
  StepTimes(const Architecture& model, const InferenceSpeedInput& input, const Device& device, double most_sequences,
            double longest_context, double chunk);
  StepTimes(const StepTimes&) = delete;
  // A step in which `sequences` decode, `context` tokens held by each in the mean.
  double decode(double sequences, double context) const;
  // What `tokens` tokens of prompts take beside `sequences` that decode, without attention; with none the whole step.
  double prompts(double sequences, double tokens) const;
  // Attention of `tokens` tokens of one prompt to themselves and the `cached` before them.
  double attention(double tokens, double cached) const;
  const Passes& on() const { return on_; }

 private:
  Passes on_;
  TimeTable decode_, cache_, prompts_, attention_;
};

}  // namespace ridgepoint
