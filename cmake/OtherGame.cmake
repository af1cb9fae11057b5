# A game that is not in the program, built and played by the tests as its author would do it: everything above the
# engine is compiled with a list that contains only this game (QUINCUNX_LIST, see games/all.hpp).
set(QUINCUNX_OTHER_LIST "tests/freecell/list.hpp")

# quincunx_other_sources(<result> <target>...): the sources of the targets, without generated files
function(quincunx_other_sources result)
  set(sources "")
  foreach(target IN LISTS ARGN)
    get_target_property(found ${target} SOURCES)
    list(APPEND sources ${found})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "rules_pages|cmake_pch")
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

quincunx_other_sources(sources quincunx_session quincunx_solver quincunx_wire_table quincunx_advice quincunx_fair quincunx_deals quincunx_stats quincunx_wire)
add_library(quincunx_other STATIC ${sources})
target_include_directories(quincunx_other PUBLIC ${PROJECT_SOURCE_DIR})
target_compile_definitions(quincunx_other PUBLIC QUINCUNX_LIST="${QUINCUNX_OTHER_LIST}")
if(QUINCUNX_SANITIZED OR CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(quincunx_other PRIVATE -O1)
endif()
target_link_libraries(quincunx_other PUBLIC quincunx_engine PRIVATE quincunx_options)

# The tests that run on all games, and the tests of this game.
quincunx_test(other tests/freecell BUSY DEPENDS other)
target_sources(other_test PRIVATE ${PROJECT_SOURCE_DIR}/tests/laws_test.cpp ${PROJECT_SOURCE_DIR}/tests/perft_test.cpp)

# The programs that the tests of a release run.
if(NOT QUINCUNX_SANITIZED)
  add_executable(trace_freecell ${PROJECT_SOURCE_DIR}/tests/trace.cpp)
  quincunx_other_sources(sources quincunx_cli)
  add_executable(quincunx_freecell ${sources} ${PROJECT_SOURCE_DIR}/apps/cli/main.cpp)
  set_target_properties(quincunx_freecell PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
  target_precompile_headers(quincunx_freecell PRIVATE <CLI/CLI.hpp> <nlohmann/json.hpp>)
  quincunx_embed_pages(quincunx_freecell tests/freecell)
  target_link_libraries(quincunx_freecell PRIVATE quincunx_server CLI11::CLI11 fmt::fmt
    nlohmann_json::nlohmann_json Threads::Threads zstd::libzstd_shared)
  foreach(program trace_freecell quincunx_freecell)
    target_link_libraries(${program} PRIVATE quincunx_other quincunx_options)
    target_compile_options(${program} PRIVATE $<$<CONFIG:Release>:-O1>)
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  endforeach()
endif()
