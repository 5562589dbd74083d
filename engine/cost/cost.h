// Cost of renting and of owning the same machines.
#pragma once

#include "engine/cost/break_even.h"
#include "engine/cost/own.h"
#include "engine/cost/place.h"
#include "engine/cost/rent.h"
