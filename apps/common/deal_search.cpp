#include "apps/common/deal_search.hpp"

#include "apps/common/game_argument.hpp"

namespace quincunx::cli {

namespace {

/// Nodes between two looks at whether to go on: a few milliseconds' work.
constexpr std::uint64_t nodes_between_looks = 2000;

}  // namespace

std::unique_ptr<deals::DealMaker> deal_maker(const std::string& game, const SharedRules& own) {
    return deals::make_deal_maker(game_argument(game, own));
}

std::optional<deals::Rating> rate(deals::DealMaker& maker, const DealText& deal,
                                  const std::function<bool()>& go_on) {
    if (const std::optional<TextError> error = maker.start_rating(deal)) refuse_deal(deal, *error);
    while (!maker.step_rating(nodes_between_looks))
        if (go_on && !go_on()) return std::nullopt;
    return maker.rating();
}

deals::Found find_deal(deals::DealMaker& maker, std::uint64_t from, std::optional<int> level) {
    if (const std::optional<TextError> error = maker.start_find(from, level)) refuse(error->message);
    while (!maker.step_find(nodes_between_looks)) {
    }
    deals::Found found = maker.found();
    complain_of_defect(found.defective);
    if (!found.number)
        throw Failure(Exit::no, "none of " + counted(static_cast<std::uint64_t>(found.tries), "deal") +
                                    " from " + std::string(maker.rules().id) + '#' + std::to_string(from) +
                                    " on is proven winnable" + (level ? " and of that level" : ""));
    return found;
}

deals::Par par_of(deals::DealMaker& maker, const DealText& deal) {
    if (const std::optional<TextError> error = maker.start_par(deal)) refuse_deal(deal, *error);
    while (!maker.step_par(nodes_between_looks)) {
    }
    deals::Par par = maker.par();
    complain_of_defect(par.defective);
    return par;
}

}  // namespace quincunx::cli
