#include "tests/hunt/kin.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

#include "tests/hunt/table.hpp"

namespace quincunx::hunt {
namespace {

using Kind = brute::Game::Kind;
using Words = std::vector<std::string>;
constexpr std::string_view suit_letters = "CSDH";  // the black ones first

std::vector<std::size_t> shuffled(std::size_t count, testing::Dice& dice) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t left = count; left > 1; --left) std::swap(order[left - 1], order[dice.below(left)]);
    return order;
}

void rename(Table& table, const std::function<void(std::string& card)>& change) {
    for (Table::Pile& pile : table.piles())
        for (std::string& word : pile.words)
            if (word != "|") change(word);
}

/// Gives the suits other names. Where colors matter, those of a color keep one; where suits do not matter at all, each
/// rank has names of its own.
void rename_suits(const brute::Game& game, Table& table, testing::Dice& dice) {
    std::array<std::array<char, 4>, rank_letters.size()> names{};
    const bool by_rank = game.kind == Kind::stalactites;
    const bool colors = game.kind == Kind::gargantua || game.kind == Kind::gloucestershire;
    for (std::size_t rank = 0; rank < names.size(); ++rank) {
        std::vector<std::size_t> order = shuffled(4, dice);
        if (colors) {
            const std::size_t turned = dice.below(2);
            const std::size_t black = dice.below(2);
            const std::size_t red = dice.below(2);
            order = {2 * turned + black, 2 * turned + 1 - black, 2 - 2 * turned + red, 3 - 2 * turned - red};
        }
        for (std::size_t suit = 0; suit < 4; ++suit) names[rank][suit] = suit_letters[order[suit]];
        if (rank > 0 && !by_rank) names[rank] = names[0];
    }
    rename(table, [&](std::string& card) {
        card[1] = names[rank_letters.find(card[0])][suit_letters.find(card[1])];
    });
}

/// Exchanges the piles whose names begin with a letter.
void exchange_piles(Table& table, char letter, std::size_t first, std::size_t count,
                    const std::vector<std::size_t>& order) {
    std::vector<Table::Pile*> piles;
    for (Table::Pile& pile : table.piles())
        if (pile.name[0] == letter) piles.push_back(&pile);
    std::vector<Words> before;
    for (std::size_t i = 0; i < count; ++i) before.push_back(piles[first + i]->words);
    for (std::size_t i = 0; i < count; ++i) piles[first + order[i]]->words = before[i];
}

/// Exchanges piles of the same kind; where a stock deals to reserves, its cards follow them.
void exchange_piles(const brute::Game& game, Table& table, testing::Dice& dice) {
    const auto tableau = static_cast<std::size_t>(game.tableau);
    exchange_piles(table, 'T', 0, tableau, shuffled(tableau, dice));
    const auto foundations = static_cast<std::size_t>(game.foundations());
    const std::size_t groups = game.kind == Kind::grandfather ? 2 : 1;
    for (std::size_t group = 0; group < groups; ++group)
        exchange_piles(table, 'F', group * (foundations / groups), foundations / groups,
                       shuffled(foundations / groups, dice));
    const auto reserves = static_cast<std::size_t>(game.reserve);
    Table::Pile* const stock = table.named("S");
    if (reserves < 2) return;
    const std::vector<std::size_t> order = shuffled(reserves, dice);
    if (stock != nullptr && !stock->words.empty()) {
        if (game.variant || stock->words.size() % reserves != 0) return;
        const Words before = stock->words;  // the last card is dealt first, to the first reserve
        const std::size_t cards = before.size();
        for (std::size_t dealt = 0; dealt < cards; ++dealt) {
            const std::size_t to = dealt - dealt % reserves + order[dealt % reserves];
            stock->words[cards - 1 - to] = before[cards - 1 - dealt];
        }
    }
    exchange_piles(table, 'R', 0, reserves, order);
}

