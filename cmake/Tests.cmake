# Unit tests are next to their sources (move_test.cpp). There is one GoogleTest program per folder, and ctest knows each
# test as <folder>/<suite>.<name>. Tests run in the root of the repository and find their data there.
#
# Anyone who only wants to play does not need the libraries that the tests use: without them no tests are built. ./test,
# which installs them, fails if it finds no tests.
foreach(package GTest rapidcheck)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    message(STATUS "Tests are not built: ${package} is not installed")
    return()
  endif()
endforeach()
include(GoogleTest)

# With sanitizers (the asan preset) only the tests and fuzz targets are built, not the programs that compare or measure
# a release. The short run has only the fuzz targets of what reads the texts of strangers: the full run has the tests, too.
# Nothing is optimized there, which takes least time altogether.
set(short_sanitized OFF)
set(layers engine session stats wire_table)
if(QUINCUNX_SANITIZED AND NOT QUINCUNX_THOROUGH)
  set(short_sanitized ON)
  # These errors end a program under the address sanitizer anyway.
  target_compile_options(quincunx_options INTERFACE -fno-sanitize=null,object-size,pointer-overflow)
  quincunx_library(wire_reading wire PRIVATE_TO_BUILD DEPENDS wire_table stats)
  get_target_property(sources quincunx_wire_reading SOURCES)
  list(FILTER sources INCLUDE REGEX "/games_json\\.cpp$")
  set_target_properties(quincunx_wire_reading PROPERTIES SOURCES "${sources}")
  set_target_properties(quincunx_solver quincunx_advice quincunx_fair quincunx_deals quincunx_wire quincunx_service
    quincunx_server quincunx-check PROPERTIES EXCLUDE_FROM_ALL ON)
  list(APPEND layers wire_reading)
  foreach(layer IN LISTS layers)
    quincunx_in_one_piece(quincunx_${layer})
  endforeach()
else()
  list(APPEND layers solver advice fair deals wire service)
endif()
if(QUINCUNX_SANITIZED)
  foreach(layer IN LISTS layers)
    if(QUINCUNX_THOROUGH)
      target_compile_options(quincunx_${layer} PRIVATE -Og)
    endif()
    if(QUINCUNX_FUZZ)
      target_compile_options(quincunx_${layer} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
  endforeach()
endif()

# Compiling the headers of GoogleTest takes longer than compiling most tests, so it is done once for each way in which
# tests are compiled.
foreach(optimization -O0 -Og)
  set(headers quincunx_test_headers${optimization})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${headers}.cpp CONTENT "")
  add_library(${headers} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/${headers}.cpp)
  target_link_libraries(${headers} PRIVATE quincunx_options GTest::gmock GTest::gtest rapidcheck Threads::Threads)
  target_compile_options(${headers} PRIVATE ${optimization})
  if(NOT CMAKE_CXX_CLANG_TIDY)
    target_precompile_headers(${headers} PRIVATE <gtest/gtest.h>)
  endif()
endforeach()

