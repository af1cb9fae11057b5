#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/hunt/contestant.hpp"
#include "tests/hunt/table.hpp"
#include "tests/playout.hpp"

namespace quincunx::hunt {

/// The questions that one contestant was asked, and how it answered.
struct Counts {
    std::uint64_t walks = 0;
    std::uint64_t won = 0;               ///< positions that the solver wins; every solution is replayed
    std::uint64_t lost = 0;              ///< … unwinnable
    std::uint64_t unknown = 0;           ///< … neither, within the limit
    std::uint64_t crossings = 0;         ///< steps from a won position to a lost one, or back
    std::uint64_t judged_lost = 0;       ///< lost endgames that the brute force confirms
    std::uint64_t judged_won = 0;        ///< won endgames that it confirms
    std::uint64_t undecided = 0;         ///< endgames that are too large for it
    std::uint64_t larger_lost = 0;       ///< lost positions larger than endgames that it confirms
    std::uint64_t larger_undecided = 0;  ///< … that are too large for it
    std::uint64_t plain_lost = 0;        ///< lost positions confirmed without one or all of the pruning rules
    std::uint64_t plain_undecided = 0;   ///< … that such a search does not decide
    std::uint64_t children = 0;          ///< children of lost positions, none of them won
    std::uint64_t on_lines = 0;          ///< positions along solutions, none of them lost
    std::uint64_t limited = 0;           ///< positions solved again with less time or memory
    std::uint64_t kin = 0;      ///< positions whose verdict follows from that of another one, and does
    std::uint64_t parents = 0;  ///< positions one move before a won one, none of them lost

    std::uint64_t positions() const { return won + lost + unknown; }
};

/// Two answers that cannot both be true.
struct Contradiction {
    std::string law;       ///< which of the laws is broken
    std::string position;  ///< as text
    std::string answer;    ///< what the solver says about it, with its solution if any
    std::string against;   ///< the contradicting answer, with its solution
};

/// How much work a walk does.
struct Plan {
    int steps = 250;                 ///< changes to the position in a walk
    std::uint64_t states = 300'000;  ///< limit of the brute force
    double judge = 0.1;              ///< share of lost positions away from the border that are judged
    double laws = 0.05;              ///< share of lost positions to which the other laws are applied
    /// The second hunt: nothing but the laws that need no other search, neither the brute force nor rules switched off.
    bool second = false;
    double kin = 0.3;  ///< share of positions away from the border to which these laws are applied
};

/// A walk along the border between won and lost. A position is changed at random, by exchanging cards or by a
/// move; changes that reverse the verdict are always kept, others sometimes. Endgames are checked by the
/// brute force, larger positions by searches without pruning rules, and all by the laws of verdicts: no
/// position along a solution is lost, no child of a lost position is won, and no limit reverses a verdict. The second
/// hunt compares verdicts with each other alone (kin.hpp).
class Walk {
  public:
    Walk(Contestant& contestant, const Plan& plan, std::uint64_t seed)
        : contestant_(contestant), plan_(plan), dice_(seed) {}

    /// Appends to both.
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
    bool start_backward(Judged& first);
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
    void check_kin(const Judged& known);
    void check_parents(const Judged& won);
    void contradict(std::string law, const std::string& position, const Answer& answer, std::string against);

    Contestant& contestant_;
    Plan plan_;
    testing::Dice dice_;
    /// Positions that take long and remain undecided are not worth more time.
    bool stuck() const { return counts_->unknown >= unknown_before_ + 4; }

    bool endgame_ = true;
    std::uint64_t unknown_before_ = 0;
    Counts* counts_ = nullptr;
    std::vector<Contradiction>* contradictions_ = nullptr;
};

}  // namespace quincunx::hunt
