#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "advice/puzzle.hpp"
#include "fair/knowledge.hpp"
#include "session/game.hpp"
#include "solver/any_search.hpp"

namespace quincunx::deals {

struct PuzzleTraits {
    int listed = 0;             ///< moves to decide between at first, without neutral ones
    bool novice_right = false;  ///< the rule of thumb makes the right move
    bool quiet = false;         ///< it is no move to a foundation, though there is one
    int alike = 0;              ///< other moves between the same kinds of piles
    int decisions = 0;
    bool neutral = false;          ///< there are neutral moves
    int hidden = 0;                ///< cards face down or in the stock
    int left = 0;                  ///< cards that are not home
    double ways = 1;               ///< the moves to decide between at each decision, multiplied
    std::uint64_t refutation = 0;  ///< nodes that prove the loss after the move that tempts most
};

/// A puzzle, as a line of a file of them has it.
struct Puzzle {
    std::string key;
    int grade = 0;
    std::size_t ply = 0;
    std::string line;
    std::string position;  ///< lines of the text after the first, with / between them
    PuzzleTraits traits;
    double surprise = 0;
};

/// The puzzles found in the games of a deal.
struct PuzzleCatch {
    std::size_t looked = 0;  ///< positions that were looked at in which everything is known
    std::size_t found = 0;   ///< puzzles among them
    std::optional<Puzzle> best;
};

/// Looks for puzzles in games of a deal that are played at random, but never lost. Equal deals have equal puzzles on
/// every machine. Not shared between threads.
class PuzzleMaker {
  public:
    explicit PuzzleMaker(std::shared_ptr<const GameRules> rules);

    /// The best puzzle of a deal. `stopped`, which is asked now and then, ends the search early.
    PuzzleCatch look(const Game& deal, const std::function<bool()>& stopped);

  private:
    using State = BasicPosition<Given>;
    /// A listed move and what it leads to.
    struct Child {
        Move move;
        solver::Verdict verdict = solver::Verdict::unknown;
        std::uint64_t nodes = 0;
    };
    /// The outcomes of the moves from a position, and from those that neutral moves lead to.
    struct Fork {
        std::vector<Child> moves;  ///< those of the position that are not neutral, in any order
        int listed = 0;
        bool decided = true;   ///< all are known, or as many as the second winning one
        int won = 0;           ///< winning ones that differ by more than neutral moves
        std::vector<Move> on;  ///< neutral moves, and one that wins; none if that is not known
    };
    /// A position in which one move wins, and every other loses, but for neutral ones.
    struct Candidate {
        State position;
        std::size_t ply;
        Move right;
        std::vector<Child> wrong;
    };

    /// A puzzle that is not graded yet, and its decisions.
    struct Found {
        Puzzle puzzle;
        std::vector<Candidate> decisions;
    };

    /// A decision, as players who do not search see it.
    struct Choice {
        bool novice = false;  ///< the rule of thumb is right
        /// For each number of cards, the share of careless games after the move that bring no more of them home.
        std::vector<double> right;
        std::vector<std::vector<double>> wrong;

        double chance(double n) const;
    };

    Child judge(const State& position, const Move& move);
    Fork fork(const State& position);
    static std::optional<Candidate> candidate(const State& position, std::size_t ply, const Fork& fork);
    void walk(const State& deal, int wobble);
    void hug(State position, std::size_t ply);
    Fork look_at(const State& position, std::size_t ply);
    std::vector<Move> careless_game(State position, int errors);
    std::optional<Move> careless_move(const State& position, int errors);
    Found puzzle(const Candidate& from);
    std::vector<double> reach(const State& position, bool winnable);
    Choice choice(const Candidate& at);
    void grade(Found& found);
    static int grade(const std::vector<Choice>& choices);
    static double surprise(const PuzzleTraits& traits, int grade);
    bool spent() const;

    std::shared_ptr<const GameRules> rules_;
    std::unique_ptr<solver::AnySearch> search_;
    fair::Random random_{0};
    std::unordered_map<std::uint64_t, Child> known_;  ///< by the key after the move
    std::vector<Candidate> candidates_;
    std::size_t looked_ = 0;
    std::uint64_t nodes_ = 0;  ///< spent on the deal
};

}  // namespace quincunx::deals
