#pragma once

#include <memory>
#include <optional>
#include <string>

#include "advice/advisor.hpp"
#include "apps/common/command.hpp"
#include "apps/common/record_file.hpp"

namespace quincunx::cli {

/// The subject of `solve` and `hint`: a deal, or the current position of a record or of position lines.
struct Subject {
    std::string name;  ///< the deal, or the name of the file
    Record start;      ///< the game, how it starts, and the moves made up to the position asked about
    Session session;   ///< at the position asked about

    /// The deal, if no move has been made since; otherwise empty.
    std::string deal() const { return start.moves.empty() ? start.deal : std::string(); }
};

/// The start of a deal, perhaps of the game of --rules. Throws if the text is not a deal.
Subject deal_subject(const std::string& text, const SharedRules& own = {});

/// Whether a text that stands for a deal or a file is a deal: "game#1", or "game:cards" if no file has that
/// name. Throws if it is just the name of a game.
bool names_deal(const std::string& text);

/// The subject in a text that is a record or position lines. `file` is its name. Throws if it is neither.
Subject text_subject(const std::string& file, const std::string& text, const SharedRules& own = {});

/// The subject of a command as it was typed.
struct SubjectOptions {
    std::string what;
    std::string rules;  ///< the name of a file
};
/// Declares the argument that names a deal or a position, and --rules.
void add_subject(CLI::App& command, SubjectOptions& options);

/// A deal given by its text, or the contents of a file.
Subject read_subject(const SubjectOptions& options);
Subject read_subject(const std::string& deal_or_file, const SharedRules& own);

/// An advisor for the subject's position.
std::unique_ptr<advice::Advisor> advisor_for(const Subject& subject);

}  // namespace quincunx::cli
