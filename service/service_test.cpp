#include "service/service.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>

#include "engine/json_reader.hpp"
#include "service/buckets.hpp"
#include "service/clock.hpp"
#include "service/sqlite_store.hpp"
#include "service/test_database.hpp"
#include "service/verify.hpp"
#include "session/session.hpp"
#include "wire/table/json.hpp"

namespace quincunx::service {
namespace {

using testing::HasSubstr;

std::string contents(const std::string& file) {
    std::ifstream stream(std::string(QUINCUNX_SOURCE_DIR) + '/' + file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

const JsonValue& at(const JsonValue& value, const std::vector<std::string>& names) {
    const JsonValue* found = &value;
    for (const std::string& name : names) {
        found = found->find(name);
        if (found == nullptr) throw std::runtime_error("no " + name);
    }
    return *found;
}

TEST(OpenApi, HasTheRoutesOfTheProgram) {
    const auto described = read_json(contents("docs/service-openapi.json"));
    ASSERT_TRUE(described);
    std::set<std::string> documented;
    const JsonValue& paths = at(*described, {"paths"});
    for (std::size_t i = 0; i < paths.items.size(); ++i) {
        for (std::size_t j = 0; j < paths.items[i].items.size(); ++j) {
            std::string method = paths.items[i].names[j];
            if (method == "parameters") continue;
            const JsonValue& one = paths.items[i].items[j];
            for (char& c : method) c = static_cast<char>(std::toupper(c));
            const JsonValue* const security = one.find("security");
            const char* const key = security == nullptr           ? ""
                                    : security->items.size() == 2 ? " key if there is one"
                                                                  : " key";
            documented.insert(at(one, {"operationId"}).text + ' ' + method + ' ' + paths.names[i] + key +
                              (one.find("requestBody") != nullptr ? " body" : ""));
        }
    }
    std::set<std::string> built;
    for (const Route& route : routes())
        built.insert(std::string(route.operation) + ' ' + std::string(route.method) + ' ' +
                     std::string(route.path) +
                     (route.key == Route::Key::required   ? " key"
                      : route.key == Route::Key::optional ? " key if there is one"
                                                          : "") +
                     (route.body > 0 ? " body" : ""));
    EXPECT_EQ(documented, built);
}

TEST(OpenApi, HasTheProblemsOfTheProgram) {
    const auto described = read_json(contents("docs/service-openapi.json"));
    const std::string page = contents("docs/service.md");
    std::set<std::string> documented;
    for (const JsonValue& type :
         at(*described, {"components", "schemas", "Problem", "properties", "type", "enum"}).items)
        documented.insert(type.text);
    std::set<std::string> built;
    for (const Problem& problem : problems()) {
        built.insert("urn:quincunx:" + std::string(problem.word));
        EXPECT_THAT(page, HasSubstr('`' + std::string(problem.word) + '`'));
    }
    EXPECT_EQ(documented, built);
}

TEST(Days, AreOpenAsLongAsItIsThatDayAnywhere) {
    const Date day = *parse_date("2026-11-27");
    EXPECT_EQ(closes(day) - opens(day), 50 * 3600);
    EXPECT_EQ(opens(day), 1'795'687'200);   // 2026-11-26 10:00 UTC
    EXPECT_EQ(closes(day), 1'795'867'200);  // 2026-11-28 12:00 UTC
}

TEST(Stars, HaveAMeanWithinItsInterval) {
    EXPECT_EQ(mean_of({}).mean, 0);
    const Mean one = mean_of({0, 0, 0, 0, 1});
    EXPECT_EQ(one.mean, 5);
    EXPECT_NEAR(one.low, 1.826, 0.001);
    EXPECT_EQ(one.high, 5);
    const Mean many = mean_of({100, 0, 0, 0, 300});
    EXPECT_EQ(many.mean, 4);
    EXPECT_NEAR(many.high - many.low, 0.34, 0.01);
}

TEST(Clock, ThatIsFarAheadIsDoubtedForADay) {
    const auto start = ClockGuard::Clock::now();
    const auto hours = [](int number) { return std::chrono::hours(number); };
    constexpr Time now = 1'795'780'800;
    ClockGuard guard;
    EXPECT_TRUE(guard.believes(now, std::nullopt, start));
    EXPECT_TRUE(guard.believes(now, now, start));
    EXPECT_TRUE(guard.believes(now + 7 * a_day, now, start));  // a server that was off for a week
    EXPECT_TRUE(guard.believes(0, now, start));                // set back: nothing is due then
    EXPECT_FALSE(guard.believes(now + 40 * a_day, now, start));
    EXPECT_FALSE(guard.believes(now + 41 * a_day - 1, now, start + hours(24) - std::chrono::seconds(1)));
    EXPECT_TRUE(guard.believes(now + 41 * a_day, now, start + hours(24)));
    // One that jumps is not steady, however long it runs, and one that is right again was never far ahead.
    ClockGuard jumps;
    for (int hour = 0; hour < 100; ++hour)
        EXPECT_FALSE(jumps.believes(now + (40 + hour % 2) * a_day + hour * 3600, now, start + hours(hour)));
    EXPECT_TRUE(jumps.believes(now, now, start + hours(100)));
    EXPECT_FALSE(jumps.believes(now + 800 * a_day, now, start + hours(130)));
}

TEST(Buckets, FillAgain) {
    Buckets buckets(2, 3600, 3);
    const auto now = Buckets::Clock::now();
    EXPECT_EQ(buckets.take("a", now), 0U);
    EXPECT_EQ(buckets.take("a", now), 0U);
    EXPECT_EQ(buckets.take("a", now), 1U);
    EXPECT_EQ(buckets.take("b", now), 0U);
    EXPECT_EQ(buckets.take("a", now + std::chrono::seconds(1)), 0U);
    EXPECT_EQ(buckets.take("a", now), 1U);  // a clock that goes back gives nothing
    EXPECT_EQ(buckets.take("c", now), 0U);
    EXPECT_GT(buckets.take("d", now), 1U);  // there is room for three
    EXPECT_EQ(buckets.take("d", now + std::chrono::hours(1)), 0U);
}

TEST(Buckets, ManyAddressesOfOneNetworkAreNotMany) {
    AddressBuckets buckets(2, 0.001);
    const auto taken = [&](const std::string& network, const std::string& what) {
        int count = 0;
        for (int address = 0; address < 100; ++address)
            count += buckets.take("address " + std::to_string(address), network, what) == 0 ? 1 : 0;
        return count;
    };
    EXPECT_EQ(taken("network", "a"), 8);
    EXPECT_EQ(taken("network", "b"), 8);
    EXPECT_EQ(taken("another network", "a"), 8);
}

TEST(Buckets, AnAddressThatIsRefusedTakesNothingFromItsNetwork) {
    AddressBuckets buckets(2, 0.001);
    int taken = 0;
    for (int i = 0; i < 100; ++i) taken += buckets.take("one", "network") == 0 ? 1 : 0;
    EXPECT_EQ(taken, 2);
    EXPECT_EQ(buckets.take("another", "network"), 0U);
}

/// A service with an empty database and a clock that the test sets.
class Asking : public testing::Test {
  public:
    static constexpr Time noon = 1'795'780'800;  // 2026-11-27 12:00 UTC
    Time now = noon;
    Settings settings{.writes = 100'000, .now = [this] { return now; }};
    std::unique_ptr<Api> api = fresh();

    std::unique_ptr<Api> fresh() const {
        if (test_database() == nullptr) return start(open_sqlite(":memory:"), settings);
        empty_test_database();  // the same with PostgreSQL
        return start(open_postgres(test_database()), settings);
    }

    static std::string key(unsigned number) { return std::string(32, 'k') + std::to_string(number); }
    static std::string id(unsigned number) {
        const std::string digits = std::to_string(number);
        return std::string(32 - digits.size(), '0') + digits;
    }

    Answer ask(Request request) const {
        if (request.host.empty()) request.host = "localhost:8080";
        request.path = "/api/1" + request.path;
        if (std::optional<Answer> refused = api->refuse(request)) return *refused;
        std::mutex mutex;
        std::condition_variable came;
        std::optional<Answer> answer;
        api->answer(request, [&](Answer said) {
            const std::scoped_lock lock(mutex);
            EXPECT_FALSE(answer) << "two answers";
            answer = std::move(said);
            came.notify_one();
        });
        std::unique_lock lock(mutex);
        EXPECT_TRUE(came.wait_for(lock, std::chrono::minutes(15), [&] { return answer.has_value(); }));
        return *answer;
    }
    Answer get(const std::string& path, std::optional<unsigned> player = {}) const {
        return ask({.method = "GET", .path = path, .authorization = player ? "Bearer " + key(*player) : ""});
    }
    static Request putting(const std::string& path, const std::string& body, unsigned player = 1) {
        return {.method = "PUT",
                .path = path,
                .content_type = "application/json",
                .authorization = "Bearer " + key(player),
                .has_body = true,
                .length = body.size(),
                .body = body};
    }
    Answer put(const std::string& path, const std::string& body, unsigned player = 1) const {
        return ask(putting(path, body, player));
    }
    static Request deleting(const std::string& path, unsigned player) {
        return {.method = "DELETE", .path = path, .authorization = "Bearer " + key(player)};
    }
    Answer send(unsigned number, const std::string& record, const std::string& day = "2026-11-27",
                bool helped = false) const {
        return put("/results/" + id(number), result_json("day", day, record, helped), number);
    }

    /// A result of a "day" or a "challenge".
    static std::string result_json(const char* of, const std::string& which, const std::string& record,
                                   bool helped) {
        wire::JsonWriter json;
        json.begin_object().member(of, which).member("record", record).member("helped", helped);
        return json.end_object().take();
    }
    /// A challenge with the result of whoever makes it.
    static std::string challenge_json(unsigned result, const std::string& record, bool helped) {
        wire::JsonWriter json;
        json.begin_object().member("deal", "gargantua#12").key("result").begin_object();
        json.member("id", id(result)).member("record", record).member("helped", helped).end_object();
        return json.end_object().take();
    }
};

/// A game of so many moves, or fewer if none is left.
std::string game(const std::string& deal, std::size_t moves) {
    Session session = Session::from_deal(deal).value();
    for (std::size_t i = 0; i < moves; ++i) {
        const std::vector<std::string> legal = session.legal();
        if (legal.empty()) break;
        EXPECT_FALSE(session.play(legal[i % legal.size()]));
    }
    return session.record_text();
}

const std::string day_deal = "stalactites#2877438873918262";
const std::string won_record =
    "quincunx-record 1\ngame stalactites\ndeal stalactites#2877438873918262\nmoves\n"
    "by1 T1>F1 T1>F4 T4>F4 T6>F2 T8>F1 T6>R1 T6>F3 T7>R2 T7>F2 T3>F2 R1>F2 T1>R1 T1>F2 R1>F2 R2>F2 T3>F2\n"
    "T7>F2 T1>R1 T1>F1 T4>F1 T3>R2 T3>F1 R1>F1 R2>F1 T7>R1 T7>F4 T7>F3 T2>F3 T5>F3 T8>R2 T8>F1 T8>F3\n"
    "T8>F3 R1>F3 T8>F3 T4>F3 T4>F3 T4>F4 R2>F4 T2>R1 T2>F3 T2>F2 T2>F2 T3>F2 T3>F4 T5>R2 T5>F1 R1>F1\n"
    "T5>F1 T5>F4 T5>F1 T6>R1 T6>F3 T6>F4 R2>F4 T2>F4 T4>F4 R1>F4\nend\n";

/// The same, with all but so many moves taken back.
std::string part_of_game(std::size_t moves) {
    return won_record.substr(0, won_record.size() - 4) + "at " + std::to_string(moves) + "\nend\n";
}

MATCHER_P2(IsProblem, status, word, "") {
    *result_listener << arg.status << ' ' << arg.body;
    return arg.status == status && arg.type == "application/problem+json" &&
           arg.body.find("\"urn:quincunx:" + std::string(word) + '"') != std::string::npos;
}

TEST_F(Asking, AResultOfTheDay) {
    EXPECT_THAT(get("/days/2026-11-27/stalactites").body,
                HasSubstr(R"("finished":{"unaided":0,"helped":0})"));
    const Answer first = send(1, won_record);
    EXPECT_EQ(first.status, 201U);
    EXPECT_THAT(first.body,
                HasSubstr(R"({"result":{"won":true,"moves":59,"helped":false},"table":{"open":true)"));
    EXPECT_EQ(send(1, won_record).status, 200U);
    EXPECT_EQ(send(2, won_record, "2026-11-27", true).status, 201U);
    const Answer table = get("/days/2026-11-27/stalactites");
    EXPECT_THAT(table.body,
                HasSubstr(R"("won":{"unaided":1,"helped":1},"moves":[{"moves":59,"unaided":1,"helped":1}])"));
    // Marks, texts and moves that were taken back stay with the player.
    const Answer lines = get("/days/2026-11-27/stalactites/lines", 2);
    EXPECT_THAT(lines.body, HasSubstr(R"("moves":59,"helped":false)"));
    EXPECT_THAT(get("/days/2026-11-27/stalactites/lines", 3), IsProblem(403U, "no-result"));
}

TEST_F(Asking, OnlyMovesAreTakenFromARecord) {
    const std::string end = "end\n";
    const std::string with = won_record.substr(0, won_record.size() - end.size()) +
                             "mark 3 a secret\nmeta note another secret\nresult won\n" + end;
    EXPECT_EQ(send(1, with).status, 201U);
    const Answer lines = get("/days/2026-11-27/stalactites/lines", 1);
    EXPECT_THAT(lines.body, testing::Not(HasSubstr("secret")));
    EXPECT_THAT(lines.body, HasSubstr("R1>F4"));
    // Moves that were taken back do not count.
    EXPECT_THAT(send(2, part_of_game(30)).body, HasSubstr(R"({"result":{"won":false,"moves":30,)"));
}

TEST_F(Asking, DaysAndDealsThatAreNotOpen) {
    EXPECT_THAT(send(1, won_record, "2026-11-28"), IsProblem(422U, "wrong-deal"));
    EXPECT_THAT(send(1, won_record, "2026-11-25"), IsProblem(422U, "day-not-open"));
    EXPECT_THAT(send(1, won_record, "2026-11-31"), IsProblem(400U, "bad-member"));
    now = opens(*parse_date("2026-11-27")) - 1;
    EXPECT_THAT(send(1, won_record), IsProblem(422U, "day-not-open"));
    now += 1;
    EXPECT_EQ(send(1, won_record).status, 201U);
    now = closes(*parse_date("2026-11-27")) - 1;
    EXPECT_EQ(send(2, won_record).status, 201U);
    now += 1;
    EXPECT_THAT(send(3, won_record), IsProblem(422U, "day-not-open"));
    // Nor does it help to set the server's clock back: what was counted stays counted once.
    now = noon;
    EXPECT_EQ(send(1, won_record).status, 200U);
    EXPECT_THAT(get("/days/2026-11-27/stalactites").body, HasSubstr(R"("won":{"unaided":1,"helped":0})"));
    EXPECT_EQ(get("/days/2036-12-31/stalactites").status, 200U);
    EXPECT_THAT(get("/days/2037-01-01/stalactites"), IsProblem(404U, "not-found"));
    EXPECT_THAT(get("/days/2026-11-27/stalactites%20"), IsProblem(404U, "not-found"));
}

TEST_F(Asking, ForgedRecords) {
    const auto replace = [](std::string text, const std::string& from, const std::string& to) {
        return text.replace(text.find(from), from.size(), to);
    };
    EXPECT_THAT(send(1, replace(won_record, "T1>F4", "T1>F5")), IsProblem(422U, "illegal-move"));
    EXPECT_THAT(send(1, replace(won_record, "T1>F4", "T5>F4")).body, HasSubstr(R"("line":5,"column":11)"));
    EXPECT_THAT(send(1, replace(won_record, "end\n", "")), IsProblem(422U, "bad-record"));
    EXPECT_THAT(send(1, replace(won_record, "8262", "8263")), IsProblem(422U, "wrong-deal"));
    EXPECT_THAT(send(1, part_of_game(19)), IsProblem(422U, "not-finished"));
    EXPECT_EQ(send(1, part_of_game(20)).status, 201U);
    std::string endless = "quincunx-record 1\ngame stalactites\ndeal " + day_deal + "\nmoves\nby1\n";
    for (int i = 0; i < 2001; ++i) endless += "T1>F1 ";
    EXPECT_THAT(send(2, endless + "\nend\n"), IsProblem(422U, "too-many-moves"));
    EXPECT_THAT(send(2, won_record + std::string(33 * 1024, '\n')), IsProblem(413U, "too-long"));
    EXPECT_THAT(send(2, ""), IsProblem(422U, "bad-record"));
    EXPECT_THAT(send(2, "quincunx-record 1\ngame none\ndeal none#1\nmoves\nend\n"),
                IsProblem(422U, "wrong-deal"));
}

TEST_F(Asking, BodiesThatAreWrong) {
    const std::string path = "/results/" + id(1);
    for (const char* body : {"", "[]", "{", "null", "{\"day\":1}x", "\xff"})
        EXPECT_THAT(put(path, body), IsProblem(400U, "bad-json")) << body;
    for (const char* body :
         {"{}", R"({"record":1,"helped":true,"day":"2026-11-27"})", R"({"record":"","helped":true})",
          R"({"record":"","helped":1,"day":"2026-11-27"})",
          R"({"record":"","helped":true,"day":"2026-11-27","day":"2026-11-27"})",
          R"({"record":"","helped":true,"day":"2026-11-27","challenge":"x"})",
          R"({"record":"","helped":true,"challenge":"x"})",
          R"({"record":"","helped":true,"day":"2026-11-27","name":"'; DROP TABLE results; --"})"})
        EXPECT_THAT(put(path, body), IsProblem(400U, "bad-member")) << body;
    EXPECT_THAT(put("/votes/gargantua", R"({"stars":6})"), IsProblem(400U, "bad-member"));
    EXPECT_THAT(put("/votes/gargantua", R"({"stars":1.5})"), IsProblem(400U, "bad-member"));
    EXPECT_THAT(put("/votes/gargantua", R"({"stars":5,"records":["",""]})"), IsProblem(400U, "bad-member"));
    EXPECT_THAT(put("/challenges/" + id(1), R"({"deal":"stalactites"})"), IsProblem(400U, "bad-member"));
    EXPECT_THAT(put("/challenges/" + id(1), R"({"deal":"none#1"})"), IsProblem(400U, "bad-member"));
}

TEST_F(Asking, HeadersThatAreWrong) {
    const auto with = [&](const auto& change) {
        Request request = putting("/results/" + id(1), "{}");
        change(request);
        return ask(request);
    };
    EXPECT_THAT(with([](Request&) {}), IsProblem(400U, "bad-member"));
    EXPECT_THAT(with([](Request& r) { r.path = "/results/1"; }), IsProblem(404U, "not-found"));
    EXPECT_THAT(with([](Request& r) { r.path += '/'; }), IsProblem(404U, "not-found"));
    EXPECT_THAT(with([](Request& r) { r.path = ""; }), IsProblem(404U, "not-found"));
    EXPECT_THAT(with([](Request& r) { r.method = "POST"; }), IsProblem(405U, "not-allowed"));
    EXPECT_EQ(with([](Request& r) { r.method = "POST"; }).allow, "PUT");
    EXPECT_THAT(with([](Request& r) { r.host = "patience.example"; }), IsProblem(421U, "wrong-host"));
    EXPECT_THAT(with([](Request& r) { r.host = "127.0.0.1.example"; }), IsProblem(421U, "wrong-host"));
    EXPECT_THAT(with([](Request& r) { r.origin = "http://patience.example"; }),
                IsProblem(403U, "other-origin"));
    EXPECT_THAT(with([](Request& r) { r.origin = "http://localhost:8081"; }),
                IsProblem(403U, "other-origin"));
    EXPECT_THAT(with([](Request& r) { r.origin = "null"; }), IsProblem(403U, "other-origin"));
    EXPECT_THAT(with([](Request& r) { r.origin = "http://localhost:8080"; }), IsProblem(400U, "bad-member"));
    EXPECT_THAT(with([](Request& r) { r.length.reset(), r.has_body = false; }),
                IsProblem(411U, "length-missing"));
    EXPECT_THAT(with([](Request& r) { r.length.reset(); }), IsProblem(400U, "bad-member"));  // in chunks
    EXPECT_THAT(with([](Request& r) { r.length = 48 * 1024 + 1; }), IsProblem(413U, "too-long"));
    EXPECT_THAT(with([](Request& r) { r.content_type = "text/plain"; }), IsProblem(415U, "wrong-type"));
    EXPECT_THAT(with([](Request& r) { r.content_type += "; charset=utf-8"; }), IsProblem(400U, "bad-member"));
    for (const std::string& wrong :
         {std::string(), "Bearer " + std::string(31, 'a'), "Bearer " + std::string(87, 'a'),
          "Basic " + key(1), "Bearer " + key(1) + " "})
        EXPECT_THAT(with([&](Request& r) { r.authorization = wrong; }), IsProblem(401U, "key-missing"))
            << wrong;
    EXPECT_THAT(ask({.method = "GET", .path = "/votes", .has_body = true, .length = 1}),
                IsProblem(413U, "too-long"));
}

TEST_F(Asking, TheNameOfAPublicServer) {
    settings.hosts = {"patience.example"};
    settings.who = Operator{"A \"quoted\" name", "a@patience.example"};
    api = fresh();
    const auto from = [&](const char* host) {
        return ask({.method = "GET", .path = "/service", .host = host});
    };
    EXPECT_THAT(from("Patience.Example").body, HasSubstr(R"("operator":{"name":"A \"quoted\" name",)"));
    EXPECT_EQ(from("[::1]:8080").status, 200U);
    for (const char* name :
         {"evil.example", "wwwpatience.example", "evil.patience.example", "local.evil.example",
          "patience.example.evil.example", "xlocal.example", ".local."})
        EXPECT_THAT(from(name), IsProblem(421U, "wrong-host")) << name;
    for (const char* name : {"", ":80"}) EXPECT_FALSE(api->is_for(name));
    EXPECT_THAT(from("evil.example"), IsProblem(421U, "wrong-host"));
    EXPECT_THAT(from("patience.example").body,
                HasSubstr(R"("open":[{"day":"2026-11-27","until":1795867200},{"day":"2026-11-28")"));
}

TEST_F(Asking, PagesOfAPublicServer) {
    settings.hosts = {"patience.example", "club.example"};
    api = fresh();
    const auto status = [&](const char* host, const char* origin) {
        return ask({.method = "GET", .path = "/service", .host = host, .origin = origin}).status;
    };
    // Whatever a proxy makes of the field Host, its port or the name.
    EXPECT_EQ(status("patience.example", "https://patience.example"), 200U);
    EXPECT_EQ(status("patience.example", "https://patience.example:8443"), 200U);
    EXPECT_EQ(status("patience.example:443", "https://patience.example"), 200U);
    EXPECT_EQ(status("patience.example:8443", "https://patience.example:8443"), 200U);
    EXPECT_EQ(status("127.0.0.1:8080", "https://www.club.example."), 200U);
    EXPECT_EQ(status("nas.local", "http://nas.local"), 200U);
    EXPECT_EQ(status("192.0.2.1:443", "https://192.0.2.1"), 200U);
    EXPECT_EQ(status("192.0.2.1:80", "http://192.0.2.1"), 200U);
    // Pages of other servers, also on the same machine.
    EXPECT_EQ(status("192.0.2.1:443", "http://192.0.2.1"), 403U);
    EXPECT_EQ(status("localhost:8080", "http://localhost:8081"), 403U);
    EXPECT_EQ(status("localhost", "http://localhost:8081"), 403U);
    EXPECT_EQ(status("patience.example", "https://evil.example"), 403U);
    EXPECT_EQ(status("patience.example", "https://patience.example.evil.example"), 403U);
    EXPECT_EQ(status("patience.example", "patience.example"), 403U);
    EXPECT_EQ(status("nas.local", "http://evil.local"), 403U);
}

TEST_F(Asking, Votes) {
    const auto vote = [&](int stars, const std::vector<std::string>& records, unsigned player = 1) {
        wire::JsonWriter json;
        json.begin_object().member("stars", stars);
        if (!records.empty()) json.member("records", records);
        return put("/votes/gargantua", json.end_object().take(), player);
    };
    const std::vector<std::string> three{game("gargantua#1", 20), game("gargantua#2", 20),
                                         game("gargantua#4", 20)};
    EXPECT_THAT(vote(4, {}), IsProblem(422U, "records-missing"));
    EXPECT_THAT(vote(4, {three[0], three[1], three[1]}), IsProblem(422U, "same-deal"));
    EXPECT_THAT(vote(4, {three[0], three[1], won_record}), IsProblem(422U, "wrong-deal"));
    EXPECT_THAT(vote(4, {three[0], three[1], game("gargantua#3", 19)}), IsProblem(422U, "not-finished"));
    EXPECT_THAT(get("/votes").body, HasSubstr(R"({"games":[]})"));
    EXPECT_THAT(vote(4, three).body, HasSubstr(R"("stars":[0,0,0,1,0],"votes":1,"mean":4.000,)"));
    EXPECT_THAT(vote(2, {}).body, HasSubstr(R"("stars":[0,1,0,0,0],"votes":1,)"));
    // The same games from another key are kept, and do not count; games of one's own do.
    EXPECT_THAT(vote(5, three, 2).body, HasSubstr(R"("stars":[0,1,0,0,0],"votes":1,)"));
    EXPECT_THAT(vote(5, {three[0], game("gargantua#5", 20), game("gargantua#6", 20)}, 3).body,
                HasSubstr(R"("votes":1,)"));
    EXPECT_EQ(vote(5, {game("gargantua#1", 21), game("gargantua#2", 21), game("gargantua#4", 21)}, 4).status,
              200U);
    EXPECT_THAT(get("/votes").body, HasSubstr(R"("stars":[0,1,0,0,1],"votes":2,"mean":3.500,)"));
}

TEST_F(Asking, VotesFromOneNetworkHaveALimit) {
    settings.writes = 1200;
    api = fresh();
    const std::vector<std::string> three{game("gargantua#1", 20), game("gargantua#2", 20),
                                         game("gargantua#4", 20)};
    wire::JsonWriter json;
    const std::string body =
        json.begin_object().member("stars", 5).member("records", three).end_object().take();
    unsigned counted = 0;
    for (unsigned player = 1; player <= 40; ++player) {
        const Answer answer = put("/votes/gargantua", body, player);
        if (answer.status == 200) ++counted;
        if (answer.status != 200) {
            EXPECT_THAT(answer, IsProblem(429U, "too-many-requests"));
            EXPECT_GT(answer.retry_after, 60U);
        }
    }
    EXPECT_EQ(counted, 20U);
}

TEST_F(Asking, Challenges) {
    const std::string path = "/challenges/" + id(7);
    EXPECT_THAT(get(path), IsProblem(404U, "not-found"));
    EXPECT_EQ(put(path, R"({"deal":"gargantua#12"})").status, 201U);
    EXPECT_EQ(put(path, R"({"deal":"gargantua#12"})", 2).status, 200U);
    EXPECT_THAT(put(path, R"({"deal":"gargantua#13"})"), IsProblem(409U, "id-taken"));
    const auto answer = [&](unsigned player, const std::string& record) {
        return put("/results/" + id(100 + player), result_json("challenge", id(7), record, true), player);
    };
    EXPECT_THAT(answer(1, game("gargantua#13", 20)), IsProblem(422U, "wrong-deal"));
    const Answer first = answer(1, game("gargantua#12", 20));
    EXPECT_EQ(first.status, 201U);
    EXPECT_THAT(first.body, HasSubstr(R"("moves":20,"helped":true,"own":true}]})"));
    EXPECT_EQ(answer(1, game("gargantua#12", 20)).status, 200U);
    EXPECT_THAT(answer(2, game("gargantua#12", 21)).body, HasSubstr(R"("own":false})"));
    EXPECT_THAT(get(path, 2).body, HasSubstr(R"("own":true}]})"));
    EXPECT_THAT(get(path).body, testing::Not(HasSubstr(R"("own":true)")));
    now += keep_challenges;
    EXPECT_THAT(get(path), IsProblem(404U, "not-found"));
    EXPECT_THAT(answer(3, game("gargantua#12", 22)), IsProblem(404U, "not-found"));
}

TEST_F(Asking, AChallengeCarriesTheResultOfWhoMakesIt) {
    const auto challenge = [&](unsigned number, const std::string& record, unsigned result,
                               unsigned player = 1) {
        return put("/challenges/" + id(number), challenge_json(result, record, false), player);
    };
    const Answer made = challenge(7, game("gargantua#12", 20), 100);
    EXPECT_EQ(made.status, 201U);
    EXPECT_THAT(made.body, HasSubstr(R"("moves":20,"helped":false,"own":true}]})"));
    // Sent again, whole or by an older page, it is as it was.
    const Answer again = challenge(7, game("gargantua#12", 20), 100);
    EXPECT_EQ(again.status, 200U);
    EXPECT_EQ(again.body, made.body);
    EXPECT_EQ(put("/challenges/" + id(7), R"({"deal":"gargantua#12"})").body, made.body);
    EXPECT_THAT(challenge(7, game("gargantua#12", 21), 101), IsProblem(409U, "second-result"));
    EXPECT_EQ(get("/challenges/" + id(7), 1).body, made.body);
    // A request that is refused makes no challenge.
    EXPECT_THAT(challenge(8, game("gargantua#13", 20), 102), IsProblem(422U, "wrong-deal"));
    EXPECT_THAT(challenge(8, game("gargantua#12", 19), 102), IsProblem(422U, "not-finished"));
    EXPECT_THAT(challenge(8, "nonsense", 102), IsProblem(422U, "bad-record"));
    EXPECT_THAT(challenge(8, game("gargantua#12", 21), 100), IsProblem(409U, "id-taken"));
    for (const char* result :
         {"1", "{}", R"({"id":"x","record":"","helped":true})", R"({"record":"","helped":true})",
          R"({"id":"00000000000000000000000000000066","record":"","helped":1})",
          R"({"id":"00000000000000000000000000000066","record":"","helped":true,"day":"2026-11-27"})"})
        EXPECT_THAT(
            put("/challenges/" + id(8), R"({"deal":"gargantua#12","result":)" + std::string(result) + '}'),
            IsProblem(400U, "bad-member"))
            << result;
    EXPECT_THAT(get("/challenges/" + id(8)), IsProblem(404U, "not-found"));
    EXPECT_EQ(challenge(8, game("gargantua#12", 21), 102).status, 201U);
}

TEST_F(Asking, ForgetsAPlayer) {
    send(1, won_record);
    send(2, part_of_game(25));
    for (const unsigned player : {1U, 3U}) EXPECT_EQ(ask(deleting("/me", player)).status, 204U);
    EXPECT_THAT(get("/days/2026-11-27/stalactites").body,
                HasSubstr(R"("finished":{"unaided":1,"helped":0})"));
    EXPECT_THAT(get("/days/2026-11-27/stalactites/lines", 1), IsProblem(403U, "no-result"));
    // A result that was on its way is not kept, nor is anything else that comes with this key; others may go on.
    EXPECT_THAT(send(1, won_record), IsProblem(410U, "forgotten"));
    EXPECT_THAT(put("/challenges/" + id(7), R"({"deal":"gargantua#12"})", 1), IsProblem(410U, "forgotten"));
    EXPECT_THAT(put("/votes/gargantua", R"({"stars":4})", 3), IsProblem(410U, "forgotten"));
    EXPECT_EQ(send(4, won_record).status, 201U);
    EXPECT_THAT(get("/service").body, HasSubstr(R"("forgotten":90)"));
}

TEST_F(Asking, AChallengeIsRemovedByWhoMadeIt) {
    const std::string path = "/challenges/" + id(7);
    const auto remove = [&](unsigned player) { return ask(deleting(path, player)); };
    put(path, R"({"deal":"gargantua#12"})", 1);
    const std::string result = result_json("challenge", id(7), game("gargantua#12", 20), true);
    EXPECT_EQ(put("/results/" + id(100), result, 2).status, 201U);
    EXPECT_THAT(remove(2), IsProblem(403U, "not-yours"));
    EXPECT_THAT(ask({.method = "DELETE", .path = path}), IsProblem(401U, "key-missing"));
    EXPECT_EQ(get(path).status, 200U);
    EXPECT_EQ(remove(1).status, 204U);
    EXPECT_THAT(get(path), IsProblem(404U, "not-found"));
    EXPECT_EQ(remove(1).status, 204U);  // whose answer got lost
    EXPECT_THAT(put("/results/" + id(100), result, 2), IsProblem(404U, "not-found"));
}

TEST_F(Asking, FloodsAreTurnedAway) {
    settings.writes = 40;
    api = fresh();
    std::map<unsigned, int> statuses;
    for (unsigned player = 1; player <= 100; ++player) ++statuses[send(player, won_record).status];
    EXPECT_EQ(statuses[201], 20);
    EXPECT_EQ(statuses[429], 80);
    // One player has a limit, wherever they are.
    settings.writes = 1'000'000;
    api = fresh();
    statuses.clear();
    for (unsigned i = 0; i < 100; ++i) ++statuses[put("/votes/gargantua", R"({"stars":4})").status];
    EXPECT_EQ(statuses[422], 60);
    EXPECT_EQ(statuses[429], 40);
}

/// A request that reaches the service from one address. The network is the /24 around it.
class Neighbors : public Asking {
  public:
    Neighbors() {
        settings.writes = Settings{}.writes;
        api = fresh();
    }
    Answer from(const std::string& address, Request request) const {
        request.address = "network" + address;
        request.network = "network";
        return ask(std::move(request));
    }
    Answer result(const std::string& address, unsigned number, const std::string& record = won_record) const {
        return from(address, putting("/results/" + id(number),
                                     result_json("day", "2026-11-27", record, false), number));
    }
};

TEST_F(Neighbors, WhatIsRefusedCostsItsSenderAlone) {
    unsigned number = 1000;
    Answer last;
    for (int i = 0; i < 2000 && last.status != 429; ++i, ++number)
        last = from("bad", putting("/challenges/" + id(number), "{}", number));
    EXPECT_THAT(last, IsProblem(429U, "too-many-requests"));
    EXPECT_EQ(last.retry_after, 1U);  // so that those behind the same address need not wait long
    EXPECT_EQ(result("good", 1).status, 201U);
}

TEST_F(Neighbors, ASchoolBehindOneAddressSendsItsResults) {
    for (unsigned pupil = 1; pupil <= 300; ++pupil) EXPECT_EQ(result("school", pupil).status, 201U) << pupil;
    for (unsigned pupil = 1; pupil <= 300; ++pupil) EXPECT_EQ(result("school", pupil).status, 200U) << pupil;
    // Four such addresses exhaust a /24, and one does not.
    unsigned number = 1000;
    while (from("flood", putting("/challenges/" + id(number), R"({"deal":"gargantua#12"})", number)).status !=
           429)
        ++number;
    EXPECT_EQ(result("home", 999).status, 201U);
}

TEST_F(Neighbors, EveryoneCanBeForgotten) {
    EXPECT_EQ(result("a", 1).status, 201U);
    const auto forget = [&](unsigned number) { return from("a", deleting("/me", number)).status; };
    // More than may be sent, of keys that nobody knows: they are answered, and do not fill the database.
    for (unsigned number = 1000; number < 3000; ++number) ASSERT_EQ(forget(number), 204U);
    EXPECT_THAT(result("b", 2999), testing::Field(&Answer::status, 201U));
    EXPECT_THAT(result("b", 1000), IsProblem(410U, "forgotten"));
    EXPECT_THAT(result("a", 2), IsProblem(429U, "too-many-requests"));
    EXPECT_EQ(forget(1), 204U);
    EXPECT_THAT(result("b", 1), IsProblem(410U, "forgotten"));
}

TEST_F(Neighbors, NobodyFillsAChallengeAlone) {
    const std::string challenge = id(7);
    EXPECT_EQ(from("a", putting("/challenges/" + challenge, R"({"deal":"gargantua#12"})", 1)).status, 201U);
    const auto answer = [&](const std::string& address, const std::string& network, unsigned player) {
        Request request = putting(
            "/results/" + id(100 + player),
            result_json("challenge", challenge, game("gargantua#12", 20 + player % 20), true), player);
        request.address = address;
        request.network = network;
        return ask(std::move(request));
    };
    unsigned taken = 0;
    for (unsigned player = 1; player <= 120; ++player)
        if (const Answer said = answer("a" + std::to_string(player % 7), "a", player); said.status == 201)
            ++taken;
        else
            EXPECT_THAT(said, IsProblem(429U, "too-many-requests"));
    EXPECT_EQ(taken, 50U);  // and one more each day: at most 80 of its 100 places
    // Nor with a result that comes with the challenge itself.
    Request another =
        putting("/challenges/" + challenge, challenge_json(999, game("gargantua#12", 20), true), 999);
    another.address = another.network = "a";
    EXPECT_THAT(ask(std::move(another)), IsProblem(429U, "too-many-requests"));
    EXPECT_EQ(answer("a1", "a", 1).status, 200U);  // sent again
    EXPECT_EQ(answer("b", "b", 200).status, 201U);
}

/// A database that fails when the test says so.
class BrokenStore final : public Store {
  public:
    explicit BrokenStore(std::shared_ptr<bool> broken) : broken_(std::move(broken)) {}
    void begin() override {
        if (*broken_) throw StorageError("the disk is full");
        real_->begin();
    }
    void commit() override { real_->commit(); }
    void rollback() noexcept override { real_->rollback(); }
    Added add_result(const NewResult& result) override {
        const Added added = real_->add_result(result);
        if (result.game.moves == 33) throw StorageError("this one does not fit");
        if (result.game.moves == 32) throw std::out_of_range("nobody has thought of this");
        return added;
    }
    Added add_challenge(const std::string& id, const std::string& deal, Time until,
                        const PlayerKey& maker) override {
        return real_->add_challenge(id, deal, until, maker);
    }
    Removed remove_challenge(const std::string& id, const std::optional<PlayerKey>& maker) override {
        return real_->remove_challenge(id, maker);
    }
    bool knows(const PlayerKey& player) override { return real_->knows(player); }
    Voted vote(const std::string& game, const PlayerKey& player, unsigned stars,
               const std::vector<std::uint64_t>& proven, Time now) override {
        return real_->vote(game, player, stars, proven, now);
    }
    Forgotten forget(const PlayerKey& player, Time now) override { return real_->forget(player, now); }
    std::size_t forget_again() override { return real_->forget_again(); }
    void note_forgotten(const PlayerKey& player, Time at) override { real_->note_forgotten(player, at); }
    Pruned prune(Time now) override { return real_->prune(now); }
    std::optional<Time> latest_time() override { return real_->latest_time(); }
    void remember_time(Time now) override { real_->remember_time(now); }
    std::vector<Count> counts(const std::string& board) override { return real_->counts(board); }
    std::optional<std::vector<Line>> lines(const std::string& board, const PlayerKey& player) override {
        return real_->lines(board, player);
    }
    std::map<std::string, Stars> votes() override { return real_->votes(); }
    std::optional<Challenge> challenge(const std::string& id,
                                       const std::optional<PlayerKey>& player) override {
        return real_->challenge(id, player);
    }
    Changes changes_elsewhere() override { return {}; }
    std::vector<PlayerKey> players_like(std::string_view digits) override {
        return real_->players_like(digits);
    }
    void show(const PlayerKey& player, const std::function<void(const std::string&)>& write) override {
        real_->show(player, write);
    }
    void export_all(const std::function<void(const std::string&)>& write) override {
        real_->export_all(write);
    }
    void read_all(const std::function<void(const Table&, const TableRow&)>& to) override {
        real_->read_all(to);
    }
    void append(const Table& table, const TableRow& row) override { real_->append(table, row); }
    std::vector<std::uint64_t> sizes() override { return real_->sizes(); }
    std::optional<std::string> damage(const std::atomic<bool>& stop) override { return real_->damage(stop); }

  private:
    std::shared_ptr<bool> broken_;
    std::unique_ptr<Store> real_ = open_sqlite(":memory:");
};

TEST_F(Asking, ADatabaseThatIsAwayComesBack) {
    const auto broken = std::make_shared<bool>(false);
    api = start(std::make_unique<BrokenStore>(broken), settings);
    EXPECT_EQ(send(1, won_record).status, 201U);
    *broken = true;
    const Answer away = send(2, won_record);
    EXPECT_THAT(away, IsProblem(503U, "storage"));
    EXPECT_EQ(away.retry_after, 5U);
    EXPECT_EQ(get("/days/2026-11-27/stalactites").status, 200U);
    EXPECT_FALSE(api->can_write());
    *broken = false;
    EXPECT_EQ(send(2, won_record).status, 201U);
    EXPECT_TRUE(api->can_write());
    EXPECT_THAT(api->metrics(),
                HasSubstr(R"(quincunx_requests_total{operation="addResult",status="503"} 1)"));
}

TEST_F(Asking, OneThatCannotBeStoredDoesNotKeepOthersOut) {
    api = start(std::make_unique<BrokenStore>(std::make_shared<bool>(false)), settings);
    std::mutex mutex;
    std::condition_variable came;
    std::map<unsigned, unsigned> statuses;
    for (unsigned number = 1; number <= 30; ++number) {
        const std::string record = part_of_game(number % 10 == 0 ? 33 : 34);
        api->answer(
            putting("/api/1/results/" + id(number), result_json("day", "2026-11-27", record, false), number),
            [&, number](const Answer& answer) {
                const std::scoped_lock lock(mutex);
                statuses[number] = answer.status;
                came.notify_one();
            });
    }
    std::unique_lock lock(mutex);
    ASSERT_TRUE(came.wait_for(lock, std::chrono::minutes(15), [&] { return statuses.size() == 30; }));
    for (const auto& [number, status] : statuses) EXPECT_EQ(status, number % 10 == 0 ? 503U : 201U) << number;
}

TEST_F(Asking, ADatabaseThatIsSlowToRefuseIsNotAskedForEach) {
    settings.alone = std::chrono::milliseconds(0);
    api = start(std::make_unique<BrokenStore>(std::make_shared<bool>(false)), settings);
    EXPECT_THAT(send(1, part_of_game(33)), IsProblem(503U, "storage"));
    EXPECT_EQ(send(2, won_record).status, 201U);
    EXPECT_THAT(api->metrics(), HasSubstr("quincunx_commit_failures_total 1\n"));
}

TEST_F(Asking, NothingThatIsThrownEndsTheServer) {
    const auto short_of_memory = std::make_shared<std::atomic<bool>>(false);
    settings.now = [this, short_of_memory] {
        if (*short_of_memory) throw std::bad_alloc();
        return now;
    };
    api = start(std::make_unique<BrokenStore>(std::make_shared<bool>(false)), settings);
    EXPECT_THAT(send(1, part_of_game(32)), IsProblem(503U, "storage"));
    EXPECT_EQ(send(2, won_record).status, 201U);
    *short_of_memory = true;
    EXPECT_THAT(send(3, won_record), IsProblem(503U, "busy"));
    *short_of_memory = false;
    EXPECT_EQ(send(3, won_record).status, 201U);
}

TEST_F(Asking, TooMuchAtOnceIsTurnedAway) {
    settings.waiting = 0;
    api = fresh();
    const Answer answer = send(1, won_record);
    EXPECT_THAT(answer, IsProblem(503U, "busy"));
    EXPECT_GT(answer.retry_after, 0U);
    const Answer unread =
        api->turn_away({.method = "PUT", .path = "/api/1/results/" + id(1)}, Api::Room::none_now);
    EXPECT_THAT(unread, IsProblem(503U, "busy"));
    EXPECT_GT(unread.retry_after, 0U);
    EXPECT_THAT(api->metrics(),
                HasSubstr(R"(quincunx_requests_total{operation="addResult",status="503"} 2)"));
}

TEST(Replay, TakesTheMovesOfEveryGame) {
    for (const char* deal :
         {"gargantua#1", "grandfather#2", "gloucestershire#3", "stalactites#4", "carthage#5"}) {
        const auto any = [](const std::string&) { return true; };
        const auto finished = replayed(game(deal, 20), any);
        ASSERT_TRUE(finished) << deal << ' ' << finished.error().detail;
        EXPECT_GT(finished->moves, 0U);
        const auto again = replayed(record_of(deal, finished->line), any);
        ASSERT_TRUE(again) << deal << ' ' << again.error().detail;
        EXPECT_EQ(again->hash, finished->hash);
    }
}

}  // namespace
}  // namespace quincunx::service
