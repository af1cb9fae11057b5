"""Files that a release installs: everywhere its contents; with QUINCUNX_PACKAGES=full the packages that tools/release has made,
judged by the tools of Debian, and used in a clean root without network by someone who has only them."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from builds import BUILD, ROOT, folder_for

VERSION = re.search(r"^project\(Quincunx VERSION ([\d.]+) ", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
FULL = os.environ.get("QUINCUNX_PACKAGES") == "full"

PROGRAM_FILES = {
    "bin/quincunx", "bin/quincunx-check", "games/quincunx-table", "lib/systemd/system/quincunx.service",
    "lib/systemd/system/quincunx-backup.service", "lib/systemd/system/quincunx-backup.timer", "share/quincunx/backup", "share/quincunx/public",
    "share/applications/quincunx.desktop", "share/bash-completion/completions/quincunx",
    "share/doc/quincunx/changelog.gz", "share/doc/quincunx/copyright", "share/doc/quincunx/examples/nginx.conf",
    "share/icons/hicolor/512x512/apps/quincunx.png", "share/icons/hicolor/scalable/apps/quincunx.svg",
    "share/man/man1/quincunx-check.1.gz", "share/man/man6/quincunx-table.6.gz", "share/man/man1/quincunx.1.gz",
    "share/lintian/overrides/quincunx", "share/metainfo/quincunx.metainfo.xml", "share/zsh/vendor-completions/_quincunx",
}
LAB_FILES = {
    "bin/quincunx-lab", "share/bash-completion/completions/quincunx-lab", "share/doc/quincunx-lab/README.md", "share/doc/quincunx-lab/changelog.gz",
    "share/doc/quincunx-lab/copyright", "share/lintian/overrides/quincunx-lab", "share/man/man1/quincunx-lab.1.gz",
}
PROGRAMS = ("quincunx", "quincunx-lab", "quincunx-check", "quincunx-postgresql")
LAYERS = ("engine", "session", "solver", "advice", "fair", "deals", "stats", "wire_table", "wire")
DEV_FILES = {f"lib/libquincunx_{layer}.a" for layer in LAYERS} | {
    "lib/pkgconfig/quincunx.pc", "share/lintian/overrides/libquincunx-dev", "share/doc/libquincunx-dev/changelog.gz", "share/doc/libquincunx-dev/copyright",
    *(f"share/doc/libquincunx-dev/examples/{name}" for name in ("bot.py", "own.json", "own_game.cpp", "own_rules.cpp", "solve.cpp", "ten_lines.cpp")),
    *(f"lib/cmake/Quincunx/Quincunx{name}.cmake" for name in ("Config", "ConfigVersion", "Targets", "Targets-release")),
}


POSTGRESQL_FILES = {"lib/quincunx/modules/postgresql.so", *(f"share/doc/quincunx-postgresql/{name}" for name in ("changelog.gz", "copyright", "examples/postgresql.conf"))}


# A day is played and sent to the installed server.
SEND_A_RESULT = r"""
set -ex
quincunx serve "$@" &
sleep 2
day=$(date -u +%F)
deal=$(quincunx deal stalactites --day "$day" | grep -om 1 "stalactites#[0-9]*")
quincunx solve "$deal" --out won.pat
record=$(awk '{ printf "%s\\n", $0 }' won.pat)
body="{\"day\":\"$day\",\"record\":\"$record\",\"helped\":false}"
exec 3<>/dev/tcp/127.0.0.1/8080
printf 'PUT /api/1/results/%032d HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer -%032d\r\n' 7 7 >&3
printf 'Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' ${#body} "$body" >&3
cat <&3
"""

# … which is looked after.
USE_THE_SERVICE = r"""
. ./send.sh
quincunx service backup copy.db
quincunx service forget -- -00000000000000000000000000000007
kill %1
wait
quincunx service restore copy.db
quincunx service export
quincunx service prune
"""

# … of which several may have one database.
USE_POSTGRESQL = r"""
pg_ctlcluster 15 main start
sleep 2
su postgres -c "createuser root"
su postgres -c "createdb --owner=root quincunx"
. ./send.sh --database "postgresql:///quincunx?host=/run/postgresql"
quincunx service export --database "postgresql:///quincunx?host=/run/postgresql"
kill %1
wait
pg_ctlcluster 15 main stop
"""


# A club sets its server up, as docs/club.md says, with a package of an earlier version; then a result is sent to it, the
# server is killed, the backup restored, the package upgraded and purged. Without systemd its work is done by hand.
CLUB = r"""
booted() { [ -d /run/systemd/system ]; }
if booted; then
    start() { systemctl start quincunx; sleep 3; }
    killed() { systemctl kill --signal=KILL quincunx; sleep 4; }
else
    start() {
        command=$(sed -n "/^ExecStart=quincunx/,\$p" /etc/systemd/system/quincunx.service.d/public.conf | sed "s/^ExecStart=//; s/\\\\$//" | tr "\n" " ")
        mkdir -p /var/lib/quincunx /var/log/quincunx
        eval "STATE_DIRECTORY=/var/lib/quincunx $command &"
        server=$!
        sleep 3
    }
    ended() { kill "$1" "$server"; wait "$server" || true; }
    killed() { ended -9; start; }
    systemctl() { if [ "$1" = stop ]; then ended -15; else start; fi; } # as restore.sh says it
fi
serial() { openssl s_client -connect 127.0.0.1:443 -servername play.example.org </dev/null 2>/dev/null | openssl x509 -noout -serial; }

echo "127.0.0.1 play.example.org localhost" >>/etc/hosts
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem
cat >pebble.json <<END
{"pebble": {"listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000", "certificate": "cert.pem",
 "privateKey": "key.pem", "httpPort": 80, "tlsPort": 443}}
END
PEBBLE_VA_NOSLEEP=1 PEBBLE_WFE_NONCEREJECT=0 pebble -config pebble.json >pebble.log 2>&1 &
until curl -sk https://localhost:15000/roots/0 >root.pem; do sleep 1; done
mkdir -p /etc/letsencrypt
printf "server = https://localhost:14000/dir\nno-verify-ssl = True\n" >/etc/letsencrypt/cli.ini

export SSL_CERT_FILE=$PWD/root.pem CURL_CA_BUNDLE=$PWD/root.pem
mkdir first && mv quincunx_0.0.9_amd64.deb install.sh first
(cd first && bash install.sh)
if ! booted; then
    bash check.sh || true
    start
    bash check.sh || true
fi
day=$(date -u +%F)
deal=$(quincunx deal stalactites --day "$day" | grep -om 1 "stalactites#[0-9]*")
quincunx solve "$deal" --out won.pat
record=$(awk "{ printf \"%s\\\\n\", \$0 }" won.pat)
send() {
    curl -s -X PUT -H "Authorization: Bearer -$1" -H "Content-Type: application/json" -H "Origin: https://play.example.org" \
        -d "{\"day\":\"$day\",\"record\":\"$record\",\"helped\":$2}" "https://play.example.org/api/1/results/$1" -w "\n%{http_code}\n"
}
send 00000000000000000000000000000007 false
curl -s https://play.example.org/ https://play.example.org/api/1/service
if booted; then sleep 1 && systemctl start quincunx-backup; else /usr/share/quincunx/backup; fi
bash check.sh
killed
curl -s "https://play.example.org/api/1/days/$day/stalactites" | grep "\"won\":{\"unaided\":1,"
send 00000000000000000000000000000008 true
. ./restore.sh
sleep 3
curl -s "https://play.example.org/api/1/days/$day/stalactites" | grep "\"won\":{\"unaided\":1,\"helped\":0}"
before=$(serial)
certbot renew --force-renewal --no-random-sleep-on-renew
sleep 2
[ "$(serial)" != "$before" ] && echo another certificate than before
booted || ended -15
apt-get install -y "./$NEW"
start
curl -s "https://play.example.org/api/1/days/$day/stalactites" | grep "\"won\":{\"unaided\":1,"
booted || ended -15
booted || for link in multi-user.target.wants/quincunx.service timers.target.wants/quincunx-backup.timer; do # as systemctl enable makes them
    mkdir -p "/etc/systemd/system/${link%/*}"
    ln -s "/lib/systemd/system/${link#*/}" "/etc/systemd/system/$link"
done
apt-get purge -y quincunx
nginx -t
find / -xdev -iname "*quincunx*" -not -path "/root/*" -not -path "/proc/*" -not -path "/var/backups/*" -not -path "/var/log/nginx/*"
echo over
"""


# systemd as process 1 of a clean root, if the machine has control groups for it, types what there is to type, and ends.
BOOT = r"""
mount -t cgroup2 none $root/mnt
mkdir -p $root/mnt/${root##*/}
echo 0 >$root/mnt/${root##*/}/cgroup.procs
umount $root/mnt
exec unshare --cgroup --uts --ipc sh -c '
    hostname club
    mount --bind $root $root
    mount -t proc proc $root/proc
    mount -t sysfs sysfs $root/sys
    mount -t cgroup2 none $root/sys/fs/cgroup
    mount -t tmpfs tmpfs $root/run
    mount -t tmpfs tmpfs $root/dev
    for one in null zero full random urandom tty; do touch $root/dev/$one; mount --bind /dev/$one $root/dev/$one; done
    mkdir $root/dev/pts $root/dev/shm
    mount -t devpts -o newinstance,ptmxmode=666 devpts $root/dev/pts
    ln -s pts/ptmx $root/dev/ptmx
    cd $root
    pivot_root . mnt
    umount -l /mnt
    exec env -i container=club PATH=$PATH /lib/systemd/systemd'
"""
TYPE = """
[Service]
ExecStart=bash -c "bash -ex /root/type.sh >/root/said 2>&1; systemctl exit $$?"
WorkingDirectory=/root
Environment=HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
"""


def said(*command, **how) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=3600, **how)
    if done.returncode:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def files_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


class Contents(unittest.TestCase):
    def files(self, component: str) -> set[str]:
        with tempfile.TemporaryDirectory() as folder:
            said("cmake", "--install", BUILD, "--prefix", folder, "--component", component)
            for notice in Path(folder).glob("share/doc/*/copyright"):
                for name in ("LICENSE", "THIRD_PARTY_NOTICES.md"):
                    self.assertIn((ROOT / name).read_text(), notice.read_text())
            return files_below(Path(folder))

    def test_of_the_program(self):
        found = self.files("program")
        docs = {name for name in found if name.startswith("share/quincunx/web/docs/")}  # if they were built
        page = {name for name in found if name.startswith("share/quincunx/web/")} - docs
        self.assertEqual(found - page - docs, PROGRAM_FILES)
        self.assertEqual(page, {f"share/quincunx/web/{name}" for name in files_below(ROOT / "web/dist")})
        self.assertTrue(page)

    def test_of_the_laboratory(self):
        self.assertEqual(self.files("lab"), LAB_FILES)

    def test_of_the_library(self):
        found = self.files("dev")
        headers = {name for name in found if name.startswith("include/quincunx/")}
        self.assertEqual(found - headers, DEV_FILES)
        self.assertIn("include/quincunx/session/session.hpp", headers)

    def test_of_the_module_for_postgresql(self):
        self.assertEqual(self.files("postgresql"), POSTGRESQL_FILES)

    @unittest.skipUnless(FULL, "takes minutes: QUINCUNX_PACKAGES=full")
    def test_each_header_compiles_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            said("cmake", "--install", BUILD, "--prefix", folder, "--component", "dev")
            headers = sorted((Path(folder) / "include/quincunx").rglob("*.hpp"))
            self.assertGreater(len(headers), 100)
            def broken(header: Path) -> bool:
                return subprocess.run(["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{folder}/include/quincunx", "-xc++",
                                       "-include", header, "/dev/null"], capture_output=True).returncode != 0
            with ThreadPoolExecutor(2) as two:
                self.assertEqual([str(header) for header, bad in zip(headers, two.map(broken, headers)) if bad], [])

    def test_a_release_needs_real_places(self):
        """With placeholders none is made."""
        text = (ROOT / "tools/release").read_text()
        check = re.search(r"^if placeholders=.*?^fi$", text, re.MULTILINE | re.DOTALL)[0]
        places = (ROOT / "cmake/Places.cmake").read_text()
        real = re.sub(r'"[^"]*example\.org/?', '"https://real.club/', places).replace("maintainers@quincunx.invalid", "a@real.club")
        for said_there, refused in ((places, "example.org" in places or ".invalid" in places), (real, False),
                                    (real.replace("a@real.club", "a@real.invalid"), True)):
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "cmake").mkdir()
                (Path(folder) / "cmake/Places.cmake").write_text(said_there)
                done = subprocess.run(["bash", "-c", check], cwd=folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, int(refused), done.stderr)

    @pytest.mark.full
    def test_of_the_documents(self):
        with tempfile.TemporaryDirectory() as folder:
            answer = said(ROOT / "web/node_modules/.bin/node", "--disable-warning=ExperimentalWarning", "tools/docs.ts", folder, cwd=ROOT / "web")
            self.assertRegex(answer, r"^\d+ pages, ")
            pages = json.loads((Path(folder) / "search.json").read_text())
            self.assertIn("docs/embedding.html", [page["address"] for page in pages])
            self.assertIn('href="docs/rules/carthage.html"', (Path(folder) / "index.html").read_text())

    def test_one_place_says_the_version(self):
        for name in ("package.json", "package-lock.json"):
            self.assertNotIn("version", json.loads((ROOT / "web" / name).read_text()))
        changelog = (ROOT / "CHANGELOG.md").read_text()
        self.assertIn(f"## {VERSION}\n", changelog)

    def test_what_it_is_made_of(self):
        listed = json.loads(said(ROOT / "tools/sbom.py", VERSION, "0"))
        names = {one["name"] for one in listed["components"] if one["scope"] == "required"}
        self.assertLessEqual({"libsqlite3-dev", "libsqlitecpp-dev", "svelte", "libboost-dev", "wasi-libc", "uplot"}, names)
        self.assertFalse({"typescript", "cmake"} & names)
        parts = [one for one in listed["components"] if one["purl"].startswith("pkg:deb")]
        self.assertEqual([one["name"] for one in parts if not one["licenses"]], [])
        self.assertIn({"license": {"name": "public-domain"}}, next(one["licenses"] for one in parts if one["name"] == "libsqlite3-dev"))


@unittest.skipUnless(FULL, "takes minutes: QUINCUNX_PACKAGES=full")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = folder_for(cls)
        said("bash", "-c", f". tools/build.sh && build_preset release {' '.join(PROGRAMS)}", cwd=ROOT)
        said("cpack", "--config", ROOT / "build/release/CPackConfig.cmake", "-B", cls.folder, cwd=cls.folder)
        cls.program, cls.library, cls.lab, cls.postgresql = (next(cls.folder.glob(f"{name}_{VERSION}_*.deb"))
                                                              for name in ("quincunx", "libquincunx-dev", "quincunx-lab", "quincunx-postgresql"))

    def clean_root(self, *packages: str) -> Path:
        """Debian 12 as it is installed, with these packages, which ours depend on."""
        root = Path(tempfile.mkdtemp(dir=self.folder))
        said("mmdebstrap", "--variant=apt", "--mode=root", f"--include={','.join(packages)}", "bookworm", root)
        return root

    def typed(self, root: Path, script: str, *files: Path) -> str:
        """The words that somebody reads who types this in a clean root, where there are these files and no network."""
        for file in files:
            shutil.copy(file, root / "root")
        prepare = f"ip link set lo up; mount -t proc proc {root}/proc; mount --rbind /dev {root}/dev"
        return said("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c",
                    f"{prepare}; exec chroot {root} bash -exc 'cd /root; {script}' 2>&1",
                    env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root", "LC_ALL": "C.UTF-8"})

    def can_boot(self) -> bool:
        there = tempfile.mkdtemp(dir=self.folder)
        return subprocess.run(["unshare", "--mount", "--cgroup", "sh", "-c", f"mount -t cgroup2 none {there} && mkdir {there}/try-quincunx && "
                               f"rmdir {there}/try-quincunx"], capture_output=True).returncode == 0

    def typed_where_systemd_runs(self, root: Path, script: str, *files: Path) -> str:
        for file in files:
            shutil.copy(file, root / "root")
        (root / "root/type.sh").write_text(script)
        (root / "etc/systemd/system/type.service").write_text(TYPE)
        (root / "etc/systemd/system/multi-user.target.wants/type.service").symlink_to("../type.service")
        done = subprocess.run(["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-exc", f"ip link set lo up\n{BOOT}"],
                              env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "root": str(root)}, capture_output=True, text=True, timeout=3600)
        subprocess.run(["unshare", "--mount", "sh", "-c", f"mount -t cgroup2 none {root}/mnt; find {root}/mnt/{root.name} -depth -type d -exec rmdir {{}} +"])
        answer = (root / "root/said").read_text()
        self.assertEqual(done.returncode, 0, answer + done.stderr)
        return answer

    def test_are_what_debian_asks(self):
        for package in (self.program, self.library, self.lab, self.postgresql):
            said("lintian", "--fail-on", "error,warning", "--allow-root", package)

    def test_desktop_files_are_valid(self):
        said("dpkg-deb", "-x", self.program, self.folder / "x")
        said("desktop-file-validate", self.folder / "x/usr/share/applications/quincunx.desktop")
        said("appstreamcli", "validate", "--no-net", "--explain", self.folder / "x/usr/share/metainfo/quincunx.metainfo.xml")

    def test_program_is_installed_used_upgraded_and_purged(self):
        earlier = self.folder / "earlier"
        said("dpkg-deb", "-R", self.program, earlier)
        control = earlier / "DEBIAN/control"
        control.write_text(control.read_text().replace(f"Version: {VERSION}", "Version: 0.0.9"))
        said("dpkg-deb", "-Zgzip", "-b", earlier, self.folder / "earlier.deb")
        for name, script in (("send.sh", SEND_A_RESULT), ("use.sh", USE_THE_SERVICE)):
            (self.folder / name).write_text(script)
        answer = self.typed(self.clean_root("libfmt9", "liblowdown1", "libsqlite3-0", "libssl3"), f"""
            apt-get install -y ./earlier.deb
            mkdir -p /var/lib/private/quincunx
            ln -s private/quincunx /var/lib/quincunx
            echo what was kept >/var/lib/quincunx/data
            apt-get install -y ./{self.program.name}
            dpkg-query -W quincunx
            cat /etc/logrotate.d/quincunx
            quincunx solve stalactites#12345
            quincunx solve stalactites#1000207 --certify lost.cert || true
            quincunx-check lost.cert
            quincunx serve &
            sleep 2
            exec 3<>/dev/tcp/127.0.0.1/8080
            printf "GET / HTTP/1.0\\r\\n\\r\\n" >&3
            cat <&3
            kill %1
            wait
            bash use.sh
            apt-get remove -y quincunx
            cat /var/lib/quincunx/data
            apt-get purge -y quincunx
            find / -xdev -iname "*quincunx*" -not -path "/root/*" -not -path "/proc/*"
            echo over""", self.folder / "earlier.deb", self.program, self.folder / "send.sh", self.folder / "use.sh")
        for text in (f"quincunx\t{VERSION}\n", "Quincunx is served at http://127.0.0.1:8080/", "<title>Quincunx</title>",
                     "accepted: there is no win", " 201 ", '"won":{"unaided":1,', "the player is forgotten, with 1 result, ",
                     '{"kind":"forgotten",', "    rotate 14\n", "\nwhat was kept\n"):
            self.assertIn(text, answer)
        self.assertRegex(answer, r"\+ find .*\n\+ echo over\nover\n$")

    def test_postgresql_is_used_by_who_installs_its_package(self):
        for name, script in (("send.sh", SEND_A_RESULT), ("use.sh", USE_POSTGRESQL)):
            (self.folder / name).write_text(script)
        answer = self.typed(self.clean_root("libfmt9", "liblowdown1", "libsqlite3-0", "libssl3", "libpqxx-6.4", "postgresql-15"), f"""
            apt-get install -y ./{self.program.name}
            quincunx serve --database postgresql:///quincunx || echo refused with $?
            apt-get install -y ./{self.postgresql.name}
            bash use.sh
            apt-get purge -y quincunx quincunx-postgresql
            find / -xdev -iname "*quincunx*" -not -path "/root/*" -not -path "/proc/*" -not -path "/var/log/postgresql/*"
            echo over""", self.program, self.postgresql, self.folder / "send.sh", self.folder / "use.sh")
        for text in ("PostgreSQL needs the package quincunx-postgresql, which is not installed\n", "\nrefused with 1\n", " 201 ",
                     '"won":{"unaided":1,', '{"kind":"result",'):
            self.assertIn(text, answer)
        self.assertRegex(answer, r"\+ find .*\n\+ echo over\nover\n$")

    def test_library_is_built_upon(self):
        answer = self.typed(self.clean_root("g++", "cmake", "make", "pkgconf", "libexpected-dev"), f"""
            apt-get install -y ./{self.library.name}
            cp /usr/share/doc/libquincunx-dev/examples/* .
            g++ -std=c++20 solve.cpp $(pkg-config --cflags --libs quincunx) -o one
            ./one stalactites#12345
            printf "cmake_minimum_required(VERSION 3.25)\\nproject(Mine CXX)\\nfind_package(Quincunx 0.1 REQUIRED)\\n\
add_executable(mine own_game.cpp)\\ntarget_link_libraries(mine quincunx::session)\\n" >CMakeLists.txt
            cmake -B build && cmake --build build && build/mine""", self.library)
        self.assertIn("\nwinnable\n", answer)
        self.assertIn("game mine\nF1 ", answer)

    def test_run_it_for_a_club(self):
        """docs/club.md as it stands, with Debian's server of certificates in place of Let's Encrypt."""
        install, check, restore = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs/club.md").read_text(), re.MULTILINE | re.DOTALL)
        earlier = self.folder / "earlier"
        said("dpkg-deb", "-R", self.program, earlier)
        control = earlier / "DEBIAN/control"
        control.write_text(control.read_text().replace(f"Version: {VERSION}", "Version: 0.0.9"))
        said("dpkg-deb", "-Zgzip", "-b", earlier, self.folder / "quincunx_0.0.9_amd64.deb")
        for name, script in (("install.sh", install), ("check.sh", check), ("restore.sh", restore), ("club.sh", CLUB)):
            (self.folder / name).write_text(f"set -ex\n{script}")
        booted = self.can_boot()
        root = self.clean_root("libfmt9", "liblowdown1", "libsqlite3-0", "libssl3", "nginx-light", "openssl", "curl", "certbot", "pebble",
                               *(["systemd-sysv", "dbus"] if booted else []))
        answer = (self.typed_where_systemd_runs if booted else self.typed)(
            root, f"NEW={self.program.name} bash club.sh", self.folder / "quincunx_0.0.9_amd64.deb", self.program,
            *(self.folder / name for name in ("install.sh", "check.sh", "restore.sh", "club.sh")))
        if not booted:
            self.assertIn("no server with a service has been started", answer)
            self.assertIn("WRONG  there is no backup in /var/backups/quincunx", answer)
        for text in ("ok     the newest backup in /var/backups/quincunx", "ok     the certificate of play.example.org is good for ",
                     "ok     pages can send results", "<title>Quincunx</title>",
                     '"name":"The Patience Club"', '"won":{"unaided":1,', "another certificate than before\n"):
            self.assertIn(text, answer)
        self.assertRegex(answer, r"\+ find .*\n\+ echo over\nover\n$")

    def packed(self, build: Path, folder: Path, umask: int) -> dict[str, bytes]:
        """The packages of a build, made in this folder by somebody who keeps files from others."""
        folder.mkdir(parents=True)
        said("cpack", "--config", build / "CPackConfig.cmake", "-B", folder, cwd=folder, umask=umask, env={**os.environ, "SOURCE_DATE_EPOCH": "1790000000"})
        return {file.name: file.read_bytes() for file in folder.glob("*.deb")}

    def are_the_same(self, one: dict[str, bytes], other: dict[str, bytes]) -> None:
        self.assertEqual(set(one), set(other))
        for name, content in one.items():
            self.assertTrue(content == other[name], name)

    def test_packages_are_the_same_on_every_file_system(self):
        with tempfile.TemporaryDirectory(dir="/dev/shm") as memory:
            one = self.packed(ROOT / "build/release", self.folder / "disk", 0o022)
            self.assertEqual(len(one), 4)
            self.are_the_same(one, self.packed(ROOT / "build/release", Path(memory) / "another/place", 0o077))

    def test_program_modules_and_packages_are_the_same_wherever_they_are_built(self):
        environment = {name: value for name, value in os.environ.items() if name != "CMAKE_CXX_COMPILER_LAUNCHER"}
        environment["SOURCE_DATE_EPOCH"] = "1790000000"
        built = []
        for place, umask in ((self.folder / "one", 0o022), (self.folder / "another/place", 0o077)):
            place.mkdir(parents=True)
            said("sh", "-c", f"git archive HEAD | tar -x -C {place}", cwd=ROOT, umask=umask)
            for preset, *targets in (("release", *PROGRAMS), ("wasm", "table", "own-table", "solver")):
                for words in ((), ("--build",)):
                    subprocess.run(["cmake", *words, "--preset", preset, *(("--target", *targets) if words else ())], cwd=place,
                                   check=True, capture_output=True, env=environment, umask=umask)
            files = ("release/quincunx", "release/quincunx-lab", "release/quincunx-check", "release/lib/quincunx/modules/postgresql.so", "wasm/table.wasm", "wasm/own-table.wasm", "wasm/solver.wasm")
            built.append({name: (place / "build" / name).read_bytes() for name in files} |
                         self.packed(place / "build/release", place / "packages", umask))
        self.are_the_same(*built)
