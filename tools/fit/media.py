"""Fits what models that are not token decoders reach of a device, on measured rows.

The engine computes every row by `validate`; SciPy's least squares of the logarithms then finds the coefficients, each drawn
to what its sort reaches. Movements of activations and the times of launches are shared by all devices, the latter fitted
when what busy devices reach is known; a class of devices has a share of the peak of its own where at least 8 rows show it, else the mean of its sort. Errors are of rows left
out: (model, device) pairs in 20 parts, whole devices and whole models.
"""
import json
import math
import re
import zlib
from functools import partial

from groups import device_of
from places import OUT, measured_rows, read_json, tables_of
from solver import Engine, Fit, error_record, record_of, report, rounded, several, with_values
from whole import write_whole

ROWS_A_COEFFICIENT = 8
PULL = 0.1  # weight of a coefficient's distance, in logarithms, from its prior
PARTS = 20
FEWEST_ROWS = 5  # of an error that says something of a class, as in engine/facts/calibration.cpp
# Data-center parts reach less of a dense peak that their power limit does not hold, and Apple's of one that its software does not
# reach; the others are sold with a rate that they exceed. What a class does not show comes from its sort.
SLOWER = ("hopper", "blackwell_datacenter", "blackwell_workstation", "ada_datacenter", "ada_workstation", "ampere_datacenter",
          "ampere_workstation", "volta", "turing_datacenter", "turing_workstation", "cdna", "rdna", "rdna4", "pascal", "apple", "cpu",
          "other_datacenter")
OWN = {"gemm": lambda row: not trains(row) and not narrow(row), "gemm_8bit": lambda row: not trains(row) and narrow(row),
       "train": lambda row: trains(row)}
SHARED = ("transformer", "transformer_eager", "conv", "conv_eager", "conv_gemm", "conv_gemm_eager", "denoiser", "narrow", "unpack",
          "train", "train_conv")
# Of text and speech, and what small batches wait for: fitted to all rows when the others stand.
WAITING = ("encoder", "fp32", "state", "launch_us", "launch_eager_us", "token_us", "token_eager_us", "window_us")
LARGE = 16  # images of a batch that keeps a device busy
LIMITS = {"narrow": (0.2, 1), "launch_us": (0.2, 200), "launch_eager_us": (1, 500), "token_us": (0.2, 500),
          "token_eager_us": (0.2, 1000), "window_us": (1000, 2000000), "fp32": (0.2, 1)}  # others: 0.1 to 20


def trains(row):
    return "training" in row["class"]


def narrow(row):
    """8 bits, which MLPerf's submitters take but for speech."""
    offline = "offline" in row["class"] and not row["model_and_shape"].startswith("Whisper")
    return offline or row["precision"].startswith(("fp8", "int8", "mxfp8"))


def model_of(measured):
    """"SDXL 1024x1024 30 steps", "resnet50 @224 (...)", "ResNet-50 224", "Whisper tiny, 30 s audio": without size and length."""
    name = measured.get("model_and_shape", measured.get("model", "")).split(" @")[0].split(",")[0]
    return re.sub(r" \d+(x\d+.*)?$", "", name).lower()


def is_busy(row):
    """Rows that show what arithmetic units and memory reach."""
    few = row["class"].startswith("images") and float(row["batch"] or 0) < LARGE
    return not row["class"].startswith(("speech", "embedding")) and not few and not row["precision"].startswith(("fp32", "tf32"))


def known_model_of(answer, measured):
    return answer.get("model") or model_of(measured)


def pair_of(answer, measured):
    return zlib.crc32(f"{known_model_of(answer, measured)} {device_of(answer, measured)}".encode()) % PARTS


def coefficients_to_fit(content, rows):
    names = [("media_traffic", "", name) for name in SHARED]
    for record in content["media"]:
        for name, shows in OWN.items():
            if sum(row["coefficients"] == record["id"] and shows(row) for row in rows.values()) >= ROWS_A_COEFFICIENT:
                names.append(("media", record["id"], name))
    return names


def limits(of):
    kind, _, name = of
    return (0.02, 1.5) if kind == "media" else LIMITS.get(name, (0.1, 20))


def of_sort(content, names, owner, name):
    """The geometric mean of the other classes of `owner`'s sort that have a coefficient of their own, or of all; None without any."""
    own = [r for r in content["media"] if r["id"] != owner and ("media", r["id"], name) in names]
    alike = [r[name] for r in own if (r["id"] in SLOWER) == (owner in SLOWER)] or [r[name] for r in own]
    return math.prod(alike) ** (1 / len(alike)) if alike else None


