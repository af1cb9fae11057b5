#pragma once

#include <cstdint>
#include <optional>

#include "deals/deal_maker.hpp"
#include "fair/player.hpp"
#include "session/player/rule_of_thumb.hpp"

namespace quincunx::deals {

/// A number for the cards of a position and where they lie, so that games of equal deals are equal. Unlike a
/// position's key it depends on the order of the piles, as the players' moves do.
template <const Rules& rules>
std::uint64_t seed_of(const Position<rules>& position) {
    std::uint64_t sum = 1;
    const auto add = [&](int number) {
        sum = hash::mix(sum * hash::multiplier + static_cast<std::uint64_t>(number));
    };
    for (int i = 0; i < Position<rules>::piles; ++i) {
        add(face_count);
        for (const Card card : position.pile(pile_id(i))) add(card.face());
    }
    return sum;
}

/// A game played by a weak player, move by move.
template <const Rules& rules>
class WeakGame {
  public:
    void start(const Position<rules>& deal, const WeakPlayer& who, std::uint64_t seed) {
        position_ = deal;
        who_ = who;
        random_ = fair::Random(seed);
        seen_ = shown_cards(deal);
        if (who.instant) {
            player_.forget();
            player_.seed(seed);
        }
        moves_ = 0;
        nodes_ = 0;
    }
    /// Makes a move; true when the game is over.
    bool step() {
        if (moves_ == most_moves || position_.won()) return true;
        const std::optional<Move> move = next();
        if (!move) return true;
        ++moves_;
        ++nodes_;
        position_.play(*move);
        if (who_.instant) seen_ |= shown_cards(position_);
        return position_.won();
    }
    bool won() const { return position_.won(); }
    /// Positions searched, and moves made.
    std::uint64_t nodes() const { return nodes_; }

  private:
    /// Nobody needs that many; errors can lead round in circles.
    static constexpr int most_moves = 2000;

    std::optional<Move> next() {
        if (who_.errors > 0 && random_.below(100) < static_cast<std::size_t>(who_.errors)) {
            MoveList<rules> moves;
            generate(position_, moves);
            if (moves.empty()) return std::nullopt;
            return moves[random_.below(moves.size())];
        }
        if (!who_.instant) return RuleOfThumb(position_).best();
        player_.set(fair::Knowledge<rules>(position_, seen_));
        player_.instant(solver::tuning_of(rules).panel.glance);
        nodes_ += player_.nodes();
        return player_.move();
    }

    Position<rules> position_;
    WeakPlayer who_;
    fair::Random random_{0};
    CardSet seen_;
    fair::Player<rules> player_;
    int moves_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace quincunx::deals
