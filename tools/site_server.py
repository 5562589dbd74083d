"""Serves a folder on the loopback address: python3 tools/site_server.py [--port N] FOLDER

Unlike `python3 -m http.server` it compresses as hosts do, gives the types that modules and WebAssembly need on
every machine, and has the browser ask again after a rebuild.
"""
import argparse
import functools
import gzip
import http.server
import io
import pathlib
import sys


@functools.lru_cache(maxsize=256)
def compressed(path, modified_ns):
    """The file's bytes under gzip; made anew when it was written since."""
    return gzip.compress(path.read_bytes(), mtime=0)


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".html": "text/html; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def send_head(self):
        path = pathlib.Path(self.translate_path(self.path))
        path = path / "index.html" if self.path.endswith("/") else path
        compresses = path.suffix in self.extensions_map and "gzip" in self.headers.get("Accept-Encoding", "")
        if not compresses or not path.is_file():
            return super().send_head()
        modified = path.stat()
        date = self.date_time_string(modified.st_mtime)
        if self.headers.get("If-Modified-Since") == date:
            self.send_response(http.HTTPStatus.NOT_MODIFIED)
            self.end_headers()
            return None
        body = compressed(path, modified.st_mtime_ns)
        self.send_response(http.HTTPStatus.OK)
        for name, value in {
            "Content-Type": self.guess_type(path),
            "Content-Encoding": "gzip",
            "Content-Length": len(body),
            "Last-Modified": date,
            "Vary": "Accept-Encoding",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        return io.BytesIO(body)

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """Says nothing of a connection that the browser closed, as it does with every page that is left early."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def listen(folder, port):
    """The server on `port`; without one on 8080 or the next free one."""
    handler = functools.partial(Handler, directory=folder)
    for candidate in [port] if port is not None else range(8080, 8180):
        try:
            return Server(("127.0.0.1", candidate), handler)
        except OSError as error:
            taken = error
    raise SystemExit(f"Cannot listen on port {candidate}: {taken.strerror}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("folder")
    arguments = parser.parse_args()
    server = listen(arguments.folder, arguments.port)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
