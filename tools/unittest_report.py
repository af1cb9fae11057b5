#!/usr/bin/env python3
"""Runs the unittest cases of one file and writes the results as JSON.

usage: unittest_report.py TEST.py REPORT.json      exit status 1 if a test failed
"""
import importlib.util
import json
import sys
import unittest
from pathlib import Path


class Result(unittest.TextTestResult):
    """Counts a test with failed subtests once."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.passed: set[str] = set()
        self.started: set[str] = set()

    def startTest(self, test):
        super().startTest(test)
        self.started.add(test.id())

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed.add(test.id())

    def addExpectedFailure(self, test, error):
        super().addExpectedFailure(test, error)
        self.passed.add(test.id())


def main() -> int:
    path, report = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    result = unittest.TextTestRunner(sys.stdout, resultclass=Result, verbosity=2).run(suite)

    skipped = {test.id() for test, _ in result.skipped}
    bad = [test for test, _ in result.failures + result.errors] + list(result.unexpectedSuccesses)
    names = sorted({test.id() for test in bad})
    passed = result.passed - skipped - {test.id() for test in result.unexpectedSuccesses}
    # A test with failed subtests is one failed test; so is a class or module whose set-up failed.
    set_ups = [test for test in bad if not isinstance(getattr(test, "test_case", test), unittest.TestCase)]
    failed = len(result.started - passed - skipped) + len(set_ups)
    report.write_text(json.dumps({
        "passed": len(passed), "failed": failed,
        "notes": [f"failed: {name}" for name in names] + [f"skipped: {name}" for name in sorted(skipped)]}))
    return 1 if bad or failed else 0


if __name__ == "__main__":
    sys.exit(main())
