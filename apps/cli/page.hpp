#pragma once

#include <string>
#include <string_view>

namespace quincunx::cli {

/// A Markdown page as plain text for a terminal: headings, paragraphs and lists (all that the rules pages
/// use), wrapped at `width` columns. With `styled`, headings and strong words are bold by means of ANSI
/// codes.
std::string render_page(std::string_view markdown, int width, bool styled);

}  // namespace quincunx::cli
