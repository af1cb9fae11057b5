#pragma once

#include <functional>
#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "engine/facts.hpp"

/// Where a position, and all that is written for positions, has its rules from.
namespace quincunx {

/// Rules that the compiler knows. The source takes no room, and what the rules do not need is not compiled.
template <const Rules& the_rules>
struct Fixed {
    static_assert(RulesMakeSense<Refused(wrong_with(the_rules))>::value);

    static constexpr const Rules& rules() { return the_rules; }
    static constexpr const Facts& facts() { return the_facts; }
    static constexpr const Layout& layout() { return the_facts.layout; }
    static constexpr const FoundationGroup& group_of(int foundation) {
        return the_rules.foundations[the_facts.group[static_cast<std::size_t>(foundation)]];
    }
    /// Whether the rules have a property; code for rules without it need not be compiled.
    template <class Property>
    static consteval bool may(Property property) {
        return std::invoke(property, the_rules);
    }

  private:
    static constexpr Facts the_facts{the_rules};

  public:
    static constexpr int piles = the_facts.layout.piles();
    // The sizes of arrays.
    static constexpr int most_piles = piles;
    static constexpr int most_tableau = the_facts.layout.tableau;
    static constexpr int most_ranks = the_rules.ranks;
    static constexpr int most_cards = the_facts.room;
    static constexpr int most_moves = the_facts.moves;
};

/// The rules of a game as a value, with what follows from them. It never changes, and its address is its identity.
class GameRules {
  public:
    /// Makes rules from any value, or says why they cannot be played.
    static tl::expected<std::shared_ptr<const GameRules>, Reason> make(const Rules& rules) {
        if (const std::optional<Reason> wrong = wrong_with(rules)) return tl::unexpected<Reason>(*wrong);
        return judged(rules);
    }
    /// Makes rules that the compiler has judged.
    template <const Rules& rules>
    static std::shared_ptr<const GameRules> make() {
        static_assert(RulesMakeSense<Refused(wrong_with(rules))>::value);
        return judged(rules);
    }
    /// Makes rules that have been judged where they were read.
    static std::shared_ptr<const GameRules> judged(const Rules& rules) {
        return std::shared_ptr<const GameRules>(new GameRules(rules));
    }
    GameRules(const GameRules&) = delete;
    GameRules& operator=(const GameRules&) = delete;

    const Rules& rules() const { return rules_; }
    const Facts& facts() const { return facts_; }

  private:
    explicit GameRules(const Rules& rules)
        : id_(rules.id),
          name_(rules.name),
          variant_of_(rules.variant_of),
          summary_(rules.summary),
          rules_(rules),
          facts_(rules) {
        rules_.id = id_;
        rules_.name = name_;
        rules_.variant_of = variant_of_;
        rules_.summary = summary_;
    }

    std::string id_, name_, variant_of_, summary_;
    Rules rules_;
    Facts facts_;
};

/// Rules that are known only when the program runs. Whoever holds a position of them keeps the game alive.
class Given {
  public:
    explicit Given(const GameRules& game) : game_(&game) {}

    const Rules& rules() const { return game_->rules(); }
    const Facts& facts() const { return game_->facts(); }
    const Layout& layout() const { return facts().layout; }
    const FoundationGroup& group_of(int foundation) const {
        return rules().foundations[facts().group[static_cast<std::size_t>(foundation)]];
    }
    template <class Property>
    static consteval bool may(Property /*property*/) {
        return true;
    }

    static constexpr int most_piles = max_piles;
    static constexpr int most_tableau = max_tableau;
    static constexpr int most_ranks = max_ranks;
    static constexpr int most_cards = max_piles * 2 * suit_count * max_ranks;
    static constexpr int most_moves = max_piles * 2 * suit_count * max_ranks + 4;

  private:
    const GameRules* game_;
};

}  // namespace quincunx
