// The members that copy, move and destroy a large struct, declared in it and defined in one unit: what it holds is
// instantiated there alone.
#pragma once

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
