// Whatever is asked of the service is answered, once, with JSON or with nothing; a problem is one of the list; and no
// question spoils the next.
//
// The first line is the method and the path, the second one the player's key, and all after it is the body.
#include "service/service.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "engine/json_reader.hpp"
#include "fuzz/law.hpp"
#include "service/sqlite_store.hpp"
#include "service/verify.hpp"

namespace quincunx::fuzz {
namespace {

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

service::Answer ask(service::Api& api, const service::Request& request) {
    if (std::optional<service::Answer> refused = api.refuse(request)) return *refused;
    std::mutex mutex;
    std::condition_variable came;
    std::optional<service::Answer> answer;
    api.answer(request, [&](service::Answer said) {
        const std::scoped_lock lock(mutex);
        law(!answer);
        answer = std::move(said);
        came.notify_one();
    });
    std::unique_lock lock(mutex);
    came.wait(lock, [&] { return answer.has_value(); });
    return *answer;
}

void check(const service::Answer& answer) {
    law(answer.body.empty() == (answer.status == 204));
    if (answer.body.empty()) return;
    const std::optional<JsonValue> json = read_json(answer.body);
    law(json.has_value());
    law((answer.status >= 400) == (answer.type == "application/problem+json"));
    // Nothing that is sent here makes the database fail.
    law(answer.status != 503);
    if (answer.status >= 400) law(json->find("type")->text.starts_with("urn:quincunx:"));
}

void try_request(std::string_view text) {
    constexpr service::Time noon = 1'795'780'800;
    const service::Settings settings{.writes = 1e12, .own_writes = 1e12, .now = [] { return noon; }};
    static const std::unique_ptr<service::Api> api =
        service::start(service::open_sqlite(":memory:"), settings);
    const std::string_view first = take_line(text);
    const std::string_view key = take_line(text);
    const std::size_t blank = std::min(first.find(' '), first.size());
    const service::Request request{.method = std::string(first.substr(0, blank)),
                                   .path = std::string(first.substr(std::min(blank + 1, first.size()))),
                                   .host = "localhost",
                                   .content_type = "application/json",
                                   .authorization = "Bearer " + std::string(key),
                                   .address = std::string(text),
                                   .network = std::string(text),  // so that none has too many
                                   .has_body = !text.empty(),
                                   .length = text.size(),
                                   .body = std::string(text)};
    check(ask(*api, request));
    check(ask(*api, {.method = "GET",
                     .path = "/api/1/days/2026-11-27/stalactites",
                     .host = "localhost",
                     .address = std::string(text),
                     .network = std::string(text)}));
}

void try_record(std::string_view text) {
    const auto finished = service::replayed(text, [](const std::string&) { return true; });
    if (!finished) return;
    law(finished->moves <= service::most_moves);
    const auto again = service::replayed(service::record_of(finished->deal, finished->line),
                                         [&](const std::string& deal) { return deal == finished->deal; });
    law(again.has_value());
    law(again->hash == finished->hash && again->won == finished->won && again->moves == finished->moves);
}

}  // namespace
}  // namespace quincunx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    quincunx::fuzz::try_request(text);
    quincunx::fuzz::try_record(text);
    return 0;
}
