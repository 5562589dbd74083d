// Which published price stands for a question: of renting, of hosted tokens.
#pragma once

#include <optional>
#include <string>

#include "engine/facts/catalog.h"
#include "engine/market/hosted.h"
#include "engine/market/rent.h"
#include "engine/question/question.h"

namespace ridgepoint {

// The price that a question rents at.
struct RentPrice {
  double usd_gpu_h = 0;  // for each accelerator that works
  int paid_gpus = 0;     // of the whole machines that hold them
  int machine = 1;       // accelerators that are let together
  std::string source;
  std::string date;
  double usual_usd_gpu_h = 0;  // its level in the market, where few let it; 0: not known, or not needed
  double lowest_usd_gpu_h = 0, highest_usd_gpu_h = 0;  // that providers ask
  std::size_t providers = 0;  // of whose prices it stands in the middle; none of a figure of one's own
  bool scattered = false;     // no machine that is listed holds what works together
  bool elsewhere = false;     // of which none can be had in the market: stale ones, or only "from" a price
};

// Offers that a question's rents are compared among: what it says, else clouds for a service, a batch or training from
// scratch, and all for one user or fine-tuning.
Market market_of(const Asked& asked);

// How old a price is, and whether it is the catalog's.
std::string price_text(const Price& price, const Question& question, const Catalog& catalog);

// Gives what a question rents: its accelerators, of which so many work `together`.
RentAsk rent_ask(const Question& question, int together, const Catalog& catalog);

// The question's own figure, else the price of the offer that stands for its market; of spot also the one on demand
// times the question's ratio. Empty when nobody lets it that way. Without
// words it has no `source`.
std::optional<RentPrice> rent_price(const Question& question, const RentAsk& ask, const Catalog& catalog,
                                    Pricing pricing, bool in_words = true);

struct HostedPrice : Hosted {
  std::string source;
};
// Of the prompt's tokens, those that a host bills as cached.
double cached_share(const Question& question);

// What stands for a question's prompt and answer: offline work is done in a host's cheaper hours, a service answers at
// all hours.
std::optional<HostedPrice> hosted_price(const Question& question, const Catalog& catalog);

struct ServerPrice {
  Usd machine;  // with its accelerators
  Usd host;     // of it: what is around them; none of whole computers
  std::string source;
  std::string date;
  bool elsewhere = false;  // nobody asks it any more
};
// The question's own figure, else the accelerators' price with the machine around them, as cost.host has it. Empty when
// no price is known.
std::optional<ServerPrice> server_price(const Question& question, const Catalog& catalog);

}  // namespace ridgepoint
