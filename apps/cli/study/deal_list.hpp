#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/notation.hpp"

namespace quincunx::cli {

/// Deals to be solved one after another: the numbers in a range, or the lines of a file.
class DealList {
  public:
    /// The most deals a list may have.
    static constexpr std::uint64_t most = 100'000'000;

    /// Whether a text has the form of a range: "carthage#1..5000".
    static bool is_range(const std::string& text);
    /// The deals of a range, including the last one. Throws if the text is not a range.
    static DealList range(const std::string& text);
    /// The deals in the lines of a text; blank lines and those that start with # are ignored. Throws if a
    /// line is not a deal, or if there are no deals.
    static DealList lines(const std::string& file, const std::string& text);

    std::uint64_t size() const { return size_; }
    /// A deal by its place, from 0, and its text.
    DealText deal(std::uint64_t place) const;
    std::string text(std::uint64_t place) const;
    /// The games, each listed once.
    const std::vector<std::string>& games() const { return games_; }
    /// The place in `games` of the game that a deal belongs to.
    std::size_t game(std::uint64_t place) const;
    /// How files refer to the list: a range by itself, lines by their number and a hash of them.
    const std::string& name() const { return name_; }

  private:
    std::string name_;
    std::uint64_t size_ = 0;
    std::uint64_t first_ = 0;         ///< number of the range's first deal
    std::vector<std::string> lines_;  ///< empty for a range
    std::vector<std::string> games_;
};

}  // namespace quincunx::cli
