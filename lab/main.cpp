#include "lab/commands.hpp"

int main(int argc, char** argv) {
    using namespace quincunx::cli;
    Program program(
        "quincunx-lab", "Experiments with patience games: studies, puzzles, ratings, benchmarks.",
        {add_solve, add_merge, add_certify, add_fair, add_rate, add_puzzles, add_days, add_perft, add_bench});
    return program.run(argc, argv);
}
