#include "wire/solver_requests.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "deals/days.hpp"
#include "engine/cleaned.hpp"
#include "engine/notation.hpp"
#include "session/game.hpp"
#include "session/record.hpp"
#include "session/rules_form.hpp"
#include "wire/solver_answers.hpp"
#include "wire/text_requests.hpp"

namespace quincunx::wire {

using advice::Limits;
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

constexpr Names question(solver_questions);
constexpr std::array forms = forms_of(solver_questions);

std::string done() {
    return ok().end_object().take();
}

std::string no_position() {
    return refused("no-position");
}

/// Whether a search has nothing to do with the position.
bool of_deals(Search search) {
    return search == Search::find || search == Search::par;
}

template <class Value>
std::optional<Value> if_true(bool truth, const Value& value) {
    return truth ? std::optional(value) : std::nullopt;
}

TextError not_a_date(std::string_view text) {
    return text_error(0, 0, "not-a-date", "not a date: \"{text}\"", text).value();
}

/// The rules of a game that is named, or those of a form.
Expected<SharedRules> rules_of(std::string_view game, std::string_view form) {
    if (form.empty()) return read_game_ref(game);
    if (SharedRules rules = read_rules_form(game, form)) return rules;
    return text_error(0, 0, "bad-request", "bad request");
}

}  // namespace

std::string SolverRequests::answer(std::string_view request) {
    const std::size_t end = std::min(request.find('\n'), request.size());
    const std::string_view payload = request.substr(std::min(end + 1, request.size()));
    words_ = split_words(request.substr(0, end));
    const std::size_t asked = question.find(words_.empty() ? "" : words_[0].text);
    if (asked == forms.size()) return refused("no-such-request");
    if (!read_arguments(forms[asked])) return refused("bad-request");
    switch (asked) {
        case question("record"):
            return record(payload);
        case question("position"):
            return position(payload);
        case question("hint"):
            return advisor_ ? answered(fair_->instant()) : no_position();
        case question("start-solve"):
            return advisor_ ? start_solve() : no_position();
        case question("start-hint"):
            return advisor_ ? start_fair(Search::hint) : no_position();
        case question("start-odds"):
            return advisor_ ? start_fair(Search::odds) : no_position();
        case question("start-judge"):
            return advisor_ ? start_fair(Search::judge) : no_position();
        case question("start-find"):
            return start_find();
        case question("start-par"):
            return start_par();
        case question("levels"):
            return levels();
        case question("day"):
            return day();
        case question("puzzle"):
            return puzzle_answer(payload);
        case question("clean"):
            return answered("text", cleaned(payload));
        case question("games-stats"):
            return games_stats(texts_[0], texts_[1], payload);
        case question("games-file"):
            return games_file(payload);
        case question("games-merge"):
            return games_merge(words_[1].text, payload);
        default:
            return under_way_ ? go_on(asked) : refused("not-started");
    }
}

std::string SolverRequests::go_on(std::size_t asked) {
    if (asked == question("found")) return found();
    if (asked == question("stop")) {
        if (search_ == Search::hint) fair_->stop(false);
        return done();
    }
    const std::optional<std::uint64_t> budget = parse_number(words_[1].text);
    if (!budget) return refused("bad-request");
    done_ = advance(*budget);
    return answered("done", done_);
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
    return answered("done", false);
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
    switch (search_) {
        case Search::solve:
            return answered(Solution{advisor_->verdict(), advisor_->progress().nodes, advisor_->line(),
                                     advisor_->hint()});
        case Search::hint:
            return answered(fair_->advice());
        case Search::judge:
            return answered(MoveAdvice{fair_->advice(), fair_->judgement()});
        case Search::odds:
            return answered(fair_->odds());
        case Search::find: {
            const deals::Found found = maker_->found();
            return answered(FoundDeal{
                found.number ? std::optional(deal_name(maker_->rules(), *found.number)) : std::nullopt,
                found.tries, if_true(found.rating.level > 0, found.rating.level), found.nodes});
        }
        case Search::par: {
            deals::Par par = maker_->par();
            if (!done_) par.line.clear();
            return answered(par);
        }
    }
    return {};
}

/// Whether the words are what a form takes. Texts and numbers are in the order of its options then.
bool SolverRequests::read_arguments(const Form& form) {
    numbers_ = {};
    texts_ = {};
    if (words_.size() < 1 + form.words) return false;
    for (const Word& word : std::span(words_).subspan(1 + form.words)) {
        const std::size_t equals = std::min(word.text.find('='), word.text.size());
        const auto place = static_cast<std::size_t>(
            std::ranges::find(form.options, word.text.substr(0, equals), &Form::Taken::name) -
            form.options.begin());
        if (equals == 0 || equals == word.text.size() || place == most_options) return false;
        const Form::Taken& option = form.options[place];
        if (texts_[place].data() != nullptr) return false;
        texts_[place] = word.text.substr(equals + 1);
        if (option.most == 0) continue;
        const std::optional<std::uint64_t> number = numbers_[place] = parse_number(texts_[place]);
        if (!number || *number < option.least || *number > option.most) return false;
    }
    return true;
}

std::string SolverRequests::start_solve() {
    const auto [nodes, megabytes, none] = numbers_;
    Limits limits;
    limits.memory = memory_of_search(megabytes.value_or(default_megabytes));
    limits.nodes = nodes.value_or(limits.nodes);
    limits.dives = true;
    begin(Search::solve);
    advisor_->start(limits);
    return begun();
}

