#include "solver/any_search.hpp"

#include "games/all.hpp"
#include "solver/solver.hpp"
#ifndef __wasm__
#include "solver/lab.hpp"
#endif

namespace quincunx::solver {

namespace {

template <class Source>
class SearchOf final : public AnySearch {
  public:
    explicit SearchOf(const Source& source = Source()) : source_(source), solver_(source) {}

    void start(const BasicPosition<Given>& position, const Limits& limits) override {
        solver_.start(same_position(source_, position), limits);
    }
    bool step(std::uint64_t budget) override { return solver_.step(budget); }
    Verdict verdict() const override { return solver_.verdict(); }
    bool defective() const override { return solver_.defective(); }
    std::span<const Move> line() const override { return solver_.line(); }
    Progress progress() const override { return solver_.progress(); }
    void release() override { solver_.release(); }
    void clear() override { solver_.clear(); }
    std::vector<Move> rule_of_thumb(const BasicPosition<Given>& position) override {
        return solver_.rule_of_thumb(same_position(source_, position));
    }

  private:
    Source source_;
    BasicSolver<Source> solver_;
};

}  // namespace

std::unique_ptr<AnySearch> make_search(const Given& game) {
    std::unique_ptr<AnySearch> search;
    games::with_rules(game.rules(),
                      [&]<const Rules & rules>() { search = std::make_unique<SearchOf<Fixed<rules>>>(); });
#ifndef __wasm__
    if (!search)
        games::with_first_of_lab(
            [&](const Rules& rules) { return rules == game.rules(); },
            [&]<const Rules & rules>() { search = std::make_unique<SearchOf<Fixed<rules>>>(); });
#endif
    if (!search) search = std::make_unique<SearchOf<Given>>(game);
    return search;
}

}  // namespace quincunx::solver
