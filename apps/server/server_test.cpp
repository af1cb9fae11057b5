#include "apps/server/server.hpp"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <fstream>
#include <mutex>
#include <random>
#include <system_error>
#include <thread>

#include "apps/server/serve.hpp"

namespace quincunx::server {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A plain blocking connection; anything that takes longer than a quarter of an hour hangs, however slow the machine.
class Client {
  public:
    explicit Client(std::uint16_t port, int receive_buffer = 0, const char* own_address = nullptr)
        : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        if (socket_ < 0) throw std::system_error(errno, std::generic_category(), "socket");
        if (receive_buffer > 0)
            setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        const timeval patience{.tv_sec = 900, .tv_usec = 0};
        setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        if (own_address != nullptr) {
            address.sin_family = AF_INET;
            EXPECT_EQ(::inet_pton(AF_INET, own_address, &address.sin_addr), 1);
            EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        }
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }
    ~Client() { ::close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void send(std::string_view text) const { ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL); }

    /// Up to `most` bytes; fewer if the server closes the connection first.
    std::string receive(std::size_t most) const {
        std::string text;
        std::array<char, 65536> buffer{};
        while (text.size() < most) {
            const ssize_t got =
                ::recv(socket_, buffer.data(), std::min(buffer.size(), most - text.size()), 0);
            if (got <= 0) {
                timed_out_ = got < 0 && errno == EAGAIN;
                break;
            }
            text.append(buffer.data(), static_cast<std::size_t>(got));
        }
        return text;
    }

    /// Everything that arrives until the server closes the connection, which it must.
    std::string receive_all() const {
        std::string text = receive(std::string::npos);
        EXPECT_FALSE(timed_out_) << "the connection was not closed after: " << text.substr(0, 300);
        return text;
    }

    /// The header of one answer, up to and including the empty line.
    std::string receive_head() const {
        std::string text;
        while (!text.ends_with("\r\n\r\n")) {
            const std::string next = receive(1);
            if (next.empty()) break;
            text += next;
        }
        return text;
    }

  private:
    int socket_;
    mutable bool timed_out_ = false;
};

/// Noise, so that compression does not help in sending it.
std::string noise(std::size_t size) {
    std::mt19937 random;
    std::string text(size, '\0');
    std::generate(text.begin(), text.end(), [&] { return static_cast<char>(random()); });
    return text;
}

