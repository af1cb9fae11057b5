"""Shell completion, the man page and the lab, as the program itself makes them."""
import os
import pty
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from builds import LONG, PROGRAM, ROOT

BASH = """
source apps/cli/completion/quincunx.bash
compopt() { :; }
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_quincunx
printf '%s\\n' "${COMPREPLY[@]}"
"""

# For an interactive bash: what stands in the line when Ctrl-G is pressed.
BASHRC = """
source apps/cli/completion/quincunx.bash
bind -x '"\\C-g": printf %s "$READLINE_LINE" > "$LINE"; exit'
PS1=ready
"""

# A stand-in for zsh's completion system.
ZSH = """
compadd() { local -a names=("${(@P)@[-1]}"); local suffix=" "; [[ $1 == -S ]] && suffix=""; print -rl -- $^names$suffix }
_describe() { local -a names=("${(@P)2}"); print -rl -- ${names%%:*} }
_files() { print -r -- "files $*" }
words=("$@")
CURRENT=$#
set --
source apps/cli/completion/_quincunx
"""


def helped(*command: str) -> str:
    result = subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


def run(*words: str) -> str:
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


def commands(*lab: str) -> list[str]:
    _, found, listed = helped(*lab).partition("Commands:\n")
    assert found, "the help lists no commands"
    return re.findall(r"^  ([a-z]+)", listed, re.MULTILINE)


def options(*command: str) -> list[str]:
    lines = re.findall(r"^ +-\S+", helped(*command), re.MULTILINE)
    return re.findall(r"--[a-z][a-z-]*", "\n".join(lines))


def games() -> list[str]:
    said = subprocess.run([PROGRAM, "protocol"], input="games\nquit\n", capture_output=True, text=True).stdout
    return re.findall(r"^game ([a-z-]+) ", said, re.MULTILINE)


def bash(*words: str) -> list[str]:
    done = subprocess.run(["bash", "-c", BASH, "bash", PROGRAM, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout.split()


def typed(keys: str) -> str:
    """The line after some keys and Tab, in an interactive bash."""
    with tempfile.TemporaryDirectory() as folder:
        rc, line = Path(folder) / "bashrc", Path(folder) / "line"
        rc.write_text(BASHRC)
        leader, follower = pty.openpty()
        environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "TERM": "dumb", "LINE": str(line)}
        shell = subprocess.Popen(["bash", "--rcfile", rc, "-i"], cwd=ROOT, env=environment, stdin=follower, stdout=follower,
                                 stderr=follower, start_new_session=True)
        said = b""
        while b"ready" not in said:
            said += os.read(leader, 1024)
        os.write(leader, keys.encode() + b"\t\a")
        shell.wait(LONG)
        os.close(leader)
        os.close(follower)
        return line.read_text()


def zsh(*words: str) -> list[str]:
    done = subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", PROGRAM, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == "", done.stderr
    return done.stdout.splitlines()


class BashCompletion(unittest.TestCase):
    def test_commands(self):
        self.assertEqual(bash(""), commands())
        self.assertEqual(bash("ga"), ["games"])

    def test_options(self):
        self.assertEqual(bash("--ver"), ["--version"])
        for command in commands():
            self.assertEqual(bash(command, "--"), options(command), command)

    def test_lab(self):
        self.assertEqual(bash("lab", ""), commands("lab"))
        self.assertEqual(bash("lab", "solve", "--certify-s"), ["--certify-short"])
        self.assertEqual(bash("lab", "bench", ""), ["engine", "solve"])
        self.assertEqual(bash("bench", "s"), ["solve"])
        self.assertEqual(bash("nothing", ""), [])

    def test_lab_has_no_other_commands(self):
        for command in ("games", "rules", "lab", "nothing"):
            self.assertEqual(bash("lab", command, ""), [], command)
            self.assertEqual(bash("lab", command, "--"), [], command)

    def test_what_bash_writes(self):
        game = games()[-1]
        for keys, line in (("gam", "games "), ("lab ben", "lab bench "), ("lab bench s", "lab bench solve "),
                           (f"deal {game[:-1]}", f"deal {game}#"), ("rate --comp", "rate --comp"), ("solve --no-s", "solve --no-solutions "),
                           ("serve --root ap", "serve --root apps/"), ("merge LICEN", "merge LICENSE "),
                           ("replay LICEN", "replay LICEN")):
            self.assertEqual(typed("quincunx " + keys), "quincunx " + line)

    def test_games(self):
        self.assertGreater(len(games()), 0)
        self.assertEqual(bash("rules", ""), games())
        self.assertEqual(bash("deal", games()[0]), [name + "#" for name in games() if name.startswith(games()[0])])

    def test_records(self):
        self.assertIn("apps", bash("show", "ap"))
        self.assertEqual(bash("replay", "LICEN"), [])
        self.assertEqual(bash("replay", "LICEN", "--"), options("replay"))
        self.assertIn("LICENSE", bash("merge", "LICEN"))
        self.assertIn("LICENSE", bash("solve", "--lines", "LICEN"))
        self.assertEqual(bash("serve", "--root", "app"), ["apps"])


class ZshCompletion(unittest.TestCase):
    def test_commands(self):
        self.assertEqual(zsh(""), commands())

    def test_options(self):
        for command in commands():
            self.assertEqual(zsh(command, "--"), options(command), command)

    def test_games(self):
        self.assertEqual(zsh("rules", ""), [name + " " for name in games()])
        self.assertEqual(zsh("deal", ""), [name + "#" for name in games()])

    def test_records(self):
        self.assertEqual(zsh("show", ""), ["files -g *.pat"])


class ManPage(unittest.TestCase):
    def test_is_clean(self):
        made = subprocess.run([PROGRAM, "manual"], check=True, capture_output=True, text=True).stdout
        for text in (made, *(page.read_text() for page in (ROOT / "docs/man").iterdir())):
            done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=text, capture_output=True, text=True)
            self.assertEqual((done.stdout, done.returncode), ("", 0))
        for command in [*commands(), *commands("lab")]:
            self.assertRegex(made, rf"\.It Cm (lab )?{command}\n")


