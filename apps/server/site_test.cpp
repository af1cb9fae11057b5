#include "apps/server/site.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <fstream>

namespace quincunx::server {
namespace {

namespace fs = std::filesystem;

/// A folder that is removed after the test.
class SiteFolder : public testing::Test {
  public:
    ~SiteFolder() override { fs::remove_all(outer); }

    fs::path outer = fs::temp_directory_path() / ("quincunx-site-" + std::to_string(getpid()));
    fs::path root = outer / "web";

    void write(const fs::path& path, const std::string& content = "x") const {
        fs::create_directories(path.parent_path());
        std::ofstream(path) << content;
    }
};

TEST_F(SiteFolder, ReadsAllFiles) {
    write(root / "index.html", "home");
    write(root / "assets" / "deep" / "a.js", "script");
    write(root / "empty.txt", "");
    const auto site = Site::read(root);
    ASSERT_TRUE(site) << site.error();
    ASSERT_NE(site->find("/"), nullptr);
    EXPECT_EQ(site->find("/")->content, "home");
    ASSERT_NE(site->find("/assets/deep/a.js"), nullptr);
    EXPECT_EQ(site->find("/assets/deep/a.js")->type, "text/javascript; charset=utf-8");
    ASSERT_NE(site->find("/empty.txt"), nullptr);
    EXPECT_EQ(site->find("/assets"), nullptr);
    EXPECT_EQ(site->find("/assets/"), nullptr);
    EXPECT_EQ(site->find(""), nullptr);
}

TEST_F(SiteFolder, WithoutIndexIsAnError) {
    EXPECT_THAT(Site::read(root).error(), testing::HasSubstr("no index.html"));
    write(root / "other.html");
    EXPECT_THAT(Site::read(root).error(), testing::HasSubstr("no index.html"));
    fs::create_directories(root / "index.html");
    EXPECT_THAT(Site::read(root).error(), testing::HasSubstr("no index.html"));
}

TEST_F(SiteFolder, LinksThatLeadOutAreLeftOut) {
    write(root / "index.html", "home");
    write(outer / "secret.txt", "secret");
    write(outer / "webbed" / "near.txt", "a sibling whose name begins like the root's");
    fs::create_symlink(outer / "secret.txt", root / "secret.txt");
    fs::create_symlink("../secret.txt", root / "relative.txt");
    fs::create_symlink(outer / "webbed" / "near.txt", root / "near.txt");
    fs::create_symlink(outer, root / "up");
    fs::create_symlink("nowhere", root / "broken.txt");
    fs::create_symlink("loop.txt", root / "loop.txt");
    fs::create_symlink("index.html", root / "inner.html");
    const auto site = Site::read(root);
    ASSERT_TRUE(site) << site.error();
    for (const char* path :
         {"/secret.txt", "/relative.txt", "/near.txt", "/up/secret.txt", "/broken.txt", "/loop.txt"}) {
        EXPECT_EQ(site->find(path), nullptr) << path;
    }
    ASSERT_NE(site->find("/inner.html"), nullptr);
    EXPECT_EQ(site->find("/inner.html")->content, "home");
}

TEST_F(SiteFolder, TheRootMayBeALink) {
    write(outer / "real" / "index.html", "home");
    fs::create_symlink(outer / "real", root);
    const auto site = Site::read(root);
    ASSERT_TRUE(site) << site.error();
    EXPECT_NE(site->find("/index.html"), nullptr);
}

/// While this exists, the permissions of files hold for root, too.
class WithoutPrivileges {
  public:
    WithoutPrivileges() {
        EXPECT_EQ(::syscall(SYS_capget, &header_, before_.data()), 0);
        auto without = before_;
        for (const std::size_t privilege : std::array<std::size_t, 2>{CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH})
            without[CAP_TO_INDEX(privilege)].effective &= ~CAP_TO_MASK(privilege);
        EXPECT_EQ(::syscall(SYS_capset, &header_, without.data()), 0);
    }
    ~WithoutPrivileges() { EXPECT_EQ(::syscall(SYS_capset, &header_, before_.data()), 0); }
    WithoutPrivileges(const WithoutPrivileges&) = delete;
    WithoutPrivileges& operator=(const WithoutPrivileges&) = delete;

