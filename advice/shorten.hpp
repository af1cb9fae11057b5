#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/generate.hpp"
#include "games/all.hpp"

namespace quincunx::advice {

/// Shortens a solution without a new search.
///
/// Three steps are repeated as long as they help. A move is dropped if the cards of all the other moves can
/// still go where they went, each as early as possible. A solution that returns to an earlier position (equal
/// canonical key) has the loop cut out. And from every position of the solution, all listed moves are tried
/// two plies deep for a shortcut to a position further on. The result replays from `start`. `budget` limits
/// how many moves are tried.
template <const Rules& rules>
class Shortener {
  public:
    Shortener(const Position<rules>& start, std::span<const Move> line, std::uint64_t budget)
        : start_(start), line_(line.begin(), line.end()), budget_(budget) {}

    std::vector<Move> run();
    /// How many moves could still be tried.
    std::uint64_t left() const { return budget_; }

  private:
    using Keys = std::unordered_map<std::uint64_t, std::size_t>;

    bool spend() {
        if (budget_ == 0) return false;
        --budget_;
        return true;
    }

    /// Every position of the solution, with the last ply at which it occurs.
    Keys keys() const {
        Keys result;
        Position<rules> position = start_;
        result[position.key()] = 0;
        for (std::size_t i = 0; i < line_.size(); ++i) {
            position.play(line_[i]);
            result[position.key()] = i + 1;
        }
        return result;
    }

    /// Looks for a shortcut of at most two moves to a position that the solution reaches later.
    bool jump() {
        const Keys later = keys();
        Position<rules> position = start_;
        for (std::size_t i = 0; i < line_.size(); ++i) {
            if (const auto again = later.find(position.key()); again != later.end() && again->second > i)
                return splice(i, {}, again->second);
            MoveList<rules> first;
            generate(position, first);
            for (const Move& move : first) {
                if (!spend()) return false;
                const Undo undo = position.play(move);
                if (const auto hit = later.find(position.key()); hit != later.end() && hit->second > i + 1)
                    return splice(i, {move}, hit->second);
                if (jump_second(position, later, i, move)) return true;
                position.unplay(undo);
            }
            position.play(line_[i]);
        }
        return false;
    }
    bool jump_second(Position<rules>& position, const Keys& later, std::size_t ply, const Move& first) {
        MoveList<rules> second;
        generate(position, second);
        for (const Move& move : second) {
            if (!spend()) return false;
            const Undo undo = position.play(move);
            const auto hit = later.find(position.key());
            if (hit != later.end() && hit->second > ply + 2) return splice(ply, {first, move}, hit->second);
            position.unplay(undo);
        }
        return false;
    }

    /// Replaces the moves from ply `from` to ply `to` by `between`, and renames the rest by means of keys.
    bool splice(std::size_t from, const std::vector<Move>& between, std::size_t to) {
        std::vector<std::uint64_t> wanted;
        Position<rules> old = start_;
        for (std::size_t i = 0; i < line_.size(); ++i) {
            old.play(line_[i]);
            if (i >= to) wanted.push_back(old.key());
        }
        std::vector<Move> result(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(from));
        result.insert(result.end(), between.begin(), between.end());
        Position<rules> position = start_;
        for (const Move& move : result) position.play(move);
        for (const std::uint64_t key : wanted) {
            const bool found = follow(position, key, result);
            if (!found) return false;
        }
        line_ = std::move(result);
        return true;
    }
    static bool follow(Position<rules>& position, std::uint64_t key, std::vector<Move>& line) {
        MoveList<rules> moves;
        generate(position, moves);
        for (const Move& move : moves) {
            const Undo undo = position.play(move);
            if (position.key() == key) {
                line.push_back(move);
                return true;
            }
            position.unplay(undo);
        }
        return false;
    }

    /// Drops every move without which the rest still wins.
    bool drop() {
        const std::size_t before = line_.size();
        std::vector<Step> steps = steps_of(line_);
        for (std::size_t left_out = line_.size(); left_out-- > 0 && budget_ > 0;) {
            std::vector<Move> shorter = replay(steps, left_out);
            if (shorter.empty() || shorter.size() >= line_.size()) continue;
            line_ = std::move(shorter);
            steps = steps_of(line_);
            left_out = std::min(left_out, line_.size());
        }
        return line_.size() < before;
    }

    /// A move of the solution in terms of cards, which stay valid when earlier moves change.
    struct Step {
        Move move;
        Card card{};  ///< the lowest that moves; invalid unless cards move
        Card onto{};  ///< what it is placed on; invalid if the target is empty
    };
    std::vector<Step> steps_of(const std::vector<Move>& line) const {
        std::vector<Step> steps;
        Position<rules> position = start_;
        for (const Move& move : line) {
            Step step{move};
            if (move.kind == MoveKind::cards) {
                step.card = meant_card(position, move);
                if (!position.empty(move.to)) step.onto = position.top(move.to);
            }
            steps.push_back(step);
            position.play(move);
        }
        return steps;
    }
    /// The exact card, from the right pack, that a move lifts.
    static Card meant_card(const Position<rules>& position, const Move& move) {
        const Card lifted = lifted_card(position, move);
        for (const Card card : position.pile(move.from))
            if (move.card.valid() && card == lifted) return card;
        return lifted;
    }

