"""Runs the programs quincunx and quincunx-lab as their users do, for the tests of what it says and writes."""
import errno
import json
import os
import pty
import select
import subprocess
import time
import unittest

import builds
from builds import LAB, LONG, PROGRAM
from game_lists import games_of

GAMES = games_of(PROGRAM)
YES, NO, MISUSE = 0, 1, 2
# With sanitizers a program takes much more time and memory than is tested here.
of_a_release = unittest.skipIf(os.environ.get("QUINCUNX_SANITIZED"), "holds for a release")
RECORD = """quincunx-record 1
game gargantua
deal gargantua#1
moves
draw draw
T6>T2
at 2
mark 1 before
meta time 3
result playing
end
"""


# Commands of the laboratory alone. Of those that both programs have, "lab" as the first word asks for that of the laboratory.
OF_LAB = {"lab", "merge", "certify", "fair", "rate", "puzzles", "perft", "bench"}


def command_line(*words) -> list:
    """The words of a command, with the program that has it."""
    if str(words[0] if words else "") not in OF_LAB:
        return [PROGRAM, *words]
    return [LAB, *words[words[0] == "lab":]]


def run(*command, given: str | bytes = "", **how) -> subprocess.CompletedProcess:
    data = given.encode() if isinstance(given, str) else given
    done = subprocess.run(command_line(*map(str, command)), input=data, capture_output=True, timeout=LONG, **how)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


def on_terminal(*command: str, stream: str = "stdout", columns: int = 80, **environment: str) -> str:
    """The output of a command that succeeds, when its standard output or error is a terminal."""
    main, terminal = pty.openpty()
    with open(main, "rb", buffering=0) as shown:
        try:
            subprocess.run(["stty", "cols", str(columns), "rows", "50"], stdin=terminal, check=True)
            process = subprocess.Popen(command_line(*command), env={**os.environ, "TERM": "xterm", **environment},
                                       **{"stdout": subprocess.DEVNULL, stream: terminal})
        finally:
            os.close(terminal)
        text = b""
        until = time.monotonic() + LONG
        with process:
            # The output arrives in pieces, and not all of it need fit into the terminal's buffer.
            while select.select([main], [], [], max(0, until - time.monotonic()))[0]:
                try:
                    text += shown.read(65536)
                except OSError as error:
                    if error.errno != errno.EIO:  # Linux's way of saying that nobody writes to the terminal any more
                        raise
                    break
            else:
                process.kill()
    if process.returncode != YES:
        raise subprocess.CalledProcessError(process.returncode, command, text)
    return text.decode()


class Commands(unittest.TestCase):
    def good(self, *command, given: str | bytes = "") -> str:
        done = run(*command, given=given)
        self.assertEqual((done.returncode, done.stderr), (YES, ""), command)
        return done.stdout

    def bad(self, status: int, *command, given: str | bytes = "", **how) -> str:
        """The message of a command that fails: on standard error only, starting with the program's name."""
        done = run(*command, given=given, **how)
        self.assertEqual((done.returncode, done.stdout), (status, ""), (command, done.stderr))
        self.assertTrue(done.stderr.startswith("quincunx"), done.stderr)
        self.assertTrue(done.stderr.endswith("\n"))
        return done.stderr

    def good_json(self, *command, given: str | bytes = ""):
        return json.loads(self.good(*command, "--json", given=given))

    def protocol(self, *lines: str) -> list[str]:
        return self.good("protocol", given="".join(line + "\n" for line in lines)).splitlines()


class InFolder(builds.InFolder, Commands):
    """Commands that read and write files."""
