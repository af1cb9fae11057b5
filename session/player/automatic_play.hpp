#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/generate.hpp"
#include "session/player/appraisal.hpp"
#include "session/player/automatic.hpp"

namespace quincunx {

/// The next move of automatic play; none if it stops.
template <class Source>
std::optional<Move> automatic_move(const BasicPosition<Source>& position, Automatic mode) {
    if (mode == Automatic::never || position.won()) return std::nullopt;
    const Appraisal<Source> appraisal(position);
    BasicMoveList<Source> moves;
    generate(position, moves);
    for (const Move& move : moves) {
        if (move.kind != MoveKind::cards || position.layout().kind(move.to) != PileKind::foundation) continue;
        if (mode == Automatic::safe ? appraisal.safe(move)
                                    : (position.rules().takes_whole_runs() && move.count > 1) ||
                                          appraisal.best_foundation(lifted_card(position, move)) == move.to)
            return move;
    }
    return std::nullopt;
}

/// The moves that finish the game automatically: to a foundation as long as a card fits, else a draw, else a
/// redeal. Empty if that does not win, or if it would depend on cards that are not in view.
template <class Source>
std::vector<Move> finishing_line(const BasicPosition<Source>& position) {
    std::vector<Move> line;
    const bool chosen = !position.rules().has_choice() || position.choice() != 0;
    if (!chosen || position.won() || !Appraisal<Source>(position).all_known()) return line;
    BasicPosition<Source> state = position;
    std::vector<std::uint64_t> turned;  // keys after each redeal: if unlimited, they may repeat
    while (!state.won()) {
        std::optional<Move> move = automatic_move(state, Automatic::all);
        for (const Move& other : {Move::draw(), Move::redeal()})
            if (!move && accepts(state, other)) move = other;
        if (!move) return {};
        state.play(*move);
        line.push_back(*move);
        if (position.rules().stock.redeal.count != unlimited || move->kind != MoveKind::redeal) continue;
        if (std::find(turned.begin(), turned.end(), state.key()) != turned.end()) return {};
        turned.push_back(state.key());
    }
    return line;
}

}  // namespace quincunx
