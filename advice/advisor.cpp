#include "advice/advisor.hpp"

#include <utility>

#include "advice/shorten.hpp"
#include "engine/notation.hpp"

namespace quincunx::advice {

Advisor::Advisor(std::shared_ptr<const GameRules> rules)
    : rules_(std::move(rules)), position_(Given(*rules_)), search_(solver::make_search(position_)) {}

void Advisor::set_position(const Game& game) {
    set(game.position());
}

std::optional<TextError> Advisor::set_deal(const DealText& deal) {
    const Expected<Game> game = deal_game(rules_, deal);
    if (!game) return game.error();
    set_position(*game);
    return std::nullopt;
}

void Advisor::set(const BasicPosition<Given>& position) {
    position_ = same_position(Given(*rules_), position);
    line_.clear();
    verdict_ = Verdict::unknown;
    done_ = true;
    defective_ = false;
    progress_ = {};
    search_->release();
}

void Advisor::remember(bool on) {
    remembers_ = on;
    if (!on) memory_.clear();
}

void Advisor::start(const Limits& limits) {
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
    search_->start(position_, limits);
    progress_ = search_->progress();
}

bool Advisor::step(std::uint64_t budget) {
    if (done_) return true;
    done_ = search_->step(budget);
    progress_ = search_->progress();
    if (!done_) return false;
    verdict_ = search_->verdict();
    defective_ = search_->defective();
    if (verdict_ == Verdict::winnable) {
        line_.assign(search_->line().begin(), search_->line().end());
        if (remembers_) memory_.add(position_, line_);
    }
    search_->release();
    return true;
}

std::vector<std::string> Advisor::line() const {
    std::vector<std::string> texts;
    texts.reserve(line_.size());
    for (const Move& move : line_) texts.push_back(move_text(rules(), move));
    return texts;
}

std::optional<Hint> Advisor::hint() const {
    if (verdict_ != Verdict::winnable || line_.empty()) return std::nullopt;
    return as_game().explain(line_.front());
}

std::optional<Hint> Advisor::guess() const {
    return verdict_ == Verdict::unknown ? as_game().hint() : std::nullopt;
}

std::size_t Advisor::shorten(std::uint64_t budget) {
    const std::size_t before = line_.size();
    if (verdict_ != Verdict::winnable) return 0;
    std::vector<Move> shorter = shortened(position_, line_, budget);
    if (shorter.size() >= before) return 0;
    line_ = std::move(shorter);
    if (remembers_) memory_.add(position_, line_);
    return before - line_.size();
}

void Advisor::release() {
    done_ = true;
    search_->clear();
}

}  // namespace quincunx::advice
