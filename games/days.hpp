#pragma once

#include <array>

#include "games/all.hpp"

namespace quincunx::games {

/// A game that has a deal each day since it was listed.
struct Daily {
    std::string_view game;
    std::string_view since;
};
/// Variants have none. A date stays as it is, so that the days before a game was listed do not ask for it.
inline constexpr std::array daily{
    Daily{gargantua.id, "2026-11-25"},       Daily{grandfather.id, "2026-11-25"},
    Daily{gloucestershire.id, "2026-11-25"}, Daily{stalactites.id, "2026-11-25"},
    Daily{carthage.id, "2026-11-25"},
};

/// The first date that has a deal of a game; empty if it has no deals of the day.
constexpr std::string_view daily_since(std::string_view game) {
    for (const Daily& one : daily)
        if (one.game == game) return one.since;
    return {};
}

}  // namespace quincunx::games
