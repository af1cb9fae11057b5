"""The files that belong to the project."""
import subprocess
from pathlib import Path

from builds import ROOT


def listed(*patterns: str) -> list[Path]:
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.splitlines()
    return [ROOT / name for name in names if (ROOT / name).is_file()]
