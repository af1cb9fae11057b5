#include "session/player/appraisal.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "games/all.hpp"
#include "session/player/automatic_play.hpp"
#include "session/session.hpp"
#include "tests/playout.hpp"

namespace quincunx {
namespace {

using testing::Dice;

// --- Safe moves, judged by trying everything -----------------------------------------------------

// Small games with the features of the real ones: so few ranks that every line of play can be tried.

constexpr FoundationGroup up_in_suit(int ranks, int piles, int per_suit) {
    return {.piles = piles,
            .start_rank = 1,
            .build = {.follow = Follow::same_suit, .step = +1},
            .length = ranks,
            .per_suit = per_suit};
}

template <class Change>
constexpr Rules changed(Rules rules, std::string_view id, Change change) {
    rules.id = id;
    change(rules);
    return rules;
}

constexpr Rules whole_waste{
    .id = "whole-waste",
    .name = "Whole waste",
    .decks = 2,
    .ranks = 2,
    .foundations = {{up_in_suit(2, 8, 2)}},
    .tableau = {.piles = 3,
                .build = {.follow = Follow::other_color, .step = -1},
                .unit = Unit::face_up_part,
                .space = Space::kings_only},
    .stock = {.deal_to = DealTo::waste, .redeal = {.count = 1}},
    .routes = tableau_to_tableau | tableau_to_foundation | waste_to_tableau | waste_to_foundation,
    .deal = {{{.rounds = 2, .first = 2, .shift = 1, .face_down = true}, {.rounds = 1}}},
};
constexpr Rules three_ranks = changed(whole_waste, "three-ranks", [](Rules& rules) {
    rules.ranks = 3;
    rules.foundations[0] = up_in_suit(3, 8, 2);
    rules.tableau.piles = 5;
    rules.deal[0].rounds = 4;
    rules.stock.redeal.count = 0;
});
constexpr Rules kept_top =
    changed(whole_waste, "kept-top", [](Rules& rules) { rules.stock.redeal.keep_playable_top = true; });
constexpr Rules whole_waste_without_limit = changed(
    whole_waste, "whole-waste-without-limit", [](Rules& rules) { rules.stock.redeal.count = unlimited; });
constexpr Rules kept_top_without_limit =
    changed(kept_top, "kept-top-without-limit", [](Rules& rules) { rules.stock.redeal.count = unlimited; });
constexpr Rules two_ways{
    .id = "two-ways",
    .name = "Two ways",
    .decks = 2,
    .ranks = 3,
    .foundations = {{up_in_suit(3, 4, 1),
                     {.piles = 4,
                      .start_rank = 3,
                      .build = {.follow = Follow::same_suit, .step = -1},
                      .length = 3,
                      .per_suit = 1}}},
    .tableau = {.piles = 4,
                .build = {.follow = Follow::any_card},
                .space = Space::any_card,
                .refill = Refill::from_stock_then_waste,
                .capacity = 2},
    .stock = {.deal_to = DealTo::waste, .redeal = {.count = 1}},
    .routes = tableau_to_foundation | waste_to_tableau | waste_to_foundation,
    .deal = {{{.rounds = 1}}},
};
constexpr Rules two_ways_from_waste =
    changed(two_ways, "two-ways-from-waste", [](Rules& rules) { rules.tableau.refill = Refill::from_waste; });
constexpr Rules twice_around{
    .id = "twice-around",
    .name = "Twice around",
    .decks = 2,
    .ranks = 2,
    .foundations = {{{.piles = 4,
                      .start_rank = 1,
                      .build = {.follow = Follow::same_suit, .step = +1, .wraps = true},
                      .length = 4,
                      .per_suit = 1}}},
    .tableau = {.piles = 2,
                .build = {.follow = Follow::other_color, .step = -1, .wraps = true},
                .unit = Unit::ordered_run,
                .space = Space::any_card},
    .reserve = {.piles = 2, .access = Access::every_card},
    .routes = tableau_to_tableau | tableau_to_foundation | reserve_to_tableau | reserve_to_foundation,
    .deal = {{{.rounds = 6}, {.kind = PileKind::reserve, .rounds = 2}}},
};
constexpr Rules by_rank{
    .id = "by-rank",
    .name = "By rank",
    .ranks = 5,
    .foundations = {{{.piles = 4,
                      .start = Start::dealt_card,
                      .build = {.follow = Follow::any_suit, .step = 0, .wraps = true},
                      .length = 5}}},
    .tableau = {.piles = 4},
    .reserve = {.piles = 1, .capacity = 1},
    .increments = {1, 2},
    .routes = tableau_to_foundation | tableau_to_reserve | reserve_to_foundation,
    .deal = {{{.rounds = 4}, {.kind = PileKind::foundation, .rounds = 1}}},
};
constexpr Rules buried{
    .id = "buried",
    .name = "Buried",
    .decks = 2,
    .ranks = 3,
    .foundations = {{up_in_suit(3, 8, 2)}},
    .tableau = {.piles = 2, .build = {.follow = Follow::same_suit, .step = -1}, .space = Space::any_card},
    .reserve = {.piles = 3, .capacity = 1},
    .stock = {.deal_to = DealTo::reserves, .each = 2},
    .routes = tableau_to_tableau | tableau_to_foundation | tableau_to_reserve | reserve_to_tableau |
              reserve_to_foundation | reserve_to_reserve,
    .deal = {{{.rounds = 1}, {.kind = PileKind::reserve, .rounds = 4}}},
};
constexpr Rules buried_strictly =
    changed(buried, "buried-strictly", [](Rules& rules) { rules.stock.deal_to = DealTo::empty_reserves; });

/// Tries every line of play.
template <const Rules& rules>
class Everything {
  public:
    /// Whether a position can be won; none if finding out takes too long.
    std::optional<bool> winnable(const Position<rules>& position) {
        seen_.clear();
        Position<rules> state = position;
        const bool won = search(state);
        if (!won && seen_.size() >= most) return std::nullopt;
        return won;
    }

