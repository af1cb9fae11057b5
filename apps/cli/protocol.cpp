#include "wire/protocol.hpp"

#include <poll.h>

#include <algorithm>
#include <array>

#include "apps/cli/commands.hpp"
#include "apps/common/game_argument.hpp"
#include "engine/text.hpp"

namespace quincunx::cli {

namespace {

/// Lines of standard input, as they arrive.
class Input {
  public:
    /// Waits for a line; false at the end of the input.
    bool next(wire::Line& line) {
        while (lines_.empty() && !ended_) read();
        if (lines_.empty()) return false;
        line = lines_.take();
        return true;
    }
    /// Whether the next command is `stop`; reads what is available without blocking until there is one. What
    /// comes after it is for later and stays in the pipe, so that a long queue costs nothing.
    bool stop_waits() {
        while (true) {
            while (!lines_.empty() && !lines_.front().too_long && split_words(lines_.front().text).empty())
                lines_.take();
            if (!lines_.empty() || ended_ || !ready()) break;
            read();
        }
        if (lines_.empty()) return false;
        const std::vector<Word> words = split_words(lines_.front().text);
        return words.size() == 1 && words[0].text == "stop";
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

Exit converse(const std::string& rules) {
    Input input;
    wire::Protocol protocol(write_out, [&] { return input.stop_waits(); }, max_perft_depth, own_rules(rules));
    wire::Line line;
    while (!protocol.over() && input.next(line)) protocol.take(line);
    if (!protocol.over()) protocol.finish();
    return Exit::yes;
}

}  // namespace

void add_protocol(Program& program) {
    const auto [command, rules] = program.add<std::string>(
        "protocol", "Let another program play and ask questions, line by line", converse);
    add_rules_option(command, rules);
    add_examples(command, {{R"(printf 'position GAME#1\nlegal\n' | quincunx protocol)",
                            "deals a game and lists its moves; docs/notation.md describes all commands"}});
}

}  // namespace quincunx::cli
