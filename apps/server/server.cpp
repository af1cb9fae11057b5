#include "apps/server/server.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <future>
#include <limits>
#include <list>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

#include "apps/server/access_log.hpp"
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

using Clock = std::chrono::steady_clock;

/// The size of a part of an answer that is sent at a time.
constexpr int piece_bytes = 128 * 1024;

/// The address in an entry of X-Forwarded-For. Some proxies write a port after it, and then brackets around an IPv6
/// address.
std::optional<asio::ip::address> forwarded(std::string_view entry) {
    if (entry.starts_with('['))
        entry = entry.substr(1, entry.find(']') - 1);
    else if (std::count(entry.begin(), entry.end(), ':') == 1)
        entry = entry.substr(0, entry.find(':'));
    error_code bad;
    const asio::ip::address address = asio::ip::make_address(entry, bad);
    return bad ? std::nullopt : std::optional(address);
}

/// The part that counts as one address: an IPv4 address, or the network half of an IPv6 address, since whoever has one
/// of those has all of them.
using AddressKey = std::array<unsigned char, 9>;
AddressKey key_of(asio::ip::address address) {
    AddressKey key{};
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
    if (address.is_v4()) {
        const auto bytes = address.to_v4().to_bytes();
        std::copy(bytes.begin(), bytes.end(), key.begin() + 1);
        key[0] = 4;
    } else {
        const auto bytes = address.to_v6().to_bytes();
        std::copy(bytes.begin(), bytes.begin() + 8, key.begin() + 1);
        key[0] = 6;
    }
    return key;
}

/// The network around it: a /24 of IPv4, or a /48 of IPv6, which one household may have.
std::string network_of(const AddressKey& key) {
    return {key.begin(), key.begin() + (key[0] == 4 ? 4 : 7)};
}

/// An address as a host in addresses of pages.
std::string text_of(const asio::ip::address& address) {
    return address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
}

/// How many of something each address has.
class Counts {
  public:
    std::size_t of(const AddressKey& key) const { return counts_.contains(key) ? counts_.at(key) : 0; }
    void add(const AddressKey& key) { ++counts_[key]; }
    void remove(const AddressKey& key) {
        if (--counts_[key] == 0) counts_.erase(key);
    }

  private:
    std::map<AddressKey, std::size_t> counts_;
};

/// Whether an address is one at home.
bool is_at_home(const asio::ip::address_v4& address) {
    const auto bytes = address.to_bytes();
    return address.is_loopback() || bytes[0] == 10 || (bytes[0] == 192 && bytes[1] == 168) ||
           (bytes[0] == 172 && (bytes[1] & 0xf0U) == 16);
}

/// All fields of a name as one list, as RFC 9110 (5.2) joins them.
template <class Fields, class Name>
std::string joined(const Fields& fields, Name name) {
    std::string list;
    const auto range = fields.equal_range(name);
    for (auto field = range.first; field != range.second; ++field) {
        list += list.empty() ? "" : ", ";
        list += view(field->value());
    }
    return list;
}

class Listener final : public Server {
  public:
    Listener(Site site, const Limits& limits, const Manner& manner)
        : site_(std::make_shared<const Site>(std::move(site))), limits_(limits), manner_(manner) {}

    tl::expected<void, std::string> open_log() {
        return manner_.log.empty() ? tl::expected<void, std::string>() : log_.open(manner_.log);
    }
    tl::expected<void, std::string> listen_on(const std::string& host, std::uint16_t port);

    [[nodiscard]] std::uint16_t port() const override { return acceptor_.local_endpoint().port(); }
    [[nodiscard]] std::string address() const override;
    void run() override {
        if (!stopping_) accept();
        // Whatever is thrown, if memory is short, costs the connection that it concerns and not the server.
        for (;;) try {
                context_.run();
                return;
            } catch (const std::exception& error) {
                std::fprintf(stderr, "quincunx serve: a connection was given up: %s\n", error.what());
            }
    }
    void stop() override {
        asio::post(context_, [this] { end(); });
    }
    void stop_on_signals() override {
        signals_.add(SIGINT);
        signals_.add(SIGTERM);
        watch_signals();
    }
    [[nodiscard]] bool is_local() const override {
        return acceptor_.local_endpoint().address().is_loopback();
    }
    void use(service::Api& service) override { service_ = &service; }
    void reload_on_hangup(std::function<tl::expected<Site, std::string>()> read) override {
        read_ = std::move(read);
        hangups_.add(SIGHUP);
        watch_hangups();
    }

