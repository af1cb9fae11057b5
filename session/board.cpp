#include "session/board.hpp"

#include "engine/notation.hpp"
#include "engine/perft.hpp"
#include "games/all.hpp"

namespace quincunx {

namespace {

template <const Rules& game>
class GameBoard final : public Board {
  public:
    explicit GameBoard(const Position<game>& position) : position_(position) {}

    std::unique_ptr<Board> copy() const override { return std::make_unique<GameBoard>(*this); }
    const Rules& rules() const override { return game; }

    std::optional<std::string> play(std::string_view text) override {
        const Expected<Move> move = parse_move<game>(text);
        if (!move) return move.error().message;
        const Refusal refusal = check(position_, *move);
        if (refusal != Refusal::none) return std::string(to_text(refusal));
        made_.push_back(position_.play(*move));
        undone_.clear();
        return std::nullopt;
    }
    bool undo() override {
        if (made_.empty()) return false;
        undone_.push_back(made_.back().move);
        position_.unplay(made_.back());
        made_.pop_back();
        return true;
    }
    bool redo() override {
        if (undone_.empty()) return false;
        made_.push_back(position_.play(undone_.back()));
        undone_.pop_back();
        return true;
    }
    std::size_t plies() const override { return made_.size(); }

    std::string position(bool as_player) const override { return position_text(position_, as_player); }
    std::vector<std::string> legal() const override { return legal_move_texts(position_); }
    Status status() const override { return quincunx::status(position_); }
    std::uint64_t perft(int depth) const override {
        Position<game> position = position_;
        return quincunx::perft(position, depth);
    }

  private:
    Position<game> position_;
    std::vector<Undo> made_;
    std::vector<Move> undone_;
};

using NewBoard = Expected<std::unique_ptr<Board>>;

NewBoard no_game(int column, std::string_view id) {
    return text_error(1, column, "there is no game " + quoted(id));
}

}  // namespace

NewBoard board_from_deal(std::string_view text) {
    const Expected<DealText> deal = parse_deal(text);
    if (!deal) return tl::unexpected<TextError>(deal.error());
    NewBoard board = no_game(1, deal->id);
    games::with_game(deal->id, [&]<const Rules & rules>() {
        const Expected<CardList<rules>> cards = deal_cards<rules>(*deal);
        if (!cards) {
            board = tl::unexpected<TextError>(cards.error());
            return;
        }
        Position<rules> position;
        position.deal(*cards);
        board = std::make_unique<GameBoard<rules>>(position);
    });
    return board;
}

NewBoard board_from_position(std::string_view lines) {
    const std::string_view id = game_of_position(lines);
    if (id.empty()) return text_error(1, 1, "a line \"game ...\" is expected");
    const std::string_view first = split_lines(lines).front();
    NewBoard board = no_game(static_cast<int>(id.data() - first.data()) + 1, id);
    games::with_game(id, [&]<const Rules & rules>() {
        const Expected<Position<rules>> position = parse_position<rules>(lines);
        if (position) {
            board = std::make_unique<GameBoard<rules>>(*position);
        } else {
            board = tl::unexpected<TextError>(position.error());
        }
    });
    return board;
}

NewBoard board_from_start(const Record& record) {
    if (!games::with_game(record.game, []<const Rules&>() {}))
        return text_error(0, 0, "there is no game " + quoted(record.game));
    const int line = record.deal.empty() ? record.position_line : record.deal_line;
    NewBoard board =
        record.deal.empty() ? board_from_position(record.position) : board_from_deal(record.deal);
    if (!board) board.error().line += line - 1;
    return board;
}

std::string_view to_text(Refusal refusal) {
    switch (refusal) {
        case Refusal::none:
            return "it is accepted";
        case Refusal::choose_first:
            return "by1 or by2 has to be chosen first";
        case Refusal::already_chosen:
            return "the choice has been made";
        case Refusal::no_choice:
            return "the game has no such choice";
        case Refusal::no_such_pile:
            return "there is no such pile";
        case Refusal::same_pile:
            return "source and target are the same pile";
        case Refusal::no_route:
            return "no card ever goes from there to that pile";
        case Refusal::empty_source:
            return "the source is empty";
        case Refusal::no_such_card:
            return "the pile does not hold that card";
        case Refusal::too_many_cards:
            return "not so many cards lie there face up";
        case Refusal::one_at_a_time:
            return "cards are moved one at a time";
        case Refusal::not_a_run:
            return "the cards are no run";
        case Refusal::wrong_suit_or_rank:
            return "the card does not follow in suit and rank";
        case Refusal::wrong_color_or_rank:
            return "the card does not follow in color and rank";
        case Refusal::wrong_rank:
            return "the card does not follow in rank";
        case Refusal::foundation_start:
            return "the foundation starts with another rank";
        case Refusal::suit_taken:
            return "the suit has its foundations already";
        case Refusal::foundation_complete:
            return "the foundation is complete";
        case Refusal::kings_only:
            return "only a king goes on an empty pile";
        case Refusal::space_stays_empty:
            return "nothing goes on an empty pile";
        case Refusal::no_building:
            return "nothing goes on the tableau";
        case Refusal::pile_full:
            return "the pile is full";
        case Refusal::reserve_occupied:
            return "the reserve pile is not empty";
        case Refusal::reserve_closed:
            return "nothing goes to the reserve";
        case Refusal::no_stock:
            return "the game has no stock";
        case Refusal::stock_empty:
            return "the stock is empty";
        case Refusal::no_empty_reserve:
            return "no reserve pile is empty";
        case Refusal::no_waste:
            return "the game has no waste";
        case Refusal::stock_not_empty:
            return "the stock is not empty";
        case Refusal::waste_empty:
            return "the waste is empty";
        case Refusal::no_redeal_left:
            return "no redeal is left";
        case Refusal::nothing_to_turn:
            return "there is nothing to turn over below the card that is kept";
    }
    return {};
}

}  // namespace quincunx
