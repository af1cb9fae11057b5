#pragma once

#include <cstdint>
#include <optional>

#include "deals/rater.hpp"
#include "engine/deal.hpp"

namespace quincunx::deals {

/// Looks for a winnable deal of a level, or of any, by rating one candidate after another.
template <const Rules& rules>
class Finder {
  public:
    void start(std::uint64_t from, std::optional<int> level) {
        found_ = {};
        candidate_ = from;
        level_ = level;
        over_ = false;
        begin_candidate();
    }
    bool step(std::uint64_t budget) {
        const std::uint64_t until = found().nodes + budget;
        while (!over_ && found().nodes < until)
            if (rater_.step(until - found().nodes)) judge_candidate();
        return over_;
    }
    Found found() const {
        Found found = found_;
        if (!over_) found.nodes += rater_.rating().nodes;
        return found;
    }

  private:
    void begin_candidate() {
        Position<rules> position;
        position.deal(numbered_deal<rules>(candidate_));
        // Without a level, the verdict is enough.
        rater_.start(position, level_.value_or(0));
    }
    void judge_candidate() {
        const Rating rating = rater_.rating();
        ++found_.tries;
        found_.nodes += rating.nodes;
        found_.defective = found_.defective || rating.defective;
        if (rating.verdict == Verdict::winnable && (!level_ || rating.level == *level_)) {
            found_.number = candidate_;
            found_.rating = rating;
            over_ = true;
        } else if (found_.tries == DealMaker::most_tries || candidate_ == ~std::uint64_t{0}) {
            over_ = true;
        } else {
            ++candidate_;
            begin_candidate();
        }
    }

    Rater<rules> rater_;
    Found found_;
    std::uint64_t candidate_ = 0;
    std::optional<int> level_;
    bool over_ = true;
};

}  // namespace quincunx::deals
