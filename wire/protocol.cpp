#include "wire/protocol.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <utility>

#include "advice/timed_search.hpp"
#include "engine/notation.hpp"
#include "engine/perft.hpp"
#include "games/all.hpp"
#include "session/rules_text.hpp"
#include "wire/solver_answers.hpp"

namespace quincunx::wire {

using advice::SearchLimits;
using deals::DealMaker;

namespace {

/// Values separated by blanks; `-` for what is not there, and nothing for an empty text.
class Values {
  public:
    template <class Value>
    void add(const Value& value) {
        if constexpr (Text<Value>) {
            const std::string_view word(value);
            if (!word.empty()) (text += text.empty() ? "" : " ") += word;
        } else if constexpr (std::same_as<Value, bool>) {
            add(value ? "yes" : "no");
        } else if constexpr (std::integral<Value>) {
            add(std::to_string(value));
        } else if constexpr (std::same_as<Value, double>) {
            add(share_text(value));
        } else if constexpr (Optional<Value>) {
            value ? add(*value) : add(Interval<typename Value::value_type> ? "- -" : "-");
        } else if constexpr (Described<Value>) {
            describe(*this, value);
        } else if constexpr (List<Value>) {
            for (const auto& each : value) add(each);
        } else {
            add(value.low);
            add(value.high);
        }
    }
    void is(std::string_view /*name*/, std::string_view /*what*/) {}
    void operator()(std::string_view /*name*/, const auto& value, std::string_view /*what*/) { add(value); }

    std::string text;
};

std::string line(const auto&... values) {
    Values all;
    (all.add(values), ...);
    return all.text + '\n';
}

std::string error(std::string_view why) {
    return line("error", why);
}
tl::unexpected<TextError> failure(std::string why) {
    return text_error(0, 0, std::move(why));
}

using Words = std::span<const Word>;
using Numbers = std::array<std::optional<std::uint64_t>, 3>;

/// Names, each followed by a number, in the order of `names`.
Expected<Numbers> read_numbers(Words words, std::initializer_list<std::string_view> names) {
    Numbers numbers;
    for (std::size_t i = 0; i < words.size(); i += 2) {
        const std::string_view name = words[i].text;
        const auto* const found = std::ranges::find(names, name);
        if (found == names.end()) {
            std::string expected;
            for (const std::string_view& one : names)
                (expected += expected.empty() ? "" : &one == names.end() - 1 ? " or " : ", ") += one;
            return failure("expected " + expected + ", not " + quoted(name));
        }
        std::optional<std::uint64_t>& number = numbers[static_cast<std::size_t>(found - names.begin())];
        number = i + 1 < words.size() ? parse_number(words[i + 1].text) : std::nullopt;
        if (!number) return failure("expected a number after " + std::string(name));
    }
    return numbers;
}

}  // namespace

class Protocol::Conversation {
  public:
    Conversation(Say say, Stopped stopped, int deepest_perft, SharedRules own)
        : say_(std::move(say)),
          stopped_(std::move(stopped)),
          deepest_perft_(std::min(deepest_perft, max_perft_depth)),
          own_(std::move(own)) {}

    void take(const Line& line) {
        if (over_) return;
        const std::vector<Word> words = split_words(line.text);
        if (reading_)
            tell(take_position_line(line, words));
        else if (line.too_long)
            say_(error("line too long"));
        else if (!words.empty())
            tell(answer(words[0].text, Words(words).subspan(1)));
    }
    void finish() {
        if (reading_ && !reading_->refused)
            say_(error(std::to_string(reading_->count + 1) + ":1 the position is cut off"));
        reading_.reset();
        over_ = true;
    }
    bool over() const { return over_; }

  private:
    void tell(const std::string& answer) {
        if (!answer.empty()) say_(answer);
    }

    struct Command {
        std::string_view name;
        bool alone;   ///< it takes nothing
        bool placed;  ///< it needs a position
        std::string (Conversation::*answer)(Words words);
    };

