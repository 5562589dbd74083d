#include "tools/cli/arguments.h"

#include <algorithm>

namespace ridgepoint::cli {
namespace {

struct Command {
  std::string name;
  std::size_t fewest;  // words it takes
  std::size_t most;
  std::vector<std::string> options;
};

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {"estimate", 0, 1, {"--format", "--with"}},
      {"recommend", 0, 1, {"--format", "--with"}},
      {"sweep", 0, 1, {"--fields", "--jobs", "--progress", "--resume", "--with"}},
      {"catalog", 1, 1, {"--format"}},
      {"presets", 0, 1},
      {"guide", 0, 4},
      {"import", 1, 10},
      {"compare", 0, 4, {"--format"}},
      {"runs-on",
       0,
       100,
       {"--format", "--all", "--context", "--accept", "--min-tokens-per-s", "--host", "--host-memory-gb"}},
      {"schema", 1, 1},
      {"url", 0, 1, {"--decode"}},
      {"validate", 0, 1000, {"--json", "--calibration"}},
  };
  return all;
}

bool takes_value(const std::string& option) {
  return option != "--help" && option != "--version" && option != "--json" && option != "--progress" &&
         option != "--all";
}

void check(Arguments& out) {
  if (out.has("--help") || out.has("--version") || !out.error.empty()) return;
  if (out.command.empty()) {
    out.error = "no command";
    return;
  }
  const auto found =
      std::find_if(commands().begin(), commands().end(), [&](const Command& c) { return c.name == out.command; });
  if (found == commands().end()) {
    out.error = "unknown command: " + out.command;
    return;
  }
  if (out.words.size() < found->fewest || out.words.size() > found->most)
    out.error = out.command + (out.words.size() < found->fewest ? " needs an argument" : " has too many arguments");
  for (const auto& [option, value] : out.options)
    if (option != "--catalog" &&
        std::find(found->options.begin(), found->options.end(), option) == found->options.end())
      out.error = out.command + " has no option " + option;
}

}  // namespace

std::string Arguments::get(const std::string& option, const std::string& otherwise) const {
  const auto found = options.find(option);
  return found == options.end() ? otherwise : found->second;
}

Arguments parse_arguments(const std::vector<std::string>& given) {
  Arguments out;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string& word = given[i];
    if (word == "-h") {
      out.options["--help"] = "";
    } else if (word.rfind("--", 0) == 0) {
      const std::size_t equals = word.find('=');
      const std::string option = word.substr(0, equals);
      if (equals != std::string::npos)
        out.options[option] = word.substr(equals + 1);
      else if (!takes_value(option))
        out.options[option] = "";
      else if (i + 1 < given.size())
        out.options[option] = given[++i];
      else
        out.error = option + " needs a value";
    } else if (out.command.empty()) {
      out.command = word;
    } else {
      out.words.push_back(word);
    }
  }
  check(out);
  return out;
}

std::string usage() {
  return "Which hardware for an AI workload, and what it costs.\n"
         "\n"
         "  ridgepoint estimate [FILE] [--format json|text] [--with explain,percentiles,limits,series]\n"
         "      A scenario (JSON) to its memory, speed and cost.\n"
         "  ridgepoint recommend [FILE] [--format json|text] [--with ...]\n"
         "      The same, with the hardware that keeps all limits, best first, and what just misses them.\n"
         "  ridgepoint sweep [FILE] [--fields a,b,c] [--jobs N] [--progress] [--resume FILE]\n"
         "                   [--with ...]\n"
         "      Many scenarios, one a line, to one result a line, in their order. A line that is wrong gives a line "
         "with\n"
         "      its errors, and so does an empty one. --fields gives CSV: figures by their place in the result, such "
         "as\n"
         "      memory.fit, speed.tpot_ms or scenario.hardware.count, \"line\" for the line's number, and a last "
         "column\n"
         "      \"error\". --jobs: threads, by default as many as the processor has. --resume: results go to FILE, "
         "behind\n"
         "      those it has of an earlier run that was broken off.\n"
         "  ridgepoint compare FILE FILE [FILE [FILE]] [--format json|text]\n"
         "      Scenarios side by side: figures, what was asked differently, and why the figures differ. One FILE\n"
         "      holds a list of them.\n"
         "  ridgepoint runs-on [ACCELERATOR[:COUNT]...] [--format json|text] [--all] [--context N]\n"
         "                     [--accept FORMAT] [--min-tokens-per-s N] [--host CPU|none] [--host-memory-gb N]\n"
         "      The reverse: which models hardware that is there serves, fine-tunes and trains: by purpose the one to\n"
         "      begin with and the lines that start it, then the others, in text some of them. Without accelerators\n"
         "      the question is read from standard input (JSON; see schema runs_on_question).\n"
         "  ridgepoint catalog KIND [--format table|csv|json]\n"
         "      What is known: accelerators models instances prices formats sources.\n"
         "  ridgepoint presets [ID]\n"
         "      Questions people ask, or the scenario of one.\n"
         "  ridgepoint guide [ANSWER ANSWER ANSWER ANSWER]\n"
         "      Four questions, or the scenario that an answer to each leads to.\n"
         "  ridgepoint validate FILE... [--json] [--calibration FILE[,FILE...]]\n"
         "      Tables of measured runs to predicted against measured, by class. Columns id, metric, value and those\n"
         "      that say what ran: of serving with batch_or_concurrency, of training's speed with global_batch_seqs, "
         "of\n"
         "      its memory with cpu_offload, of other models with model_and_shape. Rows with wrong cells are left "
         "out,\n"
         "      each cell is listed, and the exit status is 1.\n"
         "  ridgepoint import FILE...\n"
         "      A model's config.json, GGUF or safetensors file, or its index, to a model.\n"
         "  ridgepoint schema scenario|result|catalog|comparison|runs_on_question|runs_on\n"
         "      The JSON Schema.\n"
         "  ridgepoint url [FILE]\n"
         "      A scenario to the fragment of a shared link.\n"
         "  ridgepoint url --decode URL\n"
         "      A shared link to its scenario, with notices of what was left out.\n"
         "\n"
         "  --catalog FILE   another merged catalog than catalog.json beside the program\n"
         "  --help, --version\n"
         "\n"
         "An absent FILE, or -, is standard input.\n"
         "Exit status: 0 answered (also when nothing fits), 1 the scenario or file is wrong (errors as\n"
         "JSON on standard output), 2 bad usage, an unreadable file, or an answer that cannot be written, 128 and the "
         "number of\n"
         "the signal that ended it.\n";
}

}  // namespace ridgepoint::cli
