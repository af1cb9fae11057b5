#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "tests/brute/key.hpp"
#include "tests/brute/rules.hpp"
#include "tests/brute/state_set.hpp"
#include "tests/brute/text.hpp"

namespace brute {
namespace {

class Search {
  public:
    Judgement judge(const Game& game, const Board& start, std::uint64_t most_states) {
        game_ = game;
        rules_ = &rules_of(game);
        piles_.clear();
        set_.clear(key_words(game));
        stack_.clear();
        Judgement judgement;
        const State first = state_of(game, piles_, start);
        if (first.left == 0) {
            judgement.verdict = Verdict::won;
            return judgement;
        }
        const std::uint32_t root = insert(first);
        stack_.push_back({root, root});
        while (!stack_.empty()) {
            const Step step = stack_.back();
            stack_.pop_back();
            if (set_.parent(step.id) != StateSet::none) continue;
            if (judgement.states == most_states) return judgement;
            set_.set_parent(step.id, step.parent);
            ++judgement.states;
            if (visit(step.id)) {
                judgement.verdict = Verdict::won;
                judgement.line = line(first, root, step.id);
                return judgement;
            }
        }
        judgement.verdict = Verdict::lost;
        return judgement;
    }

    Distance shortest(const Game& game, const Board& start, std::uint64_t most_states) {
        game_ = game;
        rules_ = &rules_of(game);
        piles_.clear();
        set_.clear(key_words(game));
        Distance distance;
        const State first = state_of(game, piles_, start);
        if (first.left == 0) return {Verdict::won, 0, 0};
        std::vector<std::uint32_t> layer{insert(first)};
        for (; !layer.empty(); ++distance.moves) {
            std::vector<std::uint32_t> next;
            for (const std::uint32_t id : layer) {
                if (distance.states++ == most_states) return {Verdict::undecided, most_states, 0};
                if (!reach(id, next)) continue;
                return {Verdict::won, distance.states, distance.moves + 1};
            }
            layer = std::move(next);
        }
        return {Verdict::lost, distance.states, 0};
    }

  private:
    /// Adds the children that are new; true if one of them is won.
    bool reach(std::uint32_t id, std::vector<std::uint32_t>& next) {
        State state;
        read_key(game_, set_.key(id), state);
        moves_.clear();
        rules_->list(game_, View(piles_, state), moves_);
        for (int at = 0; at < moves_.size(); ++at) {
            State child = state;
            rules_->make(game_, piles_, moves_[at], child);
            if (child.left == 0) return true;
            std::uint32_t key[most_words];
            write_key(game_, child, key);
            const StateSet::Found found = set_.insert(key, set_.hash_of(key));
            if (found.is_new) next.push_back(found.id);
        }
        return false;
    }

    struct Step {
        std::uint32_t id;
        std::uint32_t parent;
    };
    struct Child {
        std::uint32_t hash;
        std::uint32_t key[most_words];
    };
    static constexpr int batch = 32;

    std::uint32_t insert(State state) {
        std::uint32_t key[most_words];
        tidy_reserve(game_, piles_, state);
        write_key(game_, state, key);
        return set_.insert(key, set_.hash_of(key)).id;
    }

    /// Pushes the children on the stack, the first move on top; true if one of the moves wins.
    bool visit(std::uint32_t id) {
        State state;
        read_key(game_, set_.key(id), state);
        moves_.clear();
        rules_->list(game_, View(piles_, state), moves_);
        for (int end = moves_.size(); end > 0; end -= batch) {
            const int begin = std::max(end - batch, 0);
            for (int at = begin; at < end; ++at) {
                State next = state;
                rules_->make(game_, piles_, moves_[at], next);
                if (next.left == 0) return true;
                Child& child = children_[at - begin];
                write_key(game_, next, child.key);
                child.hash = set_.hash_of(child.key);
                set_.expect(child.hash);
            }
            for (int at = begin; at < end; ++at) set_.look_up(children_[at - begin].hash);
            for (int at = end - 1; at >= begin; --at) {
                const Child& child = children_[at - begin];
                const std::uint32_t found = set_.insert(child.key, child.hash).id;
                if (set_.parent(found) == StateSet::none) stack_.push_back({found, id});
            }
        }
        return false;
    }

    /// The search orders the piles as it likes. To replay from the position as it was given, each step takes
    /// the move that leads to the same key; the last move wins.
    std::vector<std::string> line(State state, std::uint32_t root, std::uint32_t last) {
        std::vector<std::uint32_t> path;
        for (std::uint32_t id = last; id != root; id = set_.parent(id)) path.push_back(id);
        std::vector<std::string> texts;
        for (; !path.empty(); path.pop_back()) {
            step(state, texts,
                 [&](const State& next) { return next.left != 0 && insert(next) == path.back(); });
        }
        step(state, texts, [](const State& next) { return next.left == 0; });
        return texts;
    }

    template <class IsWanted>
    void step(State& state, std::vector<std::string>& texts, IsWanted is_wanted) {
        const View view(piles_, state);
        moves_.clear();
        rules_->list(game_, view, moves_);
        for (int at = 0; at < moves_.size(); ++at) {
            State next = state;
            rules_->make(game_, piles_, moves_[at], next);
            if (!is_wanted(next)) continue;
            texts.push_back(move_text(game_, moves_[at]));
            state = next;
            return;
        }
        std::fputs("brute force: a position and its key have different moves\n", stderr);
        std::abort();
    }

    Game game_;
    const Rules* rules_ = nullptr;
    Piles piles_;
    StateSet set_;
    std::vector<Step> stack_;
    Moves moves_;
    Child children_[batch];
};

}  // namespace

Judgement judge(const Game& game, const Position& position, std::uint64_t most_states) {
    thread_local const auto search = std::make_unique<Search>();
    return search->judge(game, position.board(), most_states);
}

Distance shortest(const Game& game, const Position& position, std::uint64_t most_states) {
    return std::make_unique<Search>()->shortest(game, position.board(), most_states);
}

}  // namespace brute
