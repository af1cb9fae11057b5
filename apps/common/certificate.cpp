#include "apps/common/certificate.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "apps/common/file.hpp"
#include "apps/common/game_argument.hpp"
#include "apps/common/search.hpp"
#include "engine/text.hpp"
#include "solver/certificate/closed_set.hpp"

namespace quincunx::cli {

namespace {

using solver::certificate::ClosedSet;
using solver::certificate::Outcome;

/// A file that is compressed while it is written.
class PackedFile {
  public:
    PackedFile(std::string name, bool force)
        : name_(std::move(name)),
          file_(name_, force),
          context_(ZSTD_createCCtx()),
          buffer_(ZSTD_CStreamOutSize()) {
        constexpr int level = 9;
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    }

    void write(std::string_view text) { pack(text, ZSTD_e_continue); }
    void complete() {
        pack({}, ZSTD_e_end);
        file_.complete();
    }
    std::uint64_t bytes() const { return bytes_; }

  private:
    struct Free {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };

    void pack(std::string_view text, ZSTD_EndDirective how) {
        ZSTD_inBuffer in{text.data(), text.size(), 0};
        for (;;) {
            ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
            const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, how);
            if (ZSTD_isError(left) != 0) refuse(shown(name_) + ": zstd: " + ZSTD_getErrorName(left));
            file_.write({buffer_.data(), out.pos});
            bytes_ += out.pos;
            if (how == ZSTD_e_end ? left == 0 : in.pos == in.size) return;
        }
    }

    std::string name_;
    NewFile file_;
    std::unique_ptr<ZSTD_CCtx, Free> context_;
    std::vector<char> buffer_;
    std::uint64_t bytes_ = 0;
};

template <const Rules& rules>
std::string header(const Subject& subject, bool plain) {
    namespace certificate = solver::certificate;
    std::string text = "quincunx-certificate 1\n";
    const std::string deal = subject.deal();
    text += deal.empty() ? "position\n" + subject.session.position_text() + "end\n" : "deal " + deal + "\n";
    text += "reasons";
    if (!plain) {
        text += " fixpoint";
        if (certificate::has_safe_play<rules>) text += " safe_play";
        if (certificate::has_twin_play<rules>) text += " twin_play";
    }
    return text + "\n";
}

/// Runs through everything that can be reached. `write` is given the content of the certificate, unless it is
/// empty.
std::optional<Certificate> explore(const Subject& subject, advice::Verdict verdict,
                                   const CertificateOptions& options, bool plain,
                                   const std::function<void(std::string_view)>& write) {
    Certificate result;
    bool won = false;
    const bool listed = games::with_rules(subject.session.rules(), [&]<const Rules & rules>() {
        const Stopwatch watch;
        const Expected<Position<rules>> start = parse_position<rules>(subject.session.position_text());
        if (write) write(header<rules>(subject, plain));
        const auto set = std::make_unique<ClosedSet<rules>>(
            *start, !plain, static_cast<std::size_t>(options.limits.mebibytes) << 20U);
        StepSize size;
        const auto keep = [&](std::string_view text) {
            if (write) write(text);
        };
        for (bool over = false; !over;) {
            const Clock::time_point begin = Clock::now();
            over = set->step(size.nodes(), keep);
            size.took(Clock::now() - begin);
            if (!over && watch.over(options.limits.seconds))
                throw LimitReached(
                    fmt::format("{}: no certificate within {} s; {} so far, and --certify-time allows more",
                                subject.name, options.limits.seconds, counted(set->states(), "state")));
        }
        if (set->outcome() == Outcome::out_of_memory)
            throw LimitReached(
                fmt::format("{}: no certificate within {} MiB; {} so far, and --certify-memory allows more",
                            subject.name, options.limits.mebibytes, counted(set->states(), "state")));
        won = set->outcome() == Outcome::won;
        result = {.states = set->states(),
                  .sum = fmt::format("{:016x}{:016x}", set->sum().high, set->sum().low),
                  .milliseconds = watch.milliseconds()};
    });
    if (!listed) refuse(subject.name + ": only losses of listed games have certificates");
    if (won && verdict == advice::Verdict::unwinnable)
        refuse(subject.name + ": a defect in the solver: it says unwinnable, but there is a win");
    if (won) return std::nullopt;
    return result;
}

}  // namespace

std::optional<Certificate> write_certificate(const Subject& subject, advice::Verdict verdict,
                                             const CertificateOptions& options) {
    PackedFile file(options.file, options.force);
    std::optional<Certificate> result =
        explore(subject, verdict, options, options.plain, [&](std::string_view text) { file.write(text); });
    if (!result) return result;
    file.complete();
    result->bytes = file.bytes();
    return result;
}

std::optional<Certificate> short_certificate(const Subject& subject, advice::Verdict verdict,
                                             const CertificateOptions& options) {
    return explore(subject, verdict, options, true, {});
}

}  // namespace quincunx::cli
