#pragma once

#include <bit>
#include <optional>
#include <span>
#include <vector>

#include "engine/generate.hpp"
#include "engine/position.hpp"
#include "solver/gargantua/state.hpp"

/// Translates between positions of the engine and compact states.
namespace quincunx::solver::gargantua {

/// A position as a compact state; the cards go to `game.setup`.
struct Start {
    State state;
    int drawn = 0;
    int redeals = 0;
};

/// Nothing if the position has more cards in stock and waste, or face down, than a state can hold. Dealt
/// games never do.
template <const Rules& rules>
std::optional<Start> compact(const Position<rules>& position, Game<rules>& game) {
    using G = Game<rules>;
    constexpr auto& layout = Position<rules>::layout();
    Start start;
    game.setup = Setup{};
    start.redeals = position.redeals_left();
    std::array<std::array<int, 2>, suit_count> heights{};
    std::array<int, suit_count> used{};
    for (int number = 0; number < layout.foundations; ++number) {
        const auto cards = position.pile(PileKind::foundation, number);
        if (cards.empty()) continue;
        const auto suit = at(index(cards[0].suit()));
        heights[suit][at(used[suit]++)] = static_cast<int>(cards.size());
    }
    for (int suit = 0; suit < suit_count; ++suit) {
        const auto& pair = heights[at(suit)];
        if (rules.decks == 1)
            G::set_heights(start.state, suit, rules.ranks, pair[0]);
        else
            G::set_heights(start.state, suit, std::max(pair[0], pair[1]), std::min(pair[0], pair[1]));
    }
    for (int number = 0; number < layout.tableau; ++number) {
        const auto cards = position.pile(PileKind::tableau, number);
        const int hidden = position.hidden(layout.pile(PileKind::tableau, number));
        if (hidden + 1 > max_pile_depth) return std::nullopt;
        const auto pile = at(number);
        const std::size_t own = std::min(cards.size(), static_cast<std::size_t>(hidden) + 1);
        game.setup.dealt[pile] = static_cast<std::uint8_t>(own);
        for (std::size_t i = 0; i < own; ++i) game.setup.pile[pile][i] = face_of(cards[i]);
        game.lay_pile(start.state, number);
        for (std::size_t i = own; i < cards.size(); ++i) G::lay_loose(start.state, face_of(cards[i]));
    }
    const auto waste = position.pile(layout.waste());
    const auto stock = position.pile(layout.stock());
    if (waste.size() + stock.size() > static_cast<std::size_t>(max_stock)) return std::nullopt;
    const auto lay = [&](Card card) {
        const int place = ++game.setup.stock;
        game.setup.stock_face[at(place)] = face_of(card);
        G::lay_stock(start.state, place);
    };
    for (const Card card : waste) lay(card);
    start.drawn = game.setup.stock;
    for (std::size_t i = stock.size(); i-- > 0;) lay(stock[i]);
    return start;
}

/// Turns steps into moves of the engine: finds the piles, and moves a tail out of the way if a step needs
/// that.
template <const Rules& rules>
class LineWriter {
  public:
    using G = Game<rules>;

    /// The moves of a winning line, or nothing if a step cannot be played (a defect).
    bool write(const Position<rules>& position, const G& game, const Start& start,
               std::span<const Step> steps, bool safe_home, std::vector<Move>& moves) {
        game_ = &game;
        position_ = position;
        state_ = start.state;
        drawn_ = start.drawn;
        moves_ = &moves;
        moves.clear();
        good_ = true;
        if (safe_home) settle();
        for (const Step step : steps) {
            if (!good_) return false;
            if (step.code == Step::draw)
                draw();
            else
                make(step);
            if (safe_home) settle();
        }
        if (!G::is_won(state_)) return false;
        game.finish(state_, [&](Step step) { make(step); });
        return good_ && position_.won();
    }

  private:
    static constexpr auto& layout = Position<rules>::layout();

    static constexpr PileId tableau(int pile) { return layout.pile(PileKind::tableau, pile); }

    void settle() {
        State end = state_;
        game_->settle(end, drawn_, [&](Step step) { make(step); });
    }
    void draw() {
        const int next = G::next_place(state_, drawn_);
        if (next != 0) {
            drawn_ = next;
            play(Move::draw());
            return;
        }
        good_ = good_ && game_->redeal(state_, rules.stock.redeal.keep_playable_top);
        drawn_ = 0;
        play(Move::redeal());
    }
    void make(Step step) {
        const int top = G::waste_top(state_, drawn_);
        good_ = good_ && game_->legal(state_, step, top);
        if (!good_) return;
        const int code = step.code;
        if (code >= Step::loose_home)
            loose_home(static_cast<Face>(code - Step::loose_home));
        else if (code >= Step::base_down)
            base_down(code - Step::base_down);
        else if (code >= Step::base_home)
            base_home(code - Step::base_home);
        else if (code == Step::waste_home)
            home(layout.waste());
        else
            play(Move::cards(layout.waste(), target(position_.top(layout.waste()), -1)));
        game_->play(state_, step, top);
    }

    void play(const Move& move) {
        if (!good_ || !accepts(position_, move)) {
            good_ = false;
            return;
        }
        position_.play(move);
        moves_->push_back(move);
    }
    void home(PileId from) {
        if (position_.empty(from)) {
            good_ = false;
            return;
        }
        const unsigned set = position_.foundations_for(position_.top(from));
        if (set == 0)
            good_ = false;
        else
            play(Move::cards(from, layout.pile(PileKind::foundation, std::countr_zero(set))));
    }
    /// A tableau pile other than `except` that takes the card.
    PileId target(Card card, int except) const {
        for (int pile = 0; pile < layout.tableau; ++pile)
            if (pile != except && position_.tableau_accepts(tableau(pile), card)) return tableau(pile);
        return no_pile;
    }
    /// Moves what lies on the card at `place` of a pile.
    void free(int pile, std::size_t place) {
        const auto cards = position_.pile(tableau(pile));
        if (place + 1 >= cards.size()) return;
        move_from(pile, place + 1);
    }
    void move_from(int pile, std::size_t place) {
        const auto cards = position_.pile(tableau(pile));
        play(Move::cards(tableau(pile), target(cards[place], pile), static_cast<int>(cards.size() - place)));
    }
    std::size_t base_place(int pile) const { return at(state_.depth_of(pile) - 1); }

    void base_home(int pile) {
        free(pile, base_place(pile));
        home(tableau(pile));
    }
    void base_down(int pile) { move_from(pile, base_place(pile)); }
    void loose_home(Face face) {
        int found = -1;
        std::size_t found_place = 0;
        for (int pile = 0; pile < layout.tableau; ++pile) {
            const auto cards = position_.pile(tableau(pile));
            for (auto place = at(state_.depth_of(pile)); place < cards.size(); ++place) {
                if (face_of(cards[place]) != face) continue;
                const bool bare = place + 1 == cards.size();
                if (found < 0 || bare) {
                    found = pile;
                    found_place = place;
                }
            }
        }
        if (found < 0) {
            good_ = false;
            return;
        }
        free(found, found_place);
        home(tableau(found));
    }

    const G* game_ = nullptr;
    Position<rules> position_;
    State state_;
    int drawn_ = 0;
    bool good_ = true;
    std::vector<Move>* moves_ = nullptr;
};

}  // namespace quincunx::solver::gargantua
