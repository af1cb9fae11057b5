#include "deals/deal_maker.hpp"

#include "deals/finder.hpp"
#include "deals/par_finder.hpp"
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

    std::optional<TextError> start_rating(const DealText& deal) override { return start(deal, rater_); }
    bool step_rating(std::uint64_t budget) override { return rater_.step(budget); }
    Rating rating() const override { return rater_.rating(); }

    std::optional<TextError> start_find(std::uint64_t from, std::optional<int> level) override {
        const std::string name(the_rules.id);
        if (!offers())
            return problem("winnable deals of " + name +
                           " are not offered: " + std::string(tuning.why_not_offered));
        if (from == 0) return problem("deal numbers start at 1");
        if (level && the_panel.levels() == 1) return problem(name + " has no levels");
        if (level && (*level < 1 || *level > the_panel.levels()))
            return problem("the levels of " + name + " are 1 to " + std::to_string(the_panel.levels()));
        finder_.start(from, level);
        return std::nullopt;
    }
    bool step_find(std::uint64_t budget) override { return finder_.step(budget); }
    Found found() const override { return finder_.found(); }

    std::optional<TextError> start_par(const DealText& deal) override { return start(deal, par_); }
    bool step_par(std::uint64_t budget) override { return par_.step(budget); }
    Par par() const override { return par_.par(); }

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
    static Expected<Position<the_rules>> position_of(const DealText& deal) {
        if (deal.id != the_rules.id)
            return text_error(1, 1, "the deal is for another game, not " + std::string(the_rules.id));
        return deal_position<the_rules>(deal);
    }
    template <class Worker>
    std::optional<TextError> start(const DealText& deal, Worker& worker) {
        const Expected<Position<the_rules>> position = position_of(deal);
        if (!position) return position.error();
        worker.start(*position);
        return std::nullopt;
    }

    Rater<the_rules> rater_;
    Finder<the_rules> finder_;
    ParFinder<the_rules> par_;
};

}  // namespace

std::unique_ptr<DealMaker> make_deal_maker(std::string_view game) {
    std::unique_ptr<DealMaker> maker;
    games::with_game(game, [&]<const Rules & rules>() { maker = std::make_unique<GameDealMaker<rules>>(); });
    return maker;
}

}  // namespace quincunx::deals
