#!/usr/bin/env python3
"""Prints what a release is made of and with, as CycloneDX 1.5: sbom.py VERSION SECONDS-SINCE-1970

Debian packages come from the sections [run], [postgresql] and [release] of tools/packages.txt, with the versions that are
installed and the licenses that their file of copyrights names; npm packages from web/package-lock.json. What is contained,
which THIRD_PARTY_NOTICES.md has a section for, is "required"; tools are "excluded".
"""
import base64
import json
import re
import subprocess
import sys
import uuid
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
NOTICES = [heading.lower() for heading in re.findall(r"^### (.*)$", (ROOT / "THIRD_PARTY_NOTICES.md").read_text(), re.MULTILINE)]
# The name that a section of the notices gives to the packages that it comes from.
CONTAINED = {"libboost-dev": "boost", "libcli11-dev": "cli11", "libexpected-dev": "tl::expected", "libfmt-dev": "fmt", "libsqlite3-dev": "sqlite", "libssl-dev": "openssl", "libzstd-dev": "zstd", "zlib1g-dev": "zlib", "libsqlitecpp-dev": "sqlitecpp",
             "nlohmann-json3-dev": "nlohmann-json", "libpqxx-dev": "libpqxx", "wasi-libc": "wasi-libc", "libc++-22-dev-wasm32": "libc++",
             "libc++abi-22-dev-wasm32": "libc++", "libclang-rt-22-dev-wasm32": "compiler-rt"}


def component(name: str, version: str, purl: str, **more) -> dict:
    heading = CONTAINED.get(name, name).lower()
    contained = any(heading in notice for notice in NOTICES) and (name in CONTAINED or purl.startswith("pkg:npm"))
    return {"type": "library" if contained else "application", "name": name, "version": version, "purl": purl, "bom-ref": purl,
            "scope": "required" if contained else "excluded", **more}


def licenses(package: str) -> list[dict]:
    """In Debian's words; some files are for people alone."""
    file = Path(f"/usr/share/doc/{package}/copyright")
    text = file.read_text(errors="replace")
    names = sorted(set(re.findall(r"^License: *(.+)$", text, re.MULTILINE))) if text.startswith("Format") else []
    return [{"license": {"name": name}} for name in names or [f"see {file}"]]


def debian() -> list[dict]:
    sections = re.findall(r"^\[(\w+)\]$(.*?)(?=^\[|\Z)", (ROOT / "tools/packages.txt").read_text(), re.MULTILINE | re.DOTALL)
    lines = "".join(text for name, text in sections if name in ("run", "postgresql", "release")).splitlines()
    names = [line.split()[0] for line in lines if line.strip() and not line.startswith("#")]
    said = subprocess.run(["dpkg-query", "-W", "-f=${Package} ${Version} ${Architecture}\n", *names], capture_output=True, text=True)
    installed = [line.split() for line in said.stdout.splitlines() if len(line.split()) == 3]
    return [component(name, version, f"pkg:deb/debian/{quote(name)}@{quote(version)}?arch={architecture}&distro=bookworm", licenses=licenses(name))
            for name, version, architecture in installed]


def npm() -> list[dict]:
    found = {}
    for path, package in json.loads((ROOT / "web/package-lock.json").read_text())["packages"].items():
        if not path or package.get("link"):
            continue
        name = package.get("name", path.rpartition("node_modules/")[2])
        purl = f"pkg:npm/{name.replace('@', '%40', 1)}@{package['version']}"
        kind, _, digest = package["integrity"].partition("-")
        more = {"hashes": [{"alg": kind.upper().replace("SHA", "SHA-"), "content": base64.b64decode(digest).hex()}]}
        if "license" in package:
            more["licenses"] = [{"expression": package["license"]}]
        found[purl] = component(name, package["version"], purl, **more)
    return list(found.values())


def main() -> None:
    version, seconds = sys.argv[1], int(sys.argv[2])
    own = {"type": "application", "name": "quincunx", "version": version, "bom-ref": "quincunx", "licenses": [{"license": {"id": "MIT"}}]}
    components = sorted(debian() + npm(), key=lambda one: one["purl"])
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components))
    json.dump({"bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{number}", "version": 1,
               "metadata": {"timestamp": datetime.fromtimestamp(seconds, timezone.utc).isoformat(), "component": own},
               "components": components,
               "dependencies": [{"ref": "quincunx", "dependsOn": [one["purl"] for one in components if one["scope"] == "required"]}]},
              sys.stdout, indent=1)
    print()


main()
