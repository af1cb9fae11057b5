"""A public server's parts: the sample configurations in deploy/, tried, and the hardening of the program."""
import gzip
import hashlib
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import time
import unittest
from http.client import HTTPConnection, HTTPSConnection

from builds import BUILD, CHECKER, InFolder, LONG, PROGRAM, ROOT
from commands import of_a_release
from sites import NGINX, free_port, nginx, running_nginx, serving

SEARCHES = [BUILD / f"libquincunx_{name}.a" for name in ("solver", "advice", "fair", "deals")]
HARDENED = [BUILD / f"libquincunx_{name}.a" for name in ("engine", "session", "stats", "wire_table", "wire", "service", "server", "cli")]
UNIT = ROOT / "deploy/quincunx.service"
ROTATION = ROOT / "deploy/debian/logrotate"
HEADERS = ROOT / "web/public/_headers"


def ask(connection, target: str, **fields: str):
    connection.request("GET", target, headers=fields)
    answer = connection.getresponse()
    answer.body = answer.read()
    return answer


def ask_once(port: int, target: str, **fields: str):
    connection = HTTPConnection("127.0.0.1", port, timeout=LONG)
    try:
        return ask(connection, target, **fields)
    finally:
        connection.close()


class WithSite(InFolder):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "site"
        (self.site / "assets").mkdir(parents=True)
        (self.site / "index.html").write_text("<!doctype html><title>Quincunx</title>" + "x" * 3000)
        (self.site / "assets/a-AAAAAAAA.js").write_text("export const a = 1;" + " " * 3000)
        (self.site / "sw.js").write_text("const build = {};")


class Unit(WithSite):
    def test_is_sandboxed(self):
        for unit in (UNIT, UNIT.with_name("quincunx-backup.service")):
            said = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", unit], capture_output=True, text=True)
            level = re.search(rf"Overall exposure level for {unit.name}: ([\d.]+)", said.stdout)
            self.assertIsNotNone(level, said.stdout + said.stderr)
            self.assertLess(float(level[1]), 2)
            self.assertIn(f"exposure at {level[1]} ", unit.read_text())

    def test_is_well_formed(self):
        units = [self.file(one.name, one.read_text().replace("ExecStart=quincunx ", f"ExecStart={PROGRAM} ")
                           .replace("/usr/share/quincunx/backup", str(UNIT.parent / "backup")).replace("Documentation=man:quincunx(1)\n", ""))
                 for one in (UNIT, *UNIT.parent.glob("quincunx-backup.*"))]
        self.assertEqual(len(units), 3)
        said = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
        lines = [line for line in said.stderr.splitlines() if "quincunx" in line]
        self.assertEqual(lines, [])

    def test_has_room_for_all_threads_of_a_machine_with_many_processors(self):
        subprocess.run(["cc", "-shared", "-fPIC", "-xc", "-o", self.folder / "many.so", "-"], input=b"int get_nprocs(void) { return 64; }", check=True)
        words = ["--port", "0", "--root", self.site, "--database", self.folder / "service.db"]
        with subprocess.Popen([PROGRAM, "serve", *words], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "LD_PRELOAD": f"{self.folder}/many.so"}) as process:
            process.stdout.readline()
            threads = len(os.listdir(f"/proc/{process.pid}/task"))
            process.send_signal(signal.SIGTERM)
        # With PostgreSQL one more waits for what it says.
        self.assertLess(threads, int(re.search(r"^TasksMax=(\d+)$", UNIT.read_text(), re.MULTILINE)[1]))
        self.assertGreater(threads, 8)

    def test_its_command_is_one_that_the_program_takes(self):
        command = re.search(r"^ExecStart=quincunx (.*)$", UNIT.read_text(), re.MULTILINE)[1].split()
        words = [{"8080": "0"}.get(word, word).replace("/var/log/quincunx", str(self.folder)) for word in command]
        with subprocess.Popen([PROGRAM, *words, "--root", self.site], stdout=subprocess.PIPE, text=True) as process:
            self.assertIn("is served at", process.stdout.readline())
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(LONG), 0)


