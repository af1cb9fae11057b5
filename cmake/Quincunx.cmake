# How a folder becomes a library and a file a program. Sources are found, not listed: if you add a file, the next
# build includes it.

# The options that every target of this project is compiled with. g++ 12 warns of overlap in every
# "text" + std::string (GCC bug 105651), and of array bounds in branches that a switch has ruled out, so these two
# warnings are off; the sanitizers look for both problems. Clang warns of what g++'s own std::stable_sort uses.
add_library(quincunx_options INTERFACE)
target_compile_definitions(quincunx_options INTERFACE QUINCUNX_VERSION="${PROJECT_VERSION}")
target_compile_options(quincunx_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Wimplicit-fallthrough -Wformat=2
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op -Wno-restrict -Wno-array-bounds>
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
  $<$<BOOL:${QUINCUNX_WERROR}>:-Werror>)
# g++ collects its garbage only from half a gigabyte on, not from an eighth, which takes less time for large files.
target_compile_options(quincunx_options INTERFACE
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=524288 --param ggc-min-expand=100>")

# With sanitizers the short run is content with the fewest games in which every field of the rules is at work.
set(QUINCUNX_SANITIZED OFF)
if(CMAKE_CXX_FLAGS_DEBUG MATCHES "-fsanitize")
  set(QUINCUNX_SANITIZED ON)
  if(NOT QUINCUNX_THOROUGH)
    set(QUINCUNX_LIST tests/games/few.hpp)
  endif()
endif()
if(QUINCUNX_LIST)
  target_compile_definitions(quincunx_options INTERFACE QUINCUNX_LIST="${QUINCUNX_LIST}")
endif()

# Every x86-64 processor since 2009 can count bits in one instruction, but the compiler's default target is older.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  target_compile_options(quincunx_options INTERFACE -march=x86-64-v2)
endif()

# Code that reads bytes from strangers is compiled with checks that end the program rather than let it be taken over. The
# search is not: it reads nothing, and its speed is what people wait for.
add_library(quincunx_hardened INTERFACE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT QUINCUNX_WASM)
  target_compile_definitions(quincunx_hardened INTERFACE _FORTIFY_SOURCE=3 _GLIBCXX_ASSERTIONS)
  target_compile_options(quincunx_hardened INTERFACE -fstack-protector-strong -fstack-clash-protection)
endif()

# quincunx_in_one_piece(<target>) compiles all its sources at once, since most of the work is in the headers and templates
# they share: it takes a quarter less time. clang-tidy needs single files.
function(quincunx_in_one_piece target)
  if(NOT CMAKE_CXX_CLANG_TIDY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
endfunction()

set(QUINCUNX_INSTALLED_LIBRARIES "")
set(QUINCUNX_HARDENED_LIBRARIES "")

# The names given to DEPENDS may be layers of this project (engine) or targets of another one (Threads::Threads).
function(quincunx_targets result)
  set(targets "")
  foreach(name IN LISTS ARGN)
    if(TARGET quincunx_${name})
      list(APPEND targets quincunx_${name})
    elseif(name MATCHES "::" AND TARGET ${name})
      list(APPEND targets ${name})
    elseif(name MATCHES "::")
      message(FATAL_ERROR "unknown target ${name}: does CMakeLists.txt find its package?")
    endif()
  endforeach()
  set(${result} "${targets}" PARENT_SCOPE)
endfunction()

# The C++ sources in some folders that belong in a library: no tests and no main programs.
function(quincunx_sources result)
  set(sources "")
  foreach(folder IN LISTS ARGN)
    file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "(_test|/main)\\.cpp$")
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# quincunx_library(<name> <folder>... [PRIVATE_TO_BUILD] [HARDENED] [DEPENDS <layer or target>...])
# makes quincunx_<name> and quincunx::<name> from the sources in the folders. A library that is private to the build is
# not installed, and is not created if its folders have no sources.
function(quincunx_library name)
  cmake_parse_arguments(arg "PRIVATE_TO_BUILD;HARDENED" "" "DEPENDS" ${ARGN})
  quincunx_sources(sources ${arg_UNPARSED_ARGUMENTS})
  if(arg_PRIVATE_TO_BUILD AND NOT sources)
    return()
  endif()
  quincunx_targets(dependencies ${arg_DEPENDS})

  if(NOT sources)
    add_library(quincunx_${name} INTERFACE)
    set(kind INTERFACE)
  else()
    add_library(quincunx_${name} STATIC ${sources})
    set(kind PUBLIC)
  endif()
  add_library(quincunx::${name} ALIAS quincunx_${name})
  target_compile_features(quincunx_${name} ${kind} cxx_std_20)
  target_include_directories(quincunx_${name} ${kind}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/quincunx>)
  target_link_libraries(quincunx_${name} ${kind} ${dependencies})
  if(sources)
    target_link_libraries(quincunx_${name} PRIVATE $<BUILD_INTERFACE:quincunx_options>)
    if(QUINCUNX_QUICK AND NOT name MATCHES "^(engine|solver)$")
      target_compile_options(quincunx_${name} PRIVATE -Og)
    endif()
    if(QUINCUNX_QUICK AND NOT name STREQUAL "solver")
      quincunx_in_one_piece(quincunx_${name})
    endif()
    if(arg_HARDENED)
      target_link_libraries(quincunx_${name} PRIVATE $<BUILD_INTERFACE:quincunx_hardened>)
      set(QUINCUNX_HARDENED_LIBRARIES ${QUINCUNX_HARDENED_LIBRARIES} quincunx_${name} PARENT_SCOPE)
    endif()
  endif()
  if(NOT arg_PRIVATE_TO_BUILD)
    set_target_properties(quincunx_${name} PROPERTIES EXPORT_NAME ${name})
    set(QUINCUNX_INSTALLED_LIBRARIES ${QUINCUNX_INSTALLED_LIBRARIES} quincunx_${name} PARENT_SCOPE)
  endif()
endfunction()

# quincunx_program(<name> <file> [DEPENDS ...]) puts the program at the top of the build folder.
function(quincunx_program name file)
  cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${file})
    return()
  endif()
  quincunx_targets(dependencies ${arg_DEPENDS})
  add_executable(${name} ${file})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${dependencies} quincunx_options quincunx_hardened)
  # The compilers of Debian make position-independent programs; this makes their tables of addresses read-only, too.
  target_link_options(${name} PRIVATE LINKER:-z,relro,-z,now,-z,noexecstack)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()

