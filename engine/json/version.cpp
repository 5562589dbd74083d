#include "engine/json/version.h"

namespace ridgepoint::json {

std::string version() { return RIDGEPOINT_VERSION; }

}  // namespace ridgepoint::json
