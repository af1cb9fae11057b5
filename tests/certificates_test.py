"""Certificates of losses and their checker: what quincunx solve --certify writes is accepted, and nothing else is."""
import json
import os
import random
import re
import subprocess
import unittest
from pathlib import Path

import pytest

from builds import CHECKER as BUILT_CHECKER, InFolder, LAB, LONG, PROGRAM, ROOT
from certificates import Certificate, content_of, frame, sip_hash
from endgames import endgame

# tests/certificate_mistakes_test.py names checkers in which it has planted mistakes.
CHECKER = Path(os.environ.get("QUINCUNX_CHECKER", BUILT_CHECKER))
EXAMPLES = ROOT / "examples/certificates"
ALL = os.environ.get("QUINCUNX_MUTATIONS") == "all"

ACCEPTED, REFUSED, UNREADABLE = 0, 1, 2

# Lost endgames: how many cards are left, and the seeds that give them.
LOST = {"gargantua": ((16, (93, 161)), (40, (2, 10))), "gargantua-classic": ((16, (93, 101, 161)),),
        "grandfather": ((14, (7, 16, 17, 24)),), "grandfather-classic": ((12, (34, 46, 50, 60)),),
        "gloucestershire": ((48, (2, 19, 22)),), "stalactites": ((40, (22, 36, 52)),), "carthage": ((80, (183, 225, 250)),)}
# Lost deals that need every reason.
LOST_DEALS = ("carthage#1000036", "carthage#1000006", "carthage-strict#1000003", "carthage-strict#1000008", "gargantua#1125616",
              "gargantua-classic#1242275", "gargantua#1363857", "gargantua#1772853")


