// How much an answer may try: a count and no clock, so that it ends at the same place on every machine.
#pragma once

namespace ridgepoint {

// Of each search that an answer makes: for a number of accelerators, the largest load, changes that would help.
constexpr int kMostEffort = 500;

// An estimate counts one; a simulation of latencies as many as take about as long.
class Effort {
 public:
  explicit Effort(int most) : left_(most) {}
  // Whether so much more may be tried: as long as anything is left, so that the last may take more than that.
  bool take(int amount) {
    ended_ = left_ <= 0;
    if (!ended_) left_ -= amount;
    return !ended_;
  }
  // Whether something was not tried for want of it.
  bool ended() const { return ended_; }

 private:
  int left_;
  bool ended_ = false;
};

}  // namespace ridgepoint
