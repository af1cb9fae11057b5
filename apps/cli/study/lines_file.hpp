#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "apps/cli/file.hpp"
#include "apps/cli/io.hpp"
#include "apps/cli/json.hpp"
#include "apps/cli/study/deal_list.hpp"

/// Files with a line of JSON for each deal of a list, in the order of the list, after a header that says what
/// was asked. A file that was interrupted at any byte is a prefix of the complete one.
namespace quincunx::cli {

/// The lines of a file, read in chunks.
class LineReader {
  public:
    explicit LineReader(File& file) : file_(file) {}

    /// The next whole line; none at the end, or if the last one has no line feed.
    std::optional<std::string_view> next() {
        std::size_t searched = start_;
        while (true) {
            const std::size_t end = buffer_.find('\n', searched);
            if (end != std::string::npos) {
                const std::string_view line = std::string_view(buffer_).substr(start_, end - start_);
                start_ = end + 1;
                good_ += line.size() + 1;
                ++number_;
                return line;
            }
            buffer_.erase(0, start_);
            start_ = 0;
            searched = buffer_.size();
            if (searched > longest_line) fail("the line is longer than 16 MiB", number_ + 1);
            if (!read()) return std::nullopt;
        }
    }
    /// What follows the last line feed, once `next` has returned none.
    std::string_view rest() const { return std::string_view(buffer_).substr(start_); }
    /// The number of bytes in the whole lines taken.
    std::uint64_t good() const { return good_; }
    [[noreturn]] void fail(const std::string& why, std::uint64_t line) const {
        throw Failure(Exit::misuse, fmt::format("{}:{}: {}", file_.name(), line, why));
    }
    [[noreturn]] void fail(const std::string& why) const { fail(why, number_); }

  private:
    static constexpr std::size_t longest_line = std::size_t{16} << 20U;

    bool read() {
        constexpr std::size_t piece = std::size_t{1} << 18U;
        const std::size_t size = buffer_.size();
        buffer_.resize(size + piece);
        const std::size_t got = file_.read(buffer_.data() + size, piece);
        buffer_.resize(size + got);
        return got > 0;
    }

    File& file_;
    std::string buffer_;
    std::size_t start_ = 0;  ///< of what has not been taken yet
    std::uint64_t good_ = 0;
    std::uint64_t number_ = 0;
};

/// One kind of such files.
struct LinesKind {
    std::string_view kind;  ///< stands in the header: "quincunx-study"
    int format;             ///< its version, which stands there too
    std::string_view name;  ///< what its lines are, in messages: "verdicts"
    /// A member of the header as people would say it.
    std::string (*spoken)(const std::string& key, const Json& value);
};

/// Takes a line, and returns the deal that it is about. Throws if it is not such a line.
using TakeLine = std::function<std::string(const LineReader& reader, std::string_view line)>;

/// A file that is open for writing.
class LinesFile {
  public:
    /// Starts a file, or with `resume` continues one that was started with an equal header: `take` gets every
    /// line that is there, and an incomplete last one is removed. Throws if the file is something else.
    LinesFile(const std::string& name, const LinesKind& kind, const Json& header, const DealList& deals,
              bool resume, const TakeLine& take);

    /// Adds whole lines.
    void add(std::string_view lines) { file_.write(lines); }
    /// Waits until they are on the disk.
    void sync() { file_.sync(); }

  private:
    void resume(const LinesKind& kind, const Json& header, const DealList& deals, const TakeLine& take);

    File file_;
};

/// Reads a file: `on_header`, then `take` for each line; an incomplete last one is ignored. Throws if it is
/// not a file of that kind.
void read_lines(const std::string& name, const LinesKind& kind,
                const std::function<void(const LineReader&, const Json&)>& on_header, const TakeLine& take);

}  // namespace quincunx::cli
