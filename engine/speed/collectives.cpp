#include "engine/speed/collectives.h"

#include <algorithm>

namespace ridgepoint {
namespace {

// What one device can send to `others` peers over the fabric: in a full mesh of direct links only the
// links to those peers count.
BytesPerSecond fabric_bandwidth(const Device& device, int others) {
  const BytesPerSecond all = *device.fabric_per_direction;
  if (!device.fabric_pair) return all;
  return std::min(all, static_cast<double>(others) * *device.fabric_pair);
}

Path inside_node(const Device& device, int ranks) {
  const Efficiency& e = device.efficiency;
  if (device.fabric_per_direction && ranks <= device.fabric_domain)
    return {e.fabric_latency, e.fabric * fabric_bandwidth(device, ranks - 1)};
  return {e.pcie_latency, e.pcie_collective * device.pcie};
}

Seconds transfer(const Path& path, int ranks, Bytes message, double passes) {
  if (ranks <= 1) return seconds(0);
  return path.latency + (passes * (ranks - 1) / ranks * message) / path.bandwidth;
}

}  // namespace

int joined_devices(const Device& device, int per_node) {
  return device.fabric_per_direction ? std::max(per_node, device.fabric_domain) : per_node;
}

Path path_between(const Device& device, int ranks, int per_node) {
  const int together = std::min(ranks, std::max(1, per_node));
  const bool one_fabric = device.fabric_per_direction && ranks <= device.fabric_domain;
  if (ranks <= per_node || one_fabric) return inside_node(device, ranks);
  const Efficiency& e = device.efficiency;
  const BytesPerSecond network = e.network * together * device.network;
  if (together == 1) return {e.network_latency, network};
  const Path local = inside_node(device, together);
  return {e.network_latency + local.latency, std::min(network, local.bandwidth)};
}

Path network_path(const Device& device) {
  return {device.efficiency.network_latency, device.efficiency.network * device.network};
}

Seconds all_reduce(const Path& path, int ranks, Bytes message) { return transfer(path, ranks, message, 2); }
Seconds all_gather(const Path& path, int ranks, Bytes message) { return transfer(path, ranks, message, 1); }
Seconds reduce_scatter(const Path& path, int ranks, Bytes message) { return transfer(path, ranks, message, 1); }
Seconds all_to_all(const Path& path, int ranks, Bytes message) { return transfer(path, ranks, message, 1); }
Seconds point_to_point(const Path& path, Bytes message) { return path.latency + message / path.bandwidth; }

}  // namespace ridgepoint
