#include "advice/puzzle.hpp"

#include <unordered_set>
#include <utility>

#include "engine/generate.hpp"
#include "engine/hash.hpp"
#include "engine/notation.hpp"
#include "engine/shown.hpp"
#include "session/player/appraisal.hpp"
#include "session/player/automatic_play.hpp"

namespace quincunx::advice {

bool shows_all(const BasicPosition<Given>& position) {
    const Layout& layout = position.layout();
    for (int i = 0; i < layout.piles(); ++i)
        if (position.hidden(pile_id(i)) > 0) return false;
    if (layout.has_stock && !position.empty(layout.stock())) return false;
    // A redeal would turn the waste over.
    return !layout.has_waste || position.empty(layout.waste()) || position.redeals_left() == 0;
}

std::optional<Move> plays_itself(const BasicPosition<Given>& position) {
    BasicMoveList<Given> moves;
    generate(position, moves);
    if (moves.size() == 1) return moves[0];
    return automatic_move(position, Automatic::safe);
}

std::string puzzle_line_text(const Rules& rules, const PuzzleLine& line) {
    std::string text;
    for (const PuzzleMove& one : line)
        text +=
            (text.empty() ? "" : " ") + std::string(one.by_itself ? "+" : "") + move_text(rules, one.move);
    return text;
}

Expected<PuzzleLine> parse_puzzle_line(const Rules& rules, std::string_view text) {
    PuzzleLine line;
    int decisions = 0;
    for (const Word& word : split_words(text)) {
        const bool by_itself = word.text.starts_with('+');
        const Expected<Move> move = parse_move(rules, word.text.substr(by_itself ? 1 : 0));
        if (!move) return text_error(1, word.column, move.error().message);
        line.push_back({*move, by_itself});
        decisions += by_itself ? 0 : 1;
    }
    if (line.empty() || line.front().by_itself || line.back().by_itself || decisions > most_decisions)
        return text_error(1, 1, "a solution has 1 to 5 decisions, and begins and ends with one");
    return line;
}

namespace {

using State = BasicPosition<Given>;

BasicMoveList<Given> listed_moves(const State& position) {
    BasicMoveList<Given> moves;
    generate(position, moves);
    return moves;
}

std::uint64_t key_after(State position, const Move& move) {
    position.play(move);
    return position.key();
}

/// The move that leads to a position, up to the order of equal piles: if it can be, the one with the same piles.
std::optional<Move> move_to(const State& position, const Move& like, std::uint64_t key) {
    if (accepts(position, like) && key_after(position, like) == key) return like;
    for (const Move& move : listed_moves(position))
        if (key_after(position, move) == key) return move;
    return std::nullopt;
}

/// Plays the solution on two tables at the same time: as it is written, and as the player has laid out the piles.
class Follower {
  public:
    Follower(const State& start, const PuzzleLine& line) : written_(start), table_(start), line_(line) {}

    bool over() const { return next_ == line_.size(); }
    bool by_itself() const { return line_[next_].by_itself; }
    const State& table() const { return table_; }
    /// The next move of the solution on the table; none if the solution does not fit.
    std::optional<Move> move() const {
        const Move& move = line_[next_].move;
        if (!accepts(written_, move)) return std::nullopt;
        return move_to(table_, move, key_after(written_, move));
    }
    bool is_right(const Move& made) const {
        return key_after(table_, made) == key_after(written_, line_[next_].move);
    }
    void make(const Move& made) {
        table_.play(made);
        written_.play(line_[next_++].move);
    }
    int number() const { return static_cast<int>(next_) + 1; }

  private:
    State written_;
    State table_;
    const PuzzleLine& line_;
    std::size_t next_ = 0;
};

tl::unexpected<TextError> misfit(int number) {
    return text_error(0, number, "move " + std::to_string(number) + " of the solution is not legal");
}

}  // namespace

Expected<PuzzleProgress> follow_puzzle(const Game& start, const PuzzleLine& line,
                                       const std::vector<Move>& made) {
    PuzzleProgress progress;
    for (const PuzzleMove& one : line) progress.decisions += one.by_itself ? 0 : 1;
    Follower follower(start.position(), line);
    for (const Move& move : made) {
        if (follower.over()) break;
        const std::optional<Move> right = follower.move();
        if (!right) return misfit(follower.number());
        const int number = static_cast<int>(progress.made) + 1;
        if (!accepts(follower.table(), move))
            return text_error(0, number, "move " + std::to_string(number) + " is not legal");
        if (!follower.is_right(move)) {
            if (follower.by_itself())
                return text_error(0, number,
                                  "move " + std::to_string(number) + ": another one plays itself before it");
            progress.right = false;
            progress.why = why_wrong(follower.table(), *right, move);
            break;
        }
        progress.decision += follower.by_itself() ? 0 : 1;
        ++progress.made;
        follower.make(move);
    }
    progress.solved = progress.decision == progress.decisions;
    if (!progress.right) return progress;
    while (!follower.over()) {
        const std::optional<Move> move = follower.move();
        if (!move) return misfit(follower.number());
        if (!follower.by_itself()) {
            progress.next = move;
            break;
        }
        progress.play.push_back(*move);
        follower.make(*move);
    }
    return progress;
}

namespace {

/// Everything that can be played from a position, card by card and pile by pile: which cards come home some time.
/// Positions are told apart even if only equal piles or cards are exchanged, since it is about single cards.
class Playable {
  public:
    /// False if there are too many positions.
    bool look(const State& start) {
        home_ = home(start);
        seen_.insert(exact(start));
        State position = start;
        return explore(position);
    }
    bool ever_home(Card card) const { return home_.test(static_cast<std::size_t>(card.physical())); }

