// Many scenarios, a line each, answered on several threads and written in their order.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>

namespace ridgepoint::cli {

// What is written for a line, with its end.
struct LineAnswer {
  std::string text;
  bool refused = false;
};

struct Sweep {
  // Answers a line (without its end) by itself and its number from 1; called on several threads at once. Of a line of
  // more than `longest` bytes it is given the beginning, one byte more than `longest`.
  std::function<LineAnswer(const std::string& line, std::size_t number)> answer;
  std::size_t longest;
  int jobs = 1;  // threads
  bool progress = false;
};

struct Swept {
  std::size_t lines = 0;
  std::size_t refused = 0;
  int read_error = 0;   // errno
  int write_error = 0;  // errno; EPIPE: nobody reads any more
};

// Answers each line of `in` and writes to `out` what is ready, as soon as all before it is. Holds a fixed number of
// lines for each thread, however many there are. Ends early when it cannot write. Progress goes to standard error.
Swept sweep(const Sweep& asked, std::FILE* in, std::FILE* out);

}  // namespace ridgepoint::cli
