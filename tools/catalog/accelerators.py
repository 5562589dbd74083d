"""Rows of the device table to accelerator records."""
import re

from records import RETRIEVED, leaf, number, plain, without_asides, without_empty
from sources import ids_of

FILES = {"Pascal": "nvidia-pascal", "Maxwell": "nvidia-pascal", "Volta": "nvidia-volta", "Turing": "nvidia-turing",
         "Ampere": "nvidia-ampere", "Ada Lovelace": "nvidia-ada", "Hopper": "nvidia-hopper",
         "Blackwell": "nvidia-blackwell", "Blackwell Ultra": "nvidia-blackwell", "Rubin": "nvidia-rubin"}
VENDOR_FILES = {"AMD": "amd", "Intel": "intel", "Apple": "apple", "Google": "google-tpu", "AWS": "aws",
                "Huawei": "huawei"}

ANNOUNCED = {"rubin-per-gpu", "mi455x-432gb", "mi440x-432gb", "ascend-950dt"}
RETIRED = {"tpu-v2", "tpu-v3", "m40-24gb", "p40", "p4", "p100-sxm2-16gb", "mi50-16gb"}

RATES = {"fp32": "fp32_tflops", "tf32": "tf32_dense_tflops", "bf16": "bf16_dense_tflops", "fp16": "fp16_dense_tflops",
         "fp8": "fp8_dense_tflops", "fp6": "fp6_dense", "fp4": "fp4_dense_tflops", "int8": "int8_dense_tops",
         "int4": "int4_dense_tops"}

# Columns by the words that [M:...] tokens and the `unverified` column use.
COLUMNS = {**{c: c for c in RATES.values()}, **{k: v for k, v in RATES.items()},
           "int8 184.6": "int8_dense_tops", "nvlink": "nvlink_or_fabric_gb_s_total_bidirectional",
           "fabric": "nvlink_or_fabric_gb_s_total_bidirectional",
           "fabric total": "nvlink_or_fabric_gb_s_total_bidirectional",
           "nvlink_or_fabric_gb_s_total_bidirectional": "nvlink_or_fabric_gb_s_total_bidirectional",
           "pcie": "pcie_gen", "pcie_gen": "pcie_gen", "pcie_lanes": "pcie_lanes", "release": "release",
           "release month": "release", "release (month)": "release", "bandwidth": "bandwidth_gb_s",
           "bandwidth digits": "bandwidth_gb_s", "bandwidth_gb_s": "bandwidth_gb_s",
           "bandwidth_gb_s (EXPO setting)": "bandwidth_gb_s", "memory_gb": "memory_gb", "memory_type": "memory_type",
           "mem type": "memory_type", "tdp_w": "tdp_w", "mig_support": "mig_support",
           "fabric_domain_size": "fabric_domain_size", "fabric_pair_gb_s_per_direction": "fabric_pair_gb_s_per_direction",
           "per-XMX rate": "bf16_dense_tflops"}
# A clock from memory makes every derived rate unverified.
CLOCKS = {"E-core clock", "base clocks", "clock"}


def unverified_columns(row):
    words = [w.strip() for w in row["unverified"].split(",") if w.strip()]
    for token in re.findall(r"\[M:([^\]]*)\]", row["notes"]):
        words += [w.strip() for w in token.split(",")]
    columns = set()
    for word in words:
        if word == "all":
            columns |= set(COLUMNS.values())
        elif word in CLOCKS:
            columns |= set(RATES.values())
        elif word in COLUMNS:
            columns.add(COLUMNS[word])
        elif word != "channel count":
            raise ValueError(f"{row['id']}: unverified column not understood: {word}")
    return columns


def fact(row, column, unverified, source=""):
    return leaf(number(row[column]), source, unverified=column in unverified)


def rates(row, unverified):
    found = {name: fact(row, column, unverified) for name, column in RATES.items() if row[column].strip()}
    notes = RATE_NOTES.get(row["id"], {})
    for name, note in notes.items():
        found[name] = leaf(number(row[RATES[name]]), unverified=RATES[name] in unverified, note=note)
    return found


