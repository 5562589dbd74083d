#!/usr/bin/python3
"""Fits what models that are not token decoders reach of a device, on measured rows.

    tools/fit_media.py --inference CSV --training CSV --engine build/native/ridgepoint --catalog build/native/catalog.json
                       --out catalog/calibration/media.json [--check]

The engine computes each row once with every coefficient at one, which gives the time of matrix products at the dense
rate and of activations moved once at the full bandwidth; SciPy's least squares of the logarithms then finds the
coefficients. A class of devices has its own ones only for what its rows show; the rest is shared over all classes.
Errors are of rows left out: whole devices, then whole models, in turn. --check computes all rows by the engine with
the catalog's coefficients and prints the errors of that.
"""
import argparse
import csv
import json
import math
import re
import subprocess
import tempfile
import zlib

import numpy as np
from scipy.optimize import least_squares

# Classes of devices and the accelerators' conditions.
CLASSES = {
    "hopper": {"architectures": ["Hopper"]},
    "blackwell_datacenter": {"architectures": ["Blackwell", "Blackwell Ultra", "Rubin"], "segments": ["datacenter"]},
    "blackwell": {"architectures": ["Blackwell"], "segments": ["consumer", "workstation"]},
    "ada": {"architectures": ["Ada Lovelace"]},
    "ampere_datacenter": {"architectures": ["Ampere"], "segments": ["datacenter", "cloud_only"]},
    "ampere": {"architectures": ["Ampere"]},
    "volta": {"architectures": ["Volta"]},
    "turing": {"architectures": ["Turing"]},
    "cdna": {"architectures": ["CDNA3", "CDNA4", "CDNA5"]},
    "other_datacenter": {"segments": ["datacenter", "cloud_only"]},
    "other": {},
}
# Data-center parts reach less of a dense peak that their power limit does not hold; the others are sold with a rate that
# they exceed. What a class does not show comes from its sort.
DATACENTER = ("hopper", "blackwell_datacenter", "ampere_datacenter", "volta", "cdna", "other_datacenter")
OWN = ("gemm", "gemm_8bit", "train")
SHARED = ("transformer", "transformer_eager", "conv", "conv_eager", "conv_exponent", "conv_gemm", "conv_gemm_eager",
          "narrow", "state", "train_moves", "train_conv")
START = {"gemm": 0.9, "gemm_8bit": 0.5, "train": 0.7, "transformer": 2, "transformer_eager": 4,
         "conv": 3, "conv_eager": 6, "conv_exponent": 0.5, "conv_gemm": 0.9, "conv_gemm_eager": 0.8, "narrow": 0.5, "state": 3, "train_moves": 1, "train_conv": 0.8}
BANDWIDTH = 0.85  # share of the vendor's bandwidth, of all classes: movements carry the scale
PULL = 0.25  # a class's logarithm is drawn to the mean of all with this weight
LAUNCH_US = {"launch_us": 4, "launch_eager_us": 40}  # single-stream ResNet-50, about 55 kernels: 0.29 to 0.39 ms; eager: PyTorch's usual

# Image models that the catalog does not have: layers, hidden, patch of transformers; values written by the others.
OTHER_VITS = {"vit_tiny_patch16_224": (12, 192, 16), "beit_large_patch16_224": (24, 1024, 16),
              "deit3_base_patch16_224": (12, 768, 16), "eva02_large_patch14_448": (24, 1024, 14),
              "eva_giant_patch14_224": (40, 1408, 14), "vit_gigantic_patch14_clip_224": (48, 1664, 14),
              "vit_large_patch14_clip_336": (24, 1024, 14), "vit_so400m_patch14_siglip_224": (27, 1152, 14)}
OTHER_NETS = {"efficientnet_b4": (34.76, 320), "regnety_160": (23.04, 224), "maxvit_base_tf_224": (95.01, 224)}
OTHER_TRAINED = {"vit_tiny_patch16_224": (1.26, 224), "efficientnet_b4": (3.13, 320)}

TOKENS_SQUAD = 178   # mean length of MLPerf's BERT samples, which are not padded
TOKENS_A_CLIP = 58   # MLPerf's Whisper: 45,024 tokens/s (v5.1) over 777 clips/s (v6.0), eight B200


def scenario(accelerator, count, model, weights, serve):
    return {"workload": "serve", "model": model, "hardware": {"accelerator": accelerator, "count": count},
            "precision": {"weights": weights}, "serve": serve}


