#include "tests/hunt/walk.hpp"

#include <algorithm>
#include <utility>

#include "tests/hunt/kin.hpp"

namespace quincunx::hunt {
namespace {

std::string joined(const std::vector<std::string>& line) {
    std::string text;
    for (const std::string& move : line) text += ' ' + move;
    return text;
}

std::string spoken(const Answer& answer) {
    return std::string(to_text(answer.verdict)) + ", " + std::to_string(answer.nodes) + " nodes" +
           (answer.line.empty() ? "" : ":" + joined(answer.line));
}

/// The fewest cards in an endgame.
constexpr int least_cards = 12;

/// Whether a step that does not cross the border is worth taking: mostly if the new position is harder than
/// this one.
bool worth(const Answer& now, const Answer& next, testing::Dice& dice) {
    if (now.verdict == Verdict::winnable && next.verdict == Verdict::winnable)
        return dice.chance(next.nodes > now.nodes ? 0.8 : next.nodes == now.nodes ? 0.4 : 0.1);
    return dice.chance(0.33);
}

}  // namespace

void Walk::contradict(std::string law, const std::string& position, const Answer& answer,
                      std::string against) {
    contradictions_->push_back({std::move(law), position, spoken(answer), std::move(against)});
}

/// Solves a position text; false if it is not a position.
bool Walk::look(std::string text, Judged& found) {
    const auto position = brute::read(contestant_.game(), text);
    auto answer = contestant_.solve(text, {.nodes = contestant_.most_nodes()});
    if (!answer || !position) {
        // Both accept the same positions, or one of them is wrong.
        if (answer.has_value() != position.has_value())
            contradict("a position that one program accepts and the other refuses", text,
                       answer.value_or(Answer{}), position ? "read" : "refused");
        return false;
    }
    const int cards = Table(text).cards_left();
    found = {std::move(text), *position, std::move(*answer), false, cards};
    const Verdict verdict = found.answer.verdict;
    ++(verdict == Verdict::winnable     ? counts_->won
       : verdict == Verdict::unwinnable ? counts_->lost
                                        : counts_->unknown);
    if (verdict == Verdict::winnable) check_line(found);
    return true;
}

/// Replays every solution with the brute force's moves.
void Walk::check_line(const Judged& won) {
    brute::Position position = won.position;
    for (const std::string& move : won.answer.line) {
        const auto next = brute::play(contestant_.game(), position, move);
        if (!next) {
            contradict("a solution that does not replay", won.text, won.answer, "refused: " + move);
            return;
        }
        position = *next;
    }
    if (!brute::won(contestant_.game(), position))
        contradict("a solution that does not win", won.text, won.answer, "");
}

void Walk::step_off(brute::Position& position, std::size_t moves) {
    for (; moves > 0; --moves) {
        const auto next = brute::successors(contestant_.game(), position);
        if (next.empty()) return;
        position = next[dice_.below(next.size())].position;
    }
}

/// A position far into a game that the solver wins, a few moves off its solution.
bool Walk::start_of_real_game(Judged& first) {
    Judged deal;
    if (!look(contestant_.deal(1 + dice_.roll() % ((std::uint64_t{1} << 53) - 1)), deal)) return false;
    if (deal.answer.verdict != Verdict::winnable) return false;
    std::vector<brute::Position> way{deal.position};
    std::vector<std::size_t> fitting;
    for (const std::string& move : deal.answer.line) {
        const auto next = brute::play(contestant_.game(), way.back(), move);
        if (!next) return false;
        way.push_back(*next);
        const int left = Table(brute::write(contestant_.game(), contestant_.id(), *next)).cards_left();
        const int most = contestant_.most_cards();
        if (endgame_ ? left >= least_cards && left <= most : left > most) fitting.push_back(way.size() - 1);
    }
    if (fitting.empty()) return false;
    brute::Position position = way[fitting[dice_.below(fitting.size())]];
    step_off(position, dice_.below(8));
    return look(brute::write(contestant_.game(), contestant_.id(), position), first);
}

/// Whether the reserves can never hold so many cards that the stock could be dealt out.
bool Walk::strict() const {
    return contestant_.game().kind == brute::Game::Kind::carthage && contestant_.game().variant;
}

/// Whether the brute force often decides lost positions with more cards than an endgame has.
bool Walk::judged_when_large() const {
    using Kind = brute::Game::Kind;
    return contestant_.game().kind != Kind::grandfather && contestant_.game().kind != Kind::gargantua;
}

/// A position a few random moves into a game with few cards.
bool Walk::start_of_small_game(Judged& first) {
    const auto deal = brute::read(contestant_.game(), contestant_.deal(dice_.roll() | 1));
    if (!deal) return false;
    brute::Position position = *deal;
    step_off(position, dice_.below(static_cast<std::size_t>(contestant_.game().cards())));
    Table table(brute::write(contestant_.game(), contestant_.id(), position));
    if (!strict() && dice_.chance(0.8)) table.deal_out(dice_);
    if (dice_.chance(0.3)) table.draw_some(dice_);
    return look(table.text(), first);
}

/// The table with one more card on the foundations, if one that fits is found in a reasonable number of
/// tries.
Table Walk::with_one_more_home(const Table& table) {
    for (int tries = 0; tries < 1000; ++tries) {
        Table next = table;
        next.send_home(dice_);
        if (next.cards_left() < table.cards_left() && brute::read(contestant_.game(), next.text()))
            return next;
    }
    return table;
}

/// A game lost by random moves, then made smaller for as long as it stays lost. Games with many places are
/// hardly ever lost when few cards are left; those that are lie near the border.
bool Walk::start_squandered(Judged& first) {
    const auto deal = brute::read(contestant_.game(), contestant_.deal(dice_.roll() | 1));
    if (!deal) return false;
    brute::Position position = *deal;
    step_off(position, 40 + dice_.below(300));
    if (!look(brute::write(contestant_.game(), contestant_.id(), position), first)) return false;
    if (first.answer.verdict != Verdict::unwinnable) return false;
    const int wanted =
        least_cards +
        static_cast<int>(dice_.below(static_cast<std::size_t>(contestant_.most_cards() - least_cards)));
    for (int tries = 0; first.cards > wanted && tries < 300 && !stuck(); ++tries) {
        Judged smaller;
        Table table(first.text);
        for (std::size_t times = 1 + dice_.below(3); times > 0; --times) table = with_one_more_home(table);
        if (look(table.text(), smaller) && smaller.answer.verdict == Verdict::unwinnable)
            first = std::move(smaller);
    }
    return true;
}

/// A deal whose cards were put on the foundations, wherever they lay, until as few are left as in an endgame.
bool Walk::start_made_up(Judged& first) {
    const brute::Game& game = contestant_.game();
    Table table(contestant_.deal(dice_.roll() | 1));
    const int most = std::min(contestant_.most_cards(), game.cards());
    // With many places, positions with few cards are always won.
    const int least = std::min(contestant_.real() && game.reserve > 2 ? most - 6 : least_cards, most);
    const int wanted = least + static_cast<int>(dice_.below(static_cast<std::size_t>(most - least + 1)));
    table.choose(dice_);
    if (!strict() && dice_.chance(0.9)) table.deal_out(dice_);
    while (table.cards_left() > wanted) {
        const int before = table.cards_left();
        table = with_one_more_home(table);
        if (table.cards_left() == before) break;
    }
    using Kind = brute::Game::Kind;
    if (game.kind != Kind::grandfather && game.kind != Kind::stalactites &&
        dice_.chance(strict() ? 0.9 : 0.5))
        table.bury(dice_, game.kind == Kind::gargantua);
    if (dice_.chance(0.6)) table.draw_some(dice_);
    return look(table.text(), first);
}

/// A position that was built backwards from a win, so that it can be won whatever a search says. The moves back mostly
/// put cards on the tableau in any order, as no game does, so there is little room in it.
bool Walk::start_backward(Judged& first) {
    if (!start_made_up(first) || first.answer.verdict != Verdict::winnable) return false;
    const brute::Game& game = contestant_.game();
    brute::Position position = first.position;
    for (const std::string& move : first.answer.line) {
        const auto next = brute::play(game, position, move);
        if (!next) return false;
        position = *next;
    }
    const auto most = static_cast<std::size_t>(contestant_.most_cards());
    const int wanted = least_cards + static_cast<int>(dice_.below(most));
    std::string way;
    for (int step = 1; step < 300; ++step) {
        const auto parent = parent_of(game, contestant_.id(), position, dice_);
        if (!parent) break;
        position = *brute::read(game, parent->text);
        way = ' ' + parent->move + way;
        const bool enough = Table(parent->text).cards_left() >= wanted;
        if (!enough && step % 8 != 0) continue;
        ++counts_->parents;
        if (!look(parent->text, first)) return false;
        if (first.answer.verdict == Verdict::unwinnable)
            contradict("a position built backwards from a win is lost", first.text, first.answer,
                       "won:" + way);
        if (enough || first.answer.verdict == Verdict::unwinnable) break;
    }
    return true;
}

bool Walk::start(Judged& first) {
    if (plan_.second && dice_.chance(0.3)) {
        endgame_ = true;
        return start_backward(first);
    }
    endgame_ = !contestant_.real() || !dice_.chance(0.25);
    if (!endgame_) return start_of_real_game(first);
    if (!contestant_.real()) return dice_.chance(0.1) ? start_made_up(first) : start_of_small_game(first);
    // Random moves rarely lose a game of Gargantua before the end.
    const bool squander = contestant_.game().kind != brute::Game::Kind::gargantua;
    if (squander && dice_.chance(0.4)) return start_squandered(first);
    return dice_.chance(0.6) ? start_made_up(first) : start_of_real_game(first);
}

std::string Walk::changed(const Judged& from) {
    Table table(from.text);
    const double way = static_cast<double>(dice_.below(1000)) / 1000;
    if (way < 0.03) {
        brute::Position position = from.position;
        step_off(position, 1 + dice_.below(2));
        return brute::write(contestant_.game(), contestant_.id(), position);
    }
    if (way < 0.68) {
        for (std::size_t times = 1 + dice_.below(2); times > 0; --times) table.exchange(dice_);
    } else if (way < 0.92) {
        table.transplant(dice_);
    } else if (!endgame_ || !contestant_.real() || table.cards_left() < contestant_.most_cards()) {
        table.bring_back(dice_);
    }
    return table.text();
}

/// No position along a solution is lost.
void Walk::check_winning_line(const Judged& won) {
    if (won.answer.line.empty()) return;
    brute::Position position = won.position;
    const std::size_t plies = 1 + dice_.below(won.answer.line.size());
    for (std::size_t i = 0; i < plies; ++i) {
        const auto next = brute::play(contestant_.game(), position, won.answer.line[i]);
        if (!next) return;
        position = *next;
    }
    const std::string text = brute::write(contestant_.game(), contestant_.id(), position);
    const auto answer = contestant_.solve(text, {.nodes = contestant_.most_nodes()});
    if (!answer) return;
    ++counts_->on_lines;
    if (answer->verdict == Verdict::unwinnable)
        contradict("a position along a solution is lost", text, *answer,
                   "winnable by" + joined({won.answer.line.begin() + static_cast<std::ptrdiff_t>(plies),
                                           won.answer.line.end()}));
}

/// With less time or memory, or with dives first, the answer is the same verdict or none.
void Walk::check_limits(const Judged& known) {
    Limits limits;
    limits.nodes = 1 + dice_.below(known.answer.nodes + 1);
    if (dice_.chance(0.5))
        limits = {.nodes = contestant_.most_nodes(),
                  .memory = dice_.below(std::size_t{1} << (4 + dice_.below(20)))};
    limits.dives = dice_.chance(0.5);
    const auto answer = contestant_.solve(known.text, limits);
    ++counts_->limited;
    if (answer && answer->verdict == Verdict::winnable) check_line({known.text, known.position, *answer});
    if (answer && answer->verdict != Verdict::unknown && answer->verdict != known.answer.verdict)
        contradict("a verdict that a limit reverses", known.text, known.answer,
                   spoken(*answer) + ", with " + std::to_string(limits.nodes) + " nodes and " +
                       std::to_string(limits.memory) + " bytes" + (limits.dives ? ", after dives" : ""));
}

/// The brute force agrees.
void Walk::judge(Judged& known) {
    known.judged = true;
    const bool endgame = known.cards <= contestant_.most_cards();
    const brute::Judgement judgement =
        brute::judge(contestant_.game(), known.position, endgame ? plan_.states : plan_.states / 5);
    const bool won = known.answer.verdict == Verdict::winnable;
    if (judgement.verdict == brute::Verdict::undecided) {
        ++(endgame ? counts_->undecided : counts_->larger_undecided);
        return;
    }
    if ((judgement.verdict == brute::Verdict::won) == won) {
        ++(won ? counts_->judged_won : endgame ? counts_->judged_lost : counts_->larger_lost);
        return;
    }
    contradict(
        "the brute force", known.text, known.answer,
        (won ? "lost, " : "won, ") + std::to_string(judgement.states) + " states:" + joined(judgement.line));
}

/// No child of a lost position can be won. A reversible move is thereby checked in both directions.
void Walk::check_children(const Judged& lost) {
    for (const brute::Successor& successor : brute::successors(contestant_.game(), lost.position)) {
        const std::string text = brute::write(contestant_.game(), contestant_.id(), successor.position);
        const auto answer = contestant_.solve(text, {.nodes = contestant_.most_nodes()});
        if (!answer || answer->verdict == Verdict::unknown) continue;
        ++counts_->children;
        if (answer->verdict == Verdict::winnable)
            contradict("a child of a lost position is won", lost.text, lost.answer,
                       "after " + successor.move + " " + spoken(*answer));
    }
}

void Walk::check_without_rules(const Judged& lost) {
    if (contestant_.others() == 0) return;
    const std::size_t which = dice_.below(contestant_.others());
    const auto answer = contestant_.solve_otherwise(which, lost.text, {.nodes = contestant_.most_nodes()});
    if (!answer) return;
    ++(answer->verdict == Verdict::unknown ? counts_->plain_undecided : counts_->plain_lost);
    if (answer->verdict == Verdict::winnable)
        contradict("the search " + std::string(contestant_.other_name(which)), lost.text, lost.answer,
                   spoken(*answer));
}

/// Verdicts on positions that say something about each other agree.
void Walk::check_kin(const Judged& known) {
    const auto compare = [&](const Kin& kin, const std::optional<Answer>& answer) {
        if (!answer || answer->verdict == Verdict::unknown) return;
        ++counts_->kin;
        if (answer->verdict == known.answer.verdict) return;
        if (kin.worth == Kin::Worth::better && answer->verdict == Verdict::winnable) return;
        contradict(kin.law, known.text, known.answer, spoken(*answer) + '\n' + kin.text);
    };
    const Limits limits{.nodes = contestant_.most_nodes()};
    for (const Kin& kin : kin_of(contestant_.game(), known.text, dice_))
        compare(kin, contestant_.solve(kin.text, limits));
    if (known.answer.verdict == Verdict::winnable)
        compare({"one more pile or cell", known.text, Kin::Worth::better},
                contestant_.solve_with_more(known.text, limits));
}

/// A position that leads to a won one is won.
void Walk::check_parents(const Judged& won) {
    brute::Position position = won.position;
    std::string way;
    for (std::size_t steps = 1 + dice_.below(4); steps > 0; --steps) {
        const auto parent = parent_of(contestant_.game(), contestant_.id(), position, dice_);
        if (!parent) return;
        position = *brute::read(contestant_.game(), parent->text);
        way = ' ' + parent->move + way;
        const auto answer = contestant_.solve(parent->text, {.nodes = contestant_.most_nodes()});
        if (!answer || answer->verdict == Verdict::unknown) continue;
        ++counts_->parents;
        if (answer->verdict == Verdict::winnable) continue;
        contradict("what leads to a won position is lost", parent->text, *answer,
                   "won:" + way + joined(won.answer.line));
        return;
    }
}

void Walk::run(Counts& counts, std::vector<Contradiction>& contradictions) {
    counts_ = &counts;
    contradictions_ = &contradictions;
    unknown_before_ = counts.unknown;
    const std::size_t before = contradictions.size();
    Judged now;
    if (!start(now)) return;
    ++counts.walks;
    if (!plan_.second && now.answer.verdict == Verdict::unwinnable &&
        (now.cards <= contestant_.most_cards() || judged_when_large()))
        judge(now);
    for (int step = 0; step < plan_.steps && contradictions.size() == before && !stuck(); ++step) {
        Judged next;
        if (!look(changed(now), next) || next.answer.verdict == Verdict::unknown) continue;
        const bool crossing =
            now.answer.verdict != Verdict::unknown && now.answer.verdict != next.answer.verdict;
        if (crossing) ++counts.crossings;
        for (Judged* const one : {&next, &now}) {
            if (one == &now && !crossing) continue;
            const bool lost = one->answer.verdict == Verdict::unwinnable;
            if (plan_.second) {
                if (!crossing && !dice_.chance(plan_.kin)) continue;
                check_kin(*one);
                if (lost) {
                    check_children(*one);
                } else {
                    check_winning_line(*one);
                    check_parents(*one);
                }
                continue;
            }
            const bool endgame = one->cards <= contestant_.most_cards();
            if (!one->judged && (endgame || judged_when_large()) &&
                (crossing ? lost || (endgame && dice_.chance(0.1))
                          : lost && dice_.chance(endgame ? plan_.judge : plan_.judge / 5)))
                judge(*one);
            if (!dice_.chance(crossing ? 3 * plan_.laws : plan_.laws)) continue;
            check_limits(*one);
            if (lost) {
                check_children(*one);
                check_without_rules(*one);
            } else {
                check_winning_line(*one);
            }
        }
        if (!plan_.second && crossing && next.cards > contestant_.most_cards())
            check_without_rules(next.answer.verdict == Verdict::unwinnable ? next : now);
        if (crossing || worth(now.answer, next.answer, dice_)) now = std::move(next);
    }
}

}  // namespace quincunx::hunt
