#include "wire/solver_requests.hpp"

#include <algorithm>
#include <cstdint>

#include "deals/days.hpp"
#include "engine/cleaned.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "session/game.hpp"
#include "session/record.hpp"
#include "wire/games_requests.hpp"
#include "wire/puzzle_requests.hpp"
#include "wire/table/json.hpp"
#include "wire/table/table_json.hpp"

namespace quincunx::wire {

using advice::Limits;
using advice::Verdict;

namespace {

/// Default memory of the module in a browser: 64 MB.
constexpr std::uint64_t default_megabytes = 64;

/// How much of that a search may use: half. The rest is for what a search does not count: the module itself
/// and the gaps between its tables, which WebAssembly cannot give back; they have been measured at two thirds
/// of the tables.
constexpr std::size_t memory_of_search(std::uint64_t megabytes) {
    constexpr std::uint64_t most = 4096;  // the most that a module can have
    return static_cast<std::size_t>((std::min(megabytes, most) << 20U) / 2);
}

/// A position in a record, and what has been seen up to there.
struct RecordedGame {
    Game game;
    fair::Trail trail;
};

Expected<Game> start_of(const Record& record) {
    if (games::find(record.game) == nullptr) return text_error(0, 0, "no such game: " + quoted(record.game));
    const Expected<Session> session = Session::from_start(record);
    if (!session) return tl::unexpected<TextError>(session.error());
    return session->start();
}

/// The game in a record as far as a ply (by default its current one), with every move checked; `more` is made after
/// them. If a move is wrong, the error's column is the number of the move.
Expected<RecordedGame> read_game(std::string_view text, std::optional<std::size_t> ply,
                                 std::string_view more) {
    const Expected<Record> record = parse_record(text);
    if (!record) return tl::unexpected<TextError>(record.error());
    const Expected<Game> start = start_of(*record);
    if (!start) return tl::unexpected<TextError>(start.error());
    const std::size_t plies = ply.value_or(record->present());
    if (plies > record->moves.size())
        return text_error(0, 0, "the game has only " + std::to_string(record->moves.size()) + " moves");
    RecordedGame read{*start, {*start, start->shown(), {}}};
    std::vector<Event> events;
    for (std::size_t made = 0; made < plies + (more.empty() ? 0 : 1); ++made) {
        const std::string said = made < plies ? record->moves[made].text : std::string(more);
        const Expected<Move> move = parse_move(read.game.rules(), said);
        const int number = static_cast<int>(made) + 1;
        if (!move)
            return text_error(0, number, "move " + std::to_string(number) + ": " + move.error().message);
        if (read.game.refused(*move))
            return text_error(0, number, "move " + std::to_string(number) + " is not legal: " + quoted(said));
        read.game.play(*move, events);
        events.clear();
        read.trail.add(*move, read.game);
    }
    return read;
}

std::string share_or_null(const std::optional<double>& share) {
    return share ? fair::share_text(*share) : "null";
}

template <class Value>
std::optional<Value> if_true(bool truth, const Value& value) {
    return truth ? std::optional(value) : std::nullopt;
}

}  // namespace

std::string SolverRequests::answer(std::string_view request) {
    const std::size_t end = request.find('\n');
    const std::string_view payload = end == std::string_view::npos ? "" : request.substr(end + 1);
    words_ = split_words(request.substr(0, end));
    const std::string_view verb = words_.empty() ? "" : words_[0].text;
    if (std::optional<std::string> games = games_answer(request.substr(0, end), payload))
        return *std::move(games);
    if (std::optional<std::string> puzzle = puzzle_answer(request.substr(0, end), payload))
        return *std::move(puzzle);
    if (verb == "position") return position(payload);
    if (verb == "clean") return ok().member("text", cleaned(payload)).end_object().take();
    if (verb == "record") return record(payload);
    if (std::optional<std::string> answer = deal_request(verb)) return *std::move(answer);
    if (!advisor_) return failed("no position yet");
    const std::uint64_t budget = words_.size() > 1 ? parse_number(words_[1].text).value_or(0) : 0;
    if (verb == "start") {
        const std::optional<Limits> limits = read_limits();
        if (!limits) return failed("start nodes=<n> mb=<n>");
        begin(Search::verdict);
        advisor_->start(*limits);
        return ok().end_object().take();
    }
    if (verb == "step") return step(budget);
    if (verb == "guess") return ok().key("guess").raw(hint_json(advisor_->guess())).end_object().take();
    if (verb == "hint") return advice(fair_->instant(), true);
    if (verb == "start-hint") return start_fair(Search::hint);
    if (verb == "start-odds") return start_fair(Search::odds);
    if (verb == "start-judge") return start_fair(Search::judge);
    if (verb == "step-hint") {
        const bool over = fair_->step(budget);
        return advice(fair_->advice(), over);
    }
    if (verb == "stop-hint") {
        fair_->stop(false);
        return advice(fair_->advice(), true);
    }
    if (verb == "step-judge") {
        const bool over = fair_->step_judge(budget);
        return advice(fair_->advice(), over, true);
    }
    if (verb == "step-odds") return odds(fair_->step_odds(budget));
    return failed("unknown request");
}

/// Ends the searches of other kinds: each may use all the memory there is for one, and WebAssembly gives none
/// back.
void SolverRequests::begin(Search search) {
    if (search == search_) return;
    search_ = search;
    if (advisor_) advisor_->release();
    if (fair_) fair_->release();
    if (search != Search::deal) maker_.reset();
}

/// Reads words `name=<n>`, from one on; whether all of them are among the wanted, each at most once.
bool SolverRequests::read_numbers(
    std::size_t first,
    std::initializer_list<std::pair<std::string_view, std::optional<std::uint64_t>*>> wanted) const {
    for (std::size_t i = first; i < words_.size(); ++i) {
        const std::size_t equals = std::min(words_[i].text.find('='), words_[i].text.size() - 1);
        const auto* const one = std::ranges::find(wanted, words_[i].text.substr(0, equals),
                                                  [](const auto& each) { return each.first; });
        if (one == wanted.end() || *one->second) return false;
        *one->second = parse_number(words_[i].text.substr(equals + 1));
        if (!*one->second) return false;
    }
    return true;
}

std::optional<Limits> SolverRequests::read_limits() const {
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> megabytes;
    if (!read_numbers(1, {{"nodes", &nodes}, {"mb", &megabytes}})) return std::nullopt;
    Limits limits;
    limits.memory = memory_of_search(megabytes.value_or(default_megabytes));
    limits.nodes = nodes.value_or(limits.nodes);
    limits.dives = true;
    return limits;
}

std::string SolverRequests::position(std::string_view lines) {
    const std::string_view id = game_of_position(lines);
    if (games::find(id) == nullptr) return failed("no such game");
    const Expected<Game> game = set_up_game(id, lines);
    return game ? set_position(*game, {*game, game->shown(), {}}) : failed(game.error());
}

std::string SolverRequests::record(std::string_view text) {
    constexpr std::string_view ply_is = "ply=";
    constexpr std::string_view then = "try=";
    std::optional<std::size_t> ply;
    std::string_view more;
    for (std::size_t i = 1; i < words_.size(); ++i) {
        const std::string_view word = words_[i].text;
        const std::optional<std::uint64_t> number =
            word.starts_with(ply_is) ? parse_number(word.substr(ply_is.size())) : std::nullopt;
        if (number)
            ply = static_cast<std::size_t>(std::min<std::uint64_t>(*number, ~std::uint32_t{0}));
        else if (word.starts_with(then))
            more = word.substr(then.size());
        else
            return failed("record ply=<n> try=<move>");
    }
    const Expected<RecordedGame> game = read_game(text, ply, more);
    return game ? set_position(game->game, game->trail) : failed(game.error());
}

/// The advisors for a game replace those for another one.
std::string SolverRequests::set_position(const Game& game, const fair::Trail& trail) {
    if (!advisor_ || advisor_->rules() != game.rules()) {
        advisor_ = advice::make_advisor(game.rules().id);
        fair_ = fair::make_fair_advisor(game.rules().id);
    }
    advisor_->set_position(game);
    fair_->set(trail);
    return ok().end_object().take();
}

std::string SolverRequests::step(std::uint64_t budget) {
    const bool done = advisor_->step(budget);
    const advice::Progress progress = advisor_->progress();
    JsonWriter json = ok();
    json.member("done", done).member("verdict", advice::to_text(advisor_->verdict()));
    json.member("nodes", progress.nodes).member("layer", progress.layer).member("best", progress.best_home);
    json.member("line", done ? advisor_->line() : std::vector<std::string>{});
    return json.key("hint").raw(hint_json(done ? advisor_->hint() : std::nullopt)).end_object().take();
}

/// Begins a fair decision or an estimate: at most about `nodes=<n>` for a decision in all, `mb=<n>`, and as many worlds
/// (`worlds=<n>`, 64) for the chance. In a decision, `samples=<n>` is the number of worlds to choose plans by, by
/// default what pays; in an estimate, it is another word for `worlds`.
std::string SolverRequests::start_fair(Search search) {
    const bool hint = search != Search::odds;
    const std::size_t first = search == Search::judge ? 2 : 1;
    constexpr std::uint64_t most_samples = 100'000;
    std::optional<std::uint64_t> samples;
    std::optional<std::uint64_t> worlds;
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> megabytes;
    const auto good = [](const std::optional<std::uint64_t>& number) {
        return number != 0 && number.value_or(1) <= most_samples;
    };
    const Expected<Move> move = search == Search::judge && words_.size() > 1
                                    ? parse_move(fair_->rules(), words_[1].text)
                                    : Expected<Move>(Move{});
    if (!read_numbers(first, {{"samples", hint ? &samples : &worlds},
                              {"worlds", &worlds},
                              {"nodes", &nodes},
                              {"mb", &megabytes}}) ||
        !good(samples) || !good(worlds) || nodes == 0 || megabytes == 0)
        return failed(std::string(words_[0].text) + " samples=<n> worlds=<n> nodes=<n> mb=<n>");
    fair::Effort effort = fair_->usual();
    fair::OddsLimits limits;
    if (samples) effort = effort.with_samples(static_cast<int>(*samples));
    if (worlds) limits.worlds = static_cast<int>(*worlds);
    effort.memory = limits.memory = memory_of_search(megabytes.value_or(default_megabytes));
    if (nodes) {  // only now: `with_samples` lifts the limit
        effort.all_nodes = std::min(effort.all_nodes, *nodes);
        effort.certain_nodes = std::min(effort.certain_nodes, *nodes);
    }
    limits.certain_nodes = effort.certain_nodes;
    if (search == Search::judge) {
        // What is accepted follows from what lies face up, so any world will do.
        if (words_.size() < 2) return failed("start-judge <move> worlds=<n> nodes=<n> mb=<n>");
        if (!move) return failed(move.error());
        if (const std::optional<RefusalView> refused = fair_->world(0).refused(*move))
            return failed(refused->text);
    }
    begin(search);
    switch (search) {
        case Search::judge:
            fair_->start_judge(*move, effort, limits);
            break;
        case Search::odds:
            fair_->start_odds(limits, effort);
            break;
        default:
            fair_->start(effort, limits);
    }
    return ok().end_object().take();
}

std::string SolverRequests::advice(const fair::Advice& advice, bool done, bool judges) const {
    JsonWriter json = ok();
    json.member("done", done).key("hint").raw(hint_json(advice.hint));
    json.member("basis", fair::to_text(advice.basis)).member("wins", advice.wins);
    json.member("trials", advice.trials).member("plan", advice.plan).member("other", advice.other);
    json.member("otherWins", advice.other_wins).member("otherTrials", advice.other_trials);
    json.key("goal");
    if (advice.goal) {
        json.begin_object().member("after", advice.goal->after);
        json.key("hint").raw(hint_json(advice.goal->hint)).end_object();
    } else {
        json.null();
    }
    json.member("spaces", advice.spaces).member("decided", advice.decided);
    json.key("chance").raw(share_or_null(advice.chance)).key("choices").begin_array();
    for (const fair::Choice& choice : advice.choices)
        json.begin_object()
            .member("move", choice.move)
            .key("chance")
            .raw(share_or_null(choice.chance))
            .member("asGood", choice.as_good)
            .end_object();
    json.end_array();
    if (judges) {
        json.key("judged");
        if (const std::optional<fair::Judgement> judged = done ? fair_->judgement() : std::nullopt) {
            json.begin_object().key("right");
            judged->right ? json.raw(*judged->right ? "true" : "false") : json.null();
            json.member("asGood", judged->as_good).key("after").raw(share_or_null(judged->after));
            json.member("worlds", judged->worlds).member("won", judged->won);
            json.member("bestWon", judged->best_won).end_object();
        } else {
            json.null();
        }
    }
    return json.member("nodes", advice.nodes).end_object().take();
}

std::string SolverRequests::odds(bool done) const {
    const fair::Odds odds = fair_->odds();
    const auto range = [](const fair::Interval& bounds) {
        return '[' + fair::share_text(bounds.low) + ',' + fair::share_text(bounds.high) + ']';
    };
    JsonWriter json = ok();
    json.member("done", done).member("worlds", odds.worlds).member("won", odds.won);
    json.member("unknown", odds.unknown).key("allKnown").raw(range(odds.all_known));
    json.key("fair").raw(share_or_null(odds.fair)).key("chance").raw(share_or_null(odds.fair));
    json.key("fairBounds").raw(range(odds.fair_bounds));
    return json.member("complete", odds.complete).member("nodes", odds.nodes).end_object().take();
}

/// The answer to a request for deals; none if the verb is not one of them.
std::optional<std::string> SolverRequests::deal_request(std::string_view verb) {
    if (verb == "levels") return levels();
    if (verb == "day") return day();
    if (verb == "start-find") return start_find();
    if (verb == "start-rating" || verb == "start-par") return start_deal(verb == "start-par");
    if (verb != "step-find" && verb != "step-rating" && verb != "step-par") return std::nullopt;
    const std::optional<std::uint64_t> budget =
        words_.size() == 2 ? parse_number(words_[1].text) : std::nullopt;
    if (!budget) return failed(std::string(verb) + " <nodes>");
    if (!maker_) return failed("nothing has been started");
    if (verb == "step-find") return step_find(*budget);
    return verb == "step-par" ? step_par(*budget) : step_rating(*budget);
}

/// The maker for a game replaces the one for another; nullptr if there is no such game.
deals::DealMaker* SolverRequests::maker_of(std::string_view game) {
    if (!maker_ || maker_->rules().id != game) {
        std::unique_ptr<deals::DealMaker> maker = deals::make_deal_maker(game);
        if (!maker) return nullptr;
        maker_ = std::move(maker);
    }
    return maker_.get();
}

std::string SolverRequests::levels() {
    const Rules* const rules = words_.size() == 2 ? games::find(words_[1].text) : nullptr;
    if (rules == nullptr) return failed(words_.size() == 2 ? "no such game" : "levels <game>");
    const std::unique_ptr<deals::DealMaker> maker = deals::make_deal_maker(rules->id);
    JsonWriter json = ok();
    json.member("levels", maker->panel().levels()).member("winnable", maker->offers()).key("days");
    const std::optional<Date> last = deals::last_day(rules->id);
    if (!last) return json.null().end_object().take();
    json.begin_object().member("first", date_text(deals::first_day()));
    return json.member("last", date_text(*last)).end_object().end_object().take();
}

std::string SolverRequests::day() {
    if (words_.size() != 3) return failed("day <game> <date>");
    const Rules* const rules = games::find(words_[1].text);
    if (rules == nullptr) return failed("no such game");
    const std::optional<Date> date = parse_date(words_[2].text);
    if (!date) return failed("not a date: " + quoted(words_[2].text));
    const std::optional<std::uint64_t> number = deals::deal_of_day(rules->id, *date);
    if (!number) return failed(deals::no_deal_of_day(*rules, *date));
    const int levels = deals::make_deal_maker(rules->id)->panel().levels();
    JsonWriter json = ok();
    json.member("deal", std::string(rules->id) + '#' + std::to_string(*number));
    return json.member("level", if_true(levels > 1, deals::level_of_day(levels, *date))).end_object().take();
}

std::string SolverRequests::start_find() {
    constexpr std::string_view form = "start-find <game> from=<num> level=<n>";
    std::optional<std::uint64_t> from;
    std::optional<std::uint64_t> level;
    if (!read_numbers(2, {{"from", &from}, {"level", &level}}) || !from) return failed(form);
    deals::DealMaker* const maker = maker_of(words_[1].text);
    if (maker == nullptr) return failed("no such game");
    constexpr std::uint64_t no_level = 1000;  // which any game refuses
    const std::optional<int> asked =
        level ? std::optional(static_cast<int>(std::min(*level, no_level))) : std::nullopt;
    const std::optional<TextError> error = maker->start_find(*from, asked);
    if (error) return failed(*error);
    begin(Search::deal);
    return ok().end_object().take();
}

std::string SolverRequests::start_deal(bool par) {
    if (words_.size() != 2) return failed(par ? "start-par <deal>" : "start-rating <deal>");
    const Expected<DealText> deal = parse_deal(words_[1].text);
    if (!deal) return failed(deal.error());
    deals::DealMaker* const maker = maker_of(deal->id);
    if (maker == nullptr) return failed("no such game");
    const std::optional<TextError> error = par ? maker->start_par(*deal) : maker->start_rating(*deal);
    if (error) return failed(*error);
    begin(Search::deal);
    return ok().end_object().take();
}

std::string SolverRequests::step_find(std::uint64_t budget) {
    const bool done = maker_->step_find(budget);
    const deals::Found found = maker_->found();
    JsonWriter json = ok();
    json.member("done", done).key("deal");
    found.number ? json.value(std::string(maker_->rules().id) + '#' + std::to_string(*found.number))
                 : json.null();
    json.member("tries", found.tries).member("level", if_true(found.rating.level > 0, found.rating.level));
    json.member("won", found.rating.won).member("games", found.rating.games);
    return json.member("nodes", found.nodes).end_object().take();
}

std::string SolverRequests::step_rating(std::uint64_t budget) {
    const bool done = maker_->step_rating(budget);
    const deals::Rating rating = maker_->rating();
    JsonWriter json = ok();
    json.member("done", done).member("verdict", advice::to_text(rating.verdict));
    json.member("level", if_true(rating.level > 0, rating.level))
        .member("levels", rating.levels)
        .member("won", rating.won)
        .member("games", rating.games);
    return json.member("nodes", rating.nodes).end_object().take();
}

std::string SolverRequests::step_par(std::uint64_t budget) {
    const bool done = maker_->step_par(budget);
    deals::Par par = maker_->par();
    const bool won = par.verdict == Verdict::winnable;
    JsonWriter json = ok();
    json.member("done", done).member("verdict", advice::to_text(par.verdict));
    json.member("par", if_true(won, par.moves)).member("first", if_true(won, par.first));
    json.member("proven", par.proven);
    json.member("line", done ? std::move(par.line) : std::vector<std::string>{});
    return json.member("nodes", par.nodes).end_object().take();
}

}  // namespace quincunx::wire
