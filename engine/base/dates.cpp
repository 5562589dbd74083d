#include "engine/base/dates.h"

namespace ridgepoint {
namespace {

struct Date {
  int year = 1;
  int month = 1;
  int day = 1;
};

std::optional<int> digits(std::string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

int days_in(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays[month - 1] + (leap && month == 2 ? 1 : 0);
}

// YYYY, YYYY-MM or YYYY-MM-DD of the Gregorian calendar.
std::optional<Date> date_of(std::string_view text) {
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return std::nullopt;
  if ((text.size() >= 7 && text[4] != '-') || (text.size() == 10 && text[7] != '-')) return std::nullopt;
  const auto year = digits(text.substr(0, 4));
  const auto month = text.size() >= 7 ? digits(text.substr(5, 2)) : 1;
  const auto day = text.size() == 10 ? digits(text.substr(8, 2)) : 1;
  if (!year || !month || !day || *year < 1 || *month < 1 || *month > 12) return std::nullopt;
  if (*day < 1 || *day > days_in(*year, *month)) return std::nullopt;
  return Date{*year, *month, *day};
}

std::string with_remarks(std::string_view date, std::string_view first, std::string_view second) {
  std::string remarks(first);
  if (!second.empty()) remarks.append(remarks.empty() ? "" : ", ").append(second);
  return std::string(date) + (remarks.empty() ? "" : " (" + remarks + ")");
}

std::string_view what_it_lacks(std::string_view date) {
  return !date_of(date) || date.size() > 7 ? "" : date.size() == 4 ? "year only" : "month only";
}

}  // namespace

bool is_date(std::string_view text) { return date_of(text).has_value(); }

std::optional<int> day_number(std::string_view text) {
  const std::optional<Date> date = date_of(text);
  if (!date) return std::nullopt;
  const int before = date->year - 1;
  int days = before * 365 + before / 4 - before / 100 + before / 400;
  for (int month = 1; month < date->month; ++month) days += days_in(date->year, month);
  return days + date->day - 1;
}

std::optional<int> days_between(std::string_view from, std::string_view to) {
  const auto first = day_number(from), last = day_number(to);
  return first && last ? std::optional(*last - *first) : std::nullopt;
}

bool is_stale(std::string_view date, std::optional<int> as_of) {
  const auto day = day_number(date);
  return day && as_of && *as_of - *day > kStaleDays;
}
bool is_stale(std::string_view date, std::string_view as_of) { return is_stale(date, day_number(as_of)); }

std::string date_text(std::string_view date) { return with_remarks(date, what_it_lacks(date), ""); }

std::string price_date_text(std::string_view date, std::string_view as_of) {
  return with_remarks(date, what_it_lacks(date), is_stale(date, as_of) ? "stale" : "");
}

std::string price_days_text(std::string_view priced, std::string_view seen, std::string_view as_of) {
  const std::string day = price_date_text(priced, as_of);
  return seen > priced ? day + ", seen " + std::string(seen) : day;
}

}  // namespace ridgepoint
