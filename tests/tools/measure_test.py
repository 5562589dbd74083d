"""Tests of tools/measure as far as they need no PyTorch: arguments, shapes, rows."""
import contextlib
import csv
import io
import json
import pathlib
import py_compile
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tools/measure"
sys.path.insert(0, str(FOLDER))
import measure  # noqa: E402
import rows  # noqa: E402
import shapes  # noqa: E402

# config.json of Llama 3.1 8B and Mixtral 8x7B, as far as it is read.
LLAMA = {"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8,
         "intermediate_size": 14336, "vocab_size": 128256, "tie_word_embeddings": False}
MIXTRAL = {**LLAMA, "model_type": "mixtral", "vocab_size": 32000, "num_local_experts": 8, "num_experts_per_tok": 2}
MACHINE = {"gpu": "H100 80GB HBM3", "gpu_count": 8, "date": "2026-11-21", "software": "PyTorch 2.9"}


def refused(words):
    with contextlib.redirect_stderr(io.StringIO()):
        try:
            measure.arguments(words)
        except SystemExit as end:
            return end.code
    return None


class Shapes(unittest.TestCase):
    def test_parameters_are_those_of_the_model_card(self):
        self.assertEqual(shapes.of_config(LLAMA, "llama").params(), 8_030_261_248)
        self.assertEqual(shapes.of_config(MIXTRAL, "mixtral").params(), 46_702_792_704)

    def test_a_folder_names_the_model(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "my-llama"
            path.mkdir()
            (path / "config.json").write_text(json.dumps(LLAMA), encoding="utf-8")
            self.assertEqual(shapes.find(str(path)).name, "my-llama")
            self.assertEqual(shapes.find(str(path / "config.json")), shapes.find(str(path)))

    def test_the_catalog_and_the_config_agree(self):
        found = shapes.find("meta-llama/Llama-3.1-8B")
        self.assertEqual(found.name, "llama-3.1-8b")
        self.assertEqual(found.params(), shapes.of_config(LLAMA, "").params())

    def test_plain_models_of_the_catalog_count_as_many_parameters_as_it_says(self):
        checked = 0
        for record in shapes.records().values():
            try:
                found = shapes.of_record(record)
            except shapes.NotPlain:
                continue
            said = record["params_b"]
            said = said["value"] if isinstance(said, dict) else said
            self.assertAlmostEqual(found.params() / 1e9 / said, 1, delta=0.002, msg=found.name)
            checked += 1
        self.assertGreater(checked, 50)

    def test_layers_that_the_decoder_lacks_are_refused_by_name(self):
        with self.assertRaisesRegex(shapes.NotPlain, "kv_lora_rank"):
            shapes.of_config({**LLAMA, "kv_lora_rank": 512}, "mla")
        with self.assertRaisesRegex(shapes.NotPlain, "does not say vocab_size"):
            shapes.of_config({k: v for k, v in LLAMA.items() if k != "vocab_size"}, "x")
        with self.assertRaisesRegex(shapes.NotPlain, "deepseek-v3"):
            shapes.find("deepseek-v3")
        with self.assertRaisesRegex(shapes.NotPlain, "neither"):
            shapes.find("no-such-model")


class Arguments(unittest.TestCase):
    def test_say_what_is_run(self):
        run = measure.arguments(["train", "llama-3.1-8b", "--method", "lora", "--micro-batch", "2", "--sharding", "fsdp"])
        self.assertEqual((run.kind, run.model, run.method, run.rank, run.micro_batch, run.sharding),
                         ("train", "llama-3.1-8b", "lora", 16, 2, "fsdp"))
        run = measure.arguments(["generate", "config.json", "--batch", "8"])
        self.assertEqual((run.kind, run.batch, run.input, run.output, run.precision), ("generate", 8, 512, 128, "bf16"))

    def test_wrong_ones_are_refused(self):
        for words in ([], ["train"], ["train", "x", "--steps", "0"], ["train", "x", "--method", "qlora"], ["generate", "x", "--batch", "two"]):
            self.assertEqual(refused(words), 2, words)

    def test_an_unknown_model_ends_before_pytorch_is_needed(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(measure.main(["generate", "no-such-model"]), 2)
        self.assertIn("no-such-model", said.getvalue())


class Rows(unittest.TestCase):
    def test_a_training_step_becomes_speed_and_memory(self):
        run = measure.arguments(["train", "x", "--method", "lora", "--sequence", "1024", "--micro-batch", "2", "--accumulation", "4", "--sharding", "fsdp"])
        made = rows.training_rows(shapes.of_config(LLAMA, "Llama 3.1 8B"), run, MACHINE, {"step_s": 0.5, "allocated": 30e9, "reserved": 32e9})
        step, rate = made["training_speed"]
        self.assertEqual((step["metric"], step["value"]), ("step_time_s", "0.5"))
        self.assertEqual(step["global_batch_seqs"], 2 * 4 * 8)
        # 2 sequences x 4 micro-batches x 1,024 tokens in half a second
        self.assertEqual((rate["metric"], rate["value"]), ("tokens_per_s_per_gpu", "16384"))
        self.assertEqual([(row["figure"], row["value"]) for row in made["training_memory"]], [("allocated", "30"), ("reserved", "32")])
        self.assertEqual(made["training_memory"][0]["method"], "lora")

    def test_an_answer_becomes_prefill_and_decode(self):
        run = measure.arguments(["generate", "x", "--input", "1000", "--output", "100"])
        made = rows.generation_rows(shapes.of_config(LLAMA, "x"), run, MACHINE, {"prefill_s": 0.1, "decode_s": 0.02, "allocated": 16.5e9})
        values = {row["metric"]: row["value"] for row in made["inference"]}
        self.assertEqual(values, {"prefill_tok_s": "10000", "ttft_ms": "100", "decode_tok_s_per_request": "50", "memory_gb": "16.5"})

    def test_several_streams_count_over_the_whole_time(self):
        run = measure.arguments(["generate", "x", "--batch", "4", "--input", "1000", "--output", "100"])
        made = rows.generation_rows(shapes.of_config(LLAMA, "x"), run, MACHINE, {"prefill_s": 0.5, "decode_s": 0.015})
        values = {row["metric"]: row["value"] for row in made["inference"]}
        # 400 tokens in 0.5 s + 100 x 0.015 s
        self.assertEqual(values, {"prefill_tok_s": "8000", "decode_tok_s_total": "200"})

    def test_tables_grow_and_have_the_columns_of_the_published_ones(self):
        run = measure.arguments(["generate", "x"])
        made = rows.generation_rows(shapes.of_config(LLAMA, "x"), run, MACHINE, {"prefill_s": 0.1, "decode_s": 0.02})
        with tempfile.TemporaryDirectory() as folder:
            rows.append(folder, "inference", made["inference"])
            path = rows.append(folder, "inference", made["inference"])
            with path.open(encoding="utf-8", newline="") as file:
                table = list(csv.DictReader(file))
            self.assertEqual([row["id"] for row in table], [f"own-inference-{n}" for n in range(1, 7)])
            path.write_text("id,other\n", encoding="utf-8")
            with self.assertRaisesRegex(ValueError, "other columns"):
                rows.append(folder, "inference", made["inference"])
        for table, columns in rows.COLUMNS.items():
            headers = [file.read_text(encoding="utf-8").splitlines()[0].split(",")
                       for file in (ROOT / "tests/validation/measured" / table).glob("*.csv")]
            self.assertLessEqual(set(columns), set().union(*headers), table)

    def test_every_column_of_a_published_table_is_explained(self):
        told = set(re.findall(r"`(\w+)`", (ROOT / "tests/validation/README.md").read_text(encoding="utf-8")))
        for file in (ROOT / "tests/validation/measured").glob("*/*.csv"):
            self.assertLessEqual(set(file.read_text(encoding="utf-8").splitlines()[0].split(",")), told, file)


class Modules(unittest.TestCase):
    def test_those_that_need_pytorch_are_valid_python(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in FOLDER.glob("*.py"):
                py_compile.compile(str(path), cfile=f"{folder}/{path.name}c", doraise=True)


if __name__ == "__main__":
    unittest.main()
