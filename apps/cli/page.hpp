#pragma once

#include <string>
#include <string_view>

namespace quincunx::cli {

/// A page of Markdown as plain text for a terminal: headings, paragraphs and lists (all that the rules pages
/// have), wrapped at `width` columns. With `styled`, headings and strong words are bold by ANSI codes.
std::string render_page(std::string_view markdown, int width, bool styled);

}  // namespace quincunx::cli
