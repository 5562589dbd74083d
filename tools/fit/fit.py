#!/usr/bin/python3
"""Fits the coefficients of catalog/calibration to the published runs in tests/validation.

    tools/fit/fit.py [--rounds 3] [--jobs 2]

Every prediction comes from `build/native/ridgepoint validate`: no formula is repeated here. Classes
and coefficients are in spec.json. Classes form a tree: devices first, then software on them. Levels
are fitted from the root on; at each, a class minimises

    sum of w * 2 s^2 (sqrt(1 + (r / s)^2) - 1) / s^2 + sum of ((theta - theta_parent) / spread)^2

over its rows, with r = log(predicted / measured), theta the logarithm of a coefficient and w the
weight of a row (rows of one source, device, model and engine share theirs). A class gets at most one
coefficient for 20 rows, those that lower its cost most, and each of them needs rows of three (device,
model) pairs. Left-out errors: the same minimum with whole devices, models and sources left out in
turn, predicted by the engine.

Writes catalog/calibration/efficiencies.json and errors.json. Needs NumPy and SciPy.
"""
import argparse
import collections
import concurrent.futures
import csv
import glob
import json
import os
import subprocess
import tempfile

import numpy as np
from scipy.optimize import lsq_linear

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get('RIDGEPOINT', os.path.join(ROOT, 'build/native/ridgepoint'))
FILES = sorted(glob.glob(os.path.join(ROOT, 'tests/validation/measured/inference/*.csv')))
CALIBRATION = os.path.join(ROOT, 'catalog/calibration')
CONDITIONS = ('accelerators', 'architectures', 'segments', 'vendors', 'engines', 'before')

ROW_SCALE = 0.15        # log error from which on a row's pull stops growing
ROWS_PER_COEFFICIENT = 20
PAIRS_PER_COEFFICIENT = 3
GAIN = 2.0              # of the cost, below which a coefficient is not worth having
STEP = 0.03             # of the logarithm, for differences
FOLDS = 6
# What rows of a kind weigh: latencies at a known load say more of a coefficient than a maximum whose batch is not said.
WEIGHTS = [('TPOT', 3.0), ('decode', 2.0), ('maximum throughput', 0.4)]
# What each kind of figure is called in errors.json, by the beginning of the class of a row.
FIGURES = [('TPOT, one stream', 'decode_single'), ('TPOT', 'tpot'), ('decode, batched', 'tpot'),
           ('decode', 'decode_single'), ('TTFT', 'ttft'), ('prefill', 'prefill'),
           ('throughput', 'output_tokens_per_s'), ('maximum throughput', 'output_tokens_per_s')]


def read_rows():
    rows = {}
    for path in FILES:
        with open(path, newline='') as file:
            for row in csv.DictReader(file):
                rows[row['id']] = row
    return rows


def expanded(records):
    """Records with everything they take from the class they are like."""
    by_id = {record['id']: record for record in records}

    def full(record):
        if 'like' not in record:
            return dict(record)
        parent = {k: v for k, v in full(by_id[record['like']]).items() if k not in CONDITIONS}
        return {**parent, **{k: v for k, v in record.items() if k != 'like'}}

    return [full(record) for record in records]


class Engine:
    """Runs the command line with a calibration; answers are kept in the order of the first run."""

    def __init__(self, jobs):
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)

    def run(self, records):
        with tempfile.NamedTemporaryFile('w', suffix='.json', delete=False) as file:
            json.dump({'efficiencies': expanded(records), 'errors': []}, file)
        try:
            out = subprocess.run([TOOL, 'validate', *FILES, '--json', '--calibration', file.name],
                                 check=True, capture_output=True, text=True).stdout
        finally:
            os.unlink(file.name)
        return {row['id']: row for row in json.loads(out)['rows']
                if 'predicted' in row and isinstance(row['predicted'], (int, float)) and row['predicted'] > 0
                and figure_of(row['class'])}

    def run_all(self, many):
        return list(self.pool.map(self.run, many))


def figure_of(name):
    return next((figure for start, figure in FIGURES if name.startswith(start)), None)


def log_errors(answers, ids):
    return np.array([np.log(answers[i]['predicted'] / answers[i]['measured']) for i in ids])


def with_values(records, changes):
    """Records with coefficients of some classes set: {class: {coefficient: value}}."""
    return [{**record, **changes.get(record['id'], {})} for record in records]


