// A text that grows at its end, several times as fast as a std::string by the character.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace ridgepoint::json {

class TextBuffer {
 public:
  explicit TextBuffer(std::size_t expected = 256) : most_(expected) {}

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
    if (most_ - size_ < most) [[unlikely]]
      make_room(most);
    return &text_[size_];
  }
  void grow_to(const char* end) { size_ = static_cast<std::size_t>(end - text_.get()); }

  std::size_t size() const { return size_; }
  char& back() { return text_[size_ - 1]; }
  void shrink_to(std::size_t size) { size_ = size; }
  std::string take() { return {text_.get(), std::exchange(size_, 0)}; }

 private:
  [[gnu::noinline]] void make_room(std::size_t most) {
    const auto shorter = std::exchange(text_, std::unique_ptr<char[]>(new char[most_ = 2 * most_ + most]));
    std::memcpy(text_.get(), shorter.get(), size_);
  }

  std::size_t most_, size_ = 0;
  std::unique_ptr<char[]> text_{new char[most_]};  // `size_` of them written
};

}  // namespace ridgepoint::json
