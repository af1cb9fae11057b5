#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/facts.hpp"
#include "tests/playout.hpp"

/// Rules made up at random, also by a compiler, of all kinds: most of them nearly make sense.
namespace quincunx::testing {

/// Makes rules up: fields go together more often than not, and may be anything now and then.
class RulesMaker {
  public:
    explicit constexpr RulesMaker(std::uint64_t seed) : dice_(seed) {}

    constexpr Rules make() {
        rules_ = {.id = "made-up", .name = "Made up"};
        if (odd()) rules_.id = one_of<std::string_view>({"", "Made-Up", "a b", "made-up2", "x"});
        if (odd()) rules_.name = {};
        rules_.decks = odd() ? any_number() : between(1, 2);
        rules_.ranks = odd() ? any_number() : likely() ? between(1, 6) : between(1, 13);
        if (chance(0.25)) rules_.increments = {increment(), increment()};
        make_tableau();
        make_reserve();
        make_stock();
        make_foundations();
        make_routes();
        make_deal();
        return rules_;
    }

  private:
    constexpr int cards() const {
        constexpr int many = 1'000'000;
        const std::int64_t count =
            std::int64_t{std::clamp(rules_.decks, -many, many)} * suit_count * rules_.ranks;
        return static_cast<int>(std::clamp<std::int64_t>(count, 1, 104));
    }
    constexpr bool chance(double share) { return dice_.chance(share); }
    constexpr bool likely() { return chance(0.7); }
    constexpr bool odd() { return chance(0.01); }
    constexpr int between(int least, int most) { return dice_.between(least, most); }
    template <class T>
    constexpr T one_of(std::initializer_list<T> values) {
        return dice_.one_of(values);
    }
    constexpr int any_number() {
        constexpr int most = std::numeric_limits<int>::max();
        return chance(0.5) ? between(-3, 45)
                           : one_of({-most - 1, -1000, -13, 104, 105, 250, 251, 255, 256, 2000, 65536, most});
    }
    constexpr int increment() {
        return odd() ? any_number() : chance(0.2) ? between(-40, 40) : between(1, 3);
    }

    constexpr void make_tableau() {
        Tableau& tableau = rules_.tableau;
        tableau.piles = odd() ? any_number() : likely() ? between(1, 8) : between(0, max_tableau);
        tableau.build = {one_of({Follow::nothing, Follow::any_card, Follow::any_suit, Follow::same_suit,
                                 Follow::other_color, Follow::same_color}),
                         chance(0.05) ? any_number() : one_of({-1, -1, 1}), chance(0.3)};
        tableau.unit = one_of(
            {Unit::top_card, Unit::ordered_run, Unit::face_up_part, Unit::any_cards, Unit::by_singles});
        if (chance(0.3)) tableau.run = one_of({Follow::same_suit, Follow::same_color});
        if (odd()) tableau.run = one_of({Follow::any_card, Follow::any_suit, Follow::other_color});
        tableau.space = one_of({Space::stays_empty, Space::kings_only, Space::any_card});
        if (chance(0.3))
            tableau.refill =
                one_of({Refill::from_stock_then_waste, Refill::from_waste, Refill::from_reserve});
        if (chance(tableau.unit == Unit::top_card ? 0.4 : 0.03))
            tableau.capacity = chance(0.1) ? any_number() : between(1, 6);
    }
    constexpr void make_reserve() {
        Reserve& reserve = rules_.reserve;
        if (chance(0.6))
            reserve.piles = odd() ? any_number() : likely() ? between(1, 5) : between(0, max_reserve);
        if (chance(0.3)) reserve.access = Access::every_card;
        if (rules_.tableau.refill == Refill::from_reserve && likely()) {
            reserve.piles = between(1, 3);
            reserve.access = Access::top_card;
            return;
        }
        if (chance(reserve.access == Access::every_card ? 0.05 : 0.6))
            reserve.capacity = odd() ? any_number() : 1;
    }
    constexpr void make_stock() {
        Stock& stock = rules_.stock;
        stock.deal_to = one_of({DealTo::nowhere, DealTo::waste, DealTo::waste, DealTo::reserves,
                                DealTo::empty_reserves, DealTo::tableau, DealTo::full_tableau});
        if (rules_.reserve.piles == 0 && rules_.deals_to_reserves() && likely())
            stock.deal_to = DealTo::waste;
        stock.each = chance(0.05) ? any_number() : likely() ? between(1, 2) : between(1, 5);
        const bool waste = stock.deal_to == DealTo::waste;
        if (chance(waste ? 0.6 : 0.03))
            stock.redeal = {chance(0.05) ? any_number() : one_of({1, 2, 3, unlimited}), chance(0.4)};
        if (!waste && rules_.tableau.refill != Refill::from_reserve && !chance(0.03))
            rules_.tableau.refill = Refill::none;
        if (rules_.deals_to_tableau() && rules_.tableau.unit == Unit::face_up_part && likely())
            rules_.tableau.unit = Unit::any_cards;
    }

