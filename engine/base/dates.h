// Dates as records and people write them: "2026-11-21", and partial ones, "2025-12" and "2026".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint {

// Whether it is one.
bool is_date(std::string_view text);

// Days since the first day of year 1; of a partial date its first. Empty for what is no date.
std::optional<int> day_number(std::string_view date);
// Days from one date to another, negative when `to` is earlier.
// Empty when one of them is no date.
std::optional<int> days_between(std::string_view from, std::string_view to);

// A price older than this many days is stale: rents moved by a fifth within months in 2026.
inline constexpr int kStaleDays = 180;
// Whether a price of `date` is stale on `as_of`; false when one of them is no date.
bool is_stale(std::string_view date, std::string_view as_of);
bool is_stale(std::string_view date, std::optional<int> as_of);  // the same, by day_number()

// A date as people should read it: "2026-11-21", "2025-12 (month only)", "2026 (year only)".
std::string date_text(std::string_view date);
// The same with a mark when a price of that date is stale: "2025-12 (month only, stale)".
std::string price_date_text(std::string_view date, std::string_view as_of);
// With the later day on which it was read again: "2026-03-01, seen 2026-11-20". `seen` may be empty.
std::string price_days_text(std::string_view priced, std::string_view seen, std::string_view as_of);

}  // namespace ridgepoint
