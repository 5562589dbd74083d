#include "engine/base/words.h"

#include <cmath>
#include <cstdio>

#include "engine/base/units.h"

namespace ridgepoint {
namespace {

std::string print(const char* format, int precision, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, precision, value);
  return text;
}

// What "%.*f" prints, sooner: the digits are a whole number as long as it is exact. Whether the product lies on the
// other side of a half than its rounded value is known from the rest of it.
std::string fixed(double value, int decimals) {
  double scale = 1;
  for (int i = 0; i < decimals; ++i) scale *= 10;
  const double product = value * scale, rest = std::fma(value, scale, -product);
  if (!(value >= 0 && decimals <= 15 && product < 1e15)) return print("%.*f", decimals, value);
  double nearest = std::nearbyint(product);
  if (std::fabs(product - nearest) == 0.5 && rest != 0) nearest = std::floor(product) + (rest > 0 ? 1 : 0);
  std::string digits = std::to_string(static_cast<long long>(nearest));
  if (decimals == 0) return digits;
  const auto places = static_cast<std::size_t>(decimals);
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  digits.insert(digits.size() - places, 1, '.');
  return digits;
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string with_separators(std::string digits) {
  const std::size_t start = digits[0] == '-' ? 1 : 0;
  for (std::size_t end = digits.size(); end > start + 3;) {
    end -= 3;
    digits.insert(end, ",");
  }
  return digits;
}

// To two digits.
double rounded(double value) {
  if (!(value > 0) || !std::isfinite(value)) return value;
  double scale = 1;
  for (double v = value; v >= 100; v /= 10) scale *= 10;
  for (double v = value; v < 10; v *= 10) scale /= 10;
  return std::floor(value / scale + 0.5) * scale;
}

// What stands behind the digits: " ms".
std::string unit_of(const std::string& text) { return text.substr(text.find_last_of("0123456789") + 1); }

}  // namespace

std::string significant(double value, int digits) {
  if (!std::isfinite(value)) return print("%.*g", digits, value);
  if (value == 0) return "0";
  int exponent = 0;
  for (double v = std::fabs(value); v >= 10; v /= 10) ++exponent;
  for (double v = std::fabs(value); v < 1; v *= 10) --exponent;
  const int decimals = digits - 1 - exponent;
  if (decimals >= 0) return without_trailing_zeros(fixed(value, decimals));
  double step = 1;
  for (int i = decimals; i < 0; ++i) step *= 10;
  return whole(std::floor(value / step + 0.5) * step);
}

std::string short_number(double value) { return std::fabs(value) < 100 ? significant(value, 2) : whole(value); }

std::string whole(double value) {
  if (!(std::fabs(value) < 1e15)) return print("%.*g", 3, value);  // the last digits would be those of the machine
  if (value >= 0)                                                  // the same digits, sooner
    return with_separators(std::to_string(static_cast<long long>(std::nearbyint(value))));
  return with_separators(print("%.*f", 0, value));
}

std::string duration(double seconds) {
  if (seconds < 1) return significant(seconds * 1e3, 2) + " ms";
  if (seconds < 120) return significant(seconds, 2) + " s";
  if (seconds < 7200) return significant(seconds / 60, 2) + " min";
  if (seconds < 172800) return significant(seconds / 3600, 2) + " hours";
  if (seconds < 86400.0 * 730) return short_number(seconds / 86400) + " days";
  return short_number(seconds / (86400 * 365.25)) + " years";
}

std::string milliseconds_text(double ms) { return duration(ms / 1000); }
std::string days_text(double days) { return duration(days * 86400); }
std::string watts_text(double watts) { return whole(watts) + " W"; }

std::string dollars(double usd) {
  if (usd >= 100) return "$" + whole(usd);
  if (usd >= 0.1) return "$" + fixed(usd, 2);
  return "$" + significant(usd, 2);
}

std::string rounded_dollars(double usd) {
  if (usd >= 0.9995e6) return "$" + large_count(usd);
  return usd >= 1000 ? "$" + significant(usd, 3) : dollars(usd);
}

std::string memory_text(double gb) {
  const double gib = in_gibibytes(gigabytes(gb));
  if (gib >= 1000) return whole(gib) + " GB";
  return (gib != 0 && std::fabs(gib) < 0.05 ? significant(gib, 2) : fixed(gib, 1)) + " GB";
}

std::string range_words(double low, double high, std::string (*in_words)(double)) {
  std::string from = in_words(rounded(low)), to = in_words(rounded(high));
  if (from == to) return to;
  const std::string unit = unit_of(to);
  if (unit == unit_of(from)) from.resize(from.size() - unit.size());
  return from + " to " + to;
}

std::string range_beside(const std::string& text, double low, double high, std::string (*in_words)(double)) {
  std::string words = range_words(low, high, in_words);
  const std::string unit = unit_of(text);
  if (text[0] != '$' && unit == unit_of(in_words(rounded(low))) && unit == unit_of(words))
    words.resize(words.size() - unit.size());
  return words;
}

std::string large_count(double n) {
  if (n >= 0.9995e12) return significant(n / 1e12, 3) + " trillion";
  if (n >= 0.9995e9) return significant(n / 1e9, 3) + " billion";
  if (n >= 0.9995e6) return significant(n / 1e6, 3) + " million";
  return whole(n);
}

std::string counted(double n, const std::string& one, const std::string& many) {
  const std::string said = n == std::floor(n) ? whole(n) : short_number(n);
  return said + " " + (said == "1" ? one : many);
}

std::string percent_text(double share) { return significant(share * 100, 2) + "%"; }
std::string devices_text(double n, const std::string& name) { return whole(n) + " × " + name; }

void add_part(std::string& list, std::string_view part, std::string_view between) {
  if (!list.empty()) list += between;
  list += part;
}

}  // namespace ridgepoint
