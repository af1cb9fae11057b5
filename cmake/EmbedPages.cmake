# Writes OUTPUT, a source file with the texts of PAGES; see Embed.cmake.
set(entries "")
foreach(page IN LISTS PAGES)
  cmake_path(GET page STEM name)
  file(READ ${page} text)
  string(APPEND entries "    {\"${name}\", R\"page(${text})page\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from the rules pages; see cmake/EmbedPages.cmake.
#include \"apps/cli/pages.hpp\"

namespace quincunx::cli {

// NOLINTNEXTLINE(readability-function-size): the pages are its length
const std::vector<Page>& pages() {
    static const std::vector<Page> all{
${entries}    };
    return all;
}

}  // namespace quincunx::cli
")
