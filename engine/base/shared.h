// A value that many hold and none changes: copying it costs a pointer.
#pragma once

#include <memory>
#include <utility>

// The members that copy, move and destroy a large struct, declared in it and defined in one unit: what it holds is
// instantiated there alone.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define DECLARE_COPIES(T)     \
  T();                        \
  T(const T&);                \
  T(T&&) noexcept;            \
  T& operator=(const T&);     \
  T& operator=(T&&) noexcept; \
  ~T()
#define DEFINE_COPIES(T)                   \
  T::T() = default;                        \
  T::T(const T&) = default;                \
  T::T(T&&) noexcept = default;            \
  T& T::operator=(const T&) = default;     \
  T& T::operator=(T&&) noexcept = default; \
  T::~T() = default
// NOLINTEND(bugprone-macro-parentheses)

namespace ridgepoint {

template <class T>
class Shared {
 public:
  Shared() : Shared(of(standard())) {}
  Shared(T value) : value_(std::make_shared<const T>(std::move(value))) {}

  // A record that outlives everything that holds it, such as one of the catalog: nothing is copied.
  static Shared of(const T& record) { return Shared(std::shared_ptr<const T>(std::shared_ptr<void>(), &record)); }

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  operator const T&() const { return *value_; }

 private:
  explicit Shared(std::shared_ptr<const T> value) : value_(std::move(value)) {}
  static const T& standard() {
    static const T value;
    return value;
  }

  std::shared_ptr<const T> value_;
};

}  // namespace ridgepoint
