# Installs BUILD under its own prefix, then builds and runs the program in SOURCE against the installation.
set(work ${BUILD}/consumer)
file(REMOVE_RECURSE ${work})

function(must)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nfailed with ${status}:\n${output}")
  endif()
endfunction()

must(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/prefix)
must(${CMAKE_COMMAND} -S ${SOURCE} -B ${work}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
  -DCMAKE_PREFIX_PATH=${work}/prefix)
must(${CMAKE_COMMAND} --build ${work}/build)
foreach(name ten_lines solve own_game)
  must(${work}/build/${name})
endforeach()
must(${work}/build/own_rules ${SOURCE}/../../examples/own.json)

# The same without CMake.
set(ENV{PKG_CONFIG_PATH} ${work}/prefix/lib/pkgconfig)
must(sh -c "${CXX} -std=c++20 ${SOURCE}/../../examples/solve.cpp $(pkg-config --cflags --libs quincunx) -o ${work}/solve")
must(${work}/solve "stalactites#12345")

# The installation is self-contained: nothing in it refers to the folder where it was built.
file(GLOB_RECURSE configs ${work}/prefix/*.cmake)
foreach(config IN LISTS configs)
  file(READ ${config} text)
  string(FIND "${text}" "${BUILD}" at)
  if(NOT at EQUAL -1)
    message(FATAL_ERROR "${config} names the build folder ${BUILD}")
  endif()
endforeach()
