#include "service/verify.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/notation.hpp"
#include "service/key.hpp"
#include "session/record.hpp"
#include "session/session.hpp"

namespace quincunx::service {

namespace {

tl::unexpected<Fault> fault(std::string_view word, const TextError& error) {
    return tl::unexpected<Fault>({word, error.message, error.line, error.column});
}

}  // namespace

tl::expected<Finished, Fault> replayed(std::string_view text,
                                       const std::function<bool(const std::string& deal)>& fits) {
    if (text.size() > most_record_bytes)
        return tl::unexpected<Fault>({"too-long", "a record has at most 32 KiB"});
    Expected<Record> record = parse_record(text);
    if (!record) return fault("bad-record", record.error());
    if (record->moves.size() > most_moves)
        return tl::unexpected<Fault>({"too-many-moves", "a record has at most 2,000 moves"});
    const Expected<DealText> said = parse_deal(record->deal);
    if (!said || !said->number)
        return tl::unexpected<Fault>(
            {"wrong-deal", "the record is of no numbered deal", record->deal_line, record->deal_column});
    Finished finished{.deal = deal_text(*said)};
    if (!fits(finished.deal))
        return tl::unexpected<Fault>(
            {"wrong-deal", "the record is of " + finished.deal, record->deal_line, record->deal_column});
    record->cut(record->present());
    const auto [session, error] = Session::replay(*record);
    if (!session) {
        const bool move = error->code == "refused-move" || error->code == "bad-move";
        return fault(move ? "illegal-move" : "bad-record", *error);
    }
    finished.won = session->status() == Status::won;
    finished.moves = session->ply();
    if (session->status() == Status::playing && finished.moves < fewest_moves)
        return tl::unexpected<Fault>(
            {"not-finished", "the game is not over, and has fewer than twenty moves"});
    for (const RecordMove& move : session->moves()) {
        if (!finished.line.empty()) finished.line += ' ';
        finished.line += move.text;
    }
    finished.hash = line_hash(finished.line);
    return finished;
}

std::string record_of(std::string_view deal, std::string_view line) {
    std::string text = "quincunx-record 1\ngame ";
    text += game_of_deal(deal);
    text += "\ndeal ";
    text += deal;
    text += "\nmoves\n";
    // As long as a record's lines are elsewhere, for those who read it.
    constexpr std::size_t width = 100;
    while (!line.empty()) {
        std::size_t end = line.size() <= width ? line.size() : line.rfind(' ', width);
        if (end == std::string_view::npos) end = std::min(line.find(' '), line.size());
        text += line.substr(0, end);
        text += '\n';
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return text + "end\n";
}

}  // namespace quincunx::service
