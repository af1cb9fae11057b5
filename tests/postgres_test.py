"""The service with PostgreSQL: the tests that hold every database, with a real server; then servers that share one, and what
happens when it goes away. The program is the one of its package, with the module of the other one beside it.

QUINCUNX_SERVICE=full kills it 20 times rather than twice, and has it and a server hang."""
import contextlib
import json
import os
import random
import re
import secrets
import shlex
import signal
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

import pytest

import services
from builds import BUILD, LONG, PROGRAM, PROGRAMS, ROOT, folder_for
from services import FULL, GAME, TODAY, Becoming, Client, Players, Server, deal, key, result, run, serving, three_games
from sites import nginx

TOOLS = max(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda one: int(one.parts[-3]), default=None)
TABLE = f"/api/1/days/{TODAY}/{GAME}"


def installed(folder: str, *components: str) -> Path:
    for component in components:
        subprocess.run(["cmake", "--install", BUILD, "--prefix", folder, "--component", component], check=True, capture_output=True)
    return Path(folder) / "bin/quincunx"


def setUpModule():
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    services.PROGRAM = installed(folder.name, "program", "postgresql")
    unittest.addModuleCleanup(setattr, services, "PROGRAM", PROGRAM)


class Cluster:
    """A PostgreSQL of its own, which listens on a socket in its folder alone. It refuses to run as root."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        if self.user:
            os.chmod(folder, 0o755)
            (folder / "cluster").mkdir()
            subprocess.run(["chown", "postgres", folder / "cluster"], check=True)
        self.folder = folder / "cluster"
        subprocess.run([TOOLS.parent / "initdb", "-D", self.folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C",
                        "--no-sync"], check=True, capture_output=True, cwd="/", **self.user)
        self.address = f"postgresql:///postgres?host={self.folder}&user=postgres"
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [TOOLS, "-D", self.folder / "data", "-k", self.folder, "-c", "listen_addresses=", "-c", "max_connections=30"],
            stderr=subprocess.DEVNULL, cwd="/", **self.user)
        for _ in range(20 * LONG):
            if self.query("SELECT 1", check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise AssertionError("PostgreSQL does not start")

    def query(self, sql: str, check=True) -> subprocess.CompletedProcess:
        return subprocess.run([TOOLS.parent / "psql", "-XAtq", "-d", self.address, "-c", sql], check=check, capture_output=True, text=True)

    def empty(self) -> None:
        self.query("SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public")

    def processes(self) -> list[int]:
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True).stdout
        return [int(pid) for pid in listed.split()]

    def signal(self, which: int) -> None:
        """To the children first: without them the first process would begin anew by itself."""
        self.process.send_signal(signal.SIGSTOP)
        for pid in [*self.processes(), self.process.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, which)

    def kill(self) -> None:
        children = self.processes()
        self.signal(signal.SIGKILL)
        self.process.wait()
        for _ in range(200):
            if not any(Path(f"/proc/{pid}").exists() for pid in children):
                break
            time.sleep(0.01)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)


class Postgres(Becoming):
    @classmethod
    def setUpClass(cls):
        if TOOLS is None:
            raise AssertionError("there is no PostgreSQL: tools/packages.txt names its package")
        cls.cluster = Cluster(folder_for(cls))
        cls.addClassCleanup(cls.cluster.end)

    def setUp(self):
        if self.cluster.process.poll() is not None:
            self.cluster.start()
        self.cluster.empty()

    def servers(self, number: int, *more: str) -> list[Server]:
        started = []
        for _ in range(number):
            server = Server(folder_for(self), *more, database=self.cluster.address)
            self.addCleanup(lambda one=server: one.process.poll() is None and one.end())
            started.append(server)
        return started

    @pytest.mark.full
    def test_it_is_held_by_the_tests_of_all_databases(self):
        done = subprocess.run([PROGRAMS / "service_test", "--gtest_filter=*PostgreSQL*:Of/Postgres*:Asking*"], capture_output=True, text=True,
                              env={**os.environ, "QUINCUNX_TEST_DATABASE": self.cluster.address})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertGreater(int(re.search(r"PASSED +\] (\d+) tests", done.stdout)[1]), 30)

    def test_it_is_a_package_of_its_own(self):
        folder = folder_for(self)
        (folder / "index.html").write_text("home")
        program = installed(folder, "program")
        for file in (program, services.PROGRAM):
            needed = subprocess.run(["readelf", "-d", file], check=True, capture_output=True, text=True).stdout
            self.assertIn("libsqlite3", needed)
            self.assertNotIn("libpq", needed)
        def refused(*words) -> str:
            done = subprocess.run([program, *words, "--database", self.cluster.address], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            return done.stderr
        missing = "PostgreSQL needs the package quincunx-postgresql, which is not installed\n"
        serve = ("serve", "--port", "0", "--root", folder)
        self.assertEqual(refused(*serve), "quincunx: " + missing)
        self.assertEqual(refused("service", "export"), "quincunx: " + missing)
        help_text = subprocess.run([program, "serve", "--help"], capture_output=True, text=True).stdout
        self.assertIn("postgresql://..., with the package quincunx-postgresql", " ".join(help_text.split()))
        installed(folder, "postgresql")
        self.assertIn("has no tables of the service", refused("service", "export"))
        module, = (folder / "lib/quincunx/modules").iterdir()
        version = re.search(r"project\(Quincunx VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1].encode()
        module.write_bytes(module.read_bytes().replace(b"\0" + version + b"\0", b"\0" + b"9" * len(version) + b"\0"))
        self.assertIn("install quincunx and quincunx-postgresql of the same version", refused(*serve))

    def test_servers_that_share_it(self):
        first, second = self.servers(2)
        def won(server: Server) -> int:
            return server.ask("GET", TABLE)[2]["won"]["unaided"]
        self.assertEqual((won(first), won(second)), (0, 0))  # in the memory of both
        player, number = key(), secrets.token_hex(16)
        self.assertEqual(first.put(player=player, number=number)[0], 201)
        self.assertEqual(won(first), 1)
        self.becomes(lambda: won(second), 1)
        self.assertEqual(second.put(player=player, number=number)[0], 200)
        self.assertEqual(second.put(number=number)[0], 409)
        self.assertEqual(first.ask("GET", "/api/1/votes")[2]["games"], [])
        self.assertEqual(second.ask("PUT", f"/api/1/votes/{GAME}", {"stars": 4, "records": three_games()}, player)[0], 200)
        self.becomes(lambda: len(first.ask("GET", "/api/1/votes")[2]["games"]), 1)
        # An answer that one remembers is forgotten with the player.
        self.assertEqual(second.ask("DELETE", "/api/1/me", player=player)[0], 204)
        self.becomes(lambda: (won(first), first.ask("GET", "/api/1/votes")[2]["games"]), (0, []))
        for server in (first, second):
            self.assertEqual(server.put(player=player, number=number)[0], 410)
        player = key()
        self.assertEqual(first.put(player=player)[0], 201)
        # An administrator beside them.
        self.becomes(lambda: won(second), 1)
        self.assertIn("1 result", run("service", "forget", player, "--database", self.cluster.address).stdout)
        self.becomes(lambda: (won(first), won(second)), (0, 0))

    def test_nothing_acknowledged_is_lost_and_nothing_counts_twice(self):
        """The database is killed at any moment, and so are the servers, whose clients send again."""
        kills = 20 if FULL else 2
        servers = self.servers(2)
        dice = random.Random(2)
        servers[0].ask("GET", TABLE)
        players = Players(servers, may_fail=True)
        slowest = 0.0
        for round in range(kills):
            time.sleep(dice.uniform(0.2, 0.8))
            self.cluster.kill()
            if round % 4 == 3:
                servers[1].process.kill()
                servers[1].process.communicate()
                servers[1].start()  # although there is no database
            begun = time.monotonic()
            self.assertEqual(servers[0].ask("GET", "/")[0], 200)
            # Later changes by the other server are not in memory.
            self.assertIn(servers[0].ask("GET", TABLE)[0], (200, 503))
            status, headers, problem = servers[0].ask("DELETE", "/api/1/me", player=key())
            self.assertEqual((status, problem["type"]), (503, "urn:quincunx:storage"))
            self.assertGreater(int(headers["Retry-After"]), 0)
            self.assertLess(time.monotonic() - begun, LONG)
            time.sleep(dice.uniform(0, 1))
            self.cluster.start()
            for server in servers:
                # It takes a second; other tests may run beside this one.
                slowest = max(slowest, self.becomes(lambda one=server: one.ask("DELETE", "/api/1/me", player=key())[0], 204))
        print(f"back within {slowest:.1f} s")
        self.assertGreater(players.agree_with(self, self.cluster.address), kills)
        for server in servers:
            self.assertIn("the database of the service", server.end())

    def test_a_server_that_becomes_read_only_and_back(self):
        server, = self.servers(1)
        self.assertEqual(server.put(30)[0], 201)
        def read_only(on: str) -> None:
            self.cluster.query(f"ALTER SYSTEM SET default_transaction_read_only = {on}")
            self.cluster.query("SELECT pg_reload_conf()")
        try:
            read_only("on")
            self.becomes(lambda: server.ask("DELETE", "/api/1/me", player=key())[0], 503)
            self.assertEqual(server.ask("GET", "/")[0], 200)
        finally:
            self.cluster.query("ALTER SYSTEM RESET default_transaction_read_only")
            self.cluster.query("SELECT pg_reload_conf()")
        self.becomes(lambda: server.put(31)[0], 201)
        self.assertIn("the database is read-only for now", server.end())

    def test_a_role_that_may_not_make_tables(self):
        self.cluster.query("DROP ROLE IF EXISTS guest")
        self.cluster.query("CREATE ROLE guest LOGIN")
        self.cluster.query("GRANT USAGE ON SCHEMA public TO guest")  # as in a database of PostgreSQL 15
        folder = folder_for(self)
        (folder / "index.html").write_text("home")
        address = self.cluster.address.replace("user=postgres", "user=guest")
        done = run("serve", "--port", "0", "--root", folder, "--database", address, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the role has to own its database: ALTER DATABASE name OWNER TO role", done.stderr)
        self.cluster.query("DROP OWNED BY guest")
        self.cluster.query("DROP ROLE guest")

    def test_tables_of_an_extension_are_nobodys(self):
        self.cluster.query("CREATE TABLE points(id INTEGER)")
        self.cluster.query("ALTER EXTENSION plpgsql ADD TABLE points")
        server, = self.servers(1)
        self.assertEqual(server.put(30)[0], 201)
        server.end()
        self.cluster.query("ALTER EXTENSION plpgsql DROP TABLE points")

    def test_after_a_move_new_rows_have_new_numbers(self):
        with serving() as server:
            for moves in (30, 40):
                server.put(moves)
            server.end()
            run("service", "move", self.cluster.address, "--database", server.database)
        moved, = self.servers(1)
        player = key()
        for path, body in (("results/" + secrets.token_hex(16), result(50)), ("challenges/" + secrets.token_hex(16), {"deal": deal()}),
                           (f"votes/{GAME}", {"stars": 4, "records": three_games()})):
            self.assertIn(moved.ask("PUT", "/api/1/" + path, body, player)[0], (200, 201))

    def test_a_server_starts_without_it(self):
        self.cluster.kill()
        server, = self.servers(1)
        self.assertEqual(server.ask("GET", "/")[0], 200)
        self.assertEqual(server.ask("GET", TABLE)[0], 503)
        self.cluster.start()
        self.becomes(lambda: server.ask("GET", TABLE)[0], 200)
        self.assertIn("asked again later", server.end())

    @unittest.skipUnless(FULL, "it takes a quarter of a minute")
    def test_one_that_hangs_is_one_that_is_away(self):
        server, = self.servers(1)
        self.assertEqual(server.ask("GET", TABLE)[0], 200)
        self.cluster.signal(signal.SIGSTOP)
        try:
            answers, begun = [], time.monotonic()
            waiting = threading.Thread(target=lambda: answers.append(server.ask("DELETE", "/api/1/me", player=key())[0]))
            waiting.start()
            while waiting.is_alive():
                asked = time.monotonic()
                self.assertEqual(server.ask("GET", "/")[0], 200)
                self.assertEqual(server.ask("GET", TABLE)[0], 200)
                self.assertLess(time.monotonic() - asked, 8)  # the database is given up after ten
                time.sleep(0.1)
            took = time.monotonic() - begun
            self.assertEqual(answers, [503])
            self.assertLess(took, LONG)
        finally:
            self.cluster.signal(signal.SIGCONT)
        back = self.becomes(lambda: server.ask("DELETE", "/api/1/me", player=key())[0], 204)
        print(f"given up after {took:.1f} s, back within {back:.1f} s")

    @unittest.skipUnless(FULL, "it takes ten seconds")
    def test_a_server_that_hangs_with_the_lock_loses_it(self):
        one, other = self.servers(2)
        players = Players([one], may_fail=True)
        holds = "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted AND " \
            "state = 'idle in transaction'"
        for _ in range(300):
            time.sleep(random.uniform(0.02, 0.1))
            one.process.send_signal(signal.SIGSTOP)
            time.sleep(0.02)
            if self.cluster.query(holds).stdout.strip() == "1":
                break
            one.process.send_signal(signal.SIGCONT)
        else:
            self.fail("it was never caught with the lock")
        begun = time.monotonic()
        # The other one waits, and need not be asked again.
        status = other.ask("DELETE", "/api/1/me", player=key())[0]
        took = time.monotonic() - begun
        one.process.send_signal(signal.SIGCONT)
        self.assertEqual(status, 204)
        self.assertLess(took, LONG)
        self.assertGreater(players.agree_with(self, self.cluster.address), 0)
        print(f"lost after {took:.1f} s")

    def test_the_sample_configurations(self):
        """As systemd reads them, and three servers behind nginx."""
        units = folder_for(self)
        (units / "quincunx@.service").write_text((ROOT / "deploy/quincunx.service").read_text().replace("Documentation=man:quincunx(1)\n", ""))
        (units / "quincunx@.service.d").mkdir()
        sample = (ROOT / "deploy/postgresql.conf").read_text()
        (units / "quincunx@.service.d/postgresql.conf").write_text(sample.replace("=quincunx serve", f"={services.PROGRAM} serve"))
        said = subprocess.run(["systemd-analyze", "verify", "--man=no", units / "quincunx@8080.service"], capture_output=True, text=True)
        self.assertEqual([line for line in said.stderr.splitlines() if "quincunx" in line], [])
        words = shlex.split(re.search(r"^ExecStart=quincunx serve (.*?[^\\])$", sample, re.MULTILINE | re.DOTALL)[1].replace("\\\n", ""))
        # The port and the database are those of the test.
        words = [word.replace("/var/log/quincunx", str(units)) for word in words if word not in ("--port", "%i")]
        at = words.index("--database")
        self.assertTrue(words.pop(at + 1).startswith("postgresql://"))
        words.pop(at)
        three = [Server(folder_for(self), *words, database=self.cluster.address) for _ in range(3)]
        try:
            ports = "; server 127.0.0.1:".join(str(server.port) for server in three)
            with nginx(f"{ports}; hash $quincunx_network consistent", folder_for(self), tls=False) as (_, secure):
                fields = {"Host": "play.example.org", "Origin": "http://play.example.org"}
                for left in (3, 2, 1):  # each answers for those that are gone
                    with contextlib.closing(Client(secure)) as client:
                        self.assertEqual(client.ask("PUT", "/api/1/results/" + secrets.token_hex(16), result(20 + left), key(), **fields)[0], 201)
                    if left > 1:
                        three.pop().end()
        finally:
            for server in three:
                server.end()

    def test_looking_after_the_data(self):
        address, folder = self.cluster.address, folder_for(self)
        def refused(*words) -> str:
            done = run("service", *words, check=False)
            self.assertNotEqual(done.returncode, 0, done.stdout)
            return done.stderr
        self.assertIn("has no tables of the service", refused("export", "--database", address))
        with serving() as server:
            player = key()
            for moves in (30, 40, 1000):
                server.put(moves, None if moves < 1000 else player)
            file = server.database
            self.assertIn("another server uses", refused("move", address, "--database", file))
            server.end()
            self.assertIn("moved: 3 players, 1 board, 3 results, 3 counted games, 1 shortest game, 0 votes",
                          run("service", "move", address, "--database", file).stdout)
            self.assertIn("is not empty", refused("move", address, "--database", file))
            before = run("service", "export", "--database", file).stdout
            self.assertEqual(run("service", "export", "--database", address).stdout, before)
            copy = folder / "back.db"
            self.assertEqual(json.loads(run("service", "move", copy, "--database", address, "--json").stdout)["results"], 3)
            self.assertEqual(run("service", "export", "--database", copy).stdout, before)
            self.assertIn("from a file to postgresql", refused("move", file, "--database", copy))
        self.assertIn("use pg_dump", refused("backup", folder / "copy.db", "--database", address))
        self.assertIn("use pg_restore", refused("restore", folder / "copy.db", "--database", address))
        self.assertIn("1 result", run("service", "forget", player, "--database", address).stdout)
        self.assertEqual(json.loads(run("service", "prune", "--json", "--database", address).stdout)["results"], 0)
        kinds = [json.loads(line)["kind"] for line in run("service", "export", "--database", address).stdout.splitlines()]
        self.assertEqual(kinds, ["result", "result", "count", "count", "forgotten"])
        # pg_dump of a server that is used, into another database.
        self.cluster.query("CREATE DATABASE restored")
        self.addCleanup(lambda: self.cluster.query("DROP DATABASE restored"))
        dump = folder / "service.dump"
        subprocess.run([TOOLS.parent / "pg_dump", "-Fc", "-f", dump, "-d", address], check=True)
        restored = address.replace("/postgres?", "/restored?")
        subprocess.run([TOOLS.parent / "pg_restore", "-d", restored, dump], check=True)
        self.assertEqual(run("service", "export", "--database", restored).stdout, run("service", "export", "--database", address).stdout)
        # A player who asks to be forgotten after that is forgotten in the copy, too, as docs/service.md says.
        name = json.loads(run("service", "export", "--database", address).stdout.splitlines()[0])["player"][:12]
        self.assertIn("1 result", run("service", "forget", name, "--database", address).stdout)
        self.assertIn('"kind":"result"', run("service", "show", name, "--database", restored).stdout)
        command = re.search(r"^(psql old .*?)\n```$", (ROOT / "docs/service.md").read_text(), re.MULTILINE | re.DOTALL)[1]
        command = command.replace("psql", str(TOOLS.parent / "psql")).replace(" old ", f" '{address}' ").replace(" new ", f" '{restored}' ")
        subprocess.run(["bash", "-ec", command], check=True, capture_output=True)
        run("service", "prune", "--database", restored)
        self.assertIn("there is no player", refused("show", name, "--database", restored))
        self.assertEqual(run("service", "export", "--database", restored).stdout, run("service", "export", "--database", address).stdout)
        # An address that is wrong from the start is said at once.
        self.cluster.query("CREATE TABLE other(name TEXT)")
        self.cluster.query("DROP TABLE quincunx_service")
        (folder / "index.html").write_text("home")
        done = run("serve", "--port", "0", "--root", folder, "--database", address, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("tables of something else", done.stderr)
