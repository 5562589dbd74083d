// From a scenario to its question: the load filled in, and the records, formats and machines that its names mean.
#pragma once

#include "engine/ask/scenario.h"
#include "engine/base/result.h"

namespace ridgepoint {

// The question that a scenario asks, or everything that is wrong with it: ranges and combinations, unknown names and
// missing facts, each with the nearest known names.
Result<Question> question_of(const Scenario& scenario, const Catalog& catalog);
Result<Question> question_of(const Scenario& scenario, const Catalog&& gone) = delete;
// The parts alone, as a scenario has them, and of a question with its load: to be edited, and asked.
Question parts_of(const Scenario& scenario, const Catalog& catalog);
Question parts_of(const Question& question);
// Completes the parts, or gives what is wrong with them.
Problems ask(Question& parts, const Catalog& catalog);
// The parts at the prices of the catalog; empty where none of one's own are given.
std::optional<Question> at_listed_prices(const Question& question, const Catalog& catalog);
// The scenario that asks it.
Scenario scenario_of(const Question& question);

// Everything that is wrong with a scenario, names among its constraints too.
Problems problems_of(const Scenario& scenario, const Catalog& catalog);

// Id of the format that a model is served in: the one asked for, else what it is published in where that is coarser
// than 16 bits. llama.cpp and its kin have files of their own, and neither they nor Apple's machines read FP8.
std::string served_weights(const Question& question, const Catalog& catalog);

// Takes apart what stands in an accelerator's place and is none: a machine's name ("a3-highgpu-8g"), and how many there
// are ("2x3090"), which multiplies a count that is given. What is not known stays.
void take_apart(HardwareChoice& hardware, const Catalog& catalog);

// Names accelerators by their ids, among constraints with the memory behind it that a name says where the record has
// another ("apple-m4-pro 48GB"). Names that the catalog does not have stay.
void name_by_id(Asked& asked, const Catalog& catalog);

// A problem for every field that was given and has no meaning for the model: a KV cache format for a ResNet,
// denoising steps for a language model. A field that equals its default counts as not given.
Problems meaningless(const Question& question);

// Adds what is contradictory or incomplete in a load, as far as no catalog is needed to tell.
void check_load(const ServeChoice& serve, Problems& problems);
// Adds a rate or a number of requests that is not the one that follows from what stands beside it.
void check_load(const ServeChoice& asked, const ServeChoice& loaded, Problems& problems);

// Fills in what a scenario leaves open of its load. Lengths are those of the purpose (of chat, and of encoders of
// embedding, where none is said), within the model's context. Users, tokens or audio of a day become the rate of
// requests at the busiest time, tokens or audio in all become requests, which make the work a batch; where neither a
// rate nor users at once are given, a batch has as many in flight as fit, up to four accelerators that a person has (of
// no data center) have one user, and a service has kUsualUsers.
void fill_load(Asked& asked, const ModelChoice& model, const Catalog& catalog);

}  // namespace ridgepoint
