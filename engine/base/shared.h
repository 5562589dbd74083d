// A value that many hold and none changes: copying it costs a pointer.
#pragma once

#include <memory>
#include <utility>

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
