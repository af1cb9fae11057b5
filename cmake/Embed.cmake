# Builds rules pages into a program: every *.md of the folders becomes a text constant in a generated source file.
#
# quincunx_embed_pages(<target> <folder>...)
function(quincunx_embed_pages target)
  list(TRANSFORM ARGN REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/\\1/*.md" OUTPUT_VARIABLE patterns)
  file(GLOB pages CONFIGURE_DEPENDS ${patterns})
  set(output ${PROJECT_BINARY_DIR}/${target}/rules_pages.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} "-DPAGES=${pages}" -P ${PROJECT_SOURCE_DIR}/cmake/EmbedPages.cmake
    DEPENDS ${pages} ${PROJECT_SOURCE_DIR}/cmake/EmbedPages.cmake VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# Builds the rules in games/files/ into a library: session/shipped_rules.hpp.
function(quincunx_embed_rules target)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/games/files/*.json)
  set(output ${PROJECT_BINARY_DIR}/${target}/shipped_rules.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} "-DFILES=${files}" -P ${PROJECT_SOURCE_DIR}/cmake/EmbedRules.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/EmbedRules.cmake VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