RATE_NOTES = {
    "b300-sxm-288gb": {"fp4": "dense figures seen: 12.6, 13.1, 14 and 15 PFLOPS; 14 is NVIDIA's own",
                       "int8": "Blackwell Ultra has almost no INT8: 307 TOPS with sparsity"},
    "gb300-per-gpu": {"int8": "Blackwell Ultra has almost no INT8"},
    "dgx-spark-gb10": {"bf16": "NVIDIA publishes no BF16 rate: derived from 1 PFLOP sparse FP4 with ratios 1:2:4"},
    "rtx-4000-ada": {"bf16": "clock arithmetic; a data sheet figure implies 81.9"},
    "mi455x-432gb": {"fp4": "half of the printed 40 PFLOPS, which is most likely sparse",
                     "fp8": "half of the printed 20 PFLOPS, which is most likely sparse"},
    "rubin-per-gpu": {"fp4": "NVFP4 training rate; the headline 50 PFLOPS is an inference figure"},
}


def fabric(row, unverified):
    total, pair = number(row["nvlink_or_fabric_gb_s_total_bidirectional"]), number(row["fabric_pair_gb_s_per_direction"])
    domain, name = number(row["fabric_domain_size"]), row["fabric_name"]
    is_pcie = not total and (name in ("", "PCIe only")) and (domain or 1) == 1
    if is_pcie or row["segment"] == "cpu" or row["id"] == "dgx-spark-gb10":
        return {}
    result = {"name": name}
    if total:
        result["per_direction_gb_s"] = leaf(
            number(str(total / 2)), unverified="nvlink_or_fabric_gb_s_total_bidirectional" in unverified)
    if pair:
        result["pair_gb_s"] = leaf(pair, unverified="fabric_pair_gb_s_per_direction" in unverified)
    if domain and domain != 1:
        result["domain"] = leaf(domain, unverified="fabric_domain_size" in unverified)
    return without_empty(result)


def measured_sources(text):
    """Sources of the measured columns by kind: the cell reads "A (remark); FP8 B; copy C; idle D; E"."""
    found = {"matmul": [], "fp8": [], "copy": [], "idle": []}
    kind = "matmul"
    for piece in re.split(r"[;:]\s+(?![^(]*\))", text):
        words = re.sub(r"\([^)]*\)", "", piece)
        for start, meant in (("FP8", "fp8"), ("copy", "copy"), ("bandwidth", "copy"), ("read bandwidth", "copy"), ("idle", "idle")):
            if piece.startswith(start):
                kind = meant
        for candidate in (words, piece):
            try:
                found[kind] += ids_of(candidate)
                break
            except ValueError:
                pass  # a second log, or a remark
        kind = "idle" if kind == "idle" else "matmul"
    every = list(dict.fromkeys(ids_of(text)))
    return {kind: " ".join(dict.fromkeys(ids or found["matmul"] or every)) for kind, ids in found.items()}


# Remarks that only make sense inside the table, and their words for a reader of one record.
WORDS = [(re.compile(pattern), words) for pattern, words in (
    (r"\[(?:M|D):[^\]]*\]", ""),
    (r"Price left empty: .*?variant\.", ""),
    (r"id kept for compatibility\.?", ""),
    (r"Other prices?(?: seen)?:? [^()]*\([^)]*\)(?:, [^()]*\([^)]*\))*\.?", ""),
    (r"Street .*?\)\.(?=\s|$)", ""),
    (r"(?:429 MSRP for 16GB|MSRP 329 at launch) [^.]*\.", ""),
    (r"hmc-tech lists 999\.", ""),
    (r"Launch price disagreement:.*?hmc-tech\); b", "B"),
    (r"HF price [^.]*\.", ""),
    (r"Whole-system price\.", ""),
    (r"A spoof page.*$", ""),
    (r"nvidia-smi (?:cap 300 W, |reports )?\d+ MiB(?: usable)?(?: = [\d.]+ GiB)?(?: \([^)]*\))?(?:; figures)?\.?", ""),
    (r"gpuhunt lists 270\.", ""),
    (r"scaled by aiconfigurator", "Figures scaled by aiconfigurator"),
    (r"Default GPU memory limit: see usable_source \(iogpu\.wired_limit_mb raises it\)",
     "The default GPU memory limit can be raised (iogpu.wired_limit_mb)"),
    (r"\(ten public repos[^)]*\)", "(NVIDIA's Server Edition page as quoted in public repositories)"),
    (r" \(CHS: .*?\)(?: kept|\)? kept)", " kept"),
    (r"catalogue id \d+", "public catalogue"),
    (r", used\)", ")"),
    (r" \(used\)", ""),
    (r"\(used, ", "("),
    (r"[Kk]ept out of the measured column", "not used as a measured rate"),
    (r"TDP column", "Power"),
    (r"memory_gb is the largest option\.", "Memory is the largest option."),
    (r"memory_gb = largest supported RAM\.", "Memory: largest supported RAM."),
    (r"fabric_\* counts GCDs", "The fabric counts dies"),
    (r"the stored sources|stored sources", "a source"),
    (r"nvidia-smi power cap", "Power cap"),
    (r"\bMAMF\b", "Measured maximum"),
    (r"\bZZ\b", "zzc0721"),
)]


