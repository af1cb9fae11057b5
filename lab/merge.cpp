#include "lab/study/merge.hpp"

#include <fmt/format.h>

#include "apps/common/json.hpp"
#include "lab/commands.hpp"

namespace quincunx::cli {

namespace {

struct MergeOptions {
    std::vector<std::string> parts;
    std::string out;
    bool force = false;
    bool json = false;
};

Exit merge(const MergeOptions& options) {
    if (options.out.empty()) refuse("merge: --out is missing: the file to write");
    refuse_two_outputs(options.out, options.json);
    const Merged merged = merge_parts(options.parts, options.out, options.force);
    if (options.out == "-") return Exit::yes;
    const StudyHeader& header = merged.header;
    if (options.json) {
        write_out(json_text({{"out", options.out},
                             {"deals", header.deals},
                             {"count", header.count},
                             {"parts", merged.parts},
                             {"bytes", merged.bytes}}));
    } else {
        write_out(fmt::format("{}: {}, {}, {}, {}\n", shown(options.out), header.deals,
                              counted(header.count, "deal"), counted(merged.parts, "part"),
                              counted(merged.bytes, "byte")));
    }
    return Exit::yes;
}

}  // namespace

void add_merge(Program& program) {
    const auto [command, options] =
        program.add<MergeOptions>("merge", "Merge the files of all parts of a range of deals", merge);
    command
        .add_option("part", options.parts,
                    "The files that quincunx-lab solve --part has written, all of one range, in any order")
        ->type_name("FILE")
        ->required();
    command.add_option("--out", options.out, "Write the file of the whole range, or nothing at all")
        ->type_name("FILE");
    command.add_flag("--force", options.force, "Replace the file if it is there");
    add_json_flag(command, options.json);
    add_examples(command, {{"quincunx-lab merge part-*.jsonl --out runs.jsonl",
                            "the file that one process would have written for the whole range"}});
}

}  // namespace quincunx::cli
