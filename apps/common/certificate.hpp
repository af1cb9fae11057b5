#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/common/limits.hpp"
#include "apps/common/subject.hpp"

/// Certificates of losses (docs/solver/certificates.md).
namespace quincunx::cli {

struct CertificateOptions {
    std::string file;    ///< where it goes; empty for none
    bool force = false;  ///< replace an existing file
    bool plain = false;  ///< without reasons: every child of every state is in the certificate
    SearchLimits limits{.seconds = 600, .mebibytes = 2048};
};

/// The limits do not suffice for a certificate.
class LimitReached : public Failure {
  public:
    explicit LimitReached(std::string message) : Failure(Exit::misuse, std::move(message)) {}
};

struct Certificate {
    std::uint64_t states = 0;
    std::string sum;  ///< of the 128-bit hashes of the states, as hexadecimal digits
    std::uint64_t bytes = 0;
    double milliseconds = 0;
};

/// Writes the certificate of a position that a search did not win. None if it can be won after all; throws if the search
/// called it unwinnable, or if the limits do not suffice; then no file is left.
std::optional<Certificate> write_certificate(const Subject& subject, advice::Verdict verdict,
                                             const CertificateOptions& options);

/// The short form: the closed set without reasons, counted but not written. Throws like `write_certificate`.
std::optional<Certificate> short_certificate(const Subject& subject, advice::Verdict verdict,
                                             const CertificateOptions& options);

}  // namespace quincunx::cli
