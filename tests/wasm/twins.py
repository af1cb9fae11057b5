"""A program that answers as a WebAssembly module does, and what a table offers to play."""
import subprocess
from pathlib import Path

from builds import LONG


class Twin:
    """A process that answers requests; each request and answer is sent as its size on a line and then its bytes."""

    def __init__(self, *command: str | Path):
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, request: str) -> bytes:
        data = request.encode()
        self.process.stdin.write(b"%d\n%s" % (len(data), data))
        self.process.stdin.flush()
        size = self.process.stdout.readline()
        if not size:
            raise AssertionError(f"{self.process.args[0]} died of: {request!r}")
        return self.process.stdout.read(int(size))

    def close(self) -> int:
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(timeout=LONG)


def choices(table: dict) -> list[str]:
    """All moves that a table offers."""
    view = table["view"]
    return [target["move"] for source in view["sources"] for target in source["targets"]] + view["controls"]
