"""Files that the program writes: whole or not at all, over nothing that is there, on the disk when it says so."""
import os
import re
import resource
import signal
import subprocess
import time

from builds import LAB, LONG, PROGRAM
from commands import MISUSE, NO, YES, InFolder, command_line, of_a_release, run
from studies import LIMITS

LOST = "carthage#1000036"  # its certificate is small
LOST_SHORT = "stalactites#1000207"  # the short form has no reasons, without which the other takes five seconds

# Notes on standard error what is done to files, and can let the program be killed at one of these calls.
CALLS = r"""
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
#define REAL(name) ((int (*)())dlsym(RTLD_NEXT, #name))
static void note(const char* name) {
    const char* last = getenv("KILLED_AT");
    fprintf(stderr, "call %s\n", name);
    if (last && strcmp(last, name) == 0) raise(SIGKILL);
}
int fsync(int fd) { note("fsync"); return REAL(fsync)(fd); }
int fdatasync(int fd) { note("fdatasync"); return REAL(fdatasync)(fd); }
int linkat(int a, const char* b, int c, const char* d, int e) { note("linkat"); return REAL(linkat)(a, b, c, d, e); }
int renameat2(int a, const char* b, int c, const char* d, unsigned e) { note("renameat2"); return REAL(renameat2)(a, b, c, d, e); }
"""


class WithFolder(InFolder):
    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())