def prose(notes):
    for pattern, words in WORDS:
        notes = pattern.sub(words, notes)
    notes = re.sub(r"\s+([.,;])", r"\1", re.sub(r"\s+", " ", notes))
    return re.sub(r"([.;])(?:\s*[.;])+", r"\1", notes).strip(" ;").lstrip(". ")


NOTES = {
    "gb300-per-gpu": " Memory: sources say 288, 279 and 280 GB; 288 is the stacks, and the driver's 284,208 MiB (277.6 GiB) is what "
                     "estimates use.",
    "h100-sxm5-80gb": " One of three H100: SXM 989.4 TFLOPS at 3.35 TB/s and 700 W, PCIe 756.5 at 2.0 and 350, NVL 835 at 3.9 and 400. "
                      "A plain \"H100\" is taken for this one, as in most clouds and tables.",
    "h100-pcie-80gb": " Tables that name only \"H100\" mostly mean the SXM part.",
    "h100-nvl-94gb": " One source gives it the rates of the SXM part, another 4.8 TB/s; the power limit of 400 W rules the first out and "
                     "six stacks of HBM3 the second.",
    "rtx-4000-ada": " BF16: 106.9 by clock arithmetic is taken; a data sheet figure implies 81.9, and no measurement decides.",
    "dgx-spark-gb10": " Two 200 GbE ports (ConnectX-7, 25 GB/s per direction each) link two machines; NVLink-C2C joins CPU and GPU. "
                      "BF16: 125 is taken; a sustained 96.8 FP16 TFLOPS rules out 62.5, which others print.",
}