class Lab(unittest.TestCase):
    """Commands for experiments are listed by `quincunx lab`; without the word they work as ever."""

    def test_is_listed_apart(self):
        apart = commands("lab")
        self.assertEqual({"bench", "days", "fair", "manual", "perft", "puzzles", "rate", "solve"}, set(apart))
        self.assertEqual(set(commands()) & set(apart), {"days", "solve"})
        self.assertIn("lab", commands())
        self.assertEqual(run("lab"), run("lab", "--help"))
        self.assertEqual(run("lab"), run("help", "lab"))

    def test_lists_options_of_its_own(self):
        for command, option in (("solve", "--certify-short"), ("days", "--make")):
            self.assertNotIn(option, options(command))
            self.assertIn(f"quincunx lab {command} --help", helped(command))
            self.assertIn(option, options("lab", command))
            self.assertEqual([one for one in options("lab", command) if one != option], options(command))

    def test_takes_the_same_with_and_without_the_word(self):
        for words in (["perft", "carthage#1", "2"], ["perft", "--help"], ["perft", "carthage#1", "x"], ["bench", "nothing"],
                      ["fair", "carthage#0"], ["rate"], ["days", "--make", "--verify"]):
            with self.subTest(words=words):
                with_word = subprocess.run([PROGRAM, "lab", *words], capture_output=True, text=True)
                without = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
                self.assertEqual((with_word.returncode, with_word.stdout), (without.returncode, without.stdout))
                self.assertEqual(with_word.stderr.replace("quincunx lab ", "quincunx "), without.stderr)

    def test_has_no_other_commands(self):
        for words, why in ((["games"], 'the lab has no command "games"; leave out lab'),
                           (["lab"], 'the lab has no command "lab"; leave out lab'),
                           (["benhc"], 'there is no command "benhc"; did you mean bench?')):
            done = subprocess.run([PROGRAM, "lab", *words], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(why, done.stderr)


if __name__ == "__main__":
    unittest.main()
