"""./run and the list of packages: what somebody reads who misuses the one or lacks something of the other."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from builds import ROOT


def packages(script: str) -> subprocess.CompletedProcess:
    return subprocess.run(["bash", "-c", f"set -euo pipefail; . tools/packages.sh; {script}"], cwd=ROOT,
                          capture_output=True, text=True, env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"})


class Packages(unittest.TestCase):
    def test_every_line_is_a_package_or_a_package_or_a_program(self):
        lines = packages("packages_wanted run test full release").stdout.splitlines()
        names = [line.split()[0] for line in lines]
        self.assertLessEqual({"g++", "npm", "python3-pytest", "slurmd"}, set(names))
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


class Run(unittest.TestCase):
    """Runs ./run with a program that only prints how it was called, and with builds that do nothing."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, text in (
                ("tools/packages.sh", "packages_install() { :; }\n"),
                ("tools/build.sh", "build_preset() { :; }\nweb_packages() { :; }\nweb_build() { :; }\n"),
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

    def test_the_program_is_built_without_the_libraries_of_the_tests(self):
        with tempfile.TemporaryDirectory() as folder:
            hidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("GTest", "rapidcheck")]
            configured = subprocess.run(["cmake", "--preset", "release", "-B", folder, *hidden], cwd=ROOT,
                                        capture_output=True, text=True)
            self.assertEqual(configured.returncode, 0, configured.stderr)
            self.assertIn("Tests are not built: GTest is not installed", configured.stdout)
            planned = subprocess.run(["ninja", "-C", folder, "-n", "quincunx"], capture_output=True, text=True)
            self.assertEqual(planned.returncode, 0, planned.stdout)


class PlayStudy(unittest.TestCase):
    """tools/play_study.sh, with a program that only keeps how it was called."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.program = self.folder / "program"
        self.program.write_text(f'#!/bin/bash\necho "$*" >> "{self.folder}/called"\n[[ "$*" != *"$BREAKS"* ]]\n')
        self.program.chmod(0o755)

    def play(self, *words, breaks="nowhere"):
        done = subprocess.run([ROOT / "tools/play_study.sh", *words], capture_output=True, text=True, check=False,
                              env={"PATH": "/usr/bin:/bin", "QUINCUNX": str(self.program), "BREAKS": breaks})
        called = (self.folder / "called").read_text().splitlines() if (self.folder / "called").exists() else []
        return done, called

    def test_plays_each_deal_once_and_the_two_games_in_turn(self):
        done, called = self.play(self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        fair = [re.fullmatch(r"lab fair (\w+)#(\d+)\.\.(\d+) --player fair --time 0 --no-times --resume --lines (.*)", line)
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
            self.assertIn("tools/play_study.sh FOLDER", done.stderr)


if __name__ == "__main__":
    unittest.main()
