// Numbers and counts as words, the same natively and in WebAssembly.
#pragma once

#include <string>

namespace ridgepoint {

// To `digits` significant figures without trailing zeros: 0.0412, 41, 1250, 3.1.
std::string significant(double value, int digits);
// Two significant figures below 100, whole numbers with thousands separators from there on.
std::string short_number(double value);
// Whole number with thousands separators.
std::string whole(double value);
// Seconds in the unit people would say: "24 ms", "1.3 s", "3.2 hours", "12 days".
std::string duration(double seconds);
// US dollars: "$0.41", "$12.00", "$1,250".
std::string dollars(double usd);
// What is added up or predicted, to three digits from a thousand up: "$12.34", "$197,000", "$146 million".
std::string rounded_dollars(double usd);
// Memory as the page shows it: "85.5 GB", "1,234 GB", "0.012 GB".
std::string gigabytes_said(double gb);
// "1 GPU", "4 GPUs".
std::string counted(double n, const std::string& one, const std::string& many);

}  // namespace ridgepoint