def run(*command, status=None, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    if status is not None and done.returncode != status:
        raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def solve(*arguments):
    return run(PROGRAM, "solve", *arguments, "--time", "5", "--certify-memory", "512")


def certify(*arguments):
    return run(LAB, "certify", *arguments, "--time", "5", "--certify-memory", "512")


class Folder(InFolder):
    def setUp(self):
        super().setUp()
        self.cert = self.folder / "lost.cert"

    def position(self, *how):
        """The file of an endgame."""
        return self.file("position", "\n".join(endgame(*how)) + "\n")

    def says(self, content):
        """The checker's status and answer for a content, packed anew."""
        done = run(CHECKER, self.file("changed.cert", frame(content)))
        return done.returncode, done.stdout + done.stderr

    def refused(self, content, why="refused"):
        status, said = self.says(content)
        self.assertEqual(status, REFUSED, said)
        self.assertIn("refused: ", said)
        self.assertRegex(said, why)


class Hash(unittest.TestCase):
    def test_reference_vectors(self):
        """The first and the 16th of the vectors that come with SipHash."""
        self.assertEqual(sip_hash(b"").to_bytes(16, "little").hex(), "a3817f04ba25a8e66df67214c7550293")
        self.assertEqual(sip_hash(bytes(range(15))).to_bytes(16, "little").hex(), "5493e99933b0a8117e08ec0f97cfc3d9")


class Examples(Folder):
    def test_they_are_accepted(self):
        self.assertGreater(len(list(EXAMPLES.glob("*.cert"))), 2)
        for path in EXAMPLES.glob("*.cert"):
            self.assertIn("accepted: there is no win for deal", run(CHECKER, path, status=ACCEPTED).stdout)

    def test_the_program_writes_them_again(self):
        for path in EXAMPLES.glob("*.cert"):
            deal = re.sub(r"-(\d+)$", r"#\1", path.stem)
            plain = ["--plain"] if b"reasons\n" in content_of(path) else []
            solve(deal, "--certify", str(self.cert), "--force", *plain)
            self.assertEqual(content_of(self.cert), content_of(path))

    def test_one_that_can_be_followed_by_hand(self):
        page = (ROOT / "docs/solver/certificates-in-five-minutes.md").read_text()
        said = run(CHECKER, EXAMPLES / "carthage-strict-1000006.cert", status=ACCEPTED).stdout
        self.assertIn(said, page)


class EveryGame(Folder):
    def certified(self, subject, *options):
        """The checker's answer about the certificate of a loss: its reasons, and how often each is given."""
        self.cert.unlink(missing_ok=True)
        said = solve(subject, "--certify", self.cert, *options)
        self.assertEqual(said.returncode, 1, said.stdout + said.stderr)
        answer = run(CHECKER, self.cert, status=ACCEPTED).stdout
        total = re.search(r"^states (\d+), sum ([0-9a-f]{32})$", answer, re.MULTILINE)
        self.assertIn(f"{total[2]}\n", said.stdout)
        return {name for name, count in re.findall(r"^(\w+) (\d+)$", answer, re.MULTILINE) if count != "0"}

    def test_lost_endgames(self):
        for game, groups in LOST.items():
            for left, seeds in groups:
                for seed in seeds:
                    with self.subTest(game=game, left=left, seed=seed):
                        position = self.position(random.Random(seed), game, left)
                        self.assertEqual(self.certified(position, "--plain"), {"children"})
                        self.certified(position)

    @pytest.mark.full
    def test_lost_deals(self):
        used = set()
        for deal in LOST_DEALS:
            with self.subTest(deal=deal):
                used |= self.certified(deal)
        self.assertEqual({"children", "fixpoint", "safe_play", "twin_play"}, used)

    def test_winnable_endgames(self):
        """None of them gets a certificate, and a certificate that says so anyway is refused."""
        for game in [*LOST, "carthage-strict"]:
            position = self.position(random.Random("won"), game, 5)
            with self.subTest(game=game):
                run(PROGRAM, "solve", position, "--certify", self.cert, "--force", status=0)
                self.assertFalse(self.cert.exists())

    def test_the_short_form(self):
        deals = self.file("deals", "stalactites#1000207\nstalactites#1000014\nstalactites#1000056\ncarthage-strict#1000005\n")
        short = self.folder / "short"
        self.assertIn("3 lost deals of 4 deals certified", certify(str(deals), "--out", str(short)).stdout)
        self.assertIn("no win for 3 deals", run(CHECKER, short, status=ACCEPTED).stdout)
        text = short.read_text()
        for line in text.splitlines()[1:4]:
            deal, states, total = line.split()
            solve(deal, "--certify", str(self.cert), "--force", "--plain")
            self.assertIn(f"states {states}, sum {total}", run(CHECKER, self.cert, status=ACCEPTED).stdout)
        for wrong in (text.replace(" 272 ", " 271 "), text.replace("#1000056", "#1000072"), text[:-4], text + "end\n",
                      text.replace("c", "d", 6), text.replace("#1000207", "#1000080"), "quincunx-short 2\nend\n"):
            short.write_text(wrong)
            self.assertIn("refused: ", run(CHECKER, short, status=REFUSED).stdout)

    def test_numbered_deals(self):
        """Both generators of deals, with one pack and with two: the checker deals the cards itself."""
        for deal in ("stalactites#84", "stalactites#31712", "stalactites#32119", "stalactites#18446744073709551551",
                     "carthage-strict#1", "carthage-strict#31998", "carthage-strict#32000", "carthage-strict#4294967296",
                     "carthage-strict#4294967297", "carthage-strict#9007199254740992",
                     "carthage-strict#18446744073709551615"):
            with self.subTest(deal=deal):
                self.certified(deal, "--plain")


class Options(Folder):
    def test_limits(self):
        for limit, why in (("--certify-time=0.001", "no certificate within 0.001 s"),
                           ("--certify-memory=1", "no certificate within 1 MiB")):
            done = run(PROGRAM, "solve", "carthage#1000006", "--certify", self.cert, limit, status=2)
            self.assertRegex(done.stderr, why)
            self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_win_gets_no_certificate(self):
        done = run(PROGRAM, "solve", "stalactites#1000001", "--certify", self.cert, status=0)
        self.assertIn("winnable", done.stdout)
        self.assertFalse(self.cert.exists())

    def test_misuse(self):
        for words, why in ((("stalactites#1..3", "--certify", "x"), "quincunx-lab solve takes ranges"),
                           (("stalactites#1", "stalactites#2", "--certify", "x"), "--certify are for one deal"),
                           (("stalactites#1", "--plain"), "--plain requires --certify"),
                           (("stalactites#1000013", "--certify", "-"), "not to standard output"),
                           (("stalactites#1000013", "--certify", self.folder), "directory"),
                           (("stalactites#1000013", "--certify", "/nosuch/x"), "No such file")):
            self.assertRegex(run(PROGRAM, "solve", *words, status=2).stderr, why)

    def test_deals_by_their_cards_and_records(self):
        cards = run(PROGRAM, "deal", "stalactites#1000207", "--cards", status=0).stdout.strip()
        run(PROGRAM, "solve", cards, "--certify", self.cert, "--force", status=1)
        self.assertIn(f"no win for deal {cards}", run(CHECKER, self.cert, status=ACCEPTED).stdout)
        record = self.file("record.pat", "quincunx-record 1\ngame stalactites\ndeal stalactites#1000207\nmoves\nby2\nend\n")
        run(PROGRAM, "solve", record, "--certify", self.cert, "--force", status=1)
        self.assertIn("this position of stalactites", run(CHECKER, self.cert, status=ACCEPTED).stdout)

    def test_json(self):
        said = json.loads(run(PROGRAM, "solve", "stalactites#1000207", "--certify", self.cert, "--plain", "--json",
                              status=1).stdout)
        self.assertEqual(said["certificate"]["states"], 272)
        self.assertEqual(said["certificate"]["bytes"], self.cert.stat().st_size)

    def test_a_list_on_standard_output(self):
        said = run(LAB, "certify", "stalactites#1000200..1000210", status=0).stdout
        self.assertRegex(said, r"\Aquincunx-short 1\nstalactites#1000207 272 [0-9a-f]{32}\nend\n\Z")

    def test_the_checker_reads_one_file(self):
        run(CHECKER, status=UNREADABLE)
        run(CHECKER, "a", "b", status=UNREADABLE)
        self.assertIn("No such file", run(CHECKER, "/nosuch", status=UNREADABLE).stderr)
        self.assertIn("Exit status", run(CHECKER, "--help", status=ACCEPTED).stdout)
        for name, text in (("empty", b""), ("fish", b"fish\n"), ("magic", b"\x28\xb5\x2f\xfd")):
            run(CHECKER, self.file(name, text), status=REFUSED)


class Strangers(Folder):
    """Files that no program of ours writes."""

    def short(self, text):
        done = run(CHECKER, self.file("short", b"quincunx-short 1\n" + text + b"end\n"), timeout=LONG)
        return done.returncode, done.stdout

    def of_one_state(self, lines):
        """A certificate for a position, with a single state."""
        certificate = Certificate(content_of(EXAMPLES / "carthage-strict-1000006.cert"))
        certificate.header = f"quincunx-certificate 1\nposition\n{lines}end\nreasons fixpoint\n".encode()
        certificate.layers = [(0, [(b"\0", b"\1")])]
        return certificate.content()

    def test_what_is_no_position(self):
        # All but four cards are home, and the face-up cards of T1 are no run: the jack goes home only after the king.
        ranks = "A23456789TJQK"
        home = {1: 13, 2: 13, 3: 12, 4: 10, 5: 13, 6: 13, 7: 13, 8: 13}
        suits = "CCDDHHSS"
        piles = [f"F{f} " + " ".join(ranks[i] + suits[f - 1] for i in range(count)) for f, count in home.items()]
        for up in ("JD | KD QD", "KD | JD QD"):
            lines = "game gargantua-classic\nredeals 0\n" + "".join(f"{line}\n" for line in piles)
            lines += f"T1 {up}\nT2 KD\n" + "".join(f"T{i} -\n" for i in range(3, 10)) + "W -\nS -\n"
            self.refused(self.of_one_state(lines), "no play leads to pile T1")
            done = run(PROGRAM, "show", "-", input=lines)
            self.assertIn("T1: the face-up cards are not in sequence", done.stderr)

    def test_positions_that_the_program_refuses(self):
        """Changed at random, a position is refused by the checker if it is by the program."""
        random_ = random.Random(5)
        refused = 0
        for game in LOST:
            for _ in range(200 if ALL else 20):
                lines = endgame(random_, game, 14)
                piles = [i for i, line in enumerate(lines) if line[0] in "TR" and not line.startswith("redeals") and line[1] != "e"]
                source, target = random_.sample(piles, 2)
                words = lines[source].split(" ")
                if words[-1] == "-" or words[-1] == "|":
                    continue
                there = lines[target].split(" ")
                lines[target] = " ".join([*(word for word in there if word != "-"), words.pop()])
                lines[source] = " ".join(words if len(words) > 1 else [*words, "-"]).removesuffix(" |")
                text = "\n".join(lines) + "\n"
                if run(PROGRAM, "show", "-", input=text).returncode != 0:
                    refused += 1
                    self.refused(self.of_one_state(text), "no play leads|no sequence|lacks")
        self.assertGreater(refused, 20)

    def test_what_a_file_says_is_shown_without_commands_for_the_terminal(self):
        evil = b"stalactites#1000207 \r\x1b[1A\x1b[2Kaccepted: there is no win\x1b[8m\x9b\xff\n"
        for status, said in (self.short(evil), self.says(b"quincunx-certificate 1\ndeal " + evil),
                             self.says(b"quincunx-certificate 1\nposition\n" + evil)):
            self.assertEqual(status, REFUSED)
            self.assertNotRegex(said, "[^ -~\n]")

    def test_the_header_is_read_as_it_is_written(self):
        content = content_of(EXAMPLES / "stalactites-1000207.cert")
        for old, new in ((b"deal ", b""), (b"deal ", b"deal  "), (b"#1000207", b"#1000207\0 and others"), (b"\nreasons", b"\r\nreasons"),
                         (b"reasons", b"reasons "), (b"reasons", b" reasons"), (b"reasons", b"reasons\t"), (b"reasons", b"reasons\x0b")):
            self.refused(content.replace(old, new, 1))
        position = "\n".join(endgame(random.Random(161), "gargantua", 16)) + "\n"
        for old, new in (("F1 ", "F1  "), ("F1 ", "F1\t"), ("W ", " W "), ("\n", " \n"), ("game ", "")):
            self.refused(self.of_one_state(position.replace(old, new, 1)), "refused")

    def test_states_that_are_none_are_refused_before_they_are_kept(self):
        content = content_of(EXAMPLES / "carthage-strict-1000006.cert")
        certificate = Certificate(content)
        states = b"".join(bytes([0 if i == 0 else 3, 4 if i == 0 else 1]) + i.to_bytes(4, "big")[0 if i == 0 else 3:] + b"\0"
                          for i in range(256))
        content = certificate.header + (0).to_bytes(4, "little") + (256).to_bytes(8, "little") + states
        self.refused(content, "no state")

    def test_the_short_form_ends_where_there_are_more_states_than_it_says(self):
        # This deal can be won, and has so many states that going through them takes minutes.
        self.assertEqual(self.short(b"stalactites#1 1000 " + b"0" * 32 + b"\n")[0], REFUSED)
        line = certify("stalactites#1000207").stdout.splitlines()[1].encode() + b"\n"
        self.assertIn("no win for 1 deals", self.short(3 * line)[1])

    def test_a_list_without_a_deal_proves_nothing(self):
        # The first is what quincunx-lab certify writes if no deal is lost.
        self.assertEqual(certify("stalactites#1000200..1000206").stdout, "quincunx-short 1\nend\n")
        for text in (b"", b"# stalactites#1000207: no certificate within 1 MiB\n"):
            status, said = self.short(text)
            self.assertEqual((status, said), (REFUSED, "refused: the list names no deal, so it proves nothing\n"))


@pytest.mark.full
class Mutations(Folder):
    """Changes of the decoded content, with count and hash made anew: none is accepted, unless it is a certificate too."""

    def test_everything_that_can_be_changed_in_a_small_one(self):
        count = self.everything("carthage-strict-1000006", 3 if ALL else 1)
        self.assertGreater(count, 2000 if ALL else 700)

    @unittest.skipUnless(ALL, "only with QUINCUNX_MUTATIONS=all")
    def test_everything_in_all_examples(self):
        for name in ("gargantua-1246831", "stalactites-1000207"):
            print(name, self.everything(name, 1), "mutations refused")

    def everything(self, name, values):
        """Drops each state, and changes each byte of the states, each reason and each byte of the content."""
        content = content_of(EXAMPLES / f"{name}.cert")
        certificate = Certificate(content)
        self.assertEqual(certificate.content(), content)
        self.assertEqual(self.says(content)[0], ACCEPTED)
        count = 0
        for layer, place in certificate.states():
            state, reason = certificate.layers[layer][1][place]
            changes = [()]
            for at, byte in enumerate(state):
                for other in ((byte + 1) % 256, byte ^ 16, byte ^ 128)[:values]:
                    changes.append(((state[:at] + bytes((other,)) + state[at + 1:], reason),))
            changes += [((state, other),) for other in (b"\0", b"\1", b"\2\0", b"\3\0", b"\4\0") if other != reason]
            for change in changes:
                mutated = certificate.changed(layer, place, *change)
                with self.subTest(name=name, layer=layer, place=place, change=change):
                    self.refused(mutated)
                count += 1
        for at, byte in enumerate(content):
            with self.subTest(name=name, at=at):
                self.refused(content[:at] + bytes((byte ^ 1,)) + content[at + 1:])
            count += 1
        return count

    def test_random_changes_of_a_larger_one(self):
        rng = random.Random("mutations")
        self.changes(rng, content_of(EXAMPLES / "stalactites-1000207.cert"), 334 if ALL else 30)

    def test_random_changes_of_one_with_reasons(self):
        """Here a change may leave a certificate: another reason, or none, if all that follows from it is there."""
        rng = random.Random("reasons")
        solve("carthage#1000036", "--certify", str(self.cert), "--force")
        self.changes(rng, content_of(self.cert), 334 if ALL else 5)

    def changes(self, rng, content, count):
        certificate = Certificate(content)
        self.assertEqual(certificate.content(), content)
        states = certificate.states()
        for _ in range(count):
            layer, place = rng.choice(states)
            state, reason = certificate.layers[layer][1][place]
            self.refused(certificate.changed(layer, place))
            at = rng.randrange(len(state))
            other = state[:at] + bytes((rng.choice([byte for byte in range(256) if byte != state[at]]),)) + state[at + 1:]
            self.refused(certificate.changed(layer, place, (other, reason)))
            if other not in [known for known, _ in certificate.layers[layer][1]]:  # a state too many
                self.refused(certificate.changed(layer, place, (state, reason), (other, reason)))

    def test_a_state_too_many_that_is_not_counted(self):
        """Count and sum are those of the states that can be reached, so that nothing but the state itself is wrong."""
        content = content_of(EXAMPLES / "stalactites-1000207.cert")
        certificate = Certificate(content)
        layer, place = len(certificate.layers) - 1, 0
        state, reason = certificate.layers[layer][1][place]
        other = state[:-1] + bytes((state[-1] ^ 1,))
        forged = certificate.changed(layer, place, (state, reason), (other, reason))
        self.refused(forged[:-24] + content[-24:], "cannot be reached")

    def test_a_reason_that_holds_but_is_not_named(self):
        content = content_of(EXAMPLES / "gargantua-1246831.cert")
        self.assertEqual(self.says(content)[0], ACCEPTED)
        self.assertIn(b"reasons fixpoint", content)
        self.refused(content.replace(b"reasons fixpoint", b"reasons"), "does not name")

    def test_cut_off(self):
        packed = (EXAMPLES / "stalactites-1000207.cert").read_bytes()
        for size in {*range(0, len(packed), 37), len(packed) - 1}:
            run(CHECKER, self.file("cut", packed[:size]), status=REFUSED)
        for more in (b"\0", packed):
            run(CHECKER, self.file("long", packed + more), status=REFUSED)
        content = content_of(EXAMPLES / "stalactites-1000207.cert")
        for size in range(0, len(content), 211):
            self.refused(content[:size], "cut off|no number|missing|version")
        self.refused(content + b"\0", "follows the end")

    def test_forged(self):
        content = content_of(EXAMPLES / "carthage-strict-1000006.cert")
        certificate = Certificate(content)
        # Another deal, and the same cards in a game with other rules.
        self.refused(content.replace(b"#1000006", b"#1000007"))
        self.refused(content.replace(b"carthage-strict#", b"carthage#"))
        # A reason that the header does not name, and one that does not hold.
        start = certificate.layers[0][1][0][0]
        for reason in (b"\1", b"\2\0", b"\2\31", b"\3\0", b"\2\377"):
            for named in (b"reasons", b"reasons fixpoint safe_play twin_play"):
                forged = Certificate(content)
                forged.header = content[:content.index(b"reasons")] + named + b"\n"
                forged.layers = [(0, [(start, reason)])]
                self.refused(forged.content(), "reason|fixpoint|no safe_play|no twin_play")
        # Nothing but an end.
        empty = Certificate(content)
        empty.layers = []
        self.refused(empty.content(), "missing")

    def test_forged_positions(self):
        position = self.position(random.Random(161), "gargantua", 16)
        self.assertEqual(solve(position, "--certify", self.cert, "--force").returncode, 1)
        content = content_of(self.cert)
        self.assertEqual(self.says(content)[0], ACCEPTED)
        lines = content[:content.index(b"reasons")].split(b"\n")[2:-2]
        for number, line in enumerate(lines):
            words = line.split(b" ")
            changes = [[], [*words, b"AS"], words[:-1], [b"F9", *words[1:]], [*words, b"|"], [*words, b"XX"],
                       [words[0], b"-", *words[1:]]]
            for changed in changes:
                other = [*lines[:number], b" ".join(changed), *lines[number + 1:]]
                self.refused(content.replace(b"\n".join(lines), b"\n".join(other)))
