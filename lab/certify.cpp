#include <fmt/format.h>

#include <memory>

#include "apps/common/certificate.hpp"
#include "apps/common/file.hpp"
#include "apps/common/search.hpp"
#include "engine/text.hpp"
#include "lab/commands.hpp"
#include "lab/many_options.hpp"

/// `quincunx-lab certify`: certificates of many losses, in their short form.
namespace quincunx::cli::lab {

namespace {

struct CertifyOptions {
    std::string what;
    SearchLimits limits;
    CertificateOptions certificate{.file = "-"};
};

/// Deals for which the limits do not suffice are named in comments.
Exit certify(const CertifyOptions& options) {
    const DealList deals = deals_to_work_on("certify", options.what);
    NewFile out(options.certificate.file, options.certificate.force);
    out.write("quincunx-short 1\n");
    std::uint64_t certified = 0;
    std::uint64_t states = 0;
    std::uint64_t open = 0;
    for (std::uint64_t i = 0; i < deals.size(); ++i) {
        const Subject subject = deal_subject(deals.text(i));
        const std::unique_ptr<advice::Advisor> advisor = advisor_for(subject);
        const Answer answer = search(*advisor, options.limits, false, {});
        complain_of_defect(answer.defective, subject.name);
        if (answer.verdict == advice::Verdict::winnable) continue;
        try {
            const std::optional<Certificate> certificate =
                short_certificate(subject, answer.verdict, options.certificate);
            if (!certificate) continue;
            out.write(fmt::format("{} {} {}\n", subject.name, certificate->states, certificate->sum));
            ++certified;
            states += certificate->states;
        } catch (const LimitReached& limit) {
            out.write(fmt::format("# {}\n", limit.what()));
            ++open;
        }
    }
    out.write("end\n");
    out.complete();
    if (options.certificate.file != "-")
        write_out(fmt::format("{}: {} of {} certified, {}; limits too small for {}\n",
                              shown(options.certificate.file), counted(certified, "lost deal"),
                              counted(deals.size(), "deal"), counted(states, "state"),
                              counted(open, "deal")));
    return open == 0 ? Exit::yes : Exit::no;
}

}  // namespace

void add_certify(Program& program) {
    const auto [command, options] = program.add<CertifyOptions>(
        "certify", "Say of each lost deal how many positions it has, with a sum of hashes", certify);
    add_deals(command, options.what)->required();
    add_limits(command, options.limits, "a deal");
    add_certificate_limits(command, options.certificate.limits);
    command.add_option("--out", options.certificate.file, "Write to this file, not to standard output")
        ->type_name("FILE");
    command.add_flag("--force", options.certificate.force, "Replace the file if it is there");
    add_examples(command, {{"quincunx-lab certify GAME#1000001..1100000 --out lost.txt",
                            "quincunx-check compares the file with what it counts itself"}});
}

}  // namespace quincunx::cli::lab
