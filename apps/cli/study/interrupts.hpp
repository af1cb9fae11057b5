#pragma once

#include <csignal>

namespace quincunx::cli {

/// While this exists, the first SIGINT or SIGTERM is noted; a second one ends the program.
class Interrupts {
  public:
    Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;
    ~Interrupts();
    /// The signal that was noted, or 0.
    int signal() const;

  private:
    struct sigaction before_int_{};
    struct sigaction before_term_{};
};

}  // namespace quincunx::cli
