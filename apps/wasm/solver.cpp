// The solver as a WebAssembly module without imports. The page sends texts and gets JSON texts, and calls
// `step` again and again, so that it can report progress or give up in between: the clock is the page's.
//
//   record \n<record>            the position at which a record stands; lines found before are kept
//   position \n<lines>           a position by its lines
//   start [nodes=<n>] [mb=<n>]   begins a search
//   step <nodes>                 -> done, verdict, nodes, layer, best, line
//   guess                        -> guess: the fair hint as long as nothing is known, for who cannot wait
//   shorten <moves>              -> as step: the line found, made shorter
//   analyze [nodes=<n>] [mb=<n>] \n<record> | step-analysis <nodes> | skip-analysis
//                                -> done, verdicts, lastWinnable, thrownAway, nodes, line
//
// An error leaves everything as it was. `mb` bounds the whole module while one search is at work; one that
// begins while the other still has work to do has its own bound beside it.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/advisor.hpp"
#include "engine/notation.hpp"
#include "wire/table/table_json.hpp"

namespace {

using quincunx::advice::Advisor;
using quincunx::advice::Limits;
using quincunx::advice::Verdict;

std::string json_string(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return result + '"';
}

std::string json_list(const std::vector<std::string>& texts) {
    std::string result = "[";
    for (const std::string& text : texts) result += (result.size() > 1 ? "," : "") + json_string(text);
    return result + ']';
}

std::string failure(const quincunx::TextError& error) {
    return "{\"ok\":false,\"error\":{\"message\":" + json_string(error.message) +
           ",\"line\":" + std::to_string(error.line) + ",\"column\":" + std::to_string(error.column) +
           ",\"refusal\":null}}";
}

std::string failure(std::string_view message) {
    return failure(quincunx::TextError{0, 0, std::string(message)});
}

/// One request after another; keeps the advisor of the game last asked about, with the lines it remembers.
class SolverServer {
  public:
    std::string answer(std::string_view request) {
        const std::size_t end = request.find('\n');
        const std::string_view payload = end == std::string_view::npos ? "" : request.substr(end + 1);
        words_ = quincunx::split_words(request.substr(0, end));
        const std::string_view verb = words_.empty() ? "" : words_[0].text;
        if (verb == "position") return position(payload);
        if (verb == "record") return record(payload);
        if (verb == "analyze") return analyze(payload);
        if (!advisor_) return failure("no position yet");
        const std::uint64_t budget =
            words_.size() > 1 ? quincunx::parse_number(words_[1].text).value_or(0) : 0;
        if (verb == "step-analysis") return report(advisor_->step_analysis(budget));
        if (verb == "skip-analysis") {
            advisor_->skip_analysis();
            return report(false);
        }
        if (!has_position_) return failure("no position yet");
        if (verb == "start") {
            const std::optional<Limits> limits = read_limits();
            if (!limits) return failure("start nodes=<n> mb=<n>");
            advisor_->start(*limits);
            return "{\"ok\":true}";
        }
        if (verb == "step") return step(budget);
        if (verb == "guess")
            return "{\"ok\":true,\"guess\":" + quincunx::wire::hint_json(advisor_->guess()) + '}';
        if (verb == "shorten") {
            advisor_->shorten(budget);
            return step(0);
        }
        return failure("unknown request");
    }

  private:
    /// Default memory of the module in a browser: 64 MB.
    static constexpr std::uint64_t default_megabytes = 64;
    /// What a search may use of so much: half. The rest is for what it does not count: the module itself and
    /// the holes between its tables, which WebAssembly cannot give back; they came to two thirds of the
    /// tables.
    static constexpr std::size_t memory_of_search(std::uint64_t megabytes) {
        constexpr std::uint64_t most = 4096;  // all that a module can have
        return static_cast<std::size_t>((std::min(megabytes, most) << 20U) / 2);
    }

    std::optional<Limits> read_limits() const {
        Limits limits;
        limits.memory = memory_of_search(default_megabytes);
        for (std::size_t i = 1; i < words_.size(); ++i) {
            const std::size_t equals = words_[i].text.find('=');
            if (equals == std::string_view::npos) return std::nullopt;
            const std::optional<std::uint64_t> value =
                quincunx::parse_number(words_[i].text.substr(equals + 1));
            const std::string_view key = words_[i].text.substr(0, equals);
            if (!value || (key != "nodes" && key != "mb")) return std::nullopt;
            if (key == "nodes") limits.nodes = *value;
            if (key == "mb") limits.memory = memory_of_search(*value);
        }
        return limits;
    }

