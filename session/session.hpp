#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "session/game.hpp"
#include "session/record.hpp"

/// Play for front ends: one object for a game with any rules, text in, data out.
namespace quincunx {

struct Replay;

/// A game being played, with unlimited undo and redo, automatic play and bookmarks. It cannot be copied;
/// `record_text` and `from_record` make an equal one.
///
/// A failed request changes nothing.
class Session {
  public:
    static Expected<Session> from_deal(SharedRules rules, const DealText& deal);
    /// Position lines (docs/notation.md).
    static Expected<Session> from_position(SharedRules rules, std::string_view lines);
    /// A record, played move by move.
    static Replay replay(const Expected<SharedRules>& rules, const Record& record);

    // The same of the game to which a text refers.
    static Expected<Session> from_deal(std::string_view deal);
    /// Perhaps of rules that somebody has given, who may call them own.
    static Expected<Session> from_deal(std::string_view deal, const SharedRules& own);
    static Expected<Session> from_position(std::string_view lines);
    static Replay replay(const Record& record);
    /// A record without a mistake.
    static Expected<Session> from_record(std::string_view text);

    const Rules& rules() const { return game_.rules(); }
    /// The deal text; empty for a game from a position.
    const std::string& deal() const { return record_.deal; }
    /// The position, for code that plays on from it.
    const Game& game() const { return game_; }
    /// The position before the first move.
    Game start() const { return at(0); }
    /// The position after that many of the moves, from 0 to `plies()`.
    Game at(std::size_t ply) const;
    /// All moves, including those taken back.
    const std::vector<Move>& line() const { return line_; }

    /// Plays an accepted move and whatever automatic play adds. Moves that were taken back are forgotten,
    /// unless the new moves repeat them. A game has at most 50,000 moves.
    std::optional<Failure> play(std::string_view move);
    /// Why a move is refused; none if it is accepted.
    std::optional<Failure> why(std::string_view move) const;
    /// Takes back the player's latest move and the automatic moves after it; false if there is none.
    bool undo();
    bool redo();
    /// Takes back one move, whoever made it; false if there is none. `redo_one` is the reverse.
    bool undo_one();
    bool redo_one();
    /// Goes to a ply from 0 to `plies()`.
    bool go_to(std::size_t ply);
    /// Finishes the game automatically if it can be finished that way; false if not.
    bool finish();

    std::size_t ply() const { return undos_.size(); }
    std::size_t plies() const { return line_.size(); }
    const std::vector<RecordMove>& moves() const { return record_.moves; }
    /// How the game started, and all that has been made of it.
    const Record& record() const { return record_; }
    Status status() const { return game_.status(); }
    /// Texts of the listed moves, sorted by bytes.
    std::vector<std::string> legal() const { return game_.legal(); }
    /// Texts of all accepted moves, sorted by bytes.
    std::vector<std::string> accepted() const { return game_.accepted(); }
    std::string position_text() const { return game_.text(false); }
    /// The position as a player sees it.
    std::string player_text() const { return game_.text(true); }
    /// As in `Game`.
    std::optional<std::uint64_t> perft(int depth, const std::function<bool()>& stopped = {}) const {
        return game_.perft(depth, stopped);
    }
    View view() const { return game_.view(); }
    std::optional<Hint> hint() const { return game_.hint(); }
    /// The cards that have been seen from the start up to the current ply: what a player can know who has
    /// made these moves and no others.
    CardSet seen() const { return seen_.back(); }
    /// The ply at which the last of them was seen, 0 if that was at the start.
    std::size_t seen_at() const;
    /// Whether cards were seen that these moves do not show, because moves that showed them were taken back.
    bool saw_more() const { return seen_ever_ != seen(); }
    /// Events of the latest request.
    const std::vector<Event>& events() const { return events_; }
    void forget_events() { events_.clear(); }

    Automatic automatic() const { return automatic_; }
    void set_automatic(Automatic mode);
    const std::vector<std::pair<std::size_t, std::string>>& marks() const { return record_.marks; }
    /// Marks the current ply; a second mark there replaces the first. False for text that a record cannot
    /// hold, and for the 301st mark.
    bool mark(std::string_view text);
    bool unmark(std::size_t ply);
    const std::vector<std::pair<std::string, std::string>>& meta() const { return record_.meta; }
    /// Stores text under a key of at most 40 letters, digits and "-"; empty text removes it. Setting the key
    /// `automatic` is the same as calling `set_automatic`. False for a bad key or text, for the key
    /// `also-seen`, which the session writes itself, and for the 301st key.
    bool set_meta(std::string_view key, std::string_view text);
    std::string record_text() const;

  private:
    Session(Game game, Record start);
    static Expected<Session> start_of(const Expected<SharedRules>& rules, const Record& record);

    void make(const Move& move, bool by_itself);
    void advance(const Move& move, bool by_itself);

    Game game_;
    Record record_;              ///< how the game starts, all moves as texts, marks and meta
    std::vector<Move> line_;     ///< the moves of the record
    std::vector<Undo> undos_;    ///< of the moves up to the current ply
    std::vector<CardSet> seen_;  ///< after 0, 1, … moves up to the current ply
    CardSet seen_ever_;          ///< also by moves that were taken back
    CardSet seen_replaced_;      ///< what had been seen when other moves replaced those taken back
    std::vector<Event> events_;
    Automatic automatic_ = Automatic::never;
};

/// The outcome of a record.
struct Replay {
    std::optional<Session> present;  ///< at the record's ply, unless a mistake is before it
    std::optional<TextError> error;  ///< the first mistake, located in the record
};

}  // namespace quincunx
