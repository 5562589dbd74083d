#!/usr/bin/env python3
"""No accelerator of the catalog is faster than its memory and its arithmetic allow, whatever was fitted.

Decode reads its weights at the published bandwidth at best; prompts, images and training compute at the roof of the roofline
at best. That is the published peak, but for devices whose fitted coefficients claim more: those are found by that, and told.
"""
import unittest

import speed
from architecture import Architecture
from catalog import answers, catalog

SERVED = ("llama-3.2-1b", "llama-3.1-8b", "qwen3-30b-a3b")
ENGINES = ({}, {"engine": "vllm"}, {"engine": "llama.cpp"})
MEDIA = ("flux.1-dev", "resnet-50", "bge-large-en-v1.5")
PROMPT = 8000
NEAR = 1 + 1e-9


def questions(device):
    hardware = {"accelerator": device, "count": 8, "derating": 0}
    for model in SERVED:
        for users, engine in zip((1, 8, 64), ENGINES):
            serve = {"input_tokens": PROMPT, "output_tokens": 200, "concurrency": users, **engine}
            yield {"model": model, "hardware": hardware, "serve": serve}
    for model in MEDIA:
        yield {"model": model, "hardware": hardware, "serve": {"batch": 32}}
    yield {"model": "llama-3.1-8b", "workload": "train", "hardware": hardware}
    yield {"model": "llama-3.1-8b", "workload": "finetune", "hardware": hardware}


class Limits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.catalog = catalog()
        cls.models = {m["id"]: m for m in cls.catalog["models"]}
        cls.formats = {f["id"]: f for f in cls.catalog["formats"]}
        cls.devices = {a["id"]: a for a in cls.catalog["accelerators"]}
        asked = [q for device in cls.devices for q in questions(device)]
        cls.answered = [(q, a) for q, a in zip(asked, answers(asked)) if a["ok"]]

    def each(self, has):
        """Questions that were answered with figures of that name, with their device; most devices have some."""
        found = [(q, a["speed"], self.devices[q["hardware"]["accelerator"]], a) for q, a in self.answered if has in a["speed"]]
        self.assertGreater(len({d["id"] for _, _, d, _ in found}), 0.95 * len(self.devices))
        return found

    def test_decode_reads_no_faster_than_the_bandwidth(self):
        architectures = {m: Architecture(self.models[m]) for m in SERVED}
        for q, v, device, a in self.each("tpot_ms"):
            f = self.formats[a["scenario"]["precision"]["weights"]]
            read = speed.least_read(architectures[q["model"]], f["bits"], 16, PROMPT, v["layout"])
            self.assertGreaterEqual(v["tpot_ms"], read / (device["bandwidth_gb_s"] * 1e6), q)

    def test_points_lie_under_the_roof(self):
        for q, v, _, _ in self.each("requests_per_s"):
            roof = v["roofline"]
            for point in roof["points"]:
                most = min(roof["peak_tflops"], point["intensity"] * roof["bandwidth_gb_s"] / 1000)
                self.assertLessEqual(point["tflops"], most * NEAR, (q, point))

    def test_training_stays_below_the_published_peak(self):
        for q, v, device, _ in self.each("hfu"):
            rates = device["rates_tflops"]
            self.assertIn(v["roofline"]["peak_tflops"], rates.values(), q)
            self.assertLessEqual(v["hfu"], NEAR, q)

    def test_the_roof_is_published_or_claimed(self):
        """The ridge point tells the published peak; a higher roof is one that was fitted, of these devices."""
        claimed = {}
        for q, v, device, _ in self.each("roofline"):
            roof = v["roofline"]
            published = v["bottleneck"]["ridge"] * device["bandwidth_gb_s"] / 1000
            self.assertLessEqual(published, max(device["rates_tflops"].values()) * NEAR, q)
            self.assertGreaterEqual(roof["peak_tflops"] * NEAR, published, q)
            self.assertEqual(roof["bandwidth_gb_s"], device["bandwidth_gb_s"])
            if roof["peak_tflops"] > published * NEAR:
                claimed[device["id"]] = max(claimed.get(device["id"], 0), roof["peak_tflops"] / published)
        print(f"{len(claimed)} of {len(self.devices)} devices are taken to pass their published peak:")
        for name, share in sorted(claimed.items()):
            print(f"  {name} {share:.2f}")
        self.assertTrue(claimed)


if __name__ == "__main__":
    unittest.main()
