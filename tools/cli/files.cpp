#include "tools/cli/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

namespace ridgepoint::cli {
namespace {

using Chunk = std::array<char, 65536>;

std::optional<std::string> read_from(std::FILE* in, std::size_t most) {
  std::string text;
  Chunk chunk;
  while (text.size() <= most) {
    const std::size_t got = std::fread(chunk.data(), 1, std::min(chunk.size(), most + 1 - text.size()), in);
    if (got == 0) break;
    text.append(chunk.data(), got);
  }
  if (std::ferror(in)) return std::nullopt;
  return text;
}

}  // namespace

std::optional<std::string> read_input(std::size_t most) { return read_from(stdin, most); }

std::optional<std::string> read_file(const std::string& path, std::size_t most) {
  if (path == "-") return read_input(most);
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return std::nullopt;
  std::optional<std::string> text = read_from(file, most);
  std::fclose(file);
  return text;
}

std::optional<std::size_t> count_input() {
  Chunk chunk;
  std::size_t count = 0;
  while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), stdin)) count += got;
  if (std::ferror(stdin)) return std::nullopt;
  return count;
}

// Of stdio, which has a buffer.
class Output::Buffer : public std::streambuf {
 public:
  int error() const { return error_; }
  void fail() {
    if (!error_) error_ = errno;
  }

 private:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const std::size_t all = static_cast<std::size_t>(size);
    if (!error_ && std::fwrite(text, 1, all, stdout) < all) fail();
    return error_ ? 0 : size;
  }
  int_type overflow(int_type c) override {
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
  }

  int error_ = 0;  // the first
};

Output::Output() : buffer_(std::make_unique<Buffer>()), before_(std::cout.rdbuf(buffer_.get())) {}
Output::~Output() { std::cout.rdbuf(before_); }

int Output::close() {
  if (std::fclose(stdout) != 0) buffer_->fail();
  return buffer_->error();
}

}  // namespace ridgepoint::cli
