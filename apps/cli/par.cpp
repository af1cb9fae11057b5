#include <memory>

#include "apps/cli/commands.hpp"
#include "apps/common/deal_search.hpp"
#include "apps/common/described.hpp"
#include "apps/common/file.hpp"
#include "apps/common/game_argument.hpp"
#include "apps/common/record_file.hpp"
#include "engine/text.hpp"

/// `quincunx par`: the number of moves of the shortest solution that the program finds, and whether that is the least.
namespace quincunx::cli {

namespace {

struct ParOptions {
    std::string deal;
    std::string rules;  ///< the name of a file
    std::string out;
    bool force = false;
    bool json = false;
};

Exit show_par(const ParOptions& options) {
    if (options.force && options.out.empty()) refuse("--force is for --out");
    refuse_two_outputs(options.out, options.json);
    const SharedRules own = own_rules(options.rules);
    const DealText deal = deal_argument(options.deal, own);
    if (!options.out.empty()) NewFile::refuse(options.out, options.force);
    const std::unique_ptr<deals::DealMaker> maker = deal_maker(deal.id, own);
    const deals::Par par = par_of(*maker, deal);
    const bool won = par.verdict == Verdict::winnable;
    if (won && !options.out.empty())
        write_record(options.out, options.force, record_of(maker->rules(), deal, par.line, true));
    const std::string name = deal_text(deal);
    if (options.json) {
        Json json{{"deal", name}};
        json.update(described(par));
        write_out(json_text(json));
    } else if (!won) {
        write_out(name + ": no par, since it is " +
                  (par.verdict == Verdict::unknown ? "undecided" : "unwinnable") + '\n');
    } else if (options.out != "-") {
        write_out(name + ": par " + std::to_string(par.moves) + (par.proven ? ", proven" : "") +
                  " (the first solution had " + counted(par.first, "move") + ")\n" + wrapped(par.line));
    }
    return won ? Exit::yes : Exit::no;
}

}  // namespace

void add_par(Program& program) {
    const auto [command, options] = program.add<ParOptions>(
        "par", "Find a short solution of a deal; its number of moves is the deal's par", show_par);
    command.add_option("deal", options.deal, "game#number or game:cards")->required()->type_name("DEAL");
    add_rules_option(command, options.rules);
    command.add_option("--out", options.out, "Write the solution as a record")->type_name("FILE");
    command.add_flag("--force", options.force, "Replace the file that --out would overwrite");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx par GAME#12345", "in how many moves this deal can be won"},
                           {"quincunx par GAME#12345 --out par.pat", "par.pat gets the moves"}});
}

}  // namespace quincunx::cli