    std::string answer(std::string_view name, Words words) {
        using It = Conversation;
        static constexpr Command commands[] = {
            {"version", true, false, &It::version}, {"games", true, false, &It::games},
            {"rules", false, false, &It::rules},    {"position", false, false, &It::position},
            {"show", true, true, &It::show},        {"view", false, false, &It::view},
            {"legal", true, true, &It::legal},      {"play", false, true, &It::play},
            {"undo", true, false, &It::undo},       {"redo", true, false, &It::redo},
            {"perft", false, true, &It::perft},     {"solve", false, true, &It::solve},
            {"hint", false, true, &It::hint},       {"odds", false, true, &It::odds},
            {"find", false, false, &It::find},      {"rate", false, false, &It::rate},
            {"day", false, false, &It::day},        {"par", false, false, &It::par},
            {"stop", true, false, &It::stop},       {"quit", true, false, &It::quit},
        };
        const auto* const command = std::ranges::find(commands, name, &Command::name);
        if (command == std::end(commands)) return error("no such command: " + quoted(name));
        if (command->alone && !words.empty()) return unexpected(words);
        if (command->placed && !session_) return no_position();
        return (this->*command->answer)(words);
    }
    static std::string unexpected(Words words) {
        return error("unexpected after the command: " + quoted(words[0].text));
    }
    static std::string no_position() { return error("there is no position yet"); }
    /// "ok", or what is wrong.
    static std::string done(bool done, std::string_view why) { return done ? line("ok") : error(why); }

    // --- The game ---------------------------------------------------------------------------------

    std::string version(Words /*none*/) { return line("version", 1, QUINCUNX_VERSION); }

    std::string games(Words /*none*/) {
        std::string text;
        games::for_each_game([&]<const Rules & rules>() { text += line("game", rules.id, rules.name); });
        return text + line("ok");
    }

    /// The text is that of all words, with what is between them.
    std::string rules(Words words) {
        if (words.empty()) return error("rules needs rules");
        const std::string_view last = words.back().text;
        Expected<SharedRules> read = parse_rules({words[0].text.data(), last.data() + last.size()});
        if (!read) return error(to_text(read.error()));
        own_ = *std::move(read);
        return line("game", own_->rules().id, own_->rules().name);
    }

    std::string position(Words words) {
        if (words.empty()) return error("position needs a deal, or text");
        if (words[0].text == "text") {
            if (words.size() > 1) return error("unexpected after text: " + quoted(words[1].text));
            reading_.emplace();
            return {};
        }
        Expected<Session> session = Session::from_deal(words[0].text, own_);
        if (!session) return error("the deal: " + session.error().message);
        if (words.size() > 1 && words[1].text != "moves")
            return error("the deal must be followed by moves, not " + quoted(words[1].text));
        for (std::size_t i = 2; i < words.size(); ++i)
            if (const std::optional<Failure> failure = session->play(words[i].text))
                return error("move " + std::to_string(i - 1) + ", " + quoted(words[i].text) + ": " +
                             failure->error.message);
        session_ = *std::move(session);
        return line("ok");
    }

    std::string take_position_line(const Line& line, Words words) {
        PositionLines& reading = *reading_;
        ++reading.count;
        if (words.size() == 1 && words[0].text == "end") return end_position_text();
        if (reading.refused || (words.empty() && !line.too_long)) return {};
        if (line.too_long || reading.text.size() + line.text.size() > max_line_bytes) {
            reading.refused = true;
            return error(line.too_long ? "line too long"
                                       : std::to_string(reading.count) + ":1 the position is too long");
        }
        reading.text += line.text + '\n';
        reading.numbers.push_back(reading.count);
        return {};
    }

    std::string end_position_text() {
        const PositionLines lines = *std::exchange(reading_, std::nullopt);
        if (lines.refused) return {};
        Expected<Session> session = Session::from_position(lines.text);
        if (session) {
            session_ = *std::move(session);
            return line("ok");
        }
        // The place in the lines as they arrived; a missing line would be the one that says `end`.
        const auto at = static_cast<std::size_t>(std::max(session.error().line, 1)) - 1;
        const int number = at < lines.numbers.size() ? lines.numbers[at] : lines.count;
        return error(std::to_string(number) + ':' + std::to_string(std::max(session.error().column, 1)) +
                     ' ' + session.error().message);
    }

