#pragma once

#include <array>
#include <map>
#include <string>

#include "lab/study/many.hpp"
#include "lab/study/statistics.hpp"
#include "lab/study/study_file.hpp"

namespace quincunx::cli::lab {

/// The verdicts for the deals of one game.
class Tally {
  public:
    void add(const SolvedDeal& solved);

    std::uint64_t deals() const { return won() + lost() + unknown(); }
    std::uint64_t won() const { return moves_.size(); }
    std::uint64_t lost() const { return lost_; }
    std::uint64_t unknown() const { return unknown_; }
    std::uint64_t defects() const { return defects_; }
    /// Whether it is known how long the searches took.
    bool timed() const { return sum_ > 0; }
    /// 95 % bounds for the share of winnable deals. Unknown deals count as lost for the lower bound and as
    /// won for the upper one.
    Interval wilson_bounds() const;
    Interval clopper_pearson_bounds() const;

    /// Median, 95 %, 99 % and largest.
    template <class Value>
    using Quantiles = std::array<Value, 4>;
    Quantiles<std::uint64_t> nodes() const { return quantiles(nodes_); }
    /// To the microsecond, as files have them.
    Quantiles<double> milliseconds() const;
    Quantiles<std::uint64_t> moves() const { return quantiles(moves_); }
    /// Deals per second of search by one thread.
    double deals_per_second() const;

  private:
    static Quantiles<std::uint64_t> quantiles(const Counts& values);

    std::uint64_t lost_ = 0;
    std::uint64_t unknown_ = 0;
    std::uint64_t defects_ = 0;
    Counts nodes_;
    Counts microseconds_;
    double sum_ = 0;  ///< of the milliseconds
    Counts moves_;    ///< of the solutions
};

/// The verdicts of a study, by game.
class Summary {
  public:
    void add(const SolvedDeal& solved) { tallies_[std::string(game_of_deal(solved.deal))].add(solved); }
    /// Says how fast the latest deals were solved.
    void took(const Pace& pace) { pace_ = pace; }

    /// For the line that shows the progress.
    std::string counts() const;
    std::string text(const Json& header) const;
    Json json(const Json& header) const;

  private:
    /// Over all games.
    std::uint64_t sum(std::uint64_t (Tally::*number)() const) const;

    /// In the order in which the header has them.
    std::vector<std::pair<std::string, Tally>> games(const Json& header) const;

    std::map<std::string, Tally> tallies_;
    Pace pace_;
};

}  // namespace quincunx::cli::lab