  private:
    class Connection;
    using Connections = std::list<Connection*>;

    void accept();
    void welcome(tcp::socket socket);
    void end();
    void end_if_idle();
    void watch_signals();
    void watch_hangups();
    void reload();
    void read_site();
    void take_site(tl::expected<Site, std::string> site);
    void look_at_proxies(std::string_view chain, const asio::ip::address& client);
    bool make_room();
    bool make_room_for(const Connection& body);
    void deliver(std::uint64_t question, service::Answer answer);

    std::shared_ptr<const Site> site_;
    Limits limits_;
    Manner manner_;
    Names names_;
    AccessLog log_;
    service::Api* service_ = nullptr;
    std::unordered_set<Connection*> connections_;
    Connections waiting_;     ///< for a request, the longest first
    Connections uploading_;   ///< a body, the longest first
    Connections sending_;     ///< an answer, the longest first
    Counts connected_;        ///< connections
    Counts answering_;        ///< answers being sent, behind a proxy
    std::size_t bodies_ = 0;  ///< bytes that have come, of those that are read or wait for their answer
    std::function<tl::expected<Site, std::string>()> read_;
    std::array<char, std::size_t{64} * 1024> unread_{};  ///< what nobody looks at, of all connections
    bool reading_site_ = false;
    bool outdated_ = false;  ///< a signal came while the site was being read
    bool stopping_ = false;
    bool advised_ = false;         ///< what to set about the proxies
    unsigned longer_chains_ = 0;   ///< of proxies, one after the other
    asio::io_context context_{1};  // declared after what its handlers use, so destroyed before it
    tcp::acceptor acceptor_{context_};
    asio::steady_timer retry_{context_};
    asio::steady_timer deadline_{context_};
    asio::signal_set signals_{context_};
    asio::signal_set hangups_{context_};
    std::future<void> reading_;  // uses the context, so destroyed before it
    /// Connections that wait for the service, by the number of the question; the service itself must not hold them, since
    /// it has threads of its own.
    std::map<std::uint64_t, std::shared_ptr<Connection>> asking_;
    std::uint64_t questions_ = 0;
};

/// One client. It lives as long as an operation on it is pending.
class Listener::Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(Listener& server, tcp::socket socket, const asio::ip::address& peer)
        : server_(server), stream_(std::move(socket)), peer_(peer), peer_key_(key_of(peer)) {
        error_code ignored;
        stream_.socket().set_option(tcp::no_delay(true), ignored);
        // Bytes that a client does not take fill no more of the system's memory than this.
        stream_.socket().set_option(asio::socket_base::send_buffer_size(piece_bytes), ignored);
        server_.connections_.insert(this);
        server_.connected_.add(peer_key_);
    }
    ~Connection() {
        be_in(nullptr);
        end_body();
        end_answer();
        server_.connected_.remove(peer_key_);
        server_.connections_.erase(this);
        server_.end_if_idle();
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void read();
    void refuse(unsigned status, bool head_only = false) {
        write(refusal(status), {.version = 11, .keep_alive = false, .head_only = head_only});
    }

    /// Closes the connection, immediately or after the answer that is being sent.
    void stop() {
        if (!writing_ && !asking_) stream_.close();
    }
    /// Sends what the service has said.
    void answered(service::Answer answer) {
        asking_ = false;
        end_body();
        say(std::move(answer));
    }
    /// Closes the connection if it has been in its list for that long; whether it was.
    bool give_way(std::chrono::milliseconds grace) {
        if (Clock::now() - since_ < grace) return false;
        be_in(nullptr);
        end_body();
        stream_.close();
        return true;
    }

  private:
    struct Style {
        unsigned version;  // 10 or 11
        bool keep_alive;
        bool head_only;
    };

    void read_head();
    bool asks_for_head() const;
    bool count_answer();
    void on_read(error_code error);
    bool is_for_service(bool has_body);
    void read_body();
    void read_more();
    void ask();
    void say(service::Answer answer);
    void write(const Response& answer, const Style& style);
    void write_more();
    void on_write(error_code error);
    void linger();
    void drain();

    /// Moves to the end of one of the server's lists, or to none.
    void be_in(Connections* list) {
        if (list_ != nullptr) list_->erase(place_);
        list_ = list;
        if (list != nullptr) {
            place_ = list->insert(list->end(), this);
            since_ = Clock::now();
        }
    }
    void count_body(std::size_t bytes) { server_.bodies_ += bytes - std::exchange(body_bytes_, bytes); }
    void end_body() { count_body(0); }
    void end_answer() {
        if (counted_) server_.answering_.remove(*counted_);
        counted_.reset();
    }
    void log(const Response& answer, const Style& style) const;
    const http::request_header<>& header() const {
        return body_ ? static_cast<const http::request_header<>&>(body_->get()) : parser_->get();
    }

    Listener& server_;
    beast::tcp_stream stream_;
    asio::ip::address peer_;
    AddressKey peer_key_;
    Connections* list_ = nullptr;
    Connections::iterator place_;
    Clock::time_point since_;
    beast::flat_buffer buffer_;
    std::unique_ptr<http::request_parser<http::empty_body>> parser_;  // a new one for each request
    std::optional<http::request_parser<http::string_body>> body_;     // its successor, for the service
    service::Request question_;
    std::size_t body_bytes_ = 0;         // for which it counts
    service::Answer said_;               // owns what is being sent
    Style style_{};                      // of the answer of the service
    bool asking_ = false;                // waits for the service
    bool parsed_ = false;                // the parser has a whole request
    asio::ip::address client_;           // who has sent it
    Clock::time_point begun_;            // when it had come
    std::optional<AddressKey> counted_;  // for whom it counts among the answers being sent
    std::shared_ptr<const Site> site_;   // owns what is being sent
    http::response<http::span_body<const char>> response_;
    std::optional<http::response_serializer<http::span_body<const char>>> serializer_;
    Clock::time_point deadline_;  // until which the whole answer must have been taken
    std::size_t drained_ = 0;
    bool writing_ = false;
};

