#include "engine/choose/runs_on_machine.h"

#include <algorithm>
#include <type_traits>

#include "engine/base/words.h"
#include "engine/facts/accelerator_names.h"
#include "engine/memory/memory_use.h"

namespace ridgepoint {
namespace {

constexpr const char* kUnited = "united-accelerators";
constexpr const char* kNoHost = "none";

// The CPU usually beside such an accelerator; none where memory is shared anyway.
const char* usual_host(const Accelerator& a) {
  if (a.form_factor == FormFactor::soc) return kNoHost;
  if (a.segment == Segment::consumer) return "cpu-generic-desktop-ddr5";
  if (a.segment == Segment::workstation) return "cpu-generic-workstation-ddr5";
  return a.segment == Segment::datacenter ? "cpu-generic-server-ddr5" : kNoHost;
}

void add_group(std::vector<AcceleratorGroup>& groups, const Accelerator* accelerator, int count) {
  for (AcceleratorGroup& group : groups)
    if (group.accelerator->id == accelerator->id && group.accelerator->memory_gb == accelerator->memory_gb) {
      group.count += count;
      return;
    }
  groups.push_back({accelerator, count});
}

// A CPU beside accelerators lends its memory and serves nothing itself.
void take_cpu_as_host(OwnedMachine& machine) {
  const auto is_cpu = [](const AcceleratorGroup& g) { return g.accelerator->segment == Segment::cpu; };
  std::vector<AcceleratorGroup>& groups = machine.groups;
  const auto cpu = std::find_if(groups.begin(), groups.end(), is_cpu);
  if (cpu == groups.end() || std::all_of(groups.begin(), groups.end(), is_cpu)) return;
  machine.host = cpu->accelerator;
  groups.erase(std::remove_if(groups.begin(), groups.end(), is_cpu), groups.end());
}

void find_host(OwnedMachine& machine, const AskedHost& asked, const Catalog& catalog, Problems& problems) {
  const std::string usual = machine.united() ? "cpu-generic-desktop-ddr5" : usual_host(*machine.groups[0].accelerator);
  std::optional<double> there = asked.memory_gb;
  if (asked.cpu == kNoHost) {
    machine.host = nullptr;
  } else if (asked.cpu || !machine.host) {
    const std::string name = asked.cpu.value_or(usual);
    const NamedAccelerator named = named_accelerator(catalog, name);
    machine.host = named.record;
    if (named.memory_gb && !there) there = in_gigabytes(gibibytes(*named.memory_gb));
    const bool is_cpu = machine.host && machine.host->segment == Segment::cpu;
    if (asked.cpu && !is_cpu)
      problems.push_back(unknown_name("/host", "CPU", name, nearest_accelerators(name, catalog.accelerators)));
    if (!is_cpu) machine.host = nullptr;
  }
  machine.host_gb = machine.host ? there.value_or(all_usable_gb(machine)) : 0;
}

// Work in proportion to `share` of memory at a rate of each.
template <class RateOf>
auto rate_of_all(const std::vector<AcceleratorGroup>& groups, const RateOf& rate_of) {
  double memory = 0, time = 0;
  for (const AcceleratorGroup& g : groups) {
    const double share = in_bytes(usable_memory(*g.accelerator)) * g.count;
    memory += share;
    time += share / rate_of(*g.accelerator).value;
  }
  return std::decay_t<decltype(rate_of(*groups[0].accelerator))>{memory / time};
}

const Accelerator& slowest(const std::vector<AcceleratorGroup>& groups) {
  const auto time = [](const AcceleratorGroup& g) {
    return in_bytes(usable_memory(*g.accelerator)) * g.count / g.accelerator->bandwidth->value;
  };
  return *std::max_element(groups.begin(), groups.end(), [&](const auto& a, const auto& b) {
            return time(a) < time(b);
          })->accelerator;
}

std::string names_of(const std::vector<AcceleratorGroup>& groups) {
  std::string out;
  for (const AcceleratorGroup& g : groups) add_part(out, devices_text(g.count, g.accelerator->name), " and ");
  return out;
}

}  // namespace

double usable_gb(const AcceleratorGroup& group) {
  return in_gigabytes(usable_memory(*group.accelerator)) * group.count;
}

double all_usable_gb(const OwnedMachine& machine) {
  double sum = 0;
  for (const AcceleratorGroup& group : machine.groups) sum += usable_gb(group);
  return sum;
}

OwnedMachine machine_of(const std::vector<OwnedHardware>& hardware, const AskedHost& host, const Catalog& catalog,
                        Problems& problems) {
  OwnedMachine machine;
  double all = 0;
  if (hardware.empty()) note(problems, "missing_field", "/hardware", "Say what hardware there is.", {"rtx-4090"});
  for (std::size_t i = 0; i < hardware.size(); ++i) {
    const std::string path = "/hardware/" + std::to_string(i);
    NamedAccelerator named = named_accelerator(catalog, hardware[i].accelerator);
    const CountedName said = named.record ? CountedName{} : counted_name(catalog, hardware[i].accelerator);
    if (said.count) named = named_accelerator(catalog, said.name);
    const auto [record, gb] = named;
    const Accelerator* found = record;
    if (record && gb) {
      machine.resized.push_back(std::make_shared<const Accelerator>(with_memory(*record, *gb)));
      found = machine.resized.back().get();
    }
    if (!found)
      problems.push_back(unknown_name(path + "/accelerator", "accelerator", hardware[i].accelerator,
                                      nearest_accelerators(hardware[i].accelerator, catalog.accelerators)));
    else if (gb && *gb > most_memory_gb(*record))
      note(problems, "out_of_range", path + "/accelerator",
           "No " + record->name + " has more than " + short_number(most_memory_gb(*record)) + " GB.", {record->id});
    else if (!found->bandwidth || found->memory_gb <= 0)
      note(problems, "unknown_fact", path + "/accelerator",
           "Memory and bandwidth of " + found->name + " are not known.");
    else if (const double count = static_cast<double>(hardware[i].count) * said.count.value_or(1);
             count < 1 || (all += count) > kCluster)
      note(problems, "out_of_range", path + "/count", "Between 1 and 1,024 accelerators can be asked about.");
    else
      add_group(machine.groups, found, static_cast<int>(count));
  }
  take_cpu_as_host(machine);
  if (!machine.groups.empty()) find_host(machine, host, catalog, problems);
  return machine;
}

Accelerator united(const std::vector<AcceleratorGroup>& groups) {
  Accelerator out = slowest(groups);
  out.id = kUnited;
  out.name = names_of(groups);
  out.aliases.clear();
  out.fabric = {};
  out.measured_bf16.reset();
  out.measured_fp8.reset();
  out.measured_copy.reset();
  Bytes memory;
  int count = 0;
  for (const AcceleratorGroup& g : groups) {
    memory += usable_memory(*g.accelerator) * g.count;
    count += g.count;
  }
  out.usable_memory = memory - kContext * (count - 1);
  out.memory_gb = in_gibibytes(memory);
  out.bandwidth = rate_of_all(groups, [](const Accelerator& a) { return *a.bandwidth; });
  for (std::size_t i = 0; i < out.rates.by.size(); ++i) {
    const auto has = [&](const AcceleratorGroup& g) { return g.accelerator->rates.by[i].has_value(); };
    out.rates.by[i].reset();
    if (std::all_of(groups.begin(), groups.end(), has))
      out.rates.by[i] = rate_of_all(groups, [&](const Accelerator& a) { return *a.rates.by[i]; });
  }
  return out;
}

}  // namespace ridgepoint
