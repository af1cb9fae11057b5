#include "apps/server/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

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
             {"*", "?"}})
        EXPECT_EQ(logged_target(target), logged) << target;
}

}  // namespace
}  // namespace quincunx::server