/// Counts the ranks from the other end.
void mirror(const brute::Game& game, Table& table) {
    rename(table, [&](std::string& card) {
        card[0] = rank_letters[static_cast<std::size_t>(game.ranks) - 1 - rank_letters.find(card[0])];
    });
    exchange_piles(table, 'F', 0, 8, {4, 5, 6, 7, 0, 1, 2, 3});
}

/// Rank r becomes a·r + b, going round.
void turn_ranks(const brute::Game& game, Table& table, std::size_t a, std::size_t b) {
    rename(table, [&](std::string& card) {
        card[0] = rank_letters[(a * rank_letters.find(card[0]) + b) % static_cast<std::size_t>(game.ranks)];
    });
}

bool replace(std::string& text, std::string_view old, std::string_view next) {
    const std::size_t place = text.find(old);
    if (place != std::string::npos) text.replace(place, old.size(), next);
    return place != std::string::npos;
}

/// The lower part of a pile becomes a pile by itself. Nothing is ever put on these piles, so that only uncovers cards.
bool split(Table& table, testing::Dice& dice) {
    std::vector<Table::Pile*> high;
    Table::Pile* space = nullptr;
    for (Table::Pile& pile : table.piles()) {
        if (pile.name[0] != 'T') continue;
        if (pile.words.empty()) space = &pile;
        if (pile.words.size() > 1) high.push_back(&pile);
    }
    if (space == nullptr || high.empty()) return false;
    Words& words = high[dice.below(high.size())]->words;
    const auto middle = words.begin() + 1 + static_cast<std::ptrdiff_t>(dice.below(words.size() - 1));
    space->words.assign(words.begin(), middle);
    words.erase(words.begin(), middle);
    return true;
}

/// One card more is face up.
bool turn_up(Table& table, testing::Dice& dice) {
    std::vector<Words*> hidden;
    for (Table::Pile& pile : table.piles())
        if (std::find(pile.words.begin(), pile.words.end(), "|") != pile.words.end())
            hidden.push_back(&pile.words);
    if (hidden.empty()) return false;
    Words& words = *hidden[dice.below(hidden.size())];
    const auto bar = std::find(words.begin(), words.end(), "|");
    std::iter_swap(bar, bar - 1);
    if (words.front() == "|") words.erase(words.begin());
    return true;
}

}  // namespace

std::vector<Kin> kin_of(const brute::Game& game, const std::string& text, testing::Dice& dice) {
    std::vector<Kin> kin;
    const Table table(text);
    const auto add = [&](std::string law, Table& changed, Kin::Worth worth = Kin::Worth::equal) {
        kin.push_back({std::move(law), changed.text(), worth});
    };
    Table suits = table;
    rename_suits(game, suits, dice);
    add("other names of suits", suits);
    Table piles = table;
    exchange_piles(game, piles, dice);
    add("piles exchanged", piles);
    Table ranks = table;
    if (game.kind == Kind::grandfather) {
        mirror(game, ranks);
        add("ranks from the other end", ranks);
    }
    if (game.kind == Kind::stalactites) {
        const bool doubled = game.ranks % 2 == 1 && replace(ranks.head(), "choice by1", "choice by2");
        turn_ranks(game, ranks, doubled ? 2 : 1, dice.below(static_cast<std::size_t>(game.ranks)));
        add(doubled ? "ranks doubled and turned" : "ranks turned", ranks);
    }
    Table more = table;
    if (game.redeals > 0 && replace(more.head(), "redeals 0", "redeals 1"))
        add("one more redeal", more, Kin::Worth::better);
    Table shown = table;
    if (game.kind == Kind::gargantua && turn_up(shown, dice))
        add("one more card face up", shown, Kin::Worth::better);
    Table parts = table;
    if (game.kind == Kind::stalactites && split(parts, dice)) add("a pile in two", parts, Kin::Worth::better);
    return kin;
}

