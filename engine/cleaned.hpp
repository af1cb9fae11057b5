#pragma once

#include <string>
#include <string_view>

/// Texts as people save, paste and type them, made what the parsers read (docs/notation.md, "What is read").
namespace quincunx {

/// A text without characters that nobody sees, such as a byte order mark, and with plain blanks for all kinds of them.
std::string visible(std::string_view text);

/// A record or a position without what is around it, and with cards and piles in the notation. Lines keep their numbers.
/// A text in which neither begins is returned as it is.
std::string cleaned(std::string_view text);

}  // namespace quincunx
