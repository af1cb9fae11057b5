#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "engine/perft.hpp"
#include "session/game.hpp"
#include "wire/lines.hpp"

/// The line protocol, version 1 (docs/notation.md), with which other programs drive the games.
namespace quincunx::wire {

/// One conversation: takes a line at a time and answers it before returning.
class Protocol {
  public:
    /// Receives whole answers, each line ending in a line feed.
    using Say = std::function<void(std::string_view)>;
    /// Whether `stop` is the next command of the input; asked again and again during a search and a perft.
    using Stopped = std::function<bool()>;

    /// The deepest `perft` that is answered; anything deeper is an error. `own`: the game of that name, until another one
    /// is given.
    explicit Protocol(Say say, Stopped stopped = {}, int deepest_perft = max_perft_depth,
                      SharedRules own = {});
    Protocol(const Protocol&) = delete;
    Protocol& operator=(const Protocol&) = delete;
    ~Protocol();

    /// Takes the next line of the input.
    void take(const Line& line);
    /// The input has ended.
    void finish();
    /// Whether `quit` was said; nothing more is taken.
    bool over() const;

  private:
    class Conversation;
    std::unique_ptr<Conversation> conversation_;
};

}  // namespace quincunx::wire