// --- A connection --------------------------------------------------------------------------------

void Listener::Connection::read() {
    be_in(&server_.waiting_);
    body_.reset();
    parser_ = std::make_unique<http::request_parser<http::empty_body>>();
    parser_->header_limit(static_cast<std::uint32_t>(server_.limits_.head_bytes));
    parser_->body_limit(std::numeric_limits<std::uint64_t>::max());  // a body is never read
    parsed_ = false;
    stream_.expires_after(server_.limits_.head_time);
    read_head();
}

/// Skips empty lines before a request, as RFC 9112 (2.2) asks, and reads its header.
void Listener::Connection::read_head() {
    const auto bytes = static_cast<const char*>(buffer_.data().data());
    std::size_t blank = 0;
    while (blank < buffer_.size() && (bytes[blank] == '\r' || bytes[blank] == '\n')) ++blank;
    buffer_.consume(blank);
    if (buffer_.size() == 0) {
        constexpr std::size_t piece = 4096;
        stream_.async_read_some(buffer_.prepare(piece),
                                [self = shared_from_this()](error_code error, std::size_t size) {
                                    if (error) return;  // the client has left, or was too slow
                                    self->buffer_.commit(size);
                                    self->read_head();
                                });
        return;
    }
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->on_read(error); });
}

/// Whether the request is one of HEAD, even if its first line is so wrong that the parser has taken nothing.
bool Listener::Connection::asks_for_head() const {
    if (!parser_->get().method_string().empty()) return parser_->get().method() == http::verb::head;
    const std::string_view received(static_cast<const char*>(buffer_.data().data()), buffer_.size());
    return received.starts_with("HEAD ");
}

