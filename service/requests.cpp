#include "service/requests.hpp"

#include <algorithm>

#include "deals/days.hpp"
#include "engine/notation.hpp"
#include "session/date.hpp"
#include "session/session.hpp"

namespace quincunx::service {

const std::vector<Route>& routes() {
    using Key = Route::Key;
    constexpr std::size_t kib = 1024;
    static const std::vector<Route> list{
        {"service", "GET", "/service"},
        {"addResult", "PUT", "/results/{id}", 48 * kib, Key::required},
        {"dayTable", "GET", "/days/{day}/{game}"},
        {"dayLines", "GET", "/days/{day}/{game}/lines", 0, Key::required},
        {"votes", "GET", "/votes"},
        {"vote", "PUT", "/votes/{game}", 144 * kib, Key::required},
        {"challenge", "GET", "/challenges/{challenge}", 0, Key::optional},
        {"addChallenge", "PUT", "/challenges/{challenge}", kib, Key::required},
        {"removeChallenge", "DELETE", "/challenges/{challenge}", 0, Key::required},
        {"forget", "DELETE", "/me", 0, Key::required},
    };
    return list;
}

namespace {

/// The parts of a path between its slashes.
std::vector<std::string_view> parts_of(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::size_t end = std::min(path.find('/'), path.size());
        parts.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return parts;
}

std::optional<Values> values_of(std::string_view pattern, const std::vector<std::string_view>& parts) {
    const std::vector<std::string_view> expected = parts_of(pattern);
    if (expected.size() != parts.size()) return std::nullopt;
    Values values;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (expected[i].starts_with('{'))
            values.emplace(expected[i].substr(1, expected[i].size() - 2), parts[i]);
        else if (expected[i] != parts[i])
            return std::nullopt;
    }
    for (const std::string_view id : {"id", "challenge"})
        if (values.contains(id) && !is_id(values[id])) return std::nullopt;
    if (values.contains("day")) {
        const std::optional<Date> day = parse_date(values["day"]);
        if (!day || !deals::deal_of_day(values["game"], *day)) return std::nullopt;
    } else if (values.contains("game") &&
               !deal_game(DealText{.id = values["game"], .number = 1, .cards = {}})) {
        return std::nullopt;
    }
    return values;
}

constexpr std::string_view base = "/api/1";

std::string_view without_port(std::string_view host) {
    if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
    return host.substr(0, host.find(':'));
}

/// Whether a name is an address, or always that of this machine: no foreign page can have such a name.
bool is_address(std::string_view host) {
    return host.starts_with('[') || same_letters(host, "localhost") ||
           (!host.empty() && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

}  // namespace

Asked find_route(const Request& request) {
    if (!request.path.starts_with(base)) return {};
    const std::vector<std::string_view> parts = parts_of(std::string_view(request.path).substr(base.size()));
    Asked asked;
    for (const Route& route : routes()) {
        std::optional<Values> values = values_of(route.path, parts);
        if (!values) continue;
        asked.allow += (asked.allow.empty() ? "" : ", ") + std::string(route.method);
        if (request.method == route.method) asked = {&route, std::move(*values), {}};
        if (asked.route != nullptr) break;
    }
    return asked;
}

bool is_id(std::string_view text) {
    constexpr std::size_t digits = 32;
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool same_letters(std::string_view a, std::string_view b) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, small, small);
}

bool is_for_us(std::string_view host, std::string_view own_name) {
    host = without_port(host);
    return is_address(host) || (!own_name.empty() && same_letters(host, own_name));
}

}  // namespace quincunx::service
