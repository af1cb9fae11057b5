#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/facts.hpp"
#include "engine/position.hpp"

/// What a player sees of a position, as data. It is a function of what lies face up: every face-down card and
/// every stock card is unknown, even if it was once seen.
namespace quincunx {

struct CardView {
    int id = 0;   ///< index in dealing order: tells nothing of the card
    Card card{};  ///< invalid where it is unknown

    friend bool operator==(const CardView&, const CardView&) = default;
};

struct PileView {
    PileId pile{};
    PileKind kind{};
    int number = 0;  ///< from 1
    std::vector<CardView> cards;
    std::string wants;  ///< of a foundation: "8H", "8", "A"; empty: complete, or not known yet
    int group = 0;      ///< of a foundation
    int direction = 0;  ///< of a foundation: its step; 0 before the choice

    friend bool operator==(const PileView&, const PileView&) = default;
};

struct TargetView {
    PileId pile{};
    std::string move;
    /// None: the move is listed. Else the listed move that stands for it, or "" where it changes nothing.
    std::optional<std::string> stand_in;

    friend bool operator==(const TargetView&, const TargetView&) = default;
};

/// A unit that may be lifted, and everywhere it is accepted.
struct SourceView {
    PileId pile{};
    int index = 0;  ///< of its lowest card in the pile
    int count = 1;
    std::vector<TargetView> targets;
    std::string preferred;  ///< the move of a tap; empty: none is useful

    friend bool operator==(const SourceView&, const SourceView&) = default;
};

struct ChoiceView {
    std::string move;
    int increment = 0;
    std::vector<std::string> sequences;  ///< per foundation: the ranks in the order they will be laid

    friend bool operator==(const ChoiceView&, const ChoiceView&) = default;
};

struct View {
    std::string game;
    Status status = Status::playing;
    std::vector<PileView> piles;
    std::vector<SourceView> sources;
    std::vector<std::string> controls;
    std::string choice;
    int redeals = 0;
    int legal = 0;
    bool finishable = false;
    std::vector<ChoiceView> choices;

    friend bool operator==(const View&, const View&) = default;
};

}  // namespace quincunx
