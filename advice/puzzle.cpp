#include "advice/puzzle.hpp"

#include <algorithm>
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
        if (!move) {
            TextError error = move.error();
            error.line = 1;
            error.column = word.column;
            return tl::unexpected<TextError>(std::move(error));
        }
        line.push_back({*move, by_itself});
        decisions += by_itself ? 0 : 1;
    }
    if (line.empty() || line.front().by_itself || line.back().by_itself || decisions > most_decisions)
        return text_error(1, 1, "bad-solution",
                          "a solution has 1 to 5 decisions, and begins and ends with one");
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

/// Whether a move of cards can be taken back at once.
bool goes_back(const State& before, const State& after, const Move& move) {
    const auto on_piles = [&](PileId pile) {
        const PileKind kind = before.layout().kind(pile);
        return kind == PileKind::tableau || kind == PileKind::reserve;
    };
    if (move.kind != MoveKind::cards || !on_piles(move.from) || !on_piles(move.to)) return false;
    const Move back = Move::cards(move.to, move.from, move.count);
    return accepts(after, back) && key_after(after, back) == before.key();
}

}  // namespace

NeutralSet::NeutralSet(const BasicPosition<Given>& start, std::size_t most) {
    positions_.push_back(start);
    steps_.push_back({0, {}});
    index_.emplace(start.key(), 0);
    for (std::size_t i = 0; i < positions_.size(); ++i)
        for (const Move& move : listed_moves(positions_[i])) {
            State next = positions_[i];
            next.play(move);
            if (index_.contains(next.key())) continue;
            if (!goes_back(positions_[i], next, move)) {
                exits_.push_back({i, move, next.key()});
                continue;
            }
            if (positions_.size() == most) {
                whole_ = false;
                exits_.clear();
                return;
            }
            index_.emplace(next.key(), positions_.size());
            positions_.push_back(next);
            steps_.push_back({i, move});
        }
    // A position that looked like an exit may have been found later to belong inside.
    std::erase_if(exits_, [&](const Exit& exit) { return has(exit.key); });
}

std::vector<Move> NeutralSet::path(std::size_t index) const {
    std::vector<Move> path;
    for (; index != 0; index = steps_[index].from) path.push_back(steps_[index].move);
    std::reverse(path.begin(), path.end());
    return path;
}

namespace {

/// Plays the solution on two tables at the same time: as it is written, and as the player has laid out the piles. They
/// differ in the order of equal piles, and by neutral moves.
class Follower {
  public:
    enum class Made : std::uint8_t { right, neutral, wrong };

    Follower(const State& start, const PuzzleLine& line) : written_(start), table_(start), line_(line) {
        look();
    }

    bool over() const { return next_ == line_.size(); }
    /// Whether the solution fits so far.
    bool fits() const { return over() || around_next_.has_value(); }
    bool by_itself() const { return line_[next_].by_itself; }
    const State& table() const { return table_; }
    /// Whether the player has made neutral moves, and not taken them back.
    bool moved() const { return table_.key() != written_.key(); }
    /// The neutral moves that lead back to how the solution is written.
    std::vector<Move> back() const { return NeutralSet(table_, most_neutral).path_to(written_.key()); }
    /// The next move of the solution on the table; none if neutral moves are in its way.
    std::optional<Move> move() const {
        const Move& move = line_[next_].move;
        if (auto same = move_to(table_, move, around_next_->positions().front().key())) return same;
        for (const Move& other : listed_moves(table_))
            if (among(*around_next_, key_after(table_, other))) return other;
        return std::nullopt;
    }
    Made judge(const Move& made) const {
        const std::uint64_t key = key_after(table_, made);
        if (key == around_next_->positions().front().key()) return Made::right;
        if (among(*around_, key)) return Made::neutral;
        return among(*around_next_, key) && !by_itself() ? Made::right : Made::wrong;
    }
    void make(const Move& made, Made how) {
        table_.play(made);
        if (how != Made::right) return;
        written_.play(line_[next_++].move);
        look();
    }
    int number() const { return static_cast<int>(next_) + 1; }

