#include "apps/common/limits.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "engine/notation.hpp"
#include "engine/text.hpp"

namespace quincunx::cli {

namespace {

constexpr double longest_limit = 1e9;                              // seconds: about 30 years
constexpr std::uint64_t most_mebibytes = std::uint64_t{1} << 23U;  // 8 TiB

std::optional<double> parse_seconds(std::string_view text) {
    if (text.size() > 1 && text[0] == '0' && text[1] != '.') return std::nullopt;
    double seconds = 0;
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const auto [stop, error] = std::from_chars(begin, end, seconds, std::chars_format::fixed);
    const bool good = error == std::errc{} && stop == end && std::isfinite(seconds) && !std::signbit(seconds);
    return good && seconds <= longest_limit ? std::optional(seconds) : std::nullopt;
}

/// A number of mebibytes, or of the unit M or G that follows it.
std::optional<std::uint64_t> parse_memory(std::string_view text) {
    std::uint64_t unit = 1;
    if (text.ends_with('G')) unit = 1024;
    if (text.ends_with('G') || text.ends_with('M')) text.remove_suffix(1);
    const std::optional<std::uint64_t> number = parse_number(text);
    if (!number || *number == 0 || *number > most_mebibytes / unit) return std::nullopt;
    return *number * unit;
}

/// Declares an option whose text is read by `read`; text that it cannot read is bad use.
template <class Value, class Read>
CLI::Option* add_limit(CLI::App& command, const std::string& name, const std::string& says,
                       const std::string& type, const std::string& wanted, Value& value, Read read) {
    return command
        .add_option(name, CLI::callback_t([=, &value](const CLI::results_t& texts) {
                        const auto number = read(texts.front());
                        if (!number)
                            throw CLI::ValidationError(
                                name, "expected " + wanted + ", not " + shown(texts.front()));
                        value = *number;
                        return true;
                    }),
                    says)
        ->type_name(type);
}

template <class Value>
CLI::Option* add_whole_number(CLI::App& command, const std::string& name, const std::string& says,
                              std::uint64_t least, std::uint64_t most, Value& value) {
    return add_limit(command, name, says, "NUMBER", fmt::format("a number from {} to {}", least, most), value,
                     [=](std::string_view text) {
                         const std::optional<std::uint64_t> number = parse_number(text);
                         const bool good = number && *number >= least && *number <= most;
                         return good ? std::optional(static_cast<int>(*number)) : std::nullopt;
                     });
}

}  // namespace

CLI::Option* add_number(CLI::App& command, const std::string& name, const std::string& says,
                        std::uint64_t least, std::uint64_t most, std::optional<int>& value) {
    return add_whole_number(command, name, says, least, most, value);
}

CLI::Option* add_number(CLI::App& command, const std::string& name, const std::string& says,
                        std::uint64_t least, std::uint64_t most, int& value) {
    return add_whole_number(command, name, says, least, most, value);
}

CLI::Option* add_deal_number(CLI::App& command, const std::string& name, const std::string& says,
                             std::optional<std::uint64_t>& value) {
    return add_limit(command, name, says, "NUMBER", "a deal number, from 1", value,
                     [](std::string_view text) {
                         const std::optional<std::uint64_t> number = parse_number(text);
                         return number && *number > 0 ? number : std::nullopt;
                     });
}

void add_seconds(CLI::App& command, const std::string& says, double& seconds) {
    add_limit(command, "--time", says, "SECONDS", "a number of seconds from 0 to 1000000000", seconds,
              parse_seconds);
}

void add_limits(CLI::App& command, SearchLimits& limits, const std::string& each) {
    add_seconds(command, "Seconds for " + each + ", by default 10; 0 for no limit", limits.seconds);
    add_limit(
        command, "--nodes",
        "Most nodes (positions expanded) for " + each + "; unlike time, gives the same answer on every run",
        "NUMBER", "a number of at least 1", limits.nodes, [](std::string_view text) {
            const std::optional<std::uint64_t> number = parse_number(text);
            return number && *number > 0 ? number : std::nullopt;
        });
    add_limit(command, "--memory", "Mebibytes for " + each + ", by default 1024; 2G is 2048", "SIZE",
              "a number of mebibytes from 1 to 8388608, or a size such as 512M or 2G", limits.mebibytes,
              parse_memory);
}

void add_certificate_limits(CLI::App& command, SearchLimits& limits) {
    add_limit(command, "--certify-time", "Seconds for a certificate, by default 600; 0 for no limit",
              "SECONDS", "a number of seconds from 0 to 1000000000", limits.seconds, parse_seconds);
    add_limit(command, "--certify-memory", "Mebibytes for a certificate, by default 2048; 4G is 4096", "SIZE",
              "a number of mebibytes from 1 to 8388608, or a size such as 512M or 4G", limits.mebibytes,
              parse_memory);
}

std::string to_text(const SearchLimits& limits) {
    std::string text;
    if (limits.seconds > 0) text += fmt::format("{} s, ", limits.seconds);
    if (limits.nodes != SearchLimits::no_nodes) text += counted(limits.nodes, "node") + ", ";
    return text + fmt::format("{} MiB", limits.mebibytes);
}

}  // namespace quincunx::cli