@unittest.skipUnless(shutil.which("logrotate"), "no logrotate")
class Rotation(WithSite):
    def test_logs_are_kept_for_two_weeks(self):
        logs = self.folder / "log"
        logs.mkdir(0o750)
        log = logs / "access.log"
        sample = ROTATION.read_text()
        self.assertIn("/var/log/quincunx/*.log", sample)
        rotation = self.file("rotation", sample.replace("/var/log/quincunx/", f"{logs}/"))
        with subprocess.Popen([PROGRAM, "serve", "--no-service", "--port", "0", "--root", self.site, "--log", log], stdout=subprocess.PIPE,
                              text=True) as process:
            port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
            for day in range(20):
                if day < 3:
                    ask_once(port, "/")
                subprocess.run(["logrotate", "--force", "--state", self.folder / "state", rotation], check=True)
                self.assertEqual((log.stat().st_size, log.stat().st_mode & 0o777), (0, 0o640))
                process.send_signal(signal.SIGHUP)  # as systemd sends it
                ask_once(port, "/health")
                time.sleep(0.1)
            process.send_signal(signal.SIGTERM)
        # The server was silent for 17 days, and its days are gone nevertheless.
        self.assertEqual(len(list(logs.iterdir())), 15)
        self.assertEqual("".join(path.read_text() for path in logs.iterdir()), "")


class MenuEntry(WithSite):
    def test_serves_once_and_opens_the_same_address_again(self):
        port = free_port()
        for name, text in (("quincunx", f'echo $$ >>"{self.folder}/pids"; exec "{PROGRAM}" "$@" --root "{self.site}"'),
                           ("xdg-open", f'echo "$1" >>"{self.folder}/opened"')):
            self.file(name, f"#!/bin/sh\n{text}\n", 0o755)
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "QUINCUNX_PORT": str(port)}
        try:
            for _ in range(2):
                subprocess.run([ROOT / "deploy/desktop/quincunx-table"], env=environment, check=True, timeout=LONG)
                self.assertEqual(ask_once(port, "/").status, 200)
        finally:
            pids = (self.folder / "pids").read_text().split()
            for pid in pids:
                os.kill(int(pid), signal.SIGTERM)
        self.assertEqual(len(pids), 1)
        self.assertEqual((self.folder / "opened").read_text(), 2 * f"http://127.0.0.1:{port}/\n")

    def test_says_so_if_the_table_cannot_be_served(self):
        for name, text in (("quincunx", "echo no room >&2; exit 2"), ("notify-send", f'echo "$2" >"{self.folder}/notified"'), ("xdg-open", "exit 9")):
            self.file(name, f"#!/bin/sh\n{text}\n", 0o755)
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "QUINCUNX_PORT": str(free_port())}
        done = subprocess.run([ROOT / "deploy/desktop/quincunx-table"], env=environment, capture_output=True, text=True, timeout=LONG)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, "^no room\nquincunx-table: The table cannot be served at port")
        self.assertIn("cannot be served", (self.folder / "notified").read_text())


