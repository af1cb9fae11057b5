"""Tests the package list and the shell functions that read it."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def shell(script: str) -> subprocess.CompletedProcess:
    return subprocess.run(["bash", "-c", f"set -euo pipefail; . tools/packages.sh; {script}"], cwd=ROOT,
                          capture_output=True, text=True, env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"})


class Packages(unittest.TestCase):
    def test_the_list_has_its_three_sections(self):
        run = shell("packages_wanted run").stdout.splitlines()
        tests = shell("packages_wanted test").stdout.splitlines()
        self.assertIn("g++", run)
        self.assertIn(["npm", "or", "npm"], [line.split() for line in run])
        self.assertIn("libgtest-dev", tests)
        self.assertEqual(shell("packages_wanted run test").stdout.splitlines(), run + tests)
        full = shell("packages_wanted full").stdout.splitlines()
        self.assertIn(["slurmd", "or", "slurmd"], [line.split() for line in full])
        self.assertEqual(shell("packages_wanted run test full").stdout.splitlines(), run + tests + full)

    def test_no_package_stands_twice(self):
        names = [line.split()[0] for line in shell("packages_wanted run test full").stdout.splitlines()]
        self.assertEqual(sorted(names), sorted(set(names)))

    def test_every_line_is_a_package_or_a_package_or_a_program(self):
        for line in shell("packages_wanted run test full").stdout.splitlines():
            self.assertRegex(line, r"^[a-z0-9][a-z0-9.+-]+( +or [a-z0-9-]+)?$")

    def test_a_program_serves_instead_of_its_package(self):
        wanted = 'packages_wanted() { echo "no-such-package or bash"; echo "no-such-package or no-such-program"; }; '
        self.assertEqual(shell(wanted + "packages_missing run").stdout, "no-such-package\n")

    def test_another_system_is_told_what_is_missing(self):
        result = shell("is_debian_12() { false; }; packages_missing() { echo one; echo two; }; packages_install run")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stdout, "")
        self.assertRegex(result.stderr, re.compile("not Debian 12.* one\n.* two\n.*QUINCUNX_NO_INSTALL=1", re.DOTALL))

    def test_who_may_not_install_is_told_the_command(self):
        result = shell("id() { echo 1000; }; command() { [[ $2 != sudo ]]; }; is_debian_12() { true; }; "
                       "packages_missing() { echo one; echo two; }; packages_install run")
        self.assertEqual(result.returncode, 2)
        self.assertIn("apt-get install --no-install-recommends one two\n", result.stderr)

    def test_an_archive_without_clang_is_told_the_line_to_add(self):
        result = shell("is_debian_12() { true; }; packages_missing() { echo clang-22; }; "
                       "as_root() { true; }; id() { echo 0; }; "
                       "apt-cache() { printf 'clang-22:\\n  Candidate: (none)\\n'; }; packages_install run")
        self.assertEqual(result.returncode, 2)
        self.assertIn("apt does not know these packages: clang-22\n", result.stderr)
        self.assertIn("bookworm-security main", result.stderr)

    def test_installs_only_what_is_missing(self):
        result = shell("is_debian_12() { true; }; packages_missing() { echo one; }; id() { echo 0; }; "
                       "apt-cache() { printf 'one:\\n  Candidate: 1.0\\n'; }; "
                       "as_root() { echo \"$*\" >&2; }; packages_install run")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stderr, r"install -y --no-install-recommends one\n$")

    def test_nothing_is_looked_for_where_it_is_not_wanted(self):
        result = shell("packages_missing() { echo one; }; QUINCUNX_NO_INSTALL=1 packages_install run")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))


class RunScript(unittest.TestCase):
    def run_script(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(["./run", *words], cwd=ROOT, capture_output=True, text=True)

    def test_help_names_every_option(self):
        result = self.run_script("--help")
        self.assertEqual(result.returncode, 0)
        options = set(re.findall(r"^ +(--[a-z-]+)", result.stdout, re.MULTILINE))
        self.assertEqual(options, {"--port", "--host", "--no-browser", "--build-only", "--help"})

    def test_bad_use_ends_with_status_2(self):
        for words in (["--nonsense"], ["--port"], ["--port", "x"], ["--port", "65536"], ["--port=-1"], ["more"]):
            result = self.run_script(*words)
            self.assertEqual(result.returncode, 2, words)
            self.assertIn("Try ./run --help.", result.stderr)

    def test_the_program_is_built_without_the_libraries_of_the_tests(self):
        with tempfile.TemporaryDirectory() as folder:
            hidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("GTest", "rapidcheck")]
            configured = subprocess.run(["cmake", "--preset", "release", "-B", folder, *hidden], cwd=ROOT,
                                        capture_output=True, text=True)
            self.assertEqual(configured.returncode, 0, configured.stderr)
            self.assertIn("Tests are not built: GTest is not installed", configured.stdout)
            planned = subprocess.run(["ninja", "-C", folder, "-n", "quincunx"], capture_output=True, text=True)
            self.assertEqual(planned.returncode, 0, planned.stdout)


if __name__ == "__main__":
    unittest.main()