class Fit:
    def __init__(self, spec, records, engine, table):
        self.spec, self.engine, self.table = spec, engine, table
        self.names = list(spec['coefficients'])
        self.importance = {}
        self.records = records
        self.spread = np.array([spec['coefficients'][n]['spread'] for n in self.names])
        self.low = np.log([spec['coefficients'][n]['low'] for n in self.names])
        self.high = np.log([spec['coefficients'][n]['high'] for n in self.names])

    def theta(self, record_id):
        full = {r['id']: r for r in expanded(self.records)}[record_id]
        return np.clip(np.log([max(1e-9, full[n]) for n in self.names]), self.low, self.high)

    def values(self, theta, which):
        return {self.names[k]: float(f'{np.exp(theta[k]):.4g}') for k in np.flatnonzero(which)}

    def jacobian(self, active, ids, base, theta):
        """d log(predicted) / d log(coefficient), every class moved at once."""
        def moved(k):
            sign = {c: -1 if theta[c][k] + STEP > self.high[k] else 1 for c in theta}
            change = {c: {self.names[k]: float(np.exp(theta[c][k] + sign[c] * STEP))} for c in theta}
            return with_values(active, change), sign
        moves = [moved(k) for k in range(len(self.names))]
        columns = []
        for (_, sign), answers in zip(moves, self.engine.run_all([m[0] for m in moves])):
            signs = np.array([sign.get(base[i]['coefficients'], 1) for i in ids])
            columns.append((log_errors(answers, ids) - log_errors(base, ids)) / (STEP * signs))
        return np.array(columns).T

    def weights(self, ids):
        groups = collections.Counter(self.group(i) for i in ids)
        return np.array([groups[self.group(i)] ** -0.5 * self.importance[i] for i in ids])

    def group(self, i):
        row = self.table[i]
        return (i.rsplit('-', 1)[0], row['gpu'], row['model'], row['engine'])

    def pair(self, i):
        return (self.table[i]['gpu'], self.table[i]['model'])

    def chosen(self, J, r, w, ids, theta, parent):
        """Coefficients to fit, taken one after the other: of those that enough (device, model) pairs show, the
        one that lowers the cost most, while it does so by more than GAIN and rows suffice."""
        which = np.zeros(len(self.names), bool)
        if len(ids) < ROWS_PER_COEFFICIENT:
            return which
        shown = [len({self.pair(ids[i]) for i in np.flatnonzero(np.abs(J[:, k]) > 0.03)}) >= PAIRS_PER_COEFFICIENT
                 for k in range(len(self.names))]
        at_parent = r + J @ (parent - theta)
        # in units of the spread and of the scale of a row; weights as of now, so that outliers do not choose
        weight = np.sqrt(w / np.sqrt(1 + (np.minimum(np.abs(r), np.abs(at_parent)) / ROW_SCALE) ** 2)) / ROW_SCALE
        A, b = weight[:, None] * J * self.spread, -weight * at_parent
        gram, right = A.T @ A + np.eye(len(self.names)), A.T @ b
        gained = 0.0
        while which.sum() < len(ids) // ROWS_PER_COEFFICIENT:
            best = (gained + GAIN, None)
            for k in np.flatnonzero(~which & shown):
                tried = np.append(np.flatnonzero(which), k)
                gain = right[tried] @ np.linalg.solve(gram[np.ix_(tried, tried)], right[tried])
                best = max(best, (gain, k), key=lambda pair: pair[0])
            if best[1] is None:
                break
            gained, which[best[1]] = best[0], True
        return which

    def solve(self, J, r, w, theta, parent, which, most=0.7):
        """The coefficients of the least robust squares of r + J (x - theta), pulled towards the parent."""
        if not which.any() or not len(r):
            return theta
        x = theta.copy()
        for _ in range(6):
            now = r + J @ (x - theta)
            robust = w / np.sqrt(1 + (now / ROW_SCALE) ** 2)
            A = np.vstack([np.sqrt(robust)[:, None] * J[:, which] / ROW_SCALE, np.diag(1 / self.spread[which])])
            b = np.concatenate([-np.sqrt(robust) * (r - J[:, which] @ theta[which]) / ROW_SCALE,
                                parent[which] / self.spread[which]])
            low = np.maximum(self.low, theta - most)[which]
            high = np.minimum(self.high, theta + most)[which]
            x[which] = lsq_linear(A, b, bounds=(low, np.maximum(high, low + 1e-9))).x
        return x

    def cost(self, r, w, theta, parent):
        return (w * 2 * (np.sqrt(1 + (r / ROW_SCALE) ** 2) - 1)).sum() + (((theta - parent) / self.spread) ** 2).sum()

    def level(self, active, fitted, rounds):
        """Fits the classes `fitted` while `active` are in force; gives errors left out and in sample."""
        active = list(active)
        parents = {r['id']: r.get('like') for r in active}
        self.records = active
        base = self.engine.run(active)
        ids = sorted(base)
        self.importance = {i: next((w for start, w in WEIGHTS if base[i]['class'].startswith(start)), 1.0) for i in ids}
        owner = np.array([base[i]['coefficients'] for i in ids])
        rows = {c: np.flatnonzero(owner == c) for c in fitted}
        theta = {c: self.theta(c) for c in fitted}
        parent = {c: self.theta(parents[c]) if parents[c] else theta[c].copy() for c in fitted}
        w = self.weights(ids)
        best = {}
        damping = dict.fromkeys(fitted, 0.7)
        which = {}
        for round_ in range(rounds):
            J = self.jacobian(active, ids, base, theta)
            for chord in range(3):
                r = log_errors(base, ids)
                changes = {}
                for c in fitted:
                    at = rows[c]
                    if c not in which or round_ > 0 and chord == 0:
                        which[c] = self.chosen(J[at], r[at], w[at], [ids[i] for i in at], theta[c], parent[c])
                        if parents[c]:
                            theta[c] = np.where(which[c], theta[c], parent[c])
                    cost = self.cost(r[at], w[at], theta[c], parent[c])
                    if c in best and cost > best[c][0]:  # a step too far: go half the way back
                        theta[c] = (theta[c] + best[c][1]) / 2
                        damping[c] *= 0.5
                    else:
                        best[c] = (cost, theta[c].copy())
                        theta[c] = self.solve(J[at], r[at], w[at], theta[c], parent[c], which[c], damping[c])
                    changes[c] = self.values(theta[c], which[c])
                active = [self.only(record, which, parents) for record in with_values(active, changes)]
                base = self.engine.run(active)
            print(f'  round {round_ + 1}: median {np.median(np.abs(log_errors(base, ids))):.4f}', flush=True)
        r = log_errors(base, ids)
        for c in fitted:  # the last step may have been one too far
            if self.cost(r[rows[c]], w[rows[c]], theta[c], parent[c]) > best[c][0]:
                theta[c] = best[c][1]
        active = with_values(active, {c: self.values(theta[c], which[c]) for c in fitted})
        base = self.engine.run(active)
        J = self.jacobian(active, ids, base, theta)
        return active, base, self.left_out(active, base, ids, rows, theta, parent, which, J, w), which

    def only(self, record, which, parents):
        """The record without coefficients that are no longer its own but its parent's."""
        mine = which.get(record['id'])
        if mine is None or not parents[record['id']]:
            return record
        return {n: v for n, v in record.items() if n not in self.names or mine[self.names.index(n)]}

    def left_out(self, active, base, ids, rows, theta, parent, which, J, w):
        """{row: [log error with its device, its model, its source left out]}"""
        r = log_errors(base, ids)
        kinds = (lambda i: self.table[i]['gpu'], lambda i: self.table[i]['model'], lambda i: i.rsplit('-', 1)[0])
        runs, folds_of = [], []
        for kind in kinds:
            fold = {}
            for c, at in rows.items():
                sizes = collections.Counter(kind(ids[i]) for i in at)
                filled = [0] * FOLDS
                for name, size in sizes.most_common():
                    smallest = int(np.argmin(filled))
                    filled[smallest] += size
                    fold[(c, name)] = smallest
            for f in range(FOLDS):
                changes, mine = {}, []
                for c, at in rows.items():
                    out = np.array([fold[(c, kind(ids[i]))] == f for i in at], bool)
                    mine += [at[j] for j in np.flatnonzero(out)]
                    keep = at[~out]
                    if not out.any():
                        continue
                    enough = which[c].copy()
                    most = len(keep) // ROWS_PER_COEFFICIENT
                    if enough.sum() > most:  # fewer rows, fewer coefficients
                        gain = (w[keep, None] * (J[keep] * self.spread) ** 2).sum(0) * enough
                        enough = np.isin(np.arange(len(gain)), np.argsort(-gain)[:most]) & enough
                    start = np.where(enough, theta[c], np.where(which[c], parent[c], theta[c]))
                    moved = r[keep] + J[keep] @ (start - theta[c])
                    x = self.solve(J[keep], moved, w[keep], start, parent[c], enough)
                    changes[c] = self.values(x, which[c])
                runs.append(with_values(active, changes))
                folds_of.append(mine)
        errors = collections.defaultdict(list)
        for mine, answers in zip(folds_of, self.engine.run_all(runs)):
            for i in mine:
                errors[ids[i]].append(float(np.log(answers[ids[i]]['predicted'] / answers[ids[i]]['measured'])))
        return errors


