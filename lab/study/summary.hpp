#pragma once

#include <array>
#include <string>
#include <vector>

#include "lab/study/many.hpp"
#include "lab/study/statistics.hpp"
#include "lab/study/study_file.hpp"

namespace quincunx::cli {

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
    explicit Summary(std::vector<std::string> games) : games_(std::move(games)), tallies_(games_.size()) {}

    /// The deal must belong to one of the games.
    void add(const SolvedDeal& solved);

    std::uint64_t deals() const { return sum(&Tally::deals); }
    std::uint64_t won() const { return sum(&Tally::won); }
    std::uint64_t lost() const { return sum(&Tally::lost); }
    std::uint64_t unknown() const { return sum(&Tally::unknown); }

    std::string text(const StudyHeader& header, const Pace& pace) const;
    Json json(const StudyHeader& header, const Pace& pace) const;

  private:
    /// Over all games.
    std::uint64_t sum(std::uint64_t (Tally::*number)() const) const;

    std::vector<std::string> games_;
    std::vector<Tally> tallies_;
};

}  // namespace quincunx::cli
