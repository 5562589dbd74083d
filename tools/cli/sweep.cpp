#include "tools/cli/sweep.h"

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace ridgepoint::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Answers that a thread may be ahead of the oldest one missing: a slow line does not hold up the others.
constexpr std::size_t kAheadPerJob = 32;

// The next line without its "\n" ("\r" is a blank to JSON), and no more of it than one byte above `longest`. False at
// the end.
bool read_line(std::FILE* in, std::size_t longest, std::string& line) {
  line.clear();
  int byte = getc_unlocked(in);
  if (byte == EOF) return false;
  for (; byte != EOF && byte != '\n'; byte = getc_unlocked(in))
    if (line.size() <= longest) line.push_back(static_cast<char>(byte));
  return true;
}

class Sweeper {
 public:
  Sweeper(const Sweep& asked, std::FILE* in, std::FILE* out)
      : asked_(asked), in_(in), out_(out), waiting_(kAheadPerJob * static_cast<std::size_t>(asked.jobs)) {}

  Swept run();

 private:
  // Each thread: reads a line, answers it, hands the answer in, until there is nothing more.
  void work();
  // The line's position from 0; nothing at the end.
  std::optional<std::size_t> next_line(std::string& line);
  // Waits for room, keeps the answer, and writes all that is due. False when nothing can be written any more.
  bool hand_in(std::size_t position, LineAnswer answer);
  void write_due();
  void tell(bool last);

  const Sweep& asked_;
  std::FILE* in_;
  std::FILE* out_;

  std::mutex reading_;
  std::size_t read_ = 0;

  std::mutex writing_;
  std::condition_variable room_;
  std::vector<std::optional<LineAnswer>> waiting_;  // a ring: of position p at p % size
  Swept done_;

  Clock::time_point started_ = Clock::now();
  Clock::time_point told_ = started_;
};

Swept Sweeper::run() {
  std::vector<std::thread> others;
  try {
    for (int i = 1; i < asked_.jobs; ++i) others.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // fewer threads than asked for
  }
  work();
  for (std::thread& other : others) other.join();
  if (asked_.progress) tell(true);
  return done_;
}

void Sweeper::work() {
  std::string line;
  while (const std::optional<std::size_t> position = next_line(line))
    if (!hand_in(*position, asked_.answer(line, *position + 1))) return;
}

std::optional<std::size_t> Sweeper::next_line(std::string& line) {
  const std::lock_guard lock(reading_);
  if (read_line(in_, asked_.longest, line)) return read_++;
  if (std::ferror(in_)) done_.read_error = errno;
  return std::nullopt;
}

bool Sweeper::hand_in(std::size_t position, LineAnswer answer) {
  std::unique_lock lock(writing_);
  room_.wait(lock, [&] { return position < done_.lines + waiting_.size() || done_.write_error; });
  if (done_.write_error) return false;
  waiting_[position % waiting_.size()] = std::move(answer);
  write_due();
  room_.notify_all();
  return done_.write_error == 0;
}

void Sweeper::write_due() {
  const std::size_t before = done_.lines;
  while (std::optional<LineAnswer>& next = waiting_[done_.lines % waiting_.size()]) {
    if (std::fwrite(next->text.data(), 1, next->text.size(), out_) < next->text.size()) {
      done_.write_error = errno;
      return;
    }
    if (next->refused) ++done_.refused;
    ++done_.lines;
    next.reset();
  }
  if (done_.lines > before && std::fflush(out_) != 0) done_.write_error = errno;
  if (asked_.progress && Clock::now() - told_ >= std::chrono::seconds(1)) tell(false);
}

void Sweeper::tell(bool last) {
  told_ = Clock::now();
  const double seconds = std::chrono::duration<double>(told_ - started_).count();
  std::fprintf(stderr, "ridgepoint: %zu lines, %zu refused, %.1f s%s\n", done_.lines, done_.refused, seconds,
               last ? " in all" : "");
}

}  // namespace

Swept sweep(const Sweep& asked, std::FILE* in, std::FILE* out) { return Sweeper(asked, in, out).run(); }

}  // namespace ridgepoint::cli
