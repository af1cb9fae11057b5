#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/common/io.hpp"
#include "apps/common/json.hpp"
#include "lab/study/deal_list.hpp"
#include "lab/study/rolling_sum.hpp"

/// The first line of files of many deals, which says what was asked (docs/notation.md, "Files of many deals").
namespace quincunx::cli::lab {

/// The version of files of lines.
inline constexpr int lines_format = 2;

/// A file while it is read: says what is wrong with it, and where.
class Reading {
  public:
    Reading() = default;
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
    virtual ~Reading() = default;
    [[noreturn]] void fail(const std::string& why) const { throw failure(why); }

  protected:
    virtual Failure failure(const std::string& why) const = 0;
};

/// One kind of such files.
struct FileKind {
    std::string_view kind;  ///< stands in the header: "quincunx-study"
    std::string_view name;  ///< what its lines are, in messages: "verdicts"
    /// A member of the header that only this kind has, as people would say it: its value, also as a text. Empty
    /// if it is not one of them.
    std::string (*spoken)(std::string_view key, const Json& value, const std::string& text);
};

/// Members of every header: the kind of file, the program that wrote it and the deals that were asked for. The members
/// of the kind are added to it.
Json file_header(const FileKind& kind, const std::string& build, const DealList& deals);

/// The contents of a header, checked in as far as it is the same for all kinds.
struct FileHeader {
    Json json;
    std::uint64_t count = 0;
    std::string deals;
    std::string build;
    SharedRules own;           ///< the game, if it is none that the program knows
    std::optional<Part> part;  ///< the part that the deals are, and
    std::string whole;         ///< the range that it is a part of
};

[[noreturn]] void fail_without_header(const Reading& reading, const FileKind& kind);

/// Reads the header of a file, and starts the checksum with it.
FileHeader read_header(const Reading& reading, const FileKind& kind, std::string_view line, RollingSum& sum);

/// How the header of a file differs from another one, in words; empty if it does not. With `any_build` it may have
/// been written by another build; `other_build` is set if it was.
std::string difference(const FileKind& kind, const Json& there, const Json& here, bool any_build = false,
                       bool* other_build = nullptr);

/// How to treat a file that is there already.
struct Manner {
    bool resume = false;     ///< continue it
    bool any_build = false;  ///< even if another build of the program has written it
};

/// Throws if the file's header is not the one that would be written now. Says whether another build wrote it.
bool check_header(const Reading& reading, const FileKind& kind, const FileHeader& there, const Json& here,
                  const Manner& manner);

/// A member of the header as people would say it.
std::string spoken(const FileKind& kind, const std::string& key, const Json& value);

/// The deals that a header names, in their order: known one by one if they are a range; otherwise their number
/// and a hash of them.
class ExpectedDeals {
  public:
    ExpectedDeals(const Reading& reading, const FileHeader& header);

    /// The next deal of the file.
    void check(const Reading& reading, const std::string& deal);
    /// At the end of the file.
    void finish(const Reading& reading) const;

  private:
    std::string name_;
    std::uint64_t count_;
    std::vector<std::string> games_;
    std::optional<DealList> range_;
    std::uint64_t done_ = 0;
    RollingSum hash_;
};

/// A number in a header or a line, checked; `fail` says what is wrong with it. JSON that comes from elsewhere
/// may hold any number, and converting some of them is undefined.
std::uint64_t whole_number(const Json& object, const char* key, std::uint64_t least, std::uint64_t most,
                           const Reading& reading);
double time_number(const Json& object, const char* key, double most, const Reading& reading);

}  // namespace quincunx::cli::lab
