// Files in and standard output out, neither without a check.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <streambuf>
#include <string>

namespace ridgepoint::cli {

// All of a file, "-" being standard input, or its first `most` + 1 bytes: enough to refuse it as too long. Nothing when
// it cannot be read.
std::optional<std::string> read_file(const std::string& path, std::size_t most);

// The same of standard input alone, behind what was read of it.
std::optional<std::string> read_input(std::size_t most);

// Reads standard input to its end, keeping nothing: the bytes there were. Nothing when it cannot be read.
std::optional<std::size_t> count_input();

// std::cout for as long as it is there, with the reason when something could not be written.
class Output {
 public:
  Output();
  ~Output();
  // Closes standard output. errno; 0: all of it has arrived.
  int close();

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
  std::streambuf* before_;
};

}  // namespace ridgepoint::cli