@unittest.skipUnless(shutil.which("nginx"), "no nginx")
class Proxy(WithSite):
    def test_what_is_one_network(self):
        port = free_port()
        networks = re.search(r"^map .*?^}$", NGINX.read_text(), re.MULTILINE | re.DOTALL)[0]
        site = f"""{networks}
server {{ listen 127.0.0.1:{port}; set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;
location / {{ return 200 $quincunx_network; }} }}"""
        with running_nginx(site, port, self.folder):
            for address, network in (("192.0.2.1", "192.0.2"), ("192.0.2.200", "192.0.2"), ("2001:db8:1:2::3", "2001:db8:1"),
                                     ("2001:db8:1:ffff:1:2:3:4", "2001:db8:1"), ("2001:db8:1::", "2001:db8:1"), ("2001:db8::1", "2001:db8:0"),
                                     ("2001:db8:0:1::1", "2001:db8:0"), ("2001:db8:0:1:2:3:4:5", "2001:db8:0"),
                                     ("2001:db8:0:0:1:2:3:4", "2001:db8:0"), ("2001::1", "2001:0:0"), ("2001:0:0:1::1", "2001:0:0"), ("::1", "::1")):
                self.assertEqual(ask_once(port, "/", **{"X-Real-IP": address}).body.decode(), network, address)

    def test_passes_on_what_the_server_says(self):
        log = self.folder / "access.log"
        with serving(self.site, "--behind-proxy", "--log", str(log)) as port, nginx(port, self.folder) as (plain, secure):
            trusted = ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))
            trusted.check_hostname = False
            connection = HTTPSConnection("127.0.0.1", secure, timeout=LONG, context=trusted)
            for target in ("/", "/assets/a-AAAAAAAA.js", "/none"):
                direct = ask_once(port, target, **{"Accept-Encoding": "gzip"})
                through = ask(connection, target, **{"Accept-Encoding": "gzip", "X-Forwarded-For": "192.0.2.66"})
                self.assertEqual((through.status, through.body), (direct.status, direct.body))
                for name, value in direct.getheaders():
                    if name not in ("Date", "Server", "Connection"):
                        self.assertEqual(through.headers.get_all(name), [value], name)
                self.assertIn("max-age", through.getheader("Strict-Transport-Security"))
            self.assertEqual(ask(connection, "/health").status, 404)
            connection.close()
            answer = ask_once(plain, "/x?y")
            self.assertEqual((answer.status, answer.getheader("Location")), (301, "https://play.example.org/x?y"))
            self.assertEqual(ask_once(port, "/health").body, b"ok\n")
        lines = log.read_text().splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["127.0.0.1"] * 6, "a client's own claim was believed")
        self.assertNotIn("health", log.read_text())


class Compression(WithSite):
    def test_the_best_that_a_client_takes(self):
        page = (self.site / "index.html").read_bytes()
        (self.site / "index.html.gz").write_bytes(gzip.compress(page))
        (self.site / "index.html.br").write_bytes(b"as if it were brotli")
        tags = set()
        with serving(self.site) as port:
            for accepted, coding in (("gzip, deflate, br", "br"), ("br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"),
                                     ("*", "br"), ("*;q=0", None), ("identity", None), ("", None), ("brotli", None)):
                answer = ask_once(port, "/", **{"Accept-Encoding": accepted})
                self.assertEqual((answer.status, answer.getheader("Content-Encoding")), (200, coding), accepted)
                self.assertEqual(answer.getheader("Vary"), "Accept-Encoding")
                self.assertEqual(answer.body, {"br": b"as if it were brotli", None: page}.get(coding, answer.body))
                tags.add(answer.getheader("ETag"))
                again = ask_once(port, "/", **{"Accept-Encoding": accepted, "If-None-Match": answer.getheader("ETag")})
                self.assertEqual((again.status, again.body), (304, b""))
            self.assertEqual(len(tags), 3)
            self.assertEqual(ask_once(port, "/index.html.br").status, 404)

    def test_what_the_build_has_compressed(self):
        page = ROOT / "web/dist"
        script = """
const { readFileSync } = require('node:fs'), { brotliDecompressSync, gunzipSync } = require('node:zlib');
for (const file of process.argv.slice(1)) {
    const content = readFileSync(file.slice(0, -3)), packed = readFileSync(file);
    const unpacked = file.endsWith('.br') ? brotliDecompressSync(packed) : gunzipSync(packed);
    if (Buffer.compare(unpacked, content) || packed.length >= content.length) console.log(file);
}"""
        packed = [str(path) for path in page.rglob("*") if path.suffix in (".br", ".gz")]
        self.assertGreater(len(packed), 20)
        done = subprocess.run(["node", "-e", script, *packed], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "")
        for path in page.rglob("*"):
            if path.suffix in (".js", ".css", ".wasm", ".html", ".svg") and path.stat().st_size > 1000:
                self.assertIn(f"{path}.br", packed)
                self.assertIn(f"{path}.gz", packed)


