"""Shell completion and the man page, compared with the program itself."""
import re
import subprocess
import unittest

from builds import PROGRAM, ROOT

MAN_PAGE = ROOT / "docs/man/quincunx.1"

BASH = """
source apps/cli/completion/quincunx.bash
compopt() { :; }
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_quincunx
printf '%s\\n' "${COMPREPLY[@]}"
"""

# A stand-in for zsh's completion system.
ZSH = """
compadd() { local -a names=("${(@P)@[-1]}"); local suffix; [[ $1 == -S ]] && suffix=$2; print -rl -- $^names$suffix }
_describe() { local -a names=("${(@P)2}"); print -rl -- ${names%%:*} }
_files() { print -r -- "files $*" }
_call_program() { shift; "$@" }
words=("$@")
CURRENT=$#
set --
source apps/cli/completion/_quincunx
"""


def helped(*command: str) -> str:
    result = subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


def commands() -> list[str]:
    _, found, listed = helped().partition("Commands:\n")
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

    def test_games(self):
        self.assertGreater(len(games()), 0)
        self.assertEqual(bash("rules", ""), games())
        self.assertEqual(bash("deal", games()[0]), [name + "#" for name in games() if name.startswith(games()[0])])

    def test_records(self):
        self.assertIn("apps", bash("show", "ap"))
        self.assertEqual(bash("replay", "LICEN"), [])


class ZshCompletion(unittest.TestCase):
    def test_commands(self):
        self.assertEqual(zsh(""), commands())

    def test_options(self):
        for command in commands():
            self.assertEqual(zsh(command, "--"), options(command), command)

    def test_games(self):
        self.assertEqual(zsh("rules", ""), games())
        self.assertEqual(zsh("deal", ""), [name + "#" for name in games()])

    def test_records(self):
        self.assertEqual(zsh("show", ""), ["files -g *.pat"])


class ManPage(unittest.TestCase):
    def test_is_clean(self):
        for page in (MAN_PAGE, MAN_PAGE.with_name("quincunx-check.1")):
            done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True)
            self.assertEqual((done.stdout, done.returncode), ("", 0))

    def test_names_every_command_and_option(self):
        text = subprocess.run(["mandoc", "-T", "ascii", "-O", "width=200", MAN_PAGE], check=True, capture_output=True,
                              text=True).stdout
        text = re.sub(r".\x08", "", text)
        for command in commands():
            with self.subTest(command=command):
                entry = re.search(rf"^ +{command}( .*)?\n(?:(?: {{9,}}.*)?\n)*", text, re.MULTILINE)
                self.assertIsNotNone(entry)
                self.assertEqual([option for option in options(command) if option != "--help" and option not in entry[0]],
                                 [])


if __name__ == "__main__":
    unittest.main()
