#pragma once

#include <memory>
#include <optional>
#include <string>

#include "advice/advisor.hpp"
#include "apps/cli/record_file.hpp"

namespace quincunx::cli {

/// What `solve` and `hint` are asked about: a deal, or the present position of a record or of position lines.
struct Subject {
    std::string name;  ///< the deal, or what the file is called
    Record start;      ///< the game, how it starts, and the moves made up to the position asked about
    Session session;   ///< at the position asked about

    /// The deal, where no move has been made since; empty otherwise.
    std::string deal() const { return start.moves.empty() ? start.deal : std::string(); }
};

/// The start of a deal. Throws where the text is none.
Subject deal_subject(const std::string& text);

/// Whether a text that stands for a deal or a file is a deal: "game#1", or "game:cards" and no file of that
/// name. Throws where it is the name of a game alone.
bool names_deal(const std::string& text);

/// Whether what a file holds is a record or position lines, not a list of deals.
bool holds_position(const std::string& text);

/// The subject in a text that is a record or position lines. `file` is its name. Throws where it is neither.
Subject text_subject(const std::string& file, const std::string& text);

/// A deal by its text, or what is in a file.
Subject read_subject(const std::string& deal_or_file);

/// An advisor at the subject's position.
std::unique_ptr<advice::Advisor> advisor_for(const Subject& subject);

}  // namespace quincunx::cli
