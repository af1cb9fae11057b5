#include "wire/solver_requests.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "deals/days.hpp"
#include "engine/cleaned.hpp"
#include "engine/notation.hpp"
#include "session/game.hpp"
#include "session/record.hpp"
#include "wire/games_requests.hpp"
#include "wire/puzzle_requests.hpp"
#include "wire/table/json.hpp"
#include "wire/table/table_json.hpp"

namespace quincunx::wire {

using advice::Limits;
using advice::Verdict;
using Search = SolverRequests::Search;

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

std::string share_or_null(const std::optional<double>& share) {
    return share ? fair::share_text(*share) : "null";
}

/// Whether a search has nothing to do with the position.
bool of_deals(Search search) {
    return search == Search::find || search == Search::par;
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
    if (verb == "levels") return levels();
    if (verb == "day") return day();
    if (verb == "start-find") return start_find();
    if (verb == "start-par") return start_par();
    if (verb == "step") return step();
    if (verb == "found") return found();
    if (verb == "stop") return stop();
    if (!advisor_) return failed("no position yet");
    if (verb == "hint") return advice(fair_->instant());
    if (verb == "start-solve") return start_solve();
    if (verb == "start-hint") return start_fair(Search::hint);
    if (verb == "start-odds") return start_fair(Search::odds);
    if (verb == "start-judge") return start_fair(Search::judge);
    return failed("unknown request");
}

/// Ends the searches of other kinds: each may use all the memory there is for one, and WebAssembly gives none
/// back.
void SolverRequests::begin(Search search) {
    const Search before = std::exchange(search_, search);
    under_way_ = true;
    if (search == before) return;
    if (advisor_) advisor_->release();
    if (fair_) fair_->release();
    if (!of_deals(search)) maker_.reset();
}

std::string SolverRequests::begun() {
    done_ = false;
    return ok().member("done", false).end_object().take();
}

std::string SolverRequests::step() {
    const std::optional<std::uint64_t> budget =
        words_.size() == 2 ? parse_number(words_[1].text) : std::nullopt;
    if (!budget) return failed("step <nodes>");
    if (!under_way_) return failed("nothing has been started");
    done_ = advance(*budget);
    return ok().member("done", done_).end_object().take();
}

bool SolverRequests::advance(std::uint64_t budget) {
    switch (search_) {
        case Search::solve:
            return advisor_->step(budget);
        case Search::hint:
            return fair_->step(budget);
        case Search::judge:
            return fair_->step_judge(budget);
        case Search::odds:
            return fair_->step_odds(budget);
        case Search::find:
            return maker_->step_find(budget);
        case Search::par:
            return maker_->step_par(budget);
    }
    return true;
}

std::string SolverRequests::found() const {
    if (!under_way_) return failed("nothing has been started");
    switch (search_) {
        case Search::solve:
            return solution();
        case Search::hint:
            return advice(fair_->advice());
        case Search::judge:
            return judged();
        case Search::odds:
            return odds();
        case Search::find:
            return deal();
        case Search::par:
            return par();
    }
    return {};
}

std::string SolverRequests::stop() {
    if (!under_way_) return failed("nothing has been started");
    if (search_ == Search::hint) fair_->stop(false);
    return ok().end_object().take();
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

std::string SolverRequests::start_solve() {
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> megabytes;
    if (!read_numbers(1, {{"nodes", &nodes}, {"mb", &megabytes}}))
        return failed("start-solve nodes=<n> mb=<n>");
    Limits limits;
    limits.memory = memory_of_search(megabytes.value_or(default_megabytes));
    limits.nodes = nodes.value_or(limits.nodes);
    limits.dives = true;
    begin(Search::solve);
    advisor_->start(limits);
    return begun();
}

std::string SolverRequests::position(std::string_view lines) {
    const Expected<Session> session = Session::from_position(lines);
    return session ? set_position(*session) : failed(session.error());
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
    Expected<Record> record = parse_record(text);
    if (!record) return failed(record.error());
    const std::size_t plies = ply.value_or(record->present());
    if (plies > record->moves.size())
        return failed("the game has only " + std::to_string(record->moves.size()) + " moves");
    record->cut(plies);
    if (!more.empty()) record->moves.push_back({std::string(more)});
    const auto [session, error] = Session::replay(*record);
    return session ? set_position(*session) : failed(*error);
}

/// The advisors for a game replace those for another one.
std::string SolverRequests::set_position(const Session& session) {
    const Game& game = session.game();
    if (!advisor_ || advisor_->rules() != game.rules()) {
        advisor_ = std::make_unique<advice::Advisor>(game.shared_rules());
        fair_ = std::make_unique<fair::FairAdvisor>(game.shared_rules());
    }
    advisor_->set_position(game);
    fair_->set(session);
    if (!of_deals(search_)) under_way_ = false;
    return ok().end_object().take();
}

std::string SolverRequests::solution() const {
    JsonWriter json = ok();
    json.member("verdict", advice::to_text(advisor_->verdict())).member("nodes", advisor_->progress().nodes);
    return json.member("line", advisor_->line()).end_object().take();
}

/// Begins a fair decision or an estimate: at most about `nodes=<n>` for a decision in all, `mb=<n>`, and as many worlds
/// (`worlds=<n>`, 64) for the chance.
std::string SolverRequests::start_fair(Search search) {
    const std::size_t first = search == Search::judge ? 2 : 1;
    constexpr std::uint64_t most_worlds = 100'000;
    std::optional<std::uint64_t> worlds;
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> megabytes;
    const Expected<Move> move = search == Search::judge && words_.size() > 1
                                    ? parse_move(fair_->rules(), words_[1].text)
                                    : Expected<Move>(Move{});
    if (!read_numbers(first, {{"worlds", &worlds}, {"nodes", &nodes}, {"mb", &megabytes}}) || worlds == 0 ||
        worlds.value_or(1) > most_worlds || nodes == 0 || megabytes == 0)
        return failed(std::string(words_[0].text) + " worlds=<n> nodes=<n> mb=<n>");
    fair::Effort effort = fair_->usual();
    fair::OddsLimits limits;
    if (worlds) limits.worlds = static_cast<int>(*worlds);
    effort.memory = limits.memory = memory_of_search(megabytes.value_or(default_megabytes));
    if (nodes) {
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
    return begun();
}

JsonWriter SolverRequests::advised(const fair::Advice& advice) {
    JsonWriter json = ok();
    json.key("hint").raw(hint_json(advice.hint)).member("basis", fair::to_text(advice.basis));
    json.member("plan", advice.plan).key("goal");
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
    json.end_array().member("nodes", advice.nodes);
    return json;
}

std::string SolverRequests::advice(const fair::Advice& advice) {
    return advised(advice).end_object().take();
}

std::string SolverRequests::judged() const {
    JsonWriter json = advised(fair_->advice());
    json.key("judged");
    if (const std::optional<fair::Judgement> judged = fair_->judgement()) {
        json.begin_object().member("right", judged->right);
        json.key("after").raw(share_or_null(judged->after)).end_object();
    } else {
        json.null();
    }
    return json.end_object().take();
}

std::string SolverRequests::odds() const {
    const fair::Odds odds = fair_->odds();
    const auto range = [](const fair::Interval& bounds) {
        return '[' + fair::share_text(bounds.low) + ',' + fair::share_text(bounds.high) + ']';
    };
    JsonWriter json = ok();
    json.member("worlds", odds.worlds).member("won", odds.won).member("unknown", odds.unknown);
    json.key("allKnown").raw(range(odds.all_known)).key("chance").raw(share_or_null(odds.fair));
    json.key("bounds").raw(range(odds.fair_bounds)).member("complete", odds.complete);
    return json.member("nodes", odds.nodes).end_object().take();
}

/// The maker for a game replaces the one for another; nullptr if there is no such game.
deals::DealMaker* SolverRequests::maker_of(std::string_view game) {
    if (!maker_ || maker_->rules().id != game) {
        const Expected<SharedRules> rules = read_game_ref(game);
        if (!rules) return nullptr;
        maker_ = deals::make_deal_maker(*rules);
    }
    return maker_.get();
}

std::string SolverRequests::levels() {
    if (words_.size() != 2) return failed("levels <game>");
    const Expected<SharedRules> game = read_game_ref(words_[1].text);
    if (!game) return failed(game.error());
    const std::string_view id = (*game)->rules().id;
    const std::unique_ptr<deals::DealMaker> maker = deals::make_deal_maker(*game);
    JsonWriter json = ok();
    json.member("levels", maker->panel().levels()).member("winnable", maker->offers()).key("days");
    const std::optional<Date> last = deals::last_day(id);
    if (!last) return json.null().end_object().take();
    json.begin_object().member("first", date_text(*deals::first_day(id)));
    return json.member("last", date_text(*last)).end_object().end_object().take();
}

std::string SolverRequests::day() {
    if (words_.size() != 3) return failed("day <game> <date>");
    const Expected<SharedRules> game = read_game_ref(words_[1].text);
    if (!game) return failed(game.error());
    const Rules& rules = (*game)->rules();
    const std::optional<Date> date = parse_date(words_[2].text);
    if (!date) return failed("not a date: " + quoted(words_[2].text));
    const std::optional<std::uint64_t> number = deals::deal_of_day(rules.id, *date);
    if (!number) return failed(deals::no_deal_of_day(rules, *date));
    const int levels = deals::make_deal_maker(*game)->panel().levels();
    JsonWriter json = ok();
    json.member("deal", std::string(rules.id) + '#' + std::to_string(*number));
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
    begin(Search::find);
    return begun();
}

std::string SolverRequests::start_par() {
    if (words_.size() != 2) return failed("start-par <deal>");
    const Expected<DealText> deal = parse_deal(words_[1].text);
    if (!deal) return failed(deal.error());
    deals::DealMaker* const maker = maker_of(deal->id);
    if (maker == nullptr) return failed("no such game");
    if (const std::optional<TextError> error = maker->start_par(*deal)) return failed(*error);
    begin(Search::par);
    return begun();
}

std::string SolverRequests::deal() const {
    const deals::Found found = maker_->found();
    JsonWriter json = ok();
    json.key("deal");
    found.number ? json.value(std::string(maker_->rules().id) + '#' + std::to_string(*found.number))
                 : json.null();
    json.member("tries", found.tries).member("level", if_true(found.rating.level > 0, found.rating.level));
    return json.member("nodes", found.nodes).end_object().take();
}

std::string SolverRequests::par() const {
    deals::Par par = maker_->par();
    const bool won = par.verdict == Verdict::winnable;
    JsonWriter json = ok();
    json.member("verdict", advice::to_text(par.verdict)).member("par", if_true(won, par.moves));
    json.member("first", if_true(won, par.first)).member("proven", par.proven);
    json.member("line", done_ ? std::move(par.line) : std::vector<std::string>{});
    return json.member("nodes", par.nodes).end_object().take();
}

}  // namespace quincunx::wire
