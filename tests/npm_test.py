"""The npm package, packed and used by someone who has only that file."""
import http.client
import json
import os
import re
import subprocess
import unittest
import urllib.error
import urllib.parse
import urllib.request

import pytest

from builds import LONG, MODULES, ROOT, folder_for

BIN = ROOT / "web/node_modules/.bin"
NODE = BIN / "node"
ENVIRONMENT = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
DEAL = "stalactites#12345"


def said(*command, cwd, status=0) -> str:
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, env=ENVIRONMENT, timeout=LONG)
    if done.returncode != status:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


@pytest.mark.full
class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        name = said("bash", "-c", ". tools/build.sh && npm_package", cwd=ROOT).strip().splitlines()[-1]
        cls.file = ROOT / "build" / name
        cls.home = folder_for(cls)
        said("npm", "install", "--offline", "--silent", "--no-audit", cls.file, cwd=cls.home)
        cls.package = cls.home / "node_modules/quincunx"
        (cls.home / "package.json").write_text('{"type": "module"}')

    def cli(self, *words, status=0) -> str:
        return said(NODE, self.home / "node_modules/.bin/quincunx", *words, cwd=self.home, status=status)

    def test_is_what_publishers_and_compilers_expect(self):
        said("publint", "--strict", self.file, cwd=ROOT / "web")
        said("attw", "--profile", "esm-only", self.file, cwd=ROOT / "web")

    def test_stands_alone(self):
        manifest = json.loads((self.package / "package.json").read_text())
        self.assertNotIn("dependencies", manifest)
        self.assertIn(f"project(Quincunx VERSION {manifest['version']} ", (ROOT / "CMakeLists.txt").read_text())
        for module in ("table", "own-table", "solver"):
            self.assertEqual((self.package / f"{module}.wasm").read_bytes(), (MODULES / f"{module}.wasm").read_bytes())
        self.assertLess(self.file.stat().st_size, 2_000_000)
        for file in (self.package / "dist").rglob("*.[jt]s"):
            for target in re.findall(r"from '(\.[^']*)'", file.read_text()):
                path = file.parent / target
                self.assertTrue((path.with_suffix(".d.ts") if file.name.endswith(".d.ts") else path).exists(), f"{file}: {target}")

    def test_examples_run(self):
        for example in (self.package / "examples").glob("*.mjs"):
            (self.home / example.name).write_bytes(example.read_bytes())
            self.assertLessEqual(len(example.read_text().splitlines()), 25)
        played = said(NODE, "play.mjs", cwd=self.home)
        self.assertRegex(played, r"won quincunx-record 1\n[^$]*\nresult won\nend\n")
        self.assertEqual(len(re.findall(r"^grandfather#\d winnable ", said(NODE, "solve.mjs", cwd=self.home), re.MULTILINE)), 5)

    def test_what_has_been_closed_says_so(self):
        (self.home / "closed.mjs").write_text(
            "import { Closed, openSolver, openTable } from 'quincunx';\n"
            "const ends = (promise) => promise.then(() => 'answered', (e) => `${e instanceof Closed} ${e.code} ${e.message}`);\n"
            "const table = await openTable();\nconst solver = await openSolver();\n"
            "const waiting = [table.deal('carthage#1'), solver.solution('carthage#1')].map(ends);\n"
            "table.close();\nsolver.close();\ntable.close();\nsolver.close();\n"
            "const later = [table.deal('carthage#2'), table.table(), table.field('state'), table.check(''), solver.solution('carthage#2'),\n"
            "  solver.instantHint('carthage#2'), solver.consideredHint('carthage#2'), solver.odds('carthage#2'), solver.ask('levels carthage')];\n"
            "for (const end of await Promise.all([...waiting, ...later.map(ends)])) console.log(end);\n"
            "console.log((await (await openTable()).deal('carthage#2')).deal);\n")
        self.assertEqual(said(NODE, "closed.mjs", cwd=self.home), 11 * "true closed it has been closed\n" + "carthage#2\n")

    def test_a_refusal_has_its_code(self):
        (self.home / "refused.mjs").write_text(
            "import { openTable, Refused } from 'quincunx';\nconst table = await openTable();\nawait table.deal('carthage#1');\n"
            "const code = (promise) => promise.then(() => 'none', (e) => `${e instanceof Refused} ${e.code}`);\n"
            "console.log(await code(table.play('T1>T1')), await code(table.deal('carthage#0')));\n")
        self.assertRegex(said(NODE, "refused.mjs", cwd=self.home), r"^true [a-z-]+ true [a-z-]+\n$")

    def test_plays_rules_of_ones_own(self):
        (self.home / "own.mjs").write_text("""
            import { openSolver, openTable, Refused } from 'quincunx';
            const rules = { based_on: 'carthage', name: 'Mine', tableau: { build: { follow: 'other_color' } } };
            const table = await openTable({ rules });
            const { deal, record } = await table.deal('own#5');
            const text = await openTable({ rules: JSON.stringify(rules) });
            console.log((await text.load(record)).deal === deal, (await table.games()).games.at(-1).name);
            const hint = async (solver, about) => (await solver.instantHint(about)).hint.move;
            const [solver, own] = [await openSolver(), await openSolver({ rules })];
            console.log(await hint(solver, record) === await hint(own, 'own#5'), await solver.instantHint('own#5').catch((e) => e.code));
            const easy = await openSolver({ rules: { based_on: 'stalactites', reserve: { piles: 3 } } });
            const { verdict, line } = await easy.solution('own#1');
            console.log(verdict, line.length > 50, (await easy.odds('own#1', { time: 1 })).worlds >= 0);
            console.log(await easy.solution(record.replace('"each":2', '"each":0')).catch((e) => e.code));
            console.log(await openTable({ rules: { decks: 3 } }).catch((e) => `${e instanceof Refused} ${e.code} ${e.message}`));
            console.log(await (await openTable()).load(record).catch((e) => e.code));
            """)
        self.assertEqual(said(NODE, "own.mjs", cwd=self.home).splitlines(),
                         ["true Mine", "true no-game", "winnable true true", "nothing-each", "true number-of-decks /decks: a game has one or two decks", "no-game"])

    def test_required_where_that_cannot_be_says_what_to_do(self):
        (self.home / "required.cjs").write_text("console.log(typeof require('quincunx').openTable)")
        self.assertEqual(said(NODE, "--disable-warning=ExperimentalWarning", "required.cjs", cwd=self.home), "function\n")
        # As Node 18 resolves it, which does not know the condition module-sync.
        (self.home / "old.cjs").write_text(f"require({json.dumps(str(self.package / 'dist/npm/require.cjs'))})")
        done = subprocess.run([NODE, "old.cjs"], cwd=self.home, capture_output=True, text=True)
        self.assertIn("say await import('quincunx') instead", done.stderr)
        self.assertEqual(list(json.loads((self.package / "package.json").read_text())["exports"]["."]),
                         ["module-sync", "require", "types", "node", "default"])

    def test_vite_serves_it_without_a_word_about_it(self):
        self.assertEqual(said(NODE, "--disable-warning=ExperimentalWarning", ROOT / "tests/npm/vite.mjs", self.home, cwd=ROOT), "playing winnable\n")

    def test_its_types_compile_in_a_strict_program(self):
        (self.home / "typed.ts").write_text(
            "import { openSolver, openTable, Refused, type Solution, type Table } from 'quincunx';\n"
            "const table: Table = await (await openTable()).deal('carthage#1');\n"
            "const solution: Solution = await (await openSolver()).solution(table.record, { time: 5 });\n"
            "export const line: string[] = solution.line;\nexport const refused = (e: unknown): string => (e instanceof Refused ? e.code : '');\n")
        # Also in one that knows neither browsers nor Node.
        (self.home / "tsconfig.json").write_text('{"compilerOptions": {"types": [], "lib": ["es2022"], "target": "es2022", "module": "nodenext",'
                                                 '"strict": true, "noEmit": true}, "files": ["typed.ts"]}')
        said("tsc", cwd=self.home)
        (self.home / "tsconfig.json").unlink()
        said("tsc", "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022,dom",
             "--module", "nodenext", "typed.ts", cwd=self.home)

    def test_runs_in_a_browser_and_its_workers(self):
        self.assertEqual(said(NODE, "--disable-warning=ExperimentalWarning", ROOT / "tests/npm/browser.mjs", self.package, cwd=ROOT),
                         "playing winnable\nplaying winnable\n")

    def test_commands(self):
        self.assertIn("carthage", self.cli("games"))
        self.assertIn("\nT1 ", self.cli("deal", DEAL))
        self.assertTrue(self.cli("solve", DEAL).startswith("winnable, "))
        self.assertTrue(self.cli("solve", "stalactites#1000207", status=1).startswith("unwinnable, "))
        self.assertIn("chance of winning: ", self.cli("hint", DEAL, "--time", "2"))
        position = ROOT / "tests/positions/carthage-opened-run.pos"
        self.assertIn("winnable", self.cli("solve", position))
        self.assertIn("chance", self.cli("hint", position))
        self.cli("deal", "carthage#0", status=1)
        for words in ([], ["deal"], ["games", "x"], ["solve", DEAL, "--time", "soon"], ["solve", DEAL, "--fast"]):
            self.cli(*words, status=2)

    def test_serves_on_windows_too(self):
        """With the paths of that system, as far as they can be had here."""
        served = self.package / "dist/npm/serve.js"
        (served.parent / "win32.js").write_text("import { posix, win32 } from 'node:path';\nexport { posix };\n"
                                                "export const { extname, normalize } = win32, { join } = posix;\n")
        (served.parent / "served.mjs").write_text(served.read_text().replace("'node:path'", "'./win32.js'"))
        (self.home / "windows.mjs").write_text(
            "import { serve } from './node_modules/quincunx/dist/npm/served.mjs';\n"
            f"const at = await serve({json.dumps(str(self.package))}, 0, '127.0.0.1');\n"
            "for (const path of ['', 'index.html', 'sw.js', '_headers', '..%5cpackage.json']) {\n"
            "  const answer = await fetch(at + path);\n"
            "  console.log(answer.status, answer.headers.has('content-security-policy'));\n}\nprocess.exit();\n")
        self.assertEqual(said(NODE, "windows.mjs", cwd=self.home).splitlines(), 3 * ["200 true"] + 2 * ["404 false"])

    def test_serves_the_page_with_its_headers(self):
        with subprocess.Popen([NODE, self.home / "node_modules/.bin/quincunx", "serve", "--port", "0"], stdout=subprocess.PIPE,
                              text=True) as process:
            try:
                address = re.search(r"http://\S+/", process.stdout.readline())[0]
                page = urllib.request.urlopen(address)
                self.assertIn("default-src 'none'", page.headers["Content-Security-Policy"])
                self.assertIn("<title>Quincunx</title>", page.read().decode())
                worker = urllib.request.urlopen(address + "sw.js")
                self.assertEqual(worker.headers["Cache-Control"], "no-cache")
                names = re.findall(r"assets/[\w.-]+", worker.read().decode())
                self.assertTrue({name for name in names if name.endswith(".wasm")})
                for name in names:
                    with urllib.request.urlopen(address + name) as answer:
                        self.assertIn("immutable", answer.headers["Cache-Control"], name)
                        self.assertTrue(answer.read(), name)
                for target, accept, host, location in (
                        ("%23/carthage/4711", "*/*", "q", "./../../#/carthage/4711"), ("%252523%25252Ftoday?x", "*/*", "q", "./#/today?x"),
                        ("index.html%23/a%2523%22%3C%20%C3%A9", "*/*", "q", "./../index.html#/a%2523%22%3C%20%C3%A9"),
                        ("?x", "text/html,*/*", "localhost:99", "//127.0.0.1:99/?x"), ("", "text/html", "localhost", "//127.0.0.1/"),
                        ("", "*/*", "localhost", None), ("", "text/html", "127.0.0.1:99", None), ("?x=%23/%", "text/html", "q", None),
                        ("none%23/today", "*/*", "q", None), ("/evil.example/%23", "text/html", "q", None), ("..%2f%23", "*/*", "q", None),
                        ("%2523%250d%250aX:%2520y", "*/*", "q", None), ("assets/%23", "*/*", "q", None)):
                    connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc, timeout=LONG)
                    connection.request("GET", f"/{target}", headers={"Host": host, "Accept": accept})
                    answer = connection.getresponse()
                    connection.close()
                    self.assertEqual((answer.getheader("Location"), answer.status == 302), (location, location is not None), target)
                for wrong in ("none", "../package.json", "%2e%2e/package.json", "_headers", "%00", "assets"):
                    with self.assertRaises(urllib.error.HTTPError) as raised:
                        urllib.request.urlopen(address + wrong)
                    self.assertEqual(raised.exception.code, 404, wrong)
                    raised.exception.close()
            finally:
                process.terminate()
