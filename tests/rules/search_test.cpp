// The search for rules of all kinds, and each of its cuts, beside a search without any: under rules that nobody wrote, and
// with small packs of the games in games/files/.
#include "solver/general/search.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "session/rules_text.hpp"
#include "solver/exhaustive.hpp"
#include "tests/rules/any_rules.hpp"
#include "tests/rules/rules_files.hpp"

namespace quincunx::testing {
namespace {

using AnyPosition = BasicPosition<Given>;
using AnyMoves = BasicMoveList<Given>;
using Exhaustive = solver::BasicExhaustiveSearch<Given>;
using solver::Verdict;
using solver::general::Fingerprint;

template <class Search>
Verdict solve(Search& search, const AnyPosition& position, std::uint64_t nodes) {
    search.start(position, {.nodes = nodes});
    while (!search.step(1000)) {
    }
    return search.verdict();
}

AnyPosition dealt(const GameRules& game, Dice& dice) {
    AnyPosition position{Given(game)};
    position.deal(numbered_deal(game.rules(), 1 + dice.below(100'000)));
    return position;
}
void walk(AnyPosition& position, Dice& dice, std::size_t most) {
    AnyMoves moves;
    for (std::size_t left = dice.below(most + 1); left > 0; --left) {
        generate(position, moves);
        if (moves.empty()) return;
        position.play(moves[dice.below(moves.size())]);
    }
}

/// Verdicts that were compared.
struct Compared {
    int won = 0;
    int lost = 0;
    int unknown = 0;  ///< to the search alone
};

/// Compares verdicts, and replays wins; false after a difference.
bool compare(const GameRules& game, Dice& dice, int deals, std::uint64_t nodes, Compared& compared) {
    Exhaustive plain{Given(game)};
    solver::general::BasicSearch<Given> search{Given(game)};
    for (int deal = 0; deal < deals; ++deal) {
        AnyPosition position = dealt(game, dice);
        walk(position, dice, deal % 2 == 0 ? 0 : 12);
        const Verdict truth = solve(plain, position, nodes);
        if (truth == Verdict::unknown) continue;
        const std::string text = in_words(game.rules()) + '\n' + position_text(position);
        const Verdict verdict = solve(search, position, 20 * nodes);
        if (verdict == Verdict::unknown) {
            ++compared.unknown;
            continue;
        }
        EXPECT_EQ(verdict, truth) << text;
        for (const Move& move : search.line()) {
            EXPECT_TRUE(accepts(position, move)) << text << move_text(game.rules(), move);
            if (::testing::Test::HasFailure()) return false;
            position.play(move);
        }
        EXPECT_EQ(position.won(), truth == Verdict::winnable) << text;
        ++(truth == Verdict::winnable ? compared.won : compared.lost);
    }
    return !::testing::Test::HasFailure();
}

TEST(GeneralSearch, JudgesRulesOfAllKindsAsBruteForce) {
    Compared compared;
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(scaled(1'500)); ++seed) {
        const Rules rules = any_rules(seed);
        if (rules.ranks > 10 || rules.card_count() > 30 || wrong_with(rules)) continue;
        Dice dice(seed);
        if (!compare(*GameRules::make(rules).value(), dice, 4, 500, compared)) return;
    }
    EXPECT_GT(compared.won, scaled(30));
    EXPECT_GT(compared.lost, scaled(30));
    EXPECT_LT(compared.unknown, (compared.won + compared.lost) / 20);
}

/// Bytes that are allocated now.
std::size_t allocated() {
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

TEST(GeneralSearch, KeepsItsLimitsUnderRulesOfAllKinds) {
    int by_nodes = 0;
    int by_memory = 0;
    const int seeds = std::max(scaled(400), 400);
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(seeds); ++seed) {
        const Rules rules = any_rules(seed);
        if (wrong_with(rules) || rules.card_count() < 40) continue;
        const SharedRules game = GameRules::make(rules).value();
        Dice dice(seed);
        const AnyPosition position = dealt(*game, dice);
        const std::size_t before = allocated();
        solver::general::BasicSearch<Given> search{Given(*game)};
        const std::uint64_t nodes = 1 + dice.below(dice.chance(0.1) ? 60'000 : 2'000);
        const std::size_t memory = (std::size_t{1} << 20) + dice.below(std::size_t{1} << 18);
        search.start(position, {.nodes = nodes, .memory = memory});
        std::uint64_t most = 0;  // bytes
        for (std::uint64_t last = search.progress().nodes;; last = search.progress().nodes) {
            const std::uint64_t budget = 1 + dice.below(1000);
            const std::uint64_t tries = search.tries();
            const bool over = search.step(budget);
            // A step takes no longer than these: a node, or a part of a line, is begun before that.
            ASSERT_LE(search.tries() - tries, budget * search.tries_of_a_node + 20'000) << in_words(rules);
            ASSERT_LE(search.progress().nodes, std::min(last + budget, nodes)) << in_words(rules);
            most = std::max<std::uint64_t>(most, allocated() - before);
            if (over) break;
        }
        ASSERT_LE(most, memory + memory / 10) << in_words(rules);
        if (search.verdict() != Verdict::unknown) continue;
        ++(search.progress().nodes == nodes ? by_nodes : by_memory);
    }
    EXPECT_GT(by_nodes, 10);
    EXPECT_GT(by_memory, 0);
}

/// A game with fewer ranks and piles. Its deal is plain, but has face-down cards, a stock and a reserve if the game has.
std::optional<Rules> small_pack(const Rules& game, int ranks, int piles) {
    Rules rules = game;
    rules.ranks = ranks;
    for (FoundationGroup& group : rules.foundations) {
        group.length = group.length * ranks / game.ranks;
        if (group.start_rank > 1) group.start_rank = std::max(ranks - (game.ranks - group.start_rank), 1);
    }
    rules.tableau.piles = piles;
    rules.reserve.piles = std::min(rules.reserve.piles, 2);
    rules.deal = {};
    std::size_t step = 0;
    int left = rules.card_count();
    bool hidden = false;
    for (const DealStep& dealt : game.deal) {
        hidden |= dealt.face_down && dealt.kind == PileKind::tableau && dealt.rounds > 0;
        if (dealt.kind == PileKind::tableau || dealt.rounds == 0) continue;
        const int to = dealt.kind == PileKind::reserve ? rules.reserve.piles : 1;
        rules.deal[step++] = {.kind = dealt.kind, .rounds = 1, .last = to};
        left -= to;
    }
    for (const FoundationGroup& group : rules.foundations)
        if (group.piles > 0 && group.start == Start::laid_out) left -= group.piles;
    const int rounds = rules.has_stock() ? std::min(left / piles, 3) : left / piles;
    if (hidden) rules.deal[step++] = {.rounds = rounds / 2, .face_down = true};
    rules.deal[step++] = {.rounds = hidden ? rounds - rounds / 2 : rounds};
    const int rest = left - rounds * piles;
    if (!rules.has_stock() && rest > 0) rules.deal[step] = {.rounds = 1, .last = rest};
    return wrong_with(rules) ? std::nullopt : std::optional(rules);
}

TEST(GeneralSearch, JudgesSmallPacksOfEveryFileAsBruteForce) {
    Compared all;
    for (const auto& [name, text] : rules_files()) {
        const SharedRules game = parse_rules(text).value();
        Compared compared;
        Dice dice(1);
        const int most_ranks = game->rules().decks == 2 ? 4 : 6;
        for (int ranks = 2; ranks <= most_ranks; ++ranks)
            for (int piles = 2; piles <= 5; ++piles)
                if (const std::optional<Rules> rules = small_pack(game->rules(), ranks, piles))
                    if (!compare(*GameRules::make(*rules).value(), dice, scaled(3), 3000, compared)) return;
        EXPECT_GT(compared.won, 0) << name;
        all.lost += compared.lost;
        all.unknown += compared.unknown;
    }
    EXPECT_GT(all.lost, scaled(150));
    EXPECT_LT(all.unknown, all.lost / 10);
}

// --- A stock that can be turned -----------------------------------------------------------------------------------------

/// Small rules with a waste, which is mostly turned over as often as one likes.
Rules rules_with_waste(std::uint64_t seed) {
    Dice dice(seed);
    Rules rules{.id = "made-up", .name = "Made up"};
    rules.ranks = dice.between(2, 4);
    const bool wraps = dice.chance(0.3);
    rules.foundations[0] = {.piles = 4,
                            .start_rank = wraps ? dice.between(1, rules.ranks) : 1,
                            .build = {Follow::same_suit, 1, wraps},
                            .length = rules.ranks,
                            .per_suit = 1};
    rules.tableau = {
        .piles = dice.between(1, 4),
        .build = {dice.one_of({Follow::nothing, Follow::any_suit, Follow::same_suit, Follow::other_color}),
                  -1, wraps},
        .unit = dice.one_of({Unit::top_card, Unit::ordered_run}),
        .space = dice.one_of({Space::stays_empty, Space::kings_only, Space::any_card})};
    if (dice.chance(0.3))
        rules.tableau.refill = dice.one_of({Refill::from_waste, Refill::from_stock_then_waste});
    rules.routes = tableau_to_tableau | tableau_to_foundation | waste_to_foundation | waste_to_tableau;
    if (dice.chance(0.3)) rules.routes |= foundation_to_tableau;
    if (dice.chance(0.1)) rules.routes &= ~unsigned{dice.one_of({waste_to_foundation, waste_to_tableau})};
    rules.stock = {.deal_to = DealTo::waste,
                   .each = dice.between(1, 3),
                   .redeal = {dice.one_of({unlimited, unlimited, unlimited, 1}), dice.chance(0.2)}};
    rules.deal[0] = {.rounds = dice.between(1, std::max(1, 8 / rules.tableau.piles)),
                     .face_down = dice.chance(0.3)};
    rules.deal[1] = {.rounds = 1};
    return rules;
}

TEST(GeneralSearch, JudgesStocksThatAreTurnedAsBruteForce) {
    Compared compared;
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(scaled(600)); ++seed) {
        const Rules rules = rules_with_waste(seed);
        if (wrong_with(rules)) continue;
        Dice dice(seed);
        if (!compare(*GameRules::make(rules).value(), dice, 4, 1000, compared)) return;
    }
    EXPECT_GT(compared.won, scaled(100));
    EXPECT_GT(compared.lost, scaled(100));
    EXPECT_LT(compared.unknown, (compared.won + compared.lost) / 20);
}

TEST(Fingerprints, OfTurnedStocksAreEqualWhereEachIsTurnedToTheOther) {
    int equal = 0;
    int apart = 0;
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(scaled(1'000)); ++seed) {
        const Rules rules = rules_with_waste(seed);
        if (wrong_with(rules) || !solver::general::turns_freely(rules)) continue;
        const SharedRules game = GameRules::make(rules).value();
        solver::general::Fingerprints<Given> fingerprints{Given(*game)};
        fingerprints.look(solver::general::View::turned);
        Dice dice(seed);
        AnyPosition position = dealt(*game, dice);
        walk(position, dice, 12);
        const PileId stock = position.layout().stock();
        std::vector<AnyPosition> turned{position};
        const std::size_t back = [&] {  // to the first position, or else to the end
            for (;;) {
                AnyPosition next = turned.back();
                const Move turn = next.empty(stock) ? Move::redeal() : Move::draw();
                if (!accepts(next, turn)) return turned.size();
                next.play(turn);
                const auto before = std::find(turned.begin(), turned.end(), next);
                if (before != turned.end()) return static_cast<std::size_t>(before - turned.begin());
                turned.push_back(next);
            }
        }();
        for (std::size_t i = 0; i < turned.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const bool same = fingerprints.of(turned[i]) == fingerprints.of(turned[j]);
                ASSERT_EQ(same, j >= back) << in_words(rules) << '\n'
                                           << position_text(turned[i]) << position_text(turned[j]);
                ++(same ? equal : apart);
            }
    }
    EXPECT_GT(equal, scaled(1000));
    EXPECT_GT(apart, scaled(100));
}

// --- Safe moves --------------------------------------------------------------------------------------------------------

/// Rules in which there may be safe moves, or would be if a precondition were not asked for.
Rules rules_for_safe_moves(std::uint64_t seed, int most_ranks) {
    Dice dice(seed);
    Rules rules{.id = "made-up", .name = "Made up"};
    rules.decks = dice.chance(0.3) ? 2 : 1;
    rules.ranks = rules.decks == 2 ? dice.between(2, most_ranks - 1) : dice.between(3, most_ranks);
    const bool wraps = dice.chance(0.3);
    rules.foundations[0] = {.piles = 4 * rules.decks,
                            .start_rank = wraps ? dice.between(1, rules.ranks) : 1,
                            .build = {Follow::same_suit, 1, wraps},
                            .length = rules.ranks,
                            .per_suit = rules.decks};
    rules.tableau = {.piles = dice.between(2, 5),
                     .build = {dice.one_of({Follow::nothing, Follow::any_suit, Follow::same_suit,
                                            Follow::other_color, Follow::other_color, Follow::same_color}),
                               -1, wraps && dice.chance(0.5)},
                     .unit = dice.one_of({Unit::top_card, Unit::ordered_run, Unit::any_cards,
                                          Unit::by_singles, Unit::face_up_part}),
                     .space = dice.one_of({Space::stays_empty, Space::kings_only, Space::any_card})};
    rules.routes = tableau_to_tableau | tableau_to_foundation;
    if (const int cells = dice.between(0, 2); cells > 0) {
        rules.reserve = {.piles = cells, .capacity = 1};
        rules.routes |= tableau_to_reserve | reserve_to_tableau | reserve_to_foundation;
    }
    if (dice.chance(0.3)) rules.routes |= foundation_to_tableau;
    const std::size_t odd = dice.below(14);  // up to 8: there must not be safe moves
    if (odd <= 4 || dice.chance(0.5)) {
        rules.stock.deal_to = odd == 0   ? DealTo::empty_reserves
                              : odd == 1 ? DealTo::full_tableau
                              : odd <= 4 ? DealTo::waste
                                         : dice.one_of({DealTo::waste, DealTo::tableau, DealTo::reserves});
        rules.stock.each = dice.between(1, 2);
        if (rules.has_waste()) {
            rules.routes |= waste_to_tableau | waste_to_foundation;
            rules.stock.redeal = {dice.one_of({0, 1, unlimited}), odd == 2};
            if (odd == 3)
                rules.tableau.refill = dice.one_of({Refill::from_waste, Refill::from_stock_then_waste});
        }
    }
    const int full = rules.card_count() / rules.tableau.piles;
    const int rounds = rules.has_stock() ? dice.between(1, std::max(full - 1, 1)) : full;
    const int rest = rules.card_count() - full * rules.tableau.piles;
    rules.deal[0] = {.rounds = rounds};
    if (!rules.has_stock() && rest > 0) rules.deal[1] = {.rounds = 1, .last = rest};
    if (rules.has_stock() && rounds > 1 && dice.chance(0.5)) {
        rules.deal[0] = {.rounds = rounds - 1, .face_down = true};
        rules.deal[1] = {.rounds = 1};
    }
    if (odd == 4 || odd == 9) {
        const bool all = odd == 4;
        rules.foundations[0].start = all ? Start::dealt_card : Start::first_card;
        rules.foundations[0].build.wraps = true;
        std::shift_right(rules.deal.begin(), rules.deal.end(), 1);
        rules.deal[0] = {
            .kind = PileKind::foundation, .rounds = 1, .last = all ? rules.foundations[0].piles : 1};
    }
    if (odd == 5) rules.tableau.build = {Follow::other_color, 1};
    if (odd == 6) rules.tableau.build = {Follow::any_card, -1};
    if (odd == 7 && rules.decks == 2) {
        rules.foundations[0].piles = 4;
        rules.foundations[0].per_suit = 1;
        rules.foundations[1] = rules.foundations[0];
        rules.foundations[1].build.step = dice.one_of({-1, 1});
        if (rules.foundations[1].build.step < 0) rules.foundations[1].start_rank = rules.ranks;
    }
    if (odd == 8 && rules.ranks > 2) rules.increments = {1, 1};
    if (odd > 11)
        rules.routes &=
            ~unsigned{dice.one_of({waste_to_foundation, reserve_to_foundation, reserve_to_tableau})};
    return rules;
}

/// A position near the end: the foundations have come as far as it chances, and few cards lie anywhere.
AnyPosition ending(const GameRules& game, Dice& dice) {
    const Rules& rules = game.rules();
    AnyPosition position{Given(game)};
    const Layout& layout = position.layout();
    position.clear();
    position.set_redeals_left(
        rules.stock.redeal.count == unlimited ? unlimited : dice.between(0, rules.stock.redeal.count));
    std::vector<Card> left;
    const FoundationGroup& group = rules.foundations[0];
    const int height = rules.ranks - dice.between(0, rules.decks == 2 ? 1 : 2);
    int start = group.start == Start::fixed_rank ? group.start_rank : dice.between(1, rules.ranks);
    for (int number = 0; number < group.piles; ++number) {
        if (group.start == Start::dealt_card) start = dice.between(1, rules.ranks);
        const int home = std::clamp(height - dice.between(0, 3), 0, rules.ranks);
        for (int i = 0; i < rules.ranks; ++i) {
            const Card card(rank_of((start + i - 1) % rules.ranks + 1),
                            static_cast<Suit>(number % suit_count));
            if (i < home)
                position.append(layout.pile(PileKind::foundation, number), card);
            else
                left.push_back(card);
        }
    }
    for (std::size_t i = left.size(); i > 1; --i) std::swap(left[i - 1], left[dice.below(i)]);
    const double to_stock = layout.has_stock ? dice.one_of({0.0, 0.2, 0.5}) : 0;
    for (const Card card : left) {
        PileId to = layout.pile(PileKind::tableau, dice.between(0, layout.tableau - 1));
        if (dice.chance(to_stock))
            to = rules.has_waste() && dice.chance(0.4) ? layout.waste() : layout.stock();
        if (layout.reserve > 0 && dice.chance(0.2)) {
            const PileId cell = layout.pile(PileKind::reserve, dice.between(0, layout.reserve - 1));
            if (rules.reserve.capacity == 0 || position.empty(cell)) to = cell;
        }
        position.append(to, card);
    }
    for (int number = 0; number < layout.tableau; ++number) {
        const PileId pile = layout.pile(PileKind::tableau, number);
        if (hides(rules, PileKind::tableau) && position.size(pile) > 1)
            position.set_hidden(pile, dice.between(0, position.size(pile) - 1));
    }
    position.rebuild();
    return position;
}

/// Checks a safe move of a position that can be won, if it has one: afterwards it can be won still.
class SafeMovesCheck {
  public:
    explicit SafeMovesCheck(const GameRules& game) : safe_{Given(game)}, plain_{Given(game)} {}

    void check(const AnyPosition& position, std::map<std::string, int>& kinds) {
        Move move;
        if (!safe_.find(position, move) || solve(plain_, position, 300) != Verdict::winnable) return;
        const Rules& rules = position.rules();
        ASSERT_TRUE(accepts(position, move)) << in_words(rules) << '\n' << position_text(position);
        AnyPosition after = position;
        after.play(move);
        ASSERT_NE(solve(plain_, after, 5000), Verdict::unwinnable)
            << in_words(rules) << '\n'
            << position_text(position) << move_text(rules, move);
        ++kinds[rules.decks == 2 ? "two packs" : "one pack"];
        if (rules.takes_back()) ++kinds["back"];
        ++kinds["follow " + std::to_string(static_cast<int>(rules.tableau.build.follow))];
        ++kinds["unit " + std::to_string(static_cast<int>(rules.tableau.unit))];
    }

  private:
    solver::general::SafeMoves<Given> safe_;
    Exhaustive plain_;
};

/// Calls `check` with rules that have safe moves, their check and a seed.
template <class Check>
void for_each_rules_with_safe_moves(int seeds, int most_ranks, const Check& check) {
    std::map<std::string, int> kinds;
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(scaled(seeds)); ++seed) {
        const Rules rules = rules_for_safe_moves(seed, most_ranks);
        if (wrong_with(rules) || !solver::general::SafeMoves<Given>::fits(rules)) continue;
        const SharedRules game = GameRules::make(rules).value();
        SafeMovesCheck safe(*game);
        Dice dice(seed);
        check(*game, safe, dice, kinds);
        if (::testing::Test::HasFatalFailure()) return;
    }
    EXPECT_EQ(kinds.size(), 3 + 5 + 5U);
}

TEST(SafeMoves, LoseNoWin) {
    for_each_rules_with_safe_moves(4'000, 4,
                                   [](const GameRules& game, SafeMovesCheck& safe, Dice& dice, auto& kinds) {
                                       AnyPosition position = dealt(game, dice);
                                       AnyMoves moves;
                                       for (int ply = 0; ply < 30; ++ply) {
                                           if (dice.chance(0.5)) safe.check(position, kinds);
                                           generate(position, moves);
                                           if (moves.empty()) break;
                                           position.play(moves[dice.below(moves.size())]);
                                       }
                                   });
}

TEST(SafeMoves, LoseNoWinNearTheEnd) {
    for_each_rules_with_safe_moves(4'000, 6,
                                   [](const GameRules& game, SafeMovesCheck& safe, Dice& dice, auto& kinds) {
                                       if (game.rules().foundations[1].piles > 0) return;
                                       for (int i = 0; i < 20; ++i) {
                                           const AnyPosition position = ending(game, dice);
                                           if (!wrong_with(game.rules(), position_data(position)))
                                               safe.check(position, kinds);
                                       }
                                   });
}

/// A position with these piles: "T1 3H | AS", the last card on top; the cards before a bar lie face down.
AnyPosition laid_out(const GameRules& game, const std::vector<std::string>& piles) {
    AnyPosition position{Given(game)};
    position.clear();
    position.set_redeals_left(game.rules().stock.redeal.count);
    for (const std::string& line : piles) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        const PileId pile = pile_from_name(position.layout(), word);
        while (words >> word) {
            if (word == "|")
                position.set_hidden(pile, position.size(pile));
            else
                position.append(pile, card_from_text(word));
        }
    }
    position.rebuild();
    EXPECT_FALSE(wrong_with(game.rules(), position_data(position)));
    return position;
}

Rules four_ranks(int piles, Follow follow) {
    Rules rules{.id = "made-up", .name = "Made up"};
    rules.ranks = 4;
    rules.foundations[0] = {.piles = 4, .build = {Follow::same_suit, 1}, .length = 4, .per_suit = 1};
    rules.tableau = {.piles = piles, .build = {follow, -1}, .space = Space::stays_empty};
    rules.routes = tableau_to_tableau | tableau_to_foundation;
    rules.deal[0] = {.rounds = 16 / piles};
    return rules;
}

/// Expects that a position can be won, but no longer after a move of a card to a foundation, which is not called safe.
void expect_unsafe(const Rules& rules, const std::vector<std::string>& piles, const std::string& move) {
    const SharedRules game = GameRules::make(rules).value();
    AnyPosition position = laid_out(*game, piles);
    Exhaustive plain{Given(*game)};
    EXPECT_EQ(solve(plain, position, 10'000), Verdict::winnable);
    Move safe;
    EXPECT_FALSE(solver::general::SafeMoves<Given>{Given(*game)}.find(position, safe))
        << move_text(rules, safe);
    position.play(parse_move(rules, move).value());
    EXPECT_EQ(solve(plain, position, 10'000), Verdict::unwinnable) << position_text(position);
}

TEST(SafeMoves, AreNotThoseOfCardsThatAreNeeded) {
    // 4S holds 3H, which holds 2C until AC is home.
    expect_unsafe(four_ranks(2, Follow::other_color),
                  {"F1 AS 2S 3S", "F2 AH 2H", "F3 AD 2D", "T1 3D AC 2C 3H", "T2 4H 4D 4C 3C 4S"}, "T2>F1");
    // 4S holds 3H, which holds 2C, a first card, and AD, a last one.
    Rules from_two = four_ranks(4, Follow::other_color);
    from_two.foundations[0].start_rank = 2;
    from_two.foundations[0].build.wraps = true;
    from_two.tableau.unit = Unit::ordered_run;
    expect_unsafe(from_two,
                  {"F1 2S 3S", "F2 2H", "F3 2D", "T1 AH 4H AC 4C 3C", "T2 4D 2C", "T3 AS 4S", "T4 3D 3H AD"},
                  "T3>F1");
    // 3S holds 2H, a first card, and AC, a last one.
    expect_unsafe(from_two,
                  {"F1 2S", "F2 2D 3D 4D AD", "T1 2C 2H", "T2 4C 3C AC", "T3 3S", "T4 AS 4S AH 4H 3H"},
                  "T3>F1");
    // 3H comes back to 4S, to hold 2C until AC is home.
    Rules takes_back = four_ranks(2, Follow::other_color);
    takes_back.routes |= foundation_to_tableau;
    expect_unsafe(takes_back, {"F1 AS 2S 3S", "F2 AH 2H 3H", "F3 AD 2D 3D", "T1 4C 3C AC 2C", "T2 4H 4D 4S"},
                  "T2>F1");
    // 4S comes back to hold 3H, if AS does not lie on it.
    Rules comes_back = four_ranks(4, Follow::other_color);
    comes_back.foundations[0].start_rank = 2;
    comes_back.foundations[0].build.wraps = true;
    comes_back.tableau.space = Space::kings_only;
    comes_back.routes |= foundation_to_tableau;
    expect_unsafe(comes_back, {"F1 2S 3S 4S", "F2 2C 3C 4C AC", "F3 2D 3D 4D AD", "T1 AH 4H AS", "T3 2H 3H"},
                  "T1>F1");
    // 4S holds 3H, which has no other way home from the waste.
    Rules with_waste = four_ranks(2, Follow::other_color);
    with_waste.stock.deal_to = DealTo::waste;
    with_waste.routes |= waste_to_tableau;
    with_waste.deal[0].rounds = 7;
    expect_unsafe(with_waste,
                  {"F1 AS 2S 3S", "F2 AH 2H", "F3 AD 2D 3D 4D", "F4 AC 2C 3C 4C", "T1 4H 4S", "W 3H"},
                  "T1>F1");
    // AS keeps 3C from lying on 4D, so that the redeal turns it over, too; otherwise 4C comes to lie on it.
    with_waste.stock.redeal = {1, true};
    with_waste.routes |= waste_to_foundation;
    with_waste.deal[0].rounds = 6;
    expect_unsafe(with_waste, {"F1 AH 2H 3H 4H", "F2 AD 2D", "F3 AC", "T1 4S 3S 2S 2C 4D AS", "W 4C 3D 3C"},
                  "T1>F4");
    // AS carries 4H, which is dealt on it, away from 3H.
    Rules any_cards = four_ranks(2, Follow::other_color);
    any_cards.tableau.unit = Unit::any_cards;
    any_cards.stock.deal_to = DealTo::tableau;
    any_cards.deal[0].rounds = 7;
    expect_unsafe(any_cards,
                  {"F1 AC 2C 3C 4C", "F2 AD", "F3 AH", "T1 4D 3D 4S 3S 2S 3H AS", "T2 2D", "S 2H 4H"},
                  "T1>F4");
    // AS keeps cards from being dealt to its pile.
    Rules dealing = four_ranks(2, Follow::nothing);
    dealing.reserve.piles = 2;
    dealing.stock = {.deal_to = DealTo::empty_reserves, .each = 2};
    dealing.routes = tableau_to_foundation | reserve_to_foundation;
    dealing.deal[0] = {.kind = PileKind::reserve, .rounds = 1};
    dealing.deal[1] = {.rounds = 5};
    expect_unsafe(dealing, {"F1 AH 2H 3H 4H", "F2 AD 2D 3D 4D", "T1 4S 3S 2S", "R1 AS", "S 4C 3C AC 2C"},
                  "R1>F3");
}

// --- Fingerprints ------------------------------------------------------------------------------------------------------

/// The fingerprints of all positions one move away.
std::vector<std::pair<std::uint64_t, std::uint64_t>> after_each_move(
    AnyPosition position, const solver::general::Fingerprints<Given>& fingerprints) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> after;
    AnyMoves moves;
    generate(position, moves);
    for (const Move& move : moves) {
        const Undo undo = position.play(move);
        const Fingerprint print = fingerprints.of(position);
        after.emplace_back(print.low, print.high);
        position.unplay(undo);
    }
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
    return after;
}

/// The same position with two piles of a kind, two cards or suits exchanged, or with fewer redeals or the other choice.
AnyPosition nearly(const AnyPosition& position, Dice& dice) {
    const Layout& layout = position.layout();
    AnyPosition other = position;
    other.clear();
    other.set_redeals_left(position.redeals_left());
    other.set_choice(position.choice());
    std::vector<int> piles(static_cast<std::size_t>(layout.piles()));
    for (std::size_t i = 0; i < piles.size(); ++i) piles[i] = static_cast<int>(i);
    std::vector<int> suits{0, 1, 2, 3};
    const std::size_t what = dice.below(4);
    if (what == 0) {
        const std::size_t a = dice.below(piles.size());
        const std::size_t b = dice.below(piles.size());
        if (layout.kind(pile_id(static_cast<int>(a))) == layout.kind(pile_id(static_cast<int>(b))))
            std::swap(piles[a], piles[b]);
    }
    if (what == 1) std::swap(suits[dice.below(4)], suits[dice.below(4)]);
    const Rank rank =
        rank_of(1 + static_cast<int>(dice.below(static_cast<std::size_t>(position.rules().ranks))));
    const auto a = static_cast<Suit>(dice.below(4));
    const auto b = static_cast<Suit>(dice.below(4));
    if (what == 3 && position.redeals_left() > 0) other.set_redeals_left(position.redeals_left() - 1);
    if (what == 3 && position.choice() > 0) other.set_choice(3 - position.choice());
    for (std::size_t i = 0; i < piles.size(); ++i) {
        const PileId to = pile_id(static_cast<int>(i));
        const PileId from = pile_id(piles[i]);
        for (const Card card : position.pile(from)) {
            auto suit = static_cast<Suit>(suits[static_cast<std::size_t>(index(card.suit()))]);
            if (what == 2 && card.rank() == rank && (suit == a || suit == b)) suit = suit == a ? b : a;
            other.append(to, Card(card.rank(), suit));
        }
        other.set_hidden(to, position.hidden(from));
    }
    other.rebuild();
    return other;
}

/// Foundations that go round show the same card again, but take no more once they are full.
TEST(Fingerprints, TellHowFarFoundationsAre) {
    Rules rules{.id = "made-up", .name = "Made up"};
    rules.ranks = 3;
    rules.foundations[0] = {.piles = 2, .build = {Follow::any_suit, 1, true}, .length = 6};
    rules.tableau.piles = 2;
    rules.routes = tableau_to_foundation;
    rules.deal[0] = {.rounds = 6};
    const SharedRules game = GameRules::make(rules).value();
    const solver::general::Fingerprints<Given> fingerprints{Given(*game)};
    const AnyPosition full = laid_out(*game, {"F1 AC 2C 3C AD 2D 3D", "F2 AH", "T1 3S 2S 3H 2H AS"});
    const AnyPosition half = laid_out(*game, {"F1 AC 2C 3C", "F2 AD 2D 3D AH", "T1 3S 2S 3H 2H AS"});
    EXPECT_NE(after_each_move(full, fingerprints).size(), after_each_move(half, fingerprints).size());
    EXPECT_FALSE(fingerprints.of(full) == fingerprints.of(half));
}

TEST(Fingerprints, AreEqualOnlyWhereTheSameCanBePlayed) {
    int merged = 0;
    int apart = 0;
    const auto check = [&](const Rules& rules, Dice& dice) {
        const SharedRules game = GameRules::make(rules).value();
        const solver::general::Fingerprints<Given> fingerprints{Given(*game)};
        AnyPosition position = dealt(*game, dice);
        for (int i = 0; i < 8; ++i) {
            walk(position, dice, 5);
            const AnyPosition other = nearly(position, dice);
            if (other == position || wrong_with(rules, position_data(other))) continue;
            if (!(fingerprints.of(other) == fingerprints.of(position))) {
                ++apart;
                continue;
            }
            ++merged;
            ASSERT_EQ(after_each_move(other, fingerprints), after_each_move(position, fingerprints))
                << in_words(rules) << '\n'
                << position_text(position) << position_text(other);
        }
    };
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(scaled(20'000)); ++seed) {
        const Rules rules = any_rules(seed);
        Dice dice(seed);
        if (!wrong_with(rules)) check(rules, dice);
        if (HasFatalFailure()) return;
    }
    for (const auto& [name, text] : rules_files()) {
        Dice dice(1);
        for (int i = 0; i < scaled(20); ++i) check(parse_rules(text).value()->rules(), dice);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(merged, scaled(1000));
    EXPECT_GT(apart, scaled(1000));
}

}  // namespace
}  // namespace quincunx::testing
