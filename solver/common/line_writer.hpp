#pragma once

#include <bit>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/position.hpp"
#include "solver/common/face.hpp"

namespace quincunx::solver {

/// Moves of the engine, made on a position and written down. A search that identifies piles by their contents
/// alone can find them here.
template <const Rules& rules>
class LineWriter {
  protected:
    static constexpr Layout layout{rules};

    LineWriter(const Position<rules>& start, std::vector<Move>& line) : position_(start), line_(line) {
        line_.clear();
    }

    static PileId tableau(int i) { return layout.pile(PileKind::tableau, i); }
    static PileId reserve(int i) { return layout.pile(PileKind::reserve, i); }
    const Position<rules>& position() const { return position_; }

    void play(const Move& move) {
        position_.play(move);
        line_.push_back(move);
    }
    /// Whether a pile has the contents that a number stands for in a `PileTree`.
    template <class Tree, class Number>
    bool holds(PileId pile, const Tree& tree, Number contents) const {
        const std::span<const Card> cards = position_.pile(pile);
        for (std::size_t i = cards.size(); i-- > 0; contents = tree.below(contents))
            if (contents == 0 || tree.top(contents) != face_of(cards[i])) return false;
        return contents == 0;
    }
    /// A foundation that takes a card, or `no_pile`.
    PileId foundation_for(Card card) const {
        const unsigned homes = position_.foundations_for(card);
        return homes == 0 ? no_pile : layout.pile(PileKind::foundation, std::countr_zero(homes));
    }

  private:
    Position<rules> position_;
    std::vector<Move>& line_;
};

}  // namespace quincunx::solver
