"""The planted errors still fit the source, and the tests that have to notice them are there."""
import json
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Mutants(unittest.TestCase):
    def setUp(self):
        self.mutants = json.loads((ROOT / "tests/mutation/mutants.json").read_text(encoding="utf-8"))

    def test_each_fits_its_file_once(self):
        for mutant in self.mutants:
            with self.subTest(mutant["what"]):
                self.assertEqual((ROOT / mutant["file"]).read_text(encoding="utf-8").count(mutant["from"]), 1)
                self.assertNotEqual(mutant["from"], mutant["to"])

    def test_each_names_a_test(self):
        sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/engine").rglob("*_test.cpp"))
        for mutant in self.mutants:
            suite, _, name = mutant["test"].partition(".")
            with self.subTest(mutant["what"]):
                self.assertIn(f"({suite}, {name})", sources)


if __name__ == "__main__":
    unittest.main()
