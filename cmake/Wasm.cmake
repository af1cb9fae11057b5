# apps/wasm/<name>.cpp becomes <name>.wasm, a reactor that exports what its source marks with
# __attribute__((export_name("..."))) and imports nothing.

# Makes the one library that a module uses, tl::expected, reachable without putting the host's /usr/include on the path,
# where the headers of the host's C library would get in the way.
set(wasm_include ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${wasm_include})
find_path(QUINCUNX_EXPECTED NAMES tl/expected.hpp PATHS /usr/include /usr/local/include
  NO_CMAKE_FIND_ROOT_PATH NO_DEFAULT_PATH REQUIRED)
file(CREATE_LINK ${QUINCUNX_EXPECTED}/tl ${wasm_include}/tl SYMBOLIC)
target_include_directories(quincunx_options SYSTEM INTERFACE ${wasm_include})
target_compile_options(quincunx_options INTERFACE -flto -ffunction-sections -fdata-sections
  -fno-c++-static-destructors)
# The page asks for listed games alone, and loads nothing for others.
target_compile_definitions(quincunx_options INTERFACE QUINCUNX_LISTED_GAMES_ONLY)

# Makes a module a fifth smaller once it is linked: undoing the nesting between two passes saves 0.4 kB of 49 once
# more. It may use what clang may use, and need not expect addresses below 1,024, where nothing lies but the last end of the
# stack: 0.3 kB less.
find_program(QUINCUNX_WASM_OPT wasm-opt REQUIRED)
set(wasm_opt ${QUINCUNX_WASM_OPT} --low-memory-unused -Oz --flatten --rereloop -Oz -Oz --converge --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals
  --enable-nontrapping-float-to-int --enable-multivalue --enable-reference-types)

# quincunx_part(<name> <optimization> <folder>...): what several modules share, from the sources in the folders. A module
# contains only what it uses.
function(quincunx_part name optimization)
  quincunx_sources(sources ${ARGN})
  list(FILTER sources EXCLUDE REGEX "/session/(rules_text|shipped_rules)")  # of own-table alone; of programs alone
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE quincunx_options)
  target_compile_options(${name} PRIVATE ${optimization})
  if(optimization STREQUAL "-Oz")  # in one piece, the searches would inline more: 8 kB over the wire
    quincunx_in_one_piece(${name})
  endif()
endfunction()

# quincunx_module(<name> <optimization> <part>... SOURCES <source>...) makes <name>.wasm. Of two equal functions the
# linker keeps the one of the earlier part.
function(quincunx_module name optimization)
  cmake_parse_arguments(arg "" "" "SOURCES" ${ARGN})
  add_executable(${name} ${arg_SOURCES} apps/wasm/runtime/abort.cpp)
  if(optimization STREQUAL "-Oz")  # the searches' large tables need a real allocator
    target_sources(${name} PRIVATE apps/wasm/runtime/memory.cpp)
  endif()
  set_target_properties(${name} PROPERTIES SUFFIX .wasm RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${arg_UNPARSED_ARGUMENTS} quincunx_options)
  target_compile_options(${name} PRIVATE ${optimization})
  # The map says what of which library is in a module; tests/notices_test.py reads it.
  target_link_options(${name} PRIVATE -flto -Wl,--strip-all -Wl,--gc-sections -Wl,--lto-O2
    -Wl,-Map=${PROJECT_BINARY_DIR}/${name}.map)
  if(optimization STREQUAL "-Oz")
    # Inline only what makes it smaller: 0.4 kB less over the wire.
    target_link_options(${name} PRIVATE -Wl,-mllvm,-inline-threshold=-30)
    add_custom_command(TARGET ${name} POST_BUILD COMMAND ${wasm_opt} $<TARGET_FILE:${name}> -o $<TARGET_FILE:${name}>
      COMMENT "Making ${name}.wasm smaller" VERBATIM)
  endif()
  # None of our hosts provides any imports.
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND ${QUINCUNX_WASM_OPT} --quiet -all -S $<TARGET_FILE:${name}> -o ${name}.wat
    COMMAND sh -c "! grep '(import ' ${name}.wat"
    COMMENT "${name}.wasm imports nothing" VERBATIM)
endfunction()

# The table is loaded first on every visit, and the code behind play is quick enough, so this is optimized for size in
# every module, as is what reads requests and writes answers; the searches and what uses them are optimized for speed. The
# solver's parts know all words of rules, which they are given as numbers.
quincunx_part(play -Oz engine session session/player wire/table)
quincunx_part(known -Oz engine session session/player wire/table)
quincunx_part(search -O3 ${QUINCUNX_SOLVER_FOLDERS} advice fair deals)
# Asks the searches, and waits for them: as quick so.
set_source_files_properties(fair/fair_advisor.cpp fair/worlds.cpp TARGET_DIRECTORY search PROPERTIES COMPILE_OPTIONS -Oz)
# Both folders compile the templates of the same searches: a quarter less time, and no larger. All of them in one piece
# would inline more: 8 kB over the wire.
set_target_properties(search PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
foreach(folder advice deals)
  quincunx_sources(files ${folder})
  set_source_files_properties(${files} TARGET_DIRECTORY search PROPERTIES UNITY_GROUP ${folder})
endforeach()
quincunx_part(asked -Oz wire stats)
quincunx_module(table -Oz play SOURCES apps/wasm/table.cpp)
quincunx_module(solver -O3 known asked search SOURCES apps/wasm/solver.cpp)
foreach(part known search asked solver)
  target_compile_options(${part} PRIVATE -UQUINCUNX_LISTED_GAMES_ONLY -DQUINCUNX_NO_RULES_TEXTS)
endforeach()

# The table with rules of one's own, asked for only where they are, and the table of a game that is not released, for a test
# of the page: all that reads rules is compiled again. Nobody waits for the latter to be loaded, so it is not made smaller.
quincunx_sources(on_the_table engine session session/player wire/table)
quincunx_module(own-table -Oz SOURCES apps/wasm/table.cpp ${on_the_table})
target_compile_options(own-table PRIVATE -UQUINCUNX_LISTED_GAMES_ONLY)
list(FILTER on_the_table EXCLUDE REGEX /session/rules_text)
quincunx_module(freecell -O1 SOURCES apps/wasm/table.cpp ${on_the_table})
target_compile_definitions(freecell PRIVATE QUINCUNX_LIST="tests/games/only_freecell.hpp")
foreach(table own-table freecell)
  target_include_directories(${table} PRIVATE ${PROJECT_SOURCE_DIR})
  quincunx_in_one_piece(${table})
endforeach()
if(NOT QUINCUNX_THOROUGH)  # the test is one of the full run
  set_target_properties(freecell PROPERTIES EXCLUDE_FROM_ALL TRUE)
endif()
