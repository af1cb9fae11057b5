#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/notation.hpp"

namespace quincunx::cli {

/// Deals to be solved one after another: the numbers of a range, or the lines of a file.
class DealList {
  public:
    /// Most deals of a list.
    static constexpr std::uint64_t most = 100'000'000;

    /// Whether a text has the form of a range: "carthage#1..5000".
    static bool is_range(const std::string& text);
    /// The deals of a range, the last one included. Throws where it is none.
    static DealList range(const std::string& text);
    /// The deals in the lines of a text; blank lines and those that start with # mean nothing. Throws where
    /// one is no deal, and where there is none.
    static DealList lines(const std::string& file, const std::string& text);

    std::uint64_t size() const { return size_; }
    /// A deal by its place from 0 on, and its text.
    DealText deal(std::uint64_t place) const;
    std::string text(std::uint64_t place) const;
    /// The games, each once.
    const std::vector<std::string>& games() const { return games_; }
    /// Place in `games` of the game of a deal.
    std::size_t game(std::uint64_t place) const;
    /// What the list is called in files: a range by itself, lines by their number and a hash of them.
    const std::string& name() const { return name_; }

  private:
    std::string name_;
    std::uint64_t size_ = 0;
    std::uint64_t first_ = 0;         ///< number of the range's first deal
    std::vector<std::string> lines_;  ///< none for a range
    std::vector<std::string> games_;
};

}  // namespace quincunx::cli
