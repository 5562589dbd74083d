#!/usr/bin/python3
"""Fits what training reaches of a device and what its software makes of that, on measured rows.

    tools/fit_training.py --engine build/native/ridgepoint --catalog build/native/catalog.json
                          --out catalog/calibration/training.json tests/validation/measured/training_speed/*.csv [--check]

The engine computes every row by `validate`; this script only chooses coefficients: SciPy's least squares of the
logarithms of predicted over measured under a robust loss, each coefficient drawn to its present value in --out. A class
of devices or software has coefficients of its own only where at least 20 rows a coefficient show it. Errors are also those
of rows left out: each device, model and source in turn, refitted with the derivatives of the whole fit and computed by
the engine. --check prints the errors of the coefficients as they are.
"""
import argparse
import csv
import json
import math
import subprocess
import tempfile

import numpy as np
from scipy.optimize import least_squares

ROWS_A_COEFFICIENT = 20
PULL = 0.15  # weight of a coefficient's distance, in logarithms, from its start
STEP = 0.02  # of a difference quotient, in logarithms
DEVICE = ("gemm", "gemm_8bit", "attention", "half_hidden", "gemm_4bit", "gemm_mxfp8", "experts", "fabric", "network", "bandwidth")
SOFTWARE = ("gemm", "layer_us", "attention", "eager", "experts", "moe_layer_us", "hidden", "dequantize")
MOST = {"hidden": 0.95, "half_hidden": 4000, "eager": 20, "layer_us": 20000, "moe_layer_us": 20000, "attention": 0.9, "gemm": 0.9,
        "gemm_8bit": 0.9, "gemm_mxfp8": 0.9, "experts": 1.2}  # others: 0.95
# TPUs have been published at 67% of their peak with everything computed twice in the forward pass: 4 / 3 x 0.67 = 0.89.
MOST_OF = {("tpu", "gemm"): 0.97, ("xla", "gemm"): 1}
# NCCL's all-reduces over NVLink of eight H100 and A100 run at 0.8 of it and more; beside matrix products they get about
# half of that. What software hides of them would else be found here.
LEAST = {"hidden": 0.02, "half_hidden": 30, "eager": 1, "layer_us": 20, "moe_layer_us": 20, "fabric": 0.45}  # others: 0.03
# The scale of the device's own shares; 16 bits on CDNA have no rows but a few of tiny runs in FP32, on Blackwell none of dense
# models: both are what the largest matrix products were measured at (measured_bf16_tflops of the catalog, the mean over the
# peaks); NVLink of A100, which the rows cannot tell from the network.
# Megatron of 2022 is what NVIDIA printed of it (Korthikanti et al., table 5): other builds of those years took a fifth longer.
FIXED = {("megatron", "gemm"), ("megatron", "attention"), ("cdna", "gemm"), ("blackwell_datacenter", "gemm"),
         ("ampere_datacenter", "fabric"), *(("megatron_2022", name) for name in SOFTWARE)}


class Engine:
    def __init__(self, arguments):
        self.command = [arguments.engine, "validate", "--catalog", arguments.catalog, "--json"]
        self.files = arguments.tables
        self.calibration = json.load(open(arguments.catalog, encoding="utf-8"))["calibration"]

    def rows(self, content):
        """{id: row} with coefficients as in the file `content`; rows of other figures and skipped ones left out."""
        changed = self.calibration | {"training": content["training"], "training_software": content["training_software"]}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(changed, file)
            file.flush()
            run = subprocess.run([*self.command, "--calibration", file.name, *self.files], capture_output=True, text=True, check=True)
        return {row["id"]: row for row in json.loads(run.stdout)["rows"] if "skipped" not in row and "training, " in row["class"] and "images" not in row["class"]}


def with_values(content, names, x):
    changed = json.loads(json.dumps(content))
    for (kind, owner, name), value in zip(names, x):
        next(c for c in changed[kind] if c["id"] == owner)[name] = math.exp(value)
    return changed


def start_of(content, names):
    return np.array([math.log(max(1e-3, next(c for c in content[kind] if c["id"] == owner)[name])) for kind, owner, name in names])


