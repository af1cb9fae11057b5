#include "advice/advisor.hpp"

#include "advice/analysis.hpp"
#include "advice/line_memory.hpp"
#include "advice/shorten.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "solver/solver.hpp"

namespace quincunx::advice {

namespace {

template <const Rules& rules>
std::vector<std::string> texts(const std::vector<Move>& moves) {
    std::vector<std::string> result;
    result.reserve(moves.size());
    for (const Move& move : moves) result.push_back(move_text(rules, move));
    return result;
}

template <const Rules& the_rules>
class GameAdvisor final : public Advisor {
  public:
    const Rules& rules() const override { return the_rules; }

    void set_position(const Game& game) override { set(known_position<the_rules>(game.position())); }
    std::optional<TextError> set_deal(const DealText& deal) override {
        if (deal.id != the_rules.id)
            return TextError{1, 1, "the deal is for another game, not " + std::string(the_rules.id)};
        const Expected<Position<the_rules>> position = deal_position<the_rules>(deal);
        if (!position) return position.error();
        set(*position);
        return std::nullopt;
    }

    void remember(bool on) override {
        remembers_ = on;
        if (!on) memory_.clear();
    }
    void start(const Limits& limits) override {
        line_.clear();
        verdict_ = Verdict::unknown;
        done_ = false;
        defective_ = false;
        progress_ = {};
        if (position_.won() || memory_.knows(position_)) {
            if (const auto line = memory_.line_from(position_); line || position_.won()) {
                verdict_ = Verdict::winnable;
                line_ = line.value_or(std::vector<Move>{});
                done_ = true;
                return;
            }
        }
        solver_.start(position_, limits);
        progress_ = solver_.progress();
    }
    bool step(std::uint64_t budget) override {
        if (done_) return true;
        done_ = solver_.step(budget);
        progress_ = solver_.progress();
        if (!done_) return false;
        verdict_ = solver_.verdict();
        defective_ = solver_.defective();
        if (verdict_ == Verdict::winnable) {
            line_.assign(solver_.line().begin(), solver_.line().end());
            if (remembers_) memory_.add(position_, line_);
        }
        solver_.release();
        return true;
    }
    Verdict verdict() const override { return verdict_; }
    std::vector<std::string> line() const override { return texts<the_rules>(line_); }
    std::optional<Hint> hint() const override {
        if (verdict_ != Verdict::winnable || line_.empty()) return std::nullopt;
        return as_game().explain(line_.front());
    }
    Progress progress() const override { return progress_; }
    std::optional<Hint> guess() const override {
        if (verdict_ != Verdict::unknown) return std::nullopt;
        return as_game().hint();
    }
    std::size_t shorten(std::uint64_t budget) override {
        const std::size_t before = line_.size();
        if (verdict_ != Verdict::winnable) return 0;
        std::vector<Move> shorter = Shortener<the_rules>(position_, line_, budget).run();
        if (shorter.size() >= before || !solver::replays(position_, std::span<const Move>(shorter))) return 0;
        line_ = std::move(shorter);
        if (remembers_) memory_.add(position_, line_);
        return before - line_.size();
    }
    bool defective() const override { return defective_; }

    void analyze(const Game& start, const std::vector<Move>& moves, const Limits& limits_each) override {
        std::vector<Position<the_rules>> positions{known_position<the_rules>(start.position())};
        positions.reserve(moves.size() + 1);
        for (const Move& move : moves) {
            positions.push_back(positions.back());
            positions.back().play(move);
        }
        analysis_ = std::make_unique<Analysis<the_rules>>(std::move(positions), limits_each);
        plies_ = static_cast<int>(moves.size());
        analysis_done_ = false;
    }
    bool step_analysis(std::uint64_t budget) override {
        if (!analysis_ || analysis_done_) return true;
        analysis_done_ = analysis_->step(budget);
        return analysis_done_;
    }
    int analyzing() const override { return analysis_ ? analysis_->solving() : -1; }
    void skip_analysis() override {
        if (analysis_) analysis_->skip();
    }
    AnalysisReport report() const override {
        AnalysisReport report;
        if (!analysis_) return report;
        for (int ply = 0; ply <= plies_; ++ply) report.verdicts.push_back(analysis_->verdict(ply));
        report.last_winnable = analysis_->last_winnable();
        report.thrown_away = analysis_->thrown_away();
        report.line = texts<the_rules>(analysis_->line());
        report.nodes = analysis_->nodes();
        report.done = analysis_done_;
        return report;
    }
    void release() override {
        if (analysis_) analysis_->release();
        done_ = true;
        solver_.clear();
    }

  private:
    Game as_game() const { return {GameRules::make(the_rules), position_data(position_)}; }
    void set(const Position<the_rules>& position) {
        position_ = position;
        line_.clear();
        verdict_ = Verdict::unknown;
        done_ = true;
        defective_ = false;
        progress_ = {};
        solver_.release();
    }

    Position<the_rules> position_;
    solver::Solver<the_rules> solver_;
    LineMemory<the_rules> memory_;
    bool remembers_ = true;
    std::vector<Move> line_;
    Verdict verdict_ = Verdict::unknown;
    bool done_ = true;
    bool defective_ = false;
    Progress progress_;
    std::unique_ptr<Analysis<the_rules>> analysis_;
    int plies_ = 0;
    bool analysis_done_ = true;
};

}  // namespace

std::unique_ptr<Advisor> make_advisor(std::string_view game) {
    std::unique_ptr<Advisor> advisor;
    games::with_game(game, [&]<const Rules & rules>() { advisor = std::make_unique<GameAdvisor<rules>>(); });
    return advisor;
}

}  // namespace quincunx::advice