  private:
    static constexpr std::size_t most = 5000;

    static CardSet home(const State& position) {
        CardSet cards;
        for (int i = 0; i < position.layout().foundations; ++i)
            for (const Card card : position.pile(PileKind::foundation, i))
                cards.set(static_cast<std::size_t>(card.physical()));
        return cards;
    }
    static std::uint64_t exact(const State& position) {
        std::uint64_t sum = static_cast<std::uint64_t>(position.redeals_left() + 2);
        const auto add = [&](int number) {
            sum = hash::mix(sum * hash::multiplier + static_cast<std::uint64_t>(number));
        };
        for (int i = 0; i < position.layout().piles(); ++i) {
            add(physical_count);
            for (const Card card : position.pile(pile_id(i))) add(card.physical());
        }
        return sum;
    }
    bool explore(State& position) {
        home_ |= home(position);
        for (const Move& move : listed_moves(position)) {
            const Undo undo = position.play(move);
            const bool known = !seen_.insert(exact(position)).second;
            const bool fits = known || (seen_.size() <= most && explore(position));
            position.unplay(undo);
            if (!fits) return false;
        }
        return true;
    }

    CardSet home_;
    std::unordered_set<std::uint64_t> seen_;
};

WhyWrong because(const char* code, const char* text, Parameters parameters) {
    std::string said = filled(text, parameters);
    return {code, std::move(parameters), std::move(said)};
}

int empty_piles(const State& position, PileKind kind) {
    const Layout& layout = position.layout();
    int count = 0;
    for (int i = 0; i < layout.piles(); ++i)
        count += layout.kind(pile_id(i)) == kind && position.empty(pile_id(i)) ? 1 : 0;
    return count;
}

/// Whether a card can move to a pile of a kind.
bool can_go(const State& position, Card card, PileKind kind) {
    for (const Move& move : listed_moves(position))
        if (move.kind == MoveKind::cards && position.layout().kind(move.to) == kind &&
            lifted_card(position, move) == card)
            return true;
    return false;
}

/// What keeps the move that had to be made from being made.
std::optional<WhyWrong> in_the_way(const State& before, const State& after, const Move& right,
                                   const Move& wrong) {
    const Layout& layout = before.layout();
    const Card card = lifted_card(before, wrong);
    const Card needed = lifted_card(before, right);
    const Parameters both{
        {"card", to_text(card)}, {"to", pile_name(layout, wrong.to)}, {"needed", to_text(needed)}};
    if (wrong.from == right.from && wrong.count == right.count && card == needed)
        return because("other-place", "{card} had to move, but not to {to}.", {both[0], both[1]});
    const PileKind place = layout.kind(right.to);
    if (accepts(after, right) || can_go(after, needed, place)) return std::nullopt;
    if (wrong.to == right.from)
        return because("covers", "{card} now lies on {needed}, which had to move.", both);
    if (place == PileKind::foundation)
        return wrong.to != right.to
                   ? std::nullopt
                   : std::optional(because("takes-foundation",
                                           "{to} had to take {needed}, and now waits for another "
                                           "rank.",
                                           both));
    if (before.empty(right.to) && layout.kind(wrong.to) == place && before.empty(wrong.to) &&
        empty_piles(after, place) == 0)
        return place == PileKind::tableau
                   ? because("last-space", "{card} took the last space, which {needed} had to have.", both)
                   : because("last-cell", "{card} took the last cell, which {needed} had to have.", both);
    if (wrong.to == right.to)
        return because("takes-place", "{card} now lies where {needed} had to go.", both);
    if (wrong.from == right.to) return because("takes-away", "{needed} had to be laid on {card}.", both);
    return std::nullopt;
}

/// A card that never comes home, whatever is played: the first that would have to.
std::optional<WhyWrong> never_home(const State& after, const Move& wrong) {
    const Layout& layout = after.layout();
    Playable playable;
    if (!playable.look(after)) return std::nullopt;
    const Appraisal<Given> appraisal(after);
    std::optional<Card> first;
    PileId where = no_pile;
    for (int i = 0; i < layout.piles(); ++i) {
        if (layout.kind(pile_id(i)) == PileKind::foundation) continue;
        // Of two equal cards there only one is listed.
        if (layout.kind(pile_id(i)) == PileKind::reserve && after.rules().open_reserve()) continue;
        for (const Card card : after.pile(pile_id(i)))
            if (!playable.ever_home(card) &&
                (!first || appraisal.distance(card) < appraisal.distance(*first))) {
                first = card;
                where = pile_id(i);
            }
    }
    if (!first) return std::nullopt;
    return because("never-home", "Whatever is played now, {needed} in {pile} never comes home.",
                   {{"card", to_text(after.top(wrong.to))},
                    {"to", pile_name(layout, wrong.to)},
                    {"needed", to_text(*first)},
                    {"pile", pile_name(layout, where)}});
}

}  // namespace

std::optional<WhyWrong> why_wrong(const BasicPosition<Given>& position, const Move& right,
                                  const Move& wrong) {
    State after = position;
    after.play(wrong);
    if (listed_moves(after).empty()) return because("no-moves", "No move is left.", {});
    if (wrong.kind != MoveKind::cards) return std::nullopt;
    if (right.kind == MoveKind::cards)
        if (auto why = in_the_way(position, after, right, wrong)) return why;
    return never_home(after, wrong);
}

}  // namespace quincunx::advice
