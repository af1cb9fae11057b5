#include "apps/server/server.hpp"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <csignal>
#include <ctime>
#include <unordered_set>
#include <utility>

#include "apps/server/answer.hpp"

namespace quincunx::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

std::string_view view(beast::string_view text) {
    return {text.data(), text.size()};
}
beast::string_view view(std::string_view text) {
    return {text.data(), text.size()};
}

/// The time in the format of RFC 9110: "Sun, 06 Nov 1994 08:49:37 GMT".
std::string http_date() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

}  // namespace

class Server::Impl {
  public:
    Impl(Site site, const Limits& limits) : site_(std::move(site)), limits_(limits) {}

    tl::expected<void, std::string> listen(const std::string& host, std::uint16_t port);
    [[nodiscard]] std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    [[nodiscard]] std::string address() const;

    void run();
    void post_stop() {
        asio::post(context_, [this] { stop(); });
    }
    void stop_on_signals() {
        signals_.add(SIGINT);
        signals_.add(SIGTERM);
        watch_signals();
    }

  private:
    class Connection;

    void accept();
    void welcome(tcp::socket socket);
    void stop();
    void end_if_idle();
    void watch_signals();

    Site site_;
    Limits limits_;
    std::unordered_set<Connection*> connections_;
    bool stopping_ = false;
    asio::io_context context_{1};  // declared after what its handlers use, so destroyed before it
    tcp::acceptor acceptor_{context_};
    asio::steady_timer retry_{context_};
    asio::steady_timer deadline_{context_};
    asio::signal_set signals_{context_};
};

/// One client. It lives as long as an operation on it is pending.
class Server::Impl::Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(Impl& server, tcp::socket socket) : server_(server), stream_(std::move(socket)) {
        error_code ignored;
        stream_.socket().set_option(tcp::no_delay(true), ignored);
        server_.connections_.insert(this);
    }
    ~Connection() {
        server_.connections_.erase(this);
        server_.end_if_idle();
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void read();
    void refuse(unsigned status) {
        write(refusal(status), {.version = 11, .keep_alive = false, .head_only = false});
    }

    /// Closes the connection, immediately or after the answer that is being sent.
    void stop() {
        if (!writing_) {
            stream_.close();
        }
    }

  private:
    struct Manner {
        unsigned version;  // 10 or 11
        bool keep_alive;
        bool head_only;
    };

    void on_read(error_code error);
    void write(const Response& answer, const Manner& manner);
    void on_write(error_code error);
    void linger();

    Impl& server_;
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
    std::unique_ptr<http::request_parser<http::empty_body>> parser_;  // a new one for each request
    http::response<http::span_body<const char>> response_;
    bool writing_ = false;
};

// --- A connection --------------------------------------------------------------------------------

void Server::Impl::Connection::read() {
    parser_ = std::make_unique<http::request_parser<http::empty_body>>();
    parser_->header_limit(static_cast<std::uint32_t>(server_.limits_.head_bytes));
    stream_.expires_after(server_.limits_.head_time);
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->on_read(error); });
}

void Server::Impl::Connection::on_read(error_code error) {
    if (server_.stopping_) {
        return;
    }
    if (error) {
        // A client that sent something other than a request is told so; one that left, or was too slow, is
        // not.
        if (error == http::error::header_limit) {
            refuse(431);
        } else if (error == http::error::body_limit) {
            refuse(413);
        } else if (error.category() == make_error_code(http::error::bad_method).category() &&
                   error != http::error::end_of_stream && error != http::error::partial_message) {
            refuse(400);
        }
        return;
    }
    const auto& request = parser_->get();
    if (request.version() != 10 && request.version() != 11) {
        return refuse(400);
    }
    if (request.version() == 11 && request.count(http::field::host) != 1) {
        return refuse(400);
    }
    const auto body = parser_->content_length();
    const bool has_body = parser_->chunked() || (body && *body != 0);
    const std::string accept_encoding(view(request[http::field::accept_encoding]));
    const std::string if_none_match(view(request[http::field::if_none_match]));
    Response answer = server::answer(server_.site_, {.method = view(request.method_string()),
                                                     .target = view(request.target()),
                                                     .accept_encoding = accept_encoding,
                                                     .if_none_match = if_none_match});
    if (has_body && answer.status != 405) {
        answer = refusal(413);
    }
    // A body is never read, so nothing after it can be understood.
    write(answer, {.version = request.version(),
                   .keep_alive = request.keep_alive() && !has_body,
                   .head_only = request.method() == http::verb::head});
}

void Server::Impl::Connection::write(const Response& answer, const Manner& manner) {
    response_ = {};
    response_.version(manner.version);
    response_.result(answer.status);
    response_.set(http::field::server, "Quincunx");
    response_.set(http::field::date, http_date());
    for (const auto& [name, value] : answer.fields) {
        response_.set(view(name), value);
    }
    if (answer.status != 304) {
        response_.content_length(answer.body.size());
    }
    response_.keep_alive(manner.keep_alive);
    if (!manner.head_only) {
        response_.body() = {answer.body.data(), answer.body.size()};
    }
    stream_.expires_after(server_.limits_.answer_time);
    writing_ = true;
    http::async_write(stream_, response_,
                      [self = shared_from_this()](error_code error, std::size_t) { self->on_write(error); });
}

