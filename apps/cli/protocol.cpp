#include "session/protocol.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>

#include "advice/advisor.hpp"
#include "apps/cli/command.hpp"

namespace quincunx::cli {

namespace {

/// Lines of standard input, as they come.
class Input {
  public:
    /// Waits for a line; false at the end of the input.
    bool next(Line& line) {
        while (lines_.empty() && !ended_) read();
        if (lines_.empty()) return false;
        line = lines_.take();
        return true;
    }
    /// Whether `stop` has been said behind what was taken; reads what is there without waiting.
    bool stop_waits() {
        constexpr std::size_t most_lines = 1000;  // a flood waits in its pipe
        while (!ended_ && lines_.size() < most_lines && ready()) read();
        return std::any_of(lines_.lines().begin(), lines_.lines().end(), [](const Line& line) {
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

    LineBuffer lines_;
    bool ended_ = false;
};

/// Nodes for the next step, so that it takes about as long as a clock or a `stop` may be kept waiting.
std::uint64_t next_budget(std::uint64_t budget, std::chrono::nanoseconds taken) {
    constexpr std::uint64_t largest = 1 << 16;
    if (taken < std::chrono::milliseconds(2)) return std::min(budget * 2, largest);
    return taken > std::chrono::milliseconds(10) ? std::max<std::uint64_t>(budget / 2, 1) : budget;
}

/// Answers `solve`; the lines of a game are remembered until another game is asked about.
class Solver {
  public:
    explicit Solver(Input& input) : input_(input) {}

    void solve(const SolveRequest& request, const Protocol::Say& say) {
        using Clock = std::chrono::steady_clock;
        constexpr std::chrono::milliseconds between_reports(500);
        const auto begin = Clock::now();
        if (game_ != request.game) advisor_ = advice::make_advisor(request.game);
        game_ = request.game;
        if (const auto error = advisor_->set_position(request.position)) {
            say("error " + error->message + '\n');
            return;
        }
        constexpr std::uint64_t most_megabytes = std::uint64_t{1} << 24;
        advisor_->start(
            {.nodes = request.nodes,
             .memory = static_cast<std::size_t>(std::min(request.megabytes, most_megabytes)) << 20});
        const auto elapsed = [&] {
            return static_cast<std::uint64_t>(
                std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin).count());
        };
        auto report = begin + between_reports;
        std::uint64_t budget = 16;
        while (elapsed() < request.milliseconds && !input_.stop_waits()) {
            const auto before = Clock::now();
            if (advisor_->step(budget)) break;
            budget = next_budget(budget, Clock::now() - before);
            if (Clock::now() < report) continue;
            say("info nodes " + std::to_string(advisor_->progress().nodes) + '\n');
            report = Clock::now() + between_reports;
        }
        const solver::Verdict verdict = advisor_->verdict();
        std::string text = "verdict " + std::string(to_text(verdict)) + " nodes " +
                           std::to_string(advisor_->progress().nodes) + " ms " + std::to_string(elapsed()) +
                           '\n';
        if (verdict == solver::Verdict::winnable) {
            text += "line";
            for (const std::string& move : advisor_->line()) text += ' ' + move;
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
    Protocol protocol(write_out, [&](const SolveRequest& request, const Protocol::Say& say) {
        solver.solve(request, say);
    });
    Line line;
    while (!protocol.over() && input.next(line)) protocol.take(line);
    if (!protocol.over()) protocol.finish();
    return Exit::yes;
}

}  // namespace

void add_protocol(Program& program) {
    program.add("protocol", "Let another program play and ask, line by line", converse);
}

}  // namespace quincunx::cli
