"""Fits what training processes hold beside the work of a step, on published peaks.

The engine computes every row by `validate`; this script only chooses the few coefficients of `training_overheads`: SciPy's
least squares of the logarithms of predicted over measured under a robust loss, a source with many rows weighing less a row.
Errors are those of rows left out, each source and each model in turn, refitted with the derivatives of the whole fit. Then
the errors of serving are computed anew, where nothing is fitted.
"""
import json
import math

import numpy as np
from scipy.optimize import least_squares

from groups import GROUPS
from places import OUT, measured_rows, read_json, tables_of
from solver import Engine, errors_of, report, rounded
from whole import write_whole

# Name, records it is shared by, least and most. At least 20 rows a coefficient. Two are not fitted, because few peaks
# show them: context_gb of the others, between the 0.48 GB of a bare process and Transformers', and fragmentation, with
# which llm-foundry's 176 runs that fitted do (the torchtune ladder leaves 0 to 0.02).
COEFFICIENTS = (
    ("context_gb", ("transformers",), 0.4, 3),
    ("varying_logits", None, 0.05, 4),
    ("varying_values", None, 0.05, 4),
    ("varying_fall", None, 0.01, 1),
    ("quantized_layer", None, 2, 60),
)
STEP = 0.05  # of a difference quotient, in logarithms
FIGURES = {"training peak, full": "training_memory_full", "training peak, LoRA": "training_memory_lora",
           "training peak, QLoRA": "training_memory_qlora", "inference memory": "inference_memory"}


def rows_of(tables, overheads):
    """Rows with a number, by id, under the given coefficients."""
    return Engine(tables, lambda row: isinstance(row["predicted"], (int, float))).rows({"training_overheads": overheads})


def regime(row):
    return row["class"].split(":")[0]


def with_values(overheads, x):
    changed = json.loads(json.dumps(overheads))
    for (name, records, _, _), value in zip(COEFFICIENTS, x):
        for record in changed:
            if records is None or record["id"] in records:
                record[name] = math.exp(value)
    return changed


class Fit:
    def __init__(self, overheads, tables, measured):
        self.overheads, self.tables, self.measured = overheads, tables, measured
        self.rows = rows = rows_of(tables, overheads)
        self.ids = sorted(i for i, r in rows.items() if regime(r).startswith("training peak"))
        self.regimes = [regime(rows[i]) for i in self.ids]
        sources = [measured[i]["source"] for i in self.ids]
        self.weights = np.array([sources.count(s) ** -0.25 for s in sources])
        self.lower = np.log([least for _, _, least, _ in COEFFICIENTS])
        self.upper = np.log([most for _, _, _, most in COEFFICIENTS])
        first = [next(o for o in overheads if records is None or o["id"] in records)[name] for name, records, _, _ in COEFFICIENTS]
        self.x = np.clip(np.log(first), self.lower + 1e-6, self.upper - 1e-6)
        assert len(self.ids) >= 20 * len(COEFFICIENTS)

    def logs(self, x):
        rows = rows_of(self.tables, with_values(self.overheads, x))
        return np.array([math.log(rows[i]["predicted"] / rows[i]["measured"]) for i in self.ids])

    def derivatives(self, x):
        base, columns = self.logs(x), []
        for j in range(len(x)):
            moved = np.array(x)
            moved[j] -= STEP
            columns.append((base - self.logs(moved)) / STEP)
        return np.array(columns).T

    def solve(self, most):
        """Sets x, and logs and derivatives there."""
        self.x = least_squares(lambda x: self.weights * self.logs(x), self.x, jac=lambda x: self.weights[:, None] * self.derivatives(x),
                               bounds=(self.lower, self.upper), loss="soft_l1", f_scale=0.05, max_nfev=most).x
        self.at, self.slope = self.logs(self.x), self.derivatives(self.x)

    def without(self, left):
        """Coefficients without the rows where `left` holds, by the derivatives at the solution."""
        kept = ~left
        residuals = lambda x: self.weights[kept] * (self.at + self.slope @ (x - self.x))[kept]
        inside = np.clip(self.x, self.lower + 1e-6, self.upper - 1e-6)
        return least_squares(residuals, inside, bounds=(self.lower, self.upper), loss="soft_l1", f_scale=0.05).x

    def left_out(self, column):
        out = np.zeros(len(self.ids))
        groups = [GROUPS[column](self.rows[i], self.measured[i]) for i in self.ids]
        for group in sorted(set(groups)):
            left = np.array([g == group for g in groups])
            out[left] = self.logs(self.without(left))[left]
        return out


def record(name, logs, source):
    rows, median, p90 = errors_of(logs)
    return {"figure": FIGURES[name], "device_class": "", "rows": rows, "median": rounded(median), "p90": rounded(p90), "source": source}


def lines(records):
    return ",\n".join("    " + json.dumps(r) for r in records)


def add_arguments(parser):
    parser.add_argument("--rounds", type=int, default=8)


def run(arguments):
    tables = tables_of("training_memory")
    measured = measured_rows(tables)
    fit = Fit(read_json(OUT["memory"])["training_overheads"], tables, measured)
    sources = [f"{r}: {measured[i]['source']}" for i, r in zip(fit.ids, fit.regimes)]
    report("as it was", fit.logs(fit.x), fit.regimes)
    if arguments.check:
        report("by source", fit.logs(fit.x), sources)
        return
    fit.solve(arguments.rounds)
    fitted = fit.at
    report("in the fit", fitted, fit.regimes)
    report("by source", fitted, sources)
    for (name, records, _, _), value in zip(COEFFICIENTS, fit.x):
        print(f"  {name:20} {' '.join(records or ['all']):25} {math.exp(value):.4g}")
    by = {column: fit.left_out(column) for column in ("model", "source")}
    for column, logs in by.items():
        report(column + " left out", logs, fit.regimes)
    overheads = with_values(fit.overheads, fit.x)
    for overhead in overheads:
        overhead.update({name: rounded(overhead[name]) for name, *_ in COEFFICIENTS})
        overhead["source"] = f"fitted to {len(fit.ids)} published peaks of training; fragmentation and the context of others by hand"
    errors = [record(name, by["model"][[r == name for r in fit.regimes]], "published peaks, each model left out of the fit in turn")
              for name in sorted(set(fit.regimes))]
    serving = rows_of(tables_of("inference"), overheads)
    logs = [math.log(r["predicted"] / r["measured"]) for r in serving.values() if regime(r) == "inference memory"]
    errors.insert(0, record("inference memory", logs, "published tables; a few stated constants of engines were chosen in sight of them"))
    text = '{\n  "training_overheads": [\n' + lines(overheads) + '\n  ],\n  "errors": [\n' + lines(errors) + "\n  ]\n}\n"
    if not arguments.dry_run:
        write_whole(OUT["memory"], text)
