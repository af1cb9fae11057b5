#include "service/service.hpp"

#include <algorithm>
#include <atomic>
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
#include "engine/notation.hpp"
#include "service/answers.hpp"
#include "service/buckets.hpp"
#include "service/clock.hpp"
#include "service/key.hpp"
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

constexpr std::string_view forgets = "forget";  // the operation
constexpr unsigned busy_seconds = 2;
constexpr unsigned storage_seconds = 5;

/// For the thread that owns the store.
struct Job {
    std::function<void(Store&)> write{};  ///< between `begin` and `commit`; may be called again if that fails
    std::function<Answer(Store&)> finish{};  ///< after it
    Reply reply{};
    bool failed = false;
};

constexpr std::size_t most_jobs = 8192;
constexpr std::size_t most_in_group = 256;
constexpr std::size_t most_tables = 4096;
constexpr std::size_t most_recent = 20'000;
constexpr std::size_t most_in_challenges = 100'000;

class Service final : public Api {
  public:
    Service(std::unique_ptr<Store> store, const Settings& settings)
        : settings_(settings),
          store_(std::move(store)),
          writes_(std::max(settings.writes / 2, 20.0), settings.writes),
          reads_(std::max(settings.writes * 5, 400.0), settings.writes * 60),
          refused_(std::max(settings.writes / 2, 20.0), settings.writes * 3),
          // A class of pupils can vote on the same day; who wants to fill the box needs many networks.
          first_votes_(std::max(settings.writes / 60, 5.0), settings.writes / 300),
          // A class and one more each day, so that others have places left when the challenge is over.
          in_challenge_(std::max(settings.writes / 24, 5.0), settings.writes / 28'800, most_in_challenges,
                        Buckets::Crowd::admits),
          players_(settings.own_writes / 2, settings.own_writes) {
        for (unsigned i = 0; i < std::max(settings.threads, 1U); ++i)
            threads_.emplace_back([this] { go_on([this] { check_records(); }); });
        threads_.emplace_back([this] { go_on([this] { use_store(); }); });
        threads_.emplace_back([this] { go_on([this] { look_for_damage(); }); });
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
        settle(taken_by(request), answer.status);
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
        const auto taken = std::make_shared<Taken>(taken_by(request));
        Ask ask{.operation = route->operation,
                .values = asked.values,
                .player = taken->player.value_or(PlayerKey{}),
                .taken = taken,
                .body = std::move(request.body),
                .reply = [this, route, taken, reply = std::move(reply)](Answer answer) {
                    count(route, answer.status);
                    settle(*taken, answer.status);
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

    bool can_write() override {
        const std::scoped_lock lock(mutex_);
        return can_write_;
    }

    std::string metrics() override {
        const std::scoped_lock lock(mutex_);
        std::string text = "# TYPE quincunx_requests_total counter\n";
        for (const auto& [name, number] : requests_)
            text += "quincunx_requests_total{operation=\"" + name.first + "\",status=\"" +
                    std::to_string(name.second) + "\"} " + std::to_string(number) + '\n';
        const auto add = [&](const std::string& name, const char* type, auto number) {
            text += "# TYPE " + name + ' ' + type + '\n' + name + ' ' + std::to_string(number) + '\n';
        };
        add("quincunx_records_waiting", "gauge", records_.size());
        add("quincunx_jobs_waiting", "gauge", jobs_.size());
        add("quincunx_commits_total", "counter", commits_);
        add("quincunx_commit_failures_total", "counter", failures_);
        add("quincunx_commit_seconds_total", "counter", commit_seconds_);
        add("quincunx_can_write", "gauge", can_write_ ? 1 : 0);
        add("quincunx_clock_doubted", "gauge", clock_doubted_ ? 1 : 0);
        return text;
    }

    void stop() override {
        {
            const std::scoped_lock lock(mutex_);
            stopping_ = true;
        }
        ending_ = true;
        record_came_.notify_all();
        job_came_.notify_all();
        failed_.notify_all();
        for (std::thread& thread : threads_)
            if (thread.joinable()) thread.join();
        records_.clear();
        jobs_.clear();
    }

  private:
    /// A request's share of the limits while it is on its way, until its answer says whose it is.
    struct Taken {
        std::string address;
        std::string network;
        std::optional<PlayerKey> player;
        bool write = false;
        std::optional<std::string> first_vote{};  ///< for this game
        std::string in_challenge{};               ///< this bucket, or none
    };
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
        return limited(route, request, player);
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

    std::optional<Answer> limited(const Route& route, const Request& request,
                                  const std::optional<PlayerKey>& player) {
        if (route.operation == forgets) return std::nullopt;  // everyone may, whatever neighbors do
        const std::scoped_lock lock(mutex_);
        unsigned seconds = 0;
        if (route.method == "GET") {
            seconds = reads_.take(request.address, request.network);
        } else {
            seconds = refused_.wait(request.address);
            if (seconds == 0) seconds = writes_.take(request.address, request.network);
            if (seconds == 0 && player && (seconds = players_.take(name_of(*player))) > 0)
                writes_.give_back(request.address, request.network);
        }
        if (seconds == 0) return std::nullopt;
        return problem("too-many-requests", {.retry_after = seconds});
    }

    static std::string name_of(const PlayerKey& player) { return {player.begin(), player.end()}; }

    /// The share that `limited` has taken.
    static Taken taken_by(const Request& request) {
        const Route& route = *find_route(request).route;
        return {.address = request.address,
                .network = request.network,
                .player = player_of(request.authorization),
                .write = route.method != "GET" && route.operation != forgets};
    }

    /// Only what was taken counts for a network and all who share the address. What was refused costs who sent it, as far
    /// as one knows; what could not be done costs nobody.
    void settle(const Taken& taken, unsigned status) {
        if (status < 300) return;
        const std::scoped_lock lock(mutex_);
        if (taken.first_vote) first_votes_.give_back(taken.address, taken.network, *taken.first_vote);
        if (!taken.in_challenge.empty()) in_challenge_.give_back(taken.in_challenge);
        if (!taken.write) return;
        writes_.give_back(taken.address, taken.network);
        if (status >= 500 && taken.player) players_.give_back(name_of(*taken.player));
        if (status < 500 && status != 429) refused_.take(taken.address);
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
        enqueue({.finish = [this, board](Store& store) { return Answer{.body = table(store, board)}; },
                 .reply = std::move(ask.reply)});
    }

    void day_lines(Ask& ask) {
        enqueue({.finish =
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
        enqueue({.finish =
                     [this](Store& store) {
                         const std::map<std::string, Stars> games = store.votes();
                         JsonWriter json;
                         json.begin_object().array("games", games, [&](const auto& one) {
                             write_votes(json, one.first, one.second);
                         });
                         const auto text = std::make_shared<const std::string>(json.end_object().take());
                         const std::scoped_lock lock(mutex_);
                         votes_ = text;
                         return Answer{.body = *text};
                     },
                 .reply = std::move(ask.reply)});
    }

    void challenge(Ask& ask) {
        enqueue({.finish = [this, id = ask.values["challenge"], player = ask.taken->player](
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
        bool notes_strangers = false;
        {
            const std::scoped_lock lock(mutex_);
            notes_strangers = writes_.take(ask.taken->address, ask.taken->network) == 0;
        }
        enqueue({.write =
                     [this, player = ask.player, now = settings_.now(), notes_strangers](Store& store) {
                         // Else made-up keys could fill the database.
                         if (!notes_strangers && !store.knows(player)) return;
                         std::ranges::copy(store.forget(player, now).boards,
                                           std::inserter(touched_, touched_.end()));
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
        enqueue({.write = [id = ask.values["challenge"], player = ask.player,
                           removed](Store& store) { *removed = store.remove_challenge(id, player); },
                 .finish =
                     [removed](Store&) {
                         // Also if it is not there: then it was removed before, and the answer got lost.
                         return *removed == Removed::not_maker ? problem("not-yours") : Answer{.status = 204};
                     },
                 .reply = std::move(ask.reply)});
    }

    void read_body(Ask& ask) {
        const std::optional<Members> members = Members::read(ask.body);
        if (!members) return ask.reply(problem("bad-json"));
        std::optional<Answer> refused = ask.operation == "addResult" ? read_result(ask, *members)
                                        : ask.operation == "vote"    ? read_vote(ask, *members)
                                                                     : read_challenge(ask, *members);
        if (refused) ask.reply(std::move(*refused));
    }

    std::optional<Answer> read_result(Ask& ask, const Members& members) {
        using Kind = JsonValue::Kind;
        if (const auto name = members.unknown({"day", "challenge", "record", "helped"}))
            return bad_member(*name, "it is unknown, or there twice");
        const JsonValue* const day = members.find("day", Kind::string);
        const JsonValue* const challenge = members.find("challenge", Kind::string);
        const JsonValue* const record = members.find("record", Kind::string);
        const JsonValue* const helped = members.find("helped", Kind::boolean);
        if (record == nullptr) return bad_member("record", "expected a string");
        if (helped == nullptr) return bad_member("helped", "expected true or false");
        if (members.has("day") == members.has("challenge"))
            return bad_member("day", "expected either a day or a challenge");
        if (members.has("challenge") && (challenge == nullptr || !is_id(challenge->text)))
            return bad_member("challenge", "expected 32 hexadecimal digits");
        const std::optional<Date> date = day != nullptr ? parse_date(day->text) : std::nullopt;
        if (challenge == nullptr && !date) return bad_member("day", "expected a date such as 2026-12-24");
        const Time now = settings_.now();
        if (date && (now < opens(*date) || now >= closes(*date)))
            return problem("day-not-open", {.text = "results of " + day->text + " are not taken now"});

        NewResult result{
            .id = ask.values["id"], .player = ask.player, .helped = helped->text == "true", .now = now};
        const std::uint64_t body = hash::Fnv1a().add(ask.body).value();
        {
            const std::scoped_lock lock(mutex_);
            const auto known = recent_.find(result.id);
            if (known != recent_.end() && known->second.player == ask.player && known->second.body == body) {
                const bool taken =
                    enqueue_locked({.finish = [this, recent = known->second](
                                                  Store& store) { return added_answer(store, recent, 200); },
                                    .reply = ask.reply});
                return taken ? std::nullopt : std::optional(problem("busy", {.retry_after = busy_seconds}));
            }
        }
        if (challenge != nullptr)
            if (auto full = take_place(ask, challenge->text)) return full;
        tl::expected<Finished, Fault> game = replayed(record->text, [&](const std::string& deal) {
            return !date || deal == deal_of(std::string(game_of_deal(deal)), *date);
        });
        if (!game) return fault(game.error());
        result.game = std::move(*game);
        if (date) {
            result.board = board_of(game_of_deal(result.game.deal), date_text(*date));
            result.closes = closes(*date);
        } else {
            result.board = challenge->text;
        }
        const Recent recent{.player = ask.player,
                            .body = body,
                            .board = result.board,
                            .day = date.has_value(),
                            .won = result.game.won,
                            .moves = result.game.moves,
                            .helped = result.helped};
        const auto added = std::make_shared<Added>();
        const std::string id = result.id;
        enqueue({.write =
                     [this, result = std::move(result), added](Store& store) {
                         *added = store.add_result(result);
                         if (*added == Added::added) touched_.insert(result.board);
                     },
                 .finish =
                     [this, id, recent, added, taken = ask.taken](Store& store) {
                         if (*added != Added::added && *added != Added::known) return not_added(*added);
                         {
                             const std::scoped_lock lock(mutex_);
                             if (*added == Added::known && !taken->in_challenge.empty())
                                 in_challenge_.give_back(std::exchange(taken->in_challenge, ""));
                             if (recent_.size() >= most_recent) recent_.clear();
                             recent_[id] = recent;
                         }
                         return added_answer(store, recent, *added == Added::added ? 201 : 200);
                     },
                 .reply = std::move(ask.reply)});
        return std::nullopt;
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

    std::optional<Answer> read_vote(Ask& ask, const Members& members) {
        using Kind = JsonValue::Kind;
        if (const auto name = members.unknown({"stars", "records"}))
            return bad_member(*name, "it is unknown, or there twice");
        const JsonValue* const stars = members.find("stars", Kind::number);
        if (stars == nullptr || stars->text.size() != 1 || stars->text < "1" || stars->text > "5")
            return bad_member("stars", "expected a number from 1 to 5");
        const JsonValue* const records = members.find("records", Kind::array);
        constexpr std::size_t needed = 3;
        const auto is_text = [](const JsonValue& value) { return value.kind == Kind::string; };
        if (members.has("records") && (records == nullptr || records->items.size() != needed ||
                                       !std::ranges::all_of(records->items, is_text)))
            return bad_member("records", "expected three strings");
        const std::string game = ask.values["game"];
        std::vector<std::uint64_t> games;
        if (records != nullptr) {
            {
                const std::scoped_lock lock(mutex_);
                if (const unsigned seconds = first_votes_.take(ask.taken->address, ask.taken->network, game);
                    seconds > 0)
                    return problem("too-many-requests", {.retry_after = seconds});
                ask.taken->first_vote = game;
            }
            std::set<std::string> deals;
            for (const JsonValue& record : records->items) {
                const tl::expected<Finished, Fault> finished = replayed(
                    record.text, [&](const std::string& deal) { return game_of_deal(deal) == game; });
                if (!finished) return fault(finished.error());
                deals.insert(finished->deal);
                games.push_back(hash::Fnv1a().add(finished->deal + ' ' + finished->line).value());
            }
            if (deals.size() != needed) return problem("same-deal");
        }
        const auto given = std::make_shared<Voted>();
        const auto number = static_cast<unsigned>(stars->text.front() - '0');
        enqueue({.write = [game, player = ask.player, number, games, now = settings_.now(),
                           given](Store& store) { *given = store.vote(game, player, number, games, now); },
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

    std::optional<Answer> read_challenge(Ask& ask, const Members& members) {
        if (const auto name = members.unknown({"deal", "result"}))
            return bad_member(*name, "it is unknown, or there twice");
        const JsonValue* const text = members.find("deal", JsonValue::Kind::string);
        const Expected<DealText> deal = text == nullptr ? text_error(1, 1, "") : parse_deal(text->text);
        if (!deal || !deal->number || !read_game_ref(deal->id))
            return bad_member("deal", "expected a numbered deal such as GAME#12345");
        std::optional<NewResult> result;
        if (members.has("result")) {
            NewResult own;
            own.player = ask.player;
            own.board = ask.values["challenge"];
            own.now = settings_.now();
            if (auto refused = read_own_result(ask, members, deal_text(*deal), own)) return refused;
            result = std::move(own);
        }
        const auto added = std::make_shared<Added>();
        const auto joined = std::make_shared<Added>(Added::added);
        enqueue({.write =
                     [id = ask.values["challenge"], deal = deal_text(*deal),
                      // Whole days, so that it does not say the second in which it was made.
                      until = (settings_.now() + keep_challenges) / a_day * a_day, player = ask.player,
                      result = std::move(result), added, joined](Store& store) {
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
                         if (*joined == Added::known && !taken->in_challenge.empty()) {
                             const std::scoped_lock lock(mutex_);
                             in_challenge_.give_back(std::exchange(taken->in_challenge, ""));
                         }
                         return challenge_answer(store, id, player, *added == Added::added ? 201 : 200);
                     },
                 .reply = std::move(ask.reply)});
        return std::nullopt;
    }

    /// The result that comes with a challenge: of whoever makes it.
    std::optional<Answer> read_own_result(Ask& ask, const Members& challenge, const std::string& deal,
                                          NewResult& result) {
        using Kind = JsonValue::Kind;
        const JsonValue* const object = challenge.find("result", Kind::object);
        if (object == nullptr) return bad_member("result", "expected an object");
        const Members members(*object);
        if (const auto name = members.unknown({"id", "record", "helped"}))
            return bad_member("result/" + *name, "it is unknown, or there twice");
        const JsonValue* const id = members.find("id", Kind::string);
        const JsonValue* const record = members.find("record", Kind::string);
        const JsonValue* const helped = members.find("helped", Kind::boolean);
        if (id == nullptr || !is_id(id->text))
            return bad_member("result/id", "expected 32 hexadecimal digits");
        if (record == nullptr) return bad_member("result/record", "expected a string");
        if (helped == nullptr) return bad_member("result/helped", "expected true or false");
        result.id = id->text;
        result.helped = helped->text == "true";
        if (auto refused = take_place(ask, result.board)) return refused;
        tl::expected<Finished, Fault> game =
            replayed(record->text, [&](const std::string& one) { return one == deal; });
        if (!game) return fault(game.error());
        result.game = std::move(*game);
        return std::nullopt;
    }

    /// Takes a place in a challenge from what a network may have there.
    std::optional<Answer> take_place(Ask& ask, const std::string& challenge) {
        const std::scoped_lock lock(mutex_);
        const std::string bucket = ask.taken->network + challenge;
        if (const unsigned seconds = in_challenge_.take(bucket); seconds > 0)
            return problem("too-many-requests", {.retry_after = seconds});
        ask.taken->in_challenge = bucket;
        return std::nullopt;
    }

    // --- Threads ---------------------------------------------------------------------------------------

    /// Whatever is thrown, if memory is short or something is wrong that nobody has thought of, costs what is under way and
    /// not the server.
    template <class Loop>
    static void go_on(const Loop& loop) {
        for (;;) try {
                return loop();
            } catch (const std::exception& error) {
                std::fprintf(stderr, "quincunx serve: the service goes on after an error: %s\n",
                             error.what());
                std::this_thread::sleep_for(std::chrono::seconds(1));
            }
    }

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

    void enqueue(Job job) {
        bool taken = false;
        {
            const std::scoped_lock lock(mutex_);
            taken = enqueue_locked(std::move(job));
        }
        if (!taken) job.reply(problem("busy", {.retry_after = busy_seconds}));
    }
    /// Whether there was room; if not, the job stays as it was.
    bool enqueue_locked(Job&& job) {
        if (jobs_.size() >= most_jobs) return false;
        jobs_.push_back(std::move(job));
        job_came_.notify_one();
        return true;
    }

    void use_store() {
        auto next_prune = std::chrono::steady_clock::now();
        for (;;) {
            std::vector<Job> group;
            {
                std::unique_lock lock(mutex_);
                if (std::chrono::steady_clock::now() < next_look_)
                    job_came_.wait_for(lock, std::chrono::seconds(1),
                                       [&] { return stopping_ || !jobs_.empty(); });
                if (stopping_) return;
                while (!jobs_.empty() && group.size() < most_in_group) {
                    group.push_back(std::move(jobs_.front()));
                    jobs_.pop_front();
                }
            }
            look_around();
            if (!group.empty()) work_off(group);
            const auto now = std::chrono::steady_clock::now();
            if (now < next_look_) continue;
            const bool prunes = now >= next_prune;
            const House house = keep_house(prunes);
            next_look_ = now + (house == House::failed ? std::chrono::seconds(storage_seconds)
                                : house == House::more ? std::chrono::seconds(0)
                                                       : std::chrono::seconds(60));
            // Deleting that waits for the clock is tried each time.
            if (prunes && house == House::done) next_prune = now + std::chrono::hours(1);
        }
    }

    /// If another program has changed the database, what is remembered of it may be wrong.
    void look_around() {
        Changes changes;
        try {
            changes = store_->changes_elsewhere();
        } catch (const std::exception&) {
            return;  // whoever needs it will say so
        }
        const std::scoped_lock lock(mutex_);
        if (changes.everything) {
            tables_.clear();
            recent_.clear();
        }
        for (const std::string& board : changes.boards) tables_.erase(board);
        if (changes.everything || changes.votes) votes_ = nullptr;
    }

    void work_off(std::vector<Job>& group) {
        std::vector<Job*> writers;
        for (Job& job : group)
            if (job.write) writers.push_back(&job);
        // If a group cannot be committed, it may be because of one of them; not if it could not even begin, or if the
        // database takes long to refuse each.
        Outcome outcome = damaged_          ? Outcome::not_begun
                          : writers.empty() ? Outcome::done
                                            : committed(writers);
        if (outcome != Outcome::done) {
            const auto until = std::chrono::steady_clock::now() + settings_.alone;
            for (Job* const writer : writers) {
                if (std::chrono::steady_clock::now() >= until) outcome = Outcome::not_begun;
                if (outcome != Outcome::not_begun) outcome = committed({writer});
                writer->failed = outcome != Outcome::done;
            }
        }
        {
            const std::scoped_lock lock(mutex_);
            for (const std::string& board : touched_) tables_.erase(board);
        }
        touched_.clear();
        for (Job& job : group) {
            Answer answer = problem("storage", {.retry_after = storage_seconds});
            try {
                if (!job.failed && !damaged_) answer = job.finish(*store_);
            } catch (const std::exception& error) {
                complain(error);
            }
            job.reply(std::move(answer));
        }
    }

    enum class Outcome : std::uint8_t { done, failed, not_begun };
    Outcome committed(const std::vector<Job*>& writers) {
        const auto begun = std::chrono::steady_clock::now();
        Outcome outcome = Outcome::not_begun;
        try {
            store_->begin();
            outcome = Outcome::failed;
            for (const Job* const writer : writers) writer->write(*store_);
            store_->commit();
            outcome = Outcome::done;
        } catch (const std::exception& error) {
            store_->rollback();
            complain(error);
        }
        // Whether it was only this operation that failed, another one shows; to begin one more may take long.
        if (outcome != Outcome::done)
            next_look_ = std::chrono::steady_clock::now() +
                         std::chrono::seconds(outcome == Outcome::failed ? 0 : storage_seconds);
        const std::scoped_lock lock(mutex_);
        if (outcome != Outcome::failed) can_write_ = outcome == Outcome::done;
        outcome == Outcome::done ? ++commits_ : ++failures_;
        commit_seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        return outcome;
    }

    enum class House : std::uint8_t { done, more, doubted, failed };
    /// Notes the time, which shows that the database can be written, and forgets what is due.
    House keep_house(bool prunes) {
        House house = House::done;
        try {
            if (damaged_) throw StorageError("it is damaged");
            store_->begin();
            const Time now = settings_.now();
            const std::optional<Time> latest = store_->latest_time();
            const bool believed = clock_.believes(now, latest);
            store_->remember_time(believed ? std::max(now, latest.value_or(now)) : *latest);
            Pruned pruned;
            // Players who were forgotten do not wait for the clock: they have asked for it.
            if (prunes) store_->forget_again();
            if (prunes && believed) pruned = store_->prune(now);
            store_->commit();
            if (!believed && !clock_doubted_) doubt(now, *latest);
            if (!believed) house = House::doubted;
            if (pruned.more) house = House::more;
            const std::scoped_lock lock(mutex_);
            if (pruned.votes > 0) votes_ = nullptr;
            clock_doubted_ = !believed;
        } catch (const std::exception& error) {
            store_->rollback();
            complain(error);
            house = House::failed;
        }
        const std::scoped_lock lock(mutex_);
        can_write_ = house != House::failed;
        return house;
    }

    static void doubt(Time now, Time latest) {
        std::fprintf(
            stderr,
            "quincunx serve: the clock says %s, %lld days after the latest time that the service has known "
            "(%s): nothing is deleted until it has gone on for 24 hours; if it is right, say "
            "quincunx service prune %s\n",
            day_text(now).c_str(), static_cast<long long>((now - latest) / a_day), day_text(latest).c_str(),
            day_text(now).c_str());
    }

    /// The database as a whole is looked at when the server starts, and after something has failed.
    void look_for_damage() {
        std::unique_lock lock(mutex_);
        while (!stopping_) {
            look_for_damage_ = false;
            lock.unlock();
            const std::optional<std::string> damage = store_->damage(ending_);
            lock.lock();
            if (damage) {
                damaged_ = true;
                can_write_ = false;
                std::fprintf(stderr, "quincunx serve: the database of the service is damaged: %s\n",
                             damage->c_str());
                return;
            }
            failed_.wait_for(lock, std::chrono::minutes(10), [&] { return stopping_; });
            failed_.wait(lock, [&] { return stopping_ || look_for_damage_; });
        }
    }

    /// Says what is wrong, but not more than once a minute.
    void complain(const std::exception& error) {
        {
            const std::scoped_lock lock(mutex_);
            look_for_damage_ = true;
        }
        failed_.notify_all();
        const auto now = std::chrono::steady_clock::now();
        if (complained_ && now - *complained_ < std::chrono::minutes(1)) return;
        complained_ = now;
        std::fprintf(stderr, "quincunx serve: the database of the service: %s\n", error.what());
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

    void count(const Route* route, unsigned status) {
        const std::scoped_lock lock(mutex_);
        ++requests_[{route == nullptr ? "none" : std::string(route->operation), status}];
    }

    const Settings settings_;
    std::unique_ptr<Store> store_;   // only for the thread that owns it
    std::set<std::string> touched_;  // likewise: boards that the group has changed
    std::optional<std::chrono::steady_clock::time_point> complained_;  // likewise
    ClockGuard clock_;                                                 // likewise
    std::chrono::steady_clock::time_point next_look_{};                // likewise

    std::atomic<bool> ending_ = false;
    std::atomic<bool> damaged_ = false;  // until it is started with another database

    std::mutex mutex_;  // for all below
    std::condition_variable record_came_;
    std::condition_variable job_came_;
    std::condition_variable failed_;
    bool look_for_damage_ = false;
    bool can_write_ = true;
    bool clock_doubted_ = false;
    std::deque<Ask> records_;
    std::deque<Job> jobs_;
    bool stopping_ = false;
    std::optional<std::chrono::steady_clock::time_point> advised_;
    AddressBuckets writes_;
    AddressBuckets reads_;
    Buckets refused_;
    AddressBuckets first_votes_;
    Buckets in_challenge_;
    Buckets players_;
    std::unordered_map<std::string, std::shared_ptr<const std::string>> tables_;  // without their beginnings
    std::shared_ptr<const std::string> votes_;
    std::unordered_map<std::string, Recent> recent_;
    std::map<std::pair<std::string, unsigned>, std::uint64_t> requests_;
    std::uint64_t commits_ = 0;
    std::uint64_t failures_ = 0;
    double commit_seconds_ = 0;
    std::vector<std::thread> threads_;  // use everything above
};

}  // namespace

std::unique_ptr<Api> start(std::unique_ptr<Store> store, const Settings& settings) {
    return std::make_unique<Service>(std::move(store), settings);
}

}  // namespace quincunx::service
