#include "deals/deal_maker.hpp"

#include "deals/par_finder.hpp"
#include "deals/rater.hpp"
#include "engine/deal.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"

namespace quincunx::deals {

namespace {

TextError problem(std::string message) {
    return {0, 0, std::move(message)};
}

template <const Rules& the_rules>
class GameDealMaker final : public DealMaker {
    static constexpr solver::Tuning tuning = solver::tuning_of(the_rules);
    static constexpr Panel the_panel = tuning.panel;

  public:
    const Rules& rules() const override { return the_rules; }
    const Panel& panel() const override { return the_panel; }
    bool offers() const override { return tuning.why_not_offered.empty(); }

    std::optional<TextError> start_rating(const DealText& deal) override {
        const Expected<Position<the_rules>> position = position_of(deal);
        if (!position) return position.error();
        job_ = Job::rating;
        rater_.start(*position);
        return std::nullopt;
    }
    bool step_rating(std::uint64_t budget) override { return job_ != Job::rating || rater_.step(budget); }
    Rating rating() const override {
        return job_ == Job::rating ? rater_.rating() : Rating{.levels = the_panel.levels()};
    }

    std::optional<TextError> start_find(std::uint64_t from, std::optional<int> level) override {
        const std::string name(the_rules.id);
        if (!offers())
            return problem("winnable deals of " + name +
                           " are not offered: " + std::string(tuning.why_not_offered));
        if (from == 0) return problem("deal numbers start at 1");
        if (level && the_panel.levels() == 1) return problem(name + " has no levels");
        if (level && (*level < 1 || *level > the_panel.levels()))
            return problem("the levels of " + name + " are 1 to " + std::to_string(the_panel.levels()));
        job_ = Job::find;
        found_ = {};
        candidate_ = from;
        level_ = level;
        over_ = false;
        begin_candidate();
        return std::nullopt;
    }
    bool step_find(std::uint64_t budget) override {
        if (job_ != Job::find) return true;
        const std::uint64_t until = found().nodes + budget;
        while (!over_ && found().nodes < until)
            if (rater_.step(until - found().nodes)) judge_candidate();
        return over_;
    }
    Found found() const override {
        if (job_ != Job::find) return {};
        Found found = found_;
        if (!over_) found.nodes += rater_.rating().nodes;
        return found;
    }

    std::optional<TextError> start_par(const DealText& deal) override {
        const Expected<Position<the_rules>> position = position_of(deal);
        if (!position) return position.error();
        job_ = Job::par;
        par_.start(*position);
        return std::nullopt;
    }
    bool step_par(std::uint64_t budget) override { return job_ != Job::par || par_.step(budget); }
    Par par() const override {
        if (job_ != Job::par) return {};
        Par par{.verdict = par_.verdict(),
                .line = {},
                .moves = par_.line().size(),
                .first = par_.first(),
                .nodes = par_.nodes(),
                .defective = par_.defective()};
        for (const Move& move : par_.line()) par.line.push_back(move_text(the_rules, move));
        return par;
    }

    std::vector<HeldOut> check(const DealText& deal, int games, std::uint64_t seed) override {
        std::vector<HeldOut> all;
        const Expected<Position<the_rules>> position = position_of(deal);
        if (!position) return all;
        WeakGame<the_rules> weak;
        for (const bool instant : {false, true}) {
            if ((instant ? the_panel.instant : the_panel.novice) == 0) continue;
            for (const int errors : the_panel.held_out) {
                HeldOut one{{instant, errors}, 0, games};
                // Seeds of their own, for each rate of errors too.
                const std::uint64_t own =
                    hash::mix(seed + (instant ? 1000U : 0U) + static_cast<unsigned>(errors));
                for (int game = 0; game < games; ++game) {
                    weak.start(*position, one.player,
                               hash::mix(seed_of(*position) ^ (own + static_cast<std::uint64_t>(game))));
                    while (!weak.step()) {
                    }
                    one.won += weak.won() ? 1 : 0;
                }
                all.push_back(one);
            }
        }
        return all;
    }

  private:
    enum class Job : std::uint8_t { none, rating, find, par };

    static Expected<Position<the_rules>> position_of(const DealText& deal) {
        if (deal.id != the_rules.id)
            return text_error(1, 1, "the deal is for another game, not " + std::string(the_rules.id));
        return deal_position<the_rules>(deal);
    }
    void begin_candidate() {
        Position<the_rules> position;
        position.deal(numbered_deal<the_rules>(candidate_));
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
        } else if (found_.tries == most_tries || candidate_ == ~std::uint64_t{0}) {
            over_ = true;
        } else {
            ++candidate_;
            begin_candidate();
        }
    }

    Job job_ = Job::none;
    Rater<the_rules> rater_;
    ParFinder<the_rules> par_;
    Found found_;
    std::uint64_t candidate_ = 0;
    std::optional<int> level_;
    bool over_ = true;
};

}  // namespace

std::unique_ptr<DealMaker> make_deal_maker(std::string_view game) {
    std::unique_ptr<DealMaker> maker;
    games::with_game(game, [&]<const Rules & rules>() { maker = std::make_unique<GameDealMaker<rules>>(); });
    return maker;
}

}  // namespace quincunx::deals