def depth(record, by_id):
    return 0 if 'like' not in record else 1 + depth(by_id[record['like']], by_id)


def quantiles(log_error_list):
    error = np.abs(np.expm1(np.array(log_error_list)))
    return float(np.median(error)), float(np.quantile(error, 0.9))


def covered(log_error_list):
    """Share of what was left out inside the range that the engine states: prediction / (1 + p90) to x (1 + p90)."""
    return float(np.mean(np.abs(log_error_list) <= np.log1p(quantiles(log_error_list)[1])))


def table_of(title, groups):
    """Text: rows, in-sample and left-out median and 90th percentile by group."""
    print(f'{title:52}{"rows":>6}{"fit":>8}{"p90":>7}{"left out":>10}{"p90":>7}')
    for name in sorted(groups):
        inside, outside = groups[name]
        if len(inside) >= 5:
            a, b = quantiles(inside), quantiles(outside)
            print(f'{name[:52]:52}{len(inside):6}{a[0]:8.1%}{a[1]:7.0%}{b[0]:10.1%}{b[1]:7.0%}')


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument('--rounds', type=int, default=3)
    arguments.add_argument('--jobs', type=int, default=2)
    arguments.add_argument('--dry-run', action='store_true')
    arguments.add_argument('--anew', action='store_true', help='from the starting values, not from the last fit')
    options = arguments.parse_args()
    with open(os.path.join(ROOT, 'tools/fit/spec.json')) as file:
        spec = json.load(file)
    with open(os.path.join(CALIBRATION, 'efficiencies.json')) as file:
        last = json.load(file)['efficiencies']
    old = {record['id']: record for record in expanded(last)}
    fitted_last = {record['id']: {n: v for n, v in record.items() if n in spec['coefficients']} for record in last}
    with open(os.path.join(CALIBRATION, 'errors.json')) as file:
        old_errors = json.load(file)['errors']
    fixed = spec['fixed']  # coefficients of training and others that no row of these tables shows
    root = {**spec['root'], **{n: c['start'] for n, c in spec['coefficients'].items()}}
    records = []
    for entry in spec['classes'] + [root]:
        record = dict(entry)
        if depth(record, {r['id']: r for r in spec['classes'] + [root]}) <= 1:
            known = old.get(record['id'], old['other'])
            record.update({name: known[name] for name in fixed if name in known})
        if not options.anew:
            record.update(fitted_last.get(record['id'], {}))
        records.append(record)
    by_id = {record['id']: record for record in records}
    engine = Engine(options.jobs)
    table = read_rows()
    fit = Fit(spec, records, engine, table)

    left, base, counts, fitted_names = {}, {}, {}, {}
    levels = max(depth(r, by_id) for r in records)
    current = {r['id']: r for r in records}
    for level in range(0 if options.anew else 1, levels + 1):
        active = [current[r['id']] for r in records if depth(r, by_id) <= level]
        fitted = [r['id'] for r in active if depth(r, by_id) == level]
        print(f'level {level}: {len(fitted)} classes', flush=True)
        active, base, errors, which = fit.level(active, fitted, options.rounds)
        current.update({r['id']: r for r in active})
        left.update(errors)
        for c in fitted:
            mine = [i for i in base if base[i]['coefficients'] == c]
            counts[c] = (len(mine), sorted({i.rsplit('-', 1)[0] for i in mine}))
            fitted_names[c] = int(which[c].sum())
    records = [current[r['id']] for r in records]

    regimes, classes, figures = (collections.defaultdict(lambda: ([], [])) for _ in range(3))
    for i, row in base.items():
        inside = float(np.log(row['predicted'] / row['measured']))
        for groups, name in ((regimes, row['class'].split(':')[0]), (classes, row['coefficients']),
                             (figures, (figure_of(row['class']), row['coefficients'])),
                             (figures, (figure_of(row['class']), ''))):
            groups[name][0].append(inside)
            groups[name][1].extend(left[i])
    table_of('figure', regimes)
    table_of('class', classes)
    if options.dry_run:
        return
    for record in records:
        if record['id'] not in counts:
            record['source'] = old[record['id']]['source']
            continue
        rows, sources = counts[record['id']]
        serving = (f'Serving: {fitted_names[record["id"]]} coefficients fitted to {rows} published rows '
                   f'({", ".join(sources)})' if fitted_names[record['id']] else 'Serving: as the class it is like')
        training = old.get(record['id'], {}).get('source', '').partition('Training: ')[2]
        record['source'] = serving + ('. Training: ' + training if training else '.')
    errors = [{'figure': figure, 'device_class': c, 'rows': len(inside),
               'median': round(quantiles(outside)[0], 4), 'p90': round(quantiles(outside)[1], 4),
               'covered': round(covered(outside), 3), 'source': 'whole devices, models and sources left out of the fit in turn'}
              for (figure, c), (inside, outside) in sorted(figures.items())]
    errors += [error for error in old_errors if error['figure'].startswith('train')]
    for name, content in (('efficiencies', records), ('errors', errors)):
        with open(os.path.join(CALIBRATION, name + '.json'), 'w') as file:
            lines = ',\n'.join('    ' + json.dumps(record) for record in content)
            file.write('{\n  "%s": [\n%s\n  ]\n}\n' % (name, lines))


if __name__ == '__main__':
    main()