ALIASES = {
    "h100-sxm5-80gb": ["H100", "H100 SXM", "H100 SXM5", "H100 80GB", "H100 SXM 80GB", "H100-80GB", "NVIDIA H100", "H100 HGX",
                       "NVIDIA H100 80GB HBM3", "DGX H100"],
    "h100-pcie-80gb": ["H100 PCIe", "NVIDIA H100 PCIe"], "h100-nvl-94gb": ["H100 NVL", "H100 94GB"],
    "h200-sxm-141gb": ["H200", "H200 SXM", "H200 141GB", "NVIDIA H200", "DGX H200"], "h200-nvl-141gb": ["H200 NVL"],
    "h20-96gb": ["H20"], "gh200-96gb": ["GH200", "Grace Hopper"], "gh200-144gb": ["GH200 144GB", "GH200 141GB"],
    "b100-192gb": ["B100"], "b200-sxm-180gb": ["B200", "B200 SXM", "B200 192GB", "B200 180GB", "NVIDIA B200", "DGX B200"],
    "b300-sxm-288gb": ["B300", "B300 SXM", "B300 270GB", "NVIDIA B300", "DGX B300"],
    "gb200-per-gpu": ["GB200", "GB200 NVL72", "GB200 186GB"], "gb300-per-gpu": ["GB300", "GB300 NVL72"],
    "rubin-per-gpu": ["Rubin", "R100", "VR200"],
    "a100-sxm4-80gb": ["A100", "A100 80GB", "A100 SXM", "A100 SXM 80GB", "A100-80GB", "NVIDIA A100", "NVIDIA A100-SXM4-80GB", "DGX A100"],
    "a100-sxm4-40gb": ["A100 40GB", "A100 SXM 40GB", "A100-40GB", "NVIDIA A100-SXM4-40GB"],
    "a100-pcie-80gb": ["A100 PCIe"], "a800-sxm4-80gb": ["A800"], "h800-sxm5-80gb": ["H800"],
    "v100-sxm2-32gb": ["V100 32GB", "V100 SXM 32GB", "V100 SXM2"], "v100-sxm2-16gb": ["V100", "V100 16GB", "V100 SXM"],
    "v100-pcie-16gb": ["V100 PCIe"], "p100-sxm2-16gb": ["P100"], "p40": ["P40"], "p4": ["P4"], "m40-24gb": ["M40"],
    "t4": ["T4", "Tesla T4"], "a2": ["A2"], "a10": ["A10"], "a10g": ["A10G"], "a16-per-gpu": ["A16"], "a30": ["A30"],
    "a40": ["A40"], "l4": ["L4"], "l40": ["L40"], "l40s": ["L40S"], "l20-48gb": ["L20"], "l2-24gb": ["L2"],
    "rtx-pro-6000-blackwell-server": ["RTX PRO 6000 Server", "RTX PRO 6000 Blackwell Server", "RTX PRO 6000 BSE"],
    "rtx-pro-6000-blackwell-ws": ["RTX PRO 6000", "RTX PRO 6000 Blackwell", "RTX 6000 PRO", "RTX 6000 Blackwell", "RTX PRO 6000 WS"],
    "rtx-pro-6000-blackwell-maxq": ["RTX PRO 6000 Max-Q"],
    "rtx-6000-ada": ["RTX 6000 Ada", "RTX 6000 Ada Generation", "6000 Ada", "A6000 Ada"],
    "rtx-a6000": ["A6000"], "rtx-a5000": ["A5000"], "rtx-a4500": ["A4500"], "rtx-a4000": ["A4000"],
    "rtx-a2000-12gb": ["A2000", "RTX A2000"], "quadro-rtx-8000": ["RTX 8000"],
    "dgx-spark-gb10": ["DGX Spark", "GB10", "Spark"], "jetson-agx-orin-64gb": ["Jetson Orin", "Jetson AGX Orin", "AGX Orin", "Orin"],
    "jetson-agx-thor-t5000": ["Jetson Thor", "Jetson AGX Thor", "AGX Thor", "Thor"],
    "rtx-3060-12gb": ["3060", "RTX 3060"], "rtx-3080-10gb": ["3080", "RTX 3080"], "rtx-3080-20gb": ["RTX 3080 20GB"],
    "rtx-4060-8gb": ["4060", "RTX 4060"], "rtx-4060-ti-16gb": ["4060 Ti 16GB", "4060 Ti", "RTX 4060 Ti"],
    "rtx-5060-8gb": ["5060", "RTX 5060"], "rtx-5060-ti-16gb": ["5060 Ti", "RTX 5060 Ti", "5060 Ti 16GB"],
    "rtx-3060-ti-8gb": ["3060 Ti", "RTX 3060 Ti"],
    "mi300x-192gb": ["MI300X", "MI300", "AMD MI300X", "Instinct MI300X"], "mi325x-256gb": ["MI325X", "AMD MI325X"],
    "mi350x-288gb": ["MI350X", "MI350"], "mi355x-288gb": ["MI355X", "MI355", "AMD MI355X"], "mi350p-144gb": ["MI350P"],
    "mi300a-128gb": ["MI300A"], "mi250x-128gb": ["MI250X"], "mi250-128gb": ["MI250"], "mi210-64gb": ["MI210"],
    "mi100-32gb": ["MI100"], "mi50-16gb": ["MI50"], "mi455x-432gb": ["MI455X"], "mi440x-432gb": ["MI440X"],
    "rx-7900-xtx": ["7900 XTX"], "rx-7900-xt": ["7900 XT"], "rx-9070-xt": ["9070 XT"], "rx-9070": ["9070"],
    "rx-9060-xt-16gb": ["9060 XT", "RX 9060 XT"], "radeon-pro-w7900": ["W7900"], "radeon-ai-pro-r9700": ["R9700", "AI PRO R9700"],
    "ryzen-ai-max-395-128gb": ["Strix Halo", "Ryzen AI Max+ 395", "AI Max 395", "Ryzen AI Max 395", "Framework Desktop"],
    "gaudi2-96gb": ["Gaudi 2", "Gaudi2"], "gaudi3-128gb-oam": ["Gaudi 3", "Gaudi3"], "max-1550-128gb": ["Max 1550", "Ponte Vecchio"],
    "arc-a770-16gb": ["A770", "Arc A770"], "arc-b580-12gb": ["B580", "Arc B580"], "arc-pro-b60-24gb": ["B60", "Arc Pro B60"],
    "arc-pro-b70-32gb": ["B70", "Arc Pro B70"],
    "tpu-v4": ["TPU v4"], "tpu-v5e": ["TPU v5e", "v5e"], "tpu-v5p": ["TPU v5p", "v5p"],
    "tpu-v6e": ["TPU v6e", "Trillium", "v6e"], "tpu-v7-ironwood": ["Ironwood", "TPU v7", "TPU7x"],
    "trainium1": ["Trainium", "Trn1"], "trainium2": ["Trn2"], "trainium3": ["Trn3"], "inferentia2": ["Inf2"],
    "ascend-950dt": ["Ascend 950"],
}

