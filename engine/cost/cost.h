// Cost of renting, of owning and of a hosted API for the same work.
#pragma once

#include "engine/cost/cash_flow.h"
#include "engine/cost/own.h"
#include "engine/cost/place.h"
#include "engine/cost/rent.h"
#include "engine/cost/sensitivity.h"
