"""Shell completion and the man pages of both programs."""
import os
import pty
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import pytest

from builds import LAB, LONG, PROGRAM, ROOT
from commands import GAMES

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
# The same for zsh, which finds the completion as it is installed.
ZSHRC = """
fpath=("$ZDOTDIR/zsh/vendor-completions" $fpath)
autoload -Uz compinit && compinit -u -d "$ZDOTDIR/dump"
show() { print -rn -- "$BUFFER" >"$LINE"; exit }
zle -N show
bindkey '^G' show
PS1=ready
"""
INSTALLED = {"quincunx.bash": "bash-completion/completions/quincunx", "_quincunx": "zsh/vendor-completions/_quincunx"}


def helped(*command: str, program: Path = PROGRAM) -> str:
    return subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True).stdout


def commands(program: Path = PROGRAM) -> list[str]:
    return re.findall(r"^  ([a-z]+) ", helped(program=program).partition("Commands:\n")[2], re.MULTILINE)


def options(*command: str) -> list[str]:
    return re.findall(r"^  (?:-h,)?(--[a-z-]+)", helped(*command), re.MULTILINE)


def bash(*words: str, program: Path = PROGRAM) -> list[str]:
    done = subprocess.run(["bash", "-c", BASH, "bash", program, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout.split()


def typed(keys: str, *command: str) -> str:
    """The line after some keys and Tab, in an interactive bash or another shell."""
    with tempfile.TemporaryDirectory() as folder:
        rc, line = Path(folder) / "bashrc", Path(folder) / "line"
        rc.write_text(BASHRC)
        (Path(folder) / ".zshrc").write_text(ZSHRC)
        for source, target in INSTALLED.items():
            (Path(folder) / target).parent.mkdir(parents=True)
            shutil.copy(ROOT / "apps/cli/completion" / source, Path(folder) / target)
        leader, follower = pty.openpty()
        environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "TERM": "dumb", "LINE": str(line), "ZDOTDIR": folder}
        shell = subprocess.Popen(command or ["bash", "--rcfile", rc, "-i"], cwd=ROOT, env=environment, stdin=follower, stdout=follower,
                                 stderr=follower, start_new_session=True)
        said = b""
        while b"ready" not in said:
            said += os.read(leader, 1024)
        os.write(leader, keys.encode() + b"\t\a")
        shell.wait(LONG)
        os.close(leader)
        os.close(follower)
        return line.read_text()


class BashCompletion(unittest.TestCase):
    def test_commands(self):
        self.assertEqual(bash(""), commands())
        self.assertEqual(bash("ga"), ["games"])

    def test_options(self):
        self.assertEqual(bash("--ver"), ["--version"])
        for command in commands():
            self.assertEqual(bash(command, "--"), options(command), command)

    def test_lab(self):
        self.assertEqual(bash("", program=LAB), commands(LAB))
        self.assertEqual(bash("solve", "--no-s", program=LAB), ["--no-solutions"])
        self.assertEqual(bash("perft", GAMES[-1], program=LAB), [GAMES[-1] + "#"])
        self.assertEqual(bash("nothing", ""), [])

    def test_what_bash_writes(self):
        game = GAMES[-1]
        for keys, line in (("gam", "games "), (f"deal {game[:-1]}", f"deal {game}#"), ("solve --short", "solve --shorten "),
                           ("serve --root ap", "serve --root apps/"), ("replay LICEN", "replay LICENSE ")):
            self.assertEqual(typed("quincunx " + keys), "quincunx " + line)
        self.assertEqual(typed("quincunx-lab merge LICEN"), "quincunx-lab merge LICENSE ")

    def test_games(self):
        files = sorted(path.stem for path in (ROOT / "games/files").glob("*.json"))
        self.assertEqual(bash("rules", ""), GAMES + [name for name in files if name not in GAMES])
        self.assertEqual(bash("deal", GAMES[0]), [name + "#" for name in GAMES if name.startswith(GAMES[0])])


@pytest.mark.full
class ZshCompletion(unittest.TestCase):
    def test_is_that_of_bash(self):
        game = GAMES[-1]
        for keys, line in (("quincunx gam", "games "), ("quincunx solve --short", "solve --shorten "),
                           (f"quincunx rules {game[:-1]}", f"rules {game} "), (f"quincunx deal {game[:-1]}", f"deal {game}\\# "),
                           ("quincunx-lab ben", "bench "), ("quincunx replay LICEN", "replay LICENSE ")):
            self.assertEqual(typed(keys, "zsh", "-i"), f"{keys.split()[0]} {line}")


class ManPages(unittest.TestCase):
    def test_are_clean_and_name_every_command(self):
        for page in (ROOT / "docs/man").iterdir():
            done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True)
            self.assertEqual((done.stdout, done.returncode), ("", 0))
        for program in (PROGRAM, LAB):
            text = (ROOT / f"docs/man/{program.name}.1").read_text()
            listed = re.search(r"The commands are\n(.*?)Each describes", text, re.DOTALL)[1]
            self.assertEqual(re.findall(r"\b(?!Cm|and)[a-z]{3,}\b", listed), commands(program))
