"""Prints what is posted with WeasyPrint: arguments are a port, and how many processes print."""

import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import weasyprint


def print_pdf(html: bytes) -> bytes:
    return weasyprint.HTML(string=html.decode()).write_pdf()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.reply(weasyprint.__version__.encode())

    def do_POST(self) -> None:
        html = self.rfile.read(int(self.headers["Content-Length"]))
        self.reply(pool.submit(print_pdf, html).result())

    def reply(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    port, processes = (int(word) for word in sys.argv[1:])
    # Its end ends the processes that print, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with ProcessPoolExecutor(processes) as pool:
        ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
