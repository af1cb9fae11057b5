#pragma once

#include <functional>
#include <string>
#include <utility>

#include "engine/deal.hpp"
#include "engine/notation.hpp"
#include "tests/hunt/contestant.hpp"

namespace quincunx::hunt {

/// The brute force's version of rules that differ from those of a real game only in their sizes.
template <const Rules& rules>
brute::Game brute_game(std::string_view parent) {
    brute::Game game = *brute::game_of(parent);
    game.packs = rules.decks;
    game.ranks = rules.ranks;
    game.tableau = rules.tableau.piles;
    game.reserve = rules.reserve.piles;
    game.redeals = rules.stock.redeal.count;
    for (const DealStep& step : rules.deal) {
        if (step.kind == PileKind::reserve && game.reserve_each > 0) game.reserve_each = step.rounds;
        if (step.kind == PileKind::tableau && game.each > 0 && &step == rules.deal.data())
            game.each = step.rounds;
    }
    return game;
}

/// The same cards with more piles, which are dealt none.
constexpr Rules with_more_piles(Rules rules, int piles) {
    for (DealStep& step : rules.deal)
        if (step.kind == PileKind::tableau && step.rounds > 0 && step.last == 0)
            step.last = rules.tableau.piles;
    rules.tableau.piles = piles;
    return rules;
}

/// A contestant for its rules. The other searches are created when they are first used.
template <const Rules& rules, class Search>
class ContestantOf : public Contestant {
  public:
    using Solve = std::function<Answer(const Position<rules>&, const Limits&)>;

    /// `parent` is the id of the real game, `name` the name of these rules.
    ContestantOf(std::string name, std::string_view parent)
        : name_(std::move(name)), real_(rules.id == parent), game_(brute_game<rules>(parent)) {}

    std::string_view name() const override { return name_; }
    std::string_view id() const override { return rules.id; }
    int most_cards() const override {
        switch (game_.kind) {
            case brute::Game::Kind::grandfather:
                return 14;
            case brute::Game::Kind::stalactites:
                return 28;
            case brute::Game::Kind::gargantua:
                return 20;
            default:
                return 34;
        }
    }
    std::uint64_t most_nodes() const override {
        const bool beams =
            game_.kind == brute::Game::Kind::gloucestershire || game_.kind == brute::Game::Kind::carthage;
        return beams ? 10'000 : 50'000;
    }
    const brute::Game& game() const override { return game_; }
    bool real() const override { return real_; }
    std::string deal(std::uint64_t number) const override {
        Position<rules> position;
        position.deal(numbered_deal<rules>(number));
        return position_text(position);
    }
    std::optional<Answer> solve(const std::string& position, const Limits& limits) override {
        const auto read = parse_position<rules>(position);
        if (!read) return std::nullopt;
        return answer<rules>(search_, *read, limits);
    }

    std::size_t others() const override { return others_.size(); }
    std::string_view other_name(std::size_t which) const override { return others_[which].first; }
    std::optional<Answer> solve_otherwise(std::size_t which, const std::string& position,
                                          const Limits& limits) override {
        const auto read = parse_position<rules>(position);
        if (!read) return std::nullopt;
        return others_[which].second(*read, limits);
    }

    std::optional<Answer> solve_with_more(const std::string& position, const Limits& limits) override {
        return with_more_ ? with_more_(position, limits) : std::nullopt;
    }
    /// Sets the rules with one pile or cell more, and its name, which follows that of another one.
    template <const Rules& more, template <const Rules&> class AnySearch>
    void set_more(const std::string& after, const std::string& name) {
        with_more_ = [after = '\n' + after + ' ', name, search = std::make_shared<AnySearch<more>>()](
                         std::string text, const Limits& limits) -> std::optional<Answer> {
            text.insert(text.find('\n', text.find(after) + 1) + 1, name + " -\n");
            const auto read = parse_position<more>(text);
            if (!read) return std::nullopt;
            return answer<more>(*search, *read, limits);
        };
    }

    /// Adds a search; `make` returns a `std::unique_ptr` to it.
    template <class Make>
    void add(std::string name, Make make) {
        using Other = decltype(make());
        others_.emplace_back(std::move(name), [make, other = std::make_shared<Other>()](
                                                  const Position<rules>& position, const Limits& limits) {
            if (*other == nullptr) *other = make();
            return answer<rules>(**other, position, limits);
        });
    }

  private:
    template <const Rules& which, class Any>
    static Answer answer(Any& search, const Position<which>& position, const Limits& limits) {
        search.start(position, limits);
        while (!search.step(1000)) {
        }
        Answer answer{search.verdict(), {}, search.progress().nodes};
        if (answer.verdict == Verdict::winnable)
            for (const Move& move : search.line()) answer.line.push_back(move_text(which, move));
        return answer;
    }

    std::string name_;
    bool real_;
    brute::Game game_;
    Search search_;
    std::vector<std::pair<std::string, Solve>> others_;
    std::function<std::optional<Answer>(const std::string&, const Limits&)> with_more_;
};

}  // namespace quincunx::hunt
