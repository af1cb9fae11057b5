#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/facts.hpp"
#include "engine/position.hpp"

/// A player's view of a position, as data. It depends only on what is face up: every face-down card and
/// every stock card is unknown, even if it has been seen before.
namespace quincunx {

struct CardView {
    int id = 0;   ///< index in dealing order: says nothing about the card
    Card card{};  ///< invalid if unknown

    friend bool operator==(const CardView&, const CardView&) = default;
};

struct PileView {
    PileId pile{};
    PileKind kind{};
    int number = 0;  ///< from 1
    std::vector<CardView> cards;
    std::string wants;  ///< of a foundation: "8H", "8", "A"; empty if complete or not known yet
    std::string suits;  ///< of a foundation: those of which it takes that rank, "CDHS"
    int group = 0;      ///< of a foundation
    int direction = 0;  ///< of a foundation: its step; 0 before the choice
    int run = 0;        ///< of a tableau pile: how many cards at its top move together

    friend bool operator==(const PileView&, const PileView&) = default;
};

struct TargetView {
    PileId pile{};
    std::string move;
    /// None if the move is listed. Else the listed move that stands for it, or "" if it changes nothing.
    std::optional<std::string> stand_in;

    friend bool operator==(const TargetView&, const TargetView&) = default;
};

/// A unit that may be lifted, and all targets that accept it.
struct SourceView {
    PileId pile{};
    int index = 0;  ///< of its lowest card in the pile
    int count = 1;
    std::vector<TargetView> targets;
    std::string preferred;  ///< the move that a tap makes; empty if none is useful

    friend bool operator==(const SourceView&, const SourceView&) = default;
};

struct ChoiceView {
    std::string move;
    int increment = 0;
    std::vector<std::string> sequences;  ///< per foundation: the ranks in playing order

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

/// The view of a position; `ids` maps each physical card to its index in dealing order.
View view_of(const BasicPosition<Given>& position, const std::array<int, physical_count>& ids);

}  // namespace quincunx
