# Writes OUTPUT, a source file with the texts of FILES; see Embed.cmake.
set(entries "")
list(TRANSFORM FILES REPLACE "\\.json$" "")
list(SORT FILES)  # a name before those that begin with it
foreach(file IN LISTS FILES)
  cmake_path(GET file FILENAME name)
  file(READ ${file}.json text)
  string(APPEND entries "    {\"${name}\", R\"rules(${text})rules\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from games/files/; see cmake/EmbedRules.cmake.
#include <array>

#include \"session/shipped_rules.hpp\"

namespace quincunx {

std::span<const ShippedRules> shipped_rules() {
    static constexpr auto all = std::to_array<ShippedRules>({
${entries}    });
    return all;
}

}  // namespace quincunx
")
