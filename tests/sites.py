"""Serves a folder by the program, and by nginx in front of it, for the tests of both."""
import contextlib
import os
import re
import signal
import socket
import subprocess
import time
from pathlib import Path

from builds import LONG, PROGRAM, ROOT

NGINX = ROOT / "deploy/nginx.conf"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def serving(folder: Path, *more: str, port: int = 0):
    """The program serving a folder; gives its port."""
    with subprocess.Popen([PROGRAM, "serve", "--no-service", "--port", str(port), "--root", folder, *more], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield int(re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())[1])
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(LONG)


@contextlib.contextmanager
def running_nginx(site: str, port: int, folder: Path):
    """nginx with such servers, until one of them listens on a port."""
    (folder / "site.conf").write_text(site)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(f"""{user} daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s; include {folder}/site.conf; }}
""")
    with subprocess.Popen(["nginx", "-c", folder / "nginx.conf", "-p", folder], stderr=subprocess.PIPE, text=True) as process:
        try:
            for _ in range(20 * LONG):
                with socket.socket() as one:
                    if one.connect_ex(("127.0.0.1", port)) == 0:
                        break
                if process.poll() is not None:
                    raise AssertionError(process.stderr.read())
                time.sleep(0.05)
            yield
        finally:
            process.send_signal(signal.SIGQUIT if process.poll() is None else 0)
            process.wait(LONG)
            process.stderr.close()


@contextlib.contextmanager
def nginx(upstream: int, folder: Path, tls: bool = True, strict: bool = False):
    """nginx with the sample configuration, in front of a port; gives its two ports. Without TLS only the part between the
    clients and nginx is different. A strict one has soon had enough of an address."""
    plain, secure = free_port(), free_port()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / "privkey.pem", "-out",
                    folder / "fullchain.pem", "-days", "2", "-subj", "/CN=play.example.org"], check=True, capture_output=True)
    site = NGINX.read_text()
    changes = {"listen 80;": f"listen 127.0.0.1:{plain};", "listen 443 ssl http2 ": f"listen 127.0.0.1:{secure} ssl http2 ",
               "    listen [::]:80;\n": "", "    listen [::]:443 ssl http2 sndbuf=128k;\n": "", "127.0.0.1:8080": f"127.0.0.1:{upstream}",
               "/etc/ssl/quincunx/": f"{folder}/", "/var/log/nginx/quincunx.log": f"{folder}/nginx.log"}
    for old, new in changes.items():
        if old not in site:
            raise AssertionError(f"{NGINX.name} no longer says {old!r}")
        site = site.replace(old, new)
    if strict:
        site = site.replace("rate=300r/s", "rate=50r/s").replace("burst=6000", "burst=200")
    if not tls:
        site = site.replace(" ssl http2 ", " ")
    with running_nginx(site, secure, folder):
        yield plain, secure
