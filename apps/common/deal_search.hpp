#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "apps/common/search.hpp"
#include "deals/deal_maker.hpp"

/// Deals worth playing, for commands.
namespace quincunx::cli {

using deals::Verdict;
using solver::to_text;

/// A maker for a game, perhaps that of --rules; throws if there is no such game.
std::unique_ptr<deals::DealMaker> deal_maker(const std::string& game, const SharedRules& own = {});

/// Rates a deal; throws if it is not one. None if `go_on`, which is asked now and then, says no.
std::optional<deals::Rating> rate(deals::DealMaker& maker, const DealText& deal,
                                  const std::function<bool()>& go_on);

/// Looks for a winnable deal from a number on; throws if there is none or the game has no such deals.
deals::Found find_deal(deals::DealMaker& maker, std::uint64_t from, std::optional<int> level);

/// The par of a deal; throws if it is not one.
deals::Par par_of(deals::DealMaker& maker, const DealText& deal);

}  // namespace quincunx::cli
