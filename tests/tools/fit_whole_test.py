"""Tests of files that are written in full or stay as they were."""
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools/fit"))
from whole import write_whole  # noqa: E402


class WriteWhole(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(folder.name, "table.json")
        write_whole(self.path, "before")

    def read(self):
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def test_it_takes_the_place_of_what_was_there(self):
        write_whole(self.path, "after")
        self.assertEqual(self.read(), "after")

    def test_a_text_that_cannot_be_written_leaves_what_was_there(self):
        with self.assertRaises(UnicodeEncodeError):
            write_whole(self.path, "x" * 100_000 + "\ud800")
        self.assertEqual((self.read(), os.listdir(self.folder)), ("before", ["table.json"]))


if __name__ == "__main__":
    unittest.main()
