// Questions to begin with: named scenarios, and the questions that lead to one.
//
// They are no facts and no estimate reads them; a preset's scenario is the fragment of a shared link without its
// version, so that it is at once readable, an address of the page and an input of the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/fields.h"

namespace ridgepoint {

// Hardware that an article recommends for a preset's question.
struct SuggestedHardware {
  std::string accelerator;  // catalog id
  int count = 1;
};
void visit(SuggestedHardware& hardware, FieldVisitor& v);

struct Preset {
  std::string id;
  std::string title;
  std::string question;
  std::string scenario;              // "workload=finetune&model=llama-3.1-8b&accelerator=rtx-4090&count=1"
  std::vector<std::string> answers;  // of the guide that it takes; empty: no preset of the guide
  std::string why;                   // what decides in such a case
  std::vector<SuggestedHardware> recommended;
  std::string source;  // ids of the catalog's sources
};
void visit(Preset& preset, FieldVisitor& v);

struct GuideAnswer {
  std::string id;     // "serve"
  std::string label;  // for people
  std::string means;  // what follows from it for hardware
  std::string sets;   // what it sets beside its preset: a fragment as there
};
void visit(GuideAnswer& answer, FieldVisitor& v);

struct GuideQuestion {
  std::string id;
  std::string question;
  std::vector<GuideAnswer> answers;
};
void visit(GuideQuestion& question, FieldVisitor& v);

struct Guide {
  std::vector<GuideQuestion> questions;
  std::vector<Preset> presets;
};
void visit(Guide& guide, FieldVisitor& v);

// Null when there is none of that id.
const Preset* find_preset(const Guide& guide, std::string_view id);
// Where one answer to each question leads, in any order: to the preset that takes most of them, its scenario with what
// the answers set. Absent when an answer is missing or not known.
std::optional<Preset> guided(const Guide& guide, const std::vector<std::string>& answers);

}  // namespace ridgepoint