    constexpr int step(int ranks) {
        return chance(0.03) ? any_number() : chance(0.3) ? between(-2 * ranks, 2 * ranks) : one_of({1, -1});
    }
    constexpr void make_group(FoundationGroup& group, int home) {
        const int ranks = std::clamp(rules_.ranks, 1, 13);
        group.build.follow = likely() ? Follow::same_suit : Follow::any_suit;
        if (odd()) group.build.follow = one_of({Follow::nothing, Follow::any_card, Follow::other_color});
        group.per_suit = group.build.follow == Follow::same_suit ? rules_.decks : 0;
        if (chance(0.2)) group.per_suit = chance(0.1) ? any_number() : between(0, 5);
        std::array<int, max_foundations> piles{};
        std::size_t counts = 0;
        for (int count = 1; count <= max_foundations && count <= home; ++count)
            if (home % count == 0) piles[counts++] = count;
        if (counts == 0) return;
        group.piles = piles[dice_.below(counts)];
        if (likely() && home % ranks == 0 && home / ranks <= max_foundations) group.piles = home / ranks;
        group.length = home / group.piles;
        if (chance(0.3)) group.start = one_of({Start::dealt_card, Start::first_card, Start::laid_out});
        if (group.start == Start::laid_out && likely()) {
            group.piles = suit_count * between(1, rules_.decks == 2 ? 2 : 1);
            group.length = home / group.piles;
            if (group.build.follow == Follow::same_suit) group.per_suit = group.piles / suit_count;
        }
        const bool any_start = group.start == Start::dealt_card || group.start == Start::first_card;
        group.build.wraps = any_start || group.length > ranks || chance(0.3);
        group.build.step = step(ranks);
        if (rules_.has_choice() && chance(0.6)) {
            group.build.step = 0;
            group.build.wraps = true;
        }
        group.start_rank = group.build.step < 0 ? ranks : 1;
        if (chance(group.build.wraps ? 0.5 : 0.1))
            group.start_rank = odd() ? any_number() : between(1, ranks);
        if (chance(0.15) && (group.start == Start::fixed_rank || odd())) {
            group.whole = true;
            if (chance(0.3)) group.build.follow = Follow::same_color;
            if (group.build.follow == Follow::same_color) group.per_suit = 0;
        }
        if (odd()) group.length = any_number();
        if (odd()) group.piles = any_number();
        if (chance(0.03)) group.build.wraps = !group.build.wraps;
    }
    constexpr void make_foundations() {
        int second = 0;
        if (chance(0.3)) second = likely() ? cards() / 2 : between(0, cards());
        make_group(rules_.foundations[0], cards() - second);
        if (second > 0) make_group(rules_.foundations[1], second);
        if (second > 0 && chance(0.1)) std::swap(rules_.foundations[0], rules_.foundations[1]);
    }