void Listener::Connection::on_read(error_code error) {
    if (server_.stopping_) return;
    begun_ = Clock::now();
    client_ = peer_;
    const auto& request = parser_->get();
    const bool head_only = asks_for_head();
    if (error) {
        // A client that sent something other than a request is told so; one that left, or was too slow, is
        // not.
        if (error == http::error::header_limit) {
            refuse(431, head_only);
        } else if (error == http::error::body_limit) {
            refuse(413, head_only);
        } else if (error.category() == make_error_code(http::error::bad_method).category() &&
                   error != http::error::end_of_stream && error != http::error::partial_message) {
            refuse(400, head_only);
        }
        return;
    }
    parsed_ = true;
    if (server_.manner_.behind_proxy) {
        // The proxy adds its own at the end; before that there may be anything.
        const std::string chain = joined(request, view(std::string_view("X-Forwarded-For")));
        const std::size_t start = chain.find_last_of(", ");
        client_ = forwarded(start == std::string::npos ? chain : chain.substr(start + 1)).value_or(client_);
    }
    if (request.version() != 10 && request.version() != 11) return refuse(400, head_only);
    if (request.version() == 11 && request.count(http::field::host) != 1) return refuse(400, head_only);
    // A reader who takes such a field in another way would find another request after this one (RFC 9112, 6.1).
    if (request.count(http::field::transfer_encoding) > 0 && (request.version() == 10 || !parser_->chunked()))
        return refuse(400, head_only);
    const auto body = parser_->content_length();
    const bool has_body = parser_->chunked() || (body && *body != 0);
    style_ = {.version = request.version(),
              .keep_alive = request.keep_alive() && !has_body,
              .head_only = head_only};
    if (!count_answer()) return write(refusal(429), style_);
    if (is_for_service(has_body)) return;
    site_ = server_.site_;
    const std::string accept_encoding = joined(request, http::field::accept_encoding);
    const std::string if_none_match = joined(request, http::field::if_none_match);
    const std::string host = joined(request, http::field::host);
    const std::string accept = joined(request, http::field::accept);
    const Request asked{.method = view(request.method_string()),
                        .target = view(request.target()),
                        .accept_encoding = accept_encoding,
                        .if_none_match = if_none_match,
                        .host = host,
                        .accept = accept};
    std::optional<Response> led = elsewhere(asked, server_.names_);
    Response answer = led ? std::move(*led) : server::answer(*site_, asked);
    if (server_.service_ != nullptr && path_of(asked.target) == "/" && server_.service_->is_for(host))
        answer.fields.emplace_back(service_field, "1");
    if (has_body && answer.status != 405) answer = refusal(413);
    // Such a body is never read, so nothing after it can be understood.
    write(answer, style_);
}

/// Counts an answer for the client, behind a proxy; false if it has too many.
bool Listener::Connection::count_answer() {
    if (!server_.manner_.behind_proxy) return true;
    const AddressKey key = key_of(client_);
    if (server_.answering_.of(key) >= server_.limits_.per_address) return false;
    server_.answering_.add(key);
    counted_ = key;
    return true;
}

/// Whether a request is one for the service; if so, it is taken care of.
bool Listener::Connection::is_for_service(bool has_body) {
    service::Api* const service = server_.service_;
    const auto& request = parser_->get();
    std::optional<std::string> path = service == nullptr ? std::nullopt : path_of(view(request.target()));
    if (!path) return false;
    if (*path == metrics_path) {
        const bool local =
            peer_.is_loopback() && request.count(view(std::string_view("X-Forwarded-For"))) == 0;
        if (!local || has_body || request.method_string() != "GET") return false;
        say({.body = service->metrics(), .type = "text/plain; version=0.0.4"});
        return true;
    }
    if (*path == health_path && !service->can_write() && !has_body &&
        (style_.head_only || request.method_string() == "GET")) {
        say({.status = 503,
             .body = "the service cannot write; standard error says why\n",
             .type = "text/plain; charset=utf-8"});
        return true;
    }
    if (!path->starts_with(service_path)) return false;
    if (server_.manner_.behind_proxy)
        server_.look_at_proxies(joined(request, view(std::string_view("X-Forwarded-For"))), client_);
    const auto field = [&](http::field name) { return joined(request, name); };
    const AddressKey from = key_of(client_);
    question_ = {.method = style_.head_only ? "GET" : std::string(view(request.method_string())),
                 .path = std::move(*path),
                 .host = field(http::field::host),
                 .origin = field(http::field::origin),
                 .content_type = field(http::field::content_type),
                 .authorization = field(http::field::authorization),
                 .address = {from.begin(), from.end()},
                 .network = network_of(from)};
    question_.has_body = has_body;
    if (const auto length = parser_->content_length(); length && !parser_->chunked())
        question_.length = static_cast<std::size_t>(*length);
    if (std::optional<service::Answer> refused = service->refuse(question_))
        say(std::move(*refused));
    else if (has_body)
        read_body();
    else
        ask();
    return true;
}

