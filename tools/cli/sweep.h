// Many scenarios, a line each, answered on several threads and written in their order.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>

#include "engine/base/result.h"
#include "tools/cli/lines.h"

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
  std::string header;    // written before all answers
  std::size_t skip = 0;  // lines that are passed over
  std::string there;     // what `out` has behind their answers: what is written begins with it
};

// What a file with the results of an earlier run leaves to do: `skip` and `there`, and `header` unless it is there.
// Fails when the file cannot be read or begins otherwise. Whether its last lines are those of this sweep shows when
// they are answered again.
Result<Sweep> resumed(Sweep asked, const std::string& path);

struct Swept {
  std::size_t lines = 0;
  std::size_t refused = 0;
  int read_error = 0;       // errno
  int write_error = 0;      // errno; EPIPE: nobody reads any more
  std::size_t foreign = 0;  // the number of the line whose answer is not what is there; nothing is written then
};

// Answers each line of `in` and writes to `out` what is ready, as soon as all before it is. Holds a fixed number of
// lines for each thread, however many there are. Ends early when it cannot write and, with the lines that were begun,
// after a signal (lines.h). Progress goes to standard error.
Swept sweep(const Sweep& asked, Lines& in, std::FILE* out);

}  // namespace ridgepoint::cli