# Facts that the table marks as remembered and that a source was found for since: by id and field.
SEEN_SINCE = {
    ("a10", "pcie_gen"): "sysrqmts", ("a100-pcie-40gb", "release"): "sysrqmts", ("a100-sxm4-40gb", "release"): "nvplay-a100",
    ("h100-sxm5-80gb", "release"): "grokipedia-h100", ("h100-pcie-80gb", "release"): "grokipedia-h100",
    ("h100-nvl-94gb", "release"): "grokipedia-h100-nvl", ("l40s", "release"): "grokipedia-l40s",
    ("mi325x-256gb", "release"): "neowin-mi325x", ("jetson-agx-thor-t5000", "release"): "fixstars-orin",
    ("jetson-agx-thor-t5000", "bandwidth_gb_s"): "ridgerun-thor", ("rtx-2080-ti", "fabric.per_direction_gb_s"): "techpowerup-nvlink",
    ("rtx-a4500", "fabric.per_direction_gb_s"): "ga102-nvlink", ("rtx-a5000", "fabric.per_direction_gb_s"): "ga102-nvlink",
    ("v100-sxm2-16gb", "fabric.domain"): "leadtek-v100", ("v100-sxm2-32gb", "fabric.domain"): "leadtek-v100",
}


def with_later_sources(record):
    for (id, path), source in SEEN_SINCE.items():
        if id != record["id"]:
            continue
        *parents, last = path.split(".")
        holder = record
        for parent in parents:
            holder = holder[parent]
        holder[last] = leaf(plain(holder[last]), source)
    return record