class WholeOrNotAtAll(WithFolder):
    """Each command that writes a file of its own."""

    def commands(self):
        (self.folder / "records").mkdir(exist_ok=True)
        yield ("solve", "stalactites#1", "--out"), self.folder / "win.pat"
        yield ("solve", LOST, "--certify"), self.folder / "lost.cert"
        yield ("certify", LOST_SHORT, "--out"), self.folder / "lost.short"

    def test_existing_files_are_replaced_only_with_force(self):
        for words, path in self.commands():
            with self.subTest(words=words):
                run(*words, path)
                whole = path.read_bytes()
                path.write_text("precious")
                message = self.bad(MISUSE, *words, path)
                self.assertIn("already exists; replace it with --force", message)
                self.assertEqual(path.read_text(), "precious")
                self.assertIn(run(*words, path, "--force").returncode, (YES, NO))
                self.assertEqual(path.read_bytes(), whole)
        self.assertEqual(self.names(), ["lost.cert", "lost.short", "records", "win.pat"])

    def test_a_file_is_refused_before_the_search(self):
        path = self.folder / "win.pat"
        path.write_text("precious")
        started = time.monotonic()
        self.bad(MISUSE, "solve", "carthage-strict#1", "--time", "6000", "--out", path)
        self.assertLess(time.monotonic() - started, LONG)

    def test_a_name_that_no_file_can_have_is_refused_before_the_work(self):
        (self.folder / "loop").symlink_to("loop")
        played = self.folder / "broken.games"
        played.write_text("not a file of games")
        names = {"loop": "symbolic links", "x" * 300: "too long", "none/x": "No such file", "": "directory"}
        work = [("solve", "stalactites#1", "--out"), ("solve", "stalactites#1", "--certify"), ("par", "stalactites#1", "--out"),
                ("certify", "stalactites#1..2", "--out"), ("merge", self.folder / "nosuch", "--out"), ("stats", played, "--out")]
        for name, why in names.items():
            for words in work:
                for more in ([], ["--force"]):
                    # The deal is wrong, too, or would be found winnable: the name comes first.
                    self.assertIn(why, self.bad(MISUSE, *words, self.folder / name, *more), words)
        self.assertEqual(self.names(), ["broken.games", "loop"])

    def test_force_needs_something_to_replace(self):
        self.assertIn("--force", self.bad(MISUSE, "solve", "stalactites#1", "--force"))
        self.assertIn("--force", self.bad(MISUSE, "fair", "stalactites#1", "--force"))

    def test_links_and_modes(self):
        target = self.folder / "target.pat"
        target.write_text("old")
        link = self.folder / "link.pat"
        link.symlink_to(target.name)
        self.good("solve", "stalactites#1", "--out", link, "--force")
        self.assertTrue(link.is_symlink())
        self.assertIn("quincunx-record", target.read_text())
        broken = self.folder / "broken.pat"
        broken.symlink_to("nowhere/none.pat")
        self.bad(MISUSE, "solve", "stalactites#1", "--out", broken)
        self.assertEqual(self.names(), ["broken.pat", "link.pat", "target.pat"])

    def test_pipes_and_devices_are_written_to(self):
        self.assertEqual(run("solve", "stalactites#1", "--out", "/dev/null").returncode, YES)
        done = run("solve", "stalactites#1", "--out", "/dev/stdout")
        self.assertIn("quincunx-record 1\n", done.stdout)

    def test_records_of_fair_games(self):
        ask = ["fair", "stalactites#1..3", "--player", "novice", "--out", self.folder]
        self.good(*ask)
        self.assertEqual(self.names(), [f"stalactites-{i}.pat" for i in (1, 2, 3)])
        (self.folder / "stalactites-2.pat").write_text("precious")
        self.assertIn("stalactites-1.pat: already exists", self.bad(MISUSE, *ask))
        self.assertEqual((self.folder / "stalactites-2.pat").read_text(), "precious")
        self.good(*ask, "--force")
        self.assertIn("quincunx-record", (self.folder / "stalactites-2.pat").read_text())

    def calls(self, *command, killed_at: str = "", interrupted_after: float = 0):
        library = self.folder.parent / f"quincunx-calls-{os.getpid()}.so"
        if not library.exists():
            subprocess.run(["gcc", "-shared", "-fPIC", "-w", "-x", "c", "-D_GNU_SOURCE", "-o", library, "-"], input=CALLS.encode(),
                           check=True)
            self.addCleanup(library.unlink)
        with subprocess.Popen(command_line(*map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "LD_PRELOAD": str(library), "KILLED_AT": killed_at}) as process:
            if interrupted_after:
                time.sleep(interrupted_after)
                process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=LONG)[1]
        return process.returncode, re.findall(r"^call (\w+)$", said, re.MULTILINE)

    @of_a_release
    def test_on_the_disk_before_it_has_its_name(self):
        for words, path in self.commands():
            status, calls = self.calls(*words, path)
            self.assertIn(status, (YES, NO))
            self.assertEqual(calls, ["fsync", "linkat", "fsync"], words)  # the file, its name, its folder
            status, calls = self.calls(*words, path, "--force")
            self.assertEqual(calls, ["fsync", "linkat", "renameat2", "fsync"], words)

    @of_a_release
    def test_killed_at_any_call(self):
        for words, path in self.commands():
            for at in ("fsync", "linkat"):
                self.assertEqual(self.calls(*words, path, killed_at=at)[0], -signal.SIGKILL)
                self.assertEqual(self.names(), ["records"], "a file that is not whole has been left")
            path.write_text("precious")
            for at in ("fsync", "linkat", "renameat2"):
                self.assertEqual(self.calls(*words, path, "--force", killed_at=at)[0], -signal.SIGKILL)
                self.assertEqual(path.read_text(), "precious")
                # Only between its two names can something be left, and then it is whole.
                for left in set(self.names()) - {"records", path.name}:
                    self.assertTrue(at == "renameat2" and left.startswith(".quincunx"))
                    (self.folder / left).unlink()
            path.unlink()

    @of_a_release
    def test_interrupted_while_a_certificate_is_written(self):
        path = self.folder / "large.cert"
        with subprocess.Popen([PROGRAM, "solve", "stalactites#1000042", "--nodes", "1", "--certify", path, "--plain"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
        self.assertIn(self.names(), ([], ["large.cert"]))

    def test_a_disk_that_is_full_leaves_nothing(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))
        for words, path in self.commands():
            for there in (False, True):
                if there:
                    path.write_text("precious")
                done = subprocess.run([*command_line(*words), path, *["--force"] * there], capture_output=True, text=True,
                                      preexec_fn=small_files, timeout=LONG)
                self.assertEqual(done.returncode, MISUSE, words)
                self.assertIn("File too large", done.stderr)
                self.assertEqual(self.names(), sorted(["records", *[path.name] * there]), words)
                if there:
                    self.assertEqual(path.read_text(), "precious")
                    path.unlink()

    def test_a_record_that_could_not_be_read_again_is_not_written(self):
        text = self.long_record(49_990)  # its solution has more than ten moves
        path = self.folder / "win.pat"
        message = self.bad(MISUSE, "solve", "-", "--out", path, given=text)
        self.assertIn("the game is longer than 50000 moves", message)
        self.assertEqual(self.names(), [])
        shorter = self.long_record(49_000)
        self.good("solve", "-", "--out", path, given=shorter)
        self.good("replay", path)

    def long_record(self, plies: int) -> str:
        """A record of so many moves, in which a card goes to and fro."""
        for deal in (f"{game}#{number}" for number in range(1, 30) for game in ("gloucestershire", "carthage", "stalactites")):
            start = "by1 " if deal.startswith("stalactites") else ""
            said = run("protocol", given=f"position {deal} moves {start}\nlegal\n").stdout.split()
            for first in said[3:]:
                found = re.fullmatch(r"T(\d)>T(\d)", first)
                if not found:
                    continue
                back = f"T{found[2]}>T{found[1]}"
                if run("protocol", given=f"position {deal} moves {start}{first} {back} {first}\n").stdout == "ok\n":
                    words = start.split() + ([first, back] * (plies // 2 + 1))
                    words = words[:plies]
                    lines = "\n".join(" ".join(words[i:i + 20]) for i in range(0, len(words), 20))
                    return f"quincunx-record 1\ngame {deal.split('#')[0]}\ndeal {deal}\nmoves\n{lines}\nend\n"
        raise AssertionError("no card of these deals can go to and fro")


class OnTheDisk(WithFolder):
    calls = WholeOrNotAtAll.calls

    @of_a_release
    def test_studies_are_synced_every_few_seconds_and_at_the_end(self):
        status, calls = self.calls("lab", "solve", "stalactites#1..5", *LIMITS, "--lines", self.folder / "short.jsonl")
        self.assertEqual((status, calls), (YES, ["fdatasync"]))
        status, calls = self.calls("lab", "solve", "stalactites#1..10000000", *LIMITS, "--threads", "1", "--lines",
                                   self.folder / "long.jsonl", interrupted_after=5)
        self.assertEqual((status, set(calls)), (130, {"fdatasync"}))
        self.assertGreater(len(calls), 2)
        status, calls = self.calls("fair", "stalactites#1..5", "--player", "novice", "--lines", self.folder / "fair.jsonl")
        self.assertEqual((status, calls), (YES, ["fdatasync"]))

    def test_pipes_are_not_synced(self):
        self.assertEqual(self.good("lab", "solve", "stalactites#1..3", *LIMITS, "--lines", "-").count("\n"), 4)

    def test_a_list_of_blank_lines_takes_no_memory(self):
        path = self.folder / "blank.txt"
        path.write_bytes(b"\n" * (32 << 20) + b"stalactites#1\n")
        script = 'ulimit -v 250000; exec "$0" solve "$1" --nodes 400 --memory 16 --threads 1'
        done = subprocess.run(["bash", "-c", script, LAB, path], capture_output=True, text=True, timeout=LONG)
        self.assertEqual((done.returncode, done.stderr), (YES, ""))
        self.assertIn("1 of 1 deal", done.stdout)