  private:
    static constexpr std::size_t most = 60'000;

    bool search(Position<rules>& position) {
        if (position.won()) return true;
        if (seen_.size() >= most || !seen_.insert(position.key()).second) return false;
        MoveList<rules> moves;
        generate(position, moves);
        for (const Move& move : moves) {
            const Undo undo = position.play(move);
            const bool won = search(position);
            position.unplay(undo);
            if (won) return true;
        }
        return false;
    }

    std::unordered_set<std::uint64_t> seen_;
};

/// If cards can move back and forth, a random game need not end.
constexpr int longest = 120;

struct Tally {
    int judged = 0;       ///< moves of winnable positions that were tried
    int harmful = 0;      ///< those after which the game is lost; the first ends the search
    std::string example;  ///< of a harmful one
};

/// Plays at random and, in winnable positions, tries each move to a foundation that `chosen` accepts.
template <const Rules& rules, class Chosen>
Tally try_moves(int games, Chosen&& chosen) {
    Tally tally;
    Everything<rules> everything;
    for (int game = 0; game < games; ++game) {
        Dice dice(static_cast<std::uint64_t>(game));
        Position<rules> position;
        position.deal(numbered_deal<rules>(testing::deal_number(static_cast<std::uint64_t>(game))));
        MoveList<rules> moves;
        for (int ply = 0; ply < longest; ++ply) {
            generate(position, moves);
            if (moves.empty()) break;
            std::optional<bool> winnable;
            for (const Move& move : moves) {
                if (!testing::goes_home(position.layout(), move) || !chosen(position, move)) continue;
                if (!winnable) winnable = everything.winnable(position).value_or(false);
                if (!*winnable) break;
                const Undo undo = position.play(move);
                const std::optional<bool> after = everything.winnable(position);
                position.unplay(undo);
                if (!after) continue;
                ++tally.judged;
                if (*after) continue;
                ++tally.harmful;
                tally.example = position_text(position) + move_text<rules>(move);
                return tally;
            }
            position.play(moves[dice.below(moves.size())]);
        }
    }
    return tally;
}

template <const Rules& rules>
bool is_safe(const Position<rules>& position, const Move& move) {
    return Appraisal(position).safe(move);
}

template <const Rules& rules>
void safe_moves_never_lose(int least = 1) {
    const Tally tally = try_moves<rules>(testing::scaled(300), is_safe<rules>);
    EXPECT_EQ(tally.harmful, 0) << rules.id << '\n' << tally.example;
    EXPECT_GE(tally.judged, least) << rules.id;
    ::testing::Test::RecordProperty(std::string(rules.id), tally.judged);
}

TEST(Safe, NeverLosesAGame) {
    safe_moves_never_lose<whole_waste>();
    safe_moves_never_lose<three_ranks>();
    safe_moves_never_lose<kept_top>();
    safe_moves_never_lose<whole_waste_without_limit>();
    safe_moves_never_lose<kept_top_without_limit>(0);
    safe_moves_never_lose<two_ways>();
    safe_moves_never_lose<two_ways_from_waste>();
    safe_moves_never_lose<twice_around>();
    safe_moves_never_lose<by_rank>();
    safe_moves_never_lose<buried>();
    safe_moves_never_lose<buried_strictly>();
}

// A check of the test above: calling every card that fits safe is wrong in these games.
template <const Rules& rules>
void fitting_moves_may_lose(int games) {
    const auto any = [](const Position<rules>&, const Move&) { return true; };
    EXPECT_GT(try_moves<rules>(games, any).harmful, 0) << rules.id;
}

TEST(Safe, IsMoreThanFitting) {
    fitting_moves_may_lose<whole_waste>(3000);
    fitting_moves_may_lose<two_ways>(300);
    fitting_moves_may_lose<twice_around>(300);
    fitting_moves_may_lose<by_rank>(300);
    fitting_moves_may_lose<buried>(300);
}

// --- Automatic play and finishing in the real games ----------------------------------------------

/// Plays a game at random until it is over, favoring foundations; calls `visit(session)` at every ply.
template <class Visit>
void play(const std::string& deal, std::uint64_t seed, Visit&& visit) {
    Expected<Session> session = Session::from_deal(deal);
    ASSERT_TRUE(session);
    Dice dice(seed);
    for (int ply = 0; ply < 400; ++ply) {
        visit(*session);
        const std::optional<Hint> hint = session->hint();
        const std::vector<std::string> legal = session->legal();
        if (legal.empty()) return;
        const bool follow = hint && dice.chance(0.9);
        ASSERT_FALSE(session->play(follow ? hint->move : legal[dice.below(legal.size())]));
    }
}

TEST(Finish, WinsWhenItIsOffered) {
    int offered = 0;
    const auto count = static_cast<std::uint64_t>(testing::scaled(60));
    games::for_each_game([&]<const Rules & rules>() {
        for (std::uint64_t game = 1; game <= count; ++game) {
            play(std::string(rules.id) + '#' + std::to_string(game), game, [&](Session& session) {
                const std::string before = session.record_text();
                const std::size_t ply = session.ply();
                const bool finishable = session.view().finishable;
                ASSERT_EQ(session.finish(), finishable);
                if (!finishable) {
                    ASSERT_EQ(session.record_text(), before);
                    return;
                }
                ++offered;
                EXPECT_EQ(session.status(), Status::won) << before;
                EXPECT_FALSE(session.finish());
                EXPECT_FALSE(session.moves()[ply].automatic);
                ASSERT_TRUE(session.undo());
                EXPECT_EQ(session.ply(), ply);
            });
        }
    });
    EXPECT_GT(offered, 10);
}

// No card of a stock is in view, so nothing can be promised.
TEST(Finish, IsNotOfferedWhileTwoCardsAreUnknown) {
    games::for_each_game([&]<const Rules & rules>() {
        play(std::string(rules.id) + "#7", 7, [&](Session& session) {
            const View view = session.view();
            int unknown = 0;
            for (const PileView& pile : view.piles)
                for (const CardView& card : pile.cards) unknown += card.card.valid() ? 0 : 1;
            if (unknown > 1) {
                EXPECT_FALSE(view.finishable);
            }
        });
    });
}

TEST(Automatic, AllLeavesNothingThatFits) {
    games::for_each_game([&]<const Rules & rules>() {
        Expected<Session> session = Session::from_deal(std::string(rules.id) + "#3");
        ASSERT_TRUE(session);
        session->set_automatic(Automatic::all);
        Dice dice(3);
        for (int i = 0; i < 60; ++i) {
            const std::vector<std::string> legal = session->legal();
            if (legal.empty()) break;
            ASSERT_FALSE(session->play(legal[dice.below(legal.size())]));
            for (const std::string& move : session->legal())
                EXPECT_EQ(move.find(">F"), std::string::npos) << rules.id << ' ' << move;
        }
    });
}

TEST(Automatic, SafeIsAPartOfAll) {
    games::for_each_game([&]<const Rules & rules>() {
        for (std::uint64_t number = 1; number <= 10; ++number) {
            Dice dice(number);
            // On the heap because g++ 12 warns that the unused elements of a local array may be read
            // uninitialized.
            const auto dealt = std::make_unique<Position<rules>>();
            Position<rules>& position = *dealt;
            position.deal(numbered_deal<rules>(number));
            MoveList<rules> moves;
            for (int ply = 0; ply < 150; ++ply) {
                generate(position, moves);
                const std::optional<Move> move =
                    testing::pick_move(position, moves, dice, testing::taste(number));
                if (!move) break;
                const std::optional<Move> safe = automatic_move(position, Automatic::safe);
                if (safe) {
                    EXPECT_TRUE(accepts(position, *safe));
                    EXPECT_TRUE(testing::goes_home(position.layout(), *safe));
                    EXPECT_TRUE(automatic_move(position, Automatic::all));
                }
                EXPECT_FALSE(automatic_move(position, Automatic::never));
                position.play(*move);
            }
        }
    });
}

}  // namespace
}  // namespace quincunx
