#include "solver/any_search.hpp"

#include "engine/as_played.hpp"
#include "engine/notation.hpp"
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

/// The search of another game for the positions that are some of that game, and the one for all games for the rest.
class BorrowedSearch final : public AnySearch {
  public:
    BorrowedSearch(const Rules& lender, std::unique_ptr<AnySearch> borrowed, const Given& game)
        : lender_(lender), borrowed_(std::move(borrowed)), own_(game) {}

    void start(const BasicPosition<Given>& position, const Limits& limits) override {
        AnySearch& next = for_position(position);
        if (&next != now_) now_->clear();
        now_ = &next;
        now_->start(position, limits);
    }
    bool step(std::uint64_t budget) override { return now_->step(budget); }
    Verdict verdict() const override { return now_->verdict(); }
    bool defective() const override { return now_->defective(); }
    std::span<const Move> line() const override { return now_->line(); }
    Progress progress() const override { return now_->progress(); }
    void release() override { now_->release(); }
    void clear() override {
        borrowed_->clear();
        own_.clear();
    }
    std::vector<Move> rule_of_thumb(const BasicPosition<Given>& position) override {
        return for_position(position).rule_of_thumb(position);
    }

  private:
    AnySearch& for_position(const BasicPosition<Given>& position) {
        if (wrong_with(lender_, position_data(position))) return own_;
        return *borrowed_;
    }

    const Rules& lender_;
    std::unique_ptr<AnySearch> borrowed_;
    SearchOf<Given> own_;
    AnySearch* now_ = &own_;
};

/// Rules without what a position says itself: how it was dealt, and how often the waste may still be turned over.
constexpr Rules once_dealt(const Rules& rules) {
    Rules played = as_played(rules);
    played.deal = {};
    played.stock.redeal = {};
    return played;
}

/// Whether a game has all positions that follow from some of its own by other rules.
bool lends(const Rules& lender, const Rules& rules) {
    const Redeal& redeal = rules.stock.redeal;
    const Redeal& most = lender.stock.redeal;
    const bool counted = redeal.count != unlimited && most.count != unlimited;
    const bool as_often = counted && redeal.count <= most.count &&
                          (redeal.count == 0 || redeal.keep_playable_top == most.keep_playable_top);
    return (as_often || redeal == most) && once_dealt(lender) == once_dealt(rules);
}

}  // namespace

std::unique_ptr<AnySearch> make_search(const Given& game) {
    std::unique_ptr<AnySearch> search;
    const auto equal = [&](const Rules& rules) { return rules == game.rules(); };
    const auto near = [&](const Rules& rules) { return lends(rules, game.rules()); };
    const auto made = [&]<const Rules & rules>() { search = std::make_unique<SearchOf<Fixed<rules>>>(); };
    const auto borrowed = [&]<const Rules & rules>() {
        search = std::make_unique<BorrowedSearch>(rules, std::make_unique<SearchOf<Fixed<rules>>>(), game);
    };
    if (games::with_first(equal, made)) return search;
#ifndef __wasm__
    if (games::with_first_of_lab(equal, made)) return search;
#endif
    if (!games::with_first(near, borrowed)) search = std::make_unique<SearchOf<Given>>(game);
    return search;
}

}  // namespace quincunx::solver