/// Reads the body of a request that the service has not refused.
void Listener::Connection::read_body() {
    style_.keep_alive = parser_->get().keep_alive();
    const bool waits = beast::iequals(joined(parser_->get(), http::field::expect), "100-continue");
    body_.emplace(std::move(*parser_));
    body_->body_limit(question_.length ? *question_.length : server_.service_->longest_body(question_));
    body_->eager(true);
    be_in(&server_.uploading_);
    stream_.expires_after(server_.limits_.body_time);
    // A client that sends the body without waiting is not told that it may.
    if (!waits || style_.version == 10 || buffer_.size() > 0) return read_more();
    static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(stream_, asio::buffer(go_on),
                      [self = shared_from_this()](error_code error, std::size_t) {
                          if (!error && !self->server_.stopping_ && self->list_ != nullptr) self->read_more();
                      });
}

/// A length that a client has announced is no reason to refuse another one; only what has come takes memory.
void Listener::Connection::read_more() {
    http::async_read_some(
        stream_, buffer_, *body_, [self = shared_from_this()](error_code error, std::size_t) {
            if (error == http::error::body_limit && !self->server_.stopping_) {
                self->end_body();
                self->style_.keep_alive = false;
                return self->say(
                    self->server_.service_->turn_away(self->question_, service::Api::Room::never));
            }
            // One that is no request is told so.
            if (error.category() == make_error_code(http::error::bad_chunk).category() &&
                error != http::error::end_of_stream && error != http::error::partial_message &&
                !self->server_.stopping_)
                return self->refuse(400);
            // The client has left, was too slow, or has made room.
            if (error || self->server_.stopping_ || self->list_ == nullptr) return;
            std::string& body = self->body_->get().body();
            self->count_body(body.size());
            if (!self->server_.make_room_for(*self)) {
                std::string().swap(body);
                self->end_body();
                self->style_.keep_alive = false;
                return self->say(
                    self->server_.service_->turn_away(self->question_, service::Api::Room::none_now));
            }
            if (!self->body_->is_done()) return self->read_more();
            self->question_.body = std::move(body);
            self->ask();
        });
}

void Listener::Connection::ask() {
    be_in(nullptr);
    asking_ = true;
    stream_.expires_never();
    Listener& server = server_;
    const std::uint64_t number = ++server.questions_;
    server.asking_.emplace(number, shared_from_this());
    try {
        server.service_->answer(std::move(question_), [&server, number](service::Answer answer) {
            asio::post(server.context_, [&server, number, answer = std::move(answer)]() mutable {
                server.deliver(number, std::move(answer));
            });
        });
    } catch (...) {
        server.asking_.erase(number);  // nobody will answer
        throw;
    }
}

void Listener::Connection::say(service::Answer answer) {
    said_ = std::move(answer);
    write(response_of(said_), style_);
}

void Listener::Connection::write(const Response& answer, const Style& style) {
    response_ = {};
    response_.version(style.version);
    response_.result(answer.status);
    response_.set(http::field::server, "Quincunx");
    response_.set(http::field::date, http_date());
    for (const auto& [name, value] : answer.fields) response_.set(view(name), value);
    if (answer.status != 304 && answer.status != 204) response_.content_length(answer.body.size());
    response_.keep_alive(style.keep_alive);
    if (!style.head_only) response_.body() = {answer.body.data(), answer.body.size()};
    const std::size_t seconds = response_.body().size() / std::max<std::size_t>(server_.limits_.slowest, 1);
    deadline_ = Clock::now() + server_.limits_.answer_time + std::chrono::seconds(seconds);
    writing_ = true;
    be_in(&server_.sending_);
    log(answer, style);
    serializer_.emplace(response_);
    serializer_->limit(piece_bytes);  // so that others get their turn
    write_more();
}

void Listener::Connection::write_more() {
    const Clock::duration left = deadline_ - Clock::now();
    stream_.expires_after(std::min<Clock::duration>(left, server_.limits_.stall_time));
    http::async_write_some(stream_, *serializer_, [self = shared_from_this()](error_code error, std::size_t) {
        if (!error && !self->serializer_->is_done()) {
            if (Clock::now() < self->deadline_) return self->write_more();
            error = asio::error::timed_out;
        }
        self->on_write(error);
    });
}

void Listener::Connection::on_write(error_code error) {
    writing_ = false;
    end_answer();
    if (error) return;
    if (!response_.keep_alive() || server_.stopping_) return linger();
    read();
}

