#include "solver/any_search.hpp"

#include "games/all.hpp"
#include "solver/rule_of_thumb.hpp"
#include "solver/solver.hpp"

namespace quincunx::solver {

namespace {

template <const Rules& rules>
class SearchOf final : public AnySearch {
  public:
    void start(const BasicPosition<Given>& position, const Limits& limits) override {
        solver_.start(known_position<rules>(position), limits);
    }
    bool step(std::uint64_t budget) override { return solver_.step(budget); }
    Verdict verdict() const override { return solver_.verdict(); }
    bool defective() const override { return solver_.defective(); }
    std::span<const Move> line() const override { return solver_.line(); }
    Progress progress() const override { return solver_.progress(); }
    void release() override { solver_.release(); }
    void clear() override { solver_.clear(); }
    std::vector<Move> rule_of_thumb(const BasicPosition<Given>& position) override {
        std::vector<Move> moves;
        rule_.run(known_position<rules>(position), [&](const Move& move) {
            moves.push_back(move);
            return true;
        });
        return moves;
    }

  private:
    RuleOfThumb<rules> rule_;
    Solver<rules> solver_;
};

}  // namespace

std::unique_ptr<AnySearch> make_search(const Rules& rules) {
    std::unique_ptr<AnySearch> search;
    games::with_rules(rules, [&]<const Rules & listed>() { search = std::make_unique<SearchOf<listed>>(); });
    return search;
}

}  // namespace quincunx::solver
