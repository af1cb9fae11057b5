#include "service/answers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "deals/days.hpp"
#include "service/names.hpp"
#include "session/date.hpp"

namespace quincunx::service {

using wire::JsonWriter;

const std::vector<Problem>& problems() {
    static const std::vector<Problem> list{
        {"bad-json", 400, "The body is no JSON object"},
        {"bad-member", 400, "A member of the body is missing, unknown or wrong"},
        {"bad-record", 422, "The record cannot be read"},
        {"busy", 503, "There is too much to do"},
        {"challenge-full", 409, "The challenge has as many results as it can have"},
        {"day-not-open", 422, "No results of this day are taken now"},
        {"forgotten", 410, "This player was forgotten"},
        {"id-taken", 409, "This id belongs to something else"},
        {"illegal-move", 422, "A move of the record is not legal"},
        {"key-missing", 401, "This needs a player's key"},
        {"length-missing", 411, "There is no body"},
        {"no-result", 403, "These games are shown to those who have sent a result"},
        {"not-allowed", 405, "This path has no such method"},
        {"not-finished", 422, "The game is not finished"},
        {"not-found", 404, "There is nothing here"},
        {"not-yours", 403, "Only who made a challenge can remove it"},
        {"other-origin", 403, "The request comes from a page of another server"},
        {"records-missing", 422, "A first vote needs three records"},
        {"same-deal", 422, "The three records are not of three deals"},
        {"second-result", 409, "There is a result of this player already"},
        {"storage", 503, "The database cannot be used"},
        {"too-long", 413, "The body or a record is too long"},
        {"too-many-moves", 422, "The record has too many moves"},
        {"too-many-requests", 429, "There were too many requests from here"},
        {"wrong-deal", 422, "The record is of another deal"},
        {"wrong-host", 421, "The request is for another server"},
        {"wrong-type", 415, "The body has to be application/json"},
    };
    return list;
}

Time opens(Date day) {
    constexpr Time earliest = 14 * 3600;  // UTC+14
    return Time{day.time_since_epoch().count()} * a_day - earliest;
}
Time closes(Date day) {
    constexpr Time latest = 12 * 3600;  // UTC-12
    return Time{day.time_since_epoch().count() + 1} * a_day + latest;
}

Mean mean_of(const Stars& stars) {
    double n = 0;
    double sum = 0;
    for (std::size_t i = 0; i < stars.size(); ++i) {
        const auto players = static_cast<double>(stars.at(i));
        n += players;
        sum += players * static_cast<double>(i + 1);
    }
    if (n == 0) return {};
    // No numbers between 0 and 1 with this mean vary more than those that are 0 or 1.
    constexpr double z = 1.959963984540054;
    const double p = (sum / n - 1) / 4;
    const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return {.mean = sum / n,
            .low = 1 + 4 * std::max(middle - half, 0.0),
            .high = 1 + 4 * std::min(middle + half, 1.0)};
}

namespace {

void write_count(JsonWriter& json, const char* name, const std::array<std::uint64_t, 2>& count) {
    json.key(name).begin_object().member("unaided", count[0]).member("helped", count[1]).end_object();
}

}  // namespace

Answer problem(std::string_view word, const Detail& detail) {
    const auto found = std::ranges::find(problems(), word, &Problem::word);
    JsonWriter json;
    json.begin_object().member("type", "urn:quincunx:" + std::string(word));
    json.member("title", found->title).member("status", found->status);
    if (!detail.text.empty()) json.member("detail", detail.text);
    if (!detail.member.empty()) json.member("member", detail.member);
    if (detail.line > 0) json.member("line", detail.line).member("column", detail.column);
    return {.status = found->status,
            .body = json.end_object().take(),
            .type = "application/problem+json",
            .retry_after = detail.retry_after};
}

Answer bad_member(std::string_view name, const std::string& text) {
    constexpr std::size_t longest = 40;
    std::string shown(name.substr(0, longest));
    std::ranges::replace_if(shown, [](char c) { return c < 0x20 || c > 0x7e; }, '?');
    return problem("bad-member", {.text = text, .member = shown});
}

std::string board_of(std::string_view game, std::string_view day) {
    return std::string(game) + ' ' + std::string(day);
}

std::string table_tail(std::string_view board, const std::vector<Count>& counts) {
    const std::string game(board.substr(0, board.find(' ')));
    const std::string day(board.substr(board.find(' ') + 1));
    std::array<std::uint64_t, 2> finished{};
    std::array<std::uint64_t, 2> won{};
    std::map<std::size_t, std::array<std::uint64_t, 2>> moves;
    for (const Count& count : counts) {
        finished.at(count.helped ? 1 : 0) += count.games;
        if (!count.won) continue;
        won.at(count.helped ? 1 : 0) += count.games;
        moves[count.moves].at(count.helped ? 1 : 0) += count.games;
    }
    JsonWriter json;
    json.begin_object().member("day", day).member("game", game);
    json.member("deal", game + '#' + std::to_string(*deals::deal_of_day(game, *parse_date(day))));
    write_count(json, "finished", finished);
    write_count(json, "won", won);
    json.array("moves", moves, [&](const auto& one) {
        json.begin_object().member("moves", one.first).member("unaided", one.second[0]);
        json.member("helped", one.second[1]).end_object();
    });
    return json.end_object().take().substr(1);
}

std::string table_text(std::string_view board, const std::string& tail, Time now) {
    const Date day = *parse_date(board.substr(board.find(' ') + 1));
    const bool open = opens(day) <= now && now < closes(day);
    return (open ? R"({"open":true,)" : R"({"open":false,)") + tail;
}

void write_votes(JsonWriter& json, const std::string& game, const Stars& stars) {
    const auto decimal = [&](const char* name, double value) {
        std::array<char, 32> text{};
        json.key(name).raw(
            {text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.3f", value))});
    };
    const Mean mean = mean_of(stars);
    std::uint64_t votes = 0;
    json.begin_object().member("game", game);
    json.array("stars", stars, [&](std::uint64_t players) {
        json.value(players);
        votes += players;
    });
    json.member("votes", votes);
    decimal("mean", mean.mean);
    decimal("low", mean.low);
    decimal("high", mean.high);
    json.end_object();
}

void write_challenge(JsonWriter& json, const std::string& id, const Challenge& challenge) {
    json.begin_object()
        .member("challenge", id)
        .member("deal", challenge.deal)
        .member("until", challenge.until);
    json.array("results", challenge.results, [&](const ChallengeResult& result) {
        json.begin_object().member("name", word_of(result.name)).member("number", number_of(result.name));
        json.member("won", result.won).member("moves", result.moves).member("helped", result.helped);
        json.member("own", result.own).end_object();
    });
    json.end_object();
}

}  // namespace quincunx::service
