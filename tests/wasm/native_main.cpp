// The native twin of a WebAssembly module, linked with the module's own source: requests arrive on standard
// input, and answers go to standard output, each as its number of bytes on a line followed by the bytes
// (module.mjs does the same).
#include <cstddef>
#include <cstdlib>
#include <iostream>

extern "C" {
char* q_alloc(std::size_t size);
const char* q_request(const char* request, std::size_t size);
std::size_t q_answer_size();
}

int main() {
    std::size_t size = 0;
    while (std::cin >> size && std::cin.get() == '\n') {
        char* const request = q_alloc(size);
        if (!std::cin.read(request, static_cast<std::streamsize>(size))) return EXIT_FAILURE;
        const char* const answer = q_request(request, size);
        std::cout << q_answer_size() << '\n';
        std::cout.write(answer, static_cast<std::streamsize>(q_answer_size())).flush();
    }
    return std::cin.eof() ? EXIT_SUCCESS : EXIT_FAILURE;
}
