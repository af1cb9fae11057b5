#include "wire/protocol.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ranges>
#include <span>
#include <utility>

#include "advice/timed_search.hpp"
#include "engine/notation.hpp"
#include "engine/perft.hpp"
#include "games/all.hpp"
#include "session/rules_text.hpp"
#include "wire/protocol_commands.hpp"
#include "wire/solver_answers.hpp"

namespace quincunx::wire {

using advice::SearchLimits;
using deals::DealMaker;

namespace {

constexpr Names command_of(protocol_commands);

/// The fields of an answer as texts: blanks between several values, `-` for one that is not there.
class FieldTexts {
  public:
    FieldTexts() = default;
    explicit FieldTexts(const auto& answer) { describe(*this, answer); }

    /// Adds a field, or says it in another way.
    FieldTexts& with(const char* name, const auto& value) {
        texts_.insert(texts_.begin(), {name, text_of(value)});
        return *this;
    }
    /// The line with which a command is answered.
    std::string in(std::size_t asked) const {
        std::string line = filled(protocol_commands[asked].answer, texts_);
        while (line.ends_with(' ')) line.pop_back();
        return line + '\n';
    }

    void is(const char* /*name*/, const char* /*what*/) {}
    void operator()(const char* name, const auto& value, const char* /*what*/,
                    const char* /*type*/ = nullptr) {
        texts_.emplace_back(name, text_of(value));
    }

    template <class Value>
    static std::string text_of(const Value& value) {
        if constexpr (Text<Value>) {
            return std::string(std::string_view(value));
        } else if constexpr (std::same_as<Value, bool>) {
            return value ? "yes" : "no";
        } else if constexpr (std::integral<Value>) {
            return number_text(value);
        } else if constexpr (std::same_as<Value, double>) {
            return share_text(value);
        } else if constexpr (Optional<Value>) {
            return value ? text_of(*value) : Interval<typename Value::value_type> ? "- -" : "-";
        } else if constexpr (std::is_enum_v<Value>) {
            return std::string(to_text(value));
        } else if constexpr (Interval<Value>) {
            return text_of(value.low) + ' ' + text_of(value.high);
        } else if constexpr (Described<Value>) {
            return joined(FieldTexts(value).texts_ | std::views::values);
        } else if constexpr (std::same_as<Value, Parameters>) {
            return joined(value | std::views::values);
        } else {
            return joined(value);
        }
    }

  private:
    static std::string joined(const auto& values) {
        std::string all;
        for (const auto& value : values) (all += all.empty() ? "" : " ") += text_of(value);
        return all;
    }

