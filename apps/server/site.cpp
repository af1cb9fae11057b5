#include "apps/server/site.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <ranges>
#include <system_error>
#include <utility>

namespace quincunx::server {

namespace {

namespace fs = std::filesystem;

struct MimeType {
    std::string_view ending;
    std::string_view type;
    bool text;  // worth compressing
};

constexpr MimeType unknown_type{"", "application/octet-stream", false};

constexpr std::array mime_types{
    MimeType{".html", "text/html; charset=utf-8", true},
    MimeType{".js", "text/javascript; charset=utf-8", true},
    MimeType{".mjs", "text/javascript; charset=utf-8", true},
    MimeType{".css", "text/css; charset=utf-8", true},
    MimeType{".json", "application/json", true},
    MimeType{".map", "application/json", true},
    MimeType{".webmanifest", "application/manifest+json", true},
    MimeType{".svg", "image/svg+xml", true},
    MimeType{".wasm", "application/wasm", true},
    MimeType{".txt", "text/plain; charset=utf-8", true},
    MimeType{".pat", "text/plain; charset=utf-8", true},
    MimeType{".md", "text/markdown; charset=utf-8", true},
    MimeType{".ico", "image/x-icon", true},
    MimeType{".png", "image/png", false},
    MimeType{".jpg", "image/jpeg", false},
    MimeType{".webp", "image/webp", false},
    MimeType{".woff2", "font/woff2", false},
    MimeType{".ogg", "audio/ogg", false},
    MimeType{".mp3", "audio/mpeg", false},
    MimeType{".wav", "audio/wav", true},
};

const MimeType& type_of(std::string_view name) {
    const auto* const found = std::find_if(mime_types.begin(), mime_types.end(),
                                           [&](const MimeType& mime) { return name.ends_with(mime.ending); });
    return found == mime_types.end() ? unknown_type : *found;
}

/// Vite writes assets/<name>-<8 characters of hash>.<extension>; name and extension may contain dots.
bool name_is_hashed(std::string_view path) {
    if (!path.starts_with("/assets/")) return false;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    constexpr std::size_t hash_length = 8;
    constexpr std::string_view hash_characters =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
        if (dot >= hash_length + 2 && name[dot - hash_length - 1] == '-' &&
            name.substr(0, dot).find_first_not_of(hash_characters, dot - hash_length) ==
                std::string_view::npos)
            return true;
    return false;
}

/// FNV-1a, 64 bits, in hexadecimal: it tells versions of a file apart and is not for security.
std::string digest(std::string_view content) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    std::string text(16, '0');
    for (char& digit : text) {
        digit = "0123456789abcdef"[hash >> 60U];
        hash <<= 4U;
    }
    return text;
}

constexpr int gzip_format = 15 + 16;

/// Lets zlib read `from` and write `to`.
void connect(z_stream& stream, std::string_view from, std::string& to) {
    // zlib only reads what next_in points to, but its type does not say so.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));
    stream.avail_in = static_cast<uInt>(from.size());
    stream.next_out = reinterpret_cast<Bytef*>(to.data());
    stream.avail_out = static_cast<uInt>(to.size());
}

/// The content gzipped at the best level; empty if zlib fails or the result would be no smaller.
std::string compress(std::string_view content) {
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_format, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string result(deflateBound(&stream, content.size()), '\0');
    connect(stream, content, result);
    const int status = deflate(&stream, Z_FINISH);
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return status == Z_STREAM_END && result.size() < content.size() ? result : std::string{};
}

/// The text that was gzipped, if it is `size` bytes long; otherwise nothing.
std::optional<std::string> decompress(std::string_view content, std::size_t size) {
    z_stream stream{};
    if (inflateInit2(&stream, gzip_format) != Z_OK) return std::nullopt;
    std::string result(size + 1, '\0');
    connect(stream, content, result);
    const int status = inflate(&stream, Z_FINISH);
    const bool whole = status == Z_STREAM_END && stream.total_out == size && stream.avail_in == 0;
    inflateEnd(&stream);
    result.resize(size);
    return whole ? std::optional(std::move(result)) : std::nullopt;
}

/// Whether a name is not meant for the public: hidden, or left behind by an editor.
bool is_private(std::string_view name) {
    return name.starts_with('.') || name.ends_with('~') || name.ends_with(".bak") || name.ends_with(".orig");
}

std::optional<std::string> read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return file ? std::optional(std::move(content)) : std::nullopt;
}

