// A record is refused with the place of the error, or written and read back unchanged.
#include "session/record.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/law.hpp"

namespace quincunx::fuzz {
namespace {

void try_record(std::string_view text) {
    const Expected<Record> record = parse_record(text);
    if (!record) {
        check_reason(record.error(), text);
        return;
    }
    const std::string written = record_text(*record);
    const Expected<Record> again = parse_record(written);
    law(again.has_value());
    law(record_text(*again) == written);
    law(again->game == record->game && again->deal == record->deal && again->position == record->position);
    law(again->moves.size() == record->moves.size() && again->present() == record->present());
    for (std::size_t i = 0; i < record->moves.size(); ++i)
        law(again->moves[i].text == record->moves[i].text &&
            again->moves[i].automatic == record->moves[i].automatic);
    law(again->marks == record->marks && again->meta == record->meta && again->result == record->result);
}

}  // namespace
}  // namespace quincunx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    quincunx::fuzz::try_record({reinterpret_cast<const char*>(data), size});
    return 0;
}
