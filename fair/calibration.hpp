#pragma once

#include <cmath>

#include "solver/select.hpp"

namespace quincunx::fair {

/// How the share of worlds that can be won with all cards known (`OddsMaker`, with 3,000 nodes a world)
/// becomes the chance that the fair player wins: logit(chance) = a + b logit(share) + c unseen, where unseen is
/// the share of all cards that have not been seen. Fitted by tools/fit_odds.py on games played by
/// `quincunx fair --odds`; see docs/odds.md.
struct Calibration {
    double a = 0;
    double b = 1;
    double c = 0;
};

template <const Rules& rules>
constexpr bool calibrated() {
    return solver::two_way::fits(rules) || solver::gargantua::fits(rules) || solver::carthage::fits(rules);
}

template <const Rules& rules>
constexpr Calibration calibration() {
    return {};
}

template <const Rules& rules>
double calibrated_chance(double share, double unseen) {
    constexpr Calibration fit = calibration<rules>();
    const double logit = fit.a + fit.b * std::log(share / (1 - share)) + fit.c * unseen;
    return 1 / (1 + std::exp(-logit));
}

}  // namespace quincunx::fair
