// Writes the header of a safetensors file and imports it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/json/import_api.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// A header and what a file with it would have in bytes.
class Safetensors {
 public:
  void add(const std::string& name, const std::string& type, std::vector<double> shape) {
    double bytes = type == "BF16" || type == "F16" ? 2 : type == "F32" || type == "I32" || type == "U32" ? 4 : 1;
    for (const double d : shape) bytes *= d;
    Json tensor = Json::object();
    tensor["dtype"] = type;
    tensor["shape"] = Json::array();
    for (const double d : shape) tensor["shape"].push_back(to_json(d));
    tensor["data_offsets"] = {to_json(end_), to_json(end_ + bytes)};
    header_[name] = tensor;
    end_ += bytes;
  }
  double data_bytes() const { return end_; }
  std::string start() const { return bytes_of(header_.dump()); }
  Json document(const std::string& name = "model.safetensors") const {
    const std::string start = this->start();
    return Json::parse(import_model(start, static_cast<double>(start.size()) + end_, name));
  }
  static std::string bytes_of(const std::string& json) {
    std::string out;
    for (int i = 0; i < 8; ++i) out += static_cast<char>(json.size() >> (8 * i) & 0xff);
    return out + json;
  }

 private:
  Json header_ = Json::object();
  double end_ = 0;
};

}  // namespace ridgepoint::json
