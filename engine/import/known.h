// What is known of configurations: tables of text in known/, which are compiled in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::import::known {

extern const std::string_view kDefaults, kFamilies, kFormats, kHarmless, kKeys, kLayers;

// Of each line its words; remarks and empty lines are left out.
std::vector<std::vector<std::string_view>> lines(std::string_view table);
// The parts of a text between such characters, empty ones left out.
std::vector<std::string_view> split(std::string_view text, char between);
// Whether the text is what the pattern says, in which a star stands for any text.
bool is_like(std::string_view text, std::string_view pattern);
std::string lower(std::string_view text);

}  // namespace ridgepoint::import::known
