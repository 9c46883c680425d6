"""A Lineai server that never answers one request, and notices when the client stops waiting for it."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Upstream(ThreadingHTTPServer):
    """Answers a login at once; holds every other request until its client hangs up."""

    daemon_threads = True

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.dropped = threading.Event()
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Upstream

    def do_POST(self) -> None:
        body = json.dumps({"access_token": "token", "token_type": "bearer", "expires_in": 3600}).encode()
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self.server.asked.set()
        try:
            gone = self.connection.recv(1) == b""
        except OSError:
            gone = True
        if gone:
            self.server.dropped.set()
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""
