#include "advice/advisor.hpp"

#include "advice/analysis.hpp"
#include "advice/line_memory.hpp"
#include "advice/shorten.hpp"
#include "engine/notation.hpp"
#include "games/all.hpp"
#include "session/player/hint_maker.hpp"
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

template <const Rules& rules>
class GameAdvisor final : public Advisor {
  public:
    std::optional<TextError> set_position(std::string_view lines) override {
        const Expected<Position<rules>> position = parse_position<rules>(lines);
        if (!position) return position.error();
        set(*position);
        return std::nullopt;
    }
    std::optional<TextError> set_game(std::string_view start,
                                      const std::vector<std::string>& moves) override {
        const Expected<std::vector<Position<rules>>> positions = play_through(start, moves);
        if (!positions) return positions.error();
        set(positions->back());
        return std::nullopt;
    }
    std::optional<TextError> set_deal(std::string_view text) override {
        const Expected<DealText> deal = parse_deal(text);
        if (!deal) return deal.error();
        if (deal->id != rules.id)
            return TextError{1, 1, "the deal is of another game than " + std::string(rules.id)};
        const Expected<CardList<rules>> cards = deal_cards<rules>(*deal);
        if (!cards) return cards.error();
        Position<rules> position;
        position.deal(*cards);
        set(position);
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
    std::vector<std::string> line() const override { return texts<rules>(line_); }
    Progress progress() const override { return progress_; }
    std::optional<Hint> guess() const override {
        if (verdict_ != Verdict::unknown) return std::nullopt;
        return HintMaker<rules>(position_).make();
    }
    std::size_t shorten(std::uint64_t budget) override {
        const std::size_t before = line_.size();
        if (verdict_ != Verdict::winnable) return 0;
        std::vector<Move> shorter = Shortener<rules>(position_, line_, budget).run();
        if (shorter.size() >= before || !solver::replays(position_, std::span<const Move>(shorter))) return 0;
        line_ = std::move(shorter);
        if (remembers_) memory_.add(position_, line_);
        return before - line_.size();
    }
    bool defective() const override { return defective_; }

    std::optional<TextError> analyze(std::string_view start, const std::vector<std::string>& moves,
                                     const Limits& limits_each) override {
        Expected<std::vector<Position<rules>>> positions = play_through(start, moves);
        if (!positions) return positions.error();
        analysis_ = std::make_unique<Analysis<rules>>(std::move(*positions), limits_each);
        plies_ = static_cast<int>(moves.size());
        analysis_done_ = false;
        return std::nullopt;
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
        report.line = texts<rules>(analysis_->line());
        report.nodes = analysis_->nodes();
        report.done = analysis_done_;
        return report;
    }

  private:
    /// The positions after 0, 1, … moves of a game.
    static Expected<std::vector<Position<rules>>> play_through(std::string_view start,
                                                               const std::vector<std::string>& moves) {
        const Expected<Position<rules>> first = parse_position<rules>(start);
        if (!first) return tl::unexpected<TextError>(first.error());
        std::vector<Position<rules>> positions{*first};
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Expected<Move> move = parse_move<rules>(moves[i]);
            const int number = static_cast<int>(i) + 1;
            if (!move)
                return text_error(0, number, "move " + std::to_string(number) + ": " + move.error().message);
            if (!accepts(positions.back(), *move))
                return text_error(0, number,
                                  "move " + std::to_string(number) + " is not legal: " + quoted(moves[i]));
            positions.push_back(positions.back());
            positions.back().play(*move);
        }
        return positions;
    }

    void set(const Position<rules>& position) {
        position_ = position;
        line_.clear();
        verdict_ = Verdict::unknown;
        done_ = true;
        defective_ = false;
        progress_ = {};
        solver_.release();
    }

    Position<rules> position_;
    solver::Solver<rules> solver_;
    LineMemory<rules> memory_;
    bool remembers_ = true;
    std::vector<Move> line_;
    Verdict verdict_ = Verdict::unknown;
    bool done_ = true;
    bool defective_ = false;
    Progress progress_;
    std::unique_ptr<Analysis<rules>> analysis_;
    int plies_ = 0;
    bool analysis_done_ = true;
};

}  // namespace

Expected<std::string> start_lines(const Record& record) {
    Expected<std::string> lines = text_error(0, 0, "no such game: " + quoted(record.game));
    games::for_each_game([&]<const Rules & rules>() {
        if (rules.id != record.game) return;
        if (record.deal.empty()) {
            lines = record.position;
            return;
        }
        const Expected<DealText> deal = parse_deal(record.deal);
        const Expected<CardList<rules>> cards =
            deal ? deal_cards<rules>(*deal) : tl::unexpected<TextError>(deal.error());
        if (!cards) {
            lines = text_error(record.deal_line, cards.error().column, cards.error().message);
            return;
        }
        Position<rules> position;
        position.deal(*cards);
        lines = position_text(position);
    });
    return lines;
}

std::unique_ptr<Advisor> make_advisor(std::string_view game) {
    std::unique_ptr<Advisor> advisor;
    games::for_each_game([&]<const Rules & rules>() {
        if (rules.id == game) advisor = std::make_unique<GameAdvisor<rules>>();
    });
    return advisor;
}

}  // namespace quincunx::advice
