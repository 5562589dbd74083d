#include "tests/files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace ridgepoint::test {

std::string in_project(const std::string& name) { return RIDGEPOINT_ROOT "/" + name; }

std::string merged_catalog() { return RIDGEPOINT_CATALOG; }

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) ADD_FAILURE() << path << " cannot be read";
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace ridgepoint::test
