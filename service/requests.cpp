#include "service/requests.hpp"

#include <algorithm>
#include <array>

#include "deals/days.hpp"
#include "engine/notation.hpp"
#include "session/date.hpp"
#include "session/game.hpp"
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
        {"addChallenge", "PUT", "/challenges/{challenge}", 48 * kib, Key::required},
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
    } else if (values.contains("game") && !listed_game(values["game"])) {
        return std::nullopt;
    }
    return values;
}

constexpr std::string_view base = "/api/1";

/// A host, and its port if it says one.
struct Place {
    std::string_view name;
    std::string_view port;
};
Place place_of(std::string_view host) {
    const std::size_t end =
        host.starts_with('[') ? std::min(host.find(']'), host.size() - 1) + 1 : host.find(':');
    Place place{.name = host.substr(0, end), .port = {}};
    if (end < host.size() && host[end] == ':') place.port = host.substr(end + 1);
    // "play.example.org." is the same name.
    if (place.name.size() > 1 && place.name.ends_with('.')) place.name.remove_suffix(1);
    return place;
}

bool ends_with_letters(std::string_view text, std::string_view end) {
    return text.size() > end.size() && same_letters(text.substr(text.size() - end.size()), end);
}

/// Whether a name is an address or one that is only known at home: no foreign page can have such a name.
bool is_at_home(std::string_view name) {
    if (name.empty()) return false;
    if (name.starts_with('[') || name.find_first_not_of("0123456789.") == std::string_view::npos) return true;
    if (name.find('.') == std::string_view::npos) return true;  // as "localhost" and "nas"
    // RFC 6761, 6762, 8375, and what ICANN gives to nobody.
    constexpr std::array<std::string_view, 4> ends{".localhost", ".local", ".home.arpa", ".internal"};
    return std::ranges::any_of(ends, [&](std::string_view end) { return ends_with_letters(name, end); });
}

/// Also with "www." before it.
bool is_one_of(std::string_view name, const std::vector<std::string>& own_names) {
    return std::ranges::any_of(own_names, [&](const std::string& own) {
        return same_letters(name, own) || same_letters(name, "www." + own);
    });
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

bool is_for_us(std::string_view host, const std::vector<std::string>& own_names) {
    const std::string_view name = place_of(host).name;
    return is_at_home(name) || is_one_of(name, own_names);
}

bool is_our_page(std::string_view origin, std::string_view host, const std::vector<std::string>& own_names) {
    const std::size_t scheme = origin.find("://");
    if (scheme == std::string_view::npos) return false;
    const std::string_view usual = origin.starts_with("https:") ? "443" : "80";
    const auto port_of = [&](const Place& place) { return place.port.empty() ? usual : place.port; };
    const Place page = place_of(origin.substr(scheme + 3));
    const Place asked = place_of(host);
    return is_one_of(page.name, own_names) ||
           (same_letters(page.name, asked.name) && port_of(page) == port_of(asked));
}

}  // namespace quincunx::service