    static std::string position_of(const Game& game, bool as_player) {
        return game.text(as_player) + line("status", to_text(game.status())) + line("ok");
    }
    std::string show(Words /*none*/) { return position_of(session_->game(), false); }

    std::string view(Words words) {
        const std::optional<std::uint64_t> ply =
            words.size() == 1 ? parse_number(words[0].text) : std::nullopt;
        if (!words.empty() && !ply) return unexpected(words);
        if (!session_) return no_position();
        if (!ply) return position_of(session_->game(), true);
        if (*ply > session_->plies()) return error("the game has only " + counted(session_->plies(), "move"));
        return position_of(session_->at(static_cast<std::size_t>(*ply)), true);
    }

    std::string legal(Words /*none*/) {
        const std::vector<std::string> moves = session_->legal();
        return line("legal", moves.size(), moves);
    }

    std::string play(Words words) {
        if (words.size() != 1) return error("play takes one move");
        const std::optional<Failure> failure = session_->play(words[0].text);
        return failure ? error(failure->error.message) : line("ok");
    }

    std::string undo(Words /*none*/) { return done(session_ && session_->undo_one(), "nothing to undo"); }
    std::string redo(Words /*none*/) { return done(session_ && session_->redo_one(), "nothing to redo"); }

    std::string perft(Words words) {
        const std::optional<std::uint64_t> depth =
            words.size() == 1 ? parse_number(words[0].text) : std::nullopt;
        if (!depth) return error("perft takes one depth");
        if (*depth > static_cast<std::uint64_t>(deepest_perft_))
            return error("the depth is at most " + std::to_string(deepest_perft_));
        const std::optional<std::uint64_t> leaves = session_->perft(static_cast<int>(*depth), stopped_);
        return leaves ? line("perft", *depth, *leaves) : error("perft was stopped");
    }

    // --- Searches --------------------------------------------------------------------------------
    // Each by a new advisor, which remembers nothing: what was asked before changes no answer.

    bool told_to_stop() const { return stopped_ && stopped_(); }

