#include "apps/common/command.hpp"

int main(int argc, char** argv) {
    return quincunx::cli::Program().run(argc, argv);
}
