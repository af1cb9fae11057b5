// The native twin of a WebAssembly module, linked with the module's own source: requests come on standard
// input, answers go to standard output, each as its number of bytes on a line and then the bytes (module.mjs
// does the same).
#include <cstddef>
#include <cstdio>
#include <cstdlib>

extern "C" {
char* q_alloc(std::size_t size);
const char* q_request(const char* request, std::size_t size);
std::size_t q_answer_size();
}

int main() {
    std::size_t size = 0;
    while (std::scanf("%zu", &size) == 1 && std::getchar() == '\n') {
        char* const request = q_alloc(size);
        if (std::fread(request, 1, size, stdin) != size) {
            return EXIT_FAILURE;
        }
        const char* const answer = q_request(request, size);
        std::printf("%zu\n", q_answer_size());
        std::fwrite(answer, 1, q_answer_size(), stdout);
        std::fflush(stdout);
    }
    return std::feof(stdin) != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
