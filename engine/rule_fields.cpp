#include "engine/rule_fields.hpp"

#include <array>
#include <type_traits>
#include <utility>

namespace quincunx {

namespace {

// The words of each type, by value.
template <class Word>
constexpr std::array<std::string_view, 0> field_words{};
template <>
constexpr std::array<std::string_view, 6> field_words<Follow>{"nothing",   "any_card",    "any_suit",
                                                              "same_suit", "other_color", "same_color"};
template <>
constexpr std::array<std::string_view, 3> field_words<Space>{"stays_empty", "kings_only", "any_card"};
template <>
constexpr std::array<std::string_view, 4> field_words<Refill>{"none", "from_stock_then_waste", "from_waste",
                                                              "from_reserve"};
template <>
constexpr std::array<std::string_view, 5> field_words<Unit>{"top_card", "ordered_run", "face_up_part",
                                                            "any_cards", "by_singles"};
template <>
constexpr std::array<std::string_view, 2> field_words<Access>{"top_card", "every_card"};
template <>
constexpr std::array<std::string_view, 4> field_words<Start>{"fixed_rank", "dealt_card", "laid_out",
                                                             "first_card"};
template <>
constexpr std::array<std::string_view, 6> field_words<DealTo>{"nowhere",        "waste",   "reserves",
                                                              "empty_reserves", "tableau", "full_tableau"};
template <>
constexpr std::array<std::string_view, 5> field_words<PileKind>{"foundation", "tableau", "reserve", "waste",
                                                                "stock"};
template <>
constexpr std::array<std::string_view, 9> field_words<Route>{
    "tableau_to_tableau",    "tableau_to_foundation", "tableau_to_reserve",
    "waste_to_tableau",      "waste_to_foundation",   "reserve_to_tableau",
    "reserve_to_foundation", "reserve_to_reserve",    "foundation_to_tableau"};

Field field(int& number) {
    return {Field::Kind::number, &number};
}

/// Fields of one part.
class PartMaker {
  public:
    PartMaker& add(const char* name, Field field) {
        field.name = name;
        part_.parts.push_back(std::move(field));
        return *this;
    }
    PartMaker& add(const char* name, Field::Kind kind, void* value, Names words = {}) {
        return add(name, Field{kind, value, words});
    }
    PartMaker& add(const char* name, std::string_view& text) { return add(name, Field::Kind::text, &text); }
    PartMaker& add(const char* name, bool& flag) { return add(name, Field::Kind::flag, &flag); }
    PartMaker& add(const char* name, int& number) { return add(name, Field::Kind::number, &number); }
    template <class Word>
        requires std::is_enum_v<Word>
    PartMaker& add(const char* name, Word& word) {
        return add(name, Field::Kind::word, &word, field_words<Word>);
    }
    Field take() { return std::move(part_); }

  private:
    Field part_{Field::Kind::part};
};

Field field(Build& build) {
    return PartMaker().add("follow", build.follow).add("step", build.step).add("wraps", build.wraps).take();
}
Field field(FoundationGroup& group) {
    return PartMaker()
        .add("piles", group.piles)
        .add("start", group.start)
        .add("start_rank", group.start_rank)
        .add("build", field(group.build))
        .add("length", group.length)
        .add("per_suit", group.per_suit)
        .add("whole", group.whole)
        .take();
}
Field field(Tableau& tableau) {
    return PartMaker()
        .add("piles", tableau.piles)
        .add("build", field(tableau.build))
        .add("unit", tableau.unit)
        .add("run", tableau.run)
        .add("space", tableau.space)
        .add("refill", tableau.refill)
        .add("capacity", tableau.capacity)
        .take();
}
Field field(Reserve& reserve) {
    return PartMaker()
        .add("piles", reserve.piles)
        .add("access", reserve.access)
        .add("capacity", reserve.capacity)
        .take();
}
Field field(Redeal& redeal) {
    return PartMaker()
        .add("count", Field::Kind::redeals, &redeal.count)
        .add("keep_playable_top", redeal.keep_playable_top)
        .take();
}
Field field(Stock& stock) {
    return PartMaker()
        .add("deal_to", stock.deal_to)
        .add("each", stock.each)
        .add("redeal", field(stock.redeal))
        .take();
}
Field field(DealStep& step) {
    return PartMaker()
        .add("kind", step.kind)
        .add("rounds", step.rounds)
        .add("first", step.first)
        .add("last", step.last)
        .add("shift", step.shift)
        .add("shrink", step.shrink)
        .add("every", step.every)
        .add("from_right", step.from_right)
        .add("face_down", step.face_down)
        .add("pile_by_pile", step.pile_by_pile)
        .take();
}
template <class Item, std::size_t most>
Field field(std::array<Item, most>& items) {
    Field list{Field::Kind::list, &items};
    for (Item& item : items) list.parts.push_back(field(item));
    list.clear = [](void* all) { *static_cast<std::array<Item, most>*>(all) = {}; };
    return list;
}

}  // namespace

Field fields_of(Rules& rules) {
    return PartMaker()
        .add("id", rules.id)
        .add("name", rules.name)
        .add("variant_of", rules.variant_of)
        .add("summary", rules.summary)
        .add("decks", rules.decks)
        .add("ranks", rules.ranks)
        .add("foundations", field(rules.foundations))
        .add("tableau", field(rules.tableau))
        .add("reserve", field(rules.reserve))
        .add("stock", field(rules.stock))
        .add("increments", field(rules.increments))
        .add("routes", Field::Kind::routes, &rules.routes, field_words<Route>)
        .add("deal", field(rules.deal))
        .take();
}

}  // namespace quincunx
