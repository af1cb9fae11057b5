#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace quincunx::server {

/// A file in the form in which it is sent.
struct File {
    std::string content;
    std::string gzip;    ///< the same compressed; empty if that would not make it smaller
    std::string brotli;  ///< likewise
    std::string type;    ///< MIME type
    std::string etag;    ///< identifies the content, without quotes
    bool hashed;         ///< the name contains a hash of the content, so the content never changes
    bool kept;           ///< from the build before this one, for pages that were loaded then
};

/// The web app, read from its folder once, when the server starts. A request is answered by looking up its
/// path among the names found then. It never reaches the file system, so no path can lead out of the folder,
/// and a new build that replaces the folder while the server runs does not mix two versions of the app.
///
/// The build writes `a.js.br` and `a.js.gz` beside `a.js`: they are sent instead of it to whoever takes them, and
/// have no address of their own. What comes without `.gz` is compressed here.
class Site {
  public:
    static constexpr std::size_t max_bytes = 256U << 20U;

    /// Reads all files below `root`, except for symbolic links that lead out of it, names that start with a dot
    /// (and all that is below them), and what editors leave behind (`a~`, `a.bak`, `a.orig`). Fails, with a
    /// reason to show, if there is no index.html, if a file cannot be read, if all files together exceed
    /// `max_bytes`, or if a `.gz` is not the file that it is named after.
    static tl::expected<Site, std::string> read(const std::filesystem::path& root);

    /// The file for a decoded path such as `/assets/a.js`; for a path that ends in `/`, its index.html. Null
    /// if there is none.
    [[nodiscard]] const File* find(std::string_view path) const;

    /// Adds a file as if it had been read, and compresses it if `gzip` is empty.
    void add(const std::string& path, std::string content, std::string gzip = {}, std::string brotli = {});
    /// Whether the two were read from the same build: what they keep of earlier ones does not count.
    [[nodiscard]] bool same_build(const Site& other) const;
    /// Adds the files of an earlier build whose names contain a hash, as far as they are not here: a page that
    /// was loaded before may still ask for them. What that build had kept itself is dropped.
    void keep_hashed(const Site& before);

  private:
    tl::expected<void, std::string> take(std::map<std::string, std::string> contents);

    std::map<std::string, File, std::less<>> files_;
};

/// The MIME type for a file's name.
std::string_view mime_type(std::string_view name);

}  // namespace quincunx::server
