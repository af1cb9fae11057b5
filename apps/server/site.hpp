#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace quincunx::server {

/// A file as it is sent.
struct File {
    std::string content;
    std::string gzip;  ///< the same compressed; empty where that would not make it smaller
    std::string type;  ///< MIME type
    std::string etag;  ///< names the content, without quotes
    bool hashed;       ///< the name holds a hash of the content, so that the content never changes
};

/// The web app, read from its folder once, when the server starts. A request is answered by looking its path
/// up among the names found then: it never reaches the file system, so no path whatsoever leads out of the
/// folder, and a build that replaces the folder meanwhile does not mix two versions of the app.
class Site {
  public:
    static constexpr std::size_t max_bytes = 256U << 20U;

    /// Reads all files below `root`. Symbolic links that lead out of it are left out. Fails, with a reason to
    /// show, where there is no index.html, a file cannot be read, or all together is more than `max_bytes`.
    static tl::expected<Site, std::string> read(const std::filesystem::path& root);

    /// The file of a decoded path such as `/assets/a.js`; of a path that ends in `/` its index.html. Null if
    /// none.
    [[nodiscard]] const File* find(std::string_view path) const;

    /// Adds a file as if it had been read.
    void add(const std::string& path, std::string content);

  private:
    std::map<std::string, File, std::less<>> files_;
};

/// The MIME type that a file's name asks for.
std::string_view mime_type(std::string_view name);

}  // namespace quincunx::server
