// The search for rules of all kinds, and each of its cuts, beside a search without any: under rules that nobody wrote, and
// with small packs of the games in games/files/.
#include "solver/general/search.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <map>
#include <optional>
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
            const bool over = search.step(budget);
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

/// Small rules in which there may be safe moves, or would be if a precondition were not asked for.
Rules rules_for_safe_moves(std::uint64_t seed) {
    Dice dice(seed);
    Rules rules{.id = "made-up", .name = "Made up"};
    rules.decks = dice.chance(0.3) ? 2 : 1;
    rules.ranks = rules.decks == 2 ? dice.between(2, 3) : dice.between(3, 4);
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
    const std::size_t odd = dice.below(20);  // up to 8: there must not be safe moves
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
    if (odd == 4 || odd == 9) {
        const bool all = odd == 4;
        rules.foundations[0].start = all ? Start::dealt_card : Start::first_card;
        rules.foundations[0].build.wraps = true;
        rules.deal[1] = rules.deal[0];
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
    if (odd > 17)
        rules.routes &=
            ~unsigned{dice.one_of({waste_to_foundation, reserve_to_foundation, reserve_to_tableau})};
    return rules;
}

TEST(SafeMoves, LoseNoWin) {
    std::map<std::string, int> kinds;
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(scaled(4'000)); ++seed) {
        const Rules rules = rules_for_safe_moves(seed);
        if (wrong_with(rules) || !solver::general::SafeMoves<Given>::fits(rules)) continue;
        const SharedRules game = GameRules::make(rules).value();
        const solver::general::SafeMoves<Given> safe{Given(*game)};
        Exhaustive plain{Given(*game)};
        Dice dice(seed);
        AnyPosition position = dealt(*game, dice);
        AnyMoves moves;
        for (int ply = 0; ply < 30; ++ply) {
            Move move;
            if (dice.chance(0.5) && safe.find(position, move) &&
                solve(plain, position, 300) == Verdict::winnable) {
                ASSERT_TRUE(accepts(position, move)) << in_words(rules) << '\n' << position_text(position);
                AnyPosition after = position;
                after.play(move);
                ASSERT_NE(solve(plain, after, 5000), Verdict::unwinnable)
                    << in_words(rules) << '\n'
                    << position_text(position) << move_text(rules, move);
                ++kinds[rules.decks == 2 ? "two packs" : "one pack"];
                if (rules.takes_back()) ++kinds["back"];
                ++kinds["follow " + std::to_string(static_cast<int>(rules.tableau.build.follow))];
                ++kinds["unit " + std::to_string(static_cast<int>(rules.tableau.unit))];
            }
            generate(position, moves);
            if (moves.empty()) break;
            position.play(moves[dice.below(moves.size())]);
        }
    }
    EXPECT_EQ(kinds.size(), 3 + 5 + 5U);
    for (const auto& [kind, count] : kinds) EXPECT_GT(count, 0) << kind;
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