void Server::Impl::Connection::on_write(error_code error) {
    writing_ = false;
    if (error) {
        return;
    }
    if (!response_.keep_alive() || server_.stopping_) {
        return linger();
    }
    read();
}

/// Closes our side and, for a moment, reads what still arrives: closing with unread data would make the
/// system report an error to the client, which might arrive before the answer does.
void Server::Impl::Connection::linger() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    buffer_.clear();
    stream_.expires_after(std::chrono::seconds(1));
    asio::async_read(stream_, buffer_.prepare(server_.limits_.head_bytes),
                     [self = shared_from_this()](error_code, std::size_t) { self->stream_.close(); });
}

// --- The server ----------------------------------------------------------------------------------

tl::expected<void, std::string> Server::Impl::listen(const std::string& host, std::uint16_t port) {
    const auto failed = [&](const error_code& error) {
        const std::string where = host + " port " + std::to_string(port);
        if (error == asio::error::address_in_use) {
            return tl::unexpected("cannot listen on " + where +
                                  ": another program is using it; choose another port with --port");
        }
        return tl::unexpected("cannot listen on " + where + ": " + error.message());
    };
    if (host.empty()) {
        return tl::unexpected<std::string>(
            "cannot listen: expected an address or a name, not an empty string");
    }
    error_code error;
    const auto found =
        tcp::resolver(context_).resolve(host, std::to_string(port), tcp::resolver::numeric_service, error);
    if (error) {
        return failed(error);
    }
    const tcp::endpoint endpoint = found.begin()->endpoint();
    if (endpoint.address().is_unspecified()) {
        asio::ip::make_address(host, error);  // does not accept "0" and the like
        if (error) {
            return tl::unexpected("cannot listen on " + host + " port " + std::to_string(port) +
                                  ": to listen on every address of this machine, use 0.0.0.0 or ::");
        }
    }
    acceptor_.open(endpoint.protocol(), error);
    if (!error) {
        acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    }
    if (!error) {
        acceptor_.bind(endpoint, error);
    }
    if (!error) {
        acceptor_.listen(asio::socket_base::max_listen_connections, error);
    }
    if (error) {
        return failed(error);
    }
    return {};
}

std::string Server::Impl::address() const {
    const tcp::endpoint endpoint = acceptor_.local_endpoint();
    const std::string host = endpoint.address().to_string();
    return "http://" + (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" + std::to_string(port()) +
           "/";
}

void Server::Impl::accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
        if (stopping_) {
            return;
        }
        if (error) {
            // Most likely out of file descriptors: some connection has to end first.
            retry_.expires_after(std::chrono::milliseconds(100));
            retry_.async_wait([this](error_code cancelled) {
                if (!cancelled) {
                    accept();
                }
            });
            return;
        }
        welcome(std::move(socket));
        accept();
    });
}

void Server::Impl::welcome(tcp::socket socket) {
    const std::size_t others = connections_.size();
    if (others >= 2 * limits_.connections) {
        return;  // too many connections even to send this one an answer
    }
    const auto connection = std::make_shared<Connection>(*this, std::move(socket));
    if (others >= limits_.connections) {
        connection->refuse(503);
    } else {
        connection->read();
    }
}

void Server::Impl::run() {
    if (!stopping_) {
        accept();
    }
    context_.run();
}

void Server::Impl::stop() {
    if (stopping_) {
        context_.stop();
        return;
    }
    stopping_ = true;
    error_code ignored;
    acceptor_.close(ignored);
    retry_.cancel();
    for (Connection* const connection : connections_) {
        connection->stop();
    }
    deadline_.expires_after(limits_.stop_time);
    deadline_.async_wait([this](error_code) { context_.stop(); });
    end_if_idle();
}

void Server::Impl::end_if_idle() {
    if (stopping_ && connections_.empty()) {
        context_.stop();
    }
}

void Server::Impl::watch_signals() {
    signals_.async_wait([this](error_code error, int) {
        if (!error) {
            stop();
            watch_signals();
        }
    });
}

// --- The public interface ------------------------------------------------------------------------

tl::expected<Server, std::string> Server::listen(const std::string& host, std::uint16_t port, Site site,
                                                 const Limits& limits) {
    auto impl = std::make_unique<Impl>(std::move(site), limits);
    if (auto listening = impl->listen(host, port); !listening) {
        return tl::unexpected(std::move(listening.error()));
    }
    return Server(std::move(impl));
}

std::uint16_t Server::port() const {
    return impl_->port();
}
std::string Server::address() const {
    return impl_->address();
}
void Server::run() {
    impl_->run();
}
void Server::stop() {
    impl_->post_stop();
}
void Server::stop_on_signals() {
    impl_->stop_on_signals();
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&&) noexcept = default;
Server::~Server() = default;

}  // namespace quincunx::server
