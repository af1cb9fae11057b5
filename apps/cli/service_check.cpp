#include "apps/cli/service_check.hpp"

#include <fmt/format.h>
#include <openssl/ssl.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <future>
#include <regex>
#include <stdexcept>
#include <system_error>

#include "apps/common/command.hpp"
#include "service/service.hpp"
#include "service/sqlite_store.hpp"

namespace quincunx::cli {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
namespace fs = std::filesystem;
using asio::ip::tcp;
using namespace std::chrono_literals;

class Findings {
  public:
    void well(const std::string& text) { write_out("ok     " + text + '\n'); }
    /// Nothing is wrong, as long as things stay as they are.
    void note(const std::string& text) { write_out("note   " + text + '\n'); }
    void wrong(const std::string& text) {
        write_out("WRONG  " + text + '\n');
        all_well_ = false;
    }
    bool all_well() const { return all_well_; }

  private:
    bool all_well_ = true;
};

struct Address {
    std::string scheme;
    std::string host;
    std::string port;
    std::string host_field;
};

struct Said {
    http::response<http::string_body> answer;
    int days = -1;  ///< until the certificate ends
};

/// Whether an address means the machine on which it is said, wherever that is. A name that this machine alone takes for its
/// own, as behind a proxy, is one of the public.
bool is_of_this_machine(const std::string& host) {
    boost::system::error_code no_address;
    const asio::ip::address address = asio::ip::make_address(host, no_address);
    return no_address ? host == "localhost" || host.ends_with(".localhost") : address.is_loopback();
}

/// One request, within ten seconds.
Said asked(const Address& where, http::request<http::string_body> request) {
    asio::io_context context;
    const auto within = [&](auto future) {
        context.restart();
        context.run_for(10s);
        if (future.wait_for(0s) != std::future_status::ready)
            throw std::runtime_error("it does not answer within ten seconds");
        return future.get();
    };
    request.version(11);
    request.set(http::field::host, where.host_field);
    // Past the proxy: what it would say, so that the server does not miss it.
    if (is_of_this_machine(where.host)) request.set("X-Forwarded-For", "127.0.0.1");
    request.set(http::field::connection, "close");
    request.prepare_payload();
    tcp::resolver resolver(context);
    const auto found = within(resolver.async_resolve(where.host, where.port, asio::use_future));
    Said said;
    boost::beast::flat_buffer buffer;
    const auto talk = [&](auto& stream) {
        within(http::async_write(stream, request, asio::use_future));
        http::response_parser<http::string_body> parser;
        if (request.method() == http::verb::head) parser.skip(true);
        within(http::async_read(stream, buffer, parser, asio::use_future));
        said.answer = parser.release();
    };
    const auto connect = [&](tcp::socket& socket) {
        boost::system::error_code failed = asio::error::host_not_found;
        for (const auto& entry : found) {
            socket.close();
            try {
                within(socket.async_connect(entry.endpoint(), asio::use_future));
                return;
            } catch (const boost::system::system_error& error) {
                failed = error.code();
            }
        }
        throw boost::system::system_error(failed);
    };
    if (where.scheme == "http") {
        tcp::socket socket(context);
        connect(socket);
        talk(socket);
        return said;
    }
    asio::ssl::context trust(asio::ssl::context::tls_client);
    trust.set_default_verify_paths();
    asio::ssl::stream<tcp::socket> stream(context, trust);
    stream.set_verify_mode(asio::ssl::verify_peer);
    stream.set_verify_callback(asio::ssl::host_name_verification(where.host));
    // SSL_set_tlsext_host_name is a macro for this, with a cast.
    std::string name = where.host;
    SSL_ctrl(stream.native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data());
    connect(stream.next_layer());
    try {
        within(stream.async_handshake(asio::ssl::stream_base::client, asio::use_future));
    } catch (const boost::system::system_error& error) {
        const long verdict = SSL_get_verify_result(stream.native_handle());
        throw std::runtime_error(verdict == X509_V_OK
                                     ? "its certificate is not one for " + where.host + ": " + error.what()
                                     : std::string("browsers do not trust its certificate: ") +
                                           X509_verify_cert_error_string(verdict));
    }
    if (X509* const certificate = SSL_get1_peer_certificate(stream.native_handle())) {
        int seconds = 0;
        ASN1_TIME_diff(&said.days, &seconds, nullptr, X509_get0_notAfter(certificate));
        X509_free(certificate);
    }
    talk(stream);
    return said;
}

http::request<http::string_body> request_of(http::verb method, const std::string& target) {
    return {method, target, 11};
}

Address address_of(const std::string& text) {
    std::smatch parts;
    if (!std::regex_match(text, parts,
                          std::regex(R"((https?)://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::(\d+))?/?)")))
        refuse("service: expected an address such as https://play.example.org/, not " + shown(text));
    const std::string port = parts[3].matched ? parts[3].str() : parts[1] == "https" ? "443" : "80";
    std::string host = parts[2];
    const std::string field = host + (parts[3].matched ? ":" + port : "");
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    return {parts[1], host, port, field};
}

void look_at_database(Findings& findings, const fs::path& file) {
    std::error_code failed;
    if (!fs::exists(file, failed))
        return findings.wrong(
            failed ? fmt::format("{} cannot be looked at: {}; ask as root", file.string(), failed.message())
                   : fmt::format("there is no {}: no server with a service has been started", file.string()));
    try {
        const std::unique_ptr<service::Store> store = service::open_sqlite(file, {.existing = true});
        const std::vector<std::uint64_t> sizes = store->sizes();
        findings.well(fmt::format("{}: {} players, {} results", file.string(), sizes.at(0), sizes.at(2)));
        if (const auto latest = store->latest_time();
            latest && service::system_time() < *latest - service::a_day)
            findings.wrong("the clock of this machine is behind: the service has known " +
                           service::day_text(*latest));
    } catch (const service::StorageError& error) {
        findings.wrong(std::string(error.what()));
    }
    struct stat own{};
    struct stat folder{};
    if (::stat(file.c_str(), &own) == 0 && ::stat(file.parent_path().c_str(), &folder) == 0 &&
        own.st_uid != folder.st_uid)
        findings.wrong(
            fmt::format("{} belongs to another user than its folder, so the server cannot use it: chown "
                        "--reference={} {}",
                        file.string(), file.parent_path().string(), file.string()));
    constexpr std::uintmax_t little = 200U << 20U;
    if (const fs::space_info room = fs::space(file, failed); !failed && room.available < little)
        findings.wrong(fmt::format("the disk of {} has {} MiB left", file.string(), room.available >> 20U));
}

void look_at_backups(Findings& findings, const fs::path& folder) {
    std::error_code failed;
    std::optional<fs::file_time_type> newest;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed))
        if (entry.path().extension() == ".db")
            newest = std::max(newest.value_or(entry.last_write_time()), entry.last_write_time());
    const auto now = fs::file_time_type::clock::now();
    if (!newest)
        return findings.wrong(
            fmt::format("there is no backup in {}: systemctl enable --now quincunx-backup.timer, and "
                        "systemctl start quincunx-backup for one now",
                        folder.string()));
    const auto hours = std::chrono::duration_cast<std::chrono::hours>(now - *newest).count();
    if (hours >= 48)
        findings.wrong(
            fmt::format("the newest backup in {} is {} days old: systemctl status quincunx-backup.timer",
                        folder.string(), hours / 24));
    else
        findings.well(fmt::format("the newest backup in {} is {} hours old", folder.string(), hours));
}

