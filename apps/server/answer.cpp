#include "apps/server/answer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <optional>
#include <system_error>

namespace quincunx::server {

namespace {

using Fields = std::vector<std::pair<std::string_view, std::string>>;

// Scripts, styles and everything else only from this server; nothing inline, no eval but WebAssembly's; no
// frame around the page. The page itself carries the same policy (web/vite/csp.ts), except for
// frame-ancestors.
constexpr std::string_view content_security_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri "
    "'none'; form-action 'none'; frame-ancestors 'none'";

Fields security_fields() {
    return {
        {"Content-Security-Policy", std::string(content_security_policy)},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Permissions-Policy",
         "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"},
    };
}

/// Undoes percent-encoding once; nothing if the encoding is malformed or yields a control character.
std::optional<std::string> decoded(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            const std::string_view digits = text.substr(i + 1, 2);
            unsigned char byte = 0;
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
            if (error != std::errc() || end != digits.data() + 2) return std::nullopt;
            c = static_cast<char>(byte);
            i += 2;
        }
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return std::nullopt;
        result += c;
    }
    return result;
}

bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? ""
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Calls `visit` for each element of a list separated by `separator`, until it returns true; returns whether
/// it did.
template <typename Visit>
bool any_element(std::string_view list, char separator, Visit visit) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(separator), list.size());
        if (visit(trimmed(list.substr(0, end)))) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

/// A quality of 0, in any of its spellings: "q=0", "q=0.0", …
bool is_refused(std::string_view parameters) {
    return any_element(parameters, ';', [](std::string_view parameter) {
        return parameter.size() > 2 && same_word(parameter.substr(0, 2), "q=") &&
               parameter.find_first_not_of("0.", 2) == std::string_view::npos;
    });
}

/// Whether a client takes a coding; `old` is another name of it.
bool accepts(std::string_view accept_encoding, std::string_view name, std::string_view old) {
    bool named = false;
    bool accepted = false;
    any_element(accept_encoding, ',', [&](std::string_view element) {
        const std::size_t end = std::min(element.find(';'), element.size());
        const std::string_view coding = trimmed(element.substr(0, end));
        const bool here = same_word(coding, name) || same_word(coding, old);
        if (here || (coding == "*" && !named)) {
            named = named || here;
            accepted = !is_refused(element.substr(end));
        }
        return false;
    });
    return accepted;
}

/// Whether one of the listed tags is this one. Weak tags match as well: RFC 9110 asks for the weak comparison
/// here.
bool matches(std::string_view if_none_match, std::string_view etag) {
    return any_element(if_none_match, ',', [&](std::string_view element) {
        if (element.starts_with("W/")) element.remove_prefix(2);
        return element == "*" || element == etag;
    });
}

constexpr std::array<std::pair<unsigned, std::string_view>, 8> reasons{{
    {302, "This is at another address\n"},
    {400, "Bad request\n"},
    {404, "Not found\n"},
    {405, "Only GET and HEAD are allowed here\n"},
    {413, "A request must not have a body here\n"},
    {429, "Too many requests from your address\n"},
    {431, "The request header is too long\n"},
    {503, "Too many connections\n"},
}};

Response plain(unsigned status, std::string_view body, std::string_view type = "text/plain; charset=utf-8") {
    Response result{.status = status, .fields = security_fields(), .body = body};
    if (!type.empty()) result.fields.emplace_back("Content-Type", type);
    result.fields.emplace_back("Cache-Control", "no-store");
    return result;
}

Response leads_to(std::string location) {
    Response result = plain(302, reasons[0].second);
    result.fields.emplace_back("Location", std::move(location));
    return result;
}

/// The target without scheme, host and fragment.
std::string_view local_part(std::string_view target) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (same_word(target.substr(0, scheme.size()), scheme)) {
            const std::size_t slash = target.find_first_of("/?#", scheme.size());
            target = slash == std::string_view::npos || target[slash] != '/' ? "/" : target.substr(slash);
            break;
        }
    }
    return target.substr(0, target.find('#'));
}

/// Text as part of an address, in which these characters stand for themselves, too.
std::string encoded(std::string_view text, std::string_view own) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x80 && std::isalnum(byte) != 0) || own.find(c) != std::string_view::npos) {
            result += c;
        } else {
            result += {'%', digits[byte >> 4U], digits[byte & 15U]};
        }
    }
    return result;
}

/// A target in which a "#" was encoded, perhaps more than once, as it was before.
std::optional<std::string> with_hash(std::string_view target) {
    constexpr int most_times = 5;
    std::string text(local_part(target));
    for (int time = 0; time < most_times && text.find('%') != std::string::npos; ++time) {
        std::optional<std::string> before = decoded(text);
        if (!before) break;
        if (before->find('#') != std::string::npos) return before;
        text = std::move(*before);
    }
    return std::nullopt;
}

