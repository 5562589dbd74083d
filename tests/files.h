// Files of the project, as tests read them wherever they run.
#pragma once

#include <string>

namespace ridgepoint::test {

/// The path of a file or folder that is named from the root of the project.
std::string in_project(const std::string& name);

/// The path of the catalog that the build merged.
std::string merged_catalog();

/// What a file holds, byte by byte; the test fails and gets nothing when it cannot be read.
std::string text_of_file(const std::string& path);

}  // namespace ridgepoint::test
