// Commands of others' tools that measure the figures of an estimate.
#pragma once

#include <string>
#include <vector>

#include "engine/base/fields.h"

namespace ridgepoint {

// Whether a tool runs one stream alone, several, or either.
enum class Streams { any, one, several };
template <>
inline constexpr auto kWords<Streams> = word_list("any", "one", "several");

// Copies of the model that a command runs together: all, those of one node, one; or all of a model without experts and
// one of others, whose experts spread over whatever runs together.
enum class Copies { all, node, one, dense };
template <>
inline constexpr auto kWords<Copies> = word_list("all", "node", "one", "dense");

struct Benchmark {
  std::string id;
  std::string tool;                    // as people know it
  std::vector<std::string> figures;    // JSON pointers of what it measures
  std::vector<std::string> software;   // serving engines, frameworks, kinds of other models; empty: all
  std::vector<std::string> workloads;  // empty: all
  std::vector<std::string> methods;    // of training; empty: all
  Streams streams = Streams::any;
  Copies copies = Copies::all;
  // Lines for a shell; those that begin with "# " say where and when the ones below run. {name} is filled in, {?name}
  // prints nothing, [...] is left out where something in it is unknown or as the tool has it anyway, and so is a line
  // that begins with {name?}. In place of a name {!name} is there where it has no value, {name=word} where it is that
  // word, {!name=word} where it is another. Empty: nothing is known that measures these, and `remark` says why.
  std::string command;
  std::string options;  // stands for {options} in the command
  std::string source;
  std::string remark;  // what who runs it should know; filled in like the command
};
void visit(Benchmark& benchmark, FieldVisitor& v);

}  // namespace ridgepoint