/// Where a link leads whose "#" was encoded: relative, so that it stays on this server, and below the folder that a proxy
/// may have put before it.
std::optional<std::string> mended(const Site& site, std::string_view target) {
    const std::optional<std::string> link = with_hash(target);
    if (!link) return std::nullopt;
    const std::size_t hash = link->find('#');
    const std::string page = link->substr(0, hash);
    const File* const file = site.find(page);
    if (file == nullptr || !file->type.starts_with("text/html")) return std::nullopt;
    const std::string_view path = local_part(target);
    std::string location = "./";
    const auto query = path.begin() + static_cast<std::ptrdiff_t>(std::min(path.find('?'), path.size()));
    for (auto folders = std::count(path.begin(), query, '/'); folders > 1; --folders) location += "../";
    return location + encoded(page.substr(1), "/-._") + '#' +
           encoded(link->substr(hash + 1), "/?-._~!$&'()*+,;=:@");
}

}  // namespace

std::optional<std::string> path_of(std::string_view target) {
    target = local_part(target);
    if (!target.starts_with('/')) return std::nullopt;
    return decoded(target.substr(0, target.find('?')));
}

Response response_of(const service::Answer& answer) {
    Response result = plain(answer.status, answer.body, answer.status == 204 ? "" : answer.type);
    if (answer.retry_after > 0) result.fields.emplace_back("Retry-After", std::to_string(answer.retry_after));
    if (!answer.allow.empty()) result.fields.emplace_back("Allow", answer.allow);
    if (answer.status == 401) result.fields.emplace_back("WWW-Authenticate", "Bearer");
    return result;
}

std::string logged_target(std::string_view target) {
    std::optional<std::string> path = path_of(target);
    // A text that cannot be decoded is no path of the page's, and may hide one.
    if (!path) return "?";
    const std::optional<std::string> link = with_hash(target);
    if (link) path = link->substr(0, link->find('#'));
    constexpr std::string_view all_services = "/api";
    const std::size_t at = path->find(all_services);
    if (at == std::string::npos) return link ? *path + "%23" : std::string(target);
    if (path->find(service_path) != at) return path->substr(0, at + all_services.size());
    return path->substr(0, path->find_first_not_of("abcdefghijklmnopqrstuvwxyz", at + service_path.size()));
}

Response refusal(unsigned status) {
    const auto* const reason = std::find_if(reasons.begin(), reasons.end(),
                                            [&](const auto& known) { return known.first == status; });
    Response result = plain(status, reason == reasons.end() ? "" : reason->second);
    if (status == 405) result.fields.emplace_back("Allow", "GET, HEAD");
    if (status == 429 || status == 503) result.fields.emplace_back("Retry-After", "1");
    return result;
}

std::optional<Response> elsewhere(const Request& request, const Names& names) {
    const bool page = any_element(request.accept, ',', [](std::string_view type) {
        return same_word(trimmed(type.substr(0, type.find(';'))), "text/html");
    });
    if (!page || (request.method != "GET" && request.method != "HEAD")) return std::nullopt;
    const std::string_view target = local_part(request.target);
    if (!path_of(target)) return std::nullopt;
    std::string_view name = request.host.substr(0, request.host.find(':'));
    const std::string_view port = request.host.substr(name.size());
    if (port == ":" || port.find_first_not_of("0123456789", 1) != std::string_view::npos) return std::nullopt;
    const auto is = [&](const std::string& own) { return same_word(name, own); };
    if (std::any_of(names.own.begin(), names.own.end(), is)) return std::nullopt;
    if (name.ends_with('.')) name.remove_suffix(1);
    for (const std::string& own : names.own)
        if (is(own) || is("www." + own))
            return leads_to("//" + own + std::string(port) + std::string(target));
    if (names.here.empty() || !is("localhost")) return std::nullopt;
    return leads_to("//" + names.here + std::string(port) + std::string(target));
}

Response answer(const Site& site, const Request& request) {
    if (request.method != "GET" && request.method != "HEAD") return refusal(405);
    const std::optional<std::string> path = path_of(request.target);
    if (path == health_path) return plain(200, "ok\n");
    const File* const file = path ? site.find(*path) : nullptr;
    if (file == nullptr) {
        std::optional<std::string> location = path ? mended(site, request.target) : std::nullopt;
        return location ? leads_to(std::move(*location)) : refusal(path ? 404 : 400);
    }

    std::string_view coding;
    std::string_view body = file->content;
    if (!file->brotli.empty() && accepts(request.accept_encoding, "br", "br")) {
        coding = "br";
        body = file->brotli;
    } else if (!file->gzip.empty() && accepts(request.accept_encoding, "gzip", "x-gzip")) {
        coding = "gzip";
        body = file->gzip;
    }
    const std::string etag = '"' + file->etag + (coding.empty() ? "" : "-" + std::string(coding)) + '"';
    Response result{.status = 200, .fields = security_fields(), .body = body};
    result.fields.emplace_back("ETag", etag);
    result.fields.emplace_back("Cache-Control",
                               file->hashed ? "public, max-age=31536000, immutable" : "no-cache");
    if (!file->gzip.empty() || !file->brotli.empty()) result.fields.emplace_back("Vary", "Accept-Encoding");
    if (matches(request.if_none_match, etag)) {
        result.status = 304;
        result.body = {};
        return result;
    }
    result.fields.emplace_back("Content-Type", file->type);
    if (!coding.empty()) result.fields.emplace_back("Content-Encoding", coding);
    return result;
}

}  // namespace quincunx::server