/// Closes our side and, for a moment, reads what still arrives: closing with unread data would make the
/// system report an error to the client, which might arrive before the answer does.
void Listener::Connection::linger() {
    error_code ignored;
    be_in(&server_.waiting_);
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    buffer_ = {};
    body_.reset();
    stream_.expires_after(std::chrono::seconds(1));
    drain();
}

void Listener::Connection::drain() {
    constexpr std::size_t most = 64U << 20U;
    stream_.async_read_some(asio::buffer(server_.unread_),
                            [self = shared_from_this()](error_code error, std::size_t size) {
                                self->drained_ += size;
                                if (error || self->drained_ > most) return self->stream_.close();
                                self->drain();
                            });
}

void Listener::Connection::log(const Response& answer, const Style& style) const {
    if (!server_.log_.is_open()) return;
    static const http::request_header<> unread;
    const http::request_header<>& request = parsed_ ? header() : unread;
    if (view(request.target()) == health_path) return;
    const std::string target = logged_target(view(request.target()));
    // Results have no time, but an order, and so have lines: what was taken is logged without an address.
    const bool taken = answer.status < 300 && target.starts_with(service_path);
    const std::string address = taken ? "-" : client_.to_string();
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begun_);
    server_.log_.add({.address = address,
                      .method = parsed_ ? view(request.method_string()) : "",
                      .target = target,
                      .version = style.version,
                      .status = answer.status,
                      .bytes = response_.body().size(),
                      .microseconds = static_cast<std::uint64_t>(took.count())});
}

// --- The server ----------------------------------------------------------------------------------

tl::expected<void, std::string> Listener::listen_on(const std::string& host, std::uint16_t port) {
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
    if (error) return failed(error);
    const tcp::endpoint endpoint = found.begin()->endpoint();
    if (endpoint.address().is_unspecified()) {
        asio::ip::make_address(host, error);  // does not accept "0" and the like
        if (error) {
            return tl::unexpected("cannot listen on " + host + " port " + std::to_string(port) +
                                  ": to listen on every address of this machine, use 0.0.0.0 or ::");
        }
    }
    names_.own = manner_.names;
    if (endpoint.address().is_loopback() && !manner_.behind_proxy) names_.here = text_of(endpoint.address());
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) return failed(error);
    return {};
}

std::string Listener::address() const {
    return "http://" + text_of(acceptor_.local_endpoint().address()) + ":" + std::to_string(port()) + "/";
}

void Listener::accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
        if (stopping_) return;
        if (error) {
            // Most likely out of file descriptors: some connection has to end first.
            retry_.expires_after(std::chrono::milliseconds(100));
            retry_.async_wait([this](error_code cancelled) {
                if (!cancelled) accept();
            });
            return;
        }
        accept();
        welcome(std::move(socket));
    });
}

void Listener::welcome(tcp::socket socket) {
    error_code error;
    const tcp::endpoint peer = socket.remote_endpoint(error);
    if (error) return;  // it has left already
    const std::size_t others = connections_.size();
    // Behind a proxy all connections are the proxy's; there, answers are counted.
    const std::size_t own = manner_.behind_proxy ? 0 : connected_.of(key_of(peer.address()));
    const bool too_many_own = own >= limits_.per_address;
    const bool full = !too_many_own && others >= limits_.connections && !make_room();
    if (own >= 2 * limits_.per_address || others >= 2 * limits_.connections)
        return;  // too many even to send this one an answer
    const auto connection = std::make_shared<Connection>(*this, std::move(socket), peer.address());
    if (too_many_own)
        connection->refuse(429);
    else if (full)
        connection->refuse(503);
    else
        connection->read();
}

/// Says what to set if clients cannot be told apart as it is.
void Listener::look_at_proxies(std::string_view chain, const asio::ip::address& client) {
    if (advised_ || service_ == nullptr) return;
    constexpr unsigned many = 100;
    const bool is_longer = chain.find(',') != std::string_view::npos;
    longer_chains_ = is_longer ? longer_chains_ + 1 : 0;
    const bool is_private = client.is_v4()
                                ? is_at_home(client.to_v4())
                                : client.is_loopback() || (client.to_v6().to_bytes()[0] & 0xfeU) == 0xfcU;
    const bool missing = chain.empty();
    if (!missing && !(is_longer && is_private) && longer_chains_ < many) return;
    advised_ = true;
    if (missing)
        std::fprintf(
            stderr,
            "quincunx serve: requests come without X-Forwarded-For, so that all clients count as one "
            "address; the proxy has to add it\n");
    else
        std::fprintf(
            stderr,
            "quincunx serve: X-Forwarded-For has several entries, and the last, %s, counts as the client; if "
            "that is another proxy, have the one behind it pass on the client's address alone (nginx: "
            "set_real_ip_from %s; real_ip_header X-Forwarded-For;)\n",
            client.to_string().c_str(), client.to_string().c_str());
}

