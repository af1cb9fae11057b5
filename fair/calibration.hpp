#pragma once

#include <cmath>
#include <optional>

#include "engine/facts.hpp"
#include "solver/select.hpp"

namespace quincunx::fair {

/// How the share of worlds that can be won with all cards known (`OddsMaker`, with 3,000 nodes a world)
/// becomes the chance that the fair player wins: logit(chance) = a + b logit(share) + c unseen, where unseen
/// is the share of all cards that have not been seen. tools/fit_odds.py fits the factors to games played by
/// `quincunx fair --odds` (docs/odds.md), and undecided worlds count as lost in it. For rules of another kind there
/// is no fit: the chance is the share.
struct Calibration {
    double a = 0;
    double b = 1;
    double c = 0;
};

/// Whether cards can be unseen in a game, so that there is a chance to estimate.
constexpr bool has_odds(const Rules& rules) {
    return has_face_down(rules) || rules.stock.deal_to != DealTo::nowhere;
}

/// The factors of a kind of rules; none if it is not one of those that were fitted.
constexpr std::optional<Calibration> calibration(const Rules& rules) {
    const solver::Kind kind = solver::kind_of(rules);
    if (kind == solver::Kind::two_way) return Calibration{.a = 0.180, .b = 1.874, .c = 0.069};
    if (kind == solver::Kind::klondike) return Calibration{.a = 0.174, .b = 1.040, .c = -0.030};
    if (kind == solver::Kind::buried_reserves) return Calibration{.a = 0.271, .b = 1.171, .c = -0.501};
    return std::nullopt;
}

inline double fair_chance(const Rules& rules, double share, double unseen) {
    const Calibration fit = calibration(rules).value_or(Calibration{});
    const double logit = fit.a + fit.b * std::log(share / (1 - share)) + fit.c * unseen;
    return 1 / (1 + std::exp(-logit));
}

}  // namespace quincunx::fair
