#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "engine/shown.hpp"
#include "session/own_rules.hpp"
#include "session/player/automatic.hpp"
#include "session/player/hint.hpp"
#include "session/player/refusal.hpp"
#include "session/player/view.hpp"

namespace quincunx {

/// Something that happened during a request, in order (for animation and announcements).
struct Event {
    enum class Kind : std::uint8_t { move, turn, refill, deal, redeal, choice };
    Kind kind{};
    PileId from = no_pile;
    PileId to = no_pile;           ///< of turn and refill: the pile
    std::vector<PileId> dealt_to;  ///< of deal: the pile of each card
    std::vector<CardView> cards;
    bool automatic = false;
    int number = 0;  ///< cards turned by a redeal, or the increment chosen
    bool kept = false;
};

/// Why a request failed: unreadable text, or a refused move.
struct Failure {
    TextError error;
    std::optional<RefusalView> refusal;
};

/// The rules of a game, as all has them that is below the doors.
using SharedRules = std::shared_ptr<const GameRules>;

/// The listed game with this id; null if there is none.
SharedRules listed_game(std::string_view id);
/// The game that a text refers to, wherever one does: by the id of a listed game. Only here is a game looked up; what
/// reads a text gets its rules from here, once, and hands them on.
Expected<SharedRules> read_game_ref(std::string_view ref);
/// The one in the lines `game …` and `rules …` of a position.
Expected<SharedRules> read_position_ref(std::string_view lines);
/// Rules that are no listed game's, which texts carry along.
inline bool is_own(const Rules& rules) {
    return reads_own_rules && rules.id.starts_with("own-");
}

/// A position of any game, with its cards numbered in dealing order. The history is not part of it: see
/// `Session`.
class Game {
  public:
    /// The starting position of a deal; cards are numbered as they are dealt.
    Game(SharedRules rules, const std::vector<Card>& deal);
    /// Any position of the game; cards are numbered by where they lie, pile by pile.
    Game(SharedRules rules, const PositionText& position);

    const Rules& rules() const { return rules_->rules(); }
    const SharedRules& shared_rules() const { return rules_; }
    const BasicPosition<Given>& position() const { return position_; }
    /// Position lines; those of rules of one's own have the rules in them.
    std::string text(bool as_player) const {
        std::string lines = position_text(position_, as_player);
        if (is_own(rules())) lines = with_rules(std::move(lines));
        return lines;
    }
    Status status() const { return quincunx::status(position_); }
    /// Texts of the listed moves, sorted by bytes.
    std::vector<std::string> legal() const { return legal_move_texts(position_); }
    /// Texts of all accepted moves, sorted by bytes.
    std::vector<std::string> accepted() const;
    /// The number of ways to make that many listed moves; none if `stopped`, which may be empty, says so on the
    /// way.
    std::optional<std::uint64_t> perft(int depth, const std::function<bool()>& stopped) const;
    View view() const { return view_of(position_, ids_); }
    std::optional<Hint> hint() const;
    /// Reasons for a listed move that was found in another way.
    Hint explain(const Move& move) const;
    /// The cards that lie face up.
    CardSet shown() const { return shown_cards(position_); }

    /// Why a move is refused; none if it is accepted.
    std::optional<RefusalView> refused(const Move& move) const;
    /// Makes an accepted move, and appends what happened.
    Undo play(const Move& move, std::vector<Event>& events);
    /// Takes back the latest move.
    void unplay(const Undo& undo) { position_.unplay(undo); }
    /// The next move of automatic play, or none.
    std::optional<Move> automatic_move(Automatic mode) const;
    /// The moves that finish the game automatically; empty if it cannot be finished that way.
    std::vector<Move> finishing_line() const;

  private:
    std::string with_rules(std::string lines) const;
    int& id_of(Card card) { return ids_[static_cast<std::size_t>(card.physical())]; }
    CardView seen(Card card) const { return {ids_[static_cast<std::size_t>(card.physical())], card}; }
    Parameters parameters(const Move& move) const;
    std::string fitting(PileId pile) const;
    void report(const Undo& undo, std::vector<Event>& events) const;
    Event of_pile(Event::Kind kind, PileId pile, PileId from) const;
    Event of_deal(const Undo& undo) const;

    SharedRules rules_;
    BasicPosition<Given> position_;
    std::array<int, physical_count> ids_{};  ///< for each physical card
};

/// The starting position of a deal of a game.
Expected<Game> deal_game(SharedRules rules, const DealText& deal);
/// A game set up from position lines of it.
Expected<Game> set_up_game(SharedRules rules, std::string_view lines);
/// The same of the game to which the deal or the lines refer.
Expected<Game> deal_game(const DealText& deal);
Expected<Game> set_up_game(std::string_view lines);

}  // namespace quincunx