/// Ends the connection that is missed least, if there is one; it counts until its operation has ended, too.
bool Listener::make_room() {
    return (!waiting_.empty() && waiting_.front()->give_way(limits_.idle_grace)) ||
           (!uploading_.empty() && uploading_.front()->give_way(limits_.idle_grace)) ||
           (!sending_.empty() && sending_.front()->give_way(limits_.answer_grace));
}

/// Whether bodies take no more than they may. If they do, those that are slow make room, except for one that is slower.
bool Listener::make_room_for(const Connection& body) {
    while (bodies_ > limits_.bodies)
        if (uploading_.front() == &body || !uploading_.front()->give_way(limits_.idle_grace)) return false;
    return true;
}

/// Gives a connection what the service has said.
void Listener::deliver(std::uint64_t question, service::Answer answer) {
    const auto found = asking_.find(question);
    if (found == asking_.end()) return;
    const std::shared_ptr<Connection> connection = std::move(found->second);
    asking_.erase(found);
    connection->answered(std::move(answer));
}

/// Ends as `stop` says; the second time at once.
void Listener::end() {
    if (stopping_) {
        context_.stop();
        return;
    }
    stopping_ = true;
    error_code ignored;
    acceptor_.close(ignored);
    retry_.cancel();
    for (Connection* const connection : connections_) connection->stop();
    deadline_.expires_after(limits_.stop_time);
    deadline_.async_wait([this](error_code) { context_.stop(); });
    end_if_idle();
}

void Listener::end_if_idle() {
    if (stopping_ && connections_.empty()) context_.stop();
}

void Listener::watch_signals() {
    signals_.async_wait([this](error_code error, int) {
        if (!error) {
            end();
            watch_signals();
        }
    });
}

void Listener::watch_hangups() {
    hangups_.async_wait([this](error_code error, int) {
        if (!error) {
            reload();
            watch_hangups();
        }
    });
}

void Listener::reload() {
    if (auto reopened = log_.reopen(); !reopened)
        std::fprintf(stderr, "quincunx serve: %s\n", reopened.error().c_str());
    if (reading_site_)
        outdated_ = true;  // what has been read by now may be older than the signal
    else
        read_site();
}

void Listener::read_site() {
    reading_site_ = true;
    outdated_ = false;
    reading_ = std::async(std::launch::async, [this] {
        auto site = std::make_shared<tl::expected<Site, std::string>>(read_());
        asio::post(context_, [this, site] { take_site(std::move(*site)); });
    });
}

void Listener::take_site(tl::expected<Site, std::string> site) {
    reading_site_ = false;
    if (outdated_ && !stopping_) return read_site();
    if (!site) {
        std::fprintf(stderr, "quincunx serve: the old page stays: %s\n", site.error().c_str());
        return;
    }
    // The signal may have been for the log alone. Then what is kept of the build before is still asked for.
    if (site->same_build(*site_)) {
        std::fprintf(stderr, "quincunx serve: the page was read again, and is the same\n");
        return;
    }
    site->keep_hashed(*site_);
    site_ = std::make_shared<const Site>(std::move(*site));
    std::fprintf(stderr, "quincunx serve: the page was read again\n");
}

}  // namespace

tl::expected<std::unique_ptr<Server>, std::string> Server::listen(const std::string& host, std::uint16_t port,
                                                                  Site site, const Limits& limits,
                                                                  const Manner& manner) {
    auto server = std::make_unique<Listener>(std::move(site), limits, manner);
    if (auto opened = server->open_log(); !opened) return tl::unexpected(std::move(opened.error()));
    if (auto listening = server->listen_on(host, port); !listening)
        return tl::unexpected(std::move(listening.error()));
    return server;
}

}  // namespace quincunx::server