    constexpr void make_routes() {
        rules_.routes = static_cast<unsigned>(dice_.below(2 * foundation_to_tableau));
        if (likely()) rules_.routes |= static_cast<unsigned>(dice_.below(2 * foundation_to_tableau));
        if (odd()) rules_.routes = static_cast<unsigned>(any_number());
        if (chance(0.05)) return;
        const auto close = [&](unsigned routes) { rules_.routes &= ~routes; };
        if (!rules_.has_waste()) close(waste_to_tableau | waste_to_foundation);
        if (rules_.reserve.piles == 0)
            close(tableau_to_reserve | reserve_to_tableau | reserve_to_foundation | reserve_to_reserve);
        if (rules_.reserve.capacity == 0) close(tableau_to_reserve | reserve_to_reserve);
        if (rules_.tableau.unit != Unit::top_card) rules_.routes |= tableau_to_tableau;
        for (const FoundationGroup& group : rules_.foundations)
            if (group.piles > 0 && group.per_suit == 0) close(foundation_to_tableau);
    }

    constexpr void make_deal() {
        int left = cards();
        std::size_t next = 0;
        int first = 1;
        for (const FoundationGroup& group : rules_.foundations) {
            const int piles = std::clamp(group.piles, 0, max_foundations);
            const int dealt = group.start == Start::dealt_card   ? piles
                              : group.start == Start::first_card ? std::min(piles, 1)
                                                                 : 0;
            if (group.start == Start::laid_out) left -= piles;
            if (dealt > 0 && next < max_deal_steps && !odd()) {
                rules_.deal[next++] = {.kind = PileKind::foundation,
                                       .rounds = 1,
                                       .first = first,
                                       .last = first + dealt - 1,
                                       .pile_by_pile = chance(0.5)};
                left -= dealt;
            }
            first += piles;
        }
        while (next < max_deal_steps && left > 0 && !chance(0.1)) {
            DealStep& step = rules_.deal[next++];
            const bool last = next == max_deal_steps || chance(0.3);
            step.kind = rules_.tableau.piles > 0 && (likely() || rules_.reserve.piles == 0)
                            ? PileKind::tableau
                            : PileKind::reserve;
            if (odd()) step.kind = one_of({PileKind::foundation, PileKind::waste, PileKind::stock});
            const int piles = std::clamp(
                step.kind == PileKind::tableau ? rules_.tableau.piles : rules_.reserve.piles, 1, 40);
            const bool whole = last && !rules_.has_stock();  // it has to deal all that is left
            if (chance(0.3)) step.first = between(1, piles);
            if (chance(0.3)) step.last = between(step.first, piles);
            if (whole && (step.last == 0 || left % (step.last - step.first + 1) != 0)) {
                step.last = piles;
                while (left % (step.last - step.first + 1) != 0) --step.last;
            }
            const int width = (step.last == 0 ? piles : step.last) - step.first + 1;
            const int most = left / std::max(width, 1);
            step.rounds = whole || (last && chance(0.1)) ? most : between(0, std::min(most, 6));
            if (!whole && chance(0.2)) step.shift = between(1, likely() ? 2 : 4);
            if (!whole && chance(0.1)) step.shrink = between(1, 4);
            if (!whole && chance(0.1)) step.every = between(1, likely() ? 3 : 40);
            if (const int fewer = step.shift + step.shrink; fewer > 0 && likely())
                step.rounds = std::min(step.rounds, (width - 1) / fewer + 1);
            step.from_right = chance(0.2);
            const bool hidden_reserve = step.kind == PileKind::reserve && !rules_.open_reserve() && !last;
            step.face_down = chance(hidden_reserve                   ? 0.3
                                    : step.kind != PileKind::tableau ? 0.01
                                    : last                           ? 0.05
                                                                     : 0.5);
            step.pile_by_pile = chance(0.2);
            if (odd()) step.rounds = any_number();
            if (odd()) step.first = any_number();
            if (odd()) step.last = any_number();
            if (odd()) step.shift = any_number();
            if (odd()) step.shrink = any_number();
            if (odd()) step.every = any_number();
            const int rounds = std::clamp(step.rounds, 0, left);
            left -= std::min(step.shift == 0 ? rounds * std::max(width, 0) : rounds, left);
            if (!step.face_down || next == max_deal_steps || left < width || !chance(0.9)) continue;
            DealStep& up = rules_.deal[next++];  // a card on each of these
            up = {step.kind, 1, step.first, step.last};
            if (chance(0.5)) up = {step.kind, 1};
            left -= std::min(width, left);
        }
    }