# Spellings of published measurements, Apple parts with their cores and memory. A smaller part of the same
# name is another device and is not here; the 7-core M1 has the memory of the 8-core one.
MEASURED_AS = {
    "a100-pcie-80gb": ["A100-80GB-PCIe"],
    "a100-sxm4-40gb": ["A100-40GB-SXM"],
    "a100-sxm4-80gb": ["A100-80GB-SXM"],
    "a800-sxm4-80gb": ["A800 SXM 80GB"],
    "apple-m1": ["Apple M1 7-Core GPU 8GB", "Apple M1 4P+4E+7GPU 16GB", "Apple M1 4P+4E+8GPU 8GB", "Apple M1 16GB"],
    "apple-m1-max": ["Apple M1 Max 64GB", "Apple M1 Max 32-Core GPU 64GB", "Apple M1 Max 8P+2E+32GPU 32GB",
        "Apple M1 Max (400 GB/s)", "Apple M1 Max 8P+2E+32GPU 64GB"],
    "apple-m1-pro": ["Apple M1 Pro 8P+2E+16GPU 32GB", "Apple M1 Pro 8P+2E+16GPU 16GB"],
    "apple-m1-ultra": ["Apple M1 Ultra (64-core GPU) 128GB"],
    "apple-m2": ["Apple M2 4P+4E+10GPU 8GB"],
    "apple-m2-max": ["Apple M2 Max 8P+4E+38GPU 96GB"],
    "apple-m2-pro": ["Apple M2 Pro 8P+4E+19GPU 32GB"],
    "apple-m2-ultra": ["Apple M2 Ultra 76-Core GPU 192GB"],
    "apple-m3": ["Apple M3 4P+4E+10GPU 24GB", "Apple M3 4P+4E+10GPU 16GB"],
    "apple-m3-max": ["Apple M3 Max 40-Core GPU 64GB", "Apple M3 Max 12P+4E+40GPU 128GB", "Apple M3 Max 128GB",
        "Apple M3 Max 12P+4E+40GPU 48GB"],
    "apple-m3-pro": ["Apple M3 Pro 6P+6E+18GPU 36GB", "Apple M3 Pro 6P+6E+18GPU 18GB"],
    "apple-m3-ultra": ["Apple M3 Ultra (80-core GPU) 512GB"],
    "apple-m4": ["Apple M4 4P+6E+10GPU 16GB", "Apple M4 4P+6E+10GPU 32GB", "Apple M4 (10-core GPU) 16GB",
        "Apple M4 4P+6E+10GPU 24GB"],
    "apple-m4-max": ["Apple M4 Max 64GB", "Apple M4 Max 128GB", "Apple M4 Max 12P+4E+40GPU 128GB",
        "Apple M4 Max 12P+4E+40GPU 48GB", "Apple M4 Max 12P+4E+40GPU 64GB"],
    "apple-m4-pro": ["Apple M4 Pro 48GB", "Apple M4 Pro 10P+4E+20GPU 24GB", "Apple M4 Pro 10P+4E+20GPU 48GB"],
    "apple-m5-max": ["Apple M5 Max 48GB"],
    "apple-m5-pro": ["Apple M5 Pro 64GB"],
    "arc-b580-12gb": ["Intel Arc B580 12GB"],
    "arc-pro-b60-24gb": ["Intel Arc Pro B60"],
    "arc-pro-b70-32gb": ["Intel Arc Pro B70 32GB", "Intel Arc Pro B70"],
    "cpu-core-i9-14900k": ["CPU: Intel Core i9-14900K (alderlake)"],
    "cpu-core-ultra-9-285k": ["CPU: Intel Core Ultra 9 285K (arrowlake-s)"],
    "cpu-ryzen-9-5950x": ["CPU: AMD Ryzen 9 5950X 16-Core Processor (znver3)"],
    "cpu-ryzen-9-7950x": ["CPU: AMD Ryzen 9 7950X 16-Core Processor (znver4)"],
    "cpu-ryzen-9-9950x": ["CPU: AMD Ryzen 9 9950X 16-Core Processor"],
    "cpu-threadripper-pro-7995wx": ["CPU: AMD Ryzen Threadripper PRO 7995WX (znver4)"],
    "h100-sxm5-80gb": ["H100-80GB-SXM"],
    "jetson-agx-thor-t5000": ["Jetson AGX Thor 128GB"],
    "mi250-128gb": ["MI250 (2 GCD)"],
    "rtx-pro-6000-blackwell-server": ["RTX PRO 6000 SE"],
    "rtx-pro-6000-blackwell-ws": ["RTX PRO 6000 Blackwell Workstation Edition"],
    "tpu-v6e": ["TPU-v6e (Trillium)"],
    "tpu-v7-ironwood": ["TPU v7x (Ironwood)"],
    "v100-sxm2-16gb": ["V100-16GB-SXM"],
    "v100-sxm2-32gb": ["V100-32GB-SXM"],
}


def aliases(row):
    found = ALIASES.get(row["id"], []) + MEASURED_AS.get(row["id"], [])
    short = re.match(r"(?:GeForce )?(RTX \d{4}(?: Ti)?(?: Super)?)\b", row["name"])
    if short and row["segment"] == "consumer":
        model = short.group(1)
        found += [model, model.removeprefix("RTX "), model.replace(" Super", "S") if model.endswith("Super") else model]
    if row["segment"] == "apple":
        found.append(re.sub(r"^Apple | \(.*\)$", "", row["name"]))
    return list(dict.fromkeys(found))


