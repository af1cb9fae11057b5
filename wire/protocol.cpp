#include "wire/protocol.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "deals/days.hpp"
#include "engine/notation.hpp"
#include "engine/perft.hpp"
#include "games/all.hpp"

namespace quincunx::wire {

using advice::Answer;
using advice::Clock;
using advice::SearchLimits;

namespace {

std::string share_or_dash(const std::optional<double>& share) {
    return share ? share_text(*share) : "-";
}

bool blank(std::string_view line) {
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

}  // namespace

struct Protocol::Command {
    std::string_view name;
    void (Protocol::*answer)(std::string_view rest);
};

const std::vector<Protocol::Command>& Protocol::commands() {
    static const std::vector<Command> all{
        {"version", &Protocol::version}, {"games", &Protocol::games}, {"position", &Protocol::position},
        {"show", &Protocol::show},       {"view", &Protocol::view},   {"legal", &Protocol::legal},
        {"play", &Protocol::play},       {"undo", &Protocol::undo},   {"redo", &Protocol::redo},
        {"perft", &Protocol::perft},     {"solve", &Protocol::solve}, {"hint", &Protocol::hint},
        {"odds", &Protocol::odds},       {"find", &Protocol::find},   {"rate", &Protocol::rate},
        {"day", &Protocol::day},         {"par", &Protocol::par},     {"stop", &Protocol::stop},
        {"quit", &Protocol::quit},
    };
    return all;
}

Protocol::Protocol(Say say, Stopped stopped, int deepest_perft)
    : say_(std::move(say)),
      stopped_(std::move(stopped)),
      deepest_perft_(std::min(deepest_perft, max_perft_depth)) {}

void Protocol::take(const Line& line) {
    if (over_) return;
    if (reading_)
        take_position_line(line);
    else if (line.too_long)
        error("line too long");
    else if (!blank(line.text))
        answer(line.text);
}

void Protocol::finish() {
    if (reading_ && !reading_->refused)
        error(std::to_string(reading_->count + 1) + ":1 the position is cut off");
    reading_.reset();
    over_ = true;
}

void Protocol::answer(std::string_view line) {
    const Word first = split_words(line).front();
    const std::string_view rest = line.substr(static_cast<std::size_t>(first.column) - 1 + first.text.size());
    for (const Command& command : commands())
        if (command.name == first.text) return (this->*command.answer)(rest);
    error("no such command: " + quoted(first.text));
}

void Protocol::error(std::string_view why) {
    say_("error " + std::string(why) + '\n');
}

bool Protocol::needs_position() {
    if (!session_) error("there is no position yet");
    return session_.has_value();
}

bool Protocol::needs_nothing(std::string_view rest) {
    if (!blank(rest)) error("unexpected after the command: " + quoted(split_words(rest)[0].text));
    return blank(rest);
}

void Protocol::version(std::string_view rest) {
    if (needs_nothing(rest)) say_("version 1 " QUINCUNX_VERSION "\n");
}

void Protocol::games(std::string_view rest) {
    if (!needs_nothing(rest)) return;
    std::string text;
    games::for_each_game([&]<const Rules & rules>() {
        text += "game " + std::string(rules.id) + ' ' + std::string(rules.name) + '\n';
    });
    say_(text + "ok\n");
}

void Protocol::position(std::string_view rest) {
    const std::vector<Word> words = split_words(rest);
    if (words.empty()) return error("position needs a deal, or text");
    if (words[0].text == "text") {
        if (words.size() > 1) return error("unexpected after text: " + quoted(words[1].text));
        reading_.emplace();
        return;
    }
    Expected<Session> session = Session::from_deal(words[0].text);
    if (!session) return error("the deal: " + session.error().message);
    if (words.size() > 1 && words[1].text != "moves")
        return error("the deal must be followed by moves, not " + quoted(words[1].text));
    for (std::size_t i = 2; i < words.size(); ++i) {
        const std::optional<Failure> failure = session->play(words[i].text);
        if (failure)
            return error("move " + std::to_string(i - 1) + ", " + quoted(words[i].text) + ": " +
                         failure->error.message);
    }
    session_ = *std::move(session);
    ok();
}

void Protocol::take_position_line(const Line& line) {
    PositionLines& reading = *reading_;
    ++reading.count;
    const std::vector<Word> words = split_words(line.text);
    if (words.size() == 1 && words[0].text == "end") return end_position_text();
    if (reading.refused || (words.empty() && !line.too_long)) return;
    if (line.too_long) {
        error("line too long");
        reading.refused = true;
    } else if (reading.text.size() + line.text.size() > max_line_bytes) {
        error(std::to_string(reading.count) + ":1 the position is too long");
        reading.refused = true;
    } else {
        reading.text += line.text + '\n';
        reading.numbers.push_back(reading.count);
    }
}

void Protocol::end_position_text() {
    const PositionLines lines = *std::exchange(reading_, std::nullopt);
    if (lines.refused) return;
    Expected<Session> session = Session::from_position(lines.text);
    if (session) {
        session_ = *std::move(session);
        return ok();
    }
    // The place in the lines as they arrived; a missing line would be the one that says `end`.
    const auto at = static_cast<std::size_t>(std::max(session.error().line, 1)) - 1;
    const int line = at < lines.numbers.size() ? lines.numbers[at] : lines.count;
    error(std::to_string(line) + ':' + std::to_string(std::max(session.error().column, 1)) + ' ' +
          session.error().message);
}

void Protocol::say_position(const Game& game, bool as_player) {
    say_(game.text(as_player) + "status " + std::string(to_text(game.status())) + "\nok\n");
}

void Protocol::show(std::string_view rest) {
    if (needs_nothing(rest) && needs_position()) say_position(session_->game(), false);
}

void Protocol::view(std::string_view rest) {
    const std::vector<Word> words = split_words(rest);
    const std::optional<std::uint64_t> ply = words.empty() ? std::nullopt : parse_number(words[0].text);
    if (!ply || words.size() > 1) {
        if (needs_nothing(rest) && needs_position()) say_position(session_->game(), true);
        return;
    }
    if (!needs_position()) return;
    if (*ply > session_->plies()) return error("the game has only " + counted(session_->plies(), "move"));
    say_position(session_->at(static_cast<std::size_t>(*ply)), true);
}

void Protocol::legal(std::string_view rest) {
    if (!needs_nothing(rest) || !needs_position()) return;
    const std::vector<std::string> moves = session_->legal();
    std::string text = "legal " + std::to_string(moves.size());
    for (const std::string& move : moves) text += ' ' + move;
    say_(text + '\n');
}

void Protocol::play(std::string_view rest) {
    if (!needs_position()) return;
    const std::vector<Word> words = split_words(rest);
    if (words.size() != 1) return error("play takes one move");
    const std::optional<Failure> failure = session_->play(words[0].text);
    failure ? error(failure->error.message) : ok();
}

void Protocol::undo(std::string_view rest) {
    if (!needs_nothing(rest)) return;
    session_ && session_->undo_one() ? ok() : error("nothing to undo");
}

void Protocol::redo(std::string_view rest) {
    if (!needs_nothing(rest)) return;
    session_ && session_->redo_one() ? ok() : error("nothing to redo");
}

void Protocol::perft(std::string_view rest) {
    if (!needs_position()) return;
    const std::vector<Word> words = split_words(rest);
    const std::optional<std::uint64_t> depth = words.size() == 1 ? parse_number(words[0].text) : std::nullopt;
    if (!depth) return error("perft takes one depth");
    if (*depth > static_cast<std::uint64_t>(deepest_perft_))
        return error("the depth is at most " + std::to_string(deepest_perft_));
    const std::optional<std::uint64_t> leaves = session_->perft(static_cast<int>(*depth), stopped_);
    if (!leaves) return error("perft was stopped");
    say_("perft " + std::to_string(*depth) + ' ' + std::to_string(*leaves) + '\n');
}

/// Reads names, each followed by a number, into `limits`; says what is wrong and returns false if that cannot
/// be done. `names` is for the message.
bool Protocol::read_numbers(std::string_view rest, std::string_view names,
                            std::initializer_list<NamedNumber> limits) {
    const std::vector<Word> words = split_words(rest);
    for (std::size_t i = 0; i < words.size(); i += 2) {
        const std::string_view name = words[i].text;
        const auto* const limit = std::find_if(limits.begin(), limits.end(),
                                               [&](const NamedNumber& one) { return one.name == name; });
        const std::optional<std::uint64_t> number =
            i + 1 < words.size() ? parse_number(words[i + 1].text) : std::nullopt;
        if (limit == limits.end()) {
            error("expected " + std::string(names) + ", not " + quoted(name));
            return false;
        }
        if (!number) {
            error("expected a number after " + std::string(name));
            return false;
        }
        *limit->number = number;
    }
    return true;
}

/// The limits given to `solve`; says what is wrong if they cannot be read.
std::optional<SearchLimits> Protocol::read_limits(std::string_view rest) {
    std::optional<std::uint64_t> milliseconds;
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> mebibytes;
    if (!read_numbers(rest, "ms, nodes or mb",
                      {{"ms", &milliseconds}, {"nodes", &nodes}, {"mb", &mebibytes}}))
        return std::nullopt;
    constexpr std::uint64_t most_mebibytes = std::uint64_t{1} << 24U;
    constexpr double shortest = 1e-9;  // zero would mean no limit
    SearchLimits limits;
    limits.seconds = std::max(static_cast<double>(milliseconds.value_or(10'000)) / 1000, shortest);
    limits.nodes = nodes.value_or(limits.nodes);
    limits.mebibytes = std::min(mebibytes.value_or(limits.mebibytes), most_mebibytes);
    return limits;
}

/// Searches with a new advisor, which remembers nothing: what has been asked before changes no answer.
Answer Protocol::search(const SearchLimits& limits) {
    constexpr std::chrono::milliseconds between_reports(500);
    const auto advisor = std::make_unique<advice::Advisor>(session_->game().shared_rules());
    advisor->set_position(session_->game());
    auto report = Clock::now() + between_reports;
    return advice::search(*advisor, limits, false, [&](const advice::Progress& progress) {
        if (stopped_ && stopped_()) return false;
        if (Clock::now() < report) return true;
        say_("info nodes " + std::to_string(progress.nodes) + '\n');
        report = Clock::now() + between_reports;
        return true;
    });
}

void Protocol::solve(std::string_view rest) {
    if (!needs_position()) return;
    const std::optional<SearchLimits> limits = read_limits(rest);
    if (!limits) return;
    const Answer answer = search(*limits);
    std::string text = "verdict " + std::string(advice::to_text(answer.verdict)) + " nodes " +
                       std::to_string(answer.nodes) + " ms " +
                       std::to_string(static_cast<std::uint64_t>(answer.milliseconds)) + '\n';
    if (answer.verdict == advice::Verdict::winnable) {
        text += "line";
        for (const std::string& move : answer.line) text += ' ' + move;
        text += '\n';
    }
    say_(text);
}

/// The limits given to `hint` and `odds`; says what is wrong if they cannot be read.
std::optional<Protocol::FairLimits> Protocol::read_fair_limits(std::string_view rest, std::uint64_t fewest) {
    constexpr std::uint64_t most_samples = 100'000;
    std::optional<std::uint64_t> milliseconds;
    std::optional<std::uint64_t> samples;
    if (!read_numbers(rest, "ms or samples", {{"ms", &milliseconds}, {"samples", &samples}}))
        return std::nullopt;
    const std::uint64_t asked = samples.value_or(fewest);
    if (asked < fewest || asked > most_samples) {
        error("the number of samples is from " + std::to_string(fewest) + " to " +
              std::to_string(most_samples));
        return std::nullopt;
    }
    FairLimits limits;
    if (milliseconds) limits.seconds = static_cast<double>(*milliseconds) / 1000;
    if (samples) limits.samples = static_cast<int>(asked);
    return limits;
}

/// An advisor for the current game, set to the current position; a new one, as in `search`.
fair::FairAdvisor& Protocol::fair_advisor() {
    fair_advisor_ = std::make_unique<fair::FairAdvisor>(session_->game().shared_rules());
    fair_advisor_->set(*session_);
    return *fair_advisor_;
}

/// Repeats a step until it is done, the time is up, or `stop` has been said.
template <class Step>
void Protocol::run(const FairLimits& limits, Step&& step) {
    constexpr std::uint64_t between_looks = 500;  // nodes: a few milliseconds
    const advice::Stopwatch watch;
    while (!step(between_looks) && watch.milliseconds() < limits.seconds * 1000 &&
           !(stopped_ && stopped_())) {
    }
}

void Protocol::hint(std::string_view rest) {
    if (!needs_position()) return;
    const std::optional<FairLimits> limits = read_fair_limits(rest, 0);
    if (!limits) return;
    fair::FairAdvisor& advisor = fair_advisor();
    if (limits->samples == 0) {
        advisor.instant();
    } else {
        fair::Effort effort = advisor.usual();
        if (limits->samples) effort = effort.with_samples(*limits->samples);
        advisor.start(effort, fair::OddsLimits{});
        run(*limits, [&](std::uint64_t budget) { return advisor.step(budget); });
        advisor.stop();
    }
    const fair::Advice advice = advisor.advice();
    std::string text = "hint " + (advice.hint ? advice.hint->move + ' ' + advice.hint->code : "none -") +
                       " basis " + std::string(fair::to_text(advice.basis)) + " wins " +
                       std::to_string(advice.wins) + " trials " + std::to_string(advice.trials) + " nodes " +
                       std::to_string(advice.nodes) + " saw-more " + (session_->saw_more() ? "yes" : "no") +
                       " chance " + share_or_dash(advice.chance) + " choices " +
                       std::to_string(advice.choices.size());
    for (const fair::Choice& choice : advice.choices)
        text += ' ' + choice.move + ' ' + share_or_dash(choice.chance) + (choice.as_good ? " yes" : " no");
    text += '\n';
    if (advice.hint) {
        text += "plan";
        for (const std::string& move : advice.plan) text += ' ' + move;
        text += '\n';
    }
    say_(text);
}

void Protocol::odds(std::string_view rest) {
    if (!needs_position()) return;
    const std::optional<FairLimits> limits = read_fair_limits(rest, 1);
    if (!limits) return;
    fair::FairAdvisor& advisor = fair_advisor();
    fair::OddsLimits worlds;
    if (limits->samples) worlds.worlds = *limits->samples;
    advisor.start_odds(worlds);
    run(*limits, [&](std::uint64_t budget) { return advisor.step_odds(budget); });
    const fair::Odds odds = advisor.odds();
    const auto range = [](const fair::Interval& bounds) {
        return share_text(bounds.low) + ' ' + share_text(bounds.high);
    };
    say_("odds worlds " + std::to_string(odds.worlds) + " won " + std::to_string(odds.won) + " unknown " +
         std::to_string(odds.unknown) + " all-known " + range(odds.all_known) + " fair " +
         (odds.fair ? share_text(*odds.fair) + ' ' + range(odds.fair_bounds) : "- - -") + " saw-more " +
         (session_->saw_more() ? "yes" : "no") + " chance " + share_or_dash(odds.fair) + '\n');
}

/// The maker of deals for a game; says so and returns nullptr if there is no such game.
deals::DealMaker* Protocol::maker_of(std::string_view game) {
    if (!maker_ || maker_->rules().id != game) {
        const Expected<SharedRules> rules = read_game_ref(game);
        if (!rules) {
            error("no such game: " + quoted(game));
            return nullptr;
        }
        maker_ = deals::make_deal_maker(*rules);
    }
    return maker_.get();
}

/// Begins what a command does with a deal; says what is wrong and returns nullptr if that cannot be done.
deals::DealMaker* Protocol::start_deal(std::string_view rest, std::string_view command,
                                       std::optional<TextError> (deals::DealMaker::*start)(const DealText&)) {
    const std::vector<Word> words = split_words(rest);
    if (words.size() != 1) {
        error(std::string(command) + " takes one deal");
        return nullptr;
    }
    const Expected<DealText> deal = parse_deal(words[0].text);
    if (!deal) {
        error("the deal: " + deal.error().message);
        return nullptr;
    }
    deals::DealMaker* const maker = maker_of(deal->id);
    if (maker == nullptr) return nullptr;
    if (const std::optional<TextError> why = (maker->*start)(*deal)) {
        error("the deal: " + why->message);
        return nullptr;
    }
    return maker;
}

/// Repeats a step until it is done; says so and returns false if `stop` has been said before.
template <class Step>
bool Protocol::run_to_end(std::string_view command, Step&& step) {
    constexpr std::uint64_t between_looks = 2000;  // nodes: a few milliseconds
    while (!step(between_looks)) {
        if (!stopped_ || !stopped_()) continue;
        error(std::string(command) + " was stopped");
        return false;
    }
    return true;
}

void Protocol::find(std::string_view rest) {
    const std::vector<Word> words = split_words(rest);
    if (words.empty()) return error("find needs a game");
    const auto after = static_cast<std::size_t>(words[0].column) - 1 + words[0].text.size();
    std::optional<std::uint64_t> from;
    std::optional<std::uint64_t> level;
    if (!read_numbers(rest.substr(after), "from or level", {{"from", &from}, {"level", &level}})) return;
    if (!from) return error("find needs the number of the first deal after from");
    deals::DealMaker* const maker = maker_of(words[0].text);
    if (maker == nullptr) return;
    constexpr std::uint64_t no_level = 1000;  // which any game refuses
    const std::optional<int> asked =
        level ? std::optional(static_cast<int>(std::min(*level, no_level))) : std::nullopt;
    if (const std::optional<TextError> why = maker->start_find(*from, asked)) return error(why->message);
    if (!run_to_end("find", [&](std::uint64_t budget) { return maker->step_find(budget); })) return;
    const deals::Found found = maker->found();
    if (!found.number) return error("no such deal among " + std::to_string(found.tries));
    say_("found " + std::string(maker->rules().id) + '#' + std::to_string(*found.number) + " tries " +
         std::to_string(found.tries) + " level " + (asked ? std::to_string(*asked) : "-") + " nodes " +
         std::to_string(found.nodes) + '\n');
}

void Protocol::rate(std::string_view rest) {
    deals::DealMaker* const maker = start_deal(rest, "rate", &deals::DealMaker::start_rating);
    if (maker == nullptr) return;
    if (!run_to_end("rate", [&](std::uint64_t budget) { return maker->step_rating(budget); })) return;
    const deals::Rating rating = maker->rating();
    say_("rating " + std::string(advice::to_text(rating.verdict)) + " level " +
         (rating.level > 0 ? std::to_string(rating.level) : "-") + " of " + std::to_string(rating.levels) +
         " won " + std::to_string(rating.won) + " games " + std::to_string(rating.games) + " nodes " +
         std::to_string(rating.nodes) + '\n');
}

void Protocol::day(std::string_view rest) {
    const std::vector<Word> words = split_words(rest);
    if (words.size() != 2) return error("day takes a game and a date");
    const std::optional<Date> date = parse_date(words[1].text);
    if (!date) return error("not a date: " + quoted(words[1].text));
    const deals::DealMaker* const maker = maker_of(words[0].text);
    if (maker == nullptr) return;
    const std::string id(maker->rules().id);
    const std::optional<std::uint64_t> number = deals::deal_of_day(id, *date);
    if (!number) return error(deals::no_deal_of_day(maker->rules(), *date));
    const int levels = maker->panel().levels();
    say_("day " + id + '#' + std::to_string(*number) + " level " +
         (levels > 1 ? std::to_string(deals::level_of_day(levels, *date)) : "-") + '\n');
}

void Protocol::par(std::string_view rest) {
    deals::DealMaker* const maker = start_deal(rest, "par", &deals::DealMaker::start_par);
    if (maker == nullptr) return;
    if (!run_to_end("par", [&](std::uint64_t budget) { return maker->step_par(budget); })) return;
    const deals::Par par = maker->par();
    const std::string nodes = " nodes " + std::to_string(par.nodes) + (par.proven ? " proven\n" : "\n");
    if (par.verdict != advice::Verdict::winnable) return say_("par - first -" + nodes);
    std::string text =
        "par " + std::to_string(par.moves) + " first " + std::to_string(par.first) + nodes + "line";
    for (const std::string& move : par.line) text += ' ' + move;
    say_(text + '\n');
}

void Protocol::stop(std::string_view rest) {
    // A search ends before the next line is taken, so a late `stop` has no effect.
    needs_nothing(rest);
}

void Protocol::quit(std::string_view rest) {
    if (needs_nothing(rest)) over_ = true;
}

}  // namespace quincunx::wire
