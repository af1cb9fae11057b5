# Builds files into a library: the header declares a function that returns the text of each by the name of its file.
#
# quincunx_embed(<target> <header> <namespace> <type> <function> <extension> <folder>...)
function(quincunx_embed target header namespace type function extension)
  list(TRANSFORM ARGN REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/\\1/*.${extension}" OUTPUT_VARIABLE patterns)
  file(GLOB files CONFIGURE_DEPENDS ${patterns})
  set(output ${PROJECT_BINARY_DIR}/${target}/${function}.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedTexts.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DHEADER=${header} -DNAMESPACE=${namespace} -DTYPE=${type}
      -DFUNCTION=${function} -DEXTENSION=${extension} "-DFILES=${files}" -P ${script}
    DEPENDS ${files} ${script} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