/// The server, as a player's browser finds it.
void look_at_server(Findings& findings, const std::string& text) {
    const Address where = address_of(text);
    const bool is_public = !is_of_this_machine(where.host);
    try {
        const Said page = asked(where, request_of(http::verb::head, "/"));
        if (page.answer.result_int() == 502 || page.answer.result_int() == 504)
            return findings.wrong(text + ": the proxy has no server behind it: systemctl status quincunx");
        if (page.answer.result_int() != 200)
            return findings.wrong(
                fmt::format("{} answers {}, not the table", text, page.answer.result_int()));
        if (page.answer["Server"] != "Quincunx" &&
            page.answer.find("Content-Security-Policy") == page.answer.end())
            return findings.wrong(text + " is of something else");
        findings.well(text + " has the table");
        constexpr int soon = 20;
        if (where.scheme == "https" && page.days < soon)
            findings.wrong(fmt::format(
                "the certificate of {} ends in {} days and was not renewed: systemctl status certbot.timer",
                where.host, page.days));
        else if (where.scheme == "https")
            findings.well(fmt::format("the certificate of {} is good for {} days", where.host, page.days));
        const Said who = asked(where, request_of(http::verb::get, "/api/1/service"));
        if (who.answer.result_int() == 404)
            return findings.wrong(
                "there is no service: who runs it is not said (--operator and --contact), or its database "
                "cannot be used "
                "(journalctl -u quincunx)");
        if (who.answer.result_int() == 421)
            return findings.wrong(fmt::format("the service is for another name: --site-name {}", where.host));
        if (who.answer.result_int() != 200)
            return findings.wrong(fmt::format("the service answers {}", who.answer.result_int()));
        if (who.answer.body().find(R"("operator":null)") != std::string::npos) {
            if (is_public)
                findings.wrong("the service does not say who runs it: --operator and --contact");
            else
                findings.note(
                    "nobody is said to run the service, which a server for this machine alone need not "
                    "say; for others: --operator and --contact");
        }
        // As a page would send it, but for its content: it is refused for that, and not before.
        http::request<http::string_body> send =
            request_of(http::verb::put, "/api/1/challenges/" + std::string(32, '0'));
        send.set(http::field::origin, where.scheme + "://" + where.host_field);
        send.set(http::field::content_type, "application/json");
        send.set(http::field::authorization, "Bearer " + std::string(43, 'c'));
        send.body() = "nothing";
        const Said sent = asked(where, send);
        const std::string& body = sent.answer.body();
        if (body.find("urn:quincunx:bad-json") != std::string::npos)
            findings.well("pages can send results");
        else if (body.find("urn:quincunx:other-origin") != std::string::npos)
            findings.wrong(
                "pages can send nothing: the proxy changes the field Host; have it pass it on as it comes "
                "(nginx: $http_host), or "
                "say --site-name " +
                where.host);
        else
            findings.wrong(
                fmt::format("pages can send nothing: the service answers {}", sent.answer.result_int()));
        const std::string own = is_public ? "/metrics" : "/health";
        const unsigned status = asked(where, request_of(http::verb::get, own)).answer.result_int();
        if (is_public && status == 200)
            findings.wrong("everyone can read " + text + "metrics: the proxy has to refuse it");
        else if (!is_public && status != 200)
            findings.wrong("the service cannot write: journalctl -u quincunx says why");
    } catch (const std::exception& error) {
        std::string why = error.what();
        if (const auto* const system = dynamic_cast<const boost::system::system_error*>(&error))
            why = system->code().message();
        findings.wrong(text + ": " + why);
    }
}

}  // namespace

bool check_service(const fs::path& database, bool is_packaged, const std::string& address) {
    Findings findings;
    if (!database.empty()) look_at_database(findings, database);
    if (is_packaged) look_at_backups(findings, "/var/backups/quincunx");
    if (address.empty() || is_packaged) look_at_server(findings, "http://127.0.0.1:8080/");
    if (!address.empty()) look_at_server(findings, address);
    return findings.all_well();
}

}  // namespace quincunx::cli