# quincunx_module(<name> <folder> [DEPENDS ...]) makes lib/quincunx/modules/<name>.so in the build folder, which a program
# loads while it runs. It links no library of the project: all that it has of it is in headers.
function(quincunx_module name folder)
  cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
  quincunx_sources(sources ${folder})
  add_library(quincunx-${name} MODULE ${sources})
  target_include_directories(quincunx-${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(quincunx-${name} PRIVATE ${arg_DEPENDS} quincunx_options quincunx_hardened)
  if(QUINCUNX_QUICK)
    target_compile_options(quincunx-${name} PRIVATE -Og)
  endif()
  target_link_options(quincunx-${name} PRIVATE LINKER:-z,defs,-z,relro,-z,now,-z,noexecstack)
  set_target_properties(quincunx-${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/quincunx/modules)
endfunction()

# quincunx_hardened_first(<program> [EXCEPT <layer of another program>...])
# The searches contain templates of the engine, and so do the hardened layers. Of equal functions the linker keeps the
# copy that it sees first, so it sees all of the hardened layers before anything else.
function(quincunx_hardened_first name)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    return()  # nothing is hardened
  endif()
  cmake_parse_arguments(arg "" "" "EXCEPT" ${ARGN})
  set(archives ${QUINCUNX_HARDENED_LIBRARIES})
  list(TRANSFORM arg_EXCEPT PREPEND quincunx_)
  list(REMOVE_ITEM archives ${arg_EXCEPT})
  list(TRANSFORM archives REPLACE "(.+)" "$<TARGET_FILE:\\1>")
  # Options come before the libraries, which then add only what is still missing.
  target_link_options(${name} PRIVATE LINKER:--whole-archive ${archives} LINKER:--no-whole-archive)
endfunction()
