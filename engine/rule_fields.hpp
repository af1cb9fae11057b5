#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include "engine/rules.hpp"

/// The names of all fields of rules, in order: what reads or writes rules goes by these.
namespace quincunx {

template <class Value, class... Types>
concept One = (std::same_as<std::remove_const_t<Value>, Types> || ...);

/// A number that may be `unlimited`.
template <class Number>
struct OrUnlimited {
    Number& count;
};
template <class Number>
OrUnlimited(Number&) -> OrUnlimited<Number>;

/// A set of `Route`.
template <class Number>
struct Routes {
    Number& set;
};
template <class Number>
Routes(Number&) -> Routes<Number>;

template <One<Build> Value, class Visit>
void each_field(Value& build, Visit&& visit) {
    visit("follow", build.follow);
    visit("step", build.step);
    visit("wraps", build.wraps);
}
template <One<FoundationGroup> Value, class Visit>
void each_field(Value& group, Visit&& visit) {
    visit("piles", group.piles);
    visit("start", group.start);
    visit("start_rank", group.start_rank);
    visit("build", group.build);
    visit("length", group.length);
    visit("per_suit", group.per_suit);
    visit("whole", group.whole);
}
template <One<Tableau> Value, class Visit>
void each_field(Value& tableau, Visit&& visit) {
    visit("piles", tableau.piles);
    visit("build", tableau.build);
    visit("unit", tableau.unit);
    visit("run", tableau.run);
    visit("space", tableau.space);
    visit("refill", tableau.refill);
    visit("capacity", tableau.capacity);
}
template <One<Reserve> Value, class Visit>
void each_field(Value& reserve, Visit&& visit) {
    visit("piles", reserve.piles);
    visit("access", reserve.access);
    visit("capacity", reserve.capacity);
}
template <One<Redeal> Value, class Visit>
void each_field(Value& redeal, Visit&& visit) {
    visit("count", OrUnlimited{redeal.count});
    visit("keep_playable_top", redeal.keep_playable_top);
}
template <One<Stock> Value, class Visit>
void each_field(Value& stock, Visit&& visit) {
    visit("deal_to", stock.deal_to);
    visit("each", stock.each);
    visit("redeal", stock.redeal);
}
template <One<DealStep> Value, class Visit>
void each_field(Value& step, Visit&& visit) {
    visit("kind", step.kind);
    visit("rounds", step.rounds);
    visit("first", step.first);
    visit("last", step.last);
    visit("shift", step.shift);
    visit("shrink", step.shrink);
    visit("every", step.every);
    visit("from_right", step.from_right);
    visit("face_down", step.face_down);
    visit("pile_by_pile", step.pile_by_pile);
}
template <One<Rules> Value, class Visit>
void each_field(Value& rules, Visit&& visit) {
    visit("id", rules.id);
    visit("name", rules.name);
    visit("variant_of", rules.variant_of);
    visit("summary", rules.summary);
    visit("decks", rules.decks);
    visit("ranks", rules.ranks);
    visit("foundations", rules.foundations);
    visit("tableau", rules.tableau);
    visit("reserve", rules.reserve);
    visit("stock", rules.stock);
    visit("increments", rules.increments);
    visit("routes", Routes{rules.routes});
    visit("deal", rules.deal);
}

template <class Value>
concept Described = One<Value, Build, FoundationGroup, Tableau, Reserve, Redeal, Stock, DealStep, Rules>;

}  // namespace quincunx
