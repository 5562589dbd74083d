// Time of collectives: latency plus bandwidth, by path.
#pragma once

#include "engine/base/units.h"
#include "engine/facts/device.h"

namespace ridgepoint {

// The slowest link that a group of devices has to cross.
struct Path {
  Seconds latency;           // of one small collective
  BytesPerSecond bandwidth;  // one direction per device, reached
};
// Devices that reach one another without the network: the `per_node` of a machine, or those of a fabric that joins
// several.
int joined_devices(const Device& device, int per_node);

// `per_node` of the `ranks` devices share a node. Inside a fabric's domain the fabric counts, without
// one PCIe, across nodes the network: rings cross it in parallel, so that the network shares of a
// node's devices add up, as far as the links inside the node carry them.
Path path_between(const Device& device, int ranks, int per_node);

// From one device to another of a different machine.
Path network_path(const Device& device);

// All of these take no time for a single rank.

// Ring all-reduce of `message` bytes held on every rank: 2 (n-1)/n of it crosses each link.
Seconds all_reduce(const Path& path, int ranks, Bytes message);
// (n-1)/n of `message`, the full result.
Seconds all_gather(const Path& path, int ranks, Bytes message);
Seconds reduce_scatter(const Path& path, int ranks, Bytes message);
// Each rank sends (n-1)/n of its `message`.
Seconds all_to_all(const Path& path, int ranks, Bytes message);
Seconds point_to_point(const Path& path, Bytes message);

}  // namespace ridgepoint
