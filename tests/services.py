"""Servers with a service, and clients of theirs, for the tests of it."""
import http.client
import json
import os
import random
import re
import secrets
import signal
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
from contextlib import closing, contextmanager
from datetime import datetime, timezone
from functools import cache
from pathlib import Path

from builds import LONG, PROGRAM

FULL = os.environ.get("QUINCUNX_SERVICE") == "full" or os.environ.get("QUINCUNX_FULL") == "1"
TODAY = datetime.now(timezone.utc).date().isoformat()
GAME = "stalactites"


def key() -> str:
    return "k" + secrets.token_urlsafe(32)  # not what looks like an option


class Client:
    """One connection, opened when it is needed."""

    def __init__(self, port: int, tls: bool = False):
        self.port, self.tls = port, tls
        self.connection = None

    def ask(self, method: str, path: str, body=None, player: str | None = None, **headers) -> tuple[int, dict, dict]:
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if player:
            fields["Authorization"] = "Bearer " + player
        if body is not None:
            fields.setdefault("Content-Type", "application/json")
        try:
            if self.connection is None:
                self.connection = http.client.HTTPSConnection(
                    "127.0.0.1", self.port, timeout=LONG, context=ssl._create_unverified_context()
                ) if self.tls else http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
            self.connection.request(method, path, json.dumps(body) if body is not None else None, fields)
            answer = self.connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        return answer.status, dict(answer.getheaders()), json.loads(text) if text.startswith(b"{") else text

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.connection = None


class Server:
    """A server with a database, by default in its folder; it can be killed and started again."""

    def __init__(self, folder: Path, *more: str, database: str | None = None, writes: int | None = 1_000_000_000):
        self.folder = folder
        self.database = database or folder / "service.db"
        (folder / "web").mkdir(exist_ok=True)
        (folder / "web/index.html").write_text("home")
        (folder / "web/large.bin").write_bytes(bytes(1 << 20))
        self.more = (*more, *([] if writes is None else ["--writes", str(writes)]))
        self.start()

    def start(self, **how) -> None:
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--root", self.folder / "web", "--database", self.database,
             *self.more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])

    def ask(self, *request, **more) -> tuple[int, dict, dict]:
        """On a connection of its own: one that is kept may be closed while the server or its database starts."""
        with closing(Client(self.port)) as client:
            return client.ask(*request, **more)

    def put(self, moves: int = 1000, player: str | None = None, number: str | None = None, **fields) -> tuple[int, dict]:
        """Sends a result; gives the status and the answer."""
        return self.ask("PUT", f"/api/1/results/{number or secrets.token_hex(16)}", result(moves), player or key(), **fields)[::2]

    def service(self, *words, **how) -> subprocess.CompletedProcess:
        """Looks after its database, as an administrator does."""
        return run("service", *words, "--database", self.database, **how)

    def end(self, by=signal.SIGTERM) -> str:
        self.process.send_signal(by)
        said = self.process.communicate(timeout=LONG)[1]
        return said


@contextmanager
def serving(*more: str, database: str | None = None, writes: int | None = 1_000_000_000):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), *more, database=database, writes=writes)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.end()


def run(*words, check=True, **how) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=check, **how)


def solved(deal: str) -> str:
    """The record of a win."""
    with tempfile.TemporaryDirectory() as folder:
        run("solve", deal, "--out", f"{folder}/win.pat")
        return Path(folder, "win.pat").read_text()


@cache
def deal() -> str:
    """The deal of today."""
    return re.search(r"\S+#\d+", run("deal", GAME, "--day", TODAY).stdout)[0]


@cache
def moves_of_a_win() -> list[str]:
    return re.search(r"\nmoves\n(.*?)\n(?:result .*|end)\n", solved(deal()), re.DOTALL)[1].split()


def record(moves: int) -> str:
    """A game that is given up after so many moves, or the whole one."""
    return f"quincunx-record 1\ngame {GAME}\ndeal {deal()}\nmoves\n{' '.join(moves_of_a_win()[:moves])}\nend\n"


def result(moves: int = 1000, helped: bool = False) -> dict:
    return {"day": TODAY, "record": record(moves), "helped": helped}


@cache
def three_games() -> list[str]:
    """The games that a first vote comes with."""
    return [solved(f"{GAME}#{number}") for number in (1, 2, 3)]


class Becoming(unittest.TestCase):
    def becomes(self, what, expected) -> float:
        """Waits until something is as expected; gives the seconds."""
        begun = time.monotonic()
        while (found := what()) != expected:
            self.assertLess(time.monotonic() - begun, LONG, f"{found!r}, not {expected!r}")
            time.sleep(0.02)
        return time.monotonic() - begun


class Players:
    """Clients that send results, each of a new player, and whatever was not answered again, to servers that may be killed."""

    def __init__(self, servers: list[Server], may_fail: bool = False):
        self.servers, self.may_fail = servers, may_fail
        self.done, self.lock = threading.Event(), threading.Lock()
        self.acknowledged, self.failures = {}, []
        self.threads = [threading.Thread(target=self.play, args=(seed,)) for seed in range(8)]
        for thread in self.threads:
            thread.start()

    def play(self, seed: int) -> None:
        dice = random.Random(seed)
        clients, pending = [Client(server.port) for server in self.servers], None
        while pending or not self.done.is_set():
            if pending is None:
                pending = (secrets.token_hex(16), key(), result(dice.randint(20, len(moves_of_a_win())), dice.random() < 0.5))
            which = dice.randrange(len(clients))
            try:
                clients[which].port = self.servers[which].port
                status, headers, answer = clients[which].ask("PUT", "/api/1/results/" + pending[0], pending[2], pending[1])
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
                continue
            if self.may_fail and status == 503 and int(headers["Retry-After"]) > 0:
                time.sleep(0.3)  # sooner than they are told to, though not so often that they are refused for it
                continue
            if status not in (200, 201):
                self.failures.append((status, answer))
                return
            with self.lock:
                self.acknowledged[pending[1]] = (answer["result"]["moves"], answer["result"]["helped"])
            pending = None
        for client in clients:
            client.close()

    def agree_with(self, test: unittest.TestCase, database) -> int:
        """Lets them finish, and compares; gives how many results there are."""
        self.done.set()
        for thread in self.threads:
            thread.join()
        test.assertEqual(self.failures, [])
        lines = [json.loads(line) for line in run("service", "export", "--database", database).stdout.splitlines()]
        results = [line for line in lines if line["kind"] == "result"]
        test.assertEqual(len({line["player"] for line in results}), len(results))
        test.assertEqual(len(results), len(self.acknowledged))
        test.assertEqual(sorted((line["moves"], line["helped"]) for line in results), sorted(self.acknowledged.values()))
        # Equal lists count once.
        counts = {(line["moves"], line["helped"]): line["games"] for line in lines if line["kind"] == "count"}
        test.assertEqual(counts, {one: 1 for one in set(self.acknowledged.values())})
        return len(results)
