"""The server of tools/serve, as browsers meet it."""
import gzip
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import unittest
import urllib.request

SERVER = pathlib.Path(__file__).resolve().parents[2] / 'tools/site_server.py'
LARGE = 30_000_000  # bytes: more than a connection takes in one go
REQUEST = 'GET /{} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: {}\r\n\r\n'


class SiteServer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in ('large.bin', 'large.json'):
            pathlib.Path(folder.name, name).write_bytes(bytes(range(256)) * (LARGE // 256))
        pathlib.Path(folder.name, 'index.html').write_text('<!doctype html><title>here</title>' * 100)
        self.server = subprocess.Popen([sys.executable, SERVER, folder.name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.server.stderr.close)
        self.addCleanup(self.server.stdout.close)
        self.addCleanup(self.server.kill)
        self.address = self.server.stdout.readline().strip()
        self.port = int(self.address.rstrip('/').rsplit(':', 1)[1])

    def said(self):
        """What it printed as errors, once it has stopped."""
        self.server.terminate()
        return self.server.communicate(timeout=10)[1]

    def leave(self, text, read):
        """Sends text, reads so many bytes and closes at once, as a browser does whose page is left."""
        connection = socket.create_connection(('127.0.0.1', self.port))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        connection.sendall(text.encode())
        if read:
            connection.recv(read)
        connection.close()

    def page(self):
        with urllib.request.urlopen(urllib.request.Request(self.address, headers={'Accept-Encoding': 'gzip'})) as answer:
            return gzip.decompress(answer.read()).decode()

    def test_a_connection_closed_early_is_nothing_to_report(self):
        for text, read in [
            ('', 0),
            ('GET / HT', 0),
            (REQUEST.format('large.bin', 'identity'), 0),
            (REQUEST.format('large.bin', 'identity'), 1000),
            (REQUEST.format('large.json', 'gzip'), 0),
            (REQUEST.format('large.json', 'gzip'), 1000),
        ]:
            for _ in range(3):
                self.leave(text, read)
        self.assertIn('<title>here', self.page())  # and it goes on
        self.assertEqual(self.said(), '')

    def test_it_compresses_what_browsers_take_compressed(self):
        with urllib.request.urlopen(urllib.request.Request(self.address, headers={'Accept-Encoding': 'gzip'})) as answer:
            self.assertEqual(answer.headers['Content-Encoding'], 'gzip')
            self.assertEqual(answer.headers['Content-Type'], 'text/html; charset=utf-8')


if __name__ == '__main__':
    unittest.main()
