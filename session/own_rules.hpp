#pragma once

#include <string>
#include <string_view>
#include <type_traits>

/// Whether texts of games may carry rules of one's own: not where the page's table and its solver read them.
namespace quincunx {

#if defined(QUINCUNX_LISTED_GAMES_ONLY) || defined(QUINCUNX_NO_RULES_TEXTS)
inline constexpr bool reads_own_rules = false;
#else
inline constexpr bool reads_own_rules = true;
#endif

/// A text of rules where there is none.
struct NoRules {
    constexpr bool empty() const { return true; }
    constexpr operator std::string_view() const { return {}; }
    NoRules& operator=(const std::string& /*rules*/) { return *this; }
};
using RulesText = std::conditional_t<reads_own_rules, std::string, NoRules>;

}  // namespace quincunx
