#include "apps/server/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace quincunx::server {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string text(5000, 'q');

Site small_site() {
    Site site;
    site.add("/index.html", "<!doctype html>" + text);
    site.add("/assets/index-B2x_9-Qz.js", "export const a = '" + text + "'");
    site.add("/assets/plain.js", "1");
    site.add("/help/index.html", "help");
    site.add("/a b+c.txt", "odd name");
    return site;
}

Response get(std::string_view target, std::string_view accept_encoding = "",
             std::string_view if_none_match = "") {
    static const Site site = small_site();
    return answer(site, {.method = "GET",
                         .target = target,
                         .accept_encoding = accept_encoding,
                         .if_none_match = if_none_match});
}

std::string field(const Response& answer, std::string_view name) {
    const auto found = std::find_if(answer.fields.begin(), answer.fields.end(),
                                    [&](const auto& field) { return field.first == name; });
    return found == answer.fields.end() ? "" : found->second;
}

TEST(Answer, FolderIsItsIndex) {
    EXPECT_EQ(get("/").status, 200U);
    EXPECT_EQ(field(get("/"), "Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(get("/help/").body, "help");
    EXPECT_EQ(get("/help").status, 404U);
}

TEST(Answer, QueryAndFragmentAreNotThePath) {
    EXPECT_EQ(get("/?v=1").status, 200U);
    EXPECT_EQ(get("/index.html?/../x").status, 200U);
    EXPECT_EQ(get("/help/#top").status, 200U);
}

TEST(Answer, ProxiesMaySendTheWholeAddress) {
    EXPECT_EQ(get("http://127.0.0.1:8080/help/").body, "help");
    EXPECT_EQ(get("http://127.0.0.1").status, 200U);
    EXPECT_EQ(get("HTTP://host/help/").body, "help");
    EXPECT_EQ(get("hTTps://host/help/?x").body, "help");
    EXPECT_EQ(get("https://host?x=/none").status, 200U);
}

TEST(Answer, PercentEncodingIsUndoneOnce) {
    EXPECT_EQ(get("/a%20b+c.txt").body, "odd name");
    EXPECT_EQ(get("/%69ndex.html").status, 200U);
    EXPECT_EQ(get("/%2569ndex.html").status, 404U);
}

TEST(Answer, WhatIsNoPathIsABadRequest) {
    for (const char* target :
         {"", "*", "index.html", "/%", "/%4", "/%zz", "/a%00", "/a%0d%0aX: y", "/%7f", "ftp://x/"}) {
        EXPECT_EQ(get(target).status, 400U) << target;
    }
}

TEST(Answer, NoPathLeadsOutOfTheSite) {
    for (const char* target :
         {"/../index.html", "/..%2findex.html", "/%2e%2e/index.html", "/%252e%252e/index.html",
          "/..\\index.html", "/..%5cindex.html", "//etc/passwd", "/help/../index.html", "/./index.html",
          "/assets/..%c0%afindex.html", "/help//", "/etc/passwd", "/proc/self/environ"}) {
        EXPECT_EQ(get(target).status, 404U) << target;
    }
}

/// Where a browser goes that is told so: the path and the fragment; what is no path here is left as it is.
std::string arrived(std::string_view target, std::string_view location) {
    std::string path(target.substr(0, target.find_first_of("?#")));
    path.resize(path.rfind('/') + 1);
    if (!location.starts_with("./")) return std::string(location);
    location.remove_prefix(2);
    for (; location.starts_with("../"); location.remove_prefix(3))
        if (path.size() > 1) path.resize(path.rfind('/', path.size() - 2) + 1);
    return path + std::string(location);
}

TEST(Answer, ALinkWhoseHashWasEncodedLeadsToItsPage) {
    for (const auto& [target, page] : std::vector<std::pair<std::string, std::string>>{
             {"/%23/carthage/4711", "/#/carthage/4711"},
             {"/%23%2Fcarthage%2F4711", "/#/carthage/4711"},
             {"/%2523/carthage/4711", "/#/carthage/4711"},
             {"/%25252523%25252Fcarthage%25252f4711", "/#/carthage/4711"},
             {"/%23/carthage/4711?winnable", "/#/carthage/4711?winnable"},
             {"/%23/carthage/4711%3Fday-2026-12-05&utm_source=x",
              "/#/carthage/4711?day-2026-12-05&utm_source=x"},
             {"/%23/shared/1abc-_09", "/#/shared/1abc-_09"},
             {"/%23%21/today", "/#!/today"},
             {"/%23", "/#"},
             {"/%23/a%2523b%22%3Cscript%3E%20%C3%A9", "/#/a%2523b%22%3Cscript%3E%20%C3%A9"},
             {"/index.html%23/today", "/index.html#/today"},
             {"/help/%23top", "/help/#top"},
             {"/help%2f%23top", "/help/#top"},
             {"http://host/help/%23top", "/help/#top"}}) {
        const Response found = get(target);
        EXPECT_EQ(found.status, 302U) << target;
        const std::string_view path =
            target.starts_with("http:") ? std::string_view(target).substr(11) : std::string_view(target);
        EXPECT_EQ(arrived(path, field(found, "Location")), page) << target;
        EXPECT_EQ(field(found, "Cache-Control"), "no-store");
    }
    // Below a folder that a proxy has put before it.
    EXPECT_EQ(arrived("/table/%23/today", field(get("/%23/today"), "Location")), "/table/#/today");
}

TEST(Answer, OtherPathsLeadNowhere) {
    for (const char* target : {"/none%23/today", "//evil.example/%23/x", "/%5cevil.example/%23x",
                               "/..%2f%23x", "/%2e%2e/%23", "/.%23/", "/assets/plain.js%23x",
                               "/?x=1%23/today", "/none?x=%2523", "/help%23", "/%252525252523/x"})
        EXPECT_EQ(field(get(target), "Location"), "") << target;
    for (const char* target : {"/%23%0d%0aX:%20y", "/%23%00", "/%23%", "/%23%7f"})
        EXPECT_EQ(get(target).status, 400U) << target;
    for (const char* target : {"/%2523%250d%250aX:%2520y", "/%2523%2500"})
        EXPECT_EQ(get(target).status, 404U) << target;
}

TEST(Answer, NoPathLeadsToAnotherServer) {
    const std::vector<std::string> parts{"/",
                                         "//",
                                         "\\",
                                         "%5c",
                                         "%2f",
                                         "%252f",
                                         "%23",
                                         "%2523",
                                         "%252523",
                                         "#",
                                         "?",
                                         ":",
                                         "..",
                                         "%2e%2e",
                                         ".",
                                         "@",
                                         "help",
                                         "help/",
                                         "index.html",
                                         "%3a",
                                         "http:",
                                         "a",
                                         "%0d%0a",
                                         "%250a",
                                         "%",
                                         "%25",
                                         "//evil.example",
                                         "evil.example",
                                         "\xc3\xa9",
                                         "%c3%a9"};
    std::mt19937 random(7);
    std::size_t led = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string target = "/";
        for (auto left = random() % 8; left > 0; --left) target += parts[random() % parts.size()];
        const std::string location = field(get(target), "Location");
        if (location.empty()) continue;
        ++led;
        ASSERT_THAT(location,
                    testing::MatchesRegex("\\./(\\.\\./)*(index\\.html|help/|help/index\\.html)?#[!-~]*"))
            << target;
        ASSERT_EQ(location.find_first_of("\"<>\\^`{|}#", location.find('#') + 1), std::string::npos)
            << target;
        const std::string at = arrived(target, location);
        ASSERT_TRUE(at.starts_with('/') && !at.starts_with("//evil")) << target << ' ' << location;
    }
    EXPECT_GT(led, 100U);
}

TEST(Answer, OfSeveralAddressesPagesLeadToOne) {
    const Names names{.own = {"patience.example", "www.club.example", "club.example"}, .here = "127.0.0.1"};
    const auto led = [&](std::string_view host, std::string_view target = "/docs/?x",
                         std::string_view accept = "text/html,*/*;q=0.8", std::string_view method = "GET") {
        const auto found = elsewhere({.method = method,
                                      .target = target,
                                      .accept_encoding = "",
                                      .if_none_match = "",
                                      .host = host,
                                      .accept = accept},
                                     names);
        return found ? std::to_string(found->status) + ' ' + field(*found, "Location") : "";
    };
    EXPECT_EQ(led("www.patience.example"), "302 //patience.example/docs/?x");
    EXPECT_EQ(led("WWW.Patience.example:8443"), "302 //patience.example:8443/docs/?x");
    EXPECT_EQ(led("patience.example."), "302 //patience.example/docs/?x");
    EXPECT_EQ(led("www.patience.example.:80"), "302 //patience.example:80/docs/?x");
    EXPECT_EQ(led("localhost:8080"), "302 //127.0.0.1:8080/docs/?x");
    EXPECT_EQ(led("www.patience.example", "/", "text/html", "HEAD"), "302 //patience.example/");
    EXPECT_EQ(led("www.patience.example", "//evil.example/%23"), "302 //patience.example//evil.example/%23");
    EXPECT_EQ(led("www.patience.example", "http://www.patience.example/a#b"), "302 //patience.example/a");
    // Where they are right, or not known, and where more than one was asked for by name.
    for (const char* host :
         {"patience.example", "patience.example:8443", "www.club.example", "club.example", "127.0.0.1:8080",
          "evil.example", "www.", "", "localhost.evil.example", "www.patience.example:80x",
          "www.patience.example:", "a, www.patience.example", "nas.local"})
        EXPECT_EQ(led(host), "") << host;
    // No page of its own.
    EXPECT_EQ(led("www.patience.example", "/assets/a.js", "*/*"), "");
    EXPECT_EQ(led("www.patience.example", "/", ""), "");
    EXPECT_EQ(led("www.patience.example", "/", "text/html", "POST"), "");
    for (const char* target : {"*", "/%0d%0aX: y", "/%", "a"})
        EXPECT_EQ(led("www.patience.example", target), "") << target;
    EXPECT_EQ(elsewhere({.method = "GET",
                         .target = "/",
                         .accept_encoding = "",
                         .if_none_match = "",
                         .host = "localhost",
                         .accept = "text/html"},
                        {})
                  .has_value(),
              false);
}

TEST(Answer, HashedFilesAreKeptForEver) {
    EXPECT_EQ(field(get("/assets/index-B2x_9-Qz.js"), "Cache-Control"),
              "public, max-age=31536000, immutable");
    EXPECT_EQ(field(get("/assets/plain.js"), "Cache-Control"), "no-cache");
    EXPECT_EQ(field(get("/"), "Cache-Control"), "no-cache");
    EXPECT_EQ(field(get("/none"), "Cache-Control"), "no-store");
}

TEST(Answer, CompressesForWhoTakesIt) {
    for (const char* accepted : {"gzip", "br, GZIP;q=0.5", "*", "deflate,\tx-gzip ; q=1", "*;q=0, gzip"}) {
        const Response found = get("/", accepted);
        EXPECT_EQ(field(found, "Content-Encoding"), "gzip") << accepted;
        EXPECT_LT(found.body.size(), text.size() / 10);
        EXPECT_EQ(found.body.substr(0, 2), "\x1f\x8b");
    }
    for (const char* refused :
         {"", "identity", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzip;q=0, *", "gzipped"}) {
        const Response found = get("/", refused);
        EXPECT_EQ(field(found, "Content-Encoding"), "") << refused;
        EXPECT_EQ(field(found, "Vary"), "Accept-Encoding");
        EXPECT_THAT(std::string(found.body), HasSubstr(text));
    }
}

TEST(Answer, Health) {
    EXPECT_EQ(get("/health").status, 200U);
    EXPECT_EQ(get("/health").body, "ok\n");
    EXPECT_EQ(field(get("/health"), "Cache-Control"), "no-store");
}

TEST(Answer, WhatDoesNotGetSmallerIsSentAsItIs) {
    const Response found = get("/help/", "gzip");
    EXPECT_EQ(field(found, "Content-Encoding"), "");
    EXPECT_EQ(field(found, "Vary"), "");
    EXPECT_EQ(found.body, "help");
}

TEST(Answer, KnownContentIsNotSentAgain) {
    const std::string etag = field(get("/"), "ETag");
    const std::string gzip_etag = field(get("/", "gzip"), "ETag");
    EXPECT_THAT(etag, testing::MatchesRegex("\"[0-9a-f]+\""));
    EXPECT_NE(etag, gzip_etag);
    EXPECT_NE(etag, field(get("/help/"), "ETag"));

    for (const std::string& known : {etag, "W/" + etag, "\"x\", " + etag, std::string("*")}) {
        const Response found = get("/", "", known);
        EXPECT_EQ(found.status, 304U) << known;
        EXPECT_EQ(found.body, "");
        EXPECT_EQ(field(found, "ETag"), etag);
        EXPECT_EQ(field(found, "Cache-Control"), "no-cache");
    }
    EXPECT_EQ(get("/", "gzip", gzip_etag).status, 304U);
    EXPECT_EQ(get("/", "gzip", etag).status, 200U);
    EXPECT_EQ(get("/", "", "\"x\"").status, 200U);
    EXPECT_EQ(get("/none", "", "*").status, 404U);
}

TEST(Answer, OnlyGetAndHead) {
    const Site site = small_site();
    EXPECT_EQ(
        answer(site, {.method = "HEAD", .target = "/", .accept_encoding = "", .if_none_match = ""}).status,
        200U);
    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "BREW", ""}) {
        const Response found =
            answer(site, {.method = method, .target = "/", .accept_encoding = "", .if_none_match = ""});
        EXPECT_EQ(found.status, 405U) << method;
        EXPECT_EQ(field(found, "Allow"), "GET, HEAD");
    }
}

