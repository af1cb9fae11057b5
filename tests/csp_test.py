"""The content security policy is written twice, for the server's header and for the page: both must be the same."""
import re
import unittest

from builds import ROOT


def policy(file: str, start: str) -> dict[str, list[str]]:
    """The directives of a policy that a source file gives as string literals after `start`, up to the next semicolon
    outside them."""
    source = (ROOT / file).read_text()
    if source.count(start) != 1:
        raise AssertionError(f"{file} says {start!r} {source.count(start)} times")
    literals = []
    rest = source[source.index(start) + len(start):]
    while found := re.match(r'[\s+=]*"([^"]*)"', rest):
        literals.append(found[1])
        rest = rest[found.end():]
    directives = [directive.split() for directive in "".join(literals).split(";")]
    if [] in directives:
        raise AssertionError(f"{file} has an empty directive")
    return {name: values for name, *values in directives}


class ContentSecurityPolicy(unittest.TestCase):
    def test_server_and_page_say_the_same(self):
        server = policy("apps/server/answer.cpp", "content_security_policy =")
        page = policy("web/vite/csp.ts", "const policy =")
        self.assertEqual(server["default-src"], ["'none'"])
        # Browsers ignore frame-ancestors in a policy set by the page itself.
        self.assertEqual(server.pop("frame-ancestors"), ["'none'"])
        self.assertEqual(server, page)
