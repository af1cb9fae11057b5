"""Tables that tools have made, in a document between the comments `<!-- name -->` and `<!-- end of name -->`."""
import sys
from pathlib import Path


def read(page: Path, name: str) -> str:
    """The table as it stands there; empty if there is none."""
    _, _, rest = page.read_text().partition(f"<!-- {name} -->\n")
    table, found, _ = rest.partition(f"<!-- end of {name} -->")
    return table.strip() if found else ""


def write(page: Path, tables: dict[str, str]) -> bool:
    """Says so and returns False if the document has no place for one of them; then it stays as it was."""
    text = page.read_text()
    for name, table in tables.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = text.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            print(f"{page.name} has no place for the table {name}", file=sys.stderr)
            return False
        text = before + begin + "\n" + table + "\n\n" + end + after
    page.write_text(text)
    return True
