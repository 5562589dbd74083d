"""Tests of what is left out of the fits together: rows of one device, model or source, however these are spelled."""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/fit"))
import groups  # noqa: E402

PROGRAM = ROOT / "build/native/ridgepoint"
FIRST = ROOT / "tests/validation/measured/inference/a100blog.csv"


def answers(changes):
    """What `validate` says of copies of one row with other cells."""
    with open(FIRST, newline="", encoding="utf-8") as file:
        row = next(csv.DictReader(file))
    rows = [{**row, "id": f"spelled-{i:04}", **change} for i, change in enumerate(changes)]
    with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="") as file:
        out = csv.DictWriter(file, rows[0])
        out.writeheader()
        out.writerows(rows)
        file.flush()
        run = subprocess.run([PROGRAM, "validate", "--json", file.name], check=True, capture_output=True, text=True)
    told = {row["id"]: row for row in json.loads(run.stdout)["rows"]}
    return [(told[row["id"]], row) for row in rows]


def shared(group_of, changes):
    return [group_of(*pair) for pair in answers(changes)]


class Groups(unittest.TestCase):
    def test_a_device_is_one_however_it_is_spelled(self):
        names = shared(groups.device_of, [{"gpu": name} for name in ("H100 SXM5 80GB", "H100 80GB HBM3", "NVIDIA H100 80GB HBM3", "A100 PCIe 80GB")])
        self.assertEqual(len(set(names[:3])), 1)
        self.assertNotEqual(names[0], names[3])
        fold = groups.folds([names[0], names[3], names[1], names[2]], 20)
        self.assertEqual([fold[0]] * 2, [fold[2], fold[3]])
        self.assertNotEqual(fold[0], fold[1])

    def test_a_model_is_one_however_it_is_spelled(self):
        names = shared(groups.model_of, [{"model": name} for name in ("Llama-3.1-8B", "meta-llama/Llama-3.1-8B-Instruct", "unsloth/Llama-3.1-8B-GGUF", "Qwen2.5-7B")])
        self.assertEqual(set(names[:3]), {"llama-3.1-8b"})
        self.assertNotEqual(names[0], names[3])

    def test_a_model_that_is_not_in_the_catalog_goes_by_its_name(self):
        names = shared(groups.model_of, [{"model": name, "params_b": 23} for name in ("Nobodys-Model 23B", "nobodys model-23b (test)", "Another Model 23B")])
        self.assertEqual(names[0], names[1])
        self.assertNotEqual(names[0], names[2])

    def test_a_cpu_with_more_sockets_is_the_same_device(self):
        self.assertEqual(groups.device_of({"device": "described-cpu-x"}, {"gpu": "CPU: X"}), groups.device_of({"device": "cpu-x"}, {"gpu": "X"}))

    def test_tables_of_one_repository_are_one_source(self):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write("file,rows,source,where,dates\ninference/a.csv,1,o/r (commit 12),x,2024\ninference/b.csv,1,O/r@ab12,y,2025\n"
                       "inference/c.csv,1,p/s; o/r,z,2025\ntraining_speed/d.csv,1,\"q.com blog, a page\",z,2025\n")
            file.flush()
            sources = groups.Sources(file.name)
        self.assertEqual(len({sources.of(i) for i in ("a-0001", "b-0002", "c-0001")}), 1)
        self.assertNotEqual(sources.of("a-0001"), sources.of("d-0001"))

    def test_every_table_has_its_source(self):
        sources = groups.Sources()
        for path in ROOT.glob("tests/validation/measured/*/*.csv"):
            self.assertTrue(sources.of(path.stem + "-0001").startswith("site "), path)

    def test_no_name_is_in_two_folds(self):
        names = [f"n{i % 37}" for i in range(500)]
        fold = groups.folds(names, 20)
        self.assertEqual(len({(name, f) for name, f in zip(names, fold)}), 37)
        self.assertEqual(len(set(fold)), 20)


if __name__ == "__main__":
    unittest.main()