  private:
    __user_cap_header_struct header_{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> before_{};
};

TEST_F(SiteFolder, AFileThatCannotBeReadIsAnError) {
    write(root / "index.html");
    write(root / "locked.txt");
    fs::permissions(root / "locked.txt", fs::perms::none);
    const WithoutPrivileges anyone;
    const auto site = Site::read(root);
    ASSERT_FALSE(site);
    EXPECT_THAT(site.error(), testing::HasSubstr("locked.txt cannot be read"));
}

TEST_F(SiteFolder, TooMuchIsAnError) {
    write(root / "index.html");
    write(root / "huge.bin");
    fs::resize_file(root / "huge.bin", Site::max_bytes + 1);
    EXPECT_THAT(Site::read(root).error(), testing::HasSubstr("together are larger than 256 MiB"));
}

TEST_F(SiteFolder, HiddenFilesAndBackupsAreLeftOut) {
    write(root / "index.html", "home");
    for (const char* name : {".env", ".git/config", "sub/.htpasswd", ".hidden/index.html", "index.html~",
                             "a.js.bak", "a.js.orig", ".well-known/x"}) {
        write(root / name, "secret");
    }
    fs::create_symlink(".env", root / "env.txt");
    fs::create_symlink(".git", root / "git");
    const auto site = Site::read(root);
    ASSERT_TRUE(site) << site.error();
    for (const char* path :
         {"/.env", "/.git/config", "/sub/.htpasswd", "/.hidden/", "/.hidden/index.html", "/index.html~",
          "/a.js.bak", "/a.js.orig", "/.well-known/x", "/env.txt", "/git/config"}) {
        EXPECT_EQ(site->find(path), nullptr) << path;
    }
    EXPECT_NE(site->find("/index.html"), nullptr);
}

/// "q" 5,000 times, gzipped.
std::string gzipped() {
    Site site;
    site.add("/q.txt", std::string(5000, 'q'));
    return site.find("/q.txt")->gzip;
}

TEST_F(SiteFolder, WhatTheBuildHasCompressedIsTaken) {
    write(root / "index.html", "home");
    write(root / "q.txt", std::string(5000, 'q'));
    write(root / "q.txt.gz", gzipped());
    write(root / "q.txt.br", "only passed on");
    write(root / "alone.gz", "an archive");
    const auto site = Site::read(root);
    ASSERT_TRUE(site) << site.error();
    EXPECT_EQ(site->find("/q.txt.gz"), nullptr);
    EXPECT_EQ(site->find("/q.txt.br"), nullptr);
    EXPECT_EQ(site->find("/q.txt")->gzip, gzipped());
    EXPECT_EQ(site->find("/q.txt")->brotli, "only passed on");
    EXPECT_EQ(site->find("/alone.gz")->content, "an archive");
}

TEST_F(SiteFolder, WhatIsCompressedFromSomethingElseIsAnError) {
    write(root / "index.html", "home");
    write(root / "q.txt", std::string(5001, 'q'));
    for (const std::string& packed :
         {gzipped(), gzipped() + "x", gzipped().substr(0, 20), std::string("fish")}) {
        write(root / "q.txt.gz", packed);
        EXPECT_THAT(Site::read(root).error(), testing::HasSubstr("/q.txt.gz is not /q.txt"));
    }
}

TEST(SiteGenerations, KeepTheHashedFilesOfTheBuildBefore) {
    Site first;
    Site second;
    Site third;
    first.add("/assets/a-AAAAAAAA.js", "first");
    first.add("/plain.js", "first");
    second.add("/assets/a-BBBBBBBB.js", "second");
    second.keep_hashed(first);
    third.add("/assets/a-CCCCCCCC.js", "third");
    third.keep_hashed(second);
    ASSERT_NE(second.find("/assets/a-AAAAAAAA.js"), nullptr);
    EXPECT_EQ(second.find("/assets/a-AAAAAAAA.js")->content, "first");
    EXPECT_EQ(second.find("/plain.js"), nullptr);
    EXPECT_NE(third.find("/assets/a-BBBBBBBB.js"), nullptr);
    EXPECT_EQ(third.find("/assets/a-AAAAAAAA.js"), nullptr);
}

TEST(SiteGenerations, AreTheSameIfTheirOwnFilesAre) {
    Site first;
    Site second;
    first.add("/assets/a-AAAAAAAA.js", "first");
    first.add("/index.html", "first");
    second.add("/index.html", "second");
    Site again = second;
    second.keep_hashed(first);
    EXPECT_TRUE(again.same_build(second));
    EXPECT_TRUE(second.same_build(again));
    EXPECT_FALSE(first.same_build(second));
    again.add("/more.js", "more");
    EXPECT_FALSE(again.same_build(second));
    Site other;
    other.add("/index.html", "other");
    EXPECT_FALSE(other.same_build(second));
}

TEST(MimeType, OfEveryKindOfFileInTheApp) {
    EXPECT_EQ(mime_type("/index.html"), "text/html; charset=utf-8");
    EXPECT_EQ(mime_type("/a/table.wasm"), "application/wasm");
    EXPECT_EQ(mime_type("/a.webmanifest"), "application/manifest+json");
    EXPECT_EQ(mime_type("/a.svg"), "image/svg+xml");
    EXPECT_EQ(mime_type("/a.woff2"), "font/woff2");
    EXPECT_EQ(mime_type("/a.js.map"), "application/json");
    EXPECT_EQ(mime_type("/README"), "application/octet-stream");
    EXPECT_EQ(mime_type("/a.exe"), "application/octet-stream");
}

TEST(HashedName, IsOnlyWhatTheBuildWritesToAssets) {
    Site site;
    const auto hashed = [&](const std::string& path) {
        site.add(path, "x");
        return site.find(path)->hashed;
    };
    EXPECT_TRUE(hashed("/assets/index-B2x_9-Qz.js"));
    EXPECT_TRUE(hashed("/assets/index-DiwrgTda.js.map"));
    EXPECT_TRUE(hashed("/assets/session.svelte-DiwrgTda.js"));
    EXPECT_FALSE(hashed("/index-DiwrgTda.js"));
    EXPECT_FALSE(hashed("/assets/index.js"));
    EXPECT_FALSE(hashed("/assets/index-short.js"));
    EXPECT_FALSE(hashed("/assets/index-DiwrgT!a.js"));
    EXPECT_FALSE(hashed("/assets/-DiwrgTda.js"));
    EXPECT_FALSE(hashed("/assets/index-DiwrgTda"));
    EXPECT_FALSE(hashed("/assets/session.svelte-short.js"));
    EXPECT_FALSE(hashed("/assets/a-b.svelte.js"));
}

}  // namespace
}  // namespace quincunx::server
