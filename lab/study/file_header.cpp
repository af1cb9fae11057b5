#include "lab/study/file_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/common/game_argument.hpp"
#include "session/rules_text.hpp"

namespace quincunx::cli::lab {

namespace {

std::string text_of(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Json parse_json(const Reading& reading, const FileKind& kind, std::string_view line) {
    // Copying, comparing and printing JSON uses stack for every level. A header has two levels; a few more
    // are read, so that a header of a later format gets a message about the format.
    constexpr int deepest = 8;
    const auto check_depth = [&](int depth, Json::parse_event_t, const Json&) {
        if (depth > deepest)
            reading.fail(
                fmt::format("this is not a file of {}: its first line is nested too deeply", kind.name));
        return true;
    };
    Json json = Json::parse(line, check_depth, false);
    if (!json.is_object() || !json.contains("kind") || json["kind"] != Json(kind.kind))
        fail_without_header(reading, kind);
    return json;
}

/// Reads the rules of a game that is none of those that the program knows.
void read_rules(const Reading& reading, FileHeader& header) {
    const auto found = header.json.find("rules");
    if (found == header.json.end()) return;
    Expected<SharedRules> rules = parse_rules(found->dump());
    if (!rules) reading.fail("the rules in the header: " + to_text(rules.error()));
    header.own = *std::move(rules);
}

/// Reads what the header says about a part: both members or neither.
void read_part(const Reading& reading, FileHeader& header) {
    if (!header.json.contains("part") && !header.json.contains("of")) return;
    header.part = Part::parse(text_of(header.json, "part"));
    header.whole = text_of(header.json, "of");
    if (!header.part || !DealList::is_range(header.whole))
        reading.fail("the header does not say which part of which range this is");
    std::string own;
    try {
        own = DealList::range(header.whole, header.own).part(*header.part).name();
    } catch (const Failure& failure) {
        reading.fail(std::string("the header: ") + failure.what());
    }
    if (own != header.deals)
        reading.fail(fmt::format("the header says {}, but part {} of {} is {}", shown(header.deals),
                                 header.part->text(), shown(header.whole), own));
}

}  // namespace

Json file_header(const FileKind& kind, const std::string& build, const DealList& deals) {
    Json json{{"kind", kind.kind},     {"format", lines_format}, {"version", QUINCUNX_VERSION},
              {"build", build},        {"deals", deals.name()},  {"count", deals.size()},
              {"games", deals.games()}};
    if (deals.own() && is_own(deals.own()->rules()))
        json["rules"] = Json::parse(rules_text(deals.own()->rules()));
    return json;
}

[[noreturn]] void fail_without_header(const Reading& reading, const FileKind& kind) {
    reading.fail(fmt::format("this is not a file of {}: its first line is not a header", kind.name));
}

FileHeader read_header(const Reading& reading, const FileKind& kind, std::string_view line, RollingSum& sum) {
    FileHeader header;
    header.json = parse_json(reading, kind, line);
    if (!header.json.contains("format") || header.json["format"] != Json(lines_format))
        reading.fail(fmt::format("this file of {} has a format that this version cannot read", kind.name));
    if (!sum.unseal(line)) reading.fail("the header is damaged: its checksum is wrong");
    header.build = text_of(header.json, "build");
    if (header.build.empty()) reading.fail("the header is incomplete");
    header.deals = text_of(header.json, "deals");
    if (header.deals.empty() || text_of(header.json, "version").empty())
        reading.fail("the header is incomplete");
    header.count = whole_number(header.json, "count", 1, DealList::most, reading);
    read_rules(reading, header);
    read_part(reading, header);
    return header;
}

std::string spoken(const FileKind& kind, const std::string& key, const Json& value) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (key == "times") return value == Json(false) ? "no times" : "times";
    if (key == "deals") return "the deals " + text;
    if (key == "part") return value.is_null() ? "all deals" : "part " + text;
    if (key == "of") return "the whole range " + text;
    const std::string own = kind.spoken(key, value, text);
    return own.empty() ? key + ' ' + text : own;  // "version 1.0"
}

std::string difference(const FileKind& kind, const Json& there, const Json& here, bool any_build,
                       bool* other_build) {
    std::string why;
    const auto add = [&](const std::string& key, const Json& other, const Json& value) {
        why += (why.empty() ? "" : "; ") + spoken(kind, key, other) + ", not " + spoken(kind, key, value);
    };
    for (const auto& [key, value] : here.items()) {
        const Json other = there.contains(key) ? there.at(key) : Json();
        // If the deals differ, the message says so; it need not mention their number, games and rules.
        if (other == value || key == "count" || key == "games" || key == "rules") continue;
        if (key == "of" && other.is_null()) continue;  // there is no part either, which is said
        if (key == "version" || key == "build") {
            if (other_build != nullptr) *other_build = true;
            if (any_build) continue;
        }
        add(key, other, value);
    }
    for (const char* const key : {"part", "solutions"})
        if (there.contains(key) && !here.contains(key)) add(key, there.at(key), Json());
    return why;
}

bool check_header(const Reading& reading, const FileKind& kind, const FileHeader& there, const Json& here,
                  const Manner& manner) {
    bool other_build = false;
    const std::string why = difference(kind, there.json, here, manner.any_build, &other_build);
    if (!why.empty())
        reading.fail("the file was started with " + why + "; resume with the same, or use another file" +
                     (other_build ? " (--any-build goes on whatever the build)" : ""));
    return other_build;
}

ExpectedDeals::ExpectedDeals(const Reading& reading, const FileHeader& header)
    : name_(header.deals), count_(header.count) {
    const Json games = header.json.contains("games") ? header.json["games"] : Json();
    if (!games.is_array() || games.empty()) reading.fail("the header is incomplete");
    for (const Json& game : games) {
        const std::string id = game.is_string() ? game.get<std::string>() : std::string();
        if (header.own ? id != header.own->rules().id : !(read_game_ref(id) || lab_game(id)))
            reading.fail("the header names a game that does not exist");
        games_.push_back(id);
    }
    if (!DealList::is_range(name_)) {
        if (!name_.starts_with("list:")) reading.fail("the header names neither a range nor a list of deals");
        return;
    }
    try {
        range_ = DealList::range(name_, header.own);
    } catch (const Failure& failure) {
        reading.fail(std::string("the header: ") + failure.what());
    }
    if (range_->size() != count_)
        reading.fail(fmt::format("the header says {}, but {} has {}", counted(count_, "deal"), shown(name_),
                                 range_->size()));
    if (games_ != range_->games()) reading.fail("the header names games that its deals are not of");
}

void ExpectedDeals::check(const Reading& reading, const std::string& deal) {
    if (std::find(games_.begin(), games_.end(), game_of_deal(deal)) == games_.end())
        reading.fail("the deal " + shown(deal) + " belongs to no game in the header");
    if (done_ == count_) reading.fail("there are more deals than the header says");
    if (range_) {
        if (deal != range_->text(done_))
            reading.fail("the deal is " + shown(deal) + ", not " + shown(range_->text(done_)));
    } else {
        const Expected<DealText> read = parse_deal(deal);
        if (!read || deal_text(*read) != deal) reading.fail(shown(deal) + " is not a deal");
        hash_.add(deal);
    }
    ++done_;
}

void ExpectedDeals::finish(const Reading& reading) const {
    if (!range_ && done_ == count_ && "list:" + hash_.text() != name_)
        reading.fail("the deals are not those of the list that the header names");
}

std::uint64_t whole_number(const Json& object, const char* key, std::uint64_t least, std::uint64_t most,
                           const Reading& reading) {
    const auto found = object.find(key);
    if (found == object.end()) reading.fail(fmt::format("\"{}\" is missing", key));
    if (!found->is_number_unsigned()) reading.fail(fmt::format("\"{}\" is not a whole number", key));
    const auto number = found->get<std::uint64_t>();
    if (number < least || number > most)
        reading.fail(fmt::format("\"{}\" is {}, which is not between {} and {}", key, number, least, most));
    return number;
}

double time_number(const Json& object, const char* key, double most, const Reading& reading) {
    const auto found = object.find(key);
    if (found == object.end()) reading.fail(fmt::format("\"{}\" is missing", key));
    const double number = found->is_number() ? found->get<double>() : -1;
    if (!std::isfinite(number) || number < 0 || number > most)
        reading.fail(fmt::format("\"{}\" is not a number from 0 to {}", key, most));
    return number;
}

}  // namespace quincunx::cli::lab
