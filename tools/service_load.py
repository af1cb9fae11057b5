#!/usr/bin/env python3
"""Measures the service of a server on this machine: service_load.py [RESULTS-A-SECOND] [SECONDS] [CONNECTIONS]
[--database postgresql://... [--servers N]], or service_load.py --many RESULTS

Sends results of today's deal, each from another player and with another list of moves, at moments that do not depend on the
answers, and says how long these took from then on; then has wrk ask for the table of the day as fast as it can. The clients
share the processors with the server. A database of PostgreSQL has to be empty; several servers get the connections in turn.
With --many, it fills a file with that many results of 60 days and five games, from a tenth as many players, and says how
large it is, how long a table takes that is not in memory, and how long a backup. QUINCUNX_BUILD names the build, by default
build/release."""
import argparse
import json
import os
import random
import re
import secrets
import selectors
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from datetime import datetime, timedelta, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / os.environ.get("QUINCUNX_BUILD", "build/release") / "quincunx"
GAME = "gargantua"
TODAY = datetime.now(timezone.utc).date().isoformat()


def walks(deal: str, number: int, moves: int) -> list[list[str]]:
    """Random games, each with another beginning as a rule."""
    dice, found = random.Random(1), []
    with subprocess.Popen([PROGRAM, "protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        def ask(line: str) -> str:
            program.stdin.write(line + "\n")
            program.stdin.flush()
            return program.stdout.readline()
        for _ in range(number):
            ask(f"position {deal}")
            line = []
            while len(line) < moves and (legal := ask("legal").split()[2:]):
                line.append(dice.choice(legal))
                ask("play " + line[-1])
            found.append(line)
        program.stdin.write("quit\n")
    return found


def requests(count: int) -> list[bytes]:
    deal = re.search(r"\S+#\d+", subprocess.run([PROGRAM, "deal", GAME, "--day", TODAY], stdout=subprocess.PIPE, text=True, check=True).stdout)[0]
    made = []
    lines = walks(deal, count // 80 + 1, 140)
    for length in range(60, 140):
        for line in lines:
            record = f"quincunx-record 1\ngame {GAME}\ndeal {deal}\nmoves\n{' '.join(line[:length])}\nend\n"
            body = json.dumps({"day": TODAY, "record": record, "helped": False}).encode()
            made.append((f"PUT /api/1/results/{secrets.token_hex(16)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                         f"{secrets.token_hex(32)}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body)
    random.Random(2).shuffle(made)
    return made[:count]


class Connections:
    """Connections that are asked one thing at a time."""

    def __init__(self, ports: list[int], number: int):
        self.selector = selectors.DefaultSelector()
        self.free = []
        for i in range(number):
            one = socket.create_connection(("127.0.0.1", ports[i % len(ports)]))
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            one.setblocking(False)
            self.selector.register(one, selectors.EVENT_READ)
            self.free.append(one)
        self.asked = {}
        self.got = {}

    def ask(self, request: bytes, since: float) -> None:
        one = self.free.pop(0)  # each in turn: the server closes those that rest
        self.asked[one] = since
        self.got[one] = b""
        one.send(request)

    def answers(self, wait: float) -> list[tuple[int, float]]:
        """The statuses and the times of those that have come."""
        found = []
        for selected, _ in self.selector.select(wait):
            one = selected.fileobj
            if not (came := one.recv(262144)):
                raise SystemExit("the server has closed a connection")
            self.got[one] += came
            head, blank, body = self.got[one].partition(b"\r\n\r\n")
            if blank and len(body) >= int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0]):
                found.append((int(head[9:12]), time.monotonic() - self.asked.pop(one)))
                self.free.append(one)
        return found


def processor_seconds(process: int) -> float:
    times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def send_results(ports: list[int], made: list[bytes], rate: float, number: int) -> int:
    connections, statuses, times, sent = Connections(ports, number), {}, [], 0
    begun = time.monotonic()
    while sent < len(made) or connections.asked:
        while sent < len(made) and connections.free and begun + sent / rate <= time.monotonic():
            connections.ask(made[sent], begun + sent / rate)
            sent += 1
        for status, seconds in connections.answers(0.001):
            statuses[status] = statuses.get(status, 0) + 1
            times.append(seconds)
    took = time.monotonic() - begun
    times.sort()
    print(f"results: {len(times) / took:.0f} a second on {number} connections, {statuses}; ms: median {times[len(times) // 2] * 1000:.1f}, "
          f"99 % within {times[len(times) * 99 // 100] * 1000:.1f}, slowest {times[-1] * 1000:.1f}")
    return len(times)


def ask_tables(ports: list[int], seconds: int, number: int) -> int:
    """By wrk, one for each server, since a client in Python is slower than the server."""
    clients = [subprocess.Popen(["wrk", "-t1", f"-c{max(1, number // len(ports))}", f"-d{seconds}", "--latency",
                                 f"http://127.0.0.1:{port}/api/1/days/{TODAY}/{GAME}"], stdout=subprocess.PIPE, text=True) for port in ports]
    said = [client.communicate()[0] for client in clients]
    assert all(client.returncode == 0 for client in clients) and "Non-2xx" not in "".join(said), said
    rate = sum(float(re.search(r"Requests/sec:\s+(\S+)", one)[1]) for one in said)
    found = {name: ", ".join(re.search(name + r"\s+(\S+)", one)[1] for one in said) for name in ("50%", "99%")}
    print(f"tables: {rate:.0f} a second on {number} connections; median {found['50%']}, 99 % within {found['99%']}")
    return sum(int(re.search(r"(\d+) requests in", one)[1]) for one in said)


def coming_days() -> list[str]:
    """The first 60 days that have deals."""
    first = datetime(2026, 11, 25, tzinfo=timezone.utc)
    return [(first + timedelta(days=later)).date().isoformat() for later in range(60)]


def fill(file: Path, count: int) -> None:
    """As if players had sent these: what a result has of its own is random, as it is with real ones."""
    dice, games = random.Random(3), ("gargantua", "grandfather", "gloucestershire", "stalactites", "carthage")
    base = sqlite3.connect(file)
    base.execute("PRAGMA synchronous = OFF")
    days = coming_days()
    boards = [(f"{game} {day}", int(time.time()) + 86400) for day in days for game in games]
    base.executemany("INSERT INTO boards(name, until) VALUES(?, ?)", boards)
    players = count // 10
    base.executemany("INSERT INTO players(key) VALUES(?)", ((dice.randbytes(32),) for _ in range(players)))
    rows = ((dice.randbytes(16), 1 + i // players * 30 + i % 30, 1 + i % players, dice.getrandbits(63), int(dice.random() < 0.8),
             int(dice.gauss(160, 25)), int(dice.random() < 0.3)) for i in range(count))
    base.executemany("INSERT INTO results(sent, board, player, line, won, moves, helped, name) VALUES(?, ?, ?, ?, ?, ?, ?, 0)", rows)
    base.execute("INSERT INTO counts SELECT board, won, moves, helped, count(*) FROM results GROUP BY board, won, moves, helped")
    base.commit()
    base.close()


def many(count: int) -> None:
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        file, site = Path(folder, "service.db"), Path(folder, "site")
        site.mkdir()
        (site / "index.html").write_text("home")
        words = [PROGRAM, "serve", "--port", "0", "--root", site, "--database", file]
        for filled in (False, True):
            with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
                port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
                times = []
                for day in coming_days() if filled else ():
                    begun = time.monotonic()
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/1/days/{day}/{GAME}") as answer:
                        finished = json.load(answer)["finished"]
                    times.append((time.monotonic() - begun) * 1000)
                    assert sum(finished.values()) > 0
                if filled:
                    times.sort()
                    print(f"{count} results: {file.stat().st_size / count:.0f} bytes for each, with a tenth as many players; a table that is "
                          f"not in memory: median {times[30]:.1f} ms, slowest {times[-1]:.1f} ms")
                    begun = time.monotonic()
                    subprocess.run([PROGRAM, "service", "backup", f"{folder}/copy.db", "--database", file], check=True, stdout=subprocess.DEVNULL)
                    print(f"backup: {time.monotonic() - begun:.1f} s, {Path(folder, 'copy.db').stat().st_size / 1e6:.0f} MB")
                server.terminate()
            if not filled:
                fill(file, count)


def main() -> None:
    if sys.argv[1:2] == ["--many"]:
        return many(int(sys.argv[2]))
    parser = argparse.ArgumentParser()
    for name, default in (("rate", 1000), ("seconds", 20), ("connections", 200)):
        parser.add_argument(name, nargs="?", type=int, default=default)
    parser.add_argument("--database")
    parser.add_argument("--servers", type=int, default=1)
    options = parser.parse_args()
    made = requests(options.rate * options.seconds)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        Path(folder, "index.html").write_text("home")
        servers = [subprocess.Popen([PROGRAM, "serve", "--port", "0", "--root", folder, "--database", options.database or f"{folder}/service.db",
                                     "--writes", "1000000000", "--per-address", "1000"], stdout=subprocess.PIPE, text=True)
                   for _ in range(options.servers)]
        ports = [int(re.search(r":(\d+)/", server.stdout.readline())[1]) for server in servers]
        count = send_results(ports, made, options.rate, options.connections)
        before = sum(processor_seconds(server.pid) for server in servers)
        print(f"    {before / count * 1e6:.0f} microseconds of the servers' processor time for each")
        count = ask_tables(ports, 5, options.connections)
        print(f"    {(sum(processor_seconds(server.pid) for server in servers) - before) / count * 1e6:.0f} microseconds for each")
        for server in servers:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
