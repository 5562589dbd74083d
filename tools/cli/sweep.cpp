#include "tools/cli/sweep.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace ridgepoint::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Answers that a thread may be ahead of the oldest one missing: a slow line does not hold up the others.
constexpr std::size_t kAheadPerJob = 32;

class Sweeper {
 public:
  Sweeper(const Sweep& asked, Lines& in, std::FILE* out)
      : asked_(asked), in_(in), out_(out), waiting_(kAheadPerJob * static_cast<std::size_t>(asked.jobs)) {}

  Swept run();

 private:
  Swept finished(std::size_t lines);
  // Each thread: reads a line, answers it, hands the answer in, until there is nothing more.
  void work();
  // The line's position behind those that are passed over; nothing at the end.
  std::optional<std::size_t> next_line(std::string& line);
  // Waits for room, keeps the answer, and writes all that is due. False when nothing can be written any more.
  bool hand_in(std::size_t position, LineAnswer answer);
  void write_due();
  // What is there is not written again.
  bool write(std::string_view text);
  bool ended() const { return done_.write_error || done_.foreign; }
  void tell(bool last);

  const Sweep& asked_;
  Lines& in_;
  std::FILE* out_;
  std::string_view there_ = asked_.there;  // and not yet compared

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
  std::string line;
  for (std::size_t i = 0; i < asked_.skip; ++i)
    if (!in_.next(0, line)) return finished(i);
  write(asked_.header);
  std::vector<std::thread> others;
  try {
    for (int i = 1; i < asked_.jobs; ++i) others.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // fewer threads than asked for
  }
  work();
  for (std::thread& other : others) other.join();
  if (asked_.progress) tell(true);
  return finished(asked_.skip + done_.lines);
}

// `lines`: read of all.
Swept Sweeper::finished(std::size_t lines) {
  done_.read_error = in_.error();
  const bool all = !done_.read_error && !ended() && !stop_signal();
  if (all && (lines < asked_.skip || !there_.empty())) done_.foreign = lines + 1;
  return done_;
}

void Sweeper::work() {
  std::string line;
  while (const std::optional<std::size_t> position = next_line(line))
    if (!hand_in(*position, asked_.answer(line, asked_.skip + *position + 1))) return;
}

std::optional<std::size_t> Sweeper::next_line(std::string& line) {
  const std::lock_guard lock(reading_);
  if (in_.next(asked_.longest, line)) return read_++;
  return std::nullopt;
}

bool Sweeper::hand_in(std::size_t position, LineAnswer answer) {
  std::unique_lock lock(writing_);
  room_.wait(lock, [&] { return position < done_.lines + waiting_.size() || ended(); });
  if (ended()) return false;
  waiting_[position % waiting_.size()] = std::move(answer);
  write_due();
  room_.notify_all();
  return !ended();
}

void Sweeper::write_due() {
  const std::size_t before = done_.lines;
  while (std::optional<LineAnswer>& next = waiting_[done_.lines % waiting_.size()]) {
    if (!write(next->text)) return;
    if (next->refused) ++done_.refused;
    ++done_.lines;
    next.reset();
  }
  if (done_.lines > before && std::fflush(out_) != 0) done_.write_error = errno;
  if (asked_.progress && Clock::now() - told_ >= std::chrono::seconds(1)) tell(false);
}

bool Sweeper::write(std::string_view text) {
  const std::size_t same = std::min(text.size(), there_.size());
  if (text.substr(0, same) != there_.substr(0, same)) {
    done_.foreign = asked_.skip + done_.lines + 1;
    return false;
  }
  there_.remove_prefix(same);
  text.remove_prefix(same);
  if (std::fwrite(text.data(), 1, text.size(), out_) < text.size()) done_.write_error = errno;
  return !done_.write_error;
}

void Sweeper::tell(bool last) {
  told_ = Clock::now();
  const double seconds = std::chrono::duration<double>(told_ - started_).count();
  std::fprintf(stderr, "ridgepoint: %zu lines, %zu refused, %.1f s%s\n", done_.lines, done_.refused, seconds,
               last ? " in all" : "");
}

// No answer is longer.
constexpr std::size_t kLongestAnswer = 100000000;

}  // namespace

Result<Sweep> resumed(Sweep asked, const std::string& path) {
  const auto refused = [&](const char* why) { return Problem{"unreadable", "", path + why}; };
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return errno == ENOENT ? Result<Sweep>(std::move(asked)) : refused(": cannot be read");
  std::string last, torn;
  std::size_t lines = 0;
  bool quoted = false;  // a cell of CSV may hold ends of lines
  int byte = EOF;
  while ((byte = getc_unlocked(file)) != EOF && torn.size() < kLongestAnswer) {
    torn.push_back(static_cast<char>(byte));
    if (byte == '"') quoted = !quoted && !asked.header.empty();
    if (byte != '\n' || quoted) continue;
    if (++lines == 1 && !asked.header.empty() && torn != asked.header) break;
    last = std::exchange(torn, "");
  }
  const bool unreadable = std::ferror(file);
  std::fclose(file);
  if (unreadable) return refused(": cannot be read");
  if (byte != EOF) return refused(" has no results of this sweep; nothing was written");
  if (lines > 0 && !asked.header.empty()) {
    if (--lines == 0) last.clear();
    asked.header.clear();
  }
  asked.skip = lines > 0 ? lines - 1 : 0;
  asked.there = last + torn;
  return asked;
}

Swept sweep(const Sweep& asked, Lines& in, std::FILE* out) { return Sweeper(asked, in, out).run(); }

}  // namespace ridgepoint::cli
