#include "deals/puzzle_maker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "session/player/automatic_play.hpp"
#include "session/player/rule_of_thumb.hpp"
#include "solver/certificate/sip_hash.hpp"
#include "solver/certificate/state_bytes.hpp"

namespace quincunx::deals {

namespace {

using solver::Verdict;
using State = BasicPosition<Given>;

/// The limits of the searches: the same on every machine. Nodes are spent before the memory is.
constexpr std::size_t memory = std::size_t{64} << 20;
constexpr std::uint64_t deal_nodes = 20'000;   ///< to win the deal
constexpr std::uint64_t way_nodes = 300;       ///< on the way to where everything is known
constexpr std::uint64_t judge_nodes = 20'000;  ///< for a move there
constexpr std::uint64_t most_nodes = 200'000;  ///< for a deal

/// The games of a deal: of a hundred moves on the way to where everything is known, how many are drawn at random.
constexpr std::array wobbles{20, 50, 80};
constexpr std::size_t longest = 400;      ///< moves of a game
constexpr std::size_t most_looked = 120;  ///< positions of a game
constexpr std::size_t most_barren = 25;   ///< … that are looked at before the first puzzle
/// The best of a deal are graded, which takes longer than to find them.
constexpr std::size_t most_graded = 3;
/// The rating of someone who tries one careless game for each move, and what twice as many are worth.
constexpr double one_game = 1000;
constexpr double doubling = 175;
constexpr int neither_easy_nor_hard = 1500;

BasicMoveList<Given> listed_moves(const State& position) {
    BasicMoveList<Given> moves;
    generate(position, moves);
    return moves;
}

/// Whether a puzzle may begin: everything is known. In a game with cards face down hardly anything is left to decide
/// then, so there it is what whoever solves it is shown: from the last time on that the waste is turned over.
bool open(const State& position) {
    return advice::shows_all(position) || (has_face_down(position.rules()) && position.redeals_left() == 0);
}

int hidden_cards(const State& position) {
    const Layout& layout = position.layout();
    int count = layout.has_stock ? position.size(layout.stock()) : 0;
    for (int i = 0; i < layout.piles(); ++i) count += position.hidden(pile_id(i));
    return count;
}

bool goes_home(const State& position, const Move& move) {
    return move.kind == MoveKind::cards && position.layout().kind(move.to) == PileKind::foundation;
}

/// Whether two moves go between the same kinds of piles.
bool alike(const State& position, const Move& a, const Move& b) {
    const Layout& layout = position.layout();
    if (a.kind != b.kind || a.kind != MoveKind::cards) return false;
    return layout.kind(a.from) == layout.kind(b.from) && layout.kind(a.to) == layout.kind(b.to) &&
           position.empty(a.to) == position.empty(b.to);
}

/// The lines of a position after the first, in one.
std::string one_line(const State& position) {
    std::string text = position_text(position);
    text.erase(0, text.find('\n') + 1);
    if (text.ends_with('\n')) text.pop_back();
    std::replace(text.begin(), text.end(), '\n', '/');
    return text;
}

/// The first ten digits of the hash of the bytes that certificates write for a position.
std::string key_text(const State& position) {
    std::string text;
    games::with_rules(position.rules(), [&]<const Rules & rules>() {
        const auto bytes = solver::certificate::StateCode<rules>::write(known_position<rules>(position));
        std::uint64_t high = solver::certificate::sip_hash(bytes.view()).high;
        for (int i = 0; i < 10; ++i, high <<= 4U) text += "0123456789abcdef"[high >> 60U];
    });
    return text;
}

}  // namespace

PuzzleMaker::PuzzleMaker(std::shared_ptr<const GameRules> rules)
    : rules_(std::move(rules)), search_(solver::make_search(Given(*rules_))) {}

bool PuzzleMaker::spent() const {
    return nodes_ >= most_nodes;
}

PuzzleMaker::Child PuzzleMaker::judge(const State& position, const Move& move) {
    State next = position;
    next.play(move);
    if (next.won()) return {move, Verdict::winnable, 0};
    const auto known = known_.find(next.key());
    if (known != known_.end() &&
        (known->second.verdict != Verdict::unknown || known->second.nodes >= judge_nodes))
        return {move, known->second.verdict, known->second.nodes};
    search_->start(next, {.nodes = judge_nodes, .memory = memory});
    while (!search_->step(~std::uint64_t{0} >> 1)) {
    }
    const Child child{move, search_->verdict(), search_->progress().nodes};
    nodes_ += child.nodes;
    known_[next.key()] = child;
    if (child.verdict == Verdict::winnable)
        for (const Move& on : search_->line()) {
            next.play(on);
            known_[next.key()] = {on, Verdict::winnable, 0};
        }
    search_->release();
    return child;
}

PuzzleMaker::Fork PuzzleMaker::fork(const State& position) {
    const advice::NeutralSet around(position, advice::most_neutral);
    Fork fork;
    fork.decided = around.whole();
    const auto listed = listed_moves(position);
    std::vector<Move> moves(listed.begin(), listed.end());
    for (std::size_t i = moves.size(); i > 1; --i) std::swap(moves[i - 1], moves[random_.below(i)]);
    std::unordered_set<std::uint64_t> seen;
    std::optional<State> winning;
    std::optional<advice::NeutralSet> around_winning;
    const auto add = [&](const State& from, const Move& move, std::size_t index) {
        State next = from;
        next.play(move);
        const bool judged = known_.contains(next.key());
        const Child child = judge(from, move);
        seen.insert(next.key());
        if (!judged && child.verdict != Verdict::unknown && around.positions().size() > 1) {
            const advice::NeutralSet same(next, advice::most_neutral);
            for (const State& one : same.positions()) known_.try_emplace(one.key(), child);
        }
        if (child.verdict == Verdict::unknown) fork.decided = false;
        if (child.verdict == Verdict::winnable) {
            if (!winning) {
                winning = next;
                fork.won = 1;
                fork.on = around.path(index);
                fork.on.push_back(move);
            } else if (next.key() != winning->key()) {
                if (!around_winning) around_winning.emplace(*winning, advice::most_neutral);
                if (!around_winning->whole() || !around_winning->has(next.key())) fork.won = 2;
            }
        }
        return child;
    };
    fork.listed = static_cast<int>(moves.size());
    for (const Move& move : moves) {
        State next = position;
        next.play(move);
        if (around.has(next.key())) continue;
        fork.moves.push_back(add(position, move, 0));
        if (fork.won == 2) return fork;
    }
    if (!fork.decided) return fork;
    for (const advice::NeutralSet::Exit& exit : around.exits())
        if (exit.from > 0 && !seen.contains(exit.key)) {
            add(around.positions()[exit.from], exit.move, exit.from);
            if (fork.won == 2 || !fork.decided) return fork;
        }
    return fork;
}

std::optional<PuzzleMaker::Candidate> PuzzleMaker::candidate(const State& position, std::size_t ply,
                                                             const Fork& fork) {
    if (!fork.decided || fork.won != 1) return std::nullopt;
    std::optional<Move> right;
    std::vector<Child> wrong;
    for (const Child& child : fork.moves)
        if (child.verdict == Verdict::unwinnable)
            wrong.push_back(child);
        else if (!right)
            right = child.move;
    if (!right || wrong.empty()) return std::nullopt;
    return Candidate{position, ply, *right, std::move(wrong)};
}

/// Plays a game at random, but never into a loss, as far as that can be told.
void PuzzleMaker::walk(const State& deal, int wobble) {
    State position = deal;
    std::vector<Move> line;  // wins from here, reversed; empty if it is not known
    std::unordered_set<std::uint64_t> seen;
    std::size_t looked = 0;
    bool known = false;
    const std::size_t before = candidates_.size();
    for (std::size_t ply = 0; ply < longest && looked < most_looked && !spent() && !position.won(); ++ply) {
        seen.insert(position.key());
        if (!open(position)) {
            if (line.empty()) {
                search_->start(position, {.nodes = deal_nodes, .memory = memory});
                while (!search_->step(~std::uint64_t{0} >> 1)) {
                }
                if (search_->verdict() != Verdict::winnable) return;
                line.assign(search_->line().rbegin(), search_->line().rend());
            }
            if (static_cast<int>(random_.below(100)) < wobble) {
                const auto moves = listed_moves(position);
                const Move move = moves[random_.below(moves.size())];
                State next = position;
                next.play(move);
                search_->start(next, {.nodes = way_nodes, .memory = memory});
                while (!search_->step(~std::uint64_t{0} >> 1)) {
                }
                if (search_->verdict() == Verdict::winnable) {
                    position = next;
                    line.assign(search_->line().rbegin(), search_->line().rend());
                    continue;
                }
            }
            position.play(line.back());
            line.pop_back();
            continue;
        }
        if (const auto move = advice::plays_itself(position)) {
            position.play(*move);
            continue;
        }
        if (!known) {
            known = true;
            hug(position, ply);
        }
        if (looked == most_barren && candidates_.size() == before) return;
        ++looked;
        const Fork fork = look_at(position, ply);
        // On with a winning move, to a position that is new if there is one.
        const Child* on = nullptr;
        for (const Child& child : fork.moves) {
            if (child.verdict != Verdict::winnable) continue;
            State next = position;
            next.play(child.move);
            if (on == nullptr || !seen.contains(next.key())) on = &child;
        }
        if (on != nullptr) {
            position.play(on->move);
            continue;
        }
        if (fork.on.empty()) return;
        for (const Move& move : fork.on) position.play(move);
        ply += fork.on.size() - 1;
    }
}

/// Looks at the moves from a position, which may be a puzzle.
PuzzleMaker::Fork PuzzleMaker::look_at(const State& position, std::size_t ply) {
    ++looked_;
    Fork here = fork(position);
    if (here.listed >= advice::least_listed && here.moves.size() > 1 && !advice::plays_itself(position))
        if (auto found = candidate(position, ply, here)) candidates_.push_back(*std::move(found));
    return here;
}

/// Plays along the border between won and lost: lets careless players go on until one has lost, looks at the last
/// position that could be won and those before it, and goes on from there with the move that wins.
void PuzzleMaker::hug(State position, std::size_t ply) {
    constexpr std::array errors{100, 15, 30};
    constexpr int rounds = 60;
    for (int round = 0; round < rounds && !spent() && !position.won(); ++round) {
        const std::vector<Move> game =
            careless_game(position, errors[static_cast<std::size_t>(round) % errors.size()]);
        std::vector<State> way{position};
        for (const Move& move : game) {
            way.push_back(way.back());
            way.back().play(move);
        }
        if (way.back().won()) continue;
        std::size_t won = 0;
        std::size_t lost = way.size() - 1;
        while (lost - won > 1) {
            const std::size_t middle = (won + lost) / 2;
            const Child child = judge(way[middle - 1], game[middle - 1]);
            (child.verdict == Verdict::winnable ? won : lost) = middle;
        }
        std::vector<Move> on;
        for (std::size_t back = won;; --back) {
            const Fork here = look_at(way[back], ply + back);
            if (back == won) on = here.on;
            if (here.won != 1 || back == 0) break;
        }
        if (on.empty()) return;
        position = way[won];
        for (const Move& move : on) position.play(move);
        ply += won + on.size();
    }
}

/// By the rule of thumb, but for some moves that are drawn from all listed ones.
std::optional<Move> PuzzleMaker::careless_move(const State& position, int errors) {
    if (static_cast<int>(random_.below(100)) >= errors) return RuleOfThumb(position).best();
    const auto moves = listed_moves(position);
    if (moves.empty()) return std::nullopt;
    return moves[random_.below(moves.size())];
}

std::vector<Move> PuzzleMaker::careless_game(State position, int errors) {
    constexpr std::size_t most_moves = 200;
    std::vector<Move> game;
    while (game.size() < most_moves && !position.won()) {
        const std::optional<Move> move = careless_move(position, errors);
        if (!move) break;
        position.play(*move);
        game.push_back(*move);
    }
    return game;
}

/// How far careless games from a position come: for each number of cards on the foundations, the share of games that get
/// no farther.
std::vector<double> PuzzleMaker::reach(const State& start, bool winnable) {
    constexpr std::array errors{5, 15, 30};
    constexpr int games = 45;
    std::vector<double> share(static_cast<std::size_t>(rules_->rules().card_count()) + 1);
    for (int game = 0; game < games; ++game) {
        State position = start;
        for (const Move& move : careless_game(start, errors[static_cast<std::size_t>(game) % errors.size()]))
            position.play(move);
        share[static_cast<std::size_t>(position.home())] += 1;
    }
    if (winnable) share.back() += 0.5;  // however rarely, it is won
    double sum = 0;
    for (double& one : share) one = sum += one;
    for (double& one : share) one /= sum;
    return share;
}

PuzzleMaker::Choice PuzzleMaker::choice(const Candidate& at) {
    Choice choice{RuleOfThumb(at.position).best() == at.right, {}, {}};
    const auto after = [&](const Move& move, bool winnable) {
        State next = at.position;
        next.play(move);
        return reach(next, winnable);
    };
    choice.right = after(at.right, true);
    for (const Child& child : at.wrong) choice.wrong.push_back(after(child.move, false));
    return choice;
}

/// The chance to choose right of someone who goes by the rule of thumb, or plays n careless games from each move, n
/// times as often, and takes the move from which one of them came farthest.
double PuzzleMaker::Choice::chance(double n) const {
    double tried = 0;
    for (std::size_t home = 0; home < right.size(); ++home) {
        const auto before = [&](const std::vector<double>& share) {
            return home == 0 ? 0 : std::pow(share[home - 1], n);
        };
        double best = std::pow(right[home], n) - before(right);
        if (best <= 0) continue;
        for (const std::vector<double>& one : wrong) best *= (before(one) + std::pow(one[home], n)) / 2;
        tried += best;
    }
    return ((novice ? 1 : 0) + n * tried) / (1 + n);
}

/// The rating of a player who makes all the choices right half of the time.
int PuzzleMaker::grade(const std::vector<Choice>& choices) {
    const auto solves = [&](double doublings) {
        double chance = 1;
        for (const Choice& one : choices) chance *= one.chance(std::exp2(doublings));
        return chance;
    };
    double low = -4;
    double high = 14;
    for (int i = 0; i < 30; ++i) {
        const double middle = (low + high) / 2;
        (solves(middle) < 0.5 ? low : high) = middle;
    }
    return std::clamp(static_cast<int>(std::lround(one_game + doubling * low)), 400, 3000);
}

PuzzleMaker::Found PuzzleMaker::puzzle(const Candidate& from) {
    Found found;
    Puzzle& puzzle = found.puzzle;
    puzzle.key = key_text(from.position);
    puzzle.ply = from.ply;
    puzzle.position = one_line(from.position);
    PuzzleTraits& traits = puzzle.traits;
    traits.listed = static_cast<int>(from.wrong.size()) + 1;
    traits.hidden = hidden_cards(from.position);
    traits.left = rules_->rules().card_count() - from.position.home();
    advice::PuzzleLine line;
    std::size_t kept = 0;
    State position = from.position;
    std::optional<Candidate> now = from;
    while (now && traits.decisions < advice::most_decisions) {
        const std::optional<Move> thumb = RuleOfThumb(position).best();
        const bool novice = thumb && *thumb == now->right;
        traits.ways *= static_cast<double>(now->wrong.size() + 1);
        if (++traits.decisions == 1) {
            traits.novice_right = novice;
            for (const Child& child : now->wrong) {
                traits.alike += alike(position, child.move, now->right) ? 1 : 0;
                if (goes_home(position, child.move) && !goes_home(position, now->right)) traits.quiet = true;
                if (!thumb || novice || child.move == *thumb)
                    traits.refutation = std::max(traits.refutation, child.nodes);
            }
        }
        found.decisions.push_back(*now);
        // After the move there may be some as well: then another one may win that leads to one of these positions.
        for (const bool made : {false, true}) {
            if (made) position.play(now->right);
            if (advice::NeutralSet(position, 2).positions().size() > 1) traits.neutral = true;
        }
        line.push_back({now->right, false});
        kept = line.size();
        now.reset();
        while (!position.won()) {
            const auto by_itself = advice::plays_itself(position);
            if (!by_itself) break;
            position.play(*by_itself);
            line.push_back({*by_itself, true});
        }
        if (!position.won()) now = candidate(position, 0, fork(position));
    }
    line.resize(kept);
    puzzle.line = advice::puzzle_line_text(position.rules(), line);
    puzzle.surprise = surprise(traits, neither_easy_nor_hard);
    return found;
}

void PuzzleMaker::grade(Found& found) {
    random_ = fair::Random(hash::mix(found.decisions.front().position.key()));
    std::vector<Choice> choices;
    for (const Candidate& one : found.decisions) choices.push_back(choice(one));
    found.puzzle.grade = grade(choices);
    found.puzzle.surprise = surprise(found.puzzle.traits, found.puzzle.grade);
}

/// How good a puzzle is (docs/puzzles.md, "Which are good").
double PuzzleMaker::surprise(const PuzzleTraits& traits, int grade) {
    return (traits.novice_right ? 0 : 3) + (traits.quiet ? 2 : 0) +
           std::min(std::log2(1.0 + static_cast<double>(traits.refutation)), 12.0) / 4 +
           0.25 * std::min(traits.alike, 4) + std::clamp(0.4 * (std::log2(traits.ways) - 2), -1.0, 1.0) +
           0.5 * std::min(traits.decisions - 1, 3) - std::max(800 - grade, 0) / 200.0 -
           std::max(grade - 2200, 0) / 200.0 - std::min(0.05 * traits.hidden, 1.0) -
           std::clamp(0.02 * (traits.left - 40), 0.0, 1.0);
}

PuzzleCatch PuzzleMaker::look(const Game& deal, const std::function<bool()>& stopped) {
    known_.clear();
    nodes_ = 0;
    candidates_.clear();
    looked_ = 0;
    PuzzleCatch result;
    const State start = same_position(Given(*rules_), deal.position());
    for (std::size_t i = 0; i < wobbles.size(); ++i) {
        if (stopped && stopped()) return result;
        random_ = fair::Random(hash::mix(start.key() + i));
        walk(start, wobbles[i]);
    }
    std::vector<Found> all;
    std::unordered_set<std::uint64_t> seen;
    for (const Candidate& one : candidates_) {
        if (!seen.insert(one.position.key()).second) continue;
        if (stopped && stopped()) return result;
        random_ = fair::Random(hash::mix(one.position.key()));
        all.push_back(puzzle(one));
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Found& a, const Found& b) { return a.puzzle.surprise > b.puzzle.surprise; });
    result.found = all.size();
    all.resize(std::min(all.size(), most_graded));
    for (Found& one : all) {
        if (stopped && stopped()) return result;
        grade(one);
        if (!result.best || one.puzzle.surprise > result.best->surprise) result.best = one.puzzle;
    }
    result.looked = looked_;
    return result;
}

}  // namespace quincunx::deals
