#include "session/player/view.hpp"

#include "engine/generate.hpp"
#include "engine/notation.hpp"
#include "session/player/appraisal.hpp"
#include "session/player/automatic_play.hpp"

namespace quincunx {

namespace {

class ViewMaker {
    using State = BasicPosition<Given>;

  public:
    ViewMaker(const State& position, const std::array<int, physical_count>& ids)
        : position_(position),
          rules_(position.rules()),
          layout_(position.layout()),
          ids_(ids),
          appraisal_(position) {}

    View make() {
        View view;
        view.game = rules_.id;
        BasicMoveList<Given> moves;
        generate(position_, moves);
        view.legal = static_cast<int>(moves.size());
        view.status = position_.won() ? Status::won : (moves.empty() ? Status::stuck : Status::playing);
        for (int pile = 0; pile < layout_.piles(); ++pile) view.piles.push_back(pile_view(pile_id(pile)));
        for (const Move& move : {Move::draw(), Move::redeal(), Move::choose(1), Move::choose(2)})
            if (accepts(position_, move)) view.controls.push_back(move_text(rules_, move));
        if (position_.choice() != 0) view.choice = position_.choice() == 1 ? "by1" : "by2";
        view.redeals = position_.redeals_left();
        view.finishable = !finishing_line(position_).empty();
        if (rules_.has_choice() && position_.choice() == 0) view.choices = choices();
        view.sources = sources();
        return view;
    }

  private:
    CardView card_view(Card card) const { return {ids_[static_cast<std::size_t>(card.physical())], card}; }

    PileView pile_view(PileId pile) const {
        PileView view;
        view.pile = pile;
        view.kind = layout_.kind(pile);
        view.number = layout_.number(pile) + 1;
        const std::span<const Card> cards = position_.pile(pile);
        const bool stock = view.kind == PileKind::stock;
        for (std::size_t i = 0; i < cards.size(); ++i) {
            CardView card = card_view(cards[i]);
            if (stock || static_cast<int>(i) < position_.hidden(pile)) card.card = Card{};
            view.cards.push_back(card);
        }
        if (view.kind == PileKind::tableau) view.run = position_.unit_size(pile);
        if (view.kind == PileKind::foundation) {
            view.wants = wants(layout_.number(pile));
            view.suits = suits(layout_.number(pile), view.wants);
            view.group = foundation_group(rules_, layout_.number(pile));
            view.direction = position_.step(position_.group_of(layout_.number(pile)));
        }
        return view;
    }

    std::string wants(int foundation) const {
        const FoundationGroup& group = position_.group_of(foundation);
        const PileId pile = layout_.pile(PileKind::foundation, foundation);
        const int step = position_.step(group);
        if (position_.size(pile) >= group.length || step == 0) return {};
        if (position_.empty(pile)) return std::string(1, letter(rank_of(position_.start_rank(group))));
        const Card top = position_.top(pile);
        const int rank = next_rank(number(top.rank()), step, group.build.wraps, rules_.ranks);
        std::string text(1, letter(rank_of(rank)));
        if (group.build.follow == Follow::same_suit) text += letter(top.suit());
        return text;
    }

    std::string suits(int foundation, const std::string& wants) const {
        std::string text;
        for (const char suit : suit_letters) {
            const Card card = card_from_text(wants.substr(0, 1) + suit);
            if (card.valid() && (position_.foundations_for(card) >> foundation & 1) != 0) text += suit;
        }
        return text;
    }

    std::vector<ChoiceView> choices() const {
        std::vector<ChoiceView> result;
        for (int which = 1; which <= 2; ++which) {
            ChoiceView choice{
                which == 1 ? "by1" : "by2", rules_.increments[static_cast<std::size_t>(which - 1)], {}};
            for (int foundation = 0; foundation < layout_.foundations; ++foundation) {
                const FoundationGroup& group = position_.group_of(foundation);
                const PileId pile = layout_.pile(PileKind::foundation, foundation);
                int rank =
                    position_.empty(pile) ? position_.start_rank(group) : number(position_.top(pile).rank());
                std::string sequence;
                for (int i = 0; i < group.length && rank != 0; ++i) {
                    sequence += (i > 0 ? " " : "") + std::string(1, letter(rank_of(rank)));
                    rank = next_rank(rank, choice.increment, group.build.wraps, rules_.ranks);
                }
                choice.sequences.push_back(std::move(sequence));
            }
            result.push_back(std::move(choice));
        }
        return result;
    }

    std::vector<SourceView> sources() const {
        std::vector<SourceView> result;
        std::vector<int> best;
        for_each_accepted(position_, [&](const Move& move) {
            if (move.kind != MoveKind::cards) return;
            for (const int index : places(move)) add(result, best, move, index);
        });
        return result;
    }
    /// The places of the lowest card that a move lifts: for an open pile, of all equal cards in it.
    std::vector<int> places(const Move& move) const {
        if (!move.card.valid()) return {position_.size(move.from) - move.count};
        std::vector<int> result;
        const std::span<const Card> cards = position_.pile(move.from);
        for (std::size_t i = 0; i < cards.size(); ++i)
            if (cards[i] == move.card) result.push_back(static_cast<int>(i));
        return result;
    }
    void add(std::vector<SourceView>& sources, std::vector<int>& best, const Move& move, int index) const {
        std::size_t at = 0;
        while (at < sources.size() && (sources[at].pile != move.from || sources[at].index != index)) ++at;
        if (at == sources.size()) {
            sources.push_back({move.from, index, move.count, {}, {}});
            best.push_back(0);
        }
        TargetView target{move.to, move_text(rules_, move), {}};
        const std::optional<Move> counted = listed(position_, move);
        if (!counted)
            target.stand_in = "";
        else if (!(*counted == move))
            target.stand_in = move_text(rules_, *counted);
        const int useful = appraisal_.usefulness(move);
        if (useful > best[at]) {
            best[at] = useful;
            sources[at].preferred = target.move;
        }
        sources[at].targets.push_back(std::move(target));
    }

    const State& position_;
    const Rules& rules_;
    const Layout& layout_;
    const std::array<int, physical_count>& ids_;
    Appraisal<Given> appraisal_;
};

}  // namespace

View view_of(const BasicPosition<Given>& position, const std::array<int, physical_count>& ids) {
    return ViewMaker(position, ids).make();
}

}  // namespace quincunx