def with_sorts(content, names):
    """What no class of its own shows is what its sort reaches."""
    for record in content["media"]:
        for name in OWN:
            if ("media", record["id"], name) not in names:
                record[name] = of_sort(content, names, record["id"], name) or record[name]
    return content


def prior(content, names, of):
    """Of a class what its sort reaches; what all rows share starts from where it is."""
    kind, owner, name = of
    return (of_sort(content, names, owner, name) if kind == "media" else None) or record_of(content, kind, owner)[name]


def error_records(fit, rows, logs):
    source = "(model, device) pairs left out of the fit in turn"
    records = []
    for figure, of_training in (("media_requests_per_s", False), ("train_samples_per_s", True)):
        for name in [*sorted({c[0] for c in fit.classes}), ""]:
            own = [e for i, c, e in zip(fit.ids, fit.classes, logs) if name in ("", c[0]) and trains(rows[i]) == of_training]
            if len(own) >= FEWEST_ROWS:
                records.append(error_record(figure, name, own, source))
    return records


def written(content, fit, rows, logs):
    for record in content["media"]:
        of_class = [i for i, c in zip(fit.ids, fit.classes) if c[0] == record["id"]]
        own = [name for kind, owner, name in fit.names if kind == "media" and owner == record["id"]]
        record.update({name: rounded(record[name]) for name in OWN})
        record["source"] = f"{', '.join(own)} fitted to {len(of_class)} rows; the rest as in classes of its sort" if own else "as in classes of its sort"
    traffic = content["media_traffic"]
    traffic.update({name: rounded(traffic[name]) for name in (*SHARED, *WAITING)})
    files = several(sorted({i.rsplit("-", 1)[0] for i in fit.ids}))
    traffic["source"] = f"fitted to {len(fit.ids)} rows ({files})"
    return content | {"errors": error_records(fit, rows, logs)}


def add_arguments(parser):
    parser.add_argument("--rounds", type=int, default=10)


def run(arguments):
    tables = tables_of("other_models", "training_speed")
    content, measured = read_json(OUT["media"]), measured_rows(tables)
    kinds = ("images", "image generation", "embedding", "speech", "other models, offline", "training, ")
    told = {i: {key: row.get(key, "") for key in ("precision", "model_and_shape", "batch")} for i, row in measured.items()}
    known = lambda row: row["class"].startswith(kinds) and "+" not in row["coefficients"]
    every = Engine(tables, known)
    busy = Engine(tables, lambda row: known(row) and (trains(row) or is_busy(row | told[row["id"]])))
    rows = {i: row | told[i] for i, row in every.rows(content).items()}
    label = lambda row: f"{row['class'].split(':')[0]}, {row['coefficients']}"
    if arguments.check:
        report("as they are", [math.log(row["predicted"] / row["measured"]) for row in rows.values()], [label(row) for row in rows.values()])
        return
    alike = lambda row: (row["id"].rsplit("-", 1)[0], row["gpu"], model_of(row))
    names = coefficients_to_fit(content, {i: rows[i] for i in busy.rows(content)})
    waiting = [("media_traffic", "", name) for name in WAITING]
    print(len(rows), "rows,", len(names), "and", len(waiting), "coefficients")
    for _ in range(2):  # what comes from the sorts changes what is shared
        fit = Fit(busy, content, measured, ("media",), names, limits, partial(prior, content, names), PULL, alike, scale=0.15)
        fit.solve(arguments.rounds)
        content = with_sorts(with_values(content, names, fit.x), names)
        late = Fit(every, content, measured, ("media",), waiting, limits, partial(prior, content, waiting), PULL, alike, scale=0.15)
        late.solve(arguments.rounds)
        content = with_values(content, waiting, late.x)
    kinds_of = [rows[i]["class"].split(":")[0] for i in late.ids]
    report("in the fit", late.at, [label(rows[i]) for i in late.ids])
    report("in the fit", late.at, kinds_of)

    def left_out(key):
        """By the coefficients that a row takes part in fitting first."""
        first = dict(zip(fit.ids, fit.left_out(key)))
        return [first.get(i, log) for i, log in zip(late.ids, late.left_out(key))]

    report("devices left out", left_out(device_of), kinds_of)
    report("models left out", left_out(known_model_of), kinds_of)
    by_pair = left_out(pair_of)
    report("pairs left out", by_pair, kinds_of)
    late.names = names
    if not arguments.dry_run:
        write_whole(OUT["media"], json.dumps(written(content, late, rows, by_pair), indent=2) + "\n")
