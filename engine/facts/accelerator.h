// Devices, the links between them, and the machines that hold them: plain values.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/units.h"
#include "engine/model/format.h"

namespace ridgepoint {

enum class Segment { datacenter, workstation, consumer, apple, edge, cpu, cloud_only };
template <>
inline constexpr auto kWords<Segment> = word_list("datacenter", "workstation", "consumer", "apple", "edge", "cpu",
                                                  "cloud_only");

enum class FormFactor { pcie, sxm, oam, nvl, mpx, rack, superchip, soc, socket };
template <>
inline constexpr auto kWords<FormFactor> = word_list("PCIe", "SXM", "OAM", "NVL", "MPX", "rack", "superchip", "soc",
                                                     "socket");

// Whether a device is sold, a machine rented or a model hosted. What has ended stays on record and is never offered.
enum class Status { current, announced, ended };
template <>
inline constexpr auto kWords<Status> = word_list("current", "announced", "ended");

// Dense rates by arithmetic, accumulated in FP32 (INT32). Absent: the device cannot, or unknown.
struct Rates {
  std::array<std::optional<FlopPerSecond>, kWords<Arithmetic>.size()> by;
  const std::optional<FlopPerSecond>& operator[](Arithmetic a) const { return by[static_cast<std::size_t>(a)]; }
  std::optional<FlopPerSecond>& operator[](Arithmetic a) { return by[static_cast<std::size_t>(a)]; }
};
void visit(Rates& rates, FieldVisitor& v);

// The scale-up fabric inside a node or rack (NVLink, Infinity Fabric, ICI).
struct Fabric {
  std::string name;
  std::optional<BytesPerSecond> per_direction;  // per device, one direction, to all peers together
  std::optional<BytesPerSecond> pair;           // one direction between two devices
  int domain = 1;                               // devices that reach each other over it
};
void visit(Fabric& fabric, FieldVisitor& v);

// Devices of one design, which coefficients are for and whose names people spell in several ways.
struct DeviceFamily {
  std::string id;                      // "cdna3"
  std::string name;                    // Accelerator::architecture
  std::vector<std::string> aliases;    // "gfx942"
  std::optional<double> network_gbps;  // of each module in a server, one direction, where no instance tells
};
void visit(DeviceFamily& family, FieldVisitor& v);

struct Accelerator {
  std::string id;
  std::string name;
  std::vector<std::string> aliases;
  std::string vendor;
  std::string architecture;  // DeviceFamily::name
  Segment segment = Segment::datacenter;
  Status status = Status::current;
  std::string ended;      // since when it is not sold new
  std::string successor;  // id
  std::optional<FormFactor> form_factor;
  std::string release;

  double memory_gb = 0;  // as the vendor names it
  std::string memory_type;
  std::optional<Bytes> usable_memory;       // as the driver reports it
  std::optional<BytesPerSecond> bandwidth;  // vendor peak
  Rates rates;                              // vendor peak, dense
  Fabric fabric;
  std::optional<int> pcie_gen;
  std::optional<int> pcie_lanes;
  std::optional<Watts> power;       // board or package limit
  std::optional<Watts> idle_power;  // nothing running
  std::string compute_capability;   // "9.0", or the vendor's ISA name
  std::optional<int> mig_instances;
  std::optional<int> vector_bits;  // of each of the two vector units of a CPU core, where they are wider than 256

  std::optional<FlopPerSecond> measured_bf16;  // best matrix multiplication seen
  std::optional<FlopPerSecond> measured_fp8;
  std::optional<BytesPerSecond> measured_copy;

