// How the C++ library ends a module after a failed assertion or when memory runs out: immediately. The
// library's own versions print a message, for which a module would have to import file descriptors that no
// browser has. The trap reaches the page as a WebAssembly.RuntimeError.
#include <cstdarg>
#include <version>

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept {
    __builtin_trap();
}
_LIBCPP_END_NAMESPACE_STD

extern "C" [[noreturn]] void __abort_message(const char*, ...);
extern "C" [[noreturn]] void __abort_message(const char*, ...) {
    __builtin_trap();
}
