"""Honest clients among hostile ones: the server keeps answering in time, alone and behind nginx. In time is what a second
server, which nobody attacks, does for as many clients at the same moments; and the time in which a server would run but
gets no processor does not count, so that other work of the machine does not.

Short in ./test; QUINCUNX_LOAD=full (./test --full) opens 2,000 connections, of which 1,500 are hostile, each client
from an address of its own in 127.0.0.0/8.
"""
import contextlib
import errno
import os
import random
import selectors
import shutil
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path

import pytest

from builds import InFolder, PROGRAM
from sites import nginx, serving
from step import processes

FULL = os.environ.get("QUINCUNX_LOAD") == "full"
HOSTILE, HONEST, SECONDS = (1500, 500, 20) if FULL else (300, 100, 4)
# Honest clients get so much of their answers within so many seconds more than three times what those of the other server wait.
SHARE, WITHIN = 0.99, 0.1


def address(kind: int, number: int) -> str:
    return f"127.{kind}.{number // 250}.{number % 250 + 1}"


def open_socket(own: str, port: int, buffer: int = 0) -> socket.socket:
    one = socket.socket()
    one.setblocking(False)
    if buffer:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    one.bind((own, 0))
    code = one.connect_ex(("127.0.0.1", port))
    if code not in (0, errno.EINPROGRESS):
        raise OSError(code, "connect")
    return one


class Hostile:
    """A connection that says nothing, drips a header, does not take its answer, sends rubbish or asks without end; it is
    opened anew as soon as it is closed."""

    def __init__(self, number: int, port: int):
        self.number, self.port, self.kind = number, port, number % 5
        self.socket: socket.socket | None = None
        self.next = 0.0

    def open(self) -> None:
        try:
            self.socket = open_socket(address(66, self.number), self.port, 4096 if self.kind == 2 else 0)
        except OSError:
            self.socket = None
        self.next = time.monotonic() + 0.05

    def step(self, now: float) -> None:
        if self.socket is None:
            return self.open()
        if now < self.next:
            return
        self.next = now + (0.5 if self.kind != 3 else 0.2)
        try:
            if self.kind == 1:
                self.socket.send(b"X")
            elif self.kind == 2:
                self.socket.send(b"GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n")
            elif self.kind == 3:
                self.socket.send(random.randbytes(100) + b"\r\n\r\n")
            elif self.kind == 4:
                self.socket.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 5)
        except BlockingIOError:
            pass
        except OSError:
            self.close()
            return
        if self.kind != 2:
            try:
                if self.socket.recv(65536) == b"":
                    self.close()
            except BlockingIOError:
                pass
            except OSError:
                self.close()

    def close(self) -> None:
        self.socket.close()
        self.socket = None


def be_first(step: int) -> None:
    """Changes the priority of this process and those that it starts, if that is permitted."""
    with contextlib.suppress(OSError):
        os.nice(step)


def attack(count: int, port: int) -> None:
    be_first(15)
    clients = [Hostile(number, port) for number in range(count)]
    for client in clients:
        client.open()
    print("ready", flush=True)
    while True:
        now = time.monotonic()
        for client in clients:
            client.step(now)
        time.sleep(0.05)


class Servers:
    """Processor time of the servers' threads, and how long they have waited for a processor, in seconds."""

    def __init__(self, attackers: int):
        self.threads = [task / "schedstat" for one in processes() if one != attackers for task in Path(f"/proc/{one}/task").iterdir()]
        self.looked, self.seen = 0.0, []

    def look(self, now: float) -> list[tuple[float, float]]:
        if now - self.looked > WITHIN / 5:
            self.looked = now
            self.seen = [tuple(int(word) / 1e9 for word in one.read_text().split()[:2]) for one in self.threads]
        return self.seen

    @staticmethod
    def held_up(before: list[tuple[float, float]], after: list[tuple[float, float]]) -> float:
        """Seconds for which one of them has waited, but for the others."""
        return max(0, max(now[1] - then[1] for then, now in zip(before, after)) - sum(now[0] - then[0] for then, now in zip(before, after)))


class Honest:
    """A browser: asks for something now and then on a connection that it keeps, and opens another if that was closed."""

    REQUEST = b"GET / HTTP/1.1\r\nHost: play.example.org\r\nUser-Agent: honest\r\nAccept-Encoding: gzip\r\n\r\n"

    def __init__(self, number: int, port: int, start: float):
        self.own, self.port = address(1, number), port
        self.socket: socket.socket | None = None
        self.ask_at = start
        self.asked: float | None = None
        self.seen: list[tuple[float, float]] = []  # of the servers, when it asked
        self.got = b""
        self.tries = 0


