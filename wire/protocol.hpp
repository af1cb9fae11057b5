#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/advisor.hpp"
#include "advice/timed_search.hpp"
#include "deals/deal_maker.hpp"
#include "fair/fair_advisor.hpp"
#include "session/session.hpp"
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

    /// The deepest `perft` that is answered; anything deeper is an error.
    explicit Protocol(Say say, Stopped stopped = {}, int deepest_perft = 100);

    /// Takes the next line of the input.
    void take(const Line& line);
    /// The input has ended.
    void finish();
    /// Whether `quit` was said; nothing more is taken.
    bool over() const { return over_; }

  private:
    struct Command;
    static const std::vector<Command>& commands();

    void answer(std::string_view line);
    void ok() { say_("ok\n"); }
    void error(std::string_view why);
    bool needs_position();
    bool needs_nothing(std::string_view rest);

    void version(std::string_view rest);
    void games(std::string_view rest);
    void position(std::string_view rest);
    void show(std::string_view rest);
    void view(std::string_view rest);
    void legal(std::string_view rest);
    void play(std::string_view rest);
    void undo(std::string_view rest);
    void redo(std::string_view rest);
    void perft(std::string_view rest);
    void solve(std::string_view rest);
    void hint(std::string_view rest);
    void odds(std::string_view rest);
    void find(std::string_view rest);
    void rate(std::string_view rest);
    void day(std::string_view rest);
    void par(std::string_view rest);
    void stop(std::string_view rest);
    void quit(std::string_view rest);

    struct NamedNumber {
        std::string_view name;
        std::optional<std::uint64_t>* number;
    };
    bool read_numbers(std::string_view rest, std::string_view names,
                      std::initializer_list<NamedNumber> limits);
    std::optional<advice::SearchLimits> read_limits(std::string_view rest);
    advice::Answer search(const advice::SearchLimits& limits);
    /// The limits of `hint` and `odds`.
    struct FairLimits {
        double seconds = 10;
        std::optional<int> samples;
    };
    std::optional<FairLimits> read_fair_limits(std::string_view rest, std::uint64_t fewest);
    fair::FairAdvisor& fair_advisor();
    deals::DealMaker* maker_of(std::string_view game);
    deals::DealMaker* start_deal(std::string_view rest, std::string_view command,
                                 std::optional<TextError> (deals::DealMaker::*start)(const DealText&));
    template <class Step>
    bool run_to_end(std::string_view command, Step&& step);
    template <class Step>
    void run(const FairLimits& limits, Step&& step);
    void say_position(const Game& game, bool as_player);
    void take_position_line(const Line& line);
    void end_position_text();

    /// The lines of `position text` so far.
    struct PositionLines {
        int count = 0;             ///< lines read, including blank ones
        std::string text;          ///< the lines that are not blank
        std::vector<int> numbers;  ///< their line numbers, from 1
        bool refused = false;      ///< an error was sent; the rest up to `end` is skipped
    };

    Say say_;
    Stopped stopped_;
    int deepest_perft_;
    std::optional<Session> session_;
    std::unique_ptr<fair::FairAdvisor> fair_advisor_;  ///< for what is being asked
    std::unique_ptr<deals::DealMaker> maker_;          ///< for the game last named
    std::optional<PositionLines> reading_;
    bool over_ = false;
};

}  // namespace quincunx::wire
