#include "session/session.hpp"

#include <algorithm>
#include <utility>

#include "session/rules_text.hpp"
#include "session/shipped_rules.hpp"

namespace quincunx {

namespace {

constexpr std::string_view automatic_key = "automatic";
constexpr std::string_view also_seen_key = "also-seen";

/// Cards as text: "7H" for all of that name, "7H1" and "7H2" for that of the first or the second of two packs.
/// Never longer than `max_note_bytes`.
std::string text_of_cards(const CardSet& cards, const Rules& rules) {
    std::string text;
    for (int face = 0; face < face_count; ++face) {
        const auto first = static_cast<std::size_t>(face);
        const auto second = first + static_cast<std::size_t>(face_count);
        if (!cards[first] && !cards[second]) continue;
        const Card card(rank_of(face & 15), static_cast<Suit>(face >> 4));
        text += (text.empty() ? "" : " ") + to_text(card);
        if (rules.decks > 1 && cards[first] != cards[second]) text += cards[first] ? '1' : '2';
    }
    return text;
}

/// Reads what `text_of_cards` writes; none if it is anything else.
std::optional<CardSet> cards_of_text(std::string_view text, const Rules& rules) {
    CardSet cards;
    for (const Word& word : split_words(text)) {
        const Card card = card_from_text(word.text.substr(0, 2));
        const std::string_view pack = word.text.substr(std::min<std::size_t>(2, word.text.size()));
        if (!card.valid() || number(card.rank()) > rules.ranks) return std::nullopt;
        if (!pack.empty() && (rules.decks == 1 || (pack != "1" && pack != "2"))) return std::nullopt;
        if (pack != "2") cards.set(static_cast<std::size_t>(card.physical()));
        if (rules.decks > 1 && pack != "1") cards.set(static_cast<std::size_t>(card.with_pack(1).physical()));
    }
    if (cards.none()) return std::nullopt;
    return cards;
}

/// An accepted move, or why it is not one.
tl::expected<Move, Failure> read_move(const Game& game, std::string_view text) {
    const Expected<Move> move = parse_move(game.rules(), text);
    if (!move) return tl::unexpected<Failure>(Failure{move.error(), {}});
    std::optional<RefusalView> refusal = game.refused(*move);
    if (!refusal) return *move;
    return tl::unexpected<Failure>(Failure{TextError{0, 0, refusal->text}, std::move(refusal)});
}

/// Why a move of a record is none: the parameters are those of the reason, and its own.
TextError wrong_move(const Session& session, const RecordMove& move, const Failure& failure) {
    TextError error = failure.error;
    const std::string number = number_text(session.ply() + 1);
    error.message = "move " + number + ", " + quoted(move.text) + ": " + error.message;
    error.line = move.line;
    error.column = move.column;
    const std::optional<RefusalView>& refusal = failure.refusal;
    if (refusal) error.parameters = refusal->parameters;
    const std::string& reason = refusal ? refusal->code : error.code;
    const std::string said = shown(move.text);
    for (const auto& [name, value] :
         ParameterList{{"number", number}, {"move", said}, {"game", session.rules().id}, {"reason", reason}})
        error.parameters.emplace_back(name, value);
    error.code = refusal ? "refused-move" : "bad-move";
    return error;
}

/// The line of a record on which a line of its position stands; the line after the last is the one that says
/// `end`.
int line_of(const Record& record, int line) {
    if (line <= 0 || record.position_lines.empty()) return line;
    const std::size_t last = record.position_lines.size() - 1;
    return record.position_lines[std::min(static_cast<std::size_t>(line) - 1, last)];
}

}  // namespace

Session::Session(Game game, Record start)
    : game_(std::move(game)), record_(std::move(start)), seen_{game_.shown()}, seen_ever_(seen_.front()) {}

Expected<Session> Session::from_deal(SharedRules rules, const DealText& deal) {
    Expected<Game> game = deal_game(std::move(rules), deal);
    if (!game) return tl::unexpected<TextError>(game.error());
    Record start;
    start.game = deal.id;
    if constexpr (reads_own_rules) start.rules = carried_rules(game->rules());
    start.deal = deal_text(deal);
    return Session(*std::move(game), std::move(start));
}

Expected<Session> Session::from_position(SharedRules rules, std::string_view lines) {
    Expected<Game> game = set_up_game(std::move(rules), lines);
    if (!game) return tl::unexpected<TextError>(game.error());
    Record start;
    start.game = game->rules().id;
    if constexpr (reads_own_rules) start.rules = carried_rules(game->rules());
    start.position = quincunx::position_text(game->position());
    return Session(*std::move(game), std::move(start));
}

Expected<Session> Session::from_deal(std::string_view text) {
    const Expected<DealText> deal = parse_deal(text);
    if (!deal) return tl::unexpected<TextError>(deal.error());
    const Expected<SharedRules> rules = read_game_ref(deal->id);
    return rules ? from_deal(*rules, of_game(*deal, *rules)) : tl::unexpected<TextError>(rules.error());
}

Expected<Session> Session::from_deal(std::string_view text, const SharedRules& own) {
    Expected<DealText> deal = parse_deal(text);
    if (!deal) return tl::unexpected<TextError>(deal.error());
    if (!names_own(deal->id, own)) return from_deal(text);
    deal->id = own->rules().id;
    return from_deal(own, *deal);
}

Expected<Session> Session::from_position(std::string_view lines) {
    const Expected<SharedRules> rules = read_position_ref(lines);
    return rules ? from_position(*rules, lines) : tl::unexpected<TextError>(rules.error());
}

Expected<Session> Session::from_record(std::string_view text) {
    const Expected<Record> record = parse_record(text);
    if (!record) return tl::unexpected<TextError>(record.error());
    Replay game = replay(*record);
    if (game.error) return tl::unexpected<TextError>(*game.error);
    return *std::move(game.present);
}

/// The start of a record; errors are located in it.
Expected<Session> Session::start_of(const Expected<SharedRules>& rules, const Record& record) {
    const bool dealt = !record.deal.empty();
    const std::string_view named = dealt ? game_of_deal(record.deal) : game_of_position(record.position);
    if (!named.empty() && named != record.game)
        return text_error(line_of(record, 1), 1, "position-of-other-game",
                          "the position is of another game, not \"{text}\"", record.game);
    const Expected<DealText> deal = dealt ? parse_deal(record.deal) : DealText{};
    Expected<Session> session = !deal    ? tl::unexpected<TextError>(deal.error())
                                : !rules ? tl::unexpected<TextError>(rules.error())
                                : dealt  ? from_deal(*rules, of_game(*deal, *rules))
                                         : from_position(*rules, record.position);
    if (session) return session;
    if constexpr (reads_own_rules)
        if (!rules && !record.rules.empty()) return session;  // it says where
    TextError& error = session.error();
    error.line = dealt ? record.deal_line : line_of(record, error.line);
    if (dealt) error.column += record.deal_column - 1;
    error.parameters.emplace_back("game", shown(record.game));
    return session;
}

Replay Session::replay(const Record& record) {
    if constexpr (reads_own_rules)
        if (!record.rules.empty() || !record.deal.empty())
            return replay(read_game_ref(record.game, record.rules, record.rules_line), record);
    return replay(record.deal.empty() ? read_position_ref(record.position) : read_game_ref(record.game),
                  record);
}

Replay Session::replay(const Expected<SharedRules>& rules, const Record& record) {
    Replay result;
    Expected<Session> session = start_of(rules, record);
    if (!session) {
        result.error = session.error();
        return result;
    }
    for (const RecordMove& said : record.moves) {
        const tl::expected<Move, Failure> move = read_move(session->game_, said.text);
        if (!move) {
            result.error = wrong_move(*session, said, move.error());
            break;
        }
        session->advance(*move, said.automatic);
        session->events_.clear();
    }
    if (!result.error) session->record_.marks = record.marks;
    session->record_.meta = record.meta;
    for (std::size_t i = 0; i < record.meta.size(); ++i) {
        const auto& [key, words] = record.meta[i];
        if (key == automatic_key) session->automatic_ = automatic_from_text(words).value_or(Automatic::never);
        if (key != also_seen_key) continue;
        const std::optional<CardSet> cards = cards_of_text(words, session->rules());
        if (cards)
            session->seen_replaced_ |= *cards;
        else if (!result.error)
            result.error = text_error(record.meta_lines[i], 1, "not-cards",
                                      "not cards, such as 7H or 7H2: \"{text}\"", words)
                               .value();
    }
    session->seen_ever_ |= session->seen_replaced_;
    std::erase_if(session->record_.meta, [](const auto& pair) { return pair.first == also_seen_key; });
    if (!session->go_to(record.present())) return result;
    const Status status = session->status();
    if (!result.error && record.result && *record.result != status)
        result.error = text_error(record.result_line, 1, "wrong-result", "the result is {result}, not {said}",
                                  {{"result", to_text(status)}, {"said", to_text(*record.result)}})
                           .value();
    result.present = *std::move(session);
    return result;
}

Game Session::at(std::size_t ply) const {
    Game game = game_;
    for (std::size_t made = this->ply(); made-- > ply;) game.unplay(undos_[made]);
    std::vector<Event> events;
    for (std::size_t made = this->ply(); made < ply; ++made) game.play(line_[made], events);
    return game;
}

std::size_t Session::seen_at() const {
    return static_cast<std::size_t>(std::ranges::find(seen_, seen()) - seen_.begin());
}

std::optional<Failure> Session::play(std::string_view text) {
    const tl::expected<Move, Failure> move = read_move(game_, text);
    if (!move) return move.error();
    if (ply() >= max_record_moves) return Failure{TextError{0, 0, "the game has become too long"}, {}};
    events_.clear();
    advance(*move, false);
    const bool taken_back =
        rules().takes_back() && game_.position().layout().kind(move->from) == PileKind::foundation;
    while (ply() < max_record_moves && !taken_back) {
        const std::optional<Move> next = game_.automatic_move(automatic_);
        if (!next) break;
        advance(*next, true);
    }
    return std::nullopt;
}

std::optional<Failure> Session::why(std::string_view text) const {
    const tl::expected<Move, Failure> move = read_move(game_, text);
    return move ? std::nullopt : std::optional<Failure>(move.error());
}

/// Makes an accepted move. Redoable moves are kept if this is the next of them, and forgotten otherwise.
void Session::advance(const Move& move, bool by_itself) {
    std::vector<RecordMove>& moves = record_.moves;
    if (ply() < plies() && line_[ply()] == move) {
        moves[ply()].automatic = by_itself;
    } else {
        seen_replaced_ = seen_ever_;
        moves.resize(ply());
        line_.resize(ply());
        std::erase_if(record_.marks, [&](const auto& mark) { return mark.first > ply(); });
        moves.push_back({move_text(rules(), move), by_itself, 0, 0});
        line_.push_back(move);
    }
    make(move, by_itself);
}

void Session::make(const Move& move, bool by_itself) {
    const std::size_t before = events_.size();
    undos_.push_back(game_.play(move, events_));
    seen_.push_back(seen_.back() | game_.shown());
    seen_ever_ |= seen_.back();
    for (std::size_t i = before; i < events_.size(); ++i) events_[i].automatic = by_itself;
}

bool Session::undo_one() {
    events_.clear();
    if (undos_.empty()) return false;
    game_.unplay(undos_.back());
    undos_.pop_back();
    seen_.pop_back();
    return true;
}

bool Session::redo_one() {
    events_.clear();
    if (ply() == plies()) return false;
    make(line_[ply()], record_.moves[ply()].automatic);
    return true;
}

bool Session::undo() {
    bool was_automatic = true;
    bool any = false;
    while (was_automatic && ply() > 0) {
        was_automatic = record_.moves[ply() - 1].automatic;
        any = undo_one();
    }
    return any;
}

bool Session::redo() {
    if (ply() == plies()) return false;
    std::vector<Event> events;
    do {
        redo_one();
        events.insert(events.end(), events_.begin(), events_.end());
    } while (ply() < plies() && record_.moves[ply()].automatic);
    events_ = std::move(events);
    return true;
}

bool Session::go_to(std::size_t ply) {
    if (ply > plies()) return false;
    while (this->ply() > ply) undo_one();
    while (this->ply() < ply) redo_one();
    events_.clear();
    return true;
}

bool Session::finish() {
    const std::vector<Move> line = game_.finishing_line();
    if (line.empty() || ply() + line.size() > max_record_moves) return false;
    events_.clear();
    // A single undo takes all of it back.
    for (std::size_t i = 0; i < line.size(); ++i) advance(line[i], i > 0);
    return true;
}

void Session::set_automatic(Automatic mode) {
    set_meta(automatic_key, mode == Automatic::never ? "" : to_text(mode));
}

bool Session::mark(std::string_view text) {
    const std::optional<std::string> words = record_words(text);
    if (!words) return false;
    unmark(ply());
    auto& marks = record_.marks;
    if (marks.size() >= max_record_notes) return false;
    const auto after =
        std::find_if(marks.begin(), marks.end(), [&](const auto& mark) { return mark.first > ply(); });
    marks.insert(after, {ply(), *words});
    return true;
}
bool Session::unmark(std::size_t ply) {
    return std::erase_if(record_.marks, [&](const auto& mark) { return mark.first == ply; }) > 0;
}

bool Session::set_meta(std::string_view key, std::string_view text) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    if (key.empty() || key.size() > max_key_bytes || key.find_first_not_of(letters) != std::string_view::npos)
        return false;
    const std::optional<std::string> words = record_words(text);
    if (!words || key == also_seen_key) return false;
    if (key == automatic_key) {
        const std::optional<Automatic> mode = automatic_from_text(words->empty() ? "never" : *words);
        if (!mode) return false;
        automatic_ = *mode;
    }
    auto& meta = record_.meta;
    const auto old =
        std::find_if(meta.begin(), meta.end(), [&](const auto& pair) { return pair.first == key; });
    if (words->empty()) {
        if (old != meta.end()) meta.erase(old);
    } else if (old != meta.end()) {
        old->second = *words;
    } else if (meta.size() < max_record_notes) {
        meta.emplace_back(std::string(key), *words);
    } else {
        return false;
    }
    return true;
}

std::string Session::record_text() const {
    Record record = record_;
    if (ply() != record.moves.size()) record.at = ply();
    record.result = status();
    const CardSet also_seen = seen_replaced_ & ~seen();
    if (also_seen.any() && record.meta.size() < max_record_notes)
        record.meta.emplace_back(also_seen_key, text_of_cards(also_seen, rules()));
    return quincunx::record_text(record);
}

}  // namespace quincunx
