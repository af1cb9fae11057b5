#include "apps/common/fair_search.hpp"

#include <algorithm>
#include <span>

#include "engine/hash.hpp"
#include "engine/notation.hpp"
#include "engine/text.hpp"

namespace quincunx::cli {

namespace {

/// Nodes between two looks at the clock: a few milliseconds' work.
constexpr std::uint64_t between_looks = 500;
/// A fair player that has made that many moves goes round in circles, which is a bug in the program.
constexpr std::size_t most_moves = 20'000;

/// The cards that are shown next: by a draw, and by turning up the first face-down card of each pile. They follow from
/// the position alone, so that what is shown next is known before each move.
CardSet next_cards(const Game& game) {
    const BasicPosition<Given>& position = game.position();
    const Layout& layout = position.layout();
    const Rules& rules = game.rules();
    CardSet next;
    const auto add_last = [&](std::span<const Card> cards, std::size_t count) {
        for (const Card card : cards.last(std::min(cards.size(), count)))
            next.set(static_cast<std::size_t>(card.physical()));
    };
    for (int i = 0; i < layout.piles(); ++i) {
        const PileId pile = pile_id(i);
        const std::span<const Card> cards = position.pile(pile);
        if (layout.kind(pile) == PileKind::stock) {
            const int piles = rules.stock.deal_to == DealTo::waste ? 1 : std::max(1, rules.reserve.piles);
            add_last(cards, static_cast<std::size_t>(rules.stock.each * piles));
        } else {
            add_last(cards.first(static_cast<std::size_t>(position.hidden(pile))), 1);
        }
    }
    return next;
}

/// The accounts of a game: each chance that is said is the one after the move before it, and luck.
class Accounts {
  public:
    /// Judges a move of the advisor's position; false if the game is lost.
    bool add(fair::FairAdvisor& advisor, const Move& move, const FairLimits& limits) {
        advisor.start_judge(move, effort_of(advisor, limits), {.worlds = limits.samples.value_or(64)});
        while (!advisor.step_judge(between_looks)) {
        }
        const std::optional<double> before = advisor.advice().chance;
        const std::optional<fair::Judgement> judged = advisor.judgement();
        known_ = known_ && before && (before == 0 || (judged && judged->after));
        if (!known_) return before != 0;
        say(*before);
        if (before == 0) return false;
        after_ = *judged->after;
        sums_.cost += *before - after_;
        return true;
    }
    std::optional<Luck> end(bool won) {
        if (!known_ || !begun_) return std::nullopt;
        say(won ? 1 : 0);
        return sums_;
    }

  private:
    void say(double chance) {
        if (begun_)
            sums_.luck += chance - after_;
        else
            sums_.start = chance;
        begun_ = true;
        after_ = chance;
    }

    Luck sums_;
    double after_ = 0;  ///< the chance after the last move, before its card was shown
    bool begun_ = false;
    bool known_ = true;
};

}  // namespace

CLI::Option* add_samples(CLI::App& command, std::optional<int>& samples) {
    return add_number(command, "--samples",
                      "Worlds sampled in search of plans, and again to try them; unlike time, gives the same "
                      "answer on every run; 0 for the instant answer",
                      0, 100'000, samples);
}

fair::Effort effort_of(const fair::FairAdvisor& advisor, const FairLimits& limits) {
    return limits.samples ? advisor.usual().with_samples(*limits.samples) : advisor.usual();
}

fair::Advice advise(fair::FairAdvisor& advisor, const FairLimits& limits,
                    const std::optional<fair::OddsLimits>& chance) {
    if (limits.instant()) return advisor.instant();
    const Stopwatch watch;
    advisor.start(effort_of(advisor, limits), chance);
    while (!advisor.step(between_looks))
        if (watch.over(limits.seconds)) advisor.stop();
    return advisor.advice();
}

fair::Odds estimate(fair::FairAdvisor& advisor, const fair::OddsLimits& limits, double seconds) {
    const Stopwatch watch;
    advisor.start_odds(limits);
    while (!advisor.step_odds(between_looks) && !watch.over(seconds)) {
    }
    return advisor.odds();
}

std::unique_ptr<fair::FairAdvisor> fair_advisor_for(const Subject& subject) {
    auto advisor = std::make_unique<fair::FairAdvisor>(subject.session.game().shared_rules());
    advisor->set(subject.session);
    return advisor;
}

Json odds_json(const fair::Odds& odds) {
    Json json{{"worlds", odds.worlds},
              {"won", odds.won},
              {"unknown", odds.unknown},
              {"all_known", {odds.all_known.low, odds.all_known.high}},
              {"fair", odds.fair ? Json(*odds.fair) : Json()},
              {"fair_bounds", {odds.fair_bounds.low, odds.fair_bounds.high}},
              {"complete", odds.complete},
              {"nodes", odds.nodes}};
    return json;
}

FairGame play_fairly(fair::FairAdvisor& advisor, const Game& start, CardSet seen, FairPlayer player,
                     const FairLimits& limits, const fair::OddsLimits* odds,
                     const std::function<bool()>& go_on, bool ahead, bool luck) {
    FairGame played;
    Accounts accounts;
    const Stopwatch watch;
    Game game = start;
    fair::Trail trail{game, seen, {}};
    if (luck) trail.start = game;
    // The way to the position whose odds are asked for; of those in which some card is not known, each is equally
    // likely to be it.
    std::optional<fair::Trail> asked;
    advisor.forget();
    std::uint64_t candidates = 0;
    std::uint64_t drawn = 0;
    for (const char letter : game.text(true)) drawn = hash::mix(drawn + static_cast<unsigned char>(letter));
    std::vector<Event> events;
    while (game.status() == Status::playing) {
        if (go_on && !go_on()) {
            played.stopped = true;
            break;
        }
        if (played.moves.size() >= most_moves)
            refuse("the fair player goes round in circles, which is a bug in the program");
        advisor.set(game, ahead ? trail.seen | next_cards(game) : trail.seen);
        if (odds != nullptr && !advisor.complete()) {
            drawn = hash::mix(drawn + ++candidates);
            if (drawn % candidates == 0) {
                asked = trail;
                played.odds_ply = played.moves.size();
            }
        }
        const Stopwatch one;
        std::optional<Hint> hint;
        if (player == FairPlayer::novice) {
            hint = game.hint();
        } else {
            const fair::Advice advice =
                player == FairPlayer::instant ? advisor.instant() : advise(advisor, limits);
            played.nodes += advice.nodes;
            hint = advice.hint;
        }
        played.longest = std::max(played.longest, one.milliseconds());
        if (!hint) break;
        const Expected<Move> move = parse_move(game.rules(), hint->move);
        if (!move || game.refused(*move))
            refuse("the fair player made a move that is not legal, " + hint->move +
                   ", which is a bug in the program");
        if (luck) {
            advisor.set(trail);
            if (!accounts.add(advisor, *move, limits)) break;
        }
        game.play(*move, events);
        events.clear();
        trail.add(*move, game);
        played.moves.push_back(hint->move);
    }
    played.won = game.status() == Status::won;
    if (luck) played.luck = accounts.end(played.won);
    played.defective = advisor.defective();
    played.milliseconds = watch.milliseconds();
    if (asked && !played.stopped) {
        advisor.set(*asked);
        played.odds = estimate(advisor, *odds, 0);
        played.odds_unseen = advisor.unseen();
    }
    return played;
}

}  // namespace quincunx::cli
