# apps/wasm/<name>.cpp becomes <name>.wasm, a reactor that exports what its source marks with
# __attribute__((export_name("..."))) and imports nothing.

# The header-only packages that may be used in a module, reachable without putting the host's /usr/include on the
# path, where they would meet the host's C library.
set(wasm_include ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${wasm_include})
foreach(package tl rapidjson)
  find_path(QUINCUNX_HEADERS_${package} NAMES ${package} PATHS /usr/include /usr/local/include
    NO_CMAKE_FIND_ROOT_PATH NO_DEFAULT_PATH REQUIRED)
  file(CREATE_LINK ${QUINCUNX_HEADERS_${package}}/${package} ${wasm_include}/${package} SYMBOLIC)
endforeach()
target_include_directories(quincunx_options SYSTEM INTERFACE ${wasm_include})
target_compile_options(quincunx_options INTERFACE -flto -ffunction-sections -fdata-sections
  -fno-c++-static-destructors)

# What the table needs is loaded before anything is seen and is idle most of the time: made small. The solver is made
# fast; its objects come first, so that the linker keeps their copies of the templates that both use.
set(small -Oz)
foreach(layer engine session)
  get_target_property(kind quincunx_${layer} TYPE)
  if(NOT kind STREQUAL "INTERFACE_LIBRARY")
    target_compile_options(quincunx_${layer} PRIVATE ${small})
  endif()
endforeach()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
file(GLOB modules CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/wasm/*.cpp)
list(FILTER modules EXCLUDE REGEX "_test\\.cpp$")
foreach(file IN LISTS modules)
  cmake_path(GET file STEM name)
  add_executable(${name} ${file} ${PROJECT_SOURCE_DIR}/apps/wasm/runtime/abort.cpp)
  set_target_properties(${name} PROPERTIES SUFFIX .wasm RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  if(name STREQUAL "solver")
    target_link_libraries(${name} PRIVATE quincunx_advice quincunx_solver)
  else()
    target_compile_options(${name} PRIVATE ${small})
  endif()
  target_link_libraries(${name} PRIVATE quincunx_session quincunx_games quincunx_engine quincunx_options)
  target_link_options(${name} PRIVATE -flto -Wl,--strip-all -Wl,--gc-sections -Wl,--lto-O3)
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/wasm_imports.py $<TARGET_FILE:${name}>
    COMMENT "${name}.wasm imports nothing" VERBATIM)
endforeach()
