"""Releases beside the site, from a GitHub command line that answers what GitHub's would."""
import io
import os
import pathlib
import subprocess
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GH = '''#!/bin/sh
case "$1 $2" in
  "release list") printf 'v1.1.0\\nnightly\\nv1.0.0\\n' ;;
  "release download") cat "$ARCHIVES/${5}" ;;
esac
'''


def archive(path, text):
    with tarfile.open(path, 'w:gz') as tar:
        entry = tarfile.TarInfo('./embed.js')
        entry.size = len(text)
        tar.addfile(entry, io.BytesIO(text))


class Released(unittest.TestCase):
    def run_with(self, tags):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / 'gh').write_text(GH)
            (folder / 'gh').chmod(0o755)
            for tag in tags:
                archive(folder / f'ridgepoint-site-{tag}.tar.gz', tag.encode())
            site = folder / 'site'
            site.mkdir()
            environment = {**os.environ, 'PATH': f'{folder}:{os.environ["PATH"]}', 'ARCHIVES': str(folder)}
            done = subprocess.run([ROOT / 'tools/released', site], env=environment, capture_output=True)
            return done.returncode, {str(p.relative_to(site)): p.read_text() for p in site.rglob('*') if p.is_file()}

    def test_each_release_lies_below_its_tag(self):
        self.assertEqual(self.run_with(['v1.0.0', 'v1.1.0']),
                         (0, {'v1.0.0/embed.js': 'v1.0.0', 'v1.1.0/embed.js': 'v1.1.0'}))

    def test_a_release_without_its_archive_stops_the_publishing(self):
        self.assertNotEqual(self.run_with(['v1.1.0'])[0], 0)


if __name__ == '__main__':
    unittest.main()