# quincunx_test(<name> <folder>... [BUSY] [DEPENDS ...])
# Only tests marked BUSY, which compute, are optimized: by -Og, which takes half the time to compile that -O1 takes, and
# a third more to run.
function(quincunx_test name)
  cmake_parse_arguments(arg "BUSY" "" "DEPENDS" ${ARGN})
  set(sources "")
  foreach(folder IN LISTS arg_UNPARSED_ARGUMENTS)
    file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*_test.cpp)
    list(APPEND sources ${found})
  endforeach()
  if(NOT sources)
    return()
  endif()
  quincunx_targets(dependencies ${arg_DEPENDS})
  add_executable(${name}_test ${sources})
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name}_test PRIVATE ${dependencies} quincunx_options
    GTest::gmock GTest::gtest GTest::gtest_main rapidcheck Threads::Threads)
  target_compile_definitions(${name}_test PRIVATE
    QUINCUNX_SOURCE_DIR="${PROJECT_SOURCE_DIR}" $<$<BOOL:${QUINCUNX_THOROUGH}>:QUINCUNX_THOROUGH>)
  if(arg_BUSY)
    set(optimization -Og)
  else()
    set(optimization -O0)
  endif()
  target_compile_options(${name}_test PRIVATE ${optimization})
  if(NOT CMAKE_CXX_CLANG_TIDY)
    target_precompile_headers(${name}_test REUSE_FROM quincunx_test_headers${optimization})
  endif()
  # g++ 12 believes that a position dealt on the next line is never written, and that 17 bytes are written to a string
  # of 16 that has just grown.
  target_compile_options(${name}_test PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-stringop-overflow>)
  set_target_properties(${name}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  # The tests of the searches have small games of their own, and share little; nor do the two files about the server.
  if(QUINCUNX_QUICK AND NOT name MATCHES "^(solver|server)$")
    quincunx_in_one_piece(${name}_test)
  endif()
  gtest_discover_tests(${name}_test
    TEST_PREFIX "${name}/" WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 900)
endfunction()

# The searches of many small games take a quarter of an hour to compile with sanitizers, and thousands of games minutes to
# play, so the short run has none of them.
if(NOT short_sanitized)
  quincunx_test(engine engine DEPENDS engine)
  quincunx_test(games games DEPENDS games)
  quincunx_test(stats stats DEPENDS stats)
  quincunx_test(session session session/player BUSY DEPENDS session)
  quincunx_test(solver ${QUINCUNX_SOLVER_FOLDERS} BUSY DEPENDS solver)
  quincunx_test(advice advice BUSY DEPENDS advice)
  quincunx_test(fair fair BUSY DEPENDS fair)
  quincunx_test(deals deals BUSY DEPENDS deals)
  quincunx_test(tests tests tests/games BUSY DEPENDS advice wire)
  quincunx_test(rules tests/rules BUSY DEPENDS advice fair)
  target_compile_definitions(rules_test PRIVATE QUINCUNX_WITH_ADVICE)
  quincunx_test(wire wire wire/table BUSY DEPENDS wire)
  quincunx_test(server apps/server DEPENDS server)
  quincunx_test(service service DEPENDS service)
  if(TARGET quincunx-postgresql)  # the tests look into the database, too
    target_compile_definitions(service_test PRIVATE QUINCUNX_POSTGRES)
    target_link_libraries(service_test PRIVATE ${PQXX_LIBRARY})
  endif()
  # it includes the checker, which is a program of its own, and judges many states
  quincunx_test(checker tests/checker BUSY DEPENDS zstd::libzstd_shared)
  quincunx_test(judges tests/judges BUSY DEPENDS games zstd::libzstd_shared)
endif()
if(QUINCUNX_SANITIZED)  # many small games, each played quickly
  set_source_files_properties(solver/rank_chains/search_test.cpp solver/gloucestershire/search_test.cpp
    session/player/appraisal_test.cpp session/session_test.cpp PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
  # Only ./test --full runs the program with sanitizers, and builds it by its name.
  set_target_properties(quincunx quincunx-lab quincunx_cli quincunx_lab quincunx_common PROPERTIES EXCLUDE_FROM_ALL ON)
else()
  quincunx_test(lab lab/study DEPENDS lab)
endif()

# A brute-force search to judge the solver by: it is based on the rules pages alone, so it links nothing of the project.
file(GLOB brute_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/brute/*.cpp)
list(FILTER brute_sources EXCLUDE REGEX "_test\\.cpp$")
add_library(quincunx_brute STATIC EXCLUDE_FROM_ALL ${brute_sources})
target_compile_options(quincunx_brute PRIVATE -O2)
target_include_directories(quincunx_brute PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(quincunx_brute PRIVATE quincunx_options)
if(NOT short_sanitized)
  quincunx_test(brute tests/brute BUSY DEPENDS brute)
endif()

# The sources of verdict_hunt besides its main file: it compares the solver with that brute force.
file(GLOB hunt_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/hunt/*.cpp)

# Programs that the tests of a release run: tests/<name>.cpp becomes <name> in the folder tests of the build.
file(GLOB test_programs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*.cpp)
list(FILTER test_programs EXCLUDE REGEX "_test\\.cpp$")
if(QUINCUNX_SANITIZED)
  set(test_programs "")
elseif(NOT QUINCUNX_THOROUGH)
  list(FILTER test_programs EXCLUDE REGEX "/verdict_hunt\\.cpp$")
endif()
foreach(file IN LISTS test_programs)
  cmake_path(GET file STEM name)
  set(layers advice brute)
  if(name STREQUAL "brute_force")
    set(layers brute)
  endif()
  set(sources ${file})
  if(name STREQUAL "verdict_hunt")
    list(APPEND sources ${hunt_sources})
  endif()
  quincunx_targets(dependencies ${layers})
  add_executable(${name} ${sources})
  target_compile_options(${name} PRIVATE -Og)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${dependencies} quincunx_options)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
endforeach()

# Fuzz targets: fuzz/<name>.cpp with its corpus in fuzz/corpus/<name>/. The asan preset uses libFuzzer, which begins with
# the corpus; elsewhere a small main program runs each file of the corpus once, as a test. ./test does one or the other:
# all but the protocol, behind which are the searches, have sanitizers.
file(GLOB fuzz_targets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*.cpp)
list(FILTER fuzz_targets EXCLUDE REGEX "/replay_main\\.cpp$")
if(QUINCUNX_QUICK)
  list(FILTER fuzz_targets INCLUDE REGEX "/protocol\\.cpp$")
endif()
quincunx_targets(fuzz_dependencies service)
if(short_sanitized)
  # The service's needs more than what reads texts; only the full run has it.
  list(FILTER fuzz_targets EXCLUDE REGEX "/(protocol|service)\\.cpp$")
  quincunx_targets(fuzz_dependencies wire_reading)
endif()
foreach(file IN LISTS fuzz_targets)
  cmake_path(GET file STEM name)
  add_executable(fuzz_${name} ${file})
  target_compile_options(fuzz_${name} PRIVATE $<IF:$<BOOL:${short_sanitized}>,-O0,-Og>)
  target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(fuzz_${name} PRIVATE ${fuzz_dependencies} quincunx_options)
  set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
  if(QUINCUNX_FUZZ)
    target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/fuzz/replay_main.cpp)
    add_test(NAME fuzz/${name} COMMAND fuzz_${name} fuzz/corpus/${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endif()
endforeach()

# The WebAssembly modules as native programs, for comparison (tests/wasm/wasm_test.py).
file(GLOB modules CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/wasm/*.cpp)
list(FILTER modules EXCLUDE REGEX "_test\\.cpp$")
if(QUINCUNX_SANITIZED)
  set(modules "")
endif()
foreach(file IN LISTS modules)
  cmake_path(GET file STEM name)
  add_executable(${name}_native ${file} ${PROJECT_SOURCE_DIR}/tests/wasm/native_main.cpp)
  target_include_directories(${name}_native PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name}_native PRIVATE quincunx_wire quincunx_options)
  target_compile_options(${name}_native PRIVATE -Wno-attributes)  # the attribute that names an export
  set_target_properties(${name}_native PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
endforeach()

# The installed library, as its users see it.
if(EXISTS ${PROJECT_SOURCE_DIR}/examples/ten_lines.cpp AND CMAKE_BUILD_TYPE STREQUAL "Release")
  add_test(NAME install/consumer COMMAND ${CMAKE_COMMAND}
    -DBUILD=${PROJECT_BINARY_DIR} -DSOURCE=${PROJECT_SOURCE_DIR}/tests/consumer -DCXX=${CMAKE_CXX_COMPILER}
    -DGENERATOR=${CMAKE_GENERATOR} -P ${PROJECT_SOURCE_DIR}/tests/consumer/run.cmake)
endif()
