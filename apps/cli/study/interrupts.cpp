#include "apps/cli/study/interrupts.hpp"

#include <atomic>

namespace quincunx::cli {

namespace {

std::atomic<int> caught_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // otherwise a signal handler must not touch it

extern "C" void note_signal(int signal) {
    caught_signal = signal;
}

}  // namespace

Interrupts::Interrupts() {
    caught_signal = 0;
    struct sigaction note{};
    note.sa_handler = note_signal;
    note.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(SIGINT, &note, &before_int_);
    ::sigaction(SIGTERM, &note, &before_term_);
}

Interrupts::~Interrupts() {
    ::sigaction(SIGINT, &before_int_, nullptr);
    ::sigaction(SIGTERM, &before_term_, nullptr);
}

int Interrupts::signal() const {
    return caught_signal;
}

}  // namespace quincunx::cli