def record(row):
    unverified = unverified_columns(row)
    measured = measured_sources(row["measured_source"]) if row["measured_source"] else {}
    usable_source = " ".join(ids_of(row["usable_source"]))
    remembered = re.search(r"from memory|\(inference\)|interpolated|\brule\b", row["usable_source"]) is not None
    mig = re.match(r"yes:(\d+)", row["mig_support"])
    status = "announced" if row["id"] in ANNOUNCED else leaf("retired", unverified=True) if row["id"] in RETIRED else None
    is_cpu = row["segment"] == "cpu"
    result = {
        "id": row["id"], "name": row["name"], "aliases": aliases(row), "vendor": row["vendor"],
        "architecture": row["architecture"], "segment": row["segment"].replace("-", "_"), "status": status,
        "form_factor": row["form_factor"],
        "release": leaf(row["release"], unverified="release" in unverified),
        "memory_gb": fact(row, "memory_gb", unverified),
        "memory_type": leaf(row["memory_type"] if row["memory_type"] != "?" else None, unverified="memory_type" in unverified),
        "usable_memory_bytes": leaf(number(row["usable_memory_bytes"]), usable_source, unverified=remembered),
        "bandwidth_gb_s": fact(row, "bandwidth_gb_s", unverified), "rates_tflops": rates(row, unverified),
        "fabric": fabric(row, unverified),
        "pcie_gen": fact(row, "pcie_gen", unverified), "pcie_lanes": fact(row, "pcie_lanes", unverified),
        "power_w": fact(row, "tdp_w", unverified), "idle_power_w": leaf(number(row["idle_w"]), measured.get("idle", "")),
        "compute_capability": row["compute_capability_or_isa"],
        "mig_instances": leaf(int(mig.group(1)), unverified="mig_support" in unverified) if mig else None,
        "measured_bf16_tflops": leaf(number(row["matmul_bf16_measured_tflops"]), measured.get("matmul", "")),
        "measured_fp8_tflops": leaf(number(row["matmul_fp8_measured_tflops"]), measured.get("fp8", "")),
        "measured_copy_gb_s": leaf(number(row["copy_bandwidth_measured_gb_s"]), measured.get("copy", "")),
        "source": " ".join(ids_of(row["spec_source"])), "retrieved": RETRIEVED, "note": prose(row["notes"] + NOTES.get(row["id"], "")),
    }
    if result["segment"] == "datacenter":
        del result["segment"]
    if is_cpu:  # lanes that a CPU offers are no link of its own
        result |= {"pcie_gen": None, "pcie_lanes": None}
    return with_later_sources(without_empty(without_asides(result)))


def family_file(row):
    if row["segment"] == "cpu":
        return "cpu"
    return FILES[row["architecture"]] if row["vendor"] == "NVIDIA" else VENDOR_FILES[row["vendor"]]


def records_by_file(rows):
    files = {}
    for row in rows:
        files.setdefault(family_file(row), []).append(record(row))
    return files


# Street prices of cards that are no longer sold at their launch price: the middle of a range seen.
STREET = [
    {"of": "rtx-3090", "usd": 700, "date": "2026-06-29", "source": "localrig", "note": "used, middle of 600-800"},
    {"of": "rtx-4090", "usd": 1900, "date": "2026-05", "source": "runlocalai", "note": "new, middle of 1800-2000; used 1400-1700"},
    {"of": "rtx-5090", "usd": 2550, "date": "2026-05", "source": "runlocalai", "note": "new, middle of 2300-2800"},
    {"of": "rtx-4060-ti-16gb", "usd": 425, "date": "2026-05", "source": "runlocalai", "note": "new, middle of 400-450"},
]


def purchase_prices(rows):
    street = [{"of": p["of"], "kind": "purchase_street"} | p for p in STREET]
    return [price for row in rows if (price := purchase_price(row))] + street


def purchase_price(row):
    """The price of the device itself, where one was seen."""
    if not row["price_usd"]:
        return None
    note = ""
    if row["segment"] == "apple":
        note = "whole Mac with the largest memory"
    elif row["form_factor"] == "soc":
        note = "whole system"
    elif row["segment"] == "datacenter" and row["price_kind"] == "street":
        note = "rounded, widely reported street price"
    return without_empty({"of": row["id"], "kind": f"purchase_{row['price_kind']}", "usd": number(row["price_usd"]),
                          "date": row["price_date"], "source": " ".join(ids_of(row["price_source"])), "note": note})
