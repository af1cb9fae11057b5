#include "apps/common/days.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>

#include "apps/cli/commands.hpp"
#include "apps/common/deal_search.hpp"
#include "apps/common/described.hpp"

/// `quincunx days`: the deals of the day.
namespace quincunx::cli {

namespace {

struct DaysOptions {
    DaysAsked asked;
    bool json = false;
};

Exit list_days(const DaysOptions& options) {
    Json list = Json::array();
    std::string text;
    std::map<std::string, std::unique_ptr<deals::DealMaker>> makers;
    for (const Day& day : days_of(options.asked)) {
        std::unique_ptr<deals::DealMaker>& maker = makers[day.game];
        if (!maker) maker = deal_maker(day.game);
        const deals::DayDeal deal = cli::deal_of_day(*maker, day.date);
        Json json{{"game", day.game}, {"date", date_text(day.date)}};
        json.update(described(deal));
        list.push_back(std::move(json));
        text += date_text(day.date) + ' ' + deal.deal +
                (deal.level ? fmt::format(" level {}", *deal.level) : "") + '\n';
    }
    write_out(options.json ? json_text(list) : text);
    return Exit::yes;
}

}  // namespace

void add_days(Program& program) {
    const auto [command, options] = program.add<DaysOptions>("days", "List the deals of the day", list_days);
    add_days_asked(command, options.asked);
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx days GAME --from 2026-12-01 --to 2026-12-31", "the deals of a month"}});
}

}  // namespace quincunx::cli
