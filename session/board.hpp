#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position.hpp"
#include "engine/text.hpp"
#include "session/record.hpp"

namespace quincunx {

/// A position of any game with the moves that led to it: texts in, texts out.
class Board {
  public:
    virtual ~Board() = default;
    virtual std::unique_ptr<Board> copy() const = 0;
    virtual const Rules& rules() const = 0;

    /// Makes an accepted move and forgets what could be redone; says why where it is none, and changes
    /// nothing.
    virtual std::optional<std::string> play(std::string_view move) = 0;
    /// Takes the latest move back; false where there is none.
    virtual bool undo() = 0;
    /// Makes a move that was taken back again; false where there is none.
    virtual bool redo() = 0;
    /// Number of moves made.
    virtual std::size_t plies() const = 0;

    /// Position lines; `as_player` with unknown cards as `??`.
    virtual std::string position(bool as_player = false) const = 0;
    /// The listed moves, sorted by bytes.
    virtual std::vector<std::string> legal() const = 0;
    virtual Status status() const = 0;
    /// Lines of exactly `depth` listed moves, from 0 to `max_perft_depth`.
    virtual std::uint64_t perft(int depth) const = 0;
};

/// The board of a deal text; the error's line is 1.
Expected<std::unique_ptr<Board>> board_from_deal(std::string_view deal);

/// The board of position lines.
Expected<std::unique_ptr<Board>> board_from_position(std::string_view lines);

/// The board of a record's start, without its moves; an error has the place in the record.
Expected<std::unique_ptr<Board>> board_from_start(const Record& record);

/// Why a move is refused, as half a sentence.
std::string_view to_text(Refusal refusal);

}  // namespace quincunx
