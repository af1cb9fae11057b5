# Debian's clang-22 with wasi-libc and libc++ for wasm32. Flags are added here and not through the *_INIT variables,
# so that a changed flag also takes effect in an existing build folder.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-22)
# The old name of wasm32-wasip1. clang warns about it, but Debian's files are installed under it.
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# Left to itself, CMake takes an llvm-ar of any version, and an older one cannot read what this clang writes.
find_program(CMAKE_AR ar REQUIRED)
find_program(CMAKE_RANLIB ranlib REQUIRED)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
add_compile_options(-Wno-deprecated -fno-exceptions -fno-rtti -msimd128)
# The default stack of 64 KiB is too small for recursive searches.
add_link_options(-mexec-model=reactor --no-wasm-opt -Wno-deprecated -Wl,-z,stack-size=262144)
