// What the command line was asked: a command, its words and its options.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ridgepoint::cli {

struct Arguments {
  std::string command;
  std::vector<std::string> words;              // beside the command and the options
  std::map<std::string, std::string> options;  // "--format" -> "text"; "" for options without a value
  std::string error;                           // what is wrong; empty when nothing is

  bool has(const std::string& option) const { return options.count(option) > 0; }
  std::string get(const std::string& option, const std::string& otherwise) const;
};

// Options are checked against those of the command.
Arguments parse_arguments(const std::vector<std::string>& given);

// How to call the program.
std::string usage();

}  // namespace ridgepoint::cli
