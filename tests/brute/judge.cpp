#include <cstdio>
#include <cstdlib>
#include <memory>

#include "tests/brute/brute.hpp"
#include "tests/brute/key.hpp"
#include "tests/brute/rules.hpp"
#include "tests/brute/state_set.hpp"
#include "tests/brute/text.hpp"

namespace brute {
namespace {

class Search {
  public:
    Judgement judge(const Game& game, const Board& start, std::uint64_t most_states) {
        Judgement judgement;
        if (all_home(game, start)) {
            judgement.verdict = Verdict::won;
            return judgement;
        }
        set_.clear();
        stack_.clear();
        const std::uint32_t root = insert(game, View(start)).id;
        stack_.push_back({root, root});
        while (!stack_.empty()) {
            const Step step = stack_.back();
            stack_.pop_back();
            if (set_.parent(step.id) != StateSet::none) continue;
            if (judgement.states == most_states) return judgement;
            set_.parent(step.id) = step.parent;
            ++judgement.states;
            if (visit(game, step.id)) {
                judgement.verdict = Verdict::won;
                judgement.line = line(game, start, root, step.id);
                return judgement;
            }
        }
        judgement.verdict = Verdict::lost;
        return judgement;
    }

  private:
    struct Step {
        std::uint32_t id;
        std::uint32_t parent;
    };

    StateSet::Found insert(const Game& game, const View& view) {
        Key key;
        write_key(game, view, key);
        return set_.insert(key.at, key.size);
    }

    /// Puts what follows on the stack, the first move on top; true if one of the moves wins.
    bool visit(const Game& game, std::uint32_t id) {
        Board board;
        read_key(game, set_.key(id), board);
        const View view(board);
        const Rules& rules = rules_of(game);
        moves_.clear();
        rules.list(game, view, moves_);
        for (int at = moves_.size() - 1; at >= 0; --at) {
            Board next = board;
            rules.make(game, view, moves_[at], next);
            if (all_home(game, next)) return true;
            const StateSet::Found found = insert(game, View(next));
            if (found.is_new || set_.parent(found.id) == StateSet::none) stack_.push_back({found.id, id});
        }
        return false;
    }

    /// The search goes from one order of the piles to another. Played from the board as it was given, each
    /// move is the one that leads to the same key, and the last one wins.
    std::vector<std::string> line(const Game& game, const Board& start, std::uint32_t root,
                                  std::uint32_t last) {
        std::vector<std::uint32_t> path;
        for (std::uint32_t id = last; id != root; id = set_.parent(id)) path.push_back(id);
        std::vector<std::string> texts;
        Board board = start;
        while (!path.empty()) {
            const std::uint32_t wanted = path.back();
            path.pop_back();
            step(game, board, texts,
                 [&](const Board& next) { return insert(game, View(next)).id == wanted; });
        }
        step(game, board, texts, [&](const Board& next) { return all_home(game, next); });
        return texts;
    }

    template <class IsWanted>
    void step(const Game& game, Board& board, std::vector<std::string>& texts, IsWanted is_wanted) {
        const View view(board);
        const Rules& rules = rules_of(game);
        moves_.clear();
        rules.list(game, view, moves_);
        for (int at = 0; at < moves_.size(); ++at) {
            Board next = board;
            rules.make(game, view, moves_[at], next);
            if (!is_wanted(next)) continue;
            texts.push_back(move_text(game, view, moves_[at]));
            board = next;
            return;
        }
        std::fputs("brute force: a position and its key have different moves\n", stderr);
        std::abort();
    }

    StateSet set_;
    std::vector<Step> stack_;
    Moves moves_;
};

}  // namespace

Judgement judge(const Game& game, const Position& position, std::uint64_t most_states) {
    thread_local const auto search = std::make_unique<Search>();
    return search->judge(game, position.board(), most_states);
}

}  // namespace brute
