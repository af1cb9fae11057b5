// Rules are refused with the field that is wrong, or written and read back unchanged, under the same name; what is
// accepted can be dealt and played. In a record or a position they are read alike.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/law.hpp"
#include "session/rules_text.hpp"
#include "session/session.hpp"

namespace quincunx::fuzz {
namespace {

void try_rules(std::string_view text) {
    const Expected<SharedRules> read = parse_rules(text);
    if (!read) {
        TextError error = read.error();  // most have no place, but the field
        if (error.line == 0) error.line = error.column = 1;
        check_reason(error, text);
        return;
    }
    const Rules& rules = (*read)->rules();
    const Expected<SharedRules> again = parse_rules(rules_text(rules));
    law(again && (*again)->rules() == rules);
    const Expected<SharedRules> bare = parse_rules(canonical_rules(rules));
    law(bare && (*bare)->rules().id == rules.id &&
        canonical_rules((*bare)->rules()) == canonical_rules(rules));

    Expected<Session> session = Session::from_deal(*read, {std::string(rules.id), text.size() + 1, {}});
    law(session.has_value());
    for (std::size_t i = 0; i < 20; ++i) {
        const std::vector<std::string> moves = session->legal();
        if (moves.empty()) break;
        law(!session->play(moves[static_cast<unsigned char>(text[i % text.size()]) % moves.size()]));
    }
    const Expected<Session> record = Session::from_record(session->record_text());
    law(record && record->rules() == rules && record->record_text() == session->record_text());
    const Expected<Session> position = Session::from_position(session->position_text());
    law(position && position->position_text() == session->position_text());
}

/// The same text in a record and above a position, where only rules that are called like the game are taken.
void try_carried(std::string_view text) {
    std::string line(text);
    std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    const Expected<SharedRules> read = parse_rules(line);
    const std::string id(read ? (*read)->rules().id : "own-abc");
    const std::string head = "game " + id + "\nrules " + line + '\n';
    const std::string record = "quincunx-record 1\n" + head + "deal " + id + "#7\nmoves\nend\n";
    const Expected<Session> from_record = Session::from_record(record);
    if (!from_record) check_reason(from_record.error(), record);
    law(!from_record || (read && from_record->rules() == (*read)->rules()));
    const std::string lines = head + "F1 -\n";
    const Expected<Session> from_position = Session::from_position(lines);
    if (!from_position) check_reason(from_position.error(), lines);
}

}  // namespace
}  // namespace quincunx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    quincunx::fuzz::try_rules(text);
    quincunx::fuzz::try_carried(text);
    return 0;
}