class StaticHosts(WithSite):
    def test_headers_are_those_of_the_server(self):
        said: dict[str, dict[str, str]] = {}
        for line in HEADERS.read_text().splitlines():
            if line.startswith("/"):
                fields = said.setdefault(line, {})
            elif line.startswith("  "):
                name, value = line.strip().split(": ", 1)
                fields[name] = value
        self.assertEqual(list(said), ["/*", "/assets/*", "/sw.js"])
        own = {"Server", "Date", "Content-Length", "Content-Type", "ETag", "Vary", "Connection", "Keep-Alive"}
        with serving(self.site) as port:
            for target, expected in (("/", said["/*"] | {"Cache-Control": "no-cache"}),
                                     ("/assets/a-AAAAAAAA.js", said["/*"] | said["/assets/*"]),
                                     ("/sw.js", said["/*"] | said["/sw.js"])):
                answer = ask_once(port, target)
                self.assertEqual({name: value for name, value in answer.getheaders() if name not in own}, expected)


class WithoutConnection(unittest.TestCase):
    """Files that the page's service worker keeps (docs/offline.md)."""
    def test_its_list_is_what_the_server_sends(self):
        page = ROOT / "web/dist"
        build = json.loads(re.match(r"const build=(.*);\n", (page / "sw.js").read_text())[1])
        self.assertIn(f'<meta name="version" content="{build["version"]}">', (page / "index.html").read_text())
        with serving(page) as port:
            connection = HTTPConnection("127.0.0.1", port, timeout=LONG)
            for path, digest in build["files"].items():
                answer = ask(connection, f"/{path}")
                self.assertEqual((answer.status, hashlib.sha256(answer.body).hexdigest()), (200, digest), path)
                self.assertEqual("immutable" in answer.getheader("Cache-Control"), path.startswith("assets/"), path)
            worker = ask(connection, "/sw.js")
            self.assertEqual((worker.status, worker.getheader("Cache-Control"), worker.getheader("Content-Type")),
                             (200, "no-cache", "text/javascript; charset=utf-8"))
            manifest = ask(connection, "/manifest.webmanifest")
            self.assertEqual(manifest.getheader("Content-Type"), "application/manifest+json")
            connection.close()
        # Everything that the page may ask for is in it.
        there = {str(path.relative_to(page)) for path in page.rglob("*")
                 if path.is_file() and path.suffix not in (".br", ".gz", ".jpg")}
        self.assertEqual(there - set(build["files"]), {"_headers", "index.html", "sw.js"})
        self.assertEqual(set(build["files"]) - there, {""})


@of_a_release
class Hardening(unittest.TestCase):
    def test_program(self):
        for program in (PROGRAM, CHECKER):
            with self.subTest(program=program.name):
                head = subprocess.run(["readelf", "-hldW", program], check=True, capture_output=True, text=True).stdout
                self.assertRegex(head, r"Type: +DYN \(Position-Independent Executable")
                self.assertRegex(head, r"GNU_RELRO")
                self.assertRegex(head, r"FLAGS_1.*NOW")
                self.assertRegex(head, r"GNU_STACK +\S+ +\S+ +\S+ +\S+ +\S+ +RW ")
                symbols = subprocess.run(["readelf", "-sW", "--dyn-syms", program], check=True, capture_output=True,
                                         text=True).stdout
                self.assertIn("__stack_chk_fail", symbols)
                self.assertRegex(symbols, r"__\w+_chk@")
                # Calls of the library's assertions.
                self.assertIn("__glibcxx_assert_fail", symbols)

    def test_no_copy_of_the_searches_takes_the_place_of_a_hardened_one(self):
        """Functions that both the searches and the hardened layers contain are the hardened ones: their checks make them
        longer."""
        def sizes(*files) -> dict[str, set[str]]:
            listed = subprocess.run(["nm", "--print-size", "--defined-only", *files], check=True, capture_output=True,
                                    text=True).stdout
            found: dict[str, set[str]] = {}
            for size, name in re.findall(r"^[0-9a-f]{16} ([0-9a-f]{16}) W (_ZN?K?8quincunx\w+)$", listed, re.MULTILINE):
                found.setdefault(name, set()).add(size)
            return found

        searches, hardened, program = sizes(*SEARCHES), sizes(*HARDENED), sizes(PROGRAM)
        telling = [name for name in hardened if name in program and name in searches and not searches[name] & hardened[name]]
        self.assertGreater(len(telling), 100)
        self.assertEqual([name for name in hardened if not program.get(name, set()) <= hardened[name]], [])
