#pragma once

#include <memory>

#include "solver/any_search.hpp"
#include "solver/rule_of_thumb.hpp"
#include "solver/solver.hpp"

/// The solver and the rule of thumb of rules from any source.
namespace quincunx::fair {

template <class Source>
struct SearchOf;

template <const Rules& rules>
struct SearchOf<Fixed<rules>> {
    solver::Solver<rules> solver;
    solver::RuleOfThumb<Fixed<rules>> rule;

    explicit SearchOf(const Fixed<rules>& /*source*/) {}
    solver::Solver<rules>* operator->() { return &solver; }
    const solver::Solver<rules>* operator->() const { return &solver; }
    template <class Visit>
    void play_by_rule(const Position<rules>& position, Visit&& visit) {
        rule.run(position, visit);
    }
};

template <>
struct SearchOf<Given> {
    std::unique_ptr<solver::AnySearch> search;

    explicit SearchOf(const Given& source) : search(solver::make_search(source)) {}
    solver::AnySearch* operator->() { return search.get(); }
    const solver::AnySearch* operator->() const { return search.get(); }
    template <class Visit>
    void play_by_rule(const BasicPosition<Given>& position, Visit&& visit) {
        for (const Move& move : search->rule_of_thumb(position))
            if (!visit(move)) return;
    }
};

}  // namespace quincunx::fair
