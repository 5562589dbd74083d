// Commands of others' tools that measure the figures of an estimate.
#pragma once

#include <string>
#include <vector>

#include "engine/fields.h"

namespace ridgepoint {

// Whether a tool runs one stream alone, several, or either.
enum class Streams { any, one, several };
template <>
struct Words<Streams> {
  static constexpr std::array<std::string_view, 3> list = {"any", "one", "several"};
};

struct Benchmark {
  std::string id;
  std::string tool;                    // as people know it
  std::vector<std::string> figures;    // JSON pointers of what it measures
  std::vector<std::string> software;   // serving engines, frameworks, or kinds of models that are not token decoders
  std::vector<std::string> workloads;  // empty: all
  std::vector<std::string> methods;    // of training; empty: all
  Streams streams = Streams::any;
  // Lines for a shell. {name} is filled in, {?name} prints nothing, and [...] is left out where something in it is
  // unknown or as the tool has it anyway.
  std::string command;
  std::string source;
  std::string note;
};
void visit(Benchmark& benchmark, FieldVisitor& v);

}  // namespace ridgepoint
