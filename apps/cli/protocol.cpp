#include "wire/protocol.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>

#include "advice/advisor.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/search.hpp"

namespace quincunx::cli {

namespace {

/// Lines of standard input, as they come.
class Input {
  public:
    /// Waits for a line; false at the end of the input.
    bool next(wire::Line& line) {
        while (lines_.empty() && !ended_) read();
        if (lines_.empty()) return false;
        line = lines_.take();
        return true;
    }
    /// Whether `stop` has been said behind what was taken; reads what is there without waiting.
    bool stop_waits() {
        constexpr std::size_t most_lines = 1000;  // a flood waits in its pipe
        while (!ended_ && lines_.size() < most_lines && ready()) read();
        return std::any_of(lines_.lines().begin(), lines_.lines().end(), [](const wire::Line& line) {
            const std::vector<Word> words = split_words(line.text);
            return words.size() == 1 && words[0].text == "stop";
        });
    }

  private:
    static bool ready() {
        pollfd input{.fd = 0, .events = POLLIN, .revents = 0};
        return ::poll(&input, 1, 0) > 0;
    }
    void read() {
        std::array<char, std::size_t{1} << 16> buffer;
        const std::size_t got = read_in(buffer.data(), buffer.size());
        lines_.feed({buffer.data(), got});
        if (got > 0) return;
        lines_.finish();
        ended_ = true;
    }

    wire::LineBuffer lines_;
    bool ended_ = false;
};

/// Answers `solve`; the lines of a game are remembered until another game is asked about.
class Solver {
  public:
    explicit Solver(Input& input) : input_(input) {}

    void solve(const wire::SolveRequest& request, const wire::Protocol::Say& say) {
        constexpr std::chrono::milliseconds between_reports(500);
        if (game_ != request.game) advisor_ = advice::make_advisor(request.game);
        game_ = request.game;
        if (const auto error = advisor_->set_position(request.position)) {
            say("error " + error->message + '\n');
            return;
        }
        constexpr std::uint64_t most_megabytes = std::uint64_t{1} << 24U;
        constexpr double shortest = 1e-9;  // no time at all would be no limit
        SearchLimits limits;
        limits.seconds = std::max(static_cast<double>(request.milliseconds) / 1000, shortest);
        limits.nodes = request.nodes;
        limits.mebibytes = std::min(request.megabytes, most_megabytes);
        auto report = Clock::now() + between_reports;
        const Answer answer = search(*advisor_, limits, false, [&](const advice::Progress& progress) {
            if (input_.stop_waits()) return false;
            if (Clock::now() < report) return true;
            say("info nodes " + std::to_string(progress.nodes) + '\n');
            report = Clock::now() + between_reports;
            return true;
        });
        std::string text = "verdict " + std::string(to_text(answer.verdict)) + " nodes " +
                           std::to_string(answer.nodes) + " ms " +
                           std::to_string(static_cast<std::uint64_t>(answer.milliseconds)) + '\n';
        if (answer.verdict == solver::Verdict::winnable) {
            text += "line";
            for (const std::string& move : answer.line) text += ' ' + move;
            text += '\n';
        }
        say(text);
    }

  private:
    Input& input_;
    std::string game_;
    std::unique_ptr<advice::Advisor> advisor_;
};

Exit converse() {
    Input input;
    Solver solver(input);
    wire::Protocol protocol(write_out, [&](const wire::SolveRequest& request,
                                           const wire::Protocol::Say& say) { solver.solve(request, say); });
    wire::Line line;
    while (!protocol.over() && input.next(line)) protocol.take(line);
    if (!protocol.over()) protocol.finish();
    return Exit::yes;
}

}  // namespace

void add_protocol(Program& program) {
    program.add("protocol", "Let another program play and ask, line by line", converse);
}

}  // namespace quincunx::cli
