# Builds rules pages into a program: every *.md of a folder becomes a text constant in a generated source file.
#
# quincunx_embed_pages(<target> <folder>)
function(quincunx_embed_pages target folder)
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.md)
  set(output ${PROJECT_BINARY_DIR}/${target}/rules_pages.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} "-DPAGES=${pages}" -P ${PROJECT_SOURCE_DIR}/cmake/EmbedPages.cmake
    DEPENDS ${pages} ${PROJECT_SOURCE_DIR}/cmake/EmbedPages.cmake VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
