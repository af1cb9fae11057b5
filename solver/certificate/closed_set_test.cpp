// Certificates of small games: every state that can be reached is judged, and with it every reason that a state gives.
#include "solver/certificate/closed_set.hpp"

#include <gtest/gtest.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/deal.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "solver/common/micro_test.hpp"
#include "tests/games/freecell.hpp"
#include "tests/setup.hpp"
#include "tests/small_games.hpp"

namespace quincunx::solver::certificate {
namespace {

using quincunx::testing::dealt;
using quincunx::testing::set_up;

/// All states that can be reached from a position, and which of them can be won.
template <const Rules& rules>
class AllStates {
  public:
    static constexpr std::size_t most = 20'000;

    /// False if there are too many.
    bool explore(const Position<rules>& start) {
        const StateCode<rules> code(start);
        number_.clear();
        states_.clear();
        number(code.write(start).view());
        std::vector<std::vector<std::size_t>> parents(1);
        std::vector<std::size_t> won;
        MoveList<rules> moves;
        for (std::size_t at = 0; at < states_.size(); ++at) {
            if (states_.size() > most) return false;
            Position<rules> position = code.read(states_[at]);
            EXPECT_EQ(code.write(position).view(), states_[at]);
            if (position.won()) won.push_back(at);
            const int layer = StateCode<rules>::layer(position);
            generate(position, moves);
            for (const Move& move : moves) {
                const Undo undo = position.play(move);
                const std::size_t child = number(code.write(position).view());
                EXPECT_GE(StateCode<rules>::layer(position), layer);
                parents.resize(states_.size());
                parents[child].push_back(at);
                position.unplay(undo);
            }
        }
        can_win_.assign(states_.size(), false);
        for (const std::size_t which : won) can_win_[which] = true;
        while (!won.empty()) {
            const std::size_t which = won.back();
            won.pop_back();
            for (const std::size_t parent : parents[which])
                if (!can_win_[parent]) {
                    can_win_[parent] = true;
                    won.push_back(parent);
                }
        }
        return true;
    }
    const std::vector<std::string>& states() const { return states_; }
    bool can_win(std::string_view bytes) { return can_win_[number_.at(std::string(bytes))]; }

  private:
    std::size_t number(std::string_view bytes) {
        const auto [place, is_new] = number_.try_emplace(std::string(bytes), states_.size());
        if (is_new) states_.emplace_back(bytes);
        return place->second;
    }

