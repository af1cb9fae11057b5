#include "service/bodies.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/json_reader.hpp"
#include "engine/notation.hpp"
#include "service/answers.hpp"
#include "service/requests.hpp"
#include "session/game.hpp"
#include "session/session.hpp"

namespace quincunx::service {

namespace {

using Kind = JsonValue::Kind;
using Refused = tl::unexpected<Answer>;

/// An object whose members are read one after the other. The first that is wrong is remembered, by its path.
class Reader {
  public:
    Reader(const JsonValue& object, std::string path, const std::vector<std::string_view>& known,
           std::optional<Answer>& wrong)
        : object_(object), path_(std::move(path)), wrong_(wrong) {
        std::set<std::string_view> seen;
        for (const std::string& name : object.names)
            if (std::ranges::find(known, name) == known.end() || !seen.insert(name).second)
                refuse(name, "it is unknown, or there twice");
    }

    bool has(std::string_view name) const { return object_.find(name) != nullptr; }
    /// The member of this name and kind; refused if it is another, or `fits` says no.
    const JsonValue* find(std::string_view name, Kind kind, const char* expected, auto&& fits) {
        const JsonValue* const value = object_.find(name);
        if (value != nullptr && value->kind == kind && fits(*value)) return value;
        refuse(name, expected);
        return nullptr;
    }
    std::string text(std::string_view name) {
        const JsonValue* const found =
            find(name, Kind::string, "expected a string", [](const JsonValue&) { return true; });
        return found == nullptr ? "" : found->text;
    }
    std::string id(std::string_view name) {
        const JsonValue* const found = find(name, Kind::string, "expected 32 hexadecimal digits",
                                            [](const JsonValue& value) { return is_id(value.text); });
        return found == nullptr ? "" : found->text;
    }
    bool truth(std::string_view name) {
        const JsonValue* const found =
            find(name, Kind::boolean, "expected true or false", [](const JsonValue&) { return true; });
        return found != nullptr && found->text == "true";
    }
    void refuse(std::string_view name, const char* why) {
        if (!wrong_) wrong_ = bad_member(path_ + std::string(name), why);
    }
    /// A member that is an object.
    Reader inside(const JsonValue& object, std::string_view name,
                  const std::vector<std::string_view>& known) const {
        return {object, path_ + std::string(name) + '/', known, wrong_};
    }

  private:
    const JsonValue& object_;
    std::string path_;
    std::optional<Answer>& wrong_;
};

/// A body, read from a text by `read`.
template <class Body>
Read<Body> read_body(std::string_view text, const std::vector<std::string_view>& known, auto&& read) {
    const std::optional<JsonValue> value = read_json(text);
    if (!value || value->kind != Kind::object) return Refused(problem("bad-json"));
    std::optional<Answer> wrong;
    Reader reader(*value, "", known, wrong);
    Body body;
    read(body, reader);
    if (wrong) return Refused(*std::move(wrong));
    return body;
}

}  // namespace

Read<ResultBody> read_result(std::string_view text) {
    return read_body<ResultBody>(
        text, {"day", "challenge", "record", "helped"}, [](ResultBody& body, Reader& reader) {
            body.record = reader.text("record");
            body.helped = reader.truth("helped");
            if (reader.has("day") == reader.has("challenge"))
                return reader.refuse("day", "expected either a day or a challenge");
            if (reader.has("challenge"))
                body.challenge = reader.id("challenge");
            else
                reader.find(
                    "day", Kind::string, "expected a date such as 2026-12-24",
                    [&](const JsonValue& day) { return (body.day = parse_date(day.text)).has_value(); });
        });
}

Read<VoteBody> read_vote(std::string_view text) {
    return read_body<VoteBody>(text, {"stars", "records"}, [](VoteBody& body, Reader& reader) {
        const auto star = [&](const JsonValue& stars) {
            if (stars.text.size() != 1 || stars.text < "1" || stars.text > "5") return false;
            body.stars = static_cast<unsigned>(stars.text.front() - '0');
            return true;
        };
        reader.find("stars", Kind::number, "expected a number from 1 to 5", star);
        if (!reader.has("records")) return;
        reader.find("records", Kind::array, "expected three strings", [&](const JsonValue& records) {
            for (const JsonValue& record : records.items)
                if (record.kind == Kind::string) body.records.push_back(record.text);
            return records.items.size() == 3 && body.records.size() == 3;
        });
    });
}

Read<ChallengeBody> read_challenge(std::string_view text) {
    return read_body<ChallengeBody>(text, {"deal", "result"}, [](ChallengeBody& body, Reader& reader) {
        reader.find("deal", Kind::string, "expected a numbered deal such as GAME#12345",
                    [&](const JsonValue& name) {
                        const Expected<DealText> deal = parse_deal(name.text);
                        if (!deal || !deal->number || !listed_game(deal->id)) return false;
                        body.deal = deal_text(*deal);
                        return true;
                    });
        if (!reader.has("result")) return;
        const JsonValue* const result =
            reader.find("result", Kind::object, "expected an object", [](const JsonValue&) { return true; });
        if (result == nullptr) return;
        Reader own = reader.inside(*result, "result", {"id", "record", "helped"});
        body.result = {.id = own.id("id"), .record = own.text("record"), .helped = own.truth("helped")};
    });
}

}  // namespace quincunx::service
