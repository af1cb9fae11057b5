#include "games/all.hpp"

// after the list of this build
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tests/games/few.hpp"

namespace quincunx::testing {
namespace {

/// A field of the rules, or what it can say, and how to see that it is at work in a game.
struct Field {
    std::string_view name;
    bool (*at_work)(const Rules& rules);
};

bool any_group(const Rules& rules, bool (*what)(const FoundationGroup& group)) {
    return std::any_of(rules.foundations.begin(), rules.foundations.end(),
                       [&](const FoundationGroup& group) { return group.piles > 0 && what(group); });
}
bool any_step(const Rules& rules, bool (*what)(const DealStep& step)) {
    return std::any_of(rules.deal.begin(), rules.deal.end(),
                       [&](const DealStep& step) { return step.rounds > 0 && what(step); });
}

/// Does not compile when a type of the vocabulary gets another member: then a line is missing below. (No listed game has
/// `whole`, `run`, `shrink`, `every` or `from_right` at work; engine/words_test.cpp tries these.)
void have_these_members(const Rules& rules) {
    const auto& [id, name, variant_of, summary, decks, ranks, foundations, tableau, reserve, stock,
                 increments, routes, deal] = rules;
    const auto& [piles, start, whole, start_rank, build, length, per_suit] = foundations[0];
    const auto& [follow, step, wraps] = build;
    const auto& [tableau_piles, tableau_build, unit, run, space, refill, capacity] = tableau;
    const auto& [reserve_piles, access, reserve_capacity] = reserve;
    const auto& [deal_to, each, redeal] = stock;
    const auto& [count, keep_playable_top] = redeal;
    const auto& [kind, rounds, first, last, shift, shrink, every, from_right, face_down, pile_by_pile] =
        deal[0];
    static_cast<void>(follow);
    static_cast<void>(unit);
    static_cast<void>(access);
    static_cast<void>(count);
    static_cast<void>(kind);
}

const std::vector<Field>& fields() {
    static const std::vector<Field> all{
        {"decks", [](const Rules& r) { return r.decks == 2; }},
        {"foundations, two groups", [](const Rules& r) { return r.foundations[1].piles > 0; }},
        {"foundations.start",
         [](const Rules& r) {
             return any_group(r, [](const FoundationGroup& g) { return g.start == Start::dealt_card; });
         }},
        {"foundations.start_rank",
         [](const Rules& r) {
             return any_group(r, [](const FoundationGroup& g) { return g.start_rank != 1; });
         }},
        {"foundations.build.follow",
         [](const Rules& r) {
             return any_group(r, [](const FoundationGroup& g) { return g.build.follow == Follow::any_suit; });
         }},
        {"foundations.build.step",
         [](const Rules& r) {
             return any_group(r, [](const FoundationGroup& g) { return g.build.step < 0; });
         }},
        {"foundations.build.wraps",
         [](const Rules& r) { return any_group(r, [](const FoundationGroup& g) { return g.build.wraps; }); }},
        {"foundations.length",
         [](const Rules& r) {
             return any_group(r, [](const FoundationGroup& g) { return g.length > max_ranks; });
         }},
        {"foundations.per_suit, none",
         [](const Rules& r) {
             return any_group(r, [](const FoundationGroup& g) { return g.per_suit == 0; });
         }},
        {"foundations.per_suit, two",
         [](const Rules& r) {
             return any_group(r, [](const FoundationGroup& g) { return g.per_suit == 2; });
         }},
        {"tableau.build, nothing", [](const Rules& r) { return r.tableau.build.follow == Follow::nothing; }},
        {"tableau.build, any card",
         [](const Rules& r) { return r.tableau.build.follow == Follow::any_card; }},
        {"tableau.build, in suit",
         [](const Rules& r) { return r.tableau.build.follow == Follow::same_suit; }},
        {"tableau.build, colors",
         [](const Rules& r) { return r.tableau.build.follow == Follow::other_color; }},
        {"tableau.build.wraps", [](const Rules& r) { return r.tableau.build.wraps; }},
        {"tableau.unit, runs", [](const Rules& r) { return r.tableau.unit == Unit::ordered_run; }},
        {"tableau.unit, all face up", [](const Rules& r) { return r.tableau.unit == Unit::face_up_part; }},
        {"tableau.space, any card", [](const Rules& r) { return r.tableau.space == Space::any_card; }},
        {"tableau.space, kings", [](const Rules& r) { return r.tableau.space == Space::kings_only; }},
        {"tableau.refill", [](const Rules& r) { return r.tableau.refill != Refill::none; }},
        {"tableau.capacity", [](const Rules& r) { return r.tableau.capacity > 0; }},
        {"reserve.access", [](const Rules& r) { return r.reserve.access == Access::every_card; }},
        {"reserve.capacity", [](const Rules& r) { return r.reserve.capacity > 0; }},
        {"stock.deal_to, waste", [](const Rules& r) { return r.stock.deal_to == DealTo::waste; }},
        {"stock.deal_to, reserves", [](const Rules& r) { return r.stock.deal_to == DealTo::reserves; }},
        {"stock.each", [](const Rules& r) { return r.stock.each > 1; }},
        {"stock.redeal.count", [](const Rules& r) { return r.stock.redeal.count > 0; }},
        {"stock.redeal.keep_playable_top", [](const Rules& r) { return r.stock.redeal.keep_playable_top; }},
        {"increments", [](const Rules& r) { return r.has_choice(); }},
        {"routes, between piles", [](const Rules& r) { return r.has(tableau_to_tableau); }},
        {"routes, to the foundations", [](const Rules& r) { return r.has(tableau_to_foundation); }},
        {"routes, to the reserve", [](const Rules& r) { return r.has(tableau_to_reserve); }},
        {"routes, from the waste", [](const Rules& r) { return r.has(waste_to_tableau); }},
        {"routes, from the waste up", [](const Rules& r) { return r.has(waste_to_foundation); }},
        {"routes, from the reserve", [](const Rules& r) { return r.has(reserve_to_tableau); }},
        {"routes, from the reserve up", [](const Rules& r) { return r.has(reserve_to_foundation); }},
        {"routes, between reserves", [](const Rules& r) { return r.has(reserve_to_reserve); }},
        {"deal.kind",
         [](const Rules& r) {
             return any_step(r, [](const DealStep& s) { return s.kind == PileKind::foundation; });
         }},
        {"deal.first",
         [](const Rules& r) { return any_step(r, [](const DealStep& s) { return s.first > 1; }); }},
        {"deal.shift",
         [](const Rules& r) { return any_step(r, [](const DealStep& s) { return s.shift > 0; }); }},
        {"deal.face_down",
         [](const Rules& r) { return any_step(r, [](const DealStep& s) { return s.face_down; }); }},
        {"deal.pile_by_pile",
         [](const Rules& r) { return any_step(r, [](const DealStep& s) { return s.pile_by_pile; }); }},
    };
    return all;
}

const std::vector<const Rules*>& few() {
    static const std::vector<const Rules*> all{
#define QUINCUNX_ADD(game) &games::game,
        QUINCUNX_FEW_GAMES(QUINCUNX_ADD)
#undef QUINCUNX_ADD
    };
    return all;
}

TEST(FewGames, HaveEveryFieldAtWork) {
    for (const Rules* const rules : few()) have_these_members(*rules);
    for (const Field& field : fields()) {
        std::string at_work_in;
        for (const Rules* const rules : few())
            if (field.at_work(*rules)) at_work_in += ' ' + std::string(rules->id);
        EXPECT_NE(at_work_in, "") << field.name;
        RecordProperty(std::string(field.name), at_work_in);
    }
}

TEST(FewGames, AreNeeded) {
    for (const Rules* const rules : few()) {
        const bool alone = std::any_of(fields().begin(), fields().end(), [&](const Field& field) {
            return std::all_of(few().begin(), few().end(), [&](const Rules* const other) {
                return field.at_work(*other) == (other == rules);
            });
        });
        EXPECT_TRUE(alone) << rules->id << ": every field of its rules is at work in another game";
    }
}

}  // namespace
}  // namespace quincunx::testing