def measure(count: int, ports: tuple[int, int], seconds: float, servers: Servers) -> list[dict]:
    """The times of all answers from each of two servers; those that never came count as infinite."""
    start = time.monotonic()
    pause = 1.0
    clients = [Honest(number, ports[number % 2], start + pause * number / (2 * count)) for number in range(2 * count)]
    all_times, wrong, lost = {port: [] for port in ports}, dict.fromkeys(ports, 0), dict.fromkeys(ports, 0.0)
    poll = selectors.DefaultSelector()

    def drop(client: Honest) -> None:
        if client.socket is not None:
            poll.unregister(client.socket)
            client.socket.close()
            client.socket = None

    def send(client: Honest) -> None:
        client.got = b""
        if client.socket is None:
            client.socket = open_socket(client.own, client.port)
            poll.register(client.socket, selectors.EVENT_WRITE | selectors.EVENT_READ, client)
            return  # sent once it is connected
        try:
            client.socket.send(client.REQUEST)
            poll.modify(client.socket, selectors.EVENT_READ, client)
        except OSError:
            drop(client)
            send(client)

    def waited(client: Honest) -> float:
        now = time.monotonic()
        held_up = min(now - client.asked, Servers.held_up(client.seen, servers.look(now)))
        lost[client.port] += held_up
        return now - client.asked - held_up

    while (now := time.monotonic()) < start + seconds:
        for client in clients:
            if client.asked is None and now >= client.ask_at:
                client.asked, client.seen = time.monotonic(), servers.look(now)
                client.tries = 0
                send(client)
        for key, events in poll.select(0.002):
            client = key.data
            try:
                if events & selectors.EVENT_WRITE:
                    client.socket.send(client.REQUEST)
                    poll.modify(client.socket, selectors.EVENT_READ, client)
                    continue
                got = client.socket.recv(65536)
            except BlockingIOError:
                continue
            except OSError:
                got = b""
            if not got:
                drop(client)
                if client.asked is not None:  # as browsers do, it tries again
                    client.tries += 1
                    if client.tries <= 5:
                        send(client)
                    else:
                        all_times[client.port].append(float("inf"))
                        client.asked, client.ask_at = None, time.monotonic() + pause
                continue
            client.got += got
            head, found, body = client.got.partition(b"\r\n\r\n")
            if not found:
                continue
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            if len(body) < length or client.asked is None:
                continue
            if not head.startswith(b"HTTP/1.1 200"):
                wrong[client.port] += 1
            all_times[client.port].append(waited(client))
            client.asked, client.ask_at = None, time.monotonic() + pause
    found = []
    for port, times in all_times.items():
        times += [late for one in clients if one.port == port and one.asked is not None and (late := waited(one)) > WITHIN]
        times.sort()
        # Clients that were held up would have asked again.
        found.append({"answers": len(times) + lost[port] / pause, "wrong": wrong[port], "late": sum(one > WITHIN for one in times),
                      "median": times[len(times) // 2], "p99": times[int(len(times) * SHARE)], "max": times[-1]})
    for client in clients:
        drop(client)
    return found


@unittest.skipUnless(sys.platform == "linux" and PROGRAM.exists()
                     and not os.environ.get("QUINCUNX_SANITIZED"), "no program of a release")
class Load(InFolder):
    @classmethod
    def setUpClass(cls):
        be_first(-15)

    @classmethod
    def tearDownClass(cls):
        be_first(15)

    def setUp(self):
        super().setUp()
        self.site = self.folder / "site"
        self.site.mkdir()
        (self.site / "index.html").write_text("<!doctype html>" + "Quincunx " * 500)
        (self.site / "large.bin").write_bytes(random.randbytes(4 << 20))

    def attacked(self, port: int, other: int) -> list[dict]:
        """The measures of honest clients while the others are at it, and those of the other server."""
        with subprocess.Popen([sys.executable, __file__, "attack", str(HOSTILE), str(port)], stdout=subprocess.PIPE,
                              text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}) as attackers:
            try:
                self.assertEqual(attackers.stdout.readline(), "ready\n")
                return measure(HONEST, (port, other), SECONDS, Servers(attackers.pid))
            finally:
                attackers.kill()

    def holds(self, port: int, how: str) -> None:
        with serving(self.site) as other:
            for attempt in range(5):
                seen, in_peace = self.attacked(port, other)
                print(f"load {how}: {HOSTILE} hostile, {HONEST} honest, {SECONDS} s: {seen}; in peace {in_peace}", file=sys.stderr)
                self.assertEqual(seen["wrong"], 0)
                limit = WITHIN + 3 * in_peace["p99"]
                enough = in_peace["answers"] * 0.8
                if seen["p99"] <= limit and seen["answers"] > enough:
                    break
        self.assertLessEqual(seen["p99"], limit)
        self.assertGreater(seen["answers"], enough)

    def test_alone(self):
        with serving(self.site) as port:
            self.holds(port, "alone")

    @pytest.mark.full
    @unittest.skipUnless(shutil.which("nginx"), "no nginx")
    def test_behind_nginx(self):
        with serving(self.site, "--behind-proxy") as port, nginx(port, self.folder, tls=False) as (_, proxy):
            self.holds(proxy, "behind nginx")


if __name__ == "__main__":
    attack(int(sys.argv[2]), int(sys.argv[3]))
