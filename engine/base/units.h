// Physical quantities as types, so that a formula cannot add bytes to seconds.
//
// Make a quantity by name and read it by name:
//   Bytes kv = gigabytes(85.9);   double shown = in_gigabytes(kv);
// Only the products and quotients that physics allows compile. GB is 1e9 bytes, GiB is 2^30.
#pragma once

#include <compare>

namespace ridgepoint {

template <class Tag>
struct Quantity {
  double value = 0.0;  // in the base unit: byte, flop, second, byte/s, flop/s, watt, joule, US$

  constexpr Quantity& operator+=(Quantity other) {
    value += other.value;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    value -= other.value;
    return *this;
  }
  constexpr Quantity& operator*=(double factor) {
    value *= factor;
    return *this;
  }
  constexpr Quantity& operator/=(double divisor) {
    value /= divisor;
    return *this;
  }

  friend constexpr Quantity operator+(Quantity a, Quantity b) { return {a.value + b.value}; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return {a.value - b.value}; }
  friend constexpr Quantity operator*(Quantity a, double factor) { return {a.value * factor}; }
  friend constexpr Quantity operator*(double factor, Quantity a) { return {a.value * factor}; }
  friend constexpr Quantity operator/(Quantity a, double divisor) { return {a.value / divisor}; }
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value / b.value; }
  friend constexpr auto operator<=>(Quantity, Quantity) = default;
};

using Bytes = Quantity<struct BytesTag>;
using Flop = Quantity<struct FlopTag>;
using Seconds = Quantity<struct SecondsTag>;
using BytesPerSecond = Quantity<struct BytesPerSecondTag>;
using FlopPerSecond = Quantity<struct FlopPerSecondTag>;
using FlopPerByte = Quantity<struct FlopPerByteTag>;  // arithmetic intensity; the ridge point
using Watts = Quantity<struct WattsTag>;
using Joules = Quantity<struct JoulesTag>;
using Usd = Quantity<struct UsdTag>;
using UsdPerSecond = Quantity<struct UsdPerSecondTag>;

constexpr Seconds operator/(Bytes work, BytesPerSecond rate) { return {work.value / rate.value}; }
constexpr Seconds operator/(Flop work, FlopPerSecond rate) { return {work.value / rate.value}; }
constexpr Seconds operator/(Joules energy, Watts power) { return {energy.value / power.value}; }
constexpr BytesPerSecond operator/(Bytes work, Seconds time) { return {work.value / time.value}; }
constexpr FlopPerSecond operator/(Flop work, Seconds time) { return {work.value / time.value}; }
constexpr FlopPerByte operator/(Flop work, Bytes moved) { return {work.value / moved.value}; }
constexpr FlopPerByte operator/(FlopPerSecond peak, BytesPerSecond bandwidth) { return {peak.value / bandwidth.value}; }
constexpr Bytes operator*(BytesPerSecond rate, Seconds time) { return {rate.value * time.value}; }
constexpr Flop operator*(FlopPerSecond rate, Seconds time) { return {rate.value * time.value}; }
constexpr Joules operator*(Watts power, Seconds time) { return {power.value * time.value}; }
constexpr Usd operator*(UsdPerSecond price, Seconds time) { return {price.value * time.value}; }
constexpr UsdPerSecond operator/(Usd amount, Seconds time) { return {amount.value / time.value}; }

constexpr Bytes bytes(double n) { return {n}; }
constexpr Bytes gigabytes(double n) { return {n * 1e9}; }
constexpr Bytes gibibytes(double n) { return {n * 1073741824.0}; }
constexpr Bytes mebibytes(double n) { return {n * 1048576.0}; }
constexpr double in_bytes(Bytes b) { return b.value; }
constexpr double in_gigabytes(Bytes b) { return b.value / 1e9; }
constexpr double in_gibibytes(Bytes b) { return b.value / 1073741824.0; }

constexpr Flop flop(double n) { return {n}; }
constexpr double in_flop(Flop f) { return f.value; }

constexpr Seconds seconds(double n) { return {n}; }
constexpr Seconds milliseconds(double n) { return {n * 1e-3}; }
constexpr Seconds microseconds(double n) { return {n * 1e-6}; }
constexpr Seconds hours(double n) { return {n * 3600.0}; }
constexpr double in_seconds(Seconds t) { return t.value; }
constexpr double in_milliseconds(Seconds t) { return t.value * 1e3; }
constexpr double in_hours(Seconds t) { return t.value / 3600.0; }

constexpr BytesPerSecond gigabytes_per_second(double n) { return {n * 1e9}; }
constexpr double in_gigabytes_per_second(BytesPerSecond r) { return r.value / 1e9; }
constexpr FlopPerSecond teraflop_per_second(double n) { return {n * 1e12}; }
constexpr double in_teraflop_per_second(FlopPerSecond r) { return r.value / 1e12; }
constexpr double in_flop_per_byte(FlopPerByte i) { return i.value; }

constexpr Watts watts(double n) { return {n}; }
constexpr double in_watts(Watts p) { return p.value; }
constexpr Joules kilowatt_hours(double n) { return {n * 3.6e6}; }
constexpr double in_kilowatt_hours(Joules e) { return e.value / 3.6e6; }

constexpr Usd usd(double n) { return {n}; }
constexpr double in_usd(Usd amount) { return amount.value; }

}  // namespace ridgepoint