namespace {

/// Puts the last cards of one pile on another one, so that the move back may be legal; the move, or nothing. A single
/// card there may be turned down, or be the one that filled the place.
std::string take_back(const brute::Game& game, Table& table, testing::Dice& dice) {
    std::vector<Table::Pile>& piles = table.piles();
    const bool from_home = dice.chance(0.8);
    std::vector<Table::Pile*> sources;
    std::vector<Table::Pile*> targets;
    for (Table::Pile& pile : piles) {
        const char kind = pile.name[0];
        if (!pile.words.empty() && (kind == 'F') == from_home && kind != 'S' && kind != 'W')
            sources.push_back(&pile);
        if (kind != 'F' && kind != 'S') targets.push_back(&pile);
    }
    if (sources.empty()) return {};
    Table::Pile& from = *sources[dice.below(sources.size())];
    Table::Pile& to = *targets[dice.below(targets.size())];
    if (&from == &to) return {};
    std::size_t count = 1;
    const bool units = game.kind == Kind::gargantua || game.kind == Kind::gloucestershire;
    if (units && from.name[0] == 'T' && to.name[0] == 'T') count = 1 + dice.below(from.words.size());
    const Words cards(from.words.end() - static_cast<std::ptrdiff_t>(count), from.words.end());
    if (std::find(cards.begin(), cards.end(), "|") != cards.end()) return {};
    from.words.resize(from.words.size() - count);
    if (to.name[0] == 'T' && game.kind == Kind::gargantua && dice.chance(0.6)) {
        const auto bar = std::find(to.words.begin(), to.words.end(), "|");
        if (bar != to.words.end()) to.words.erase(bar);
        to.words.emplace_back("|");
        if (to.words.size() == 1) to.words.clear();
    }
    if (to.name[0] == 'T' && game.kind == Kind::grandfather && to.words.size() == 1 && dice.chance(0.5)) {
        Table::Pile* const stock = table.named(game.variant || dice.chance(0.2) ? "W" : "S");
        stock->words.push_back(std::exchange(to.words, {}).front());
    }
    const std::string taken = game.kind == Kind::gloucestershire && to.name[0] == 'R' ? '@' + cards[0] : "";
    to.words.insert(to.words.end(), cards.begin(), cards.end());
    return to.name + taken + '>' + from.name + (count > 1 ? '*' + std::to_string(count) : "");
}

/// The same for a draw or a redeal.
std::string take_back_draw(const brute::Game& game, Table& table, testing::Dice& dice) {
    Table::Pile* const stock = table.named("S");
    if (stock == nullptr) return {};
    if (Table::Pile* const waste = table.named("W")) {
        if (dice.chance(0.2) && replace(table.head(), "redeals 0", "redeals 1")) {
            waste->words.insert(waste->words.begin(), stock->words.rbegin(), stock->words.rend());
            stock->words.clear();
            return "redeal";
        }
        if (waste->words.empty()) return {};
        stock->words.push_back(std::move(waste->words.back()));
        waste->words.pop_back();
        return "draw";
    }
    for (int round = 0; round < game.per_draw; ++round)
        for (int reserve = game.reserve; reserve > 0; --reserve) {
            Words& words = table.named('R' + std::to_string(reserve))->words;
            if (words.empty()) return {};
            stock->words.push_back(std::move(words.back()));
            words.pop_back();
        }
    return "draw";
}

}  // namespace

std::optional<Parent> parent_of(const brute::Game& game, std::string_view id, const brute::Position& position,
                                testing::Dice& dice) {
    const std::string text = brute::write(game, id, position);
    for (int tries = 0; tries < 50; ++tries) {
        Table table(text);
        const std::string move =
            dice.chance(0.15) ? take_back_draw(game, table, dice) : take_back(game, table, dice);
        if (move.empty()) continue;
        const auto parent = brute::read(game, table.text());
        if (!parent) continue;
        const auto again = brute::play(game, *parent, move);
        if (again && *again == position) return Parent{table.text(), move};
    }
    return std::nullopt;
}

}  // namespace quincunx::hunt
