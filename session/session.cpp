#include "session/session.hpp"

#include <utility>

#include "games/all.hpp"
#include "session/table.hpp"

namespace quincunx {

namespace {

constexpr std::string_view automatic_key = "automatic";
/// With these limits no record that is written here is longer than one that is read.
constexpr std::size_t max_plies = 50'000;
constexpr std::size_t max_notes = 300;

Expected<std::unique_ptr<Table>> no_game(std::string_view id, int line, int column) {
    return text_error(line, column, "there is no game " + quoted(id));
}

Expected<std::unique_ptr<Table>> deal_table(std::string_view text) {
    const Expected<DealText> deal = parse_deal(text);
    if (!deal) return tl::unexpected<TextError>(deal.error());
    Expected<std::unique_ptr<Table>> table = no_game(deal->id, 1, 1);
    games::for_each_game([&]<const Rules & rules>() {
        if (rules.id != deal->id) return;
        const Expected<CardList<rules>> cards = deal_cards<rules>(*deal);
        if (!cards) {
            table = tl::unexpected<TextError>(cards.error());
            return;
        }
        Position<rules> position;
        position.deal(*cards);
        table = std::make_unique<GameTable<rules>>(position, *cards);
        (*table)->record.game = deal->id;
        (*table)->record.deal = deal_text(*deal);
    });
    return table;
}

Expected<std::unique_ptr<Table>> position_table(std::string_view lines) {
    const std::string_view game = game_of_position(lines);
    if (game.empty()) return text_error(1, 1, "a line \"game ...\" is expected");
    Expected<std::unique_ptr<Table>> table = no_game(game, 1, 6);
    games::for_each_game([&]<const Rules & rules>() {
        if (rules.id != game) return;
        const Expected<Position<rules>> position = parse_position<rules>(lines);
        if (!position) {
            table = tl::unexpected<TextError>(position.error());
            return;
        }
        table = std::make_unique<GameTable<rules>>(*position);
        (*table)->record.game = game;
        (*table)->record.position = position_text(*position);
    });
    return table;
}

}  // namespace

std::string_view to_text(Automatic mode) {
    switch (mode) {
        case Automatic::never:
            return "never";
        case Automatic::safe:
            return "safe";
        case Automatic::all:
            return "all";
    }
    return {};
}

std::optional<Automatic> automatic_from_text(std::string_view text) {
    for (const Automatic mode : {Automatic::never, Automatic::safe, Automatic::all})
        if (text == to_text(mode)) return mode;
    return std::nullopt;
}

Session::Session(std::unique_ptr<Table> table) : table_(std::move(table)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Expected<Session> Session::from_deal(std::string_view deal) {
    Expected<std::unique_ptr<Table>> table = deal_table(deal);
    if (!table) return tl::unexpected<TextError>(table.error());
    return Session(std::move(*table));
}

Expected<Session> Session::from_position(std::string_view lines) {
    Expected<std::unique_ptr<Table>> table = position_table(lines);
    if (!table) return tl::unexpected<TextError>(table.error());
    return Session(std::move(*table));
}

Expected<Session> Session::from_start(const Record& record) {
    const bool dealt = !record.deal.empty();
    Expected<std::unique_ptr<Table>> table =
        dealt ? deal_table(record.deal) : position_table(record.position);
    if (!table) {
        TextError error = table.error();
        if (dealt) {
            error.line = record.deal_line;
            error.column += static_cast<int>(std::string_view("deal ").size());
        } else if (error.line > 0) {
            error.line += record.position_line - 1;
        }
        return tl::unexpected<TextError>(error);
    }
    if (record.game != (*table)->record.game)
        return text_error(record.position_line, 1,
                          "the position is of another game than " + quoted(record.game));
    return Session(*std::move(table));
}

Expected<Session> Session::from_record(std::string_view text) {
    Expected<Record> record = parse_record(text);
    if (!record) return tl::unexpected<TextError>(record.error());
    if (record->moves.size() > max_plies)
        return text_error(record->moves[max_plies].line, record->moves[max_plies].column,
                          "the game is longer than " + std::to_string(max_plies) + " moves");
    Expected<Session> session = from_start(*record);
    if (!session) return session;
    Table& table = *session->table_;
    for (std::size_t i = 0; i < record->moves.size(); ++i) {
        const RecordMove& move = record->moves[i];
        if (const std::optional<Failure> failure = table.make(move.text, move.automatic))
            return text_error(
                move.line, move.column,
                "move " + std::to_string(i + 1) + ", " + quoted(move.text) + ": " + failure->error.message);
        table.events.clear();
        table.record.moves.push_back({move.text, move.automatic, 0, 0});
        ++table.ply;
    }
    table.record.marks = record->marks;
    table.record.meta = record->meta;
    for (const auto& [key, words] : record->meta)
        if (key == automatic_key) table.automatic = automatic_from_text(words).value_or(Automatic::never);
    session->go_to(record->present());
    if (record->result && *record->result != table.status())
        return text_error(record->result_line, 1,
                          "the result is " + std::string(to_text(table.status())) + ", not " +
                              std::string(to_text(*record->result)));
    return session;
}

const Rules& Session::rules() const {
    return table_->rules();
}
const std::string& Session::deal() const {
    return table_->record.deal;
}

std::optional<Failure> Session::play(std::string_view move) {
    Table& table = *table_;
    if (std::optional<Failure> failure = table.why(move)) return failure;
    if (table.ply >= max_plies) return Failure{TextError{0, 0, "the game has become too long"}, {}};
    table.events.clear();
    advance(move, false);
    while (table.ply < max_plies) {
        const std::optional<std::string> next = table.automatic_move(table.automatic);
        if (!next) break;
        advance(*next, true);
    }
    return std::nullopt;
}

/// Makes an accepted move. What could be redone is kept if the move is the next of it, else forgotten.
void Session::advance(std::string_view move, bool by_itself) {
    Table& table = *table_;
    std::vector<RecordMove>& moves = table.record.moves;
    if (table.ply < moves.size() && moves[table.ply].text == move) {
        moves[table.ply].automatic = by_itself;
    } else {
        moves.resize(table.ply);
        std::erase_if(table.record.marks, [&](const auto& mark) { return mark.first > table.ply; });
        moves.push_back({std::string(move), by_itself, 0, 0});
    }
    table.make(move, by_itself);
    ++table.ply;
}

std::optional<Failure> Session::why(std::string_view move) const {
    return table_->why(move);
}

bool Session::undo_one() {
    Table& table = *table_;
    table.events.clear();
    if (table.ply == 0) return false;
    table.unmake();
    --table.ply;
    return true;
}

bool Session::redo_one() {
    Table& table = *table_;
    table.events.clear();
    if (table.ply == table.record.moves.size()) return false;
    const RecordMove& move = table.record.moves[table.ply];
    table.make(move.text, move.automatic);
    ++table.ply;
    return true;
}

bool Session::undo() {
    bool was_automatic = true;
    bool any = false;
    while (was_automatic && table_->ply > 0) {
        was_automatic = table_->record.moves[table_->ply - 1].automatic;
        any = undo_one();
    }
    return any;
}

bool Session::redo() {
    const std::vector<RecordMove>& moves = table_->record.moves;
    if (table_->ply == moves.size()) return false;
    std::vector<Event> events;
    do {
        redo_one();
        events.insert(events.end(), table_->events.begin(), table_->events.end());
    } while (table_->ply < moves.size() && moves[table_->ply].automatic);
    table_->events = std::move(events);
    return true;
}

bool Session::go_to(std::size_t ply) {
    if (ply > plies()) return false;
    while (table_->ply > ply) undo_one();
    while (table_->ply < ply) redo_one();
    table_->events.clear();
    return true;
}

bool Session::finish() {
    const std::vector<std::string> line = table_->finishing_line();
    if (line.empty() || table_->ply + line.size() > max_plies) return false;
    table_->events.clear();
    // One undo takes all of it back.
    for (std::size_t i = 0; i < line.size(); ++i) advance(line[i], i > 0);
    return true;
}

std::size_t Session::ply() const {
    return table_->ply;
}
std::size_t Session::plies() const {
    return table_->record.moves.size();
}
const std::vector<RecordMove>& Session::moves() const {
    return table_->record.moves;
}
Status Session::status() const {
    return table_->status();
}
std::vector<std::string> Session::legal() const {
    return table_->legal();
}
std::vector<std::string> Session::accepted() const {
    return table_->accepted();
}
std::string Session::position_text() const {
    return table_->text(false);
}
std::string Session::player_text() const {
    return table_->text(true);
}
std::uint64_t Session::perft(int depth) const {
    return table_->perft(depth);
}
View Session::view() const {
    return table_->view();
}
std::optional<Hint> Session::hint() const {
    return table_->hint();
}
const std::vector<Event>& Session::events() const {
    return table_->events;
}
void Session::forget_events() {
    table_->events.clear();
}

Automatic Session::automatic() const {
    return table_->automatic;
}
void Session::set_automatic(Automatic mode) {
    set_meta(automatic_key, mode == Automatic::never ? "" : to_text(mode));
}

const std::vector<std::pair<std::size_t, std::string>>& Session::marks() const {
    return table_->record.marks;
}
bool Session::mark(std::string_view text) {
    const std::optional<std::string> words = record_words(text);
    if (!words) return false;
    unmark(table_->ply);
    auto& marks = table_->record.marks;
    if (marks.size() >= max_notes) return false;
    const auto after =
        std::find_if(marks.begin(), marks.end(), [&](const auto& mark) { return mark.first > table_->ply; });
    marks.insert(after, {table_->ply, *words});
    return true;
}
bool Session::unmark(std::size_t ply) {
    return std::erase_if(table_->record.marks, [&](const auto& mark) { return mark.first == ply; }) > 0;
}

const std::vector<std::pair<std::string, std::string>>& Session::meta() const {
    return table_->record.meta;
}
bool Session::set_meta(std::string_view key, std::string_view text) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    if (key.empty() || key.size() > 40 || key.find_first_not_of(letters) != std::string_view::npos)
        return false;
    const std::optional<std::string> words = record_words(text);
    if (!words) return false;
    if (key == automatic_key) {
        const std::optional<Automatic> mode = automatic_from_text(words->empty() ? "never" : *words);
        if (!mode) return false;
        table_->automatic = *mode;
    }
    auto& meta = table_->record.meta;
    const auto old =
        std::find_if(meta.begin(), meta.end(), [&](const auto& pair) { return pair.first == key; });
    if (words->empty()) {
        if (old != meta.end()) meta.erase(old);
    } else if (old != meta.end()) {
        old->second = *words;
    } else if (meta.size() < max_notes) {
        meta.emplace_back(std::string(key), *words);
    } else {
        return false;
    }
    return true;
}

std::string Session::record_text() const {
    Record record = table_->record;
    if (table_->ply != record.moves.size()) record.at = table_->ply;
    record.result = table_->status();
    return quincunx::record_text(record);
}

}  // namespace quincunx
