#include "deals/deal_maker.hpp"

#include "advice/advisor.hpp"
#include "deals/finder.hpp"
#include "deals/par_finder.hpp"
#include "games/all.hpp"

namespace quincunx::deals {

namespace {

TextError problem(const char* code, std::string_view text, ParameterList parameters) {
    return text_error(0, 0, code, text, parameters).value();
}

TextError not_offered(const Rules& rules, std::string_view why) {
    return problem("deals-not-offered", "winnable deals of {game} are not offered: {why}",
                   {{"game", rules.id}, {"why", why}});
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
        if (!offers()) return not_offered(the_rules, tuning.why_not_offered);
        if (from == 0) return problem("no-deal-zero", "deal numbers start at 1", {});
        if (level && the_panel.levels() == 1)
            return problem("no-levels", "{game} has no levels", {{"game", the_rules.id}});
        if (level && (*level < 1 || *level > the_panel.levels()))
            return problem("no-such-level", "the levels of {game} are 1 to {limit}",
                           {{"game", the_rules.id}, {"limit", std::to_string(the_panel.levels())}});
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
            return text_error(1, 1, "deal-of-another-game", "the deal is for another game, not {game}",
                              {{"game", the_rules.id}});
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

#ifndef __wasm__  // no request of a module can refer to such a game yet
/// For a game that the compiler does not know: a verdict, and the solution that comes with it.
class AnyDealMaker final : public DealMaker {
    static constexpr solver::Tuning tuning{};

  public:
    explicit AnyDealMaker(const SharedRules& rules) : advisor_(rules) { advisor_.remember(false); }

    const Rules& rules() const override { return advisor_.rules(); }
    const Panel& panel() const override { return tuning.panel; }
    bool offers() const override { return false; }

    std::optional<TextError> start_rating(const DealText& deal) override { return start(deal); }
    bool step_rating(std::uint64_t budget) override { return advisor_.step(budget); }
    Rating rating() const override {
        return {.verdict = advisor_.verdict(), .nodes = nodes(), .defective = advisor_.defective()};
    }

    std::optional<TextError> start_find(std::uint64_t /*from*/, std::optional<int> /*level*/) override {
        return not_offered(rules(), tuning.why_not_offered);
    }
    bool step_find(std::uint64_t /*budget*/) override { return true; }
    Found found() const override { return {}; }

    std::optional<TextError> start_par(const DealText& deal) override { return start(deal); }
    bool step_par(std::uint64_t budget) override { return advisor_.step(budget); }
    Par par() const override {
        Par par{.verdict = advisor_.verdict(), .line = advisor_.line(), .nodes = nodes()};
        par.moves = par.first = par.line.size();
        par.defective = advisor_.defective();
        return par;
    }

    std::vector<HeldOut> check(const DealText& /*deal*/, int /*games*/, std::uint64_t /*seed*/) override {
        return {};
    }

  private:
    std::optional<TextError> start(const DealText& deal) {
        if (std::optional<TextError> error = advisor_.set_deal(deal)) return error;
        advisor_.start(verdict_limits);
        return std::nullopt;
    }
    std::uint64_t nodes() const { return advisor_.progress().nodes; }

    advice::Advisor advisor_;
};
#endif

}  // namespace

std::unique_ptr<DealMaker> make_deal_maker(const SharedRules& rules) {
    std::unique_ptr<DealMaker> maker;
    games::with_rules(rules->rules(),
                      [&]<const Rules & known>() { maker = std::make_unique<GameDealMaker<known>>(); });
#ifndef __wasm__
    if (!maker) maker = std::make_unique<AnyDealMaker>(rules);
#endif
    return maker;
}

}  // namespace quincunx::deals
