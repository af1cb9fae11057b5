"""Puts tables that tools have made into a document, between the comments `<!-- name -->` and `<!-- end of name -->`."""
import sys
from pathlib import Path


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
