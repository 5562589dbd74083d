// Lines of a file, until its end or until the process is asked to end.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ridgepoint::cli {

// From now on the first SIGINT or SIGTERM does not end the process: lines stop coming. The second one ends it. One that
// was ignored stays so.
void stop_on_signals();
int stop_signal();  // which one has come; 0: none

class Lines {
 public:
  explicit Lines(int descriptor) : in_(descriptor) {}

  // The next line without its "\n" ("\r" is a blank to JSON), and no more of it than one byte above `longest`. False at
  // the end, at an error, and after a signal.
  bool next(std::size_t longest, std::string& line);
  int error() const { return error_; }  // errno

 private:
  bool fill();

  int in_;
  int error_ = 0;
  std::vector<char> buffer_ = std::vector<char>(65536);
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

}  // namespace ridgepoint::cli
