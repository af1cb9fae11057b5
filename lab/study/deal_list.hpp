#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/game.hpp"

namespace quincunx::cli::lab {

/// One of several parts of a range, which are worked on apart: "3/50" is the third of fifty.
struct Part {
    static constexpr std::uint64_t most = 1'000'000;

    std::uint64_t number = 1;
    std::uint64_t count = 1;

    /// None if the text is not a part.
    static std::optional<Part> parse(std::string_view text);
    std::string text() const;
};

/// Deals to be solved one after another: the numbers in a range, or the lines of a file.
class DealList {
  public:
    /// The most deals a list may have.
    static constexpr std::uint64_t most = 1'000'000'000'000;

    /// Whether a text has the form of a range: "carthage#1..5000".
    static bool is_range(const std::string& text);
    /// The deals of a range, including the last one, perhaps of a game of one's own. Throws if the text is not a range.
    static DealList range(const std::string& text, const SharedRules& own = {});
    /// The deals in the lines of a text; blank lines and those that start with # are ignored. Throws if a
    /// line is not a deal, or if there are no deals.
    static DealList lines(const std::string& file, const std::string& text, const SharedRules& own = {});

    /// A part of a range (docs/notation.md, "Parts"). Throws if there are more parts than deals.
    DealList part(const Part& part) const;
    /// The part of a range that this is, and the range, if it is one.
    const std::optional<Part>& own_part() const { return part_; }
    const std::string& whole() const { return whole_; }

    std::uint64_t size() const { return size_; }
    /// A deal by its place, from 0, and its text.
    DealText deal(std::uint64_t place) const;
    std::string text(std::uint64_t place) const;
    /// The game of --rules, of which all of them are then.
    const SharedRules& own() const { return own_; }
    /// The games, each listed once.
    const std::vector<std::string>& games() const { return games_; }
    /// How files refer to the list: a range by itself, lines by their number and a hash of them.
    const std::string& name() const { return name_; }

  private:
    std::string name_;
    std::uint64_t size_ = 0;
    std::uint64_t first_ = 0;         ///< number of the range's first deal
    std::vector<std::string> lines_;  ///< empty for a range
    SharedRules own_;
    std::vector<std::string> games_;
    std::optional<Part> part_;
    std::string whole_;  ///< name of the range that this is a part of
};

}  // namespace quincunx::cli::lab
