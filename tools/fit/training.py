"""Fits what training reaches of a device and what its software makes of that, on measured rows.

The engine computes every row by `validate`; this script only chooses coefficients: SciPy's least squares of the
logarithms of predicted over measured under a robust loss, each coefficient drawn to PRIOR, which knows of no row. A class
of devices or software has coefficients of its own only where at least 20 rows a coefficient show it. Errors are also those
of rows left out: each device, model and source in turn, refitted by derivatives and computed by
the engine.
"""
import json
import math
from collections import Counter

from groups import GROUPS
from places import OUT, measured_rows, read_json, tables_of
from solver import Engine, Fit, error_record, report, rounded, several, with_values
from whole import write_whole

ROWS_A_COEFFICIENT = 20
PULL = 0.15  # weight of a coefficient's distance, in logarithms, from its prior
KINDS = ("training", "training_software")
DEVICE = ("gemm", "gemm_8bit", "attention", "half_hidden", "gemm_4bit", "gemm_mxfp8", "experts", "fabric", "network", "bandwidth")
SOFTWARE = ("gemm", "layer_us", "attention", "eager", "experts", "moe_layer_us", "hidden", "data_hidden", "dequantize")
MOST = {"hidden": 0.95, "data_hidden": 1, "half_hidden": 4000, "eager": 20, "layer_us": 20000, "moe_layer_us": 20000, "attention": 0.9, "gemm": 0.9,
        "gemm_8bit": 0.9, "gemm_mxfp8": 0.9, "experts": 1.2}  # others: 0.95
# Round values, the same for every class: what a class shows of a coefficient is then known from its rows alone.
PRIOR = {"gemm": 0.8, "gemm_8bit": 0.7, "gemm_mxfp8": 0.7, "gemm_4bit": 0.5, "attention": 0.6, "experts": 0.75, "bandwidth": 0.8, "fabric": 0.7,
         "network": 0.5, "half_hidden": 500, "eager": 1.5, "dequantize": 0.4, "hidden": 0.5, "data_hidden": 0.8, "layer_us": 1000, "moe_layer_us": 3000}
# TPUs have been published at 67% of their peak with everything computed twice in the forward pass: 4 / 3 x 0.67 = 0.89.
MOST_OF = {("tpu", "gemm"): 0.97, ("xla", "gemm"): 1}
# NCCL's all-reduces over NVLink of eight H100 and A100 run at 0.8 of it and more; beside matrix products they get about
# half of that. What software hides of them would else be found here.
LEAST = {"hidden": 0.02, "data_hidden": 0.05, "half_hidden": 30, "eager": 1, "layer_us": 20, "moe_layer_us": 20, "fabric": 0.45}  # others: 0.03
# The scale of the device's own shares; 16 bits on CDNA have no rows but a few of tiny runs in FP32, on Blackwell none of dense
# models: both are what the largest matrix products were measured at (measured_bf16_tflops of the catalog, the mean over the
# peaks); NVLink of A100, which the rows cannot tell from the network.
# Megatron of 2022 is what NVIDIA printed of it (Korthikanti et al., table 5): other builds of those years took a fifth longer.
FIXED = {("megatron", "gemm"), ("megatron", "attention"), ("cdna", "gemm"), ("blackwell_datacenter", "gemm"),
         ("ampere_datacenter", "fabric"), *(("megatron_2022", name) for name in SOFTWARE)}


def coefficients_to_fit(content, rows):
    """As many as the rows of each class allow, in order of importance."""
    names = []
    for place, (kind, wanted) in enumerate(zip(KINDS, (DEVICE, SOFTWARE))):
        for record in content[kind]:
            count = sum(row["coefficients"].split("+")[place] == record["id"] for row in rows.values())
            own = [name for name in wanted if (record["id"], name) not in FIXED][:count // ROWS_A_COEFFICIENT]
            names += [(kind, record["id"], name) for name in own]
    return names


def limits(of):
    _, owner, name = of
    return LEAST.get(name, 0.03), MOST_OF.get((owner, name), MOST.get(name, 0.95))


def measured_vendors(name, classes, vendors):
    """Of the class that takes every device which no other does: those whose devices it has at least three runs of."""
    counted = Counter(vendor for vendor, c in zip(vendors, classes) if c[0] == name)
    return {"vendors": sorted(vendor for vendor, runs in counted.items() if runs >= 3)} if name == "other" else {}


def error_records(logs, classes, vendors):
    source = "published runs, each model left out of the fit in turn"
    return [error_record("train_tokens_per_s", name, [e for e, c in zip(logs, classes) if name in ("", c[0])], source)
            | measured_vendors(name, classes, vendors)
            for name in [*sorted({c[0] for c in classes}), ""]]


def written(fit, logs, vendors):
    content = with_values(fit.content, fit.names, fit.x)
    shown = fit.shown()
    for place, kind in enumerate(KINDS):
        for record in content[kind]:
            of_class = [i for i, c in zip(fit.ids, fit.classes) if c[place] == record["id"]]
            own = [name for (k, owner, name), some in zip(fit.names, shown) if some and k == kind and owner == record["id"]]
            record.update({name: rounded(value) for name, value in record.items() if isinstance(value, float)})
            sources = several(sorted({fit.measured[i]["source"] for i in of_class}))
            if not own and record["source"].startswith("gemm: set by"):
                continue
            record["source"] = f"{', '.join(own)}: fitted to {len(of_class)} rows ({sources}); the rest set by hand" \
                if own else f"set by hand between the measured classes; {len(of_class)} rows"
    return content | {"errors": error_records(logs, fit.classes, vendors)}


def add_arguments(parser):
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--left-out", default="gpu model source", help="groups whose errors to print; model is always done")


def run(arguments):
    tables = tables_of("training_speed")
    content, measured = read_json(OUT["training"]), measured_rows(tables)
    engine = Engine(tables, lambda row: "training, " in row["class"] and "+" in row["coefficients"])  # media.py has the others
    if arguments.check:
        rows = engine.rows(content)
        logs = [math.log(row["predicted"] / row["measured"]) for row in rows.values()]
        report("by source", logs, [row["class"] for row in rows.values()])
        report("by class", logs, [row["class"].split(":")[0] for row in rows.values()])
        return
    alike = lambda row: tuple(row[k] for k in ("source", "gpu", "model", "precision", "seq_len"))
    fit = Fit(engine, content, measured, KINDS, coefficients_to_fit(content, engine.rows(content)), limits, lambda of: PRIOR[of[2]], PULL, alike)
    print(len(fit.ids), "rows,", len(fit.names), "coefficients")
    fit.solve(arguments.rounds)
    rows = engine.rows(content)
    labels = [rows[i]["class"].split(":")[0] for i in fit.ids]
    report("in the fit", fit.at, labels)
    by = {column: fit.left_out(GROUPS[column]) for column in ["model", *(c for c in arguments.left_out.split() if c != "model")]}
    for column, logs in by.items():
        report(column + " left out", logs, labels)
    vendor_of = {a["id"]: a["vendor"] for a in engine.catalog["accelerators"]}
    vendors = [vendor_of[rows[i]["device"]] for i in fit.ids]
    if not arguments.dry_run:
        write_whole(OUT["training"], json.dumps(written(fit, by["model"], vendors), indent=2) + "\n")