Site test_site() {
    Site site;
    site.add("/index.html", "home");
    site.add("/long.txt", std::string(20'000, 'q'));
    site.add("/noise.bin", noise(8 << 20));
    return site;
}

/// A server in its own thread.
class Running {
  public:
    explicit Running(const Limits& limits = {}, const Manner& manner = {}, service::Api* api = nullptr)
        : server_(std::move(Server::listen("127.0.0.1", 0, test_site(), limits, manner).value())),
          thread_([this, api] {
              if (api != nullptr) server_->use(*api);
              server_->run();
          }) {}
    ~Running() {
        server_->stop();
        thread_.join();
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    [[nodiscard]] std::uint16_t port() const { return server_->port(); }
    void stop() { server_->stop(); }

    /// Sends a request on its own connection.
    std::string ask(std::string_view text) const {
        const Client client(port());
        client.send(text);
        return client.receive_all();
    }

  private:
    std::unique_ptr<Server> server_;
    std::thread thread_;
};

constexpr std::string_view get_home = "GET / HTTP/1.1\r\nHost: q\r\n\r\n";

/// The connection is as it was after it.
void gets_home(const Client& client) {
    client.send(get_home);
    EXPECT_THAT(client.receive_head(), StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_EQ(client.receive(4), "home");
}

/// A request after whose answer the connection is closed, with more fields if it has any.
std::string and_close(const std::string& method_and_target, const std::string& fields = "") {
    return method_and_target + " HTTP/1.1\r\nHost: q\r\nConnection: close\r\n" + fields + "\r\n";
}
std::string get_and_close(const std::string& target, const std::string& fields = "") {
    return and_close("GET " + target, fields);
}

/// A client that asks for more than it takes.
class SlowClient : public Client {
  public:
    explicit SlowClient(std::uint16_t port) : Client(port, 4096) { send(get_and_close("/noise.bin")); }
    /// Its answer has begun.
    void begins() const { EXPECT_THAT(receive_head(), StartsWith("HTTP/1.1 200 ")); }
    static constexpr std::size_t whole = 8U << 20U;
};

TEST(Server, SendsAFile) {
    const Running server;
    const std::string reply = server.ask(get_and_close("/"));
    EXPECT_THAT(reply, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(reply, HasSubstr("\r\nContent-Type: text/html; charset=utf-8\r\n"));
    EXPECT_THAT(reply, HasSubstr("\r\nContent-Length: 4\r\n"));
    EXPECT_THAT(reply, HasSubstr("\r\nConnection: close\r\n"));
    EXPECT_THAT(reply, HasSubstr("\r\nDate: "));
    EXPECT_THAT(reply, HasSubstr("\r\nContent-Security-Policy: default-src 'none'"));
    EXPECT_THAT(reply, testing::EndsWith("\r\n\r\nhome"));
}

TEST(Server, SendsCompressed) {
    const Running server;
    const std::string reply = server.ask(get_and_close("/long.txt", "Accept-Encoding: gzip\r\n"));
    EXPECT_THAT(reply, HasSubstr("\r\nContent-Encoding: gzip\r\n"));
    EXPECT_LT(reply.size(), 2000U);
}

TEST(Server, HeadIsTheHeadOfGet) {
    const Running server;
    const std::string get = server.ask(get_and_close("/long.txt"));
    const std::string head = server.ask(and_close("HEAD /long.txt"));
    const auto without_date = [](std::string text) { return text.erase(text.find("Date:"), 37); };
    EXPECT_EQ(without_date(head), without_date(get.substr(0, get.size() - 20'000)));
    EXPECT_THAT(head, HasSubstr("\r\nContent-Length: 20000\r\n"));
    EXPECT_THAT(server.ask(and_close("HEAD /none")), testing::EndsWith("\r\n\r\n"));
}

/// A service that answers from another thread when the test says so, with what it was asked.
class PatientApi final : public service::Api {
  public:
    std::optional<service::Answer> refuse(const service::Request& request) override {
        if (request.path != "/api/1/refused") return std::nullopt;
        return service::Answer{.status = 429, .body = "{}", .retry_after = 7};
    }
    std::size_t longest_body(const service::Request& /*request*/) override { return 10; }
    service::Answer turn_away(const service::Request& request, Room room) override {
        if (room == Room::never) return {.status = 413, .body = "too long"};
        return {.status = 503, .body = "no room for " + request.path, .retry_after = 7};
    }
    bool is_for(const std::string& host) override { return host != "other"; }
    void answer(service::Request request, service::Reply reply) override {
        if (request.path == "/api/1/too-much") throw std::bad_alloc();
        const std::scoped_lock lock(mutex_);
        waiting_.emplace_back(std::move(request), std::move(reply));
    }
    std::string metrics() override { return "figures\n"; }
    bool can_write() override { return writes; }
    std::atomic<bool> writes = true;
    void stop() override {}

    /// Waits for so many questions and answers them.
    void go_on(std::size_t questions) {
        wait_for(questions);
        std::thread([this] {
            const std::scoped_lock lock(mutex_);
            for (const auto& [request, reply] : waiting_)
                reply({.status = 201, .body = request.method + ' ' + request.path + ' ' + request.body});
            waiting_.clear();
        }).join();
    }

    /// Waits for a question.
    service::Request question() {
        wait_for(1);
        const std::scoped_lock lock(mutex_);
        return waiting_.front().first;
    }

  private:
    void wait_for(std::size_t questions) {
        for (;;) {
            std::unique_lock lock(mutex_);
            if (waiting_.size() >= questions) return;
            lock.unlock();
            std::this_thread::sleep_for(1ms);
        }
    }

    std::mutex mutex_;
    std::vector<std::pair<service::Request, service::Reply>> waiting_;
};

/// A server with the service, unless a test makes one with other limits.
class ServerWithService : public testing::Test {
  public:
    PatientApi api;
    Running server{{}, {}, &api};
};

std::string put(std::string_view path, std::string_view body) {
    return "PUT " + std::string(path) +
           " HTTP/1.1\r\nHost: q\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           std::string(body);
}

TEST_F(ServerWithService, AsksItWithTheBody) {
    const Client client(server.port());
    client.send(put("/api/1/x%20y?q", "body"));
    api.go_on(1);
    const std::string head = client.receive_head();
    EXPECT_THAT(head, StartsWith("HTTP/1.1 201 Created\r\n"));
    EXPECT_THAT(head, HasSubstr("\r\nContent-Type: application/json\r\n"));
    EXPECT_THAT(head, HasSubstr("\r\nCache-Control: no-store\r\n"));
    EXPECT_EQ(client.receive(19), "PUT /api/1/x y body");
    // The connection goes on, with files and with what is refused before its body is read.
    gets_home(client);
    client.send(put("/api/1/refused", "body"));
    EXPECT_THAT(client.receive_all(), HasSubstr("\r\nRetry-After: 7\r\n"));
}

TEST_F(ServerWithService, NothingThatIsThrownEndsTheServer) {
    const Client other(server.port());
    for (int times = 0; times < 3; ++times) {
        const Client client(server.port());
        client.send(put("/api/1/too-much", "body"));
        EXPECT_EQ(client.receive_all(), "");
    }
    gets_home(other);
    EXPECT_THAT(server.ask(get_and_close("/")), HasSubstr("\r\nContent-Length: 4\r\n"));
}

TEST_F(ServerWithService, FilesDoNotWaitForIt) {
    const Client waiting(server.port());
    waiting.send(get_and_close("/api/1/x"));
    EXPECT_THAT(server.ask(get_and_close("/")), testing::EndsWith("home"));
    EXPECT_THAT(server.ask(get_and_close("/metrics")), testing::EndsWith("figures\n"));
    EXPECT_THAT(server.ask(get_and_close("/metrics", "X-Forwarded-For: 192.0.2.1\r\n")),
                StartsWith("HTTP/1.1 404 "));
    api.go_on(1);
    EXPECT_THAT(waiting.receive_all(), testing::EndsWith("GET /api/1/x "));
}

TEST_F(ServerWithService, HealthSaysWhetherTheServiceCanWrite) {
    EXPECT_THAT(server.ask(get_and_close("/health")), testing::EndsWith("\r\n\r\nok\n"));
    api.writes = false;
    EXPECT_THAT(server.ask(get_and_close("/health")),
                testing::AllOf(StartsWith("HTTP/1.1 503 "), HasSubstr("cannot write")));
    EXPECT_THAT(server.ask(and_close("HEAD /health")),
                testing::AllOf(StartsWith("HTTP/1.1 503 "), testing::EndsWith("\r\n\r\n")));
    EXPECT_THAT(server.ask(get_and_close("/")), testing::EndsWith("home"));
}

TEST_F(ServerWithService, IsAnnouncedToThePage) {
    const std::string says = "\r\nQuincunx-Service: 1\r\n";
    EXPECT_THAT(server.ask(and_close("HEAD /")), HasSubstr(says));
    EXPECT_THAT(server.ask(get_and_close("/")), HasSubstr(says));
    EXPECT_THAT(server.ask(get_and_close("/nothing")), Not(HasSubstr(says)));
    // Targets that would be refused are not offered.
    EXPECT_THAT(server.ask("HEAD / HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n"),
                Not(HasSubstr(says)));
    EXPECT_THAT(Running().ask(get_and_close("/")), Not(HasSubstr(says)));
}

TEST_F(ServerWithService, ClientsMayLeaveAndBodiesHaveADeadline) {
    const Running limited({.body_time = 200ms}, {}, &api);
    for (int i = 0; i < 20; ++i) {
        const Client leaves(limited.port());
        leaves.send(put("/api/1/x", "body"));
    }
    api.go_on(20);
    const Client slow(limited.port());
    slow.send("PUT /api/1/x HTTP/1.1\r\nHost: q\r\nContent-Length: 10\r\n\r\nslow");
    EXPECT_EQ(slow.receive_all(), "");
    EXPECT_THAT(limited.ask(get_and_close("/")), testing::EndsWith("home"));
}

TEST_F(ServerWithService, BodiesTakeNoMoreMemoryThanTheyMay) {
    const Running limited({.bodies = 10, .idle_grace = 1s}, {}, &api);
    const std::string ten = put("/api/1/x", "ten bytes.");
    const std::string head = "PUT /api/1/x HTTP/1.1\r\nHost: q\r\nContent-Length: 9\r\n\r\n";
    {
        // A body that is only announced takes nothing, one that comes does, and one that comes slowly makes room.
        const Client announced(limited.port());
        announced.send(head);
        const Client slow(limited.port());
        slow.send(head + "bytes");
        const Client other(limited.port());
        other.send(ten);
        const std::string refused = other.receive_all();
        EXPECT_THAT(refused, StartsWith("HTTP/1.1 503 "));
        EXPECT_THAT(refused, HasSubstr("\r\nRetry-After: 7\r\n"));
        EXPECT_THAT(refused, testing::EndsWith("\r\n\r\nno room for /api/1/x"));
        EXPECT_THAT(limited.ask(get_and_close("/")), testing::EndsWith("home"));
        std::this_thread::sleep_for(1100ms);
        const Client again(limited.port());
        again.send(ten);
        api.go_on(1);
        EXPECT_THAT(again.receive_head(), StartsWith("HTTP/1.1 201 "));
        EXPECT_EQ(slow.receive_all(), "");
    }
    // Connections that have left count no more, and neither do those that were answered.
    for (int i = 0; i < 3; ++i) {
        const Client client(limited.port());
        client.send(ten);
        api.go_on(1);
        EXPECT_THAT(client.receive_head(), StartsWith("HTTP/1.1 201 "));
    }
}

TEST_F(ServerWithService, BodiesMayComeInChunks) {
    const std::string head = "PUT /api/1/x HTTP/1.1\r\nHost: q\r\nTransfer-Encoding: chunked\r\n\r\n";
    const Client client(server.port());
    for (int i = 0; i < 2; ++i) {  // the connection is as it was
        client.send(head + "4\r\nbody\r\n");
        client.send("2;x=y\r\n.!\r\n0\r\nTrailer: 1\r\n\r\n");
        api.go_on(1);
        EXPECT_THAT(client.receive_head(), StartsWith("HTTP/1.1 201 "));
        EXPECT_EQ(client.receive(19), "PUT /api/1/x body.!");
    }
    EXPECT_THAT(server.ask(head + "B\r\neleven byte\r\n0\r\n\r\n"),
                testing::AllOf(StartsWith("HTTP/1.1 413 "), testing::EndsWith("too long")));
    EXPECT_THAT(server.ask(head + "FFFFFFFFFFFFFFFFF\r\n"), StartsWith("HTTP/1.1 400 "));
    EXPECT_THAT(server.ask(get_and_close("/")), testing::EndsWith("home"));
}

TEST_F(ServerWithService, SaysThatABodyMayCome) {
    const std::string expects = "HTTP/1.1\r\nHost: q\r\nContent-Length: 4\r\nExpect: 100-Continue\r\n\r\n";
    const Client client(server.port());
    client.send("PUT /api/1/x " + expects);
    EXPECT_EQ(client.receive_head(), "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("body");
    api.go_on(1);
    EXPECT_THAT(client.receive_head(), StartsWith("HTTP/1.1 201 "));
    // A request that is refused anyway is refused at once.
    const Client refused(server.port());
    refused.send("PUT /api/1/refused " + expects);
    EXPECT_THAT(refused.receive_head(), StartsWith("HTTP/1.1 429 "));
    // A client that does not wait for it is told nothing.
    EXPECT_THAT(server.ask("PUT /api/1/refused " + expects + "body"), StartsWith("HTTP/1.1 429 "));
}

TEST_F(ServerWithService, TellsFromWhichAddressItIsAsked) {
    const Running limited({}, {.behind_proxy = true}, &api);
    const auto from = [&](const std::string& address) {
        const Client client(limited.port());
        client.send("GET /api/1/x HTTP/1.1\r\nHost: q\r\nX-Forwarded-For: " + address + "\r\n\r\n");
        const service::Request request = api.question();
        api.go_on(1);
        return std::pair(request.address, request.network);
    };
    EXPECT_EQ(from("192.0.2.1"), from("::ffff:192.0.2.1"));
    EXPECT_NE(from("192.0.2.1").first, from("192.0.2.200").first);
    EXPECT_EQ(from("192.0.2.1").second, from("192.0.2.200").second);
    EXPECT_NE(from("192.0.2.1").second, from("192.0.3.1").second);
    EXPECT_EQ(from("2001:db8:1:2::1"), from("2001:db8:1:2:ffff::"));
    EXPECT_NE(from("2001:db8:1:2::1").first, from("2001:db8:1:3::1").first);
    EXPECT_EQ(from("2001:db8:1:2::1").second, from("2001:db8:1:3::1").second);
    EXPECT_NE(from("2001:db8:1:2::1").second, from("2001:db8:2:2::1").second);
}

TEST_F(ServerWithService, IsStoppedWhileItIsAsked) {
    Running limited({.stop_time = 5s}, {}, &api);
    const Client client(limited.port());
    client.send(put("/api/1/x", "body"));
    while (limited.ask(get_and_close("/health")).empty()) {
    }
    std::thread answering([&] {
        std::this_thread::sleep_for(50ms);
        api.go_on(1);
    });
    std::this_thread::sleep_for(20ms);
    limited.stop();
    EXPECT_THAT(client.receive_all(), HasSubstr("PUT /api/1/x body"));
    answering.join();
}

TEST_F(ServerWithService, MayEndWithoutItsAnswer) {
    const Running limited({.stop_time = 50ms}, {}, &api);
    const Client client(limited.port());
    client.send(put("/api/1/x", "body"));
    std::this_thread::sleep_for(20ms);
}

TEST(Server, KnownContentIsNotSentAgain) {
    const Running server;
    const std::string first = server.ask(get_and_close("/"));
    const std::size_t at = first.find("ETag: ") + 6;
    const std::string etag = first.substr(at, first.find('\r', at) - at);
    const std::string reply = server.ask(get_and_close("/", "If-None-Match: " + etag + "\r\n"));
    EXPECT_THAT(reply, StartsWith("HTTP/1.1 304 Not Modified\r\n"));
    EXPECT_THAT(reply, testing::EndsWith("\r\n\r\n"));
    EXPECT_THAT(reply, Not(HasSubstr("Content-Length")));
}

TEST(Server, AnswersSeveralRequestsOnOneConnection) {
    const Running server;
    const Client client(server.port());
    for (int i = 0; i < 3; ++i) gets_home(client);
}

TEST(Server, AnswersPipelinedRequestsInOrder) {
    const Running server;
    const std::string reply = server.ask(std::string(get_home) + "GET /none HTTP/1.1\r\nHost: q\r\n\r\n" +
                                         get_and_close("/long.txt"));
    const std::size_t second = reply.find("HTTP/1.1 404 Not Found\r\n");
    const std::size_t third = reply.find("HTTP/1.1 200 OK\r\n", 1);
    EXPECT_THAT(reply, StartsWith("HTTP/1.1 200 OK\r\n"));
    ASSERT_NE(second, std::string::npos);
    ASSERT_NE(third, std::string::npos);
    EXPECT_LT(second, third);
    EXPECT_THAT(reply, testing::EndsWith("qqqq"));
}

TEST(Server, TakesARequestInPieces) {
    const Running server;
    const Client client(server.port());
    for (const char c : get_and_close("/")) client.send({&c, 1});
    EXPECT_THAT(client.receive_all(), testing::EndsWith("home"));
}

TEST(Server, OldClientsAreAnsweredOnce) {
    const Running server;
    const std::string reply = server.ask("GET / HTTP/1.0\r\n\r\n");
    EXPECT_THAT(reply, StartsWith("HTTP/1.0 200 OK\r\n"));
    EXPECT_THAT(reply, testing::EndsWith("home"));
}

TEST(Server, RefusesWhatIsNoRequest) {
    const Running server;
    for (const char* text :
         {"nonsense\r\n\r\n", "GET / HTTP/3.7\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02",
          "GET / HTTP/1.1\r\nHost q\r\n\r\n", "GET /\x01 HTTP/1.1\r\nHost: q\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: q\r\nContent-Length: x\r\n\r\n"}) {
        const std::string reply = server.ask(text);
        EXPECT_THAT(reply, StartsWith("HTTP/1.1 400 Bad Request\r\n")) << text;
        EXPECT_THAT(reply, HasSubstr("Connection: close")) << text;
    }
}

TEST(Server, RefusesPathsThatLeadOut) {
    const Running server;
    for (const char* target : {"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%5c..%5cetc/passwd",
                               "/%252e%252e/etc/passwd", "//etc/passwd", "/....//etc/passwd"}) {
        EXPECT_THAT(server.ask(get_and_close(target)), StartsWith("HTTP/1.1 404 Not Found\r\n")) << target;
    }
}

TEST(Server, RefusesOtherMethods) {
    const Running server;
    const std::string reply = server.ask(
        "POST / HTTP/1.1\r\nHost: q\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\nHost: q\r\n\r\n");
    EXPECT_THAT(reply, StartsWith("HTTP/1.1 405 Method Not Allowed\r\n"));
    EXPECT_THAT(reply, HasSubstr("\r\nAllow: GET, HEAD\r\n"));
    EXPECT_THAT(reply, Not(HasSubstr("home")));
}

TEST(Server, RefusesBodies) {
    const Running server;
    for (const char* field :
         {"Content-Length: 3", "Content-Length: 99999999999", "Transfer-Encoding: chunked"}) {
        const std::string reply =
            server.ask("GET / HTTP/1.1\r\nHost: q\r\n" + std::string(field) + "\r\n\r\nabc");
        EXPECT_THAT(reply, StartsWith("HTTP/1.1 413 ")) << field;
        EXPECT_THAT(reply, Not(HasSubstr("home")));
    }
    EXPECT_THAT(server.ask(get_and_close("/", "Content-Length: 0\r\n")), testing::EndsWith("home"));
}

TEST(Server, RefusesTransferCodingsAndCloses) {
    const Running server;
    const std::string smuggled = "GET /smuggled HTTP/1.1\r\nHost: q\r\n\r\n";
    for (const char* field : {"Transfer-Encoding: xchunked", "Transfer-Encoding: identity",
                              "Transfer-Encoding: chunked, identity", "Transfer-Encoding: gzip",
                              "Transfer-Encoding:", "transfer-encoding: ,", "Transfer-Encoding: \"chunked\"",
                              "Transfer-Encoding: identity\r\nTransfer-Encoding: identity",
                              "Transfer-Encoding: gzip\r\nContent-Length: 0",
                              "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"}) {
        const std::string reply =
            server.ask("GET / HTTP/1.1\r\nHost: q\r\n" + std::string(field) + "\r\n\r\n" + smuggled);
        EXPECT_THAT(reply, StartsWith("HTTP/1.1 400 Bad Request\r\n")) << field;
        EXPECT_THAT(reply, HasSubstr("Connection: close")) << field;
        EXPECT_EQ(reply.find("HTTP/1.1", 1), std::string::npos) << field << " is followed by another answer";
    }
    const std::string old = server.ask("GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + smuggled);
    EXPECT_EQ(old.find("HTTP/1.1", 1), std::string::npos);
    EXPECT_THAT(old, Not(HasSubstr("home")));
}

TEST(Server, SkipsEmptyLinesBeforeARequest) {
    const Running server;
    EXPECT_THAT(server.ask("\r\n" + get_and_close("/")), testing::EndsWith("home"));
    EXPECT_THAT(server.ask("\n\r\n\r\n" + get_and_close("/")), testing::EndsWith("home"));
    const Client client(server.port());
    gets_home(client);
    client.send("\r\n");
    client.send(get_and_close("/"));
    EXPECT_THAT(client.receive_all(), testing::EndsWith("home"));
}

TEST(Server, HeadIsRefusedWithoutABody) {
    const Running server;
    const std::string rest = " HTTP/1.1\r\nHost: q\r\nConnection: close\r\n\r\n";
    for (const std::string& request :
         {std::string("HEAD / HTTP/1.1\r\n\r\n"),
          std::string("HEAD / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
          "HEAD / HTTP/1.1\r\nHost: q\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n", "HEAD /none" + rest,
          // A mistake in the first line is found before the parser knows the method.
          "HEAD /" + std::string(100'000, 'a') + rest, "HEAD /" + std::string(100'000, 'a'), "HEAD  /" + rest,
          "HEAD /\x01" + rest, std::string("HEAD / HTTP/2.0\r\nHost: q\r\n\r\n"),
          std::string("HEAD / HTTP/1.2\r\nHost: q\r\n\r\n"), std::string("HEAD /\r\n\r\n"),
          std::string("\r\nHEAD /\r\n\r\n")}) {
        const std::string reply = server.ask(request);
        EXPECT_THAT(reply, StartsWith("HTTP/1.1 4")) << request.substr(0, 100);
        EXPECT_THAT(reply, testing::EndsWith("\r\n\r\n")) << request.substr(0, 100);
    }
    for (const std::string& request :
         {std::string("HEADS /\r\n\r\n"), std::string("GET / HTTP/1.1\r\nHEAD /: x\r\n\r\n")}) {
        EXPECT_THAT(server.ask(request), testing::EndsWith("\r\n\r\nBad request\n")) << request;
    }
}

TEST(Server, ALargeBodyDoesNotHideTheAnswer) {
    const Running server;
    const Client client(server.port());
    client.send("POST / HTTP/1.1\r\nHost: q\r\nContent-Length: 10000000\r\n\r\n");
    for (int i = 0; i < 10; ++i) client.send(std::string(1'000'000, 'x'));
    EXPECT_THAT(client.receive_all(), StartsWith("HTTP/1.1 405 "));
}

TEST(Server, ReadsEveryFieldOfAName) {
    const Running server;
    EXPECT_THAT(server.ask(get_and_close("/long.txt", "Accept-Encoding: br\r\nAccept-Encoding: gzip\r\n")),
                HasSubstr("\r\nContent-Encoding: gzip\r\n"));
    EXPECT_THAT(server.ask(get_and_close("/", "If-None-Match: \"x\"\r\nIf-None-Match: *\r\n")),
                StartsWith("HTTP/1.1 304 "));
}

TEST(Server, RefusesHeadsThatAreTooLong) {
    const Running server;
    const std::string reply =
        server.ask("GET / HTTP/1.1\r\nHost: q\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n");
    EXPECT_THAT(reply, StartsWith("HTTP/1.1 431 "));
    EXPECT_THAT(server.ask("GET /" + std::string(100'000, 'x')), StartsWith("HTTP/1.1 431 "));
    EXPECT_THAT(server.ask(get_and_close("/", "X: " + std::string(8'000, 'x') + "\r\n")),
                StartsWith("HTTP/1.1 200 "));
}

TEST(Server, EndsSlowClients) {
    const Running server({.head_time = 200ms});
    const Client silent(server.port());
    const Client dripping(server.port());
    std::atomic<bool> ended = false;
    int dripped = 0;
    std::thread drip([&] {
        dripping.send("GET / HTTP/1.1\r\nX: ");
        for (; dripped < 3000 && !ended; ++dripped) {
            dripping.send("x");
            std::this_thread::sleep_for(20ms);
        }
    });
    EXPECT_EQ(silent.receive_all(), "");
    EXPECT_EQ(dripping.receive_all(), "");
    ended = true;
    drip.join();
    EXPECT_LT(dripped, 3000);
    EXPECT_THAT(server.ask(get_and_close("/")), testing::EndsWith("home"));
}

TEST(Server, EndsClientsThatStallOrDoNotTakeTheirAnswer) {
    for (const Limits& limits :
         {Limits{.answer_time = 200ms, .slowest = 1U << 30U}, Limits{.stall_time = 200ms}}) {
        const Running server(limits);
        const SlowClient client(server.port());
        std::this_thread::sleep_for(600ms);
        EXPECT_LT(client.receive_all().size(), SlowClient::whole);
    }
}

TEST(Server, LimitsConnectionsOfAnAddress) {
    const Running server({.per_address = 3});
    const Client first(server.port(), 0, "127.0.0.7");
    const Client second(server.port(), 0, "127.0.0.7");
    const Client third(server.port(), 0, "127.0.0.7");
    for (const Client* one : {&first, &second, &third}) gets_home(*one);
    const Client fourth(server.port(), 0, "127.0.0.7");
    EXPECT_THAT(fourth.receive_all(), StartsWith("HTTP/1.1 429 "));
    const Client other(server.port(), 0, "127.0.0.8");
    gets_home(other);
}

TEST(Server, IdleConnectionsMakeRoom) {
    const Running server({.connections = 2, .idle_grace = 0ms});
    const Client first(server.port());
    const Client second(server.port());
    for (const Client* one : {&first, &second}) gets_home(*one);
    const Client third(server.port());
    gets_home(third);
    EXPECT_EQ(first.receive_all(), "") << "the one that was idle longest has to go";
    gets_home(second);
}

TEST(Server, SlowReadersMakeRoom) {
    const Running server({.connections = 1, .answer_grace = 0ms});
    const SlowClient slow(server.port());
    slow.begins();
    EXPECT_THAT(server.ask(get_and_close("/")), testing::EndsWith("home"));
    EXPECT_LT(slow.receive_all().size(), SlowClient::whole);
}

TEST(Server, BehindAProxyLimitsAnswersOfAClient) {
    const Running server({.per_address = 1}, {.behind_proxy = true});
    const auto forwarded = [](const std::string& chain) { return "X-Forwarded-For: " + chain + "\r\n"; };
    const auto home_for = [&](const std::string& chain) {
        return server.ask(get_and_close("/", forwarded(chain)));
    };
    const Client slow(server.port(), 4096);
    slow.send(get_and_close("/noise.bin", forwarded("203.0.113.9, 192.0.2.1")));
    EXPECT_THAT(slow.receive_head(), StartsWith("HTTP/1.1 200 "));
    // Only the last entry counts: the client itself may have sent the others.
    EXPECT_THAT(home_for("192.0.2.1"), StartsWith("HTTP/1.1 429 "));
    EXPECT_THAT(home_for("192.0.2.2, 192.0.2.1"), StartsWith("HTTP/1.1 429 "));
    EXPECT_THAT(home_for("x\r\nX-Forwarded-For: 192.0.2.1"), StartsWith("HTTP/1.1 429 "));
    EXPECT_THAT(home_for("::ffff:192.0.2.1"), StartsWith("HTTP/1.1 429 "));
    // Some proxies add the port; a folded line (RFC 9112, 5.2) is read with a blank instead.
    EXPECT_THAT(home_for("192.0.2.1:54321"), StartsWith("HTTP/1.1 429 "));
    EXPECT_THAT(home_for("[::ffff:192.0.2.1]:80"), StartsWith("HTTP/1.1 429 "));
    EXPECT_THAT(home_for("192.0.2.9,\r\n 192.0.2.1"), StartsWith("HTTP/1.1 429 "));
    EXPECT_THAT(home_for("[192.0.2.1"), StartsWith("HTTP/1.1 429 "));
    EXPECT_THAT(home_for("[192.0.2.2]:x"), testing::EndsWith("home"));
    EXPECT_THAT(home_for("192.0.2.1, 192.0.2.2"), testing::EndsWith("home"));
    EXPECT_THAT(home_for("no address"), testing::EndsWith("home"));
    EXPECT_THAT(server.ask(get_and_close("/")), testing::EndsWith("home"));
}

TEST(Server, WithoutAProxyTheFieldIsNoAddress) {
    const std::filesystem::path log =
        std::filesystem::temp_directory_path() / ("quincunx-log-" + std::to_string(getpid()));
    for (const bool behind_proxy : {false, true}) {
        {
            const Running server({}, {.behind_proxy = behind_proxy, .log = log.string()});
            server.ask(get_and_close("/\"x\\", "X-Forwarded-For: 192.0.2.1\r\n"));
            server.ask(get_and_close("/health"));
            server.ask("\x16\x03\x01 no request\r\n\r\n");
            server.ask("GET /" + std::string(100'000, 'x') + " HTTP/1.1\r\n\r\n");
            server.ask(get_and_close("/"));
        }
        std::ifstream file(log);
        const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        EXPECT_THAT(
            text,
            testing::MatchesRegex(
                std::string(behind_proxy ? "192.0.2.1" : "127.0.0.1") +
                " - - .[0-9]+/[A-Z][a-z]+/[0-9]+:[0-9:]+ .0000. \"GET /.x22x.x5c HTTP/1.1\" 404 10 [0-9]+\n"
                "127.0.0.1 - - .* \"-\" 400 12 [0-9]+\n"
                "127.0.0.1 - - .* \"-\" 431 [0-9]+ [0-9]+\n"
                "127.0.0.1 - - .* \"GET / HTTP/1.1\" 200 4 [0-9]+\n"));
        std::filesystem::remove(log);
    }
    EXPECT_THAT(Server::listen("127.0.0.1", 0, test_site(), {}, {.log = "/nonexistent/log"}).error(),
                HasSubstr("/nonexistent/log cannot be opened"));
}

TEST(Server, LimitsConnections) {
    const Running server({.connections = 2, .idle_grace = 10s});
    const Client first(server.port());
    const Client second(server.port());
    gets_home(first);
    gets_home(second);
    EXPECT_THAT(server.ask(get_home), StartsWith("HTTP/1.1 503 "));
}

TEST(Server, StopsAtOnceWhenIdle) {
    Running server;
    const Client idle(server.port());
    gets_home(idle);
    server.stop();
    EXPECT_EQ(idle.receive_all(), "");
}

TEST(Server, SendsRunningAnswersToTheirEndWhenStopped) {
    Running server;
    const Client client(server.port(), 4096);
    gets_home(client);
    client.send(get_and_close("/noise.bin"));
    EXPECT_THAT(client.receive_head(), StartsWith("HTTP/1.1 200 "));
    server.stop();
    EXPECT_EQ(client.receive_all().size(), SlowClient::whole);
}

TEST(Server, DoesNotWaitForEverWhenStopped) {
    Running server({.stop_time = 200ms});
    const SlowClient client(server.port());
    client.begins();
    server.stop();  // the client takes nothing more; the test is that this returns
}

TEST(Server, SaysWhyItCannotListen) {
    const Running server;
    const auto second = Server::listen("127.0.0.1", server.port(), test_site());
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error(), HasSubstr("another program is using it"));
    EXPECT_THAT(Server::listen("host.invalid", 0, test_site()).error(),
                StartsWith("cannot listen on host.invalid"));
}

TEST(Server, ListensOnEveryAddressOnlyWhereThatIsWrittenOut) {
    const auto said = [](const std::string& host) {
        const auto server = Server::listen(host, 0, Site());
        return server ? "listens at " + (*server)->address() : server.error();
    };
    EXPECT_THAT(said(""), HasSubstr("expected an address or a name"));
    for (const std::string host : {"0", "0x0", "00.0.0.0"})
        EXPECT_THAT(said(host), StartsWith("cannot listen on " + host + " port 0: "));
    EXPECT_THAT(said("0.0.0.0"), StartsWith("listens at http://0.0.0.0:"));
}

TEST(Server, LeadsToTheAddressThatItSays) {
    const auto status = [](const Running& server, const std::string& host,
                           const std::string& accept = "text/html") {
        return server.ask("GET / HTTP/1.1\r\nHost: " + host + "\r\nAccept: " + accept +
                          "\r\nConnection: close\r\n\r\n");
    };
    const Running local({}, {.names = {"patience.example"}});
    EXPECT_THAT(status(local, "localhost:8080"), HasSubstr("\r\nLocation: //127.0.0.1:8080/\r\n"));
    EXPECT_THAT(status(local, "www.patience.example"), HasSubstr("\r\nLocation: //patience.example/\r\n"));
    EXPECT_THAT(status(local, "localhost", "*/*"), StartsWith("HTTP/1.1 200 "));
    EXPECT_THAT(status(local, "127.0.0.1"), StartsWith("HTTP/1.1 200 "));
    // Behind a proxy its own address is nobody else's.
    EXPECT_THAT(status(Running({}, {.behind_proxy = true}), "localhost"), StartsWith("HTTP/1.1 200 "));
    EXPECT_THAT(local.ask(get_and_close("/%23/today")), HasSubstr("\r\nLocation: ./../#/today\r\n"));
}

TEST(Server, SaysItsAddress) {
    const auto local = Server::listen("localhost", 0, test_site());
    ASSERT_TRUE(local) << local.error();
    EXPECT_THAT((*local)->address(), testing::MatchesRegex("http://.*:[0-9]+/"));
    const auto four = Server::listen("127.0.0.1", 0, test_site());
    ASSERT_TRUE(four) << four.error();
    EXPECT_EQ((*four)->address(), "http://127.0.0.1:" + std::to_string((*four)->port()) + "/");
}

// --- The command ---------------------------------------------------------------------------------

/// `serve` in its own process, since signals and the exit status belong to a process.
class Serving : public testing::Test {
  public:
    std::filesystem::path root =
        std::filesystem::temp_directory_path() / ("quincunx-serve-" + std::to_string(getpid()));
    pid_t process = 0;
    std::uint16_t port = 0;
    std::string printed;

    void SetUp() override {
        std::filesystem::create_directories(root);
        std::ofstream(root / "index.html") << "home";
        std::ofstream(root / "noise.bin", std::ios::binary) << noise(8 << 20);
        std::array<int, 2> pipe_ends{};
        ASSERT_EQ(::pipe(pipe_ends.data()), 0);
        process = ::fork();
        if (process == 0) {
            ::dup2(pipe_ends[1], STDOUT_FILENO);
            ::_exit(serve({.port = 0, .root = root}) ? 0 : 1);
        }
        ::close(pipe_ends[1]);
        for (char c = 0; ::read(pipe_ends[0], &c, 1) == 1 && c != '\n';) printed += c;
        ::close(pipe_ends[0]);
        const std::string address = "Quincunx is served at http://127.0.0.1:";
        ASSERT_THAT(printed, StartsWith(address));
        port = static_cast<std::uint16_t>(std::stoi(printed.substr(address.size())));
    }

    void TearDown() override {
        if (process > 0) {
            ::kill(process, SIGKILL);
            ::waitpid(process, nullptr, 0);
        }
        std::filesystem::remove_all(root);
    }

    int exit_status() {
        int status = 0;
        ::waitpid(process, &status, 0);
        process = 0;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
};

TEST_F(Serving, EndsWellOnSigterm) {
    const Client idle(port);
    ::kill(process, SIGTERM);
    EXPECT_EQ(exit_status(), 0);
}

TEST_F(Serving, EndsWellOnSigint) {
    ::kill(process, SIGINT);
    EXPECT_EQ(exit_status(), 0);
}

TEST_F(Serving, FinishesWhatItSendsOnSigterm) {
    const SlowClient client(port);
    client.begins();
    ::kill(process, SIGTERM);
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(client.receive_all().size(), SlowClient::whole);
    EXPECT_EQ(exit_status(), 0);
}

TEST_F(Serving, ReadsANewBuildOnSighup) {
    std::filesystem::create_directories(root / "assets");
    std::ofstream(root / "assets" / "a-AAAAAAAA.js") << "first";
    const Client* taker = nullptr;  // takes some of its answer now and then, or it would count as stalled
    std::size_t taken = 0;
    const auto reload = [&](const std::string& expected) {
        ::kill(process, SIGHUP);
        const auto deadline = std::chrono::steady_clock::now() + 900s;
        while (std::chrono::steady_clock::now() < deadline) {
            const Client client(port);
            client.send(get_and_close("/"));
            if (client.receive_all().ends_with(expected)) return true;
            if (taker != nullptr) taken += taker->receive(1000).size();
            std::this_thread::sleep_for(20ms);
        }
        return false;
    };
    std::ofstream(root / "index.html") << "one";
    EXPECT_TRUE(reload("one"));
    const SlowClient slow(port);
    slow.begins();
    taker = &slow;
    std::filesystem::remove_all(root);
    std::filesystem::create_directories(root);
    ::kill(process, SIGHUP);  // there is no page now, so the old one stays
    std::this_thread::sleep_for(100ms);
    EXPECT_TRUE(reload("one"));
    std::ofstream(root / "index.html") << "two";
    EXPECT_TRUE(reload("two"));
    EXPECT_EQ(taken + slow.receive_all().size(), SlowClient::whole)
        << "an answer of the old build was disturbed";
    taker = nullptr;
    const auto ask_for_old_page = [&] {
        const Client old_page(port);
        old_page.send(get_and_close("/assets/a-AAAAAAAA.js"));
        return old_page.receive_all();
    };
    EXPECT_THAT(ask_for_old_page(), testing::EndsWith("first"));
    // A signal for the log alone, as its rotation sends it. More of it is done by the time that the page is read.
    ::kill(process, SIGHUP);
    std::this_thread::sleep_for(200ms);
    EXPECT_TRUE(reload("two"));
    EXPECT_THAT(ask_for_old_page(), testing::EndsWith("first"));
    // A second signal while the first is being answered is not lost.
    std::ofstream(root / "noise.bin") << noise(8U << 20U);
    std::ofstream(root / "index.html") << "three";
    ::kill(process, SIGHUP);
    std::this_thread::sleep_for(20ms);
    std::ofstream(root / "index.html") << "four";
    EXPECT_TRUE(reload("four"));
    ::kill(process, SIGTERM);
    EXPECT_EQ(exit_status(), 0);
}

TEST_F(Serving, EndsAtTheSecondSignal) {
    const SlowClient client(port);
    client.begins();
    ::kill(process, SIGTERM);
    std::this_thread::sleep_for(50ms);
    ::kill(process, SIGTERM);
    EXPECT_EQ(exit_status(), 0);
}

TEST_F(Serving, SaysThatThePortIsTaken) {
    EXPECT_THAT(serve({.port = port, .root = root}).error(),
                HasSubstr("cannot listen on 127.0.0.1 port " + std::to_string(port)));
}

TEST(Serve, SaysThatThereIsNoApp) {
    EXPECT_THAT(serve({.root = "/nonexistent"}).error(), HasSubstr("there is no index.html in /nonexistent"));
}

}  // namespace
}  // namespace quincunx::server