    /// Plays all steps but one. A step that is not possible yet waits; the first waiting step to become
    /// possible goes first. Empty if the result is not a win.
    std::vector<Move> replay(const std::vector<Step>& steps, std::size_t left_out) {
        std::vector<Move> played;
        std::vector<std::size_t> waiting;
        Position<rules> position = start_;
        Places places(position);
        std::size_t next = 0;
        const auto try_step = [&](const Step& step) {
            if (!spend() || places.is_done(position, step)) return budget_ > 0;
            const std::optional<Move> move = places.move_for(position, step);
            if (!move) return false;
            played.push_back(*move);
            position.play(*move);
            places.update(position, *move);
            return true;
        };
        while (!position.won() && budget_ > 0) {
            const auto first = std::find_if(waiting.begin(), waiting.end(),
                                            [&](std::size_t index) { return try_step(steps[index]); });
            if (first != waiting.end()) {
                waiting.erase(first);
                continue;
            }
            if (next == left_out) ++next;
            if (next >= steps.size()) return {};
            if (!try_step(steps[next])) waiting.push_back(next);
            ++next;
        }
        if (!position.won()) return {};
        return played;
    }

    /// Where each card lies.
    class Places {
      public:
        explicit Places(const Position<rules>& position) { update_all(position); }

        void update(const Position<rules>& position, const Move& move) {
            if (move.kind != MoveKind::cards) return update_all(position);
            update(position, move.from);
            update(position, move.to);
        }
        /// Whether a step's card already lies where the step would put it.
        bool is_done(const Position<rules>& position, const Step& step) const {
            if (step.move.kind != MoveKind::cards) return false;
            const PileId pile = of(step.card);
            if (layout.kind(pile) != layout.kind(step.move.to)) return false;
            const std::span<const Card> cards = position.pile(pile);
            const std::size_t place = place_in(cards, step.card);
            return step.onto.valid() ? place > 0 && same_card(cards[place - 1], step.onto) : place == 0;
        }
        /// The accepted move that carries out a step here.
        std::optional<Move> move_for(const Position<rules>& position, const Step& step) const {
            Move move = step.move;
            if (move.kind == MoveKind::cards) {
                move.from = of(step.card);
                const PileKind from = layout.kind(move.from);
                if (from == PileKind::foundation || from == PileKind::stock) return std::nullopt;
                const bool open = rules.open(from);
                const std::span<const Card> cards = position.pile(move.from);
                const std::size_t count = cards.size() - place_in(cards, step.card);
                if (!open && from != PileKind::tableau && count != 1) return std::nullopt;
                move.count = open ? std::uint8_t{1} : static_cast<std::uint8_t>(count);
                move.card = open ? step.card.with_pack(0) : Card{};
                move.to = target(position, step);
            }
            if (!accepts(position, move)) return std::nullopt;
            return move;
        }

      private:
        static constexpr Layout layout{rules};

        PileId of(Card card) const { return pile_[at(card.physical())]; }
        static std::size_t place_in(std::span<const Card> cards, Card card) {
            std::size_t place = cards.size() - 1;
            while (!same_card(cards[place], card)) --place;
            return place;
        }
        void update(const Position<rules>& position, PileId pile) {
            for (const Card card : position.pile(pile)) pile_[at(card.physical())] = pile;
        }
        void update_all(const Position<rules>& position) {
            for (int pile = 0; pile < layout.piles(); ++pile) update(position, pile_id(pile));
        }
        /// The pile whose top card is the one the step places its card on, or an empty pile of the same kind;
        /// failing both, the pile that the step names.
        PileId target(const Position<rules>& position, const Step& step) const {
            if (step.onto.valid()) {
                const PileId pile = of(step.onto);
                return same_card(position.top(pile), step.onto) ? pile : step.move.to;
            }
            if (position.empty(step.move.to)) return step.move.to;
            const PileKind kind = layout.kind(step.move.to);
            for (int number = 0; number < layout.count(kind); ++number)
                if (const PileId pile = layout.pile(kind, number); position.empty(pile)) return pile;
            return step.move.to;
        }

        std::array<PileId, static_cast<std::size_t>(physical_count)> pile_{};
    };

    Position<rules> start_;
    std::vector<Move> line_;
    std::uint64_t budget_;
};

// Not defined in the class, where it would be inline: for the listed games it is compiled once, in advice/shorten.cpp.
template <const Rules& rules>
std::vector<Move> Shortener<rules>::run() {
    while (budget_ > 0 && (drop() || jump())) {
    }
    return line_;
}

#define QUINCUNX_COMPILED_ONCE(game) extern template class Shortener<games::game>;
QUINCUNX_EACH_GAME(QUINCUNX_COMPILED_ONCE)
#undef QUINCUNX_COMPILED_ONCE

/// A solution shortened, for rules that are listed; it replays from the position. As it was if nothing is shorter.
std::vector<Move> shortened(const BasicPosition<Given>& start, std::span<const Move> line,
                            std::uint64_t budget);

}  // namespace quincunx::advice