    /// Asks the advisor of a game for something that may fail. Only if it does not, another game's takes the
    /// place of the one at work, whose position is gone then.
    template <class Ask>
    std::optional<quincunx::TextError> ask_advisor(std::string_view game, Ask&& ask) {
        std::unique_ptr<Advisor> other;
        if (!advisor_ || game != game_) {
            other = quincunx::advice::make_advisor(game);
            if (!other) return quincunx::TextError{0, 0, "no such game"};
        }
        if (const auto error = ask(other ? *other : *advisor_)) return error;
        if (other) {
            advisor_ = std::move(other);
            game_ = game;
            has_position_ = false;
        }
        return std::nullopt;
    }

    std::string position(std::string_view lines) {
        return set_position(quincunx::game_of_position(lines),
                            [&](Advisor& advisor) { return advisor.set_position(lines); });
    }
    template <class Ask>
    std::string set_position(std::string_view game, Ask&& ask) {
        if (const auto error = ask_advisor(game, ask)) return failure(*error);
        has_position_ = true;
        return "{\"ok\":true}";
    }

    /// A game from a record: where it starts, and its moves.
    struct Game {
        std::string id;
        std::string start;
        std::vector<std::string> moves;
        std::size_t present = 0;
    };
    static quincunx::Expected<Game> read_game(std::string_view text) {
        const auto record = quincunx::parse_record(text);
        if (!record) return tl::unexpected<quincunx::TextError>(record.error());
        const auto start = quincunx::advice::start_lines(*record);
        if (!start) return tl::unexpected<quincunx::TextError>(start.error());
        Game game{record->game, *start, {}, record->present()};
        for (const quincunx::RecordMove& move : record->moves) game.moves.push_back(move.text);
        return game;
    }

    /// The position at which a record stands.
    std::string record(std::string_view text) {
        auto game = read_game(text);
        if (!game) return failure(game.error());
        game->moves.resize(game->present);
        return set_position(game->id,
                            [&](Advisor& advisor) { return advisor.set_game(game->start, game->moves); });
    }

    std::string analyze(std::string_view text) {
        const std::optional<Limits> limits = read_limits();
        if (!limits) return failure("analyze nodes=<n> mb=<n>");
        const auto game = read_game(text);
        if (!game) return failure(game.error());
        const auto ask = [&](Advisor& advisor) { return advisor.analyze(game->start, game->moves, *limits); };
        if (const auto error = ask_advisor(game->id, ask)) return failure(*error);
        return report(false);
    }

    std::string step(std::uint64_t budget) {
        const bool done = advisor_->step(budget);
        const auto progress = advisor_->progress();
        std::string result = "{\"ok\":true,\"done\":";
        result += done ? "true" : "false";
        result += ",\"verdict\":" + json_string(quincunx::advice::to_text(advisor_->verdict()));
        result += ",\"nodes\":" + std::to_string(progress.nodes) +
                  ",\"layer\":" + std::to_string(progress.layer) +
                  ",\"best\":" + std::to_string(progress.best_home);
        result += ",\"line\":" + json_list(done ? advisor_->line() : std::vector<std::string>{});
        return result + '}';
    }

    std::string report(bool done) {
        const auto report = advisor_->report();
        std::vector<std::string> verdicts;
        verdicts.reserve(report.verdicts.size());
        for (const Verdict verdict : report.verdicts)
            verdicts.emplace_back(quincunx::advice::to_text(verdict));
        std::string result = "{\"ok\":true,\"done\":";
        result += done ? "true" : "false";
        result += ",\"verdicts\":" + json_list(verdicts);
        result += ",\"lastWinnable\":" + std::to_string(report.last_winnable);
        result += ",\"thrownAway\":" + (report.thrown_away ? std::to_string(*report.thrown_away) : "null");
        result += ",\"nodes\":" + std::to_string(report.nodes);
        return result + ",\"line\":" + json_list(report.line) + '}';
    }

    std::unique_ptr<Advisor> advisor_;
    std::string game_;
    bool has_position_ = false;
    std::vector<quincunx::Word> words_;
};

SolverServer server;
std::string answer(std::string_view request) {
    return server.answer(request);
}

}  // namespace

#include "apps/wasm/module.hpp"
