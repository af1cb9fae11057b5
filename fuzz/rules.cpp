// Rules are refused with the field that is wrong, or written and read back unchanged, under the same name; what is
// accepted can be dealt and played.
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
}

}  // namespace
}  // namespace quincunx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    quincunx::fuzz::try_rules({reinterpret_cast<const char*>(data), size});
    return 0;
}