    Dice dice_;
    Rules rules_;
};

constexpr Rules any_rules(std::uint64_t seed) {
    return RulesMaker(seed).make();
}

/// Calls `visit(path, value, default)` for every field but the texts; flags and choices are numbers, too.
template <class AnyRules, class Visit>
void for_each_field(AnyRules& rules, Visit&& visit) {
    const auto number = [&](const std::string& path, auto& value, auto usual) {
        using Value = std::remove_cvref_t<decltype(value)>;
        std::int64_t now = static_cast<std::int64_t>(value);
        visit(path, now, static_cast<std::int64_t>(usual));
        if constexpr (!std::is_const_v<AnyRules>) value = static_cast<Value>(now);
    };
    const Rules plain;
    number("/decks", rules.decks, plain.decks);
    number("/ranks", rules.ranks, plain.ranks);
    for (std::size_t i = 0; i < rules.foundations.size(); ++i) {
        auto& group = rules.foundations[i];
        const FoundationGroup usual;
        const std::string path = "/foundations/" + std::to_string(i);
        number(path + "/piles", group.piles, usual.piles);
        number(path + "/start", group.start, usual.start);
        number(path + "/start_rank", group.start_rank, usual.start_rank);
        number(path + "/build/follow", group.build.follow, usual.build.follow);
        number(path + "/build/step", group.build.step, usual.build.step);
        number(path + "/build/wraps", group.build.wraps, usual.build.wraps);
        number(path + "/length", group.length, usual.length);
        number(path + "/per_suit", group.per_suit, usual.per_suit);
        number(path + "/whole", group.whole, usual.whole);
    }
    number("/tableau/piles", rules.tableau.piles, plain.tableau.piles);
    number("/tableau/build/follow", rules.tableau.build.follow, plain.tableau.build.follow);
    number("/tableau/build/step", rules.tableau.build.step, plain.tableau.build.step);
    number("/tableau/build/wraps", rules.tableau.build.wraps, plain.tableau.build.wraps);
    number("/tableau/unit", rules.tableau.unit, plain.tableau.unit);
    number("/tableau/run", rules.tableau.run, plain.tableau.run);
    number("/tableau/space", rules.tableau.space, plain.tableau.space);
    number("/tableau/refill", rules.tableau.refill, plain.tableau.refill);
    number("/tableau/capacity", rules.tableau.capacity, plain.tableau.capacity);
    number("/reserve/piles", rules.reserve.piles, plain.reserve.piles);
    number("/reserve/access", rules.reserve.access, plain.reserve.access);
    number("/reserve/capacity", rules.reserve.capacity, plain.reserve.capacity);
    number("/stock/deal_to", rules.stock.deal_to, plain.stock.deal_to);
    number("/stock/each", rules.stock.each, plain.stock.each);
    number("/stock/redeal/count", rules.stock.redeal.count, plain.stock.redeal.count);
    number("/stock/redeal/keep_playable_top", rules.stock.redeal.keep_playable_top, false);
    number("/increments/0", rules.increments[0], 0);
    number("/increments/1", rules.increments[1], 0);
    number("/routes", rules.routes, 0);
    for (std::size_t i = 0; i < rules.deal.size(); ++i) {
        auto& step = rules.deal[i];
        const DealStep usual;
        const std::string path = "/deal/" + std::to_string(i);
        number(path + "/kind", step.kind, usual.kind);
        number(path + "/rounds", step.rounds, usual.rounds);
        number(path + "/first", step.first, usual.first);
        number(path + "/last", step.last, usual.last);
        number(path + "/shift", step.shift, usual.shift);
        number(path + "/shrink", step.shrink, usual.shrink);
        number(path + "/every", step.every, usual.every);
        number(path + "/from_right", step.from_right, usual.from_right);
        number(path + "/face_down", step.face_down, usual.face_down);
        number(path + "/pile_by_pile", step.pile_by_pile, usual.pile_by_pile);
    }
}

/// The fields that are not as usual, by path: "/decks 2, /ranks 4, …".
inline std::string in_words(const Rules& rules) {
    std::ostringstream text;
    text << "id \"" << rules.id << '"';
    for_each_field(rules, [&](const std::string& path, std::int64_t value, std::int64_t usual) {
        if (value != usual) text << ", " << path << ' ' << value;
    });
    return text.str();
}

/// Rules that are a little simpler.
inline std::vector<Rules> simpler(const Rules& rules) {
    std::vector<Rules> results;
    std::size_t fields = 0;
    for_each_field(rules, [&](const std::string&, std::int64_t, std::int64_t) { ++fields; });
    const auto change = [&](std::size_t which, auto change_to) {
        Rules changed = rules;
        std::size_t at = 0;
        for_each_field(changed, [&](const std::string& path, std::int64_t& value, std::int64_t usual) {
            if (at++ == which) value = change_to(path, value, usual);
        });
        if (!(changed == rules)) results.push_back(changed);
    };
    for (std::size_t i = 0; i < rules.deal.size(); ++i) {
        results.push_back(rules);
        results.back().deal[i] = {};
    }
    for (std::size_t i = 0; i < rules.foundations.size(); ++i) {
        results.push_back(rules);
        results.back().foundations[i] = {};
        results.push_back(rules);  // fewer ranks, and shorter foundations
        --results.back().ranks;
        results.back().foundations[i].length -=
            rules.decks * suit_count / std::max(rules.foundations[i].piles, 1);
    }
    for (std::size_t which = 0; which < fields; ++which) {
        change(which, [](const std::string&, std::int64_t, std::int64_t usual) { return usual; });
        change(which, [](const std::string&, std::int64_t value, std::int64_t usual) {
            return usual + (value - usual) / 2;
        });
        change(which, [](const std::string&, std::int64_t value, std::int64_t usual) {
            return value + (value > usual ? -1 : value < usual ? 1 : 0);
        });
    }
    for (unsigned route = 1; route <= foundation_to_tableau; route <<= 1) {
        results.push_back(rules);
        results.back().routes &= ~route;
    }
    std::erase(results, rules);
    return results;
}

/// The class of a field's value in the counts: each choice and each small number by itself, large numbers together.
inline std::string value_class(const std::string& path, std::int64_t value) {
    if (path == "/routes") return "";  // each route is counted by itself
    if (value < 0) return value == -1 ? "-1" : "negative";
    const bool piles = path.ends_with("/piles");
    return value <= (piles ? 32 : 3) || path == "/ranks" ? std::to_string(value) : "more";
}

/// All values that rules have: a name for each, without the numbers of groups and steps.
inline std::set<std::string> values_of(const Rules& rules) {
    std::set<std::string> values;
    for_each_field(rules, [&](std::string path, std::int64_t value, std::int64_t) {
        const std::string counted = value_class(path, value);
        const bool unused =
            (path.starts_with("/foundations/0") && rules.foundations[0].piles == 0) ||
            (path.starts_with("/foundations/1") && rules.foundations[1].piles == 0) ||
            (path.starts_with("/deal/") && rules.deal[static_cast<std::size_t>(path[6] - '0')].rounds == 0);
        for (const char* const list : {"/foundations/", "/deal/", "/increments/"})
            if (path.starts_with(list)) path.erase(std::string(list).size() - 1, 2);
        if (!counted.empty() && !unused) values.insert(path + " " + counted);
    });
    for (unsigned route = 1; route <= foundation_to_tableau; route <<= 1)
        values.insert("/routes " + std::string((rules.routes & route) != 0 ? "with " : "without ") +
                      std::to_string(route));
    return values;
}

}  // namespace quincunx::testing