    Parameters texts_;
};

/// A line of moves, after a word.
std::string moves_line(const std::string& word, const std::vector<std::string>& moves) {
    return moves.empty() ? word + '\n' : word + ' ' + FieldTexts::text_of(moves) + '\n';
}

std::string error(std::string_view why) {
    return "error " + std::string(why) + '\n';
}
tl::unexpected<TextError> failure(std::string why) {
    return text_error(0, 0, std::move(why));
}

using Words = std::span<const Word>;
using Numbers = std::array<std::optional<std::uint64_t>, most_options>;

/// Options, each followed by its number, in the order of the description.
Expected<Numbers> read_numbers(Words words, std::span<const Option> options) {
    Numbers numbers;
    for (std::size_t i = 0; i < words.size(); i += 2) {
        const std::string_view name = words[i].text;
        const auto found = std::ranges::find(options, name, &Option::name);
        if (found == options.end()) {
            std::string expected;
            for (const Option& one : options)
                (expected += expected.empty() ? "" : &one == &options.back() ? " or " : ", ") += one.name;
            return failure("expected " + expected + ", not " + quoted(name));
        }
        std::optional<std::uint64_t>& number = numbers[static_cast<std::size_t>(found - options.begin())];
        number = i + 1 < words.size() ? parse_number(words[i + 1].text) : std::nullopt;
        if (!number) return failure("expected a number after " + std::string(name));
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
        const Option& option = options[i];
        if (numbers[i] && (*numbers[i] < option.least || *numbers[i] > option.most))
            return failure("the number of " + std::string(option.name) + " is from " +
                           number_text(option.least) + " to " + number_text(option.most));
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

    std::string answer(std::string_view name, Words words) {
        const std::size_t asked = command_of.find(name);
        if (asked == std::size(protocol_commands)) return error("no such command: " + quoted(name));
        const Question& form = protocol_commands[asked];
        if (form.takes.empty() && form.options.empty() && !words.empty()) return unexpected(words);
        switch (asked) {
            case command_of("version"):
                return FieldTexts().with("version", QUINCUNX_VERSION).in(asked);
            case command_of("games"):
                return games();
            case command_of("rules"):
                return rules(words);
            case command_of("position"):
                return position(words);
            case command_of("view"):
                return view(words);
            case command_of("undo"):
                return done(session_ && session_->undo_one(), "nothing to undo");
            case command_of("redo"):
                return done(session_ && session_->redo_one(), "nothing to redo");
            case command_of("find"):
                return find(words);
            case command_of("rate"):
                return rate(words);
            case command_of("day"):
                return day(words);
            case command_of("par"):
                return par(words);
            case command_of("stop"):  // a search ends before the next line is taken: it comes too late
                return {};
            case command_of("quit"):
                over_ = true;
                return {};
            default:
                return session_ ? of_position(asked, words) : no_position();
        }
    }
    std::string of_position(std::size_t asked, Words words) {
        switch (asked) {
            case command_of("show"):
                return position_of(session_->game(), false);
            case command_of("legal"):
                return legal();
            case command_of("play"):
                return play(words);
            case command_of("perft"):
                return perft(words);
            case command_of("solve"):
                return solve(words);
            case command_of("hint"):
                return hint(words);
            default:
                return odds(words);
        }
    }
    static std::string unexpected(Words words) {
        return error("unexpected after the command: " + quoted(words[0].text));
    }
    static std::string no_position() { return error("there is no position yet"); }
    /// "ok", or what is wrong.
    static std::string done(bool done, std::string_view why) { return done ? "ok\n" : error(why); }

    // --- The game ---------------------------------------------------------------------------------

    static std::string game_line(const Rules& rules) {
        return FieldTexts().with("name", rules.name).with("id", rules.id).in(command_of("games"));
    }
    static std::string games() {
        std::string text;
        games::for_each_game([&]<const Rules & rules>() { text += game_line(rules); });
        return text + "ok\n";
    }

    /// The text is that of all words, with what is between them.
    std::string rules(Words words) {
        if (words.empty()) return error("rules needs rules");
        const std::string_view last = words.back().text;
        Expected<SharedRules> read = parse_rules({words[0].text.data(), last.data() + last.size()});
        if (!read) return error(to_text(read.error()));
        own_ = *std::move(read);
        return game_line(own_->rules());
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
        return "ok\n";
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
            return "ok\n";
        }
        // The place in the lines as they arrived; a missing line would be the one that says `end`.
        const auto at = static_cast<std::size_t>(std::max(session.error().line, 1)) - 1;
        const int number = at < lines.numbers.size() ? lines.numbers[at] : lines.count;
        return error(std::to_string(number) + ':' + std::to_string(std::max(session.error().column, 1)) +
                     ' ' + session.error().message);
    }

    static std::string position_of(const Game& game, bool as_player) {
        return game.text(as_player) + FieldTexts().with("status", game.status()).in(command_of("show")) +
               "ok\n";
    }

    std::string view(Words words) {
        const std::optional<std::uint64_t> ply =
            words.size() == 1 ? parse_number(words[0].text) : std::nullopt;
        if (!words.empty() && !ply) return unexpected(words);
        if (!session_) return no_position();
        if (!ply) return position_of(session_->game(), true);
        if (*ply > session_->plies()) return error("the game has only " + counted(session_->plies(), "move"));
        return position_of(session_->at(static_cast<std::size_t>(*ply)), true);
    }

    std::string legal() {
        const std::vector<std::string> moves = session_->legal();
        return FieldTexts().with("count", moves.size()).with("moves", moves).in(command_of("legal"));
    }

    std::string play(Words words) {
        if (words.size() != 1) return error("play takes one move");
        const std::optional<Failure> failure = session_->play(words[0].text);
        return failure ? error(failure->error.message) : "ok\n";
    }

    std::string perft(Words words) {
        const std::optional<std::uint64_t> depth =
            words.size() == 1 ? parse_number(words[0].text) : std::nullopt;
        if (!depth) return error("perft takes one depth");
        if (*depth > static_cast<std::uint64_t>(deepest_perft_))
            return error("the depth is at most " + std::to_string(deepest_perft_));
        const std::optional<std::uint64_t> leaves = session_->perft(static_cast<int>(*depth), stopped_);
        return leaves ? FieldTexts().with("depth", *depth).with("leaves", *leaves).in(command_of("perft"))
                      : error("perft was stopped");
    }

    // --- Searches --------------------------------------------------------------------------------
    // Each by a new advisor, which remembers nothing: what was asked before changes no answer.

    bool told_to_stop() const { return stopped_ && stopped_(); }

    std::string solve(Words words) {
        const Expected<Numbers> numbers = read_numbers(words, limits_of_solve);
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
                say_("info nodes " + number_text(progress.nodes) + '\n');
                report = advice::Clock::now() + between_reports;
                return true;
            });
        return FieldTexts(Solution{answer.verdict, answer.nodes, answer.line, {}})
                   .with("ms", static_cast<std::uint64_t>(answer.milliseconds))
                   .in(command_of("solve")) +
               (answer.verdict == Verdict::winnable ? moves_line("line", answer.line) : "");
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
        const Expected<Numbers> limits = read_numbers(words, limits_of_hint);
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
        return FieldTexts(advice)
                   .with("move", advice.hint ? advice.hint->move : "none")
                   .with("code", advice.hint ? advice.hint->code : "-")
                   .with("wins", advice.wins)
                   .with("trials", advice.trials)
                   .with("sawMore", session_->saw_more())
                   .with("count", advice.choices.size())
                   .in(command_of("hint")) +
               (advice.hint ? moves_line("plan", advice.plan) : "");
    }

