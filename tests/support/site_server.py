"""A server for a folder of files, as the site's own will be."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class Quiet(SimpleHTTPRequestHandler):
    """Hands files out, and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def handing_out(folder: Path) -> Iterator[str]:
    """The address of a server that hands a folder out."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
