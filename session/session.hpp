#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text.hpp"
#include "session/player/appraisal.hpp"
#include "session/player/hint.hpp"
#include "session/player/refusal.hpp"
#include "session/player/view.hpp"
#include "session/record.hpp"

/// Play for front ends: one object for a game of any rules, texts in, data out. Type erasure happens here.
namespace quincunx {

/// Something that happened in a request, in order (animation, announcements).
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

/// Why a request failed: a bad text, or a refused move.
struct Failure {
    TextError error;
    std::optional<RefusalView> refusal;
};

/// A table: a position with its history. See `Session`.
class Table;

/// A game being played, with undo and redo without limit, automatic play and bookmarks. Copying is not
/// possible; `record_text` and `from_record` make an equal one.
///
/// A failed request changes nothing.
class Session {
  public:
    static Expected<Session> from_deal(std::string_view deal);
    /// Position lines (docs/notation.md).
    static Expected<Session> from_position(std::string_view lines);
    /// The start of a record, without its moves; an error has its place in the record.
    static Expected<Session> from_start(const Record& record);
    /// A record text, replayed and checked.
    static Expected<Session> from_record(std::string_view text);

    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;
    ~Session();

    const Rules& rules() const;
    /// The deal text; empty for a game from a position.
    const std::string& deal() const;

    /// Plays an accepted move and what automatic play adds. Moves that were taken back are forgotten, unless
    /// the moves are the next of them. A game has at most 50,000 moves.
    std::optional<Failure> play(std::string_view move);
    /// Why a move is refused; none if it is accepted.
    std::optional<Failure> why(std::string_view move) const;
    /// Takes the player's latest move back, with the automatic moves after it; false if there is none.
    bool undo();
    bool redo();
    /// Takes one move back, whoever made it; false if there is none. `redo_one` likewise.
    bool undo_one();
    bool redo_one();
    /// Goes to a ply from 0 to `plies()`.
    bool go_to(std::size_t ply);
    /// Plays the rest if it plays itself; false if it does not.
    bool finish();

    std::size_t ply() const;
    std::size_t plies() const;
    const std::vector<RecordMove>& moves() const;
    Status status() const;
    /// Texts of the listed moves, sorted by bytes.
    std::vector<std::string> legal() const;
    /// Texts of all accepted moves, sorted by bytes.
    std::vector<std::string> accepted() const;
    std::string position_text() const;
    /// The position as a player sees it.
    std::string player_text() const;
    std::uint64_t perft(int depth) const;
    View view() const;
    std::optional<Hint> hint() const;
    /// What the latest request did.
    const std::vector<Event>& events() const;
    void forget_events();

    Automatic automatic() const;
    void set_automatic(Automatic mode);
    const std::vector<std::pair<std::size_t, std::string>>& marks() const;
    /// Marks the present ply; a second mark there replaces the first. False for a text that no record holds,
    /// and for the 301st mark.
    bool mark(std::string_view text);
    bool unmark(std::size_t ply);
    const std::vector<std::pair<std::string, std::string>>& meta() const;
    /// Remembers a text under a key of at most 40 letters, digits and "-"; an empty text removes it. The key
    /// `automatic` is `set_automatic`. False for a bad key or text, and for the 301st key.
    bool set_meta(std::string_view key, std::string_view text);
    std::string record_text() const;

  private:
    explicit Session(std::unique_ptr<Table> table);
    void advance(std::string_view move, bool by_itself);
    std::unique_ptr<Table> table_;
};

/// "never", "safe", "all"
std::string_view to_text(Automatic mode);
std::optional<Automatic> automatic_from_text(std::string_view text);

}  // namespace quincunx
