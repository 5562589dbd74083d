#!/usr/bin/env python3
"""Bits of number formats, from how their blocks are laid out and from sizes of published files."""
import unittest

from catalog import catalog

K_QUANTS = 256
WIDER = 16 * (4096 * 1024 + 14336 * 4096) / (8030261248 - 128256 * 4096)  # V and down projections of half of Llama 3.1 8B's layers
MIXED = {f"mlx-mixed-{low}-{high}": low + 0.5 + (high - low) * WIDER for low, high in ((2, 6), (3, 4), (3, 6), (4, 6))}
BLOCKS = MIXED | {  # bits of a value, and those of scales and zero points over the values that share them
    "fp32": 32, "bf16": 16, "fp16": 16, "fp8": 8, "int8": 8, "w8a16-int8": 8,
    "gptq-int8": 8 + (16 + 8) / 128, "gptq-int4": 4 + (16 + 4) / 128, "awq-int4": 4 + (16 + 4) / 128,
    "nf4": 4 + 8 / 64 + 32 / (64 * 256), "bnb-nf4": 4 + 32 / 64,  # Dettmers et al. 2023: constants in 8 bits, or FP32
    "int4-g32": 4 + 16 / 32, "nvfp4": 4 + 8 / 16, "mxfp4": 4 + 8 / 32, "gguf-mxfp4": 4 + 8 / 32, "mxfp6": 6 + 8 / 32, "mxfp8": 8 + 8 / 32,  # OCP
    "mlx-3bit": 3 + 32 / 64, "mlx-4bit": 4 + 32 / 64, "mlx-5bit": 5 + 32 / 64, "mlx-6bit": 6 + 32 / 64, "mlx-8bit": 8 + 32 / 64,
    "mlx-4bit-g32": 4 + 32 / 32, "mlx-5bit-g32": 5 + 32 / 32,
    # ggml: bytes of a block of 32
    "q4_0": 18 * 8 / 32, "q4_1": 20 * 8 / 32, "q5_0": 22 * 8 / 32, "q5_1": 24 * 8 / 32, "q8_0": 34 * 8 / 32,
    "gguf-q4_0": 18 * 8 / 32, "gguf-q4_1": 20 * 8 / 32, "gguf-q5_0": 22 * 8 / 32, "gguf-q5_1": 24 * 8 / 32,
    "exl2-2.5bpw": 2.5, "exl2-3bpw": 3, "exl2-3.5bpw": 3.5, "exl2-4bpw": 4, "exl2-4.65bpw": 4.65, "exl2-5bpw": 5, "exl2-6bpw": 6,
    "exl2-8bpw": 8, "exl3-2bpw": 2, "exl3-2.5bpw": 2.5, "exl3-3bpw": 3, "exl3-3.5bpw": 3.5, "exl3-4bpw": 4, "exl3-5bpw": 5, "exl3-6bpw": 6,
    "exl3-8bpw": 8, "hqq-4bit": 4 + 32 / 64, "w4a8": 4 + (8 + 8) / 128, "w4afp8": 4 + 16 / 128,
    # ik_llama.cpp: bytes of a block of 256
    "gguf-iq6_k": 212 * 8 / 256, "gguf-iq5_k": 176 * 8 / 256, "gguf-iq5_ks": 168 * 8 / 256, "gguf-iq4_k": 144 * 8 / 256,
    "gguf-iq4_ks": 136 * 8 / 256, "gguf-iq4_kss": 128 * 8 / 256, "gguf-iq3_k": 110 * 8 / 256, "gguf-iq3_ks": 102 * 8 / 256,
    "gguf-iq2_kl": 86 * 8 / 256, "gguf-iq2_k": 76 * 8 / 256, "gguf-iq2_ks": 70 * 8 / 256,
}  # fmt: skip
# Mean bits of a weight over the file of Llama 3.1 8B: llama.cpp, tools/quantize/README.md.
FILES = {
    "iq1_s": 2.0042, "iq1_m": 2.1460, "iq2_xxs": 2.3824, "iq2_xs": 2.5882, "iq2_s": 2.7403, "iq2_m": 2.9294, "q2_k_s": 2.9697,
    "q2_k": 3.1593, "iq3_xxs": 3.2548, "iq3_xs": 3.4977, "iq3_s": 3.6606, "iq3_m": 3.7628, "q3_k_s": 3.6429, "q3_k_m": 3.9960,
    "q3_k_l": 4.2979, "iq4_xs": 4.4597, "iq4_nl": 4.6818, "q4_k_s": 4.6672, "q4_k_m": 4.8944, "q5_k_s": 5.5704, "q5_k_m": 5.7036,
    "q6_k": 6.5633, "q8_0": 8.5008, "f16": 16.0005,
}  # fmt: skip
Q6_K, Q5_K = 210 * 8 / K_QUANTS, 176 * 8 / K_QUANTS  # of the head, in the coarsest Q5_K
COARSEST = ("iq1_s", "iq1_m", "iq2_xxs", "iq2_xs", "iq2_s", "iq2_m", "iq3_xxs")
PARAMS, HEAD = 8030261248, 128256 * 4096


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.formats = {f["id"]: f for f in catalog()["formats"]}

    def test_blocks(self):
        for name, bits in BLOCKS.items():
            self.assertAlmostEqual(self.formats[name]["bits"], bits, delta=1e-3, msg=name)

    def test_files(self):
        for name, bits in FILES.items():
            f = self.formats["gguf-" + name]
            head = f.get("part_bits", {}).get("head", f["bits"])
            self.assertLess(abs((f["bits"] * (PARAMS - HEAD) + head * HEAD) / PARAMS / bits - 1), 0.003, name)
            if name not in ("q6_k", "q8_0", "f16"):
                self.assertEqual(head, Q5_K if name in COARSEST else Q6_K, name)

    def test_fewer_bits_are_coarser(self):
        weights = [f for f in self.formats.values() if f.get("for_weights", True)]
        for finer in weights:
            for coarser in weights:
                if finer["bits"] > coarser["bits"] + 1:
                    self.assertLessEqual(finer["coarseness"], coarser["coarseness"], (finer["id"], coarser["id"]))

    def test_none_is_left_out(self):
        checked = set(BLOCKS) | {"gguf-" + name for name in FILES}
        self.assertEqual(set(self.formats) - checked, {"fp8-feed-forward", "gguf-bf16"})  # mixes of two that are


if __name__ == "__main__":
    unittest.main()
