"""No test module imports another one: its tests would run twice, and it could not change for itself. What tests share
stands in plain modules. Nor does one start a program while it is imported, which every collection of the tests would do."""
import ast
import unittest
from pathlib import Path

TESTS = Path(__file__).parent
MODULES = [path for path in TESTS.rglob("*.py") if path.name.endswith("_test.py") or path.name.startswith("test_")]
SHARED = [path for path in TESTS.rglob("*.py") if path not in MODULES]


def imported(path: Path) -> set[str]:
    """The last parts of the names of what a module imports, wherever it does so."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return {name.rpartition(".")[2] for name in names}


def calls_of_import(tree: ast.AST):
    """The names of the functions that are called when a module is imported: not in functions, and not if it is the program."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            for decorator in getattr(node, "decorator_list", []):
                yield from calls_of_import(ast.Expr(decorator))
        elif not (isinstance(node, ast.If) and "__main__" in ast.dump(node.test)):
            if isinstance(node, ast.Call):
                yield ast.unparse(node.func)
            yield from calls_of_import(node)


class Imports(unittest.TestCase):
    def test_of_no_other_test(self):
        self.assertGreater(len(MODULES), 40)
        tests = {path.stem for path in MODULES}
        for path in MODULES + SHARED:
            self.assertEqual(imported(path) & tests, set(), path.relative_to(TESTS))

    def test_start_no_program(self):
        for path in MODULES + SHARED:
            started = [name for name in calls_of_import(ast.parse(path.read_text()))
                       if name in ("run", "solved", "os.system") or name.startswith("subprocess.")]
            self.assertEqual(started, [], path.relative_to(TESTS))
