#include "service/service.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>
#include <utility>

#include "deals/days.hpp"
#include "engine/fnv.hpp"
#include "service/answers.hpp"
#include "service/bodies.hpp"
#include "service/keeper.hpp"
#include "service/key.hpp"
#include "service/limits.hpp"
#include "service/requests.hpp"
#include "service/verify.hpp"
#include "session/session.hpp"

namespace quincunx::service {

Time system_time() {
    using namespace std::chrono;
    return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

std::string day_text(Time time) {
    return date_text(Date(std::chrono::days(time / a_day)));
}

namespace {

using wire::JsonWriter;

constexpr std::size_t most_tables = 4096;
constexpr std::size_t most_recent = 20'000;

class Service final : public Api {
  public:
    Service(std::unique_ptr<Store> store, const Settings& settings)
        : settings_(settings),
          limits_(settings),
          keeper_(std::move(store), settings, [this](const Changes& changes) { forget_known(changes); }) {
        for (unsigned i = 0; i < std::max(settings.threads, 1U); ++i)
            threads_.emplace_back([this] { go_on([this] { check_records(); }); });
    }
    ~Service() override { stop(); }

    std::optional<Answer> refuse(const Request& request) override {
        std::optional<Answer> refused = refused_by_head(request);
        if (refused) count(find_route(request).route, refused->status);
        return refused;
    }

    std::size_t longest_body(const Request& request) override { return find_route(request).route->body; }

    Answer turn_away(const Request& request, Room room) override {
        const Route& route = *find_route(request).route;
        Answer answer =
            room == Room::never ? too_long(route) : problem("busy", {.retry_after = busy_seconds});
        count(&route, answer.status);
        limits_.settle(Limits::taken_by(route, request), answer.status);
        return answer;
    }

    bool is_for(const std::string& host) override {
        const bool ours = is_for_us(host, settings_.hosts);
        if (!ours)
            advise(host, "requests for " + host +
                             " are refused; if that is a name of this server, say --site-name " + host);
        return ours;
    }

    void answer(Request request, Reply reply) override {
        const Asked asked = find_route(request);
        const Route* const route = asked.route;
        const auto taken = std::make_shared<Taken>(Limits::taken_by(*route, request));
        Ask ask{.operation = route->operation,
                .values = asked.values,
                .player = taken->player.value_or(PlayerKey{}),
                .taken = taken,
                .body = std::move(request.body),
                .reply = [this, route, taken, reply = std::move(reply)](Answer answer) {
                    count(route, answer.status);
                    limits_.settle(*taken, answer.status);
                    reply(std::move(answer));
                }};
        if (ask.operation == "service") return ask.reply(about());
        if (ask.operation == "dayTable") return day_table(ask);
        if (ask.operation == "dayLines") return day_lines(ask);
        if (ask.operation == "votes") return votes(ask);
        if (ask.operation == "challenge") return challenge(ask);
        if (ask.operation == forgets) return forget(ask);
        if (ask.operation == "removeChallenge") return remove_challenge(ask);
        // A body is read by another thread, since that may take a while.
        bool has_room = false;
        {
            const std::scoped_lock lock(mutex_);
            has_room = records_.size() < settings_.waiting;
            if (has_room) records_.push_back(std::move(ask));
        }
        if (!has_room) return ask.reply(problem("busy", {.retry_after = busy_seconds}));
        record_came_.notify_one();
    }

    bool can_write() override { return keeper_.can_write(); }

    std::string metrics() override {
        const Keeper::Figures kept = keeper_.figures();
        const std::scoped_lock lock(mutex_);
        std::string text = "# TYPE quincunx_requests_total counter\n";
        for (const auto& [name, number] : requests_)
            text += "quincunx_requests_total{operation=\"" + name.first + "\",status=\"" +
                    std::to_string(name.second) + "\"} " + std::to_string(number) + '\n';
        const auto add = [&](const std::string& name, const char* type, auto number) {
            text += "# TYPE " + name + ' ' + type + '\n' + name + ' ' + std::to_string(number) + '\n';
        };
        add("quincunx_records_waiting", "gauge", records_.size());
        add("quincunx_jobs_waiting", "gauge", kept.jobs);
        add("quincunx_commits_total", "counter", kept.commits);
        add("quincunx_commit_failures_total", "counter", kept.failures);
        add("quincunx_commit_seconds_total", "counter", kept.commit_seconds);
        add("quincunx_can_write", "gauge", kept.can_write ? 1 : 0);
        add("quincunx_clock_doubted", "gauge", kept.clock_doubted ? 1 : 0);
        return text;
    }

    void stop() override {
        {
            const std::scoped_lock lock(mutex_);
            stopping_ = true;
        }
        record_came_.notify_all();
        for (std::thread& thread : threads_)
            if (thread.joinable()) thread.join();
        keeper_.stop();
        records_.clear();
    }

  private:
    /// A request on its way.
    struct Ask {
        std::string_view operation;
        Values values;
        PlayerKey player{};  ///< where the route requires one
        std::shared_ptr<Taken> taken;
        std::string body;
        Reply reply;
    };
    /// A result that was added not long ago: sending it again needs no replay.
    struct Recent {
        PlayerKey player{};
        std::uint64_t body = 0;  ///< a hash of it
        std::string board;
        bool day = false;
        bool won = false;
        std::size_t moves = 0;
        bool helped = false;
    };

    // --- Refusing, from the cheapest reason to the dearest -------------------------------------------

    std::optional<Answer> refused_by_head(const Request& request) {
        const Asked asked = find_route(request);
        if (asked.route == nullptr && asked.allow.empty()) return problem("not-found");
        if (asked.route == nullptr) {
            Answer answer = problem("not-allowed");
            answer.allow = asked.allow;
            return answer;
        }
        const Route& route = *asked.route;
        if (!is_for(request.host)) return problem("wrong-host");
        if (!request.origin.empty() && !is_our_page(request.origin, request.host, settings_.hosts)) {
            advise(request.origin, "what a page of " + request.origin + " has sent to " + request.host +
                                       " was refused; if that page is of this server, have the proxy pass "
                                       "the field Host on as it "
                                       "comes, with its port (nginx: $http_host), or say --site-name");
            return problem("other-origin");
        }
        if (route.body == 0 && request.has_body) return problem("too-long", {.text = "this takes no body"});
        if (route.body != 0 && !request.length && !request.has_body) return problem("length-missing");
        if (route.body != 0 && request.length.value_or(0) > route.body) return too_long(route);
        if (route.body != 0 &&
            !same_letters(request.content_type.substr(0, request.content_type.find(';')), "application/json"))
            return problem("wrong-type");
        const std::optional<PlayerKey> player = player_of(request.authorization);
        if (!player && (route.key == Route::Key::required || !request.authorization.empty()))
            return problem("key-missing");
        if (const unsigned seconds = limits_.take(route, request, player); seconds > 0)
            return too_many(seconds);
        return std::nullopt;
    }

    static Answer too_many(unsigned seconds) {
        return problem("too-many-requests", {.retry_after = seconds});
    }

    static Answer too_long(const Route& route) {
        return problem("too-long", {.text = "at most " + std::to_string(route.body) + " bytes"});
    }

    /// Says what to set, about a name that somebody has sent, if it is one and nothing was said within the hour.
    void advise(std::string_view name, const std::string& line) {
        constexpr std::size_t longest = 100;
        if (name.empty() || name.size() > longest || !std::ranges::all_of(name, [](unsigned char c) {
                return std::isalnum(c) != 0 ||
                       std::string_view(".-_:/[]").find(static_cast<char>(c)) != std::string_view::npos;
            }))
            return;
        const auto now = std::chrono::steady_clock::now();
        {
            const std::scoped_lock lock(mutex_);
            if (advised_ && now - *advised_ < std::chrono::hours(1)) return;
            advised_ = now;
        }
        std::fprintf(stderr, "quincunx serve: %s\n", line.c_str());
    }

    // --- Reading ---------------------------------------------------------------------------------------

    Answer about() {
        const Time now = settings_.now();
        JsonWriter json;
        json.begin_object().member("api", 1).key("operator");
        if (settings_.who)
            json.begin_object()
                .member("name", settings_.who->name)
                .member("contact", settings_.who->contact)
                .end_object();
        else
            json.null();
        json.key("keeps").begin_object().member("results", keep_results / a_day);
        json.member("challenges", keep_challenges / a_day).member("votes", keep_votes / a_day);
        json.member("forgotten", keep_forgotten / a_day).end_object();
        std::vector<Date> open;
        const Date today{std::chrono::days(now / a_day)};
        for (int offset = -2; offset <= 2; ++offset) {
            const Date day = today + std::chrono::days(offset);
            if (opens(day) <= now && now < closes(day)) open.push_back(day);
        }
        json.array("open", open, [&](Date day) {
            json.begin_object().member("day", date_text(day)).member("until", closes(day)).end_object();
        });
        return {.body = json.end_object().take()};
    }

    void day_table(Ask& ask) {
        const std::string board = board_of(ask.values["game"], ask.values["day"]);
        std::shared_ptr<const std::string> tail;
        {
            const std::scoped_lock lock(mutex_);
            if (const auto found = tables_.find(board); found != tables_.end()) tail = found->second;
        }
        if (tail) return ask.reply({.body = table_text(board, *tail, settings_.now())});
        keeper_.enqueue(
            {.finish = [this, board](Store& store) { return Answer{.body = table(store, board)}; },
             .reply = std::move(ask.reply)});
    }

    void day_lines(Ask& ask) {
        keeper_.enqueue(
            {.finish =
                 [board = board_of(ask.values["game"], ask.values["day"]), game = ask.values["game"],
                  day = ask.values["day"], player = ask.player](Store& store) {
                     const std::optional<std::vector<Line>> lines = store.lines(board, player);
                     if (!lines) return problem("no-result");
                     const std::string deal =
                         game + '#' + std::to_string(*deals::deal_of_day(game, *parse_date(day)));
                     JsonWriter json;
                     json.begin_object().array("lines", *lines, [&](const Line& line) {
                         json.begin_object().member("moves", line.moves).member("helped", line.helped);
                         json.member("record", record_of(deal, line.line)).end_object();
                     });
                     return Answer{.body = json.end_object().take()};
                 },
             .reply = std::move(ask.reply)});
    }

    void votes(Ask& ask) {
        std::shared_ptr<const std::string> known;
        {
            const std::scoped_lock lock(mutex_);
            known = votes_;
        }
        if (known) return ask.reply({.body = *known});
        keeper_.enqueue({.finish =
                             [this](Store& store) {
                                 const std::map<std::string, Stars> games = store.votes();
                                 JsonWriter json;
                                 json.begin_object().array("games", games, [&](const auto& one) {
                                     write_votes(json, one.first, one.second);
                                 });
                                 const auto text =
                                     std::make_shared<const std::string>(json.end_object().take());
                                 const std::scoped_lock lock(mutex_);
                                 votes_ = text;
                                 return Answer{.body = *text};
                             },
                         .reply = std::move(ask.reply)});
    }

    void challenge(Ask& ask) {
        keeper_.enqueue({.finish = [this, id = ask.values["challenge"], player = ask.taken->player](
                                       Store& store) { return challenge_answer(store, id, player, 200); },
                         .reply = std::move(ask.reply)});
    }

    Answer challenge_answer(Store& store, const std::string& id, const std::optional<PlayerKey>& player,
                            unsigned status) {
        const std::optional<Challenge> found = store.challenge(id, player);
        if (!found || found->until <= settings_.now()) return problem("not-found");
        JsonWriter json;
        write_challenge(json, id, *found);
        return {.status = status, .body = json.take()};
    }

    // --- Writing ---------------------------------------------------------------------------------------

    void forget(Ask& ask) {
        const bool notes_strangers = limits_.take_stranger(*ask.taken);
        keeper_.enqueue(
            {.write =
                 [player = ask.player, now = settings_.now(), notes_strangers](
                     Store& store, std::set<std::string>& boards) {
                     // Else made-up keys could fill the database.
                     if (!notes_strangers && !store.knows(player)) return;
                     std::ranges::copy(store.forget(player, now).boards, std::inserter(boards, boards.end()));
                 },
             .finish =
                 [this, player = ask.player](Store&) {
                     const std::scoped_lock lock(mutex_);
                     std::erase_if(recent_, [&](const auto& one) { return one.second.player == player; });
                     votes_ = nullptr;
                     return Answer{.status = 204};
                 },
             .reply = std::move(ask.reply)});
    }

    void remove_challenge(Ask& ask) {
        const auto removed = std::make_shared<Removed>();
        keeper_.enqueue({.write = [id = ask.values["challenge"], player = ask.player, removed](
                                      Store& store, auto&) { *removed = store.remove_challenge(id, player); },
                         .finish =
                             [removed](Store&) {
                                 // Also if it is not there: then it was removed before, and the answer got lost.
                                 return *removed == Removed::not_maker ? problem("not-yours")
                                                                       : Answer{.status = 204};
                             },
                         .reply = std::move(ask.reply)});
    }

    void read_body(Ask& ask) {
        std::optional<Answer> refused;
        const auto go_on_with = [&](const auto& body, auto&& take) {
            refused = body ? take(*body) : std::optional(body.error());
        };
        if (ask.operation == "addResult")
            go_on_with(read_result(ask.body), [&](const auto& body) { return add_result(ask, body); });
        else if (ask.operation == "vote")
            go_on_with(read_vote(ask.body), [&](const auto& body) { return vote(ask, body); });
        else
            go_on_with(read_challenge(ask.body), [&](const auto& body) { return add_challenge(ask, body); });
        if (refused) ask.reply(std::move(*refused));
    }

    std::optional<Answer> add_result(Ask& ask, const ResultBody& body) {
        const std::optional<Date>& date = body.day;
        const Time now = settings_.now();
        if (date && (now < opens(*date) || now >= closes(*date)))
            return problem("day-not-open", {.text = "results of " + date_text(*date) + " are not taken now"});

        NewResult result{.id = ask.values["id"], .player = ask.player, .helped = body.helped, .now = now};
        const std::uint64_t hashed = hash::Fnv1a().add(ask.body).value();
        if (const std::optional<Recent> known = recent(result.id);
            known && known->player == ask.player && known->body == hashed) {
            keeper_.enqueue(
                {.finish = [this, known = *known](Store& store) { return added_answer(store, known, 200); },
                 .reply = ask.reply});
            return std::nullopt;
        }
        if (!date)
            if (const unsigned seconds = limits_.take_place(*ask.taken, body.challenge); seconds > 0)
                return too_many(seconds);
        tl::expected<Finished, Fault> game = replayed(body.record, [&](const std::string& deal) {
            return !date || deal == deal_of(std::string(game_of_deal(deal)), *date);
        });
        if (!game) return fault(game.error());
        result.game = std::move(*game);
        if (date) {
            result.board = board_of(game_of_deal(result.game.deal), date_text(*date));
            result.closes = closes(*date);
        } else {
            result.board = body.challenge;
        }
        const Recent sent{.player = ask.player,
                          .body = hashed,
                          .board = result.board,
                          .day = date.has_value(),
                          .won = result.game.won,
                          .moves = result.game.moves,
                          .helped = result.helped};
        const auto added = std::make_shared<Added>();
        const std::string id = result.id;
        keeper_.enqueue(
            {.write =
                 [result = std::move(result), added](Store& store, std::set<std::string>& boards) {
                     *added = store.add_result(result);
                     if (*added == Added::added) boards.insert(result.board);
                 },
             .finish =
                 [this, id, sent, added, taken = ask.taken](Store& store) {
                     if (*added != Added::added && *added != Added::known) return not_added(*added);
                     if (*added == Added::known) limits_.give_place_back(*taken);
                     {
                         const std::scoped_lock lock(mutex_);
                         if (recent_.size() >= most_recent) recent_.clear();
                         recent_[id] = sent;
                     }
                     return added_answer(store, sent, *added == Added::added ? 201 : 200);
                 },
             .reply = std::move(ask.reply)});
        return std::nullopt;
    }

    std::optional<Recent> recent(const std::string& id) {
        const std::scoped_lock lock(mutex_);
        const auto found = recent_.find(id);
        return found == recent_.end() ? std::nullopt : std::optional(found->second);
    }

    /// Why something was not added.
    static Answer not_added(Added why) {
        switch (why) {
            case Added::added:
            case Added::known:
                break;
            case Added::id_taken:
                return problem("id-taken");
            case Added::second_result:
                return problem("second-result");
            case Added::full:
                return problem("challenge-full");
            case Added::no_board:
                return problem("not-found");
            case Added::wrong_deal:
                return problem("wrong-deal");
            case Added::forgotten:
                return problem("forgotten");
        }
        return problem("storage", {.retry_after = storage_seconds});
    }

    static std::string deal_of(const std::string& game, Date day) {
        const std::optional<std::uint64_t> number = deals::deal_of_day(game, day);
        return number ? game + '#' + std::to_string(*number) : "";
    }

    static Answer fault(const Fault& fault) {
        return problem(fault.word, {.text = fault.detail, .line = fault.line, .column = fault.column});
    }

    Answer added_answer(Store& store, const Recent& result, unsigned status) {
        JsonWriter json;
        json.begin_object().key("result").begin_object().member("won", result.won);
        json.member("moves", result.moves).member("helped", result.helped).end_object();
        if (result.day) {
            json.key("table").raw(table(store, result.board));
        } else {
            const std::optional<Challenge> challenge = store.challenge(result.board, result.player);
            if (!challenge) return problem("not-found");
            write_challenge(json.key("challenge"), result.board, *challenge);
        }
        return {.status = status, .body = json.end_object().take()};
    }

    std::optional<Answer> vote(Ask& ask, const VoteBody& body) {
        const std::string game = ask.values["game"];
        std::vector<std::uint64_t> games;
        if (!body.records.empty()) {
            if (const unsigned seconds = limits_.take_first_vote(*ask.taken, game); seconds > 0)
                return too_many(seconds);
            std::set<std::string> deals;
            for (const std::string& record : body.records) {
                const tl::expected<Finished, Fault> finished =
                    replayed(record, [&](const std::string& deal) { return game_of_deal(deal) == game; });
                if (!finished) return fault(finished.error());
                deals.insert(finished->deal);
                games.push_back(hash::Fnv1a().add(finished->deal + ' ' + finished->line).value());
            }
            if (deals.size() != body.records.size()) return problem("same-deal");
        }
        const auto given = std::make_shared<Voted>();
        keeper_.enqueue(
            {.write = [game, player = ask.player, stars = body.stars, games, now = settings_.now(), given](
                          Store& store, auto&) { *given = store.vote(game, player, stars, games, now); },
             .finish =
                 [this, game, given](Store& store) {
                     if (*given == Voted::forgotten) return problem("forgotten");
                     if (*given == Voted::records_missing) return problem("records-missing");
                     {
                         const std::scoped_lock lock(mutex_);
                         votes_ = nullptr;
                     }
                     JsonWriter json;
                     write_votes(json, game, store.votes()[game]);
                     return Answer{.body = json.take()};
                 },
             .reply = std::move(ask.reply)});
        return std::nullopt;
    }

    std::optional<Answer> add_challenge(Ask& ask, const ChallengeBody& body) {
        std::optional<NewResult> result;
        if (body.result) {
            result = NewResult{.id = body.result->id,
                               .player = ask.player,
                               .board = ask.values["challenge"],
                               .helped = body.result->helped,
                               .now = settings_.now()};
            if (const unsigned seconds = limits_.take_place(*ask.taken, result->board); seconds > 0)
                return too_many(seconds);
            tl::expected<Finished, Fault> game =
                replayed(body.result->record, [&](const std::string& one) { return one == body.deal; });
            if (!game) return fault(game.error());
            result->game = std::move(*game);
        }
        const auto added = std::make_shared<Added>();
        const auto joined = std::make_shared<Added>(Added::added);
        keeper_.enqueue(
            {.write =
                 [id = ask.values["challenge"], deal = body.deal,
                  // Whole days, so that it does not say the second in which it was made.
                  until = (settings_.now() + keep_challenges) / a_day * a_day, player = ask.player,
                  result = std::move(result), added, joined](Store& store, auto&) {
                     *added = store.add_challenge(id, deal, until, player);
                     if (!result || (*added != Added::added && *added != Added::known)) return;
                     *joined = store.add_result(*result);
                     // It is made with the result, or not at all.
                     if (*added == Added::added && *joined != Added::added)
                         store.remove_challenge(id, player);
                 },
             .finish =
                 [this, id = ask.values["challenge"], player = ask.player, added, joined,
                  taken = ask.taken](Store& store) {
                     if (*added != Added::added && *added != Added::known) return not_added(*added);
                     if (*joined != Added::added && *joined != Added::known) return not_added(*joined);
                     if (*joined == Added::known) limits_.give_place_back(*taken);
                     return challenge_answer(store, id, player, *added == Added::added ? 201 : 200);
                 },
             .reply = std::move(ask.reply)});
        return std::nullopt;
    }

    // --- Threads ---------------------------------------------------------------------------------------

    void check_records() {
        for (;;) {
            std::unique_lock lock(mutex_);
            record_came_.wait(lock, [&] { return stopping_ || !records_.empty(); });
            if (stopping_) return;
            Ask ask = std::move(records_.front());
            records_.pop_front();
            lock.unlock();
            const Reply reply = ask.reply;
            try {
                read_body(ask);
            } catch (const std::exception& error) {
                std::fprintf(stderr, "quincunx serve: a record could not be read: %s\n", error.what());
                reply(problem("busy", {.retry_after = busy_seconds}));
            }
        }
    }

    /// Only for the thread that owns the store.
    std::string table(Store& store, const std::string& board) {
        {
            const std::scoped_lock lock(mutex_);
            if (const auto found = tables_.find(board); found != tables_.end())
                return table_text(board, *found->second, settings_.now());
        }
        const auto tail = std::make_shared<const std::string>(table_tail(board, store.counts(board)));
        const std::scoped_lock lock(mutex_);
        if (tables_.size() >= most_tables) tables_.clear();
        tables_[board] = tail;
        return table_text(board, *tail, settings_.now());
    }

    /// Forgets what may be wrong after changes of the database.
    void forget_known(const Changes& changes) {
        const std::scoped_lock lock(mutex_);
        if (changes.everything) {
            tables_.clear();
            recent_.clear();
        }
        for (const std::string& board : changes.boards) tables_.erase(board);
        if (changes.everything || changes.votes) votes_ = nullptr;
    }

    void count(const Route* route, unsigned status) {
        const std::scoped_lock lock(mutex_);
        ++requests_[{route == nullptr ? "none" : std::string(route->operation), status}];
    }

    const Settings settings_;
    Limits limits_;

    std::mutex mutex_;  // for all below
    std::condition_variable record_came_;
    std::deque<Ask> records_;
    bool stopping_ = false;
    std::optional<std::chrono::steady_clock::time_point> advised_;
    std::unordered_map<std::string, std::shared_ptr<const std::string>> tables_;  // without their beginnings
    std::shared_ptr<const std::string> votes_;
    std::unordered_map<std::string, Recent> recent_;
    std::map<std::pair<std::string, unsigned>, std::uint64_t> requests_;

    // These use everything above.
    Keeper keeper_;
    std::vector<std::thread> threads_;
};

}  // namespace

std::unique_ptr<Api> start(std::unique_ptr<Store> store, const Settings& settings) {
    return std::make_unique<Service>(std::move(store), settings);
}

}  // namespace quincunx::service
