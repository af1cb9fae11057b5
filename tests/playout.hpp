#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "engine/deal.hpp"
#include "engine/generate.hpp"
#include "engine/hash.hpp"

/// Games played by tests: at random, or favoring the foundations.
namespace quincunx::testing {

/// Random numbers that are the same on every platform (SplitMix64).
class Dice {
  public:
    explicit constexpr Dice(std::uint64_t seed) : state_(seed) {}
    constexpr std::uint64_t roll() { return hash::mix(state_ += hash::multiplier); }
    constexpr std::size_t below(std::size_t bound) { return static_cast<std::size_t>(roll() % bound); }
    constexpr bool chance(double probability) {
        return static_cast<double>(roll() >> 11) < probability * 9007199254740992.0;
    }
    /// If `most` is less, `least`.
    constexpr int between(int least, int most) {
        return least + static_cast<int>(below(static_cast<std::size_t>(std::max(most - least, 0)) + 1));
    }
    template <class T>
    constexpr T one_of(std::initializer_list<T> values) {
        return *(values.begin() + below(values.size()));
    }

  private:
    std::uint64_t state_;
};

/// The factor by which to multiply the usual number of games (QUINCUNX_VOLUME).
inline double volume() {
    const char* const text = std::getenv("QUINCUNX_VOLUME");
    return text == nullptr ? 1.0 : std::strtod(text, nullptr);
}
/// A number of games scaled by the volume, at least one.
inline int scaled(int games) {
    const double wanted = games * volume();
    return wanted < 1 ? 1 : static_cast<int>(wanted);
}

/// Deal numbers of all sizes: small ones, those from 32000, and those of two 32-bit words.
inline std::uint64_t deal_number(std::uint64_t i) {
    switch (i % 4) {
        case 0:
            return i / 4 + 1;
        case 1:
            return first_twister_deal + i / 4;
        case 2:
            return hash::mix(i) % last_random_deal + 1;
        default:
            return hash::mix(i) | 1;
    }
}

/// The preferences of a random player.
struct Taste {
    double home = 0;  ///< how often a move to a foundation is preferred
    double aim = 0;   ///< how often any accepted move is chosen, listed or not
};

/// The preferences for the i-th game of a series: purely random, guided, aiming, and both.
inline Taste taste(std::uint64_t i) {
    constexpr Taste tastes[] = {{.home = 0, .aim = 0},
                                {.home = 0.95, .aim = 0},
                                {.home = 0.5, .aim = 0.3},
                                {.home = 1, .aim = 0.1},
                                {.home = 0.8, .aim = 0}};
    return tastes[i % 5];
}

inline bool goes_home(const Layout& layout, const Move& move) {
    return move.kind == MoveKind::cards && layout.kind(move.to) == PileKind::foundation;
}

/// The next move of a game; none if it is over. `listed` are the listed moves.
template <class Source>
std::optional<Move> pick_move(const BasicPosition<Source>& position, const BasicMoveList<Source>& listed,
                              Dice& dice, const Taste& taste) {
    if (listed.empty()) return std::nullopt;
    std::vector<Move> moves(listed.begin(), listed.end());
    if (taste.aim > 0 && dice.chance(taste.aim)) {
        moves.clear();
        for_each_accepted(position, [&](const Move& move) { moves.push_back(move); });
    }
    if (taste.home > 0 && dice.chance(taste.home)) {
        std::vector<Move> home;
        for (const Move& move : moves)
            if (goes_home(position.layout(), move)) home.push_back(move);
        if (!home.empty()) moves = std::move(home);
    }
    return moves[dice.below(moves.size())];
}

}  // namespace quincunx::testing