    std::string solve(Words words) {
        const Expected<Numbers> numbers = read_numbers(words, {"ms", "nodes", "mb"});
        if (!numbers) return error(numbers.error().message);
        const auto [milliseconds, nodes, mebibytes] = *numbers;
        constexpr std::uint64_t most_mebibytes = std::uint64_t{1} << 24U;
        constexpr double shortest = 1e-9;  // zero would mean no limit
        SearchLimits limits;
        limits.seconds = std::max(static_cast<double>(milliseconds.value_or(10'000)) / 1000, shortest);
        limits.nodes = nodes.value_or(limits.nodes);
        limits.mebibytes = std::min(mebibytes.value_or(limits.mebibytes), most_mebibytes);
        constexpr std::chrono::milliseconds between_reports(500);
        const auto advisor = std::make_unique<advice::Advisor>(session_->game().shared_rules());
        advisor->set_position(session_->game());
        auto report = advice::Clock::now() + between_reports;
        const advice::Answer answer =
            advice::search(*advisor, limits, false, [&](const advice::Progress& progress) {
                if (told_to_stop()) return false;
                if (advice::Clock::now() < report) return true;
                say_(line("info", "nodes", progress.nodes));
                report = advice::Clock::now() + between_reports;
                return true;
            });
        return line("verdict", to_text(answer.verdict), "nodes", answer.nodes, "ms",
                    static_cast<std::uint64_t>(answer.milliseconds)) +
               (answer.verdict == Verdict::winnable ? line("line", answer.line) : "");
    }

    /// The limits of `hint` and `odds`: milliseconds, and the number of samples.
    static Expected<Numbers> read_fair_limits(Words words, std::uint64_t fewest) {
        constexpr std::uint64_t most = 100'000;
        Expected<Numbers> numbers = read_numbers(words, {"ms", "samples"});
        if (!numbers) return numbers;
        const std::uint64_t samples = (*numbers)[1].value_or(fewest);
        if (samples < fewest || samples > most)
            return failure("the number of samples is from " + std::to_string(fewest) + " to " +
                           std::to_string(most));
        return numbers;
    }
    /// An advisor for the current position.
    std::unique_ptr<fair::FairAdvisor> fair_advisor() const {
        auto advisor = std::make_unique<fair::FairAdvisor>(session_->game().shared_rules());
        advisor->set(*session_);
        return advisor;
    }
    /// Repeats a step until it is done, the time is up, or `stop` has been said.
    void run(std::optional<std::uint64_t> milliseconds, const auto& step) const {
        constexpr std::uint64_t between_looks = 500;  // nodes: a few milliseconds
        const auto most = static_cast<double>(milliseconds.value_or(10'000));
        const advice::Stopwatch watch;
        while (!step(between_looks) && watch.milliseconds() < most && !told_to_stop()) {
        }
    }

    std::string hint(Words words) {
        const Expected<Numbers> limits = read_fair_limits(words, 0);
        if (!limits) return error(limits.error().message);
        const auto [milliseconds, samples, none] = *limits;
        const auto advisor = fair_advisor();
        if (samples == 0U) {
            advisor->instant();
        } else {
            fair::Effort effort = advisor->usual();
            if (samples) effort = effort.with_samples(static_cast<int>(*samples));
            advisor->start(effort, fair::OddsLimits{});
            run(milliseconds, [&](std::uint64_t budget) { return advisor->step(budget); });
            advisor->stop();
        }
        const fair::Advice advice = advisor->advice();
        return line("hint", advice.hint ? advice.hint->move : "none", advice.hint ? advice.hint->code : "-",
                    "basis", to_text(advice.basis), "wins", advice.wins, "trials", advice.trials, "nodes",
                    advice.nodes, "saw-more", session_->saw_more(), "chance", advice.chance, "choices",
                    advice.choices.size(), advice.choices) +
               (advice.hint ? line("plan", advice.plan) : "");
    }

    std::string odds(Words words) {
        const Expected<Numbers> limits = read_fair_limits(words, 1);
        if (!limits) return error(limits.error().message);
        const auto [milliseconds, samples, none] = *limits;
        const auto advisor = fair_advisor();
        fair::OddsLimits worlds;
        if (samples) worlds.worlds = static_cast<int>(*samples);
        advisor->start_odds(worlds);
        run(milliseconds, [&](std::uint64_t budget) { return advisor->step_odds(budget); });
        const fair::Odds odds = advisor->odds();
        return line("odds", "worlds", odds.worlds, "won", odds.won, "unknown", odds.unknown, "all-known",
                    odds.all_known, "fair", odds.fair,
                    odds.fair ? std::optional(odds.fair_bounds) : std::nullopt, "saw-more",
                    session_->saw_more(), "chance", odds.fair);
    }

    // --- Deals -------------------------------------------------------------------------------------

    Expected<DealMaker*> maker_of(std::string_view game) {
        const Expected<SharedRules> rules = names_own(game, own_) ? own_ : read_game_ref(game);
        if (!rules) return failure("no such game: " + quoted(game));
        if (!maker_ || maker_->rules() != (*rules)->rules()) maker_ = deals::make_deal_maker(*rules);
        return maker_.get();
    }

    /// Does with a deal what a command is for, up to the end.
    Expected<DealMaker*> finished(std::string_view command, Words words,
                                  std::optional<TextError> (DealMaker::*start)(const DealText&),
                                  bool (DealMaker::*step)(std::uint64_t)) {
        if (words.size() != 1) return failure(std::string(command) + " takes one deal");
        Expected<DealText> deal = parse_deal(words[0].text);
        if (!deal) return failure("the deal: " + deal.error().message);
        const Expected<DealMaker*> maker = maker_of(deal->id);
        if (!maker) return maker;
        deal->id = (*maker)->rules().id;
        if (const std::optional<TextError> why = ((*maker)->*start)(*deal))
            return failure("the deal: " + why->message);
        return to_end(command, *maker, step);
    }
    /// Repeats a step until it is done, or `stop` has been said before.
    Expected<DealMaker*> to_end(std::string_view command, DealMaker* maker,
                                bool (DealMaker::*step)(std::uint64_t)) {
        constexpr std::uint64_t between_looks = 2000;  // nodes: a few milliseconds
        while (!(maker->*step)(between_looks))
            if (told_to_stop()) return failure(std::string(command) + " was stopped");
        return maker;
    }

    std::string find(Words words) {
        if (words.empty()) return error("find needs a game");
        const Expected<Numbers> numbers = read_numbers(words.subspan(1), {"from", "level"});
        if (!numbers) return error(numbers.error().message);
        const auto [from, level, none] = *numbers;
        if (!from) return error("find needs the number of the first deal after from");
        Expected<DealMaker*> maker = maker_of(words[0].text);
        if (!maker) return error(maker.error().message);
        constexpr std::uint64_t no_level = 1000;  // which any game refuses
        const std::optional<int> asked =
            level ? std::optional(static_cast<int>(std::min(*level, no_level))) : std::nullopt;
        if (const std::optional<TextError> why = (*maker)->start_find(*from, asked))
            return error(why->message);
        maker = to_end("find", *maker, &DealMaker::step_find);
        if (!maker) return error(maker.error().message);
        const deals::Found found = (*maker)->found();
        if (!found.number) return error("no such deal among " + std::to_string(found.tries));
        return line("found", deal_name((*maker)->rules(), *found.number), "tries", found.tries, "level",
                    asked, "nodes", found.nodes);
    }

    std::string rate(Words words) {
        const Expected<DealMaker*> maker =
            finished("rate", words, &DealMaker::start_rating, &DealMaker::step_rating);
        if (!maker) return error(maker.error().message);
        const deals::Rating rating = (*maker)->rating();
        return line("rating", to_text(rating.verdict), "level",
                    rating.level > 0 ? std::optional(rating.level) : std::nullopt, "of", rating.levels, "won",
                    rating.won, "games", rating.games, "nodes", rating.nodes);
    }

    std::string day(Words words) {
        if (words.size() != 2) return error("day takes a game and a date");
        const std::optional<Date> date = parse_date(words[1].text);
        if (!date) return error("not a date: " + quoted(words[1].text));
        const Expected<DealMaker*> maker = maker_of(words[0].text);
        if (!maker) return error(maker.error().message);
        const Expected<deals::DayDeal> day = deals::deal_of_day(**maker, *date);
        if (!day) return error(day.error().message);
        return line("day", day->deal, "level", day->level);
    }

    std::string par(Words words) {
        const Expected<DealMaker*> maker =
            finished("par", words, &DealMaker::start_par, &DealMaker::step_par);
        if (!maker) return error(maker.error().message);
        const deals::Par par = (*maker)->par();
        const bool won = par.verdict == Verdict::winnable;
        const auto if_won = [&](std::size_t moves) { return won ? std::optional(moves) : std::nullopt; };
        return line("par", if_won(par.moves), "first", if_won(par.first), "nodes", par.nodes,
                    par.proven ? "proven" : "") +
               (won ? line("line", par.line) : "");
    }

    /// A search ends before the next line is taken, so a late `stop` has no effect.
    std::string stop(Words /*none*/) { return {}; }
    std::string quit(Words /*none*/) {
        over_ = true;
        return {};
    }

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
    SharedRules own_;  ///< the game that can be called own
    std::optional<Session> session_;
    std::unique_ptr<DealMaker> maker_;  ///< for the game last named
    std::optional<PositionLines> reading_;
    bool over_ = false;
};

Protocol::Protocol(Say say, Stopped stopped, int deepest_perft, SharedRules own)
    : conversation_(std::make_unique<Conversation>(std::move(say), std::move(stopped), deepest_perft,
                                                   std::move(own))) {}
Protocol::~Protocol() = default;

void Protocol::take(const Line& line) {
    conversation_->take(line);
}
void Protocol::finish() {
    conversation_->finish();
}
bool Protocol::over() const {
    return conversation_->over();
}

}  // namespace quincunx::wire