  std::string source;
  std::string retrieved;
  std::string note;
  ProvenanceMap provenance;
};
void visit(Accelerator& accelerator, FieldVisitor& v);

// What people call one of them: "GPU", "TPU", "CPU", "chip", else "accelerator".
std::string device_word(const Accelerator& accelerator);

inline constexpr int kServer = 8;      // accelerators of a server
inline constexpr int kCluster = 1024;  // the most that are put together, and asked about

bool is_of_a_data_center(const Accelerator& accelerator);
// Tells whether it is a whole computer: nothing is bought around it.
bool is_computer(const Accelerator& accelerator);

// Accelerators in one machine: a computer of its own is one, of all others servers hold eight.
int node_size(const Accelerator& accelerator);

// How many are put together: data-center parts in clusters, cards and processors in one machine.
int largest_fleet(const Accelerator& accelerator);

// Bytes a program can allocate. From the driver where it was seen; else nominal GiB for HBM and
// GeForce parts, 6% less for GDDR6 with ECC, what macOS leaves the GPU of so much memory on Apple parts.
Bytes usable_memory(const Accelerator& accelerator);

// The most memory that one of these can have, GB: what is sold, of consumer cards twice that, as workshops rebuild them
// (RTX 4090 with 48 GB, RTX 2080 Ti with 22 GB); of CPUs what is plugged in.
double most_memory_gb(const Accelerator& accelerator);

// The same with another size of memory, of which a program can allocate the same share, on Apple parts that of the
// size.
Accelerator with_memory(Accelerator accelerator, double gb);

// The rate the device multiplies at in `wanted`, and the arithmetic it really uses: a format the
// device lacks, or has only slower than FP32, runs in the next wider one it has. Empty when it has no suitable rate at
// all.
struct NativeRate {
  Arithmetic arithmetic = Arithmetic::bf16;
  FlopPerSecond rate;
};
std::optional<NativeRate> native_rate(const Accelerator& accelerator, Arithmetic wanted);

// One direction between host and device, or between devices without a fabric.
BytesPerSecond pcie_bandwidth(const Accelerator& accelerator);

// What sort of offer an instance is: a machine of the provider's list, a price by the GPU, seconds of
// a serverless service, one host of a marketplace, a mean of listings, or a managed endpoint.
enum class Tier { instance, per_gpu, serverless, marketplace, average, endpoint };
template <>
inline constexpr auto kWords<Tier> = word_list("instance", "per_gpu", "serverless", "marketplace", "average",
                                               "endpoint");

// What software needs of a device: the CUDA compute capability from which NVIDIA parts have it.
struct Capability {
  std::string id;  // "flash_attention_2"
  std::string name;
  double compute_capability = 0;     // 8.9 for "8.9"
  std::vector<std::string> vendors;  // others whose accelerators have it; empty: not known
  std::vector<std::string> lacking;  // ids of accelerators that do not, whatever else holds
  std::string source;
  std::string note;
};
void visit(Capability& capability, FieldVisitor& v);

// Whether a device has what software needs. Empty when nothing is known: for parts that have no
// compute capability, of vendors of which nothing is said.
std::optional<bool> supports(const Accelerator& accelerator, const Capability& capability);

// A cloud machine.
struct Instance {
  std::string id;
  std::string name;      // the provider's own
  std::string provider;  // id in the catalog's providers
  Tier tier = Tier::instance;
  Status status = Status::current;
  std::string ended;           // since when it cannot be rented
  std::string successor;       // id of what stands in its place
  bool interruptible = false;  // rented as spot alone: may be taken back at any time
  std::string accelerator;     // id in the catalog
  int count = 1;
  std::string region;
  std::optional<double> vcpus;
  std::optional<double> host_memory_gb;
  std::optional<double> network_gbps;  // per node, one direction
  std::optional<int> node_size;        // accelerators of the machine that a price by the GPU is a part of
  std::string source;
  std::string retrieved;
  std::string note;
  ProvenanceMap provenance;
};
void visit(Instance& instance, FieldVisitor& v);

// Accelerators of the machine that an instance is, or is a part of; empty for a price by the GPU that does not say.
std::optional<int> machine_size(const Instance& instance);

// What a CO2 figure counts: a plant's whole life with its fuel, or what leaves its chimney.
enum class Co2Basis { life_cycle, direct };
template <>
inline constexpr auto kWords<Co2Basis> = word_list("life_cycle", "direct");

// Electricity of a country or region: what a kWh emits and what customers pay for it.
struct Grid {
  std::string id;    // ISO 3166 code in lower case, with the state where it is one: "us-ca"
  std::string name;  // for people
  std::optional<double> co2_g_kwh;
  Co2Basis basis = Co2Basis::life_cycle;
  std::optional<int> year;                    // the CO2 figure is for
  std::optional<double> residential_usd_kwh;  // with taxes that such a customer pays
  std::optional<double> commercial_usd_kwh;
  std::optional<double> industrial_usd_kwh;
  std::string priced;  // what the prices are of
  std::string seen;    // when they were last read there unchanged
  std::string source;
  std::string retrieved;
  std::string note;
  ProvenanceMap provenance;
};
void visit(Grid& grid, FieldVisitor& v);

// Rents, then purchases: at introduction, the maker's present list price, what shops ask, and what used ones sell for.
enum class PriceKind { on_demand, spot, reserved_1y, reserved_3y, launch, list, sold_new, used };
template <>
inline constexpr auto kWords<PriceKind> = word_list("on_demand", "spot", "reserved_1y", "reserved_3y", "launch", "list",
                                                    "new", "used");

// A dated price; new ones are added, old ones stay.
struct Price {
  std::string of;  // instance id (US$ per hour of the whole instance) or accelerator id (US$ each)
  PriceKind kind = PriceKind::on_demand;
  std::optional<double> memory_gb;  // of a machine sold with several sizes of memory: with this one
  std::string region;               // a purchase is made in; empty: the United States
  Usd amount;                       // per hour for rents; the middle of several
  std::optional<Usd> low, high;     // of what is asked
  std::optional<int> offers;        // that is the band of
  bool from = false;                // the lowest of a list that does not say what for
  std::string priced;               // the price's own day, by its source
  std::string seen;                 // when it was last read there unchanged; empty: not since
  std::string source;
  std::string note;
};
void visit(Price& price, FieldVisitor& v);
bool is_rent(PriceKind kind);
inline constexpr Usd kMostRent = usd(1000);  // for one accelerator and hour, far above all that is let

}  // namespace ridgepoint
