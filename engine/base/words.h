// Numbers and counts as words, the same natively and in WebAssembly.
#pragma once

#include <string>
#include <string_view>

namespace ridgepoint {

// To `digits` significant figures without trailing zeros: 0.0412, 41, 1250, 3.1.
std::string significant(double value, int digits);
// Two significant figures below 100, whole numbers with thousands separators from there on.
std::string short_number(double value);
// Whole number with thousands separators.
std::string whole(double value);
// Seconds in the unit people would say: "24 ms", "1.3 s", "3.2 hours", "12 days".
std::string duration(double seconds);
std::string milliseconds_text(double ms);
std::string days_text(double days);
// "1,250 W"
std::string watts_text(double watts);
// US dollars: "$0.41", "$12.00", "$1,250".
std::string dollars(double usd);
// What is added up or predicted, to three digits from a thousand up: "$12.34", "$197,000", "$146 million".
std::string rounded_dollars(double usd);
// 1e9 bytes of a device's memory, or of what fills it, in the unit in which a card sold as 80 GB has 80: "79.6 GB",
// "1,234 GB", "0.012 GB".
std::string memory_text(double gb);
// "15 trillion", "10 million", "4,096".
std::string large_count(double n);
// A share to two digits: "12%".
std::string percent_text(double share);
// "1 GPU", "4 GPUs".
std::string counted(double n, const std::string& one, const std::string& many);
// "8 × H100 SXM5 80GB"
std::string devices_text(double n, const std::string& name);
// Adds a part to a list in words: "first, second".
void add_part(std::string& list, std::string_view part, std::string_view between = ", ");

// "38 to 58", "0.81 to 1.4 s": both ends as `in_words` says them, to two digits, the unit once where they share it.
std::string range_words(double low, double high, std::string (*in_words)(double));
// The same beside `text`, without a unit that they share with it: "250 to 680" beside "410 ms". Of money it stays,
// since an amount is whole without it: "$1.7 to $2.9 million" beside "$2.23 million".
std::string range_beside(const std::string& text, double low, double high, std::string (*in_words)(double));

}  // namespace ridgepoint