    std::unordered_map<std::string, std::size_t> number_;
    std::vector<std::string> states_;
    std::vector<bool> can_win_;
};

struct Count {
    int won = 0, lost = 0, fixpoint = 0, safe = 0, twin = 0;
    Count& operator+=(const Count& other) {
        won += other.won;
        lost += other.lost;
        fixpoint += other.fixpoint;
        safe += other.safe;
        twin += other.twin;
        return *this;
    }
};

template <const Rules& rules>
Outcome outcome_of(const Position<rules>& start, bool reasons, std::uint64_t* states) {
    ClosedSet<rules> set(start, reasons, std::size_t{1} << 28U);
    std::size_t written = 0;
    while (!set.step(1000, [&](std::string_view text) { written += text.size(); })) {
    }
    *states = set.states();
    EXPECT_TRUE(set.outcome() != Outcome::closed || written > 0);
    return set.outcome();
}

template <const Rules& rules>
Count judge(int positions, int most_moves) {
    Count count;
    AllStates<rules> all;
    Fixpoint<rules> fixpoint;
    ForcedPlays<rules> forced;
    for (int i = 1; i <= at_least(positions, 3) && !::testing::Test::HasFailure(); ++i) {
        const Position<rules> start =
            random_position<rules>(2 * static_cast<std::uint64_t>(i) + 1, most_moves);
        if (!all.explore(start)) continue;
        const StateCode<rules> code(start);
        for (const std::string& bytes : all.states()) {
            Position<rules> position = code.read(bytes);
            if (position.won()) continue;
            const bool can_win = all.can_win(bytes);
            ++(can_win ? count.won : count.lost);
            if (fixpoint.lost(position)) {
                ++count.fixpoint;
                EXPECT_FALSE(can_win) << rules.id << ' ' << i << '\n' << position_text(position);
            }
            if (const auto play = forced.find(position)) {
                ++(play->reason == Reason::safe_play ? count.safe : count.twin);
                EXPECT_TRUE(accepts(position, play->move));
                const std::string before = position_text(position);
                position.play(play->move);
                EXPECT_EQ(all.can_win(code.write(position).view()), can_win) << rules.id << ' ' << i << '\n'
                                                                             << before;
            }
        }
        const bool winnable = all.can_win(code.write(start).view());
        std::uint64_t plain = 0;
        std::uint64_t with_reasons = 0;
        const Outcome expected = winnable ? Outcome::won : Outcome::closed;
        EXPECT_EQ(outcome_of<rules>(start, false, &plain), expected);
        EXPECT_EQ(outcome_of<rules>(start, true, &with_reasons), expected);
        if (winnable) continue;
        EXPECT_EQ(plain, all.states().size());
        EXPECT_LE(with_reasons, plain);
    }
    return count;
}

/// The same for several games of a kind: there are won and lost states, and some that `fixpoint` refutes.
template <const Rules&... rules>
Count judge_all(int positions, int most_moves) {
    Count count;
    ((count += judge<rules>(positions, most_moves)), ...);
    EXPECT_GT(count.won, 0);
    EXPECT_GT(count.lost, 0);
    EXPECT_GT(count.fixpoint, 0);
    return count;
}

constexpr Rules gargantua_one = testing::small_gargantua(1, 3, 3, 1, 1, true);
constexpr Rules gargantua_classic = testing::small_gargantua(1, 3, 3, 1, 1, false);
constexpr Rules gargantua_two = testing::small_gargantua(2, 2, 4, 1, 1, false);
constexpr Rules gargantua_keeps = testing::small_gargantua(2, 2, 3, 1, 1, true);

constexpr Rules grandfather_two = testing::small_grandfather(2, 1, 0, Refill::from_stock_then_waste);
constexpr Rules grandfather_wide = testing::small_grandfather(2, 2, 0, Refill::from_stock_then_waste);
constexpr Rules grandfather_classic = testing::small_grandfather(2, 1, 0, Refill::from_waste);

constexpr Rules carthage_a = testing::small_carthage(games::carthage, 2, 3, 2, 3, 3);
constexpr Rules carthage_b = testing::small_carthage(games::carthage, 2, 4, 1, 2, 8);
constexpr Rules carthage_c = testing::small_carthage(games::carthage, 2, 4, 1, 3, 4);
constexpr Rules carthage_strict = testing::small_carthage(games::carthage_strict, 2, 3, 3, 2, 2);
constexpr Rules gloucestershire_a = testing::small_gloucestershire(2, 2, 2, 6, 3);
constexpr Rules gloucestershire_b = testing::small_gloucestershire(2, 2, 1, 10, 6);

constexpr Rules stalactites_small = testing::small_stalactites(5, 2, 8, 1);

TEST(ClosedSet, GargantuaLike) {
    EXPECT_GT((judge_all<gargantua_classic, gargantua_keeps>(36, 16).safe), 0);
#ifdef QUINCUNX_THOROUGH
    judge_all<gargantua_one, gargantua_two>(36, 16);
#endif
}
TEST(ClosedSet, GrandfatherLike) {
    EXPECT_GT((judge_all<grandfather_two, grandfather_classic>(30, 16).safe), 0);
#ifdef QUINCUNX_THOROUGH
    judge_all<grandfather_wide>(30, 16);
#endif
}
TEST(ClosedSet, GloucestershireLike) {
    EXPECT_GT((judge_all<gloucestershire_b>(60, 8).safe), 0);
#ifdef QUINCUNX_THOROUGH
    judge_all<gloucestershire_a>(60, 8);
#endif
}
TEST(ClosedSet, StalactitesLike) {
    EXPECT_EQ((judge_all<stalactites_small>(60, 8).safe), 0);
}
TEST(ClosedSet, CarthageLike) {
    const Count count = judge_all<carthage_c, carthage_strict>(40, 24);
    EXPECT_GT(count.safe, 0);
    EXPECT_GT(count.twin, 0);
#ifdef QUINCUNX_THOROUGH
    judge_all<carthage_a, carthage_b>(40, 24);
#endif
}

/// The reason of the forced play in a position of which only some cards are named; `children` if there is none.
template <const Rules& rules>
Reason forced_in(const std::string& text) {
    ForcedPlays<rules> forced;
    const auto play = forced.find(set_up<rules>(text));
    return play ? play->reason : Reason::children;
}

// Small games hardly ever come to positions in which it matters that a lemma does not apply.
TEST(ForcedPlays, Grandfather) {
    const std::string home = "F1 AC 2C 3C 4C 5C 6C 7C; F5 KC QC JC TC 9C 8C; W 3D; ";
    EXPECT_EQ(forced_in<games::grandfather>(home + "T1 3D 7C"), Reason::safe_play);
    EXPECT_EQ(forced_in<games::grandfather>(home + "T1 7C"), Reason::children);
    EXPECT_EQ(forced_in<games::grandfather>("F1 AC; T1 3D 2C"), Reason::children);
}
TEST(ForcedPlays, Gargantua) {
    const std::string home = "F1 AC; F2 AC; T1 2C";
    EXPECT_EQ(forced_in<games::gargantua>("redeals 0; " + home), Reason::safe_play);
    EXPECT_EQ(forced_in<games::gargantua>("redeals 1; " + home), Reason::children);
    EXPECT_EQ(forced_in<games::gargantua_classic>("redeals 1; " + home), Reason::safe_play);
    EXPECT_EQ(forced_in<games::gargantua>("redeals 0; F1 AC; T1 2C"), Reason::children);
    EXPECT_EQ(forced_in<games::gargantua>("redeals 0; F1 AC 2C; F2 AC 2C; T1 3C"), Reason::children);
}
TEST(ForcedPlays, Gloucestershire) {
    const std::string clubs = "F1 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC; ";
    const std::string red =
        "F2 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD; F3 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH";
    EXPECT_EQ(forced_in<games::gloucestershire>(clubs + red + " AH; T1 2C"), Reason::safe_play);
    EXPECT_EQ(forced_in<games::gloucestershire>(clubs + red + " AH; R1 2C"), Reason::children);
    EXPECT_EQ(forced_in<games::gloucestershire>(clubs + red + "; T1 2C"), Reason::children);
    EXPECT_EQ(forced_in<games::gloucestershire>("F1 AC; T1 2C"), Reason::children);
}
TEST(ForcedPlays, Carthage) {
    EXPECT_EQ(forced_in<games::carthage>("F1 AC 2C; F2 AC 2C; R1 9D 3C; S 9H"), Reason::safe_play);
    EXPECT_EQ(forced_in<games::carthage_strict>("F1 AC 2C; F2 AC 2C; R1 9D 3C; S 9H"), Reason::children);
    EXPECT_EQ(forced_in<games::carthage_strict>("F1 AC 2C; F2 AC 2C; R1 9D 3C"), Reason::safe_play);
    EXPECT_EQ(forced_in<games::carthage>("F1 AC 2C 3C; F2 AC 2C; T1 4C"), Reason::twin_play);
    EXPECT_EQ(forced_in<games::carthage>("F1 AC 2C 3C; F2 AC 2C; T1 4C; S 9H"), Reason::children);
    EXPECT_EQ(forced_in<games::carthage>("F1 AC 2C 3C; F2 AC 2C; R1 4C"), Reason::children);
    EXPECT_EQ(forced_in<games::carthage>("F1 AC 2C 3C; F2 AC; T1 4C"), Reason::children);
}

TEST(ClosedSet, GivesUpWithinMemory) {
    const Position<games::carthage> start = dealt<games::carthage>(1'000'036);
    ClosedSet<games::carthage> set(start, false, 1U << 20U);
    while (!set.step(1000, [](std::string_view) {})) {
    }
    EXPECT_EQ(set.outcome(), Outcome::out_of_memory);
    EXPECT_LT(set.most_memory(), 2U << 20U);
}

TEST(ClosedSet, WorksForAGameThatIsNotInTheList) {
    ClosedSet<games::freecell> set(dealt<games::freecell>(1), true, std::size_t{1} << 28U);
    EXPECT_FALSE(set.step(2000, [](std::string_view) {}));
    EXPECT_EQ(set.states(), 2000);
}

TEST(SipHash, ReferenceVectors) {
    EXPECT_EQ(sip_hash(""), (Hash128{0xe6a825ba047f81a3U, 0x930255c71472f66dU}));
    std::string bytes;
    for (char c = 0; c < 15; ++c) bytes += c;
    EXPECT_EQ(sip_hash(bytes), (Hash128{0x11a8b03399e99354U, 0xd9c3cf970fec087eU}));
}

}  // namespace
}  // namespace quincunx::solver::certificate
