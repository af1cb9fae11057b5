#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/hunt/contestant.hpp"
#include "tests/hunt/table.hpp"
#include "tests/playout.hpp"

namespace quincunx::hunt {

/// What was asked of one contestant, and how it was answered.
struct Counts {
    std::uint64_t walks = 0;
    std::uint64_t won = 0;               ///< positions that the solver calls winnable; every line is replayed
    std::uint64_t lost = 0;              ///< … unwinnable
    std::uint64_t unknown = 0;           ///< … neither within the limit
    std::uint64_t crossings = 0;         ///< steps from a won position to a lost one, or back
    std::uint64_t judged_lost = 0;       ///< lost endgames that the brute force finds lost
    std::uint64_t judged_won = 0;        ///< won endgames that it finds won
    std::uint64_t undecided = 0;         ///< endgames that are too large for it
    std::uint64_t larger_lost = 0;       ///< lost positions larger than endgames that it finds lost
    std::uint64_t larger_undecided = 0;  ///< … that are too large for it
    std::uint64_t plain_lost = 0;  ///< lost positions that are lost without one or all of the pruning rules
    std::uint64_t plain_undecided = 0;  ///< … of which that search says nothing
    std::uint64_t children = 0;         ///< children of lost positions, none of them won
    std::uint64_t on_lines = 0;         ///< positions on winning lines, none of them lost
    std::uint64_t limited = 0;          ///< positions solved again with less time or memory
};

/// Two answers that cannot both be true.
struct Contradiction {
    std::string law;       ///< which of the laws is broken
    std::string position;  ///< as text
    std::string answer;    ///< what the solver says of it, with its line if it has one
    std::string against;   ///< what else is said, with its line
};

/// How much a walk looks at.
struct Plan {
    int steps = 250;                 ///< changes of a position in a walk
    std::uint64_t states = 300'000;  ///< limit of the brute force
    double judge = 0.1;              ///< share of lost positions away from the border that are judged
    double laws = 0.05;              ///< share of lost positions that the other laws are asked of
};

/// A walk along the border between won and lost: a position is changed at random, by exchanged cards or by a
/// move, and changes that turn the verdict round are always kept, others sometimes. Endgames are judged by
/// the brute force, larger positions by searches without pruning rules, all by the laws of verdicts: a
/// position on a winning line is never lost, a child of a lost position never won, and no limit turns a
/// verdict round.
class Walk {
  public:
    Walk(Contestant& contestant, const Plan& plan, std::uint64_t seed)
        : contestant_(contestant), plan_(plan), dice_(seed) {}

    /// Adds to both.
    void run(Counts& counts, std::vector<Contradiction>& contradictions);

  private:
    struct Judged {
        std::string text;
        brute::Position position;
        Answer answer;
        bool judged = false;
        int cards = 0;  ///< that are not on foundations
    };

    bool start(Judged& first);
    bool start_of_real_game(Judged& first);
    bool start_of_small_game(Judged& first);
    bool start_made_up(Judged& first);
    bool start_squandered(Judged& first);
    bool strict() const;
    bool judged_when_large() const;
    Table with_one_more_home(const Table& table);
    void step_off(brute::Position& position, std::size_t moves);
    std::string changed(const Judged& from);
    bool look(std::string text, Judged& found);

    void check_line(const Judged& won);
    void check_winning_line(const Judged& won);
    void check_limits(const Judged& known);
    void judge(Judged& known);
    void check_children(const Judged& lost);
    void check_without_rules(const Judged& lost);
    void contradict(std::string law, const std::string& position, const Answer& answer, std::string against);

    Contestant& contestant_;
    Plan plan_;
    testing::Dice dice_;
    /// Positions that take long and say nothing are not worth more time.
    bool stuck() const { return counts_->unknown >= unknown_before_ + 4; }

    bool endgame_ = true;
    std::uint64_t unknown_before_ = 0;
    Counts* counts_ = nullptr;
    std::vector<Contradiction>* contradictions_ = nullptr;
};

}  // namespace quincunx::hunt
