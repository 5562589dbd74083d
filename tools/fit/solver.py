"""Coefficients of the engine by least squares of logarithms, on measured rows that `validate` computes.

The engine computes every row; nothing of its formulas is repeated here. Coefficients lie in kinds of records ("training",
"media", ...), each found by its id; a kind that is one record for all rows has the id "".
"""
import json
import math
import subprocess
import tempfile

import numpy as np
from scipy.optimize import least_squares

from places import CATALOG, TOOL, read_json

STEP = 0.02  # of a difference quotient, in logarithms
FARTHEST = 0.7  # that a coefficient moves by derivatives of one place, in logarithms
MOVES = 3


class Engine:
    """Rows of the measured tables as `validate` computes them, for coefficients that are given."""

    def __init__(self, tables, wanted):
        self.command = [TOOL, "validate", "--catalog", CATALOG, "--json"]
        self.tables = tables
        self.wanted = wanted  # which rows take part
        self.catalog = read_json(CATALOG)
        self.calibration = self.catalog["calibration"]

    def rows(self, content):
        """{id: row} with coefficients as in `content`; other rows and skipped ones left out."""
        changed = self.calibration | {key: content[key] for key in content if key != "errors"}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(changed, file)
            file.flush()
            run = subprocess.run([*self.command, "--calibration", file.name, *self.tables], capture_output=True, text=True, check=True)
        return {row["id"]: row for row in json.loads(run.stdout)["rows"] if "skipped" not in row and self.wanted(row)}


def record_of(content, kind, owner):
    records = content[kind]
    return records if isinstance(records, dict) else next(c for c in records if c["id"] == owner)


def with_values(content, names, x):
    changed = json.loads(json.dumps(content))
    for (kind, owner, name), value in zip(names, x):
        record_of(changed, kind, owner)[name] = math.exp(value)
    return changed


class Fit:
    """`kinds`: the kinds of coefficients, in the order in which a row's "coefficients" names their records, joined by "+".
    `names`: (kind, id, coefficient) of those to fit; `limits`: the same to (least, most), `prior`: to what it is taken for without rows;
    `pull`: the weight of a coefficient's distance, in logarithms, from there; `key`: of rows that tell the same, which count less."""

    def __init__(self, engine, content, measured, kinds, names, limits, prior, pull, key, scale=0.1):
        self.engine, self.content, self.measured, self.names, self.pull, self.scale = engine, content, measured, names, pull, scale
        self.rows = rows = engine.rows(content)
        self.ids = sorted(rows)
        self.classes = [rows[i]["coefficients"].split("+") for i in self.ids]
        self.places = {kind: place for place, kind in enumerate(kinds)}
        self.lower, self.upper = (np.log([limits(name)[side] for name in names]) for side in (0, 1))
        start = np.array([math.log(max(1e-3, record_of(content, kind, owner)[name])) for kind, owner, name in names])
        self.start = np.clip(start, self.lower + 1e-3, self.upper - 1e-3)
        self.prior = np.clip(np.log([prior(name) for name in names]), self.lower, self.upper)
        keys = [key(measured[i]) for i in self.ids]
        self.weights = np.array([keys.count(k) ** -0.25 for k in keys])

    def logs(self, x):
        """Logarithms of predicted over measured."""
        rows = self.engine.rows(with_values(self.content, self.names, x))
        return np.array([math.log(rows[i]["predicted"] / rows[i]["measured"]) for i in self.ids])

    def derivatives(self, x):
        """One run for all records that have a coefficient of one name: a row depends on its own records alone."""
        base, out = self.logs(x), np.zeros((len(self.ids), len(x)))
        for kind, name in sorted({(kind, name) for kind, _, name in self.names}):
            columns = [j for j, (k, _, n) in enumerate(self.names) if (k, n) == (kind, name)]
            moved = np.array(x)
            moved[columns] -= STEP
            change = (base - self.logs(moved)) / STEP
            for j in columns:
                place = self.places.get(kind)
                own = np.array([place is None or c[place] == self.names[j][1] for c in self.classes])
                out[own, j] = change[own]
        return out

    def solve(self, most):
        pull = self.pull * np.eye(len(self.start))
        result = least_squares(lambda x: np.concatenate([self.weights * self.logs(x), self.pull * (x - self.prior)]), self.start,
                               jac=lambda x: np.concatenate([self.weights[:, None] * self.derivatives(x), pull]),
                               bounds=(self.lower, self.upper), loss="soft_l1", f_scale=self.scale, max_nfev=most, verbose=2)
        self.x = result.x
        self.at = self.logs(self.x)
        self.slope = self.derivatives(self.x)

    def without(self, left):
        """Coefficients without the rows where `left` holds: by the derivatives at the solution, and by new ones where a coefficient
        has gone so far that these no longer hold."""
        kept, x, at, slope = ~left, self.x, self.at, self.slope
        for _ in range(MOVES):
            residuals = lambda y: np.concatenate([(self.weights * (at + slope @ (y - x)))[kept], self.pull * (y - self.prior)])
            lower, upper = np.maximum(self.lower, x - FARTHEST), np.minimum(self.upper, x + FARTHEST)
            moved = least_squares(residuals, np.clip(x, lower + 1e-6, upper - 1e-6), bounds=(lower, upper), loss="soft_l1", f_scale=self.scale).x
            near = np.max(np.abs(moved - x)) < 0.9 * FARTHEST
            x = moved
            if near:
                break
            at, slope = self.logs(x), self.derivatives(x)
        return x

    def left_out(self, group_of):
        """Logarithms for each group of rows (groups.py) with coefficients that did not see it."""
        out = np.zeros(len(self.ids))
        groups = [group_of(self.rows[i], self.measured[i]) for i in self.ids]
        for group in sorted(set(groups)):
            left = np.array([g == group for g in groups])
            out[left] = self.logs(self.without(left))[left]
        return out

    def shown(self):
        """Which coefficients some row depends on."""
        return np.any(np.abs(self.slope) > 1e-9, axis=0)


def errors_of(logs):
    errors = np.abs(np.exp(np.asarray(logs)) - 1)
    return len(errors), float(np.median(errors)), float(np.quantile(errors, 0.9))


def wider(logs):
    """Factor less 1 that eight of ten were within, where that is more than the 90th percentile of the error, which is below 1
    however far too small an estimate is; else None."""
    within = float(np.expm1(np.quantile(np.abs(logs), 0.8)))
    return within if within > errors_of(logs)[2] else None


def report(title, logs, labels):
    print(title)
    for label in sorted(set(labels)):
        rows, median, p90 = errors_of([e for e, other in zip(logs, labels) if other == label])
        print(f"  {label:60} {rows:5} {100 * median:6.1f} {100 * p90:6.1f}")


def error_record(figure, name, logs, source):
    """Of a class of devices, or of all where `name` is empty."""
    rows, median, p90 = errors_of(logs)
    range_ = wider(logs)
    return {"figure": figure, **({"device_class": name} if name else {}), "rows": rows, "median": rounded(median, 3), "p90": rounded(p90, 3),
            **({"range": rounded(range_, 3)} if range_ else {}),
            "covered": rounded(float(np.mean(np.abs(logs) <= math.log1p(range_ or p90))), 2), "source": source}


def rounded(value, digits=4):
    return float(f"{value:.{digits}g}")


def several(names):
    """A few by name, the others by number: the catalog is fetched by everyone who opens the page."""
    return ", ".join(names) if len(names) <= 3 else f"{', '.join(names[:2])} and {len(names) - 2} more"