def coefficients_to_fit(content, rows):
    """As many as the rows of each class allow, in order of importance."""
    names = []
    for kind, place, wanted in (("training", 0, DEVICE), ("training_software", 1, SOFTWARE)):
        for record in content[kind]:
            count = sum(row["coefficients"].split("+")[place] == record["id"] for row in rows.values())
            own = [name for name in wanted if (record["id"], name) not in FIXED][:count // ROWS_A_COEFFICIENT]
            names += [(kind, record["id"], name) for name in own]
    return names


class Fit:
    def __init__(self, engine, content, measured):
        self.engine, self.content, self.measured = engine, content, measured
        rows = engine.rows(content)
        self.ids = sorted(rows)
        self.classes = [rows[i]["coefficients"].split("+") for i in self.ids]
        self.names = coefficients_to_fit(content, rows)
        self.start = start_of(content, self.names)
        self.lower = np.array([math.log(LEAST.get(name, 0.03)) for _, _, name in self.names])
        self.upper = np.array([math.log(MOST_OF.get((owner, name), MOST.get(name, 0.95))) for _, owner, name in self.names])
        self.start = np.clip(self.start, self.lower + 1e-3, self.upper - 1e-3)
        key = [tuple(measured[i][k] for k in ("source", "gpu", "model", "precision", "seq_len")) for i in self.ids]
        self.weights = np.array([key.count(k) ** -0.25 for k in key])

    def logs(self, x):
        """Logarithms of predicted over measured."""
        rows = self.engine.rows(with_values(self.content, self.names, x))
        return np.array([math.log(rows[i]["predicted"] / rows[i]["measured"]) for i in self.ids])

    def derivatives(self, x):
        """One run for all classes that have a coefficient of one name: a row depends on its own classes alone."""
        base, out = self.logs(x), np.zeros((len(self.ids), len(x)))
        for kind, place in (("training", 0), ("training_software", 1)):
            for name in sorted({n for k, _, n in self.names if k == kind}):
                columns = [j for j, (k, _, n) in enumerate(self.names) if k == kind and n == name]
                moved = np.array(x)
                moved[columns] -= STEP
                change = (base - self.logs(moved)) / STEP
                for j in columns:
                    own = np.array([c[place] == self.names[j][1] for c in self.classes])
                    out[own, j] = change[own]
        return out

    def solve(self, most):
        pull = PULL * np.eye(len(self.start))
        result = least_squares(lambda x: np.concatenate([self.weights * self.logs(x), PULL * (x - self.start)]), self.start,
                               jac=lambda x: np.concatenate([self.weights[:, None] * self.derivatives(x), pull]),
                               bounds=(self.lower, self.upper), loss="soft_l1", f_scale=0.1, max_nfev=most, verbose=2)
        self.x = result.x
        self.at = self.logs(self.x)
        self.slope = self.derivatives(self.x)

    def without(self, left):
        """Coefficients without the rows where `left` holds, by the derivatives at the solution."""
        kept = ~left
        slope, at, weights = self.slope[kept], self.at[kept], self.weights[kept]
        residuals = lambda x: np.concatenate([weights * (at + slope @ (x - self.x)), PULL * (x - self.start)])
        inside = np.clip(self.x, self.lower + 1e-6, self.upper - 1e-6)
        return least_squares(residuals, inside, bounds=(self.lower, self.upper), loss="soft_l1", f_scale=0.1).x

    def left_out(self, column):
        out = np.zeros(len(self.ids))
        groups = [self.measured[i][column] for i in self.ids]
        for group in sorted(set(groups)):
            left = np.array([g == group for g in groups])
            out[left] = self.logs(self.without(left))[left]
        return out


def errors_of(logs):
    errors = np.abs(np.exp(np.asarray(logs)) - 1)
    return len(errors), float(np.median(errors)), float(np.quantile(errors, 0.9))


def report(title, logs, labels):
    print(title)
    for label in sorted(set(labels)):
        rows, median, p90 = errors_of([e for e, other in zip(logs, labels) if other == label])
        print(f"  {label:60} {rows:5} {100 * median:6.1f} {100 * p90:6.1f}")


def rounded(value):
    return float(f"{value:.4g}")


def error_records(logs, classes):
    records = []
    for name in [*sorted({c[0] for c in classes}), ""]:
        own = [e for e, c in zip(logs, classes) if name in ("", c[0])]
        rows, median, p90 = errors_of(own)
        records.append({"figure": "train_tokens_per_s", **({"device_class": name} if name else {}), "rows": rows, "median": rounded(median),
                        "p90": rounded(p90), "covered": rounded(float(np.mean(np.abs(own) <= math.log1p(p90)))), "source": "published runs, each model left out of the fit in turn"})
    return records


def several(names):
    """A few by name, the others by number: the catalog is fetched by everyone who opens the page."""
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"


def written(fit, logs):
    content = with_values(fit.content, fit.names, fit.x)
    for kind, place in (("training", 0), ("training_software", 1)):
        for record in content[kind]:
            of_class = [i for i, c in zip(fit.ids, fit.classes) if c[place] == record["id"]]
            shown = np.any(np.abs(fit.slope) > 1e-9, axis=0)  # coefficients that some row depends on
            own = [name for (k, owner, name), some in zip(fit.names, shown) if some and k == kind and owner == record["id"]]
            record.update({name: rounded(record[name]) for name in own})
            sources = several(sorted({fit.measured[i]["source"] for i in of_class}))
            if not own and record["source"].startswith("gemm: set by"):
                continue
            record["source"] = f"{', '.join(own)}: fitted to {len(of_class)} published rows ({sources}); the rest set by hand" \
                if own else f"set by hand between the measured classes; {len(of_class)} rows"
    return content | {"errors": error_records(logs, fit.classes)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("engine", "catalog", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--left-out", default="gpu model source", help="groups whose errors to print; model is always done")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("tables", nargs="+")
    arguments = parser.parse_args()
    content = json.load(open(arguments.out, encoding="utf-8"))
    measured = {row["id"]: row for path in arguments.tables for row in csv.DictReader(open(path, encoding="utf-8"))}
    engine = Engine(arguments)
    if arguments.check:
        rows = engine.rows(content)
        logs = [math.log(row["predicted"] / row["measured"]) for row in rows.values()]
        report("by source", logs, [row["class"] for row in rows.values()])
        report("by class", logs, [row["class"].split(":")[0] for row in rows.values()])
        return
    fit = Fit(engine, content, measured)
    print(len(fit.ids), "rows,", len(fit.names), "coefficients")
    fit.solve(arguments.rounds)
    rows = engine.rows(content)
    labels = [rows[i]["class"].split(":")[0] for i in fit.ids]
    report("in the fit", fit.at, labels)
    by = {column: fit.left_out(column) for column in ["model", *(c for c in arguments.left_out.split() if c != "model")]}
    for column, logs in by.items():
        report(column + " left out", logs, labels)
    with open(arguments.out, "w", encoding="utf-8") as file:
        json.dump(written(fit, by["model"]), file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()
