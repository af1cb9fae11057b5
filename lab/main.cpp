#include "lab/commands.hpp"

int main(int argc, char** argv) {
    using namespace quincunx::cli;
    Program program("quincunx-lab", "Experiments with patience games: studies, puzzles, ratings, benchmarks.",
                    {lab::add_solve, lab::add_merge, lab::add_certify, lab::add_fair, lab::add_rate,
                     lab::add_puzzles, lab::add_days, lab::add_perft, lab::add_bench});
    return program.run(argc, argv);
}
