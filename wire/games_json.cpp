#include "wire/games_json.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/json_reader.hpp"
#include "engine/notation.hpp"
#include "wire/table/json.hpp"

namespace quincunx::wire {

using stats::Fields;
using stats::GamesFile;

namespace {

/// The lines that say what an entry says: the reader of lines is the only one that knows what is right.
struct Piece {
    std::string line;
    std::string record;  ///< the line after it; empty if there is none

    std::string text(bool with_record = true) const {
        return line + '\n' + (with_record && !record.empty() ? record + '\n' : "");
    }
};

const JsonValue* known(const JsonValue& object, std::string_view name) {
    const JsonValue* member = object.find(name);
    return member == nullptr || member->kind == JsonValue::Kind::null ? nullptr : member;
}

/// One word, whatever it is.
std::string word(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) <= ' '; }, '?');
    return text.empty() ? "?" : text;
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', '?');
    return text;
}

std::string fields_of(const JsonValue& entry) {
    std::string text;
    if (const JsonValue* day = known(entry, "day")) text += " day=" + word(day->text);
    if (const JsonValue* more = known(entry, "more"))
        for (std::size_t i = 0; i < more->names.size(); ++i)
            text += ' ' + word(more->names[i]) + '=' + word(more->items[i].text);
    return text;
}

/// The named members, each a word; `-` for what is not known.
std::string line_of(const JsonValue& entry, std::string_view verb,
                    std::initializer_list<std::string_view> names) {
    std::string line(verb);
    for (const std::string_view name : names) {
        const JsonValue* member = known(entry, name);
        line += ' ' + (member == nullptr ? "-" : word(member->text));
        if (name != "help") continue;
        if (const JsonValue* flags = known(entry, "flags")) line += ',' + word(flags->text);
    }
    return line + fields_of(entry);
}

std::vector<Piece> pieces_of(const JsonValue& contents) {
    std::vector<Piece> pieces;
    const auto each = [&](std::string_view name, auto make) {
        if (const JsonValue* list = known(contents, name))
            for (const JsonValue& entry : list->items) pieces.push_back(make(entry));
    };
    each("games", [](const JsonValue& entry) {
        Piece piece{line_of(entry, "game",
                            {"name", "deal", "kind", "changed", "state", "time", "ply", "moves", "help",
                             "par", "thrown"}),
                    {}};
        if (const JsonValue* record = known(entry, "record"))
            piece.record = "record " + stats::escaped(record->text);
        return piece;
    });
    each("gone", [](const JsonValue& entry) { return Piece{line_of(entry, "gone", {"name", "at"}), {}}; });
    each("won", [](const JsonValue& entry) { return Piece{line_of(entry, "won", {"deal", "moves"}), {}}; });
    each("best",
         [](const JsonValue& entry) { return Piece{line_of(entry, "best", {"game", "moves", "time"}), {}}; });
    each("rules", [](const JsonValue& entry) {
        const JsonValue* text = known(entry, "text");
        return Piece{line_of(entry, "rules", {"game"}) + ' ' + (text == nullptr ? "" : one_line(text->text)),
                     {}};
    });
    each("other", [](const JsonValue& entry) {
        std::string line = entry.text;
        std::replace_if(
            line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, '?');
        return Piece{std::move(line), {}};
    });
    if (const JsonValue* settings = known(contents, "settings")) {
        const JsonValue* json = known(*settings, "json");
        pieces.push_back({line_of(*settings, "settings", {"changed"}) + ' ' +
                              (json == nullptr ? "" : one_line(json->text)),
                          {}});
    }
    return pieces;
}

Expected<GamesFile> read_strictly(const std::vector<Piece>& pieces) {
    std::string lines;
    for (const Piece& piece : pieces) lines += piece.text();
    return stats::parse_game_lines(lines);
}

TextError bad_copy() {
    return text_error(1, 1, "bad-copy", "the copy is cut off or damaged").value();
}

void write(JsonWriter& json, std::string_view day, const Fields& more) {
    if (!day.empty()) json.member("day", day);
    if (more.empty()) return;
    json.key("more").begin_object();
    for (const auto& [name, value] : more) json.member(name.c_str(), value);
    json.end_object();
}

void write(JsonWriter& json, const stats::Name& name, const stats::Played& played) {
    json.begin_object().member("name", to_text(name));
    json.member("deal", played.game + (played.deal == 0 ? "~" : '#' + std::to_string(played.deal)));
    json.member("kind", played.kind).member("changed", played.changed).member("state", to_text(played.state));
    json.member("time", played.time).member("ply", played.ply).member("moves", played.moves);
    json.member("help", to_text(played.help)).member("par", played.par).member("thrown", played.thrown);
    if (!played.flags.empty()) json.member("flags", played.flags);
    write(json, played.day, played.more);
    if (!played.record.empty()) json.member("record", played.record);
    json.end_object();
}

}  // namespace

Expected<GamesFile> read_contents(std::string_view json) {
    const std::optional<JsonValue> value = read_json(json.empty() ? "{}" : json);
    if (!value || value->kind != JsonValue::Kind::object) return tl::unexpected<TextError>(bad_copy());
    const std::vector<Piece> pieces = pieces_of(*value);
    Expected<GamesFile> all = read_strictly(pieces);
    if (all) return all;
    GamesFile some;
    for (const Piece& piece : pieces) {
        Expected<GamesFile> one = stats::parse_game_lines(piece.text());
        if (!one) one = stats::parse_game_lines(piece.text(false));
        if (one) some = stats::merged(std::move(some), *one);
    }
    return some;
}

Expected<GamesFile> read_games(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // some editors write a byte order mark
    if (!text.starts_with('{')) return stats::parse_games(text);
    if (text.size() > stats::max_copy_bytes) return tl::unexpected<TextError>(bad_copy());
    const std::optional<JsonValue> value = read_json(text);
    const JsonValue* version = value ? value->find("quincunx-games") : nullptr;
    if (version == nullptr) return tl::unexpected<TextError>(bad_copy());
    if (version->text != "2") return tl::unexpected<TextError>(stats::later_version(version->text));
    Expected<GamesFile> file = read_strictly(pieces_of(*value));
    // Its lines are none of the text's.
    if (!file) file.error().line = file.error().column = 0;
    return file;
}

std::string contents_json(const GamesFile& file) {
    JsonWriter json;
    json.begin_object();
    json.array("games", file.games, [&](const auto& line) { write(json, line.first, line.second); });
    json.array("gone", file.gone, [&](const auto& line) {
        json.begin_object().member("name", to_text(line.first)).member("at", line.second).end_object();
    });
    json.array("won", file.won, [&](const auto& line) {
        json.begin_object().member("deal", line.first).member("moves", line.second.moves);
        write(json, line.second.day, line.second.more);
        json.end_object();
    });
    json.array("best", file.best, [&](const auto& line) {
        const auto& [game, best] = line;
        json.begin_object().member("game", game).member("moves", best.moves).member("time", best.time);
        write(json, "", best.more);
        json.end_object();
    });
    json.array("rules", file.rules, [&](const auto& line) {
        json.begin_object().member("game", line.first).member("text", line.second).end_object();
    });
    json.array("other", file.other,
               [&](const auto& line) { json.value(stats::other_line(line.first, line.second)); });
    json.key("settings");
    if (file.settings)
        json.begin_object()
            .member("changed", file.settings->changed)
            .member("json", file.settings->json)
            .end_object();
    else
        json.null();
    return json.end_object().take();
}

}  // namespace quincunx::wire
