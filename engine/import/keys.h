// The names configuration files use for the same thing, and reading by meaning.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/import/value.h"

namespace ridgepoint::import {

// A configuration: the part that describes the text decoder, then the whole file.
class Config {
 public:
  explicit Config(const Value& file);

  // A key is a meaning of known/keys.txt, of whose names the first that is present counts, or a name itself.
  // First present of the decoder's key and the file's key of that name; null when neither is there.
  const Value* find(std::string_view key) const;
  // Whether a name of that is there, be it as null.
  bool has(std::string_view key) const;
  // A whole number within the meaning's range, or up to `most`. What is not one is noted as a problem. Of a list (one
  // value a layer) the largest. Where a part of a file leaves it out, what the family's code has.
  std::optional<int> whole(std::string_view key, int most = 0);
  bool flag(std::string_view key, bool otherwise) const;
  std::string text(std::string_view key) const;
  std::string class_name() const;

  const Value& file() const { return *file_; }
  const Value& decoder() const { return *decoder_; }
  // Keys that nothing has asked for and that are not known to be harmless, with dots.
  std::vector<std::string> unread() const;
  // "/layers" and the file's pointer to it, of all meanings that the file has a name for.
  std::vector<std::pair<std::string, std::string>> named() const;
  // Keys that speak of experts, with something in them.
  std::vector<std::string> about_experts() const;
  Problems problems;
  std::vector<std::string> assumptions;  // sentences of what the file leaves open
  std::vector<std::string> defaults;     // "head_dim 256": what the family's code has where the file says nothing

 private:
  std::optional<int> whole_of(const Value& value, const std::string& name, int most);
  const Value* find_name(std::string_view name) const;
  std::optional<int> default_of(std::string_view key);
  template <class Take>
  void each_key(const Value& object, const std::string& within, Take take) const;

  const Value* file_;
  const Value* decoder_;
  mutable std::set<std::string, std::less<>> asked_;
};

// The names of a meaning, nearest first, for messages.
std::vector<std::string> names_of(std::string_view key);

}  // namespace ridgepoint::import
