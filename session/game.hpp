#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/notation.hpp"
#include "engine/shown.hpp"
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

/// A position of any game, for code that knows the rules only at run time, with its cards numbered in dealing
/// order. The history is not part of it: see `Session`. `GameOf<rules>` is the implementation for given
/// rules.
class Game {
  public:
    virtual ~Game() = default;
    virtual const Rules& rules() const = 0;
    virtual std::unique_ptr<Game> copy() const = 0;

    /// The position as data.
    virtual PositionText position() const = 0;
    std::string text(bool as_player) const { return write_position(rules(), position(), as_player); }
    virtual Status status() const = 0;
    /// Texts of the listed moves, sorted by bytes.
    virtual std::vector<std::string> legal() const = 0;
    /// Texts of all accepted moves, sorted by bytes.
    virtual std::vector<std::string> accepted() const = 0;
    /// The number of ways to make that many listed moves; none if `stopped`, which may be empty, says so on the
    /// way.
    virtual std::optional<std::uint64_t> perft(int depth, const std::function<bool()>& stopped) const = 0;
    virtual View view() const = 0;
    virtual std::optional<Hint> hint() const = 0;
    /// The cards that lie face up.
    virtual CardSet shown() const = 0;

    /// Why a move is refused; none if it is accepted.
    virtual std::optional<RefusalView> refused(const Move& move) const = 0;
    /// Makes an accepted move, and appends what happened.
    virtual Undo play(const Move& move, std::vector<Event>& events) = 0;
    /// Takes back the latest move.
    virtual void unplay(const Undo& undo) = 0;
    /// The next move of automatic play, or none.
    virtual std::optional<Move> automatic_move(Automatic mode) const = 0;
    /// The moves that finish the game automatically; empty if it cannot be finished that way.
    virtual std::vector<Move> finishing_line() const = 0;
};

/// The starting position of a deal.
Expected<std::unique_ptr<Game>> deal_game(const DealText& deal);
/// A game set up from position lines, by its id.
Expected<std::unique_ptr<Game>> set_up_game(std::string_view id, std::string_view lines);

}  // namespace quincunx