def timm_row(row):
    name, size, params, macs = re.match(r"(\S+) @(\d+) \(([\d.]+)M params; ([\d.]+) GMACs\)", row["model_and_shape"]).groups()
    compiled = "compile" in row["notes"]
    s = scenario(row["gpu"], 1, name, "fp16", {"batch": int(row["batch"]), "width": int(size), "height": int(size), "eager": not compiled})
    return with_own_model(s, name, float(params), float(macs), int(size)), name


def with_own_model(s, name, params_m, gmacs, size):
    record = {"id": name, "name": name, "kind": "vision", "params_b": params_m / 1e3, "gflop_per_image": 2 * gmacs, "image_size": size}
    if name in OTHER_VITS:
        layers, hidden, patch = OTHER_VITS[name]
        record |= {"layers": layers, "hidden": hidden, "patch": patch}
    elif name in OTHER_NETS:
        values, at = OTHER_NETS[name]
        record["activations_m"] = values * (size / at) ** 2
    else:
        return s
    return s | {"overrides": {"models": [record]}}


def mlperf_row(row):
    """Offline submissions: the batch is the submitter's, taken as large."""
    shape, precision = row["model_and_shape"], row["precision"]
    if row["batch"] != "max (Offline)" or row["metric"] != "samples_per_s":
        return None
    low = "int8" if "int8" in precision and "unet" not in precision and "fp16" not in precision else "fp8"
    count = int(row["gpu_count"])
    if shape.startswith("ResNet-50"):
        return scenario(row["gpu"], count, "resnet50", "int8", {"batch": 256}), "resnet50"
    if shape.startswith("BERT"):
        return scenario(row["gpu"], count, "bert-large", low, {"batch": 256, "input_tokens": TOKENS_SQUAD}), "bert-large"
    if shape.startswith("SDXL"):
        return scenario(row["gpu"], count, "sdxl-base", "fp8", {"batch": 4, "steps": 20}), "sdxl-base"
    if shape.startswith("Whisper") and "fp32" not in precision and "int4" not in precision:
        weights = "bf16" if "bf16" in precision else "fp16"
        return scenario(row["gpu"], count, "whisper-large-v3", weights, {"batch": 64, "output_tokens": TOKENS_A_CLIP}), "whisper"
    return None


def inference_case(row):
    if "SUSPECT" in row["notes"]:
        return None
    if "image-models" in row["source_repo_or_page"]:
        found = timm_row(row)
    else:
        found = mlperf_row(row)
    if not found:
        return None
    value = float(row["value"])
    if row["model_and_shape"] == "Whisper-large-v3":  # v5.1 counts tokens
        value /= TOKENS_A_CLIP
    return {"id": row["id"], "scenario": found[0], "model": found[1], "gpu": row["gpu"], "value": value, "figure": "requests_per_s",
            "source": row["source_repo_or_page"].split(" ")[0]}


# Seconds an image, BF16, found in pages beside the tables.
PAGES = [
    ("A100 SXM4 80GB", "sdxl-base", {"steps": 30, "eager": True}, 3.31, "huggingface/diffusers fast_diffusion.md"),
    ("A100 SXM4 80GB", "sdxl-base", {"steps": 30}, 2.54, "huggingface/diffusers fast_diffusion.md"),
    ("L20", "flux.1-dev", {"steps": 28, "eager": True}, 24.94, "xlite-dev/flux-faster README"),
    ("L20", "flux.1-dev", {"steps": 28}, 20.24, "xlite-dev/flux-faster README"),
]


def page_cases():
    return [{"id": f"page-{i}", "scenario": scenario(gpu, 1, model, "bf16", {"batch": 1, **serve}), "model": model, "gpu": gpu,
             "value": 1 / seconds, "figure": "requests_per_s", "source": source}
            for i, (gpu, model, serve, seconds, source) in enumerate(PAGES)]


TRAIN_MODELS = {"resnet50 v1.5": "resnet50", "Stable Diffusion v2": "sd-1.5", "Flux.1 (11.9B)": "flux.1-dev"}
TRAIN_GPUS = {"H100-80GB-SXM": "H100 SXM5 80GB", "A100-80GB-SXM": "A100 SXM4 80GB"}


