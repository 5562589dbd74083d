#pragma once

#include <string>

namespace ridgepoint::json {

// Of the engine, plain: "0.1.0".
std::string version();

}  // namespace ridgepoint::json
