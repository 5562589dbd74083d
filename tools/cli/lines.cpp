#include "tools/cli/lines.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace ridgepoint::cli {
namespace {

std::atomic<int> signalled = 0;
static_assert(std::atomic<int>::is_always_lock_free);
int wake[2] = {-1, -1};  // a pipe: whichever thread waits for input wakes, not only the one that the signal met

void on_signal(int number) {
  const int before = errno;
  signalled = number;
  while (write(wake[1], "", 1) < 0 && errno == EINTR) {}
  errno = before;
}

}  // namespace

void stop_on_signals() {
  if (pipe(wake) != 0) return;
  for (const int end : wake) fcntl(end, F_SETFD, FD_CLOEXEC);
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART | SA_RESETHAND;  // a write goes on
    sigaction(number, &action, nullptr);
  }
}

int stop_signal() { return signalled; }

bool Lines::next(std::size_t longest, std::string& line) {
  line.clear();
  bool any = false;
  while (!signalled) {
    if (at_ == end_ && !fill()) return any && !error_ && !signalled;  // the last line may lack its end
    any = true;
    const char* from = buffer_.data() + at_;
    const void* found = std::memchr(from, '\n', end_ - at_);
    const std::size_t size = found ? static_cast<std::size_t>(static_cast<const char*>(found) - from) : end_ - at_;
    line.append(from, std::min(size, longest + 1 - line.size()));
    at_ += size + (found ? 1 : 0);
    if (found) return true;
  }
  return false;
}

// False when nothing more comes.
bool Lines::fill() {
  pollfd ready[] = {{in_, POLLIN, 0}, {wake[0], POLLIN, 0}};
  ssize_t got = -1;
  do {
    if (poll(ready, 2, -1) >= 0 && !signalled) got = read(in_, buffer_.data(), buffer_.size());
  } while (got < 0 && errno == EINTR && !signalled);
  if (signalled) return false;
  if (got < 0) error_ = errno;
  at_ = 0;
  end_ = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  return end_ > 0;
}

}  // namespace ridgepoint::cli