/// Whether `path` is `root` or below it; both must be free of symbolic links.
bool is_below(const fs::path& path, const fs::path& root) {
    return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

/// Whether a file below the root is private by its own name or that of a folder: a link to it does not make it
/// public.
bool leads_to_private(const fs::path& path, const fs::path& root) {
    const fs::path below = path.lexically_relative(root);
    return std::any_of(below.begin(), below.end(),
                       [](const fs::path& name) { return is_private(name.string()); });
}

}  // namespace

std::string_view mime_type(std::string_view name) {
    return type_of(name).type;
}

void Site::add(const std::string& path, std::string content, std::string gzip, std::string brotli) {
    File file{.content = std::move(content),
              .gzip = std::move(gzip),
              .brotli = std::move(brotli),
              .type = std::string(mime_type(path)),
              .etag = {},
              .hashed = name_is_hashed(path),
              .kept = false};
    file.etag = digest(file.content);
    if (file.gzip.empty() && type_of(path).text) file.gzip = compress(file.content);
    files_.insert_or_assign(path, std::move(file));
}

bool Site::same_build(const Site& other) const {
    const auto of_this_build = [](const auto& entry) { return !entry.second.kept; };
    const auto same = [](const auto& one, const auto& two) {
        return one.first == two.first && one.second.etag == two.second.etag;
    };
    return std::ranges::equal(files_ | std::views::filter(of_this_build),
                              other.files_ | std::views::filter(of_this_build), same);
}

void Site::keep_hashed(const Site& before) {
    for (const auto& [path, file] : before.files_) {
        if (file.hashed && !file.kept) {
            const auto [place, added] = files_.emplace(path, file);
            place->second.kept = added;
        }
    }
}

tl::expected<void, std::string> Site::take(std::map<std::string, std::string> contents) {
    const auto packed = [&](const std::string& path) -> std::string* {
        const auto found = contents.find(path);
        return found == contents.end() ? nullptr : &found->second;
    };
    const auto is_packed = [&](const std::string& path) {
        return (path.ends_with(".gz") || path.ends_with(".br")) &&
               packed(path.substr(0, path.size() - 3)) != nullptr;
    };
    const auto mixed_up = [](const std::string& path) {
        return path + ".gz is not " + path + ": build the web app again";
    };
    for (auto& [path, content] : contents) {
        if (is_packed(path)) continue;
        std::string* const gzip = packed(path + ".gz");
        std::string* const brotli = packed(path + ".br");
        if (gzip != nullptr && decompress(*gzip, content.size()) != content)
            return tl::unexpected(mixed_up(path));
        add(path, std::move(content), gzip != nullptr ? std::move(*gzip) : std::string(),
            brotli != nullptr ? std::move(*brotli) : std::string());
    }
    return {};
}

const File* Site::find(std::string_view path) const {
    const auto found =
        path.ends_with('/') ? files_.find(std::string(path) + "index.html") : files_.find(path);
    return found == files_.end() ? nullptr : &found->second;
}

tl::expected<Site, std::string> Site::read(const fs::path& root) {
    std::error_code error;
    const fs::path real_root = fs::canonical(root, error);
    if (error || !fs::is_regular_file(real_root / "index.html", error))
        return tl::unexpected("there is no index.html in " + root.string());
    std::map<std::string, std::string> contents;
    std::size_t bytes = 0;
    fs::recursive_directory_iterator entry(real_root, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code broken;  // a link may be broken, or lead out of the root
        if (is_private(entry->path().filename().string())) {
            if (entry->is_directory(broken)) entry.disable_recursion_pending();
            continue;
        }
        const fs::path real = fs::canonical(entry->path(), broken);
        if (broken || !is_below(real, real_root) || leads_to_private(real, real_root) ||
            !fs::is_regular_file(real, broken)) {
            continue;
        }
        const auto size = fs::file_size(real, broken);
        const bool fits = !broken && size <= max_bytes - bytes;
        std::optional<std::string> content;
        if (fits) content = read_file(real);
        if (fits && !content) return tl::unexpected(entry->path().string() + " cannot be read");
        if (!content || content->size() > max_bytes - bytes) {
            return tl::unexpected("all files in " + root.string() + " together are larger than " +
                                  std::to_string(max_bytes >> 20U) + " MiB");
        }
        bytes += content->size();
        contents.emplace("/" + entry->path().lexically_relative(real_root).generic_string(),
                         std::move(*content));
    }
    if (error) return tl::unexpected(root.string() + " cannot be listed: " + error.message());
    Site site;
    if (auto taken = site.take(std::move(contents)); !taken) return tl::unexpected(std::move(taken.error()));
    return site;
}

}  // namespace quincunx::server
