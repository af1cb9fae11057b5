#include "lab/study/deal_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "apps/common/game_argument.hpp"
#include "engine/text.hpp"
#include "lab/study/rolling_sum.hpp"
#include "session/shipped_rules.hpp"

namespace quincunx::cli::lab {

namespace {

constexpr std::string_view dots = "..";

/// A number in a range; `column` is its place in the text of the range.
std::uint64_t range_number(const std::string& range, std::string_view text, std::size_t column) {
    if (text.empty()) refuse("the range {}, column {}: expected a number", shown(range), column);
    const std::optional<std::uint64_t> number = parse_number(text);
    if (number && *number > 0) return *number;
    refuse("the range {}, column {}: {} is not a deal number", shown(range), column, shown(text));
}

}  // namespace

std::optional<Part> Part::parse(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::optional<std::uint64_t> number = parse_number(text.substr(0, slash));
    const std::optional<std::uint64_t> count = parse_number(text.substr(slash + 1));
    if (!number || !count || *number < 1 || *number > *count || *count > most) return std::nullopt;
    return Part{*number, *count};
}

std::string Part::text() const {
    return fmt::format("{}/{}", number, count);
}

bool DealList::is_range(const std::string& text) {
    const std::size_t sign = text.find('#');
    return sign != std::string::npos && text.find(dots, sign) != std::string::npos;
}

DealList DealList::range(const std::string& text, const SharedRules& own) {
    const std::size_t sign = text.find('#');
    const std::size_t middle = text.find(dots, sign);
    const std::string id(game_or_lab(text.substr(0, sign), own)->rules().id);
    const std::string_view all = text;
    DealList list;
    list.own_ = own ? own : shipped_game(id);
    list.first_ = range_number(text, all.substr(sign + 1, middle - sign - 1), sign + 2);
    const std::uint64_t last = range_number(text, all.substr(middle + dots.size()), middle + dots.size() + 1);
    if (last < list.first_) refuse("the range " + shown(text) + " ends before it begins");
    if (last - list.first_ >= most) refuse("the range {} has more than {} deals", shown(text), most);
    list.size_ = last - list.first_ + 1;
    list.name_ = id + text.substr(sign);
    list.games_.push_back(id);
    return list;
}

DealList DealList::part(const Part& part) const {
    if (part.count > size_)
        refuse("part {} of {}: there are more parts than deals", part.text(), shown(name_));
    // No overflow: at most 10^12 deals times 10^6 parts.
    static_assert(most <= std::numeric_limits<std::uint64_t>::max() / Part::most);
    const std::uint64_t begin = size_ * (part.number - 1) / part.count;
    const std::uint64_t end = size_ * part.number / part.count;
    DealList list;
    list.own_ = own_;
    list.games_ = games_;
    list.first_ = first_ + begin;
    list.size_ = end - begin;
    list.name_ = fmt::format("{}#{}..{}", games_[0], list.first_, first_ + end - 1);
    list.part_ = part;
    list.whole_ = name_;
    return list;
}

DealList DealList::lines(const std::string& file, const std::string& text, const SharedRules& own) {
    DealList list;
    list.own_ = own;
    int number = 0;
    // Line by line: a list of the lines would take many times the memory of a file of short ones.
    for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
        end = std::min(text.find('\n', at), text.size());
        ++number;
        const std::string_view line = trimmed(std::string_view(text).substr(at, end - at), " \t\r");
        if (line.empty() || line.starts_with('#')) continue;
        try {
            const DealText deal = deal_argument(std::string(line), own);
            game_of(deal, own);
            list.lines_.push_back(deal_text(deal));
            if (std::find(list.games_.begin(), list.games_.end(), deal.id) == list.games_.end())
                list.games_.push_back(deal.id);
        } catch (const Failure& failure) {
            refuse("{}:{}: {}", file_name(file), number, failure.what());
        }
    }
    for (const std::string& id : list.games_)
        if (SharedRules shipped = shipped_game(id)) list.own_ = std::move(shipped);
    if (list.own_ && list.games_.size() > 1)
        refuse(file_name(file) + ": deals of a game that is not listed are in a file of their own");
    list.size_ = list.lines_.size();
    if (list.size_ == 0) refuse(file_name(file) + ": contains no deal");
    RollingSum sum;
    for (const std::string& line : list.lines_) sum.add(line);
    list.name_ = "list:" + sum.text();
    return list;
}

DealText DealList::deal(std::uint64_t place) const {
    if (lines_.empty()) return {games_[0], first_ + place, {}};
    return parse_deal(lines_[static_cast<std::size_t>(place)]).value();
}

std::string DealList::text(std::uint64_t place) const {
    if (!lines_.empty()) return lines_[static_cast<std::size_t>(place)];
    return deal_text(deal(place));
}

}  // namespace quincunx::cli::lab
