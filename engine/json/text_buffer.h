// A text that grows at its end, several times as fast as a std::string by the character.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace ridgepoint::json {

class TextBuffer {
 public:
  explicit TextBuffer(std::size_t expected = 256) : text_(expected, '\0') {}

  TextBuffer& operator+=(char c) {
    *room(1) = c;
    ++size_;
    return *this;
  }
  TextBuffer& operator+=(std::string_view more) {
    std::memcpy(room(more.size()), more.data(), more.size());
    size_ += more.size();
    return *this;
  }
  // Where `most` characters can be written; grow_to() then says up to where they were.
  char* room(std::size_t most) {
    if (text_.size() - size_ < most) [[unlikely]]
      make_room(most);
    return text_.data() + size_;
  }
  void grow_to(const char* end) { size_ = static_cast<std::size_t>(end - text_.data()); }

  std::size_t size() const { return size_; }
  char& back() { return text_[size_ - 1]; }
  void shrink_to(std::size_t size) { size_ = size; }
  std::string take() {
    text_.resize(std::exchange(size_, 0));
    return std::move(text_);
  }

 private:
  [[gnu::noinline]] void make_room(std::size_t most) { text_.resize(std::max(2 * text_.size(), size_ + most)); }

  std::string text_;  // longer than what is written
  std::size_t size_ = 0;
};

}  // namespace ridgepoint::json