  private:
    /// Surroundings that are too large say nothing, and no way back can be relied on.
    static bool among(const NeutralSet& around, std::uint64_t key) {
        return around.whole() && around.has(key);
    }
    void look() {
        if (over()) return;
        around_ = around_next_ ? std::move(around_next_) : NeutralSet(written_, most_neutral);
        around_next_.reset();
        if (!accepts(written_, line_[next_].move)) return;
        State next = written_;
        next.play(line_[next_].move);
        around_next_ = NeutralSet(next, most_neutral);
    }

    State written_;
    State table_;
    const PuzzleLine& line_;
    std::size_t next_ = 0;
    std::optional<NeutralSet> around_;  ///< what is written
    std::optional<NeutralSet>
        around_next_;  ///< what is written after the next move; none if that is not legal
};

tl::unexpected<TextError> misfit(int number, const char* code = "wrong-solution",
                                 std::string_view text = "move {number} of the solution is not legal") {
    return text_error(0, number, code, text, {{"number", std::to_string(number)}});
}

}  // namespace

Expected<PuzzleProgress> follow_puzzle(const Game& start, const PuzzleLine& line,
                                       const std::vector<Move>& made) {
    PuzzleProgress progress;
    for (const PuzzleMove& one : line) progress.decisions += one.by_itself ? 0 : 1;
    Follower follower(start.position(), line);
    for (const Move& move : made) {
        if (!follower.fits()) return misfit(follower.number());
        if (follower.over()) break;
        const int number = static_cast<int>(progress.made) + 1;
        if (!accepts(follower.table(), move))
            return misfit(number, "illegal-move", "move {number} is not legal");
        const Follower::Made how = follower.judge(move);
        if (follower.by_itself() &&
            (how == Follower::Made::wrong || (how == Follower::Made::neutral && !follower.moved())))
            return misfit(number, "late-move", "move {number}: another one plays itself before it");
        if (how == Follower::Made::wrong) {
            progress.right = false;
            progress.neutral = false;
            if (const std::optional<Move> right = follower.move())
                progress.why = why_wrong(follower.table(), *right, move);
            break;
        }
        progress.neutral = how == Follower::Made::neutral && !follower.by_itself();
        progress.decision += how == Follower::Made::right && !follower.by_itself() ? 1 : 0;
        ++progress.made;
        follower.make(move, how);
    }
    progress.solved = progress.decision == progress.decisions;
    if (!progress.right) return progress;
    while (!follower.over()) {
        if (!follower.fits()) return misfit(follower.number());
        std::optional<Move> move = follower.move();
        Follower::Made how = Follower::Made::right;
        if (follower.moved() && (follower.by_itself() || !move)) {
            const std::vector<Move> back = follower.back();
            move = back.empty() ? std::nullopt : std::optional(back.front());
            how = Follower::Made::neutral;
        }
        if (!move) return misfit(follower.number());
        if (!follower.by_itself()) {
            progress.next = move;
            break;
        }
        progress.play.push_back(*move);
        follower.make(*move, how);
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
        seen_.insert(exact(start));
        std::vector<State> left{start};
        while (!left.empty()) {
            const State position = left.back();
            left.pop_back();
            home_ |= home(position);
            for (const Move& move : listed_moves(position)) {
                State next = position;
                next.play(move);
                if (!seen_.insert(exact(next)).second) continue;
                if (seen_.size() > most) return false;
                left.push_back(next);
            }
        }
        return true;
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
            add(physical_count + position.hidden(pile_id(i)));
            for (const Card card : position.pile(pile_id(i))) add(card.physical());
        }
        return sum;
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

/// Whether a card can move to a pile of a kind, perhaps after neutral moves.
bool can_go(const State& position, Card card, PileKind kind) {
    const NeutralSet around(position, most_neutral);
    for (const State& one : around.positions())
        for (const Move& move : listed_moves(one))
            if (move.kind == MoveKind::cards && one.layout().kind(move.to) == kind &&
                lifted_card(one, move) == card)
                return true;
    return false;
}

/// The reason, if a move keeps the one that had to be made from being made.
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
        // Only one of two equal cards there is listed.
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
