"""The service of a real server: what only sockets, processes, files and clocks can show (service/service_test.cpp has the
rest).

QUINCUNX_SERVICE=full kills 300 times rather than 8, and has the clock ahead by more, and for a day."""
import contextlib
import hashlib
import http.client
import json
import os
import random
import re
import resource
import secrets
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime, timedelta, timezone
from pathlib import Path

from builds import LONG, PROGRAM, folder_for
from services import FULL, GAME, TODAY, Becoming, Client, Players, Server, deal, key, record, result, run, serving, three_games
from sites import nginx

# A browser's, behind nginx.
FIELDS = {"Host": "play.example.org", "Origin": "https://play.example.org"}


class Service(Becoming):
    def test_answers_are_as_they_are_described(self):
        described = json.loads((Path(__file__).parent.parent / "docs/service-openapi.json").read_text())
        with serving("--operator", "A", "--contact", "B") as server:
            player, other = key(), key()
            first, challenge = secrets.token_hex(16), secrets.token_hex(16)
            server.ask("PUT", f"/api/1/challenges/{challenge}", {"deal": deal()}, player)
            friendly = {"challenge": challenge, "record": record(30), "helped": True}
            own = {"id": secrets.token_hex(16), "record": record(30), "helped": False}
            asked = {
                "service": [("GET", "/service", None, None, 200)],
                "addResult": [("PUT", f"/results/{first}", result(), player, 201), ("PUT", f"/results/{first}", result(), player, 200),
                              ("PUT", f"/results/{first}", result(), other, 409),
                              ("PUT", f"/results/{secrets.token_hex(16)}", friendly, other, 201)],
                "dayTable": [("GET", f"/days/{TODAY}/{GAME}", None, None, 200), ("GET", f"/days/2020-01-01/{GAME}", None, None, 404)],
                "dayLines": [("GET", f"/days/{TODAY}/{GAME}/lines", None, player, 200), ("GET", f"/days/{TODAY}/{GAME}/lines", None, other, 403)],
                "vote": [("PUT", f"/votes/{GAME}", {"stars": 4}, player, 422), ("PUT", f"/votes/{GAME}", {"stars": 4, "records": three_games()}, player, 200)],
                "votes": [("GET", "/votes", None, None, 200)],
                "addChallenge": [("PUT", f"/challenges/{challenge}", {"deal": deal()}, player, 200), ("PUT", f"/challenges/{first}", {"deal": deal()}, player, 201),
                                 ("PUT", f"/challenges/{secrets.token_hex(16)}", {"deal": deal(), "result": own}, player, 201)],
                "challenge": [("GET", f"/challenges/{challenge}", None, player, 200)],
                "forget": [("DELETE", "/me", None, player, 204)],
            }
            for path, methods in described["paths"].items():
                for method, one in methods.items():
                    for said, to, body, who, status in asked.pop(one["operationId"], []) if method != "parameters" else []:
                        self.assertEqual(said.lower(), method)
                        got, headers, answer = server.ask(said, "/api/1" + to, body, who)
                        self.assertEqual(got, status, (to, answer))
                        self.assertEqual(headers["Cache-Control"], "no-store")
                        responses = one["responses"]
                        if str(got) not in responses:
                            self.assertEqual(headers["Content-Type"], "application/problem+json")
                            self.fits(described, {"$ref": "#/components/schemas/Problem"}, answer)
                            self.assertEqual(answer["status"], got)
                        elif "content" in responses[str(got)]:
                            self.fits(described, responses[str(got)]["content"]["application/json"]["schema"], answer)
            self.assertEqual(asked, {})

    def fits(self, described: dict, schema: dict, value, where: str = "") -> None:
        """As much of JSON Schema as the description uses."""
        if "$ref" in schema:
            return self.fits(described, described["components"]["schemas"][schema["$ref"].rpartition("/")[2]], value, where)
        kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
        if "type" in schema:
            allowed = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            self.assertTrue(any(isinstance(value, kinds[kind]) for kind in allowed), (where, value))
        if "enum" in schema:
            self.assertIn(value, schema["enum"], where)
        if "pattern" in schema:
            self.assertRegex(value, schema["pattern"], where)
        if isinstance(value, dict):
            self.assertLessEqual(set(schema.get("required", [])), set(value), where)
            self.assertLessEqual(set(value), set(schema.get("properties", {})), where)
            for name, member in value.items():
                self.fits(described, schema["properties"][name], member, f"{where}.{name}")
        for i, item in enumerate(value if isinstance(value, list) else []):
            self.fits(described, schema["items"], item, f"{where}[{i}]")

    def test_without_an_operator_a_public_server_has_no_service(self):
        for more, status, why in ((["--behind-proxy"], 404, "who runs it is not said"),
                                  (["--host", "0.0.0.0", "--operator", "A"], 404, "who runs it is not said"),
                                  (["--behind-proxy", "--operator", "A", "--contact", "B"], 200, ""),
                                  (["--no-service"], 404, "")):
            with serving(*more) as server:
                self.assertEqual(server.ask("GET", "/api/1/service", X_Forwarded_For="192.0.2.1")[0], status, more)
                self.assertEqual(server.ask("GET", "/")[0], 200)
                said = server.end()
                self.assertIn(why, said)
                self.assertEqual(bool(why), bool(said), said)

    def test_what_is_right_for_this_machine_alone_is_not_wrong(self):
        with serving() as server:
            for host in ("127.0.0.1", "localhost"):
                done = server.service("check", f"http://{host}:{server.port}/", check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
                self.assertEqual([line.split()[0] for line in done.stdout.splitlines()], ["ok", "ok", "note", "ok"], done.stdout)
                self.assertIn("note   nobody is said to run the service", done.stdout)
        with serving("--operator", "A", "--contact", "B") as server:
            done = server.service("check", f"http://127.0.0.1:{server.port}/", check=False)
            self.assertEqual([line.split()[0] for line in done.stdout.splitlines()], ["ok", "ok", "ok"], done.stdout)
        # Past a proxy that the server needs to have.
        with serving("--behind-proxy", "--operator", "A", "--contact", "B") as server:
            server.service("check", f"http://127.0.0.1:{server.port}/")
            self.assertEqual(server.end(), "")

    def test_two_servers_do_not_share_a_file(self):
        with serving() as server:
            done = run("serve", "--port", "0", "--root", server.folder / "web", "--database", server.folder / "service.db", check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn("another server uses", done.stderr)

    def test_pages_of_others_and_other_names(self):
        with serving("--operator", "A", "--contact", "B", "--site-name", "patience.example") as server:
            for headers, status in (({"Host": "patience.example"}, 200), ({"Host": "evil.example"}, 421),
                                    ({"Origin": "https://evil.example"}, 403),
                                    ({"Host": "patience.example", "Origin": "https://patience.example"}, 200)):
                self.assertEqual(server.ask("GET", "/api/1/votes", **headers)[0], status, headers)
            # A browser asks first, and is told nothing that would let it go on.
            status, headers, _ = server.ask("OPTIONS", "/api/1/me", Origin="https://evil.example", Access_Control_Request_Method="DELETE")
            self.assertEqual(status, 405)
            self.assertFalse([name for name in headers if name.lower().startswith("access-control")])

    def test_behind_nginx(self):
        with serving("--behind-proxy", "--operator", "A", "--contact", "B", "--site-name", "play.example.org") as server, \
                nginx(server.port, server.folder) as (_, secure):
            client = Client(secure, tls=True)
            # A port other than 443 is the page's own, whether the proxy passes it on or not.
            for origin in ("play.example.org:8131", "www.play.example.org", "play.example.org.:8131"):
                self.assertEqual(client.ask("PUT", "/api/1/results/" + secrets.token_hex(16), result(20 + len(origin)), key(), Host=origin,
                                            Origin="https://" + origin)[0], 201)
            long = {**result(), "record": record(1000) + "\n" * 20_000}
            self.assertEqual(client.ask("PUT", "/api/1/results/" + secrets.token_hex(16), long, key(), **FIELDS)[0], 201)
            self.assertEqual(client.ask("GET", f"/api/1/days/{TODAY}/{GAME}", **FIELDS)[2]["won"]["unaided"], 1)
            self.assertEqual(client.ask("GET", "/metrics", **FIELDS)[0], 404)
            status, _, said = client.ask("PUT", "/api/1/results/" + secrets.token_hex(16), {"record": "x" * 200_000}, key(), **FIELDS)
            self.assertEqual(status, 413)
            self.assertIn(b"nginx", said)
            client.close()

    def test_a_name_at_home(self):
        with serving("--operator", "A", "--contact", "B") as server:
            home = {"Host": "nas.local:8080", "Origin": "http://nas.local:8080"}
            self.assertEqual(server.put(**home)[0], 201)
            # The page is told of no service that then refuses, and the operator of what to set.
            for host, offered in (("nas.local:8080", "1"), ("localhost", "1"), ("patience.example", None)):
                self.assertEqual(server.ask("HEAD", "/", Host=host)[1].get("Quincunx-Service"), offered, host)
            self.assertIn("say --site-name patience.example\n", server.end())

    def test_what_to_set_for_proxies(self):
        """Each is said once."""
        for chains, why in ((["192.0.2.1"], ""), ([None, None], "requests come without X-Forwarded-For"),
                                  (["192.0.2.1, 10.0.0.7"] * 3, "10.0.0.7, counts as the client; if that is another proxy, have the one behind it"),
                                  (["192.0.2.1, 198.51.100.7"] * 100, "198.51.100.7, counts as the client; "),
                                  (["192.0.2.1, 198.51.100.7"] * 99, "")):
            with serving("--operator", "A", "--contact", "B", "--behind-proxy") as server:
                for chain in chains:
                    self.assertEqual(server.ask("GET", "/api/1/votes", **({"X-Forwarded-For": chain} if chain else {}))[0], 200)
                said = server.end()
                self.assertIn(why, said)
                self.assertEqual(said.count("\n"), 1 if why else 0, said)

    def test_a_school_behind_one_address(self):
        """Each of 300 pupils opens the page and sends a result, all of them at once."""
        with serving("--behind-proxy", "--operator", "A", "--contact", "B", "--site-name", "play.example.org", writes=None) as server, \
                nginx(server.port, server.folder) as (_, secure):
            bodies, statuses, go = [result(20 + pupil % 30) for pupil in range(300)], [], threading.Event()
            def play(body: dict) -> None:
                client = Client(secure, tls=True)
                go.wait()
                for _ in range(10):
                    statuses.append(client.ask("GET", "/", **FIELDS)[0])
                statuses.append(client.ask("PUT", "/api/1/results/" + secrets.token_hex(16), body, key(), **FIELDS)[0])
                client.close()
            pupils = [threading.Thread(target=play, args=(body,)) for body in bodies]
            for pupil in pupils:
                pupil.start()
            go.set()
            for pupil in pupils:
                pupil.join()
            self.assertEqual({status: statuses.count(status) for status in set(statuses)}, {200: 3000, 201: 300})

    def test_the_log_cannot_be_joined_to_what_was_sent(self):
        """Neither the server's nor nginx's, whatever is asked, and however it ends."""
        log = folder_for(self) / "access.log"
        with serving("--behind-proxy", "--operator", "A", "--contact", "B", "--site-name", "play.example.org", "--log", str(log)) as server, \
                nginx(server.port, server.folder, strict=True) as (plain, secure):
            client = Client(secure, tls=True)
            player, number, challenge = key(), secrets.token_hex(16), secrets.token_hex(16)
            asked = [("GET", "/", None, 200), ("PUT", f"/api/1/results/{number}", result(), 201),
                     ("PUT", f"/api/1/challenges/{challenge}", {"deal": deal()}, 201), ("GET", f"/api/1/challenges/{challenge}?{number}", None, 200),
                     ("PUT", f"/api/1/results/{number}", {"day": TODAY}, 400), ("PUT", f"/api/1/results/{number}", {"x": "x" * 200_000}, 413),
                     ("POST", f"/api/1/results/{number}", {}, 405), ("GET", f"/api/1/{number}", None, 404),
                     ("DELETE", f"/api/1/challenges/{challenge}", None, 204), ("DELETE", "/api/1/me", None, 204),
                     ("PUT", f"/api/1/results/{number}", result(), 410),
                     ("GET", f"/%23/challenge/{challenge}", None, 302), ("GET", f"/%252523%2Fchallenge%2F{challenge}", None, 302)]
            for method, path, body, status in asked:
                self.assertEqual(client.ask(method, path, body, player, **FIELDS)[0], status, (method, path))
                if status == 413:  # nginx says so, and closes the connection
                    client.close()
            with contextlib.closing(Client(plain)) as direct:
                self.assertEqual(direct.ask("GET", f"/api/1/challenges/{challenge}")[0], 301)
            while client.ask("GET", f"/api/1/challenges/{challenge}", None, player, **FIELDS)[0] != 429:
                pass  # until nginx has had enough of it
            server.end()
            while (status := client.ask("GET", f"/api/1/challenges/{challenge}", None, player, **FIELDS)[0]) == 429:
                time.sleep(0.1)
            self.assertEqual(status, 502)
            client.close()
            ours, theirs = log.read_text(), (server.folder / "nginx.log").read_text()
            for text in (ours, theirs, (server.folder / "error.log").read_text()):
                for secret in (number, challenge, player):
                    self.assertNotIn(secret, text)
            for text in (ours, theirs):
                self.assertEqual(re.findall(r'^(\S+) - - \[[^]]+\] "(\w+) (\S+) HTTP/1.[01]" (\d+) ', text, re.MULTILINE)[:4],
                                 [("127.0.0.1", "GET", "/", "200"), ("-", "PUT", "/api/1/results", "201"),
                                  ("-", "PUT", "/api/1/challenges", "201"), ("-", "GET", "/api/1/challenges", "200")])
                self.assertRegex(text, r'(?m)^127\.0\.0\.1 .* "PUT /api/1/results HTTP/1\.1" 400 ')
                self.assertNotRegex(text, r'(?m)^\d.* "\w+ /api\S* HTTP/1\.[01]" 2')
            self.assertIn(' 301 ', theirs)

    def test_figures_are_for_this_machine(self):
        with serving() as server:
            server.ask("GET", "/api/1/votes")
            status, _, text = server.ask("GET", "/metrics")
            self.assertEqual(status, 200)
            self.assertIn(b'quincunx_requests_total{operation="votes",status="200"} 1\n', text)
            self.assertEqual(server.ask("GET", "/metrics", X_Forwarded_For="192.0.2.1")[0], 404)

    def raw(self, port: int, text: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", port), timeout=LONG) as connection:
            connection.sendall(text)
            got = b""
            while part := connection.recv(65536):
                got += part
            return got

    def test_bodies(self):
        head = (f"PUT /api/1/results/{'0' * 32} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                f"Authorization: Bearer {'k' * 40}\r\nContent-Type: application/json\r\n")
        with serving() as server:
            for more, status in (("\r\n", 411), ("Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400),
                                 ("Transfer-Encoding: chunked\r\n\r\nc001\r\n" + 49153 * " " + "\r\n0\r\n\r\n", 413),
                                 ("Content-Length: 49153\r\n\r\n", 413), ("Content-Length: 99999999999999999999\r\n\r\n", 400),
                                 ("Content-Length: 2\r\n\r\n{}", 400), ("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400)):
                self.assertRegex(self.raw(server.port, (head + more).encode()), rb"^HTTP/1.1 %d " % status, more)
            # Files still take no body, and a body that is not refused leaves the connection as it was.
            self.assertRegex(self.raw(server.port, b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n."), rb"^HTTP/1.1 413 ")
            two = head.replace("Connection: close\r\n", "") + "Content-Length: 2\r\n\r\n{}GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            self.assertRegex(self.raw(server.port, two.encode()), rb'(?s)^HTTP/1.1 400 .*"member":"record".*HTTP/1.1 200 OK.*ok\n$')
            if FULL:  # a client that drips is given ten seconds
                self.assertEqual(self.raw(server.port, (head + "Content-Length: 100\r\n\r\n{").encode()), b"")

    def test_a_crowd_with_slow_bodies_shuts_nobody_out(self):
        """They announce more than all bodies together may have; then they send it, but for the last byte."""
        size = 144 * 1024
        crowd = 4000 if FULL else 600
        def still_open(one: socket.socket) -> bool:
            one.setblocking(False)
            try:
                return one.recv(1) != b""
            except BlockingIOError:
                return True
            except OSError:
                return False
        def start(port: int, number: int, body: bytes) -> socket.socket:
            # An address may have 512 connections.
            one = socket.create_connection(("127.0.0.1", port), timeout=LONG, source_address=(f"127.0.0.{2 + number // 50}", 0))
            with suppress(OSError):  # which was closed to make room
                one.sendall((f"PUT /api/1/votes/{GAME} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key()}\r\n"
                             f"Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n").encode() + body)
            return one
        with serving() as server, ExitStack() as all_of_them:
            for body in (b"", b" " * (size - 1)):
                slow = [all_of_them.enter_context(start(server.port, number, body)) for number in range(crowd)]
                time.sleep(0.5)  # until the server has read it
                self.assertEqual(server.put()[0], 201)
                self.assertTrue(any(map(still_open, slow)), "it came only after them")
                self.assertEqual(server.ask("GET", "/")[0], 200)
                for one in slow:
                    one.close()
            most = int(re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{server.process.pid}/status").read_text())[1]) / 1024
            print(f"at most {most:.0f} MiB")
            self.assertLess(most, 160)

    def test_nothing_acknowledged_is_lost_and_nothing_counts_twice(self):
        """Killed at any moment under load; the clients send again whatever was not answered."""
        kills = 300 if FULL else 8
        with serving() as server:
            players = Players([server])
            dice = random.Random(1)
            for _ in range(kills):
                time.sleep(dice.uniform(0.05, 0.25))
                server.process.kill()
                server.process.communicate()
                server.start()
            self.assertGreater(players.agree_with(self, server.database), kills)

    def test_looking_after_the_data(self):
        with serving() as server:
            player = key()
            file = server.folder / "service.db"
            self.assertEqual(server.put(player=player)[0], 201)
            self.assertEqual(server.put(30)[0], 201)
            copy = server.folder / "copy.db"
            self.assertRegex(server.service("backup", copy).stdout, r"copy\.db: [\d,]+ bytes")
            self.assertEqual(file.stat().st_mode & 0o777, 0o600)
            self.assertEqual(copy.stat().st_mode & 0o777, 0o600)
            refused = server.service("restore", copy, check=False)
            self.assertIn("another server uses", refused.stderr)
            table = f"/api/1/days/{TODAY}/{GAME}"
            self.assertEqual(server.ask("GET", table)[2]["won"]["unaided"], 1)
            self.assertIn("1 result", server.service("forget", player).stdout)
            self.becomes(lambda: server.ask("GET", table)[2]["won"]["unaided"], 0)
            self.assertEqual(json.loads(server.service("prune", "--json").stdout)["results"], 0)
            server.end()
            said = server.service("restore", copy).stdout
            self.assertIn("service.db: 1 player, 1 board, 1 result, ", said)
            self.assertIn("since the copy was made: 1 player\n", said)
            kept = re.search(r"kept as (\S+);", said)[1]
            server.start()
            # The copy had both, but one has asked to be forgotten since.
            self.assertEqual(server.ask("GET", table)[2]["won"]["unaided"], 0)
            self.assertEqual(server.ask("GET", table)[2]["finished"]["unaided"], 1)
            self.assertEqual(server.put(player=player)[0], 410)
            self.assertEqual(run("service", "export", "--database", kept).stdout, server.service("export").stdout)
            self.assertIn("takes a file", server.service("backup", check=False).stderr)
            self.assertIn("player's key", server.service("forget", "short", check=False).stderr)
            self.assertIn("there is no", run("service", "prune", "--database", server.folder / "none.db", check=False).stderr)


def stored(file: Path, of: str = "results") -> int:
    with contextlib.closing(sqlite3.connect(file)) as database:
        return database.execute(f"SELECT count(*) FROM {of}").fetchone()[0]


def get(server: Server, path: str):
    return server.ask("GET", path)[::2]


class Administrator(Becoming):
    def test_what_is_kept_of_one_player_is_handed_over_and_removed(self):
        with serving() as server:
            player, challenge = key(), secrets.token_hex(16)
            name = hashlib.sha256(player.encode()).hexdigest()[:12]
            self.assertEqual(server.put(player=player)[0], 201)
            self.assertEqual(server.put(30)[0], 201)
            self.assertEqual(server.ask("PUT", f"/api/1/challenges/{challenge}", {"deal": deal()}, player)[0], 201)
            kinds = [json.loads(line)["kind"] for line in server.service("show", name).stdout.splitlines()]
            self.assertEqual(kinds, ["result", "line", "challenge"])
            self.assertEqual(server.service("show", player).stdout, server.service("show", name.upper()).stdout)
            self.assertIn("short name", server.service("show", name[:7], check=False).stderr)
            self.assertIn("there is no player", server.service("show", "0" * 12, check=False).stderr)
            # The operator is told of a challenge by its link.
            refused = server.service("remove", f"http://localhost/#/challenge/{'0' * 32}", check=False)
            self.assertEqual((refused.returncode, refused.stdout), (1, ""))
            server.service("remove", f"http://localhost/#/challenge/{challenge}")
            self.assertEqual(server.ask("GET", f"/api/1/challenges/{challenge}")[0], 404)
            self.assertEqual(server.ask("PUT", f"/api/1/challenges/{challenge}", {"deal": deal()}, player)[0], 201)
            self.assertEqual(server.service("forget", name).stdout, "the player is forgotten, with 1 result, 0 votes, 1 shortest game and 1 challenge\n")
            self.assertEqual([stored(server.database, table) for table in ("results", "players", "lines", "boards", "forgotten")], [1, 1, 0, 1, 1])
            self.assertEqual(server.ask("GET", f"/api/1/challenges/{challenge}")[0], 404)
            self.assertEqual(server.put(player=player)[0], 410)
            # Two whose names begin alike.
            with contextlib.closing(sqlite3.connect(server.database)) as database:
                database.executemany("INSERT INTO players(key) VALUES(?)", [(b"\xab" * 31 + bytes([last]),) for last in (1, 2)])
                database.commit()
            self.assertIn("several players", server.service("forget", "ab" * 20, check=False).stderr)
            self.assertIn("forgotten, with 0 results", server.service("forget", "ab" * 31 + "02").stdout)

    def test_what_was_on_its_way_is_not_kept(self):
        with serving() as server:
            player, number = key(), secrets.token_hex(16)
            self.assertEqual(server.put(player=player, number=number)[0], 201)
            self.assertEqual(server.ask("DELETE", "/api/1/me", None, player)[0], 204)
            status, problem = server.put(player=player, number=number)
            self.assertEqual((status, problem["type"]), (410, "urn:quincunx:forgotten"))
            self.assertEqual((stored(server.database), stored(server.database, "players")), (0, 0))

    def test_a_copy_that_is_none_changes_nothing(self):
        with serving() as server:
            for moves in range(25, 31):
                self.assertEqual(server.put(moves)[0], 201)
            alone = server.folder / "alone.db"
            alone.write_bytes(server.database.read_bytes())  # while the server runs, without what is beside it
            server.end()
            empty = server.folder / "empty.db"
            empty.touch()
            before, names = server.database.read_bytes(), sorted(os.listdir(server.folder))
            for words in (("restore", empty, "--database", server.database), ("restore", alone, "--database", server.database),
                          ("restore", alone, "--database", server.folder / "new.db"), ("restore", empty, "--json", "--database", server.database),
                          ("backup", server.folder / "copy.db", "--database", empty), ("export", "--database", empty),
                          ("prune", "--database", empty), ("forget", key(), "--database", empty), ("move", "postgresql:///none", "--database", empty)):
                done = run("service", *words, check=False)
                self.assertEqual((done.returncode, done.stdout if "--json" not in words else ""), (1, ""), words)
                self.assertIn("there is nothing of the service in it", done.stderr + done.stdout)
                self.assertTrue(server.database.read_bytes() == before)
                self.assertEqual(sorted(os.listdir(server.folder)), names, words)
            self.assertEqual(empty.stat().st_size, 0)

    def test_a_backup_for_which_there_is_no_room_leaves_nothing(self):
        with serving() as server:
            with contextlib.closing(sqlite3.connect(server.database)) as database:
                database.executemany("INSERT INTO players(key) VALUES(?)", [(secrets.token_bytes(32),) for _ in range(5000)])
                database.commit()
            copy = server.folder / "copy.db"
            def small():
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
            names = sorted(os.listdir(server.folder))
            done = server.service("backup", copy, check=False, preexec_fn=small)
            self.assertEqual(done.returncode, 1)
            self.assertIn("copy.db cannot be written", done.stderr)
            self.assertEqual(sorted(os.listdir(server.folder)), names)
            server.service("backup", copy)
            server.end()
            before, names = server.database.read_bytes(), sorted(os.listdir(server.folder))
            done = server.service("restore", copy, check=False, preexec_fn=small)
            self.assertEqual(done.returncode, 1)
            self.assertTrue(server.database.read_bytes() == before)
            self.assertEqual(sorted(os.listdir(server.folder)), names)

    def test_a_slow_reader_of_an_export_holds_nothing_up(self):
        with serving() as server:
            with contextlib.closing(sqlite3.connect(server.database)) as database:
                database.execute("INSERT INTO boards(name, until) VALUES('a', 9999999999)")
                database.executemany("INSERT INTO counts VALUES(1, 1, ?, 0, 1)", [(moves,) for moves in range(20_000)])
                database.commit()
                with subprocess.Popen([PROGRAM, "service", "export", "--database", server.database], stdout=subprocess.PIPE) as export:
                    first = export.stdout.readline()  # nobody reads on; the rest does not fit into the pipe
                    self.assertEqual(server.put()[0], 201)
                    # Nobody holds the file as it was, so the journal can begin anew.
                    self.assertEqual(database.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0], 0)
                    self.assertEqual(first + export.stdout.read(), b"".join(
                        b'{"kind":"count","board":"a","won":true,"moves":%d,"helped":false,"games":1}\n' % moves for moves in range(20_000)))

    def test_moving_that_fails_leaves_nothing(self):
        with serving() as server:
            server.put()
            server.end()
            done = run("service", "move", server.folder / "new.db", "--database", "postgresql://127.0.0.1:1/none", check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertFalse((server.folder / "new.db").exists())

    @unittest.skipUnless(os.geteuid() == 0, "only root can act for others")
    def test_root_looks_after_the_file_of_another_user(self):
        nobody = {"user": 65534, "group": 65534, "extra_groups": []}
        with tempfile.TemporaryDirectory() as place:
            os.chmod(place, 0o755)
            folder = Path(place) / "state"
            folder.mkdir(0o700)
            os.chown(folder, 65534, 65534)
            server = Server.__new__(Server)
            server.database, server.more = folder / "service.db", ()
            server.folder = Path(place)
            (server.folder / "web").mkdir()
            (server.folder / "web/index.html").write_text("home")
            def whose() -> set[tuple[str, int, int]]:
                return {(path.name.partition(".before")[0], path.stat().st_uid, path.stat().st_mode & 0o777) for path in folder.iterdir()}
            server.start(**nobody)
            self.assertEqual(server.put(30)[0], 201)
            server.service("backup", server.folder / "copy.db")
            self.assertEqual(server.put(31)[0], 201)
            self.assertEqual({one[1] for one in whose()}, {65534})
            server.end()
            self.assertEqual(whose(), {("service.db", 65534, 0o600)})
            for _ in range(2):  # and onto a new machine
                server.service("restore", server.folder / "copy.db")
                self.assertEqual(whose(), {("service.db", 65534, 0o600)})
                server.start(**nobody)
                self.assertEqual(server.put(32)[0], 201)
                self.assertEqual(server.end(), "")
                self.assertEqual(stored(server.database), 2)
                for file in folder.iterdir():
                    file.unlink()
            # Another one who can write to the folder, but not give files away.
            server.service("restore", server.folder / "copy.db")
            os.chmod(folder, 0o777)
            os.chmod(server.folder / "copy.db", 0o644)
            before = server.database.read_bytes()
            done = server.service("restore", server.folder / "copy.db", check=False, user=65533, group=65533, extra_groups=[])
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn("belongs to user 65534", done.stderr)
            self.assertTrue(server.database.read_bytes() == before)
            self.assertEqual(whose(), {("service.db", 65534, 0o600)})

    @unittest.skipUnless(os.geteuid() == 0, "only root can have another /var/lib for a moment")
    def test_the_file_of_the_packaged_unit_is_found(self):
        with serving() as server, tempfile.TemporaryDirectory() as home:
            server.put(30)
            server.end()
            def as_root(script: str) -> subprocess.CompletedProcess:
                prepare = f'set -e; mount -t tmpfs none /var/lib; mkdir -p /var/lib/private/quincunx; ln -s private/quincunx /var/lib/quincunx; Q="{PROGRAM} service"; '
                environment = {name: value for name, value in os.environ.items() if name not in ("STATE_DIRECTORY", "XDG_DATA_HOME")}
                return subprocess.run(["unshare", "--mount", "sh", "-c", prepare + script], capture_output=True, text=True, env={**environment, "HOME": home})
            # On a new machine, before the server has been started.
            done = as_root(f"$Q restore {server.database}; $Q backup {home}/copy.db; $Q export")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("/var/lib/quincunx/service.db", done.stdout.replace("/private/", "/"))
            self.assertIn('"kind":"result"', done.stdout)
            # With a table of one's own, too, it has to be said which is meant.
            own = Path(home) / ".local/share/quincunx/service.db"
            own.parent.mkdir(parents=True)
            own.write_bytes(server.database.read_bytes())
            done = as_root(f"$Q restore {server.database} --database /var/lib/quincunx/service.db; $Q export")
            self.assertIn("there are two", done.stderr)
            self.assertNotIn('"kind":"result"', done.stdout)


class Files(Becoming):
    """Accidents of the file while the server runs."""
    def test_one_that_is_removed_replaced_or_written_over(self):
        def remove(file: Path) -> None:
            file.unlink()
        def replace(file: Path) -> None:
            (file.parent / "copy.db").rename(file)
        def write_over(file: Path) -> None:
            file.write_bytes((file.parent / "copy.db").read_bytes())
        def remove_journal(file: Path) -> None:
            Path(f"{file}-wal").unlink()
        for happens, why in ((remove, "was removed"), (replace, "is not the file any more"), (write_over, "was written over"),
                             (remove_journal, "-wal was removed")):
            with self.subTest(why), serving() as server:
                self.assertEqual(server.put()[0], 201)
                server.service("backup", server.folder / "copy.db")
                self.assertEqual(get(server, "/health"), (200, b"ok\n"))
                happens(server.database)
                status, problem = server.put(30)
                self.assertEqual((status, problem["type"]), (503, "urn:quincunx:storage"))
                self.assertEqual(get(server, "/health")[0], 503)
                self.assertIn(b"quincunx_can_write 0\n", get(server, "/metrics")[1])
                self.assertEqual(get(server, "/")[0], 200)
                self.assertIn(why, server.end())

    def test_damaged_pages(self):
        with serving() as server:
            with contextlib.closing(sqlite3.connect(server.database)) as database:
                database.executemany("INSERT INTO players(key) VALUES(?)", [(secrets.token_bytes(32),) for _ in range(5000)])
                database.commit()
            server.end()
            content = server.database.read_bytes()
            server.database.write_bytes(content[:40 * 4096] + bytes(8 * 4096) + content[48 * 4096:])
            server.start()
            self.becomes(lambda: get(server, "/health")[0], 503)
            self.assertEqual(server.put()[0], 503)
            self.assertEqual(get(server, "/")[0], 200)
            self.assertIn("is damaged", server.end())
            done = server.service("backup", server.folder / "copy.db", check=False)
            self.assertIn("is damaged", done.stderr)


class Clock(Becoming):
    """With the real clocks of a server set by libfaketime."""
    @classmethod
    def setUpClass(cls):
        cls.library = next(iter(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
        if cls.library is None:
            raise AssertionError("there is no libfaketime: tools/packages.txt names its package")

    def at(self, when: str, **more: str) -> dict[str, str]:
        return {**os.environ, "LD_PRELOAD": str(self.library), "FAKETIME": when, "DONT_FAKE_MONOTONIC": "1", **more}

    @contextmanager
    def filled(self):
        with serving() as server:
            player, challenge = key(), secrets.token_hex(16)
            server.put(player=player)
            server.ask("PUT", f"/api/1/challenges/{challenge}", {"deal": deal()}, player)
            self.assertEqual(server.ask("PUT", f"/api/1/votes/{GAME}", {"stars": 4, "records": three_games()}, player)[0], 200)
            yield server

    @staticmethod
    def all(server: Server) -> list[int]:
        return [stored(server.database, table) for table in ("players", "boards", "results", "counts", "lines", "votes")]

    def test_one_that_is_ahead_deletes_nothing(self):
        with self.filled() as server:
            before = self.all(server)
            self.assertEqual(before, [1, 2, 1, 1, 1, 1])
            server.end()
            for days in (40, 100, 800, 1100) if FULL else (1100,):
                server.start(env=self.at(f"+{days}d"))
                self.becomes(lambda: b"quincunx_clock_doubted 1\n" in get(server, "/metrics")[1], True)
                self.assertEqual(get(server, "/health"), (200, b"ok\n"))
                self.assertEqual(get(server, f"/api/1/days/{TODAY}/{GAME}")[0], 200)
                said = server.end()
                known = f"{TODAY}|{datetime.now(timezone.utc).date()}"  # midnight may have passed
                self.assertRegex(said, rf", {days} days after the latest time that the service has known \(({known})\): nothing is deleted")
                self.assertEqual(self.all(server), before)
                done = server.service("prune", check=False, env=self.at(f"+{days}d"))
                self.assertEqual(done.returncode, 1)
                self.assertIn("so nothing is deleted", done.stderr)
            # When it is right again, all is as it was; 1970 is only early.
            for env in (dict(os.environ), self.at("@1970-01-02 00:00:10")):
                server.start(env=env)
                time.sleep(0.5)  # it has looked by then
                self.assertIn(b"quincunx_clock_doubted 0\n", get(server, "/metrics")[1])
                self.assertEqual(server.end(), "")
                self.assertEqual(self.all(server), before)

    def test_the_operator_says_that_it_is_right(self):
        with self.filled() as server:
            server.end()
            then = (datetime.now(timezone.utc) + timedelta(days=100)).date().isoformat()
            for day, status in ((TODAY, 2), ("yes", 2), (then, 0)):
                done = server.service("prune", day, check=False, env=self.at("+100d"))
                self.assertEqual(done.returncode, status, done.stderr)
            # The vote stays, and with it the player; so does the shortest game.
            self.assertEqual(self.all(server), [1, 1, 0, 1, 1, 1])
            server.start(env=self.at("+100d"))
            time.sleep(0.5)
            self.assertIn(b"quincunx_clock_doubted 0\n", get(server, "/metrics")[1])
            self.assertEqual(server.end(), "")

    @unittest.skipUnless(FULL, "the C++ tests have it, too")
    def test_after_a_week_without_the_server_all_goes_on(self):
        with self.filled() as server:
            server.end()
            for days in (6, 12, 18, 24, 30):
                server.start(env=self.at(f"+{days}d"))
                self.becomes(lambda: stored(server.database, f"clock WHERE latest > {time.time() + (days - 1) * 86400}"), 1)
                self.assertEqual(server.end(), "")
            self.assertEqual(self.all(server), [1, 1, 1, 1, 1, 1])  # the challenge is over

    @unittest.skipUnless(FULL, "it takes half a minute")
    def test_after_a_day_of_uptime_it_is_right(self):
        with self.filled() as server:
            server.end()
            # 100 days later, and an hour in each second.
            server.start(env=self.at("+100d x3600", DONT_FAKE_MONOTONIC="0"))
            def after() -> list[int]:
                # Its threads wait by the real clock, so somebody has to wake them.
                with suppress(OSError, http.client.HTTPException):
                    server.ask("DELETE", "/api/1/me", None, key())
                return self.all(server)
            begun = time.monotonic()
            self.becomes(after, [1, 1, 0, 1, 1, 1])
            self.assertGreater(time.monotonic() - begun, 20)
            server.end(signal.SIGKILL)