def training_case(row, image_models):
    if row["metric"] != "images_per_s" or "TPU" in row["gpu"]:
        return None
    name = TRAIN_MODELS.get(row["model"], row["model"] if row["model"] in image_models or row["model"] in OTHER_TRAINED else None)
    if not name:
        return None
    count = int(row["gpu_count"])
    micro = int(row["micro_batch"] or 0) or (max(1, int(row["global_batch_seqs"]) // count) if row["global_batch_seqs"] else 256)
    train = {"recipe": "fp32" if row["precision"] == "fp32" else "autocast", "checkpointing": "none", "micro_batch": min(micro, 32 if count > 1 and "resnet" not in name else micro)}
    size = re.search(r"image (\d+) px", row["notes"])
    if row["precision"] in ("tf32", "fp32"):
        return None  # one rate is fitted, of 16 bits
    if size:
        train["image_size"] = int(size.group(1))
    if name == "flux.1-dev":
        train |= {"image_size": 256, "compiled": True}
    if name == "sd-1.5":
        train |= {"image_size": 512, "compiled": True}
    if row["global_batch_seqs"]:
        train["global_batch"] = int(row["global_batch_seqs"])
    s = {"workload": "train", "model": name, "hardware": {"accelerator": TRAIN_GPUS.get(row["gpu"], row["gpu"]), "count": count}, "train": train}
    if name in OTHER_TRAINED:
        macs, at = OTHER_TRAINED[name]
        s = with_own_model(s, name, float(row["params_b"]) * 1e3, macs, at)
    return {"id": row["id"], "scenario": s, "model": name, "gpu": row["gpu"], "value": float(row["value"]), "figure": "samples_per_s",
            "source": row["source"]}


def engine_answers(engine, catalog, cases):
    for case in cases:
        run = subprocess.run([engine, "estimate", "--catalog", catalog], input=json.dumps(case["scenario"]), capture_output=True, text=True)
        answer = json.loads(run.stdout)
        case["answer"] = answer if answer["ok"] else None
        if not answer["ok"]:
            case["problem"] = answer["errors"][0]["message"]


def with_unit_coefficients(catalog):
    unit = {"id": "unit", **{name: 1 for name in OWN}, "bandwidth": 1}
    traffic = {name: 1 for name in SHARED if name != "train_moves"} | {"train": 1, "conv_exponent": 0, "launch_us": 0, "launch_eager_us": 0}
    changed = json.loads(json.dumps(catalog))
    changed["calibration"]["media"] = [unit]
    changed["calibration"]["media_traffic"] = traffic
    return changed


def class_of(accelerator):
    for name, wanted in CLASSES.items():
        segment = accelerator.get("segment", "datacenter")
        if accelerator["architecture"] in wanted.get("architectures", [accelerator["architecture"]]) and segment in wanted.get("segments", [segment]):
            return name
    return "other"


def normalized(name):
    """As the engine compares names."""
    return re.sub(r"[^a-z0-9.]", "", name.lower())


def plain(leaf):
    return leaf["value"] if isinstance(leaf, dict) and "value" in leaf else leaf


def describe(case, accelerators):
    """What the fit needs of a case."""
    answer = case["answer"]
    device = accelerators[normalized(case["scenario"]["hardware"]["accelerator"])]
    lines = {line["id"]: line["s"] for line in answer["speed"]["time_lines"]}
    trains = case["figure"] == "samples_per_s"
    case["device"] = device["id"]
    case["class"] = class_of(device)
    moved = lines.pop("elementwise", 0) + 0.0
    state, rest = lines.pop("state", 0), lines.pop("data", 0) + lines.pop("optimizer", 0) + BANDWIDTH * lines.pop("launches", 0)
    wide = lines.pop("image_decoder", 0)  # stays in 16 bits
    case |= {"products": sum(lines.values()), "wide": wide, "moved": moved, "state": state, "rest": rest, "trains": trains}
    model = case["model"]
    case["conv"] = model in ("sdxl-base", "sd-1.5") or not (model in OTHER_VITS or model in ("bert-large", "whisper", "flux.1-dev") or re.match(r"vit|siglip|deit|beit", model))
    weights = case["scenario"].get("precision", {}).get("weights", "bf16")
    case["low"] = weights in device["rates_tflops"] and weights in ("int8", "fp8") and not trains
    case["eager"] = not case["scenario"]["train"].get("compiled", False) if trains else case["scenario"]["serve"].get("eager", False)
    case["time"] = answer["speed"]["step_s"] if trains else answer["speed"]["batch_ms"] / 1e3
    count = case["time"] * answer["speed"][case["figure"]]  # items of the batch or step
    case["measured"] = count / case["value"]
    bytes_a_value = 1 if case["low"] else 2
    # FLOPs a value from the two times: products x rate over moved x bandwidth / bytes.
    rates = {key: plain(value) for key, value in device["rates_tflops"].items()}
    rate = (rates.get(weights) or rates.get("fp16") or rates["bf16"]) if case["low"] else (rates.get("bf16") or rates["fp16"])
    passes = 1
    case["thousands"] = case["products"] * rate * 1e12 / (case["moved"] * plain(device["bandwidth_gb_s"]) * 1e9 / bytes_a_value) / 1e3 * passes if moved else 1


def columns(cases):
    """The cases as arrays, for a fast fit."""
    return {key: np.array([float(case[key]) for case in cases])
            for key in ("products", "wide", "moved", "state", "rest", "thousands", "conv", "eager", "low", "trains", "measured")}


def predicted(a, c):
    """Times of the cases in `a` under coefficients `c`, each a number or an array."""
    conv = np.where(a["trains"] > 0, c["train_conv"], np.where(a["eager"] > 0, c["conv_gemm_eager"], c["conv_gemm"]))
    conv = np.where((a["conv"] > 0) & (a["thousands"] < 2), conv, 1)  # kWideFlopPerValue of engine/speed/media.cpp
    moves = np.where(a["conv"] > 0, np.where(a["eager"] > 0, c["conv_eager"], c["conv"]) * a["thousands"] ** -c["conv_exponent"],
                     np.where(a["eager"] > 0, c["transformer_eager"], c["transformer"]))
    moves = moves * np.where(a["low"] > 0, c["narrow"], 1) * np.where(a["trains"] > 0, c["train_moves"], 1)
    rate = np.where(a["trains"] > 0, c["train"], np.where(a["low"] > 0, c["gemm_8bit"], c["gemm"]))
    return (a["products"] / (rate * conv) + a["wide"] / (c["gemm"] * conv) +
            (moves * a["moved"] + c["state"] * a["state"] + a["rest"]) / BANDWIDTH)


class Fit:
    def __init__(self, cases):
        self.classes = sorted({case["class"] for case in cases})
        self.names = [(None, name) for name in SHARED + OWN] + [("datacenter", name) for name in OWN] + [(k, name) for k in self.classes for name in OWN]
        self.x = self.solve(cases)

    def coefficients(self, x, classes):
        """Of each case, given its class."""
        c = {name: math.exp(value) for (k, name), value in zip(self.names, x) if k is None}
        for name in OWN:
            own = {k: math.exp(value) for (k, n), value in zip(self.names, x) if n == name and k}
            sort = own["datacenter"]
            c[name] = c[name] * np.array([own.get(k, 1) * (sort if k in DATACENTER else 1) for k in classes])
        return c

    def solve(self, cases):
        start = [math.log(START[name]) if k is None else 0 for k, name in self.names]
        lower = [-5 if k is None else -1.5 for k, _ in self.names]
        upper = [3 if k is None else 1.5 for k, _ in self.names]
        lower[SHARED.index("narrow")] = math.log(0.2)
        own = [i for i, (k, _) in enumerate(self.names) if k and k != "datacenter"]
        key = [(case["class"], case["model"], case["eager"], case["trains"]) for case in cases]
        weights = np.array([key.count(k) ** -0.25 for k in key])
        arrays, classes = columns(cases), [case["class"] for case in cases]

        def residuals(x):
            out = np.log(predicted(arrays, self.coefficients(x, classes)) / arrays["measured"]) * weights
            return np.concatenate([out, PULL * x[own]])

        return least_squares(residuals, start, bounds=(lower, upper), loss="soft_l1", f_scale=0.15).x

    def predict(self, case):
        return float(predicted(columns([case]), self.coefficients(self.x, [case["class"]]))[0])


def errors_of(pairs):
    errors = [abs(math.exp(e) - 1) for e in pairs]
    return float(np.median(errors)), float(np.quantile(errors, 0.9))


def left_out(cases, key):
    """Logarithms of predicted over measured rate, each group left out of the fit in turn."""
    out = []
    for group in sorted({case[key] for case in cases}):
        fit = Fit([case for case in cases if case[key] != group])
        out += [(case, math.log(case["measured"] / fit.predict(case))) for case in cases if case[key] == group]
    return out


def rounded(x):
    return float(f"{x:.4g}")


def sources_of(cases):
    return ", ".join(sorted({case["source"] for case in cases}))


def written(fit, cases):
    media = []
    for name, conditions in CLASSES.items():
        of_class = [case for case in cases if case["class"] == name]
        c = fit.coefficients(fit.x, [name])
        said = f"fitted to {len(of_class)} published rows ({sources_of(of_class)}); what they do not show is as in all classes of its sort" \
            if of_class else "no rows of its own; as all classes of its sort"
        media.append({"id": name, **conditions, **{key: rounded(min(1.5, c[key][0])) for key in OWN}, "bandwidth": BANDWIDTH, "source": said})
    c = fit.coefficients(fit.x, ["other"])
    traffic = {("train" if key == "train_moves" else key): rounded(c[key]) for key in SHARED}
    return media, traffic | LAUNCH_US | {"source": f"fitted to {len(cases)} published rows ({sources_of(cases)}); launches set by hand"}


def error_records(pairs):
    """Of each class and of all."""
    records = []
    for figure, trains in (("media_requests_per_s", False), ("train_samples_per_s", True)):
        for name in [*CLASSES, ""]:
            some = [(case, e) for case, e in pairs if case["trains"] == trains and name in ("", case["class"])]
            if some:
                median, p90 = errors_of([e for _, e in some])
                records.append({"figure": figure, **({"device_class": name} if name else {}), "rows": len(some), "median": rounded(median),
                                "p90": rounded(p90), "source": f"(model, device) pairs left out of the fit: {sources_of(case for case, _ in some)}"})
    return records


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("inference", "training", "engine", "catalog", "out"):
        parser.add_argument("--" + name, required=name != "out")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    catalog = json.load(open(arguments.catalog, encoding="utf-8"))
    accelerators = {normalized(name): record for record in catalog["accelerators"]
                    for name in [record["id"], record["name"], *record.get("aliases", [])]}
    images = {alias for record in catalog["models"] if record.get("kind") == "vision" for alias in [record["id"], *record.get("aliases", [])]}
    cases = [inference_case(row) for row in csv.DictReader(open(arguments.inference, encoding="utf-8"))]
    cases += [training_case(row, images) for row in csv.DictReader(open(arguments.training, encoding="utf-8"))]
    cases = [case for case in cases if case] + page_cases()
    if arguments.check:
        engine_answers(arguments.engine, arguments.catalog, cases)
        cases = [case for case in cases if case["answer"]]
        for case in cases:
            describe(case, accelerators)
        report("by the engine, all rows", [(case, math.log(case["answer"]["speed"][case["figure"]] / case["value"])) for case in cases])
        return
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        json.dump(with_unit_coefficients(catalog), file)
    engine_answers(arguments.engine, file.name, cases)
    for problem in sorted({case["problem"] for case in cases if case["answer"] is None}):
        print("left out:", sum(case.get("problem") == problem for case in cases), problem)
    cases = [case for case in cases if case["answer"]]
    for case in cases:
        describe(case, accelerators)
    fit = Fit(cases)
    report("in the fit", [(case, math.log(case["measured"] / fit.predict(case))) for case in cases])
    by_device, by_model = left_out(cases, "device"), left_out(cases, "model")
    report("devices left out", by_device)
    report("models left out", by_model)
    for case in cases:  # in 20 parts, so that a pair's rows stay together
        case["part"] = zlib.crc32(f"{case['model']} {case['device']}".encode()) % 20
    by_pair = left_out(cases, "part")
    report("pairs left out", by_pair)
    media, traffic = written(fit, cases)
    with open(arguments.out, "w", encoding="utf-8") as file:
        json.dump({"media": media, "media_traffic": traffic, "errors": error_records(by_pair)}, file, indent=2)
        file.write("\n")


def report(title, pairs):
    print(title)
    for trains in (False, True):
        for name in [*sorted({case["class"] for case, _ in pairs}), None]:
            some = [(case, e) for case, e in pairs if case["trains"] == trains and name in (None, case["class"])]
            if some:
                print(f"  {'training' if trains else 'inference'} {name or 'all'}: {len(some)} rows, median %.3f, p90 %.3f" % errors_of([e for _, e in some]))
    models = {}
    for case, e in pairs:
        models.setdefault((case["trains"], case["class"], case["model"]), []).append(e)
    for key, some in sorted(models.items()):
        print("   ", *key, len(some), "%.2f" % float(np.median(some)))


if __name__ == "__main__":
    main()