TEST(Answer, EveryAnswerIsGuarded) {
    for (const Response& found : {get("/"), get("/none"), get("*"), get("/", "", "*"), refusal(503)}) {
        EXPECT_EQ(field(found, "X-Content-Type-Options"), "nosniff");
        EXPECT_EQ(field(found, "Referrer-Policy"), "no-referrer");
        EXPECT_EQ(field(found, "Cross-Origin-Opener-Policy"), "same-origin");
        EXPECT_EQ(field(found, "Cross-Origin-Resource-Policy"), "same-origin");
        EXPECT_NE(field(found, "Permissions-Policy"), "");
        const std::string policy = field(found, "Content-Security-Policy");
        EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
        EXPECT_THAT(policy, HasSubstr("script-src 'self' 'wasm-unsafe-eval';"));
        EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'"));
        EXPECT_THAT(policy, Not(HasSubstr("'unsafe-")));
    }
}

TEST(Log, EndsBeforeWhatPlayersHaveSent) {
    const std::string id(32, 'a');
    for (const auto& [target, logged] : std::vector<std::pair<std::string, std::string>>{
             {"/", "/"},
             {"/assets/a-AAAAAAAA.js?x", "/assets/a-AAAAAAAA.js?x"},
             {"/api/1/results/" + id, "/api/1/results"},
             {"/api/1/results/" + id + "?id=" + id, "/api/1/results"},
             {"/api/1/challenges/" + id, "/api/1/challenges"},
             {"/api/1/days/2026-11-27/stalactites/lines", "/api/1/days"},
             {"/api/1/votes", "/api/1/votes"},
             {"/api/1/me", "/api/1/me"},
             {"/api/1/results%2f" + id, "/api/1/results"},
             {"/%61pi/1/results/" + id, "/api/1/results"},
             {"http://q/api/1/results/" + id, "/api/1/results"},
             {"//api/1/results/" + id, "//api/1/results"},
             {"/table/api/1/results/" + id, "/table/api/1/results"},
             {"/api/2/results/" + id, "/api"},
             {"/api?" + id, "/api"},
             {"/api/1/?" + id, "/api/1/"},
             {"/api/1/results/" + id + "%", "?"},
             {"/%23/challenge/" + id, "/%23"},
             {"/%252523/challenge/" + id + "?x", "/%23"},
             {"/docs/service.html%23limits", "/docs/service.html%23"},
             {"/%61pi/1/results/" + id + "%23", "/api/1/results"},
             {"*", "?"}})
        EXPECT_EQ(logged_target(target), logged) << target;
}

}  // namespace
}  // namespace quincunx::server