std::string SolverRequests::record(std::string_view text) {
    Expected<Record> record = parse_record(text);
    if (!record) return failed(record.error());
    const std::size_t moves = record->moves.size();
    const std::uint64_t plies = numbers_[0].value_or(record->present());
    if (plies > moves) return refused("no-such-ply", moves);
    record->cut(static_cast<std::size_t>(plies));
    if (!texts_[1].empty()) record->moves.push_back({std::string(texts_[1])});
    if (texts_[2].empty()) return set_position(Session::replay(*record));
    const SharedRules rules = read_rules_form(record->game, texts_[2]);
    return rules ? set_position(Session::replay(rules, *record)) : refused("bad-request");
}

std::string SolverRequests::position(std::string_view lines) {
    if (texts_[0].empty()) return set_position(Session::from_position(lines));
    const SharedRules rules = read_rules_form(game_of_position(lines), texts_[0]);
    return rules ? set_position(Session::from_position(rules, lines)) : refused("bad-request");
}

std::string SolverRequests::set_position(const Replay& replay) {
    return replay.present ? set_position(*replay.present) : failed(*replay.error);
}
std::string SolverRequests::set_position(const Expected<Session>& session) {
    return session ? set_position(*session) : failed(session.error());
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
    return done();
}

/// Begins a fair decision or an estimate.
std::string SolverRequests::start_fair(Search search) {
    const auto [worlds, nodes, megabytes] = numbers_;
    Move move{};
    if (search == Search::judge) {
        const Expected<Move> said = parse_move(fair_->rules(), words_[1].text);
        if (!said) return failed(said.error());
        // The accepted moves follow from what lies face up, so any world will do.
        if (const std::optional<RefusalView> refused = fair_->world(0).refused(*said))
            return failed(Failure{{0, 0, refused->text}, refused});
        move = *said;
    }
    fair::Effort effort = fair_->usual();
    fair::OddsLimits limits;
    if (worlds) limits.worlds = static_cast<int>(*worlds);
    effort.memory = limits.memory = memory_of_search(megabytes.value_or(default_megabytes));
    if (nodes) {
        effort.all_nodes = std::min(effort.all_nodes, *nodes);
        effort.certain_nodes = std::min(effort.certain_nodes, *nodes);
    }
    limits.certain_nodes = effort.certain_nodes;
    begin(search);
    switch (search) {
        case Search::judge:
            fair_->start_judge(move, effort, limits);
            break;
        case Search::odds:
            fair_->start_odds(limits, effort);
            break;
        default:
            fair_->start(effort, limits);
    }
    return begun();
}

/// The maker for a game replaces the one for another.
Expected<deals::DealMaker*> SolverRequests::maker_of(std::string_view game, std::string_view form) {
    return rules_of(game, form).map([&](const SharedRules& rules) {
        if (!maker_ || maker_->rules() != rules->rules()) maker_ = deals::make_deal_maker(rules);
        return maker_.get();
    });
}

std::string SolverRequests::levels() {
    const Expected<std::unique_ptr<deals::DealMaker>> maker =
        rules_of(words_[1].text, texts_[0]).map(deals::make_deal_maker);
    if (!maker) return failed(maker.error());
    const std::string_view id = (*maker)->rules().id;
    Levels levels{(*maker)->panel().levels(), (*maker)->offers(), {}};
    if (const std::optional<Date> last = deals::last_day(id))
        levels.days = {date_text(*deals::first_day(id)), date_text(*last)};
    return answered(levels);
}

std::string SolverRequests::day() {
    const Expected<std::unique_ptr<deals::DealMaker>> maker =
        read_game_ref(words_[1].text).map(deals::make_deal_maker);
    if (!maker) return failed(maker.error());
    const Rules& rules = (*maker)->rules();
    const std::optional<Date> date = parse_date(words_[2].text);
    if (!date) return failed(not_a_date(words_[2].text));
    const std::optional<std::uint64_t> number = deals::deal_of_day(rules.id, *date);
    if (!number) return failed(deals::no_deal_of_day(rules, *date));
    const int levels = (*maker)->panel().levels();
    return answered(
        DayDeal{deal_name(rules, *number), if_true(levels > 1, deals::level_of_day(levels, *date))});
}

std::string SolverRequests::start_find() {
    const auto [from, level, none] = numbers_;
    if (!from) return refused("bad-request");
    const Expected<deals::DealMaker*> maker = maker_of(words_[1].text, texts_[2]);
    if (!maker) return failed(maker.error());
    const std::optional<TextError> error =
        (*maker)->start_find(*from, level ? std::optional(static_cast<int>(*level)) : std::nullopt);
    if (error) return failed(*error);
    begin(Search::find);
    return begun();
}

std::string SolverRequests::start_par() {
    const Expected<DealText> deal = parse_deal(words_[1].text);
    if (!deal) return failed(deal.error());
    const Expected<deals::DealMaker*> maker = maker_of(deal->id, texts_[0]);
    if (!maker) return failed(maker.error());
    if (const std::optional<TextError> error = (*maker)->start_par(*deal)) return failed(*error);
    begin(Search::par);
    return begun();
}

}  // namespace quincunx::wire
