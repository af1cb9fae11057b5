// A conversation in the line protocol: whatever is said, every line is answered or ignored, and each answer
// ends with a line feed. What was set up can be shown and set up again. Searches are stopped immediately.
#include "wire/protocol.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/law.hpp"
#include "wire/lines.hpp"

namespace quincunx::fuzz {
namespace {

void try_conversation(std::string_view text) {
    std::string said;
    constexpr int deepest_perft = 2;
    wire::Protocol protocol(
        [&](std::string_view answer) {
            law(!answer.empty() && answer.back() == '\n');
            said += answer;
        },
        [] { return true; }, deepest_perft);
    wire::LineBuffer lines;
    lines.feed(text);
    lines.finish();
    while (!lines.empty() && !protocol.over()) {
        protocol.take(lines.take());
        if (said.size() > 1U << 20U) return;
    }
    if (protocol.over()) return;
    protocol.finish();

    // The final state of the table can be sent again.
    said.clear();
    protocol.take({"show", false});
    const std::size_t end = said.find("status ");
    if (end == std::string::npos) return;
    const std::string position = said.substr(0, end);
    for (const std::string_view line : split_lines("position text\n" + position + "end\nshow\n"))
        protocol.take({std::string(line), false});
    law(said.ends_with("\nok\n"));
    law(said.find(position, end) != std::string::npos);
}

}  // namespace
}  // namespace quincunx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    quincunx::fuzz::try_conversation({reinterpret_cast<const char*>(data), size});
    return 0;
}
