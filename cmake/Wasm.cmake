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

find_package(Python3 REQUIRED COMPONENTS Interpreter)

# quincunx_module(<name> <optimization> <folder>...) makes <name>.wasm from apps/wasm/<name>.cpp and the sources in the
# folders. Every module compiles its own copy: the table is loaded first on every visit, so it is optimized for size;
# the solver is optimized for speed.
function(quincunx_module name optimization)
  quincunx_sources(sources ${ARGN})
  quincunx_module_from(${name} ${optimization} ${PROJECT_SOURCE_DIR}/apps/wasm/${name}.cpp
    ${PROJECT_SOURCE_DIR}/apps/wasm/runtime/abort.cpp ${sources})
endfunction()

# quincunx_module_from(<name> <optimization> <source>...)
function(quincunx_module_from name optimization)
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES SUFFIX .wasm RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE quincunx_options)
  target_compile_options(${name} PRIVATE ${optimization})
  # The map says what of which library is in a module; tests/notices_test.py reads it.
  target_link_options(${name} PRIVATE -flto -Wl,--strip-all -Wl,--gc-sections -Wl,--lto-O2
    -Wl,-Map=${PROJECT_BINARY_DIR}/${name}.map)
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/wasm_imports.py $<TARGET_FILE:${name}>
    COMMENT "${name}.wasm imports nothing" VERBATIM)
endfunction()

set(table_folders engine session session/player wire/table)
set(solver_folders ${table_folders} ${QUINCUNX_SOLVER_FOLDERS} advice fair deals stats wire)
# The code behind play is quick enough: it is optimized for size in every module.
set_source_files_properties(session/game.cpp PROPERTIES COMPILE_OPTIONS -Oz)
quincunx_module(table -Oz ${table_folders})
quincunx_module(solver -O3 ${solver_folders})
quincunx_module(bench -O3 ${solver_folders})
include(cmake/OtherGame.cmake)  # freecell.wasm, for a test of the page; it is not shipped
set_target_properties(bench PROPERTIES EXCLUDE_FROM_ALL TRUE)  # only tools/wasm_speed.py needs it
