// From people to requests: how many come at the busiest time.
#pragma once

#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

// Users at once of a service of which nobody says how many.
inline constexpr double kUsualUsers = 32;

// 18 billion messages a week by 700 million weekly users of ChatGPT in July 2025 (Chatterji et al. 2025, NBER working
// paper 34255): 18e9 / 7 / 700e6 = 3.7 a user and day.
inline constexpr double kRequestsPerUserDay = 3.7;
// All of a day's requests within eight hours, as in one country's working day: 24 / 8.
inline constexpr double kDayPeak = 3;

// Share of what a replica can answer that it is loaded to: in an M/M/1 queue 0.8 / (1 - 0.8) = 4 requests are there
// then, at nine tenths 9; what is left takes bursts.
inline constexpr double kLoaded = 0.8;

// Tells whether what comes is counted by the day: users, tokens or hours of audio.
bool is_daily(const ServeChoice& serve);

// Peak over mean of a rate: what is given; of what is counted by the day else 24 over the hours it comes in, or
// kDayPeak; of a rate else 1.
double peak_factor(const ServeChoice& serve);

// Share of the hours that work where none is given. What is asked for at a rate is asked all the time, or in the
// hours given, so that the hours at the stated rate make up its mean; machines that people work on otherwise stand idle
// at night and at weekends.
double usual_use(const ServeChoice& serve);

// Adds what is contradictory or incomplete in a load, as far as no catalog is needed to tell.
void check_load(const ServeChoice& serve, Problems& problems);
// Adds a rate or a number of requests that is not the one that follows from what stands beside it.
void check_load(const ServeChoice& asked, const ServeChoice& loaded, Problems& problems);

// Fills in what a scenario leaves open of its load. Lengths are those of the purpose (of chat, and of encoders of
// embedding, where none is said), within the model's context. Users, tokens or audio of a day become the rate of
// requests at the busiest time, tokens or audio in all become requests, which make the work a batch; where neither a
// rate nor users at once are given, a batch has as many in flight as fit, up to four accelerators that a person has (of
// no data center) have one user, and a service has kUsualUsers.
Scenario with_its_load(Scenario scenario, const Catalog& catalog);

}  // namespace ridgepoint