    std::string odds(Words words) {
        const Expected<Numbers> limits = read_numbers(words, limits_of_odds);
        if (!limits) return error(limits.error().message);
        const auto [milliseconds, samples, none] = *limits;
        const auto advisor = fair_advisor();
        fair::OddsLimits worlds;
        if (samples) worlds.worlds = static_cast<int>(*samples);
        advisor->start_odds(worlds);
        run(milliseconds, [&](std::uint64_t budget) { return advisor->step_odds(budget); });
        const fair::Odds odds = advisor->odds();
        return FieldTexts(odds)
            .with("bounds", odds.fair ? std::optional(odds.fair_bounds) : std::nullopt)
            .with("sawMore", session_->saw_more())
            .in(command_of("odds"));
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
        const Expected<Numbers> numbers = read_numbers(words.subspan(1), deals_to_find);
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
        return FieldTexts(
                   FoundDeal{deal_name((*maker)->rules(), *found.number), found.tries, asked, found.nodes})
            .in(command_of("find"));
    }

    std::string rate(Words words) {
        const Expected<DealMaker*> maker =
            finished("rate", words, &DealMaker::start_rating, &DealMaker::step_rating);
        if (!maker) return error(maker.error().message);
        return FieldTexts((*maker)->rating()).in(command_of("rate"));
    }

    std::string day(Words words) {
        if (words.size() != 2) return error("day takes a game and a date");
        const std::optional<Date> date = parse_date(words[1].text);
        if (!date) return error("not a date: " + quoted(words[1].text));
        const Expected<DealMaker*> maker = maker_of(words[0].text);
        if (!maker) return error(maker.error().message);
        const Expected<deals::DayDeal> day = deals::deal_of_day(**maker, *date);
        if (!day) return error(day.error().message);
        return FieldTexts(*day).in(command_of("day"));
    }

    std::string par(Words words) {
        const Expected<DealMaker*> maker =
            finished("par", words, &DealMaker::start_par, &DealMaker::step_par);
        if (!maker) return error(maker.error().message);
        const deals::Par par = (*maker)->par();
        return FieldTexts(par).with("proven", par.proven ? "proven" : "").in(command_of("par")) +
               (par.verdict == Verdict::winnable ? moves_line("line", par.line) : "");
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
