#!/usr/bin/python3
"""Fits the coefficients of catalog/calibration to the published runs in tests/validation.

    tools/fit/fit.py [--rounds 6] [--jobs 2]

Every prediction comes from `build/native/ridgepoint validate`: no formula is repeated here. Classes, software and
coefficients are in spec.json. Classes form a tree: devices first, then software on them; software has factors besides,
the same on all devices. It all minimises

    sum of w * 2 s^2 (sqrt(1 + (r / s)^2) - 1) / s^2 + sum of ((theta - theta_parent) / spread)^2

with r = log(predicted / measured), w the weight of a row (rows of one source, device, model and engine share theirs),
theta the logarithm of a coefficient, pulled to that of the class it is like, or of a factor, pulled to 0.

Which coefficients a class or software has of its own is chosen from the root on: at most one for 20 rows, each with rows of
three (device, model) pairs, of which no one tells most of what is known of it (of software: three classes of devices), and
every one has to lower the cost by GAIN: sets are grown, thinned and exchanged step by step, and a step is kept where the
engine itself says that the cost is lower. What is a matter of software alone (`"of"` in spec.json) is fitted in the classes
that name engines, where there are such. A class of devices is fitted to the rows of the classes that are like it, not to
those of software with a class elsewhere in the tree. Then all of them are moved together (joint.py).

Left-out errors: the same minimum with whole devices, models and sources (groups.py) left out in turn, of everything,
predicted by the engine.

Writes catalog/calibration/efficiencies.json and errors.json. Needs NumPy and SciPy.
"""
import argparse
import collections
import json
import os

import numpy as np
from scipy.optimize import lsq_linear

from groups import Sources, device_of, folds, model_of
from joint import Joint
from measured import Engine, expanded, factor_name, figure_of, log_errors, read_rows, with_values
from solver import wider
from whole import write_whole

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CALIBRATION = 'catalog/calibration'
FACTOR = 30             # most that software may make of a coefficient, either way
TOLD_BY = {'prefill': ('prefill', 'ttft')}  # figures whose loads rows of another have too: prompts are what first tokens wait for
FEWEST_ROWS = 5  # of a class whose error is told: the engine takes fewer for none

ROW_SCALE = 0.03        # log error from which on a row's pull stops growing
ROW_WEIGHT = 0.3        # of a row's cost beside what coefficients are pulled by: far rows count as with a scale of 0.1
ROWS_PER_COEFFICIENT = 20
PAIRS_PER_COEFFICIENT = 3
EVEN_PAIRS = 1.5        # that tell as much of a coefficient as all pairs do: (sum of s)^2 / sum of s^2
GAIN = 5.0              # of the cost, below which a coefficient is not worth having
STEP = 0.03             # of the logarithm, for differences
FARTHEST = 0.7          # that a coefficient moves at once, of the logarithm
CHORDS = 3              # solutions from one set of differences
LEFT_OUT = ('device', 'model', 'source')  # whole ones of these, in turn
FOLDS = 20
POLISHING = 4           # times that all coefficients are moved together
POLISHING_STEPS = (0.02, 0.06, 0.15, 0.4)  # farthest that one then moves at once, of the logarithm
ROOT_ROWS = 4           # one of so many rows is enough for the root
# What rows of a kind weigh: latencies at a known load say more of a coefficient than a maximum whose batch is not said.
WEIGHTS = [('TPOT', 3.0), ('decode', 2.0), ('maximum throughput', 0.4)]
# Of rows whose requests all came at once: how many of them run together changes all the time.
AT_ONCE = 0.6


class Fit:
    def __init__(self, spec, records, software, engine, table):
        self.software = software  # [{id, engines, before, of_software, factors}]
        self.spec, self.engine, self.table = spec, engine, table
        self.names = list(spec['coefficients'])
        self.importance = {}
        self.records = records
        ends = self.run(records)  # the class of each row when all are in force
        lines = {r['id']: ancestry(r, {q['id']: q for q in records}) for r in records}
        self.line = {i: lines[row['coefficients']] for i, row in ends.items()}
        self.spread = np.array([spec['coefficients'][n]['spread'] for n in self.names])
        self.low = np.log([spec['coefficients'][n]['low'] for n in self.names])
        self.high = np.log([spec['coefficients'][n]['high'] for n in self.names])

    def run(self, records):
        return self.run_all([records])[0]

    def run_all(self, many):
        return self.engine.run_all([[*records, *self.software] for records in many])

    def theta(self, record_id):
        full = {r['id']: r for r in expanded(self.records)}[record_id]
        start = self.spec['coefficients']
        return np.clip(np.log([full.get(n, start[n]['start']) for n in self.names]), self.low, self.high)

    def allowed(self, record):
        """Which coefficients a class may have: those of software only where no class like it names engines, and those
        of some classes ("classes") only there."""
        engines = [r for r in self.spec['classes'] if r.get('like') == record['id'] and 'engines' in r]
        hardware = 'engines' not in record and engines and 'like' in record
        apart = self.spec['apart'].get(record['id'], [])  # what the classes like it do not have in common
        coefficients = self.spec['coefficients']

        def may(name):
            if name in apart or record['id'] not in coefficients[name].get('classes', [record['id']]):
                return False
            return not (hardware and coefficients[name].get('of') == 'software')

        return np.array([may(name) for name in self.names])

    def values(self, theta, which):
        return {self.names[k]: float(f'{np.exp(theta[k]):.3g}') for k in np.flatnonzero(which)}

    def jacobian(self, active, ids, base, theta):
        """d log(predicted) / d log(coefficient), every class moved at once."""
        def moved(k):
            sign = {c: -1 if theta[c][k] + STEP > self.high[k] else 1 for c in theta}
            change = {c: {self.names[k]: float(np.exp(theta[c][k] + sign[c] * STEP))} for c in theta}
            return with_values(active, change), sign
        moves = [moved(k) for k in range(len(self.names))]
        columns = []
        for (_, sign), answers in zip(moves, self.run_all([m[0] for m in moves])):
            signs = np.array([sign.get(base[i]['coefficients'], 1) for i in ids])
            columns.append((log_errors(answers, ids) - log_errors(base, ids)) / (STEP * signs))
        return np.array(columns).T

    def weights(self, ids):
        groups = collections.Counter(self.group(i) for i in ids)
        return ROW_WEIGHT * np.array([groups[self.group(i)] ** -0.5 * self.importance[i] for i in ids])

    def importance_of(self, i, kind):
        at_once = AT_ONCE if 'requests at once' in self.table[i]['notes'] else 1.0
        return at_once * next((weight for start, weight in WEIGHTS if kind.startswith(start)), 1.0)

    def group(self, i):
        row = self.table[i]
        return (i.rsplit('-', 1)[0], row['gpu'], row['model'], row['engine'])

    def pair(self, i):
        return (self.table[i]['gpu'], self.table[i]['model'])

    def shown(self, J, w, ids, device=None):
        """Coefficients that rows of enough (device, model) pairs show, and not one of them almost alone; or of enough
        classes of devices."""
        pairs = [device[i] if device else self.pair(i) for i in ids]
        place = {pair: n for n, pair in enumerate(dict.fromkeys(pairs))}
        told = np.zeros((len(place), len(self.names)))
        np.add.at(told, [place[pair] for pair in pairs], np.where(np.abs(J) > 0.03, w[:, None] * J ** 2, 0))
        even = told.sum(0) ** 2 / np.maximum((told ** 2).sum(0), 1e-12)
        return ((told > 0).sum(0) >= PAIRS_PER_COEFFICIENT) & (even >= EVEN_PAIRS)

    def sets(self, J, r, w, theta, parent, which, usable):
        """Sets of coefficients worth trying: as it is, and grown, thinned and exchanged by what the differences say
        of the cost."""
        weight = np.sqrt(w / np.sqrt(1 + (r / ROW_SCALE) ** 2)) / ROW_SCALE
        A, b = weight[:, None] * J * self.spread, -weight * (r + J @ (parent - theta))
        gram, right = A.T @ A + np.eye(len(self.names)), A.T @ b

        def gain(members):
            return right[members] @ np.linalg.solve(gram[np.ix_(members, members)], right[members]) if members else 0.0

        def grown(members, most):
            while len(members) < most:
                free = [k for k in np.flatnonzero(usable) if k not in members]
                best = max(free, key=lambda k: gain(members + [k]), default=None)
                if best is None or gain(members + [best]) < gain(members) + GAIN / 2:
                    break
                members = members + [best]
            return members

        def without(members, k):
            return [m for m in members if m != k]

        def exchanged(members):
            pairs = [(k, new) for k in members for new in np.flatnonzero(usable) if new not in members]
            best = max(pairs, key=lambda pair: gain(without(members, pair[0]) + [pair[1]]), default=None)
            return without(members, best[0]) + [best[1]] if best else members

        now, most = list(np.flatnonzero(which)), len(r) // ROWS_PER_COEFFICIENT
        tried = [now, grown(now, min(most, len(now) + 1)), grown(now, most)]
        if now:
            fewer = max((without(now, k) for k in now), key=gain)
            tried += [fewer, grown(fewer, len(now)), exchanged(now), grown([], len(now))]
        unique = {tuple(sorted(members)) for members in tried}
        return [np.isin(np.arange(len(self.names)), members) for members in sorted(unique)]

    def solve(self, J, r, w, theta, parent, which, most=FARTHEST, limits=None):
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
            least, greatest = limits or (self.low, self.high)
            low = np.maximum(least, theta - most)[which]
            high = np.minimum(greatest, theta + most)[which]
            x[which] = lsq_linear(A, b, bounds=(low, np.maximum(high, low + 1e-9))).x
        return x

    def cost(self, r, w, theta, parent, which):
        rows = (w * 2 * (np.sqrt(1 + (r / ROW_SCALE) ** 2) - 1)).sum()
        return rows + (((theta - parent) / self.spread) ** 2).sum() + GAIN * which.sum()

    def proposals(self, J, r, w, theta, parent, which, usable, limits=None):
        """[(set, coefficients)], first those of the set as it is; full steps and half ones."""
        out = []
        for members in self.sets(J, r, w, theta, parent, which, usable):
            start = np.where(members, theta, parent)
            full = self.solve(J, r + J @ (start - theta), w, start, parent, members, FARTHEST, limits)
            out += [(members, full), (members, (start + full) / 2)]
        return out

    def levels(self, records, rounds, with_root):
        """Fits the tree from the top down; gives (records, {class: (how many coefficients of its own, its rows)})."""
        by_id, own = {r['id']: r for r in records}, {}
        level_of = {r['id']: depth(r, by_id) for r in records}
        for level in range(0 if with_root else 1, max(level_of.values()) + 1):
            active = [by_id[r['id']] for r in records if level_of[r['id']] <= level]
            fitted = [r['id'] for r in active if level_of[r['id']] == level]
            print(f'level {level}: {len(fitted)} classes', flush=True)
            active, base, which = self.level(active, fitted, rounds)
            by_id.update({r['id']: r for r in active})
            for c in fitted:
                rows = [i for i in base if base[i]['coefficients'] == c and c in self.line[i]]
                own[c] = int(which[c].sum()), rows
        return [by_id[r['id']] for r in records], own

    def level(self, active, fitted, rounds):
        """Fits the classes `fitted` while `active` are in force; gives (records, answers, their sets)."""
        parents = {r['id']: r.get('like') for r in active}
        self.records = list(active)
        base = self.run(active)
        ids = sorted(i for i in base if base[i]['coefficients'] in fitted and base[i]['coefficients'] in self.line[i])
        if len(active) == 1:
            ids = ids[::ROOT_ROWS]
        self.engine.take(set(ids))
        self.importance = {i: self.importance_of(i, base[i]['class']) for i in ids}
        owner = np.array([base[i]['coefficients'] for i in ids])
        rows = {c: np.flatnonzero(owner == c) for c in fitted}
        allowed = {r['id']: self.allowed(r) for r in active}
        parent = {c: self.theta(parents[c] or c) for c in fitted}
        own = {r['id']: np.isin(self.names, list(r)) for r in active}
        which = {c: own[c] if parents[c] else np.ones(len(self.names), bool) for c in fitted}
        for c in fitted:  # of a former fit, no more than the rows are good for
            if parents[c] and which[c].sum() > len(rows[c]) // ROWS_PER_COEFFICIENT:
                which[c] = np.zeros(len(self.names), bool)
            which[c] = which[c] & allowed[c]
        theta = {c: np.where(which[c], self.theta(c), parent[c]) for c in fitted}
        w = self.weights(ids)

        def records(theta_, which_):
            changed = with_values(active, {c: self.values(theta_[c], which_[c]) for c in theta_})
            return [self.only(record, which_, parents) for record in changed]

        def usable_of(J, c):
            return allowed[c] & self.shown(J[rows[c]], w[rows[c]], [ids[i] for i in rows[c]])

        base = self.run(records(theta, which))
        J = self.jacobian(records(theta, which), ids, base, theta)
        for c in fitted:  # of a former fit, no more than the rows tell
            if parents[c]:
                which[c] = which[c] & usable_of(J, c)
                theta[c] = np.where(which[c], theta[c], parent[c])
        base = self.run(records(theta, which))

        def costs():
            r = log_errors(base, ids)
            return {c: self.cost(r[rows[c]], w[rows[c]], theta[c], parent[c], which[c]) for c in fitted}

        level_of_software = len(active) > 1 and all(parents[c] == active[-1]['id'] for c in fitted)
        cost = costs()
        open_ = [c for c in fitted if len(rows[c]) >= ROWS_PER_COEFFICIENT]
        for round_ in range(rounds):
            J = self.jacobian(records(theta, which), ids, base, theta)
            began = dict(cost)
            for chord in range(CHORDS):
                r = log_errors(base, ids)
                tried = {}
                for c in open_:
                    at = rows[c]
                    tried[c] = self.proposals(J[at], r[at], w[at], theta[c], parent[c], which[c], usable_of(J, c))
                    tried[c] = tried[c] if parents[c] else [p for p in tried[c] if p[0].all()]
                count = max(map(len, tried.values()), default=0)
                picks = [{c: tried[c][k] for c in open_ if k < len(tried[c])} for k in range(count)]
                answers = self.run_all([
                    records({**theta, **{c: x for c, (_, x) in pick.items()}},
                            {**which, **{c: m for c, (m, _) in pick.items()}}) for pick in picks])
                for pick, answer in zip(picks, answers):
                    error = log_errors(answer, ids)
                    for c, (members, x) in pick.items():
                        now = self.cost(error[rows[c]], w[rows[c]], x, parent[c], members)
                        if now < cost[c] - 0.01:
                            cost[c], theta[c], which[c] = now, x, members
                base = self.run(records(theta, which))
            if level_of_software:
                base = self.software_step(records(theta, which), ids, base, J, w)
                cost = costs()
            open_ = [c for c in open_ if cost[c] < began[c] - 0.1 or level_of_software and round_ < 3]
            print(f'  round {round_ + 1}: median {np.median(np.abs(log_errors(base, ids))):.4f}, cost '
                  f'{sum(cost.values()):.1f}, {len(open_)} still moving', flush=True)
            if not open_:
                break
        active = records(theta, which)
        base = self.run(active)
        self.engine.take()
        return active, self.run(active), which

    def software_step(self, active, ids, base, J, w):
        """Moves the factors of software while classes stay; gives the engine's answers with them."""
        owner = np.array([base[i].get('software', '') for i in ids])
        device = {i: base[i]['coefficients'] for i in ids}
        free = np.array([self.spec['coefficients'][n].get('factor', False) for n in self.names])
        low, high = np.full(len(free), -np.log(FACTOR)), np.full(len(free), np.log(FACTOR))
        none = np.zeros(len(free))
        theta = {s['id']: np.log([s.get(factor_name(n), 1.0) for n in self.names]) for s in self.software}
        which = {s['id']: np.array([factor_name(n) in s for n in self.names]) for s in self.software}
        rows = {s: np.flatnonzero(owner == s) for s in theta}

        def software(theta_, which_):
            out = []
            for s in self.software:
                t, m = theta_[s['id']], which_[s['id']]
                facts = {k: v for k, v in s.items() if k not in map(factor_name, self.names)}
                out.append({**facts, **{factor_name(n): float(f'{np.exp(t[k]):.3g}') for k, n in enumerate(self.names) if m[k]}})
            return out

        def cost_of(answers, s, x, members):
            return self.cost(log_errors(answers, ids)[rows[s]], w[rows[s]], x, none, members)

        usable = {s: free & self.shown(J[at], w[at], [ids[i] for i in at], device) for s, at in rows.items()}
        for s in theta:
            which[s] = which[s] & usable[s]
            theta[s] = np.where(which[s], theta[s], 0.0)
        self.software = software(theta, which)
        base = self.run(active)
        cost = {s: cost_of(base, s, theta[s], which[s]) for s in theta}
        for _ in range(CHORDS):
            r = log_errors(base, ids)
            tried = {s: self.proposals(J[at], r[at], w[at], theta[s], none, which[s], usable[s], (low, high))
                     for s, at in rows.items() if len(at) >= ROWS_PER_COEFFICIENT}
            picks = [{s: tried[s][k] for s in tried if k < len(tried[s])} for k in range(max(map(len, tried.values())))]
            answers = self.engine.run_all([
                [*active, *software({**theta, **{s: x for s, (_, x) in pick.items()}},
                                    {**which, **{s: m for s, (m, _) in pick.items()}})] for pick in picks])
            for pick, answer in zip(picks, answers):
                for s, (members, x) in pick.items():
                    now = cost_of(answer, s, x, members)
                    if now < cost[s] - 0.01:
                        cost[s], theta[s], which[s] = now, x, members
            self.software = software(theta, which)
            base = self.run(active)
        return base

    def only(self, record, which, parents):
        """The record without coefficients that are no longer its own but its parent's."""
        mine = which.get(record['id'])
        if mine is None or not parents[record['id']]:
            return record
        return {n: v for n, v in record.items() if n not in self.names or mine[self.names.index(n)]}

    def polish(self, records):
        """Moves the coefficients of all classes and of software together; gives (records, what left_out needs)."""
        by_id = {r['id']: r for r in records}
        line = {r['id']: ancestry(r, by_id) for r in records}
        base = self.run(records)
        ids = sorted(i for i in base if base[i]['coefficients'] in self.line[i])
        self.importance = {i: self.importance_of(i, base[i]['class']) for i in ids}
        w = self.weights(ids)

        def joint():
            return Joint(self.names, (self.spread, self.low, self.high), FACTOR, factor_name, ROW_SCALE, line, records,
                         self.software)

        start = joint()
        cost = start.cost(log_errors(base, ids), w, start.x)
        for round_ in range(POLISHING + 1):
            now = joint()
            now.start = start.start
            J = self.jacobian(records, ids, base, self.everywhere(records))
            A = now.design(J, [base[i]['coefficients'] for i in ids], [base[i].get('software', '') for i in ids])
            x, began = now.x, cost
            for chord in range(CHORDS if round_ < POLISHING else 0):
                r = log_errors(base, ids)
                tried = [now.solve(A, r, w, x, most) for most in POLISHING_STEPS]
                answers = self.engine.run_all([[*a, *b] for a, b in map(now.with_x, tried)])
                costs = [now.cost(log_errors(answer, ids), w, y) for answer, y in zip(answers, tried)]
                best = int(np.argmin(costs))
                if costs[best] > cost - 0.5:
                    break
                cost, x, base = costs[best], tried[best], answers[best]
            print(f'  together: median {np.median(np.abs(log_errors(base, ids))):.4f}, cost {cost:.1f}', flush=True)
            if cost > began - 1 or round_ == POLISHING:
                return records, (now, A, ids, base, log_errors(base, ids), w)
            records, self.software = now.with_x(x)

    def everywhere(self, records):
        """{class: logarithms of its coefficients}"""
        return {r['id']: np.clip(np.log([r[n] for n in self.names]), self.low, self.high) for r in expanded(records)}

    def left_out(self, joint, A, ids, base, r, w):
        """{row: [log error with its device, its model, its source left out of all that is fitted]}, as LEFT_OUT"""
        kinds = (lambda i: device_of(base[i], self.table[i]), lambda i: model_of(base[i], self.table[i]), Sources().of)
        classes = [base[i]['coefficients'] for i in ids]
        rest = joint.slope(A, r, w, joint.x)  # what the engine is not linear in
        known = np.asarray(A.multiply(A).T @ w) * joint.spread ** 2
        every = []
        for kind in kinds:
            fold = np.array(folds([kind(i) for i in ids], FOLDS), int)
            for f in range(FOLDS):
                keep = np.flatnonzero(fold != f)
                held = joint.beyond_rows([classes[n] for n in keep], known, ROWS_PER_COEFFICIENT)
                every.append((fold == f, joint.solve(A[keep], r[keep], w[keep], joint.x, FARTHEST, held, rest)))
        errors = collections.defaultdict(list)
        answers = self.engine.run_all([[*a, *b] for a, b in (joint.with_x(x) for _, x in every)])
        for (out, _), answer in zip(every, answers):
            for n in np.flatnonzero(out):
                errors[ids[n]].append(float(np.log(answer[ids[n]]['predicted'] / answer[ids[n]]['measured'])))
        return errors


def ancestry(record, by_id):
    """The class and all it is like, up to the root."""
    return [record['id']] + (ancestry(by_id[record['like']], by_id) if 'like' in record else [])


def depth(record, by_id):
    return len(ancestry(record, by_id)) - 1


def quantiles(log_error_list):
    error = np.abs(np.expm1(np.array(log_error_list)))
    return float(np.median(error)), float(np.quantile(error, 0.9))


def covered(log_error_list):
    """Share of what was left out inside the range that the engine states: prediction / (1 + p90) to x (1 + p90), or `wider`."""
    range_ = wider(log_error_list) or quantiles(log_error_list)[1]
    return float(np.mean(np.abs(log_error_list) <= np.log1p(range_)))


def most_of(rows):
    """The largest load that enough of these rows have or go beyond, by what it is of, in two digits."""
    values = {name: sorted((row[name] for row in rows), reverse=True) for name in ('tokens', 'in_flight', 'accelerators')}
    return {name: int(float(f'{each[FEWEST_ROWS - 1]:.2g}')) for name, each in values.items() if len(each) >= FEWEST_ROWS}


def fitted_to(coefficients, ids):
    """What is said of where they come from; empty where there are none."""
    sources = len({i.rsplit('-', 1)[0] for i in ids})
    return f'{coefficients} fitted to {len(ids)} rows of {sources} source{"s" * (sources > 1)}' if coefficients else ''


def table_of(title, groups):
    """Text: rows, median and 90th percentile in sample, of all that was left out, and of each kind, by group."""
    print(f'{title:52}{"rows":>6}' + ''.join(f'{name:>12}{"p90":>6}' for name in ('fit', 'left out', *LEFT_OUT)))
    for name in sorted(groups):
        inside, outside = groups[name]
        if len(inside) >= 5:
            whole = len(outside) == len(LEFT_OUT) * len(inside)
            kinds = [outside[k::len(LEFT_OUT)] for k in range(len(LEFT_OUT))] if whole else []
            columns = [quantiles(errors) for errors in (inside, outside, *kinds)]
            print(f'{name[:52]:52}{len(inside):6}' + ''.join(f'{median:12.1%}{p90:6.0%}' for median, p90 in columns))


def read_json(path):
    with open(os.path.join(ROOT, path)) as file:
        return json.load(file)


def beginning(spec, last, anew):
    """(classes, software) with the coefficients they begin with: those of the last fit, or the starting values."""
    by_id = {record['id']: record for record in last['efficiencies']}
    full = {record['id']: record for record in expanded(last['efficiencies'])}
    root = {**spec['root'], **{n: c['start'] for n, c in spec['coefficients'].items()}}
    entries = spec['classes'] + [root]
    records = []
    for entry in entries:
        record = dict(entry)
        if depth(record, {r['id']: r for r in entries}) <= 1:
            # Coefficients of training and others that no row of these tables shows.
            known, usual = full.get(record['id'], full['other']), {} if entry is root else full['other']
            record.update({n: known[n] for n in spec['fixed'] if n in known and known[n] != usual.get(n)})
        if not anew:
            record.update({n: v for n, v in by_id.get(record['id'], {}).items() if n in spec['coefficients']})
        records.append(record)
    factors = {factor_name(n) for n in spec['coefficients']}
    fitted = {s['id']: {k: v for k, v in s.items() if k in factors and not anew} for s in last.get('software', [])}
    return records, [{**s, 'of_software': True, **fitted.get(s['id'], {})} for s in spec['software']]


def errors_of(base, left):
    """({class of rows: (in sample, left out)}, the same by class of coefficients, by (figure, that class) or all ('')),
    log errors, and the rows of each of the last."""
    regimes, classes, figures = (collections.defaultdict(lambda: ([], [])) for _ in range(3))
    loads = collections.defaultdict(list)
    for i, row in base.items():
        for c in (row['coefficients'], ''):
            for figure in TOLD_BY.get(figure_of(row['class']), [figure_of(row['class'])]):
                loads[figure, c].append(row)
        inside = float(np.log(row['predicted'] / row['measured']))
        for groups, name in ((regimes, row['class'].split(':')[0]), (classes, row['coefficients']),
                             (figures, (figure_of(row['class']), row['coefficients'])),
                             (figures, (figure_of(row['class']), ''))):
            groups[name][0].append(inside)
            groups[name][1].extend(left.get(i, [inside]))
    return regimes, classes, figures, loads


def figure_errors(figures, loads):
    """Records of errors.json."""
    records = []
    for (figure, c), (inside, outside) in sorted(figures.items()):
        if len(inside) < FEWEST_ROWS:
            continue
        median, p90 = quantiles(outside)
        range_ = wider(outside)
        records.append({'figure': figure, 'device_class': c, 'rows': len(inside), 'median': round(median, 3), 'p90': round(p90, 3),
                        **({'range': round(range_, 3)} if range_ else {}), 'covered': round(covered(outside), 2),
                        **most_of(loads[figure, c]), 'source': 'whole devices, models and sources left out of the fit in turn'})
    return records


def write_lists(name, lists):
    """One record to a line."""
    parts = ['  "%s": [\n%s\n  ]' % (kind, ',\n'.join('    ' + json.dumps(record) for record in content))
             for kind, content in lists.items()]
    write_whole(os.path.join(ROOT, CALIBRATION, name), '{\n%s\n}\n' % ',\n'.join(parts))


def publish(spec, last, fit, records, base, own, figures, loads):
    """Writes the coefficients, where each is from, and the errors. `own`: {class: (its coefficients, its rows)}."""
    last_sources = {record['id']: record['source'] for record in last['efficiencies']}
    for record in records:
        if record['id'] not in own:
            record['source'] = last_sources[record['id']]
            continue
        fitted = fitted_to(*own[record['id']]) or 'As the class it is like'
        known = [f'{name}: {source}' for name, source in spec['facts'].items() if name in record]
        record['source'] = '. '.join([fitted, *known]) + '.'
    factors = {factor_name(n) for n in spec['coefficients']}
    software = []
    for s in fit.software:
        mine = [i for i, row in base.items() if row.get('software') == s['id']]
        software.append({k: v for k, v in s.items() if k != 'of_software'})
        software[-1]['source'] = (fitted_to(sum(k in factors for k in s), mine) or 'As the class of the device') + '.'
    write_lists('efficiencies.json', {'efficiencies': records, 'software': software})
    of_training = [e for e in read_json(f'{CALIBRATION}/errors.json')['errors'] if e['figure'].startswith('train')]
    write_lists('errors.json', {'errors': figure_errors(figures, loads) + of_training})


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument('--rounds', type=int, default=6)
    arguments.add_argument('--jobs', type=int, default=2)
    arguments.add_argument('--dry-run', action='store_true')
    arguments.add_argument('--root', action='store_true', help='the root too, on every fourth row')
    arguments.add_argument('--left-out', metavar='FILE', help='writes there what each row was off by, left out in each way, as JSON')
    arguments.add_argument('--anew', action='store_true', help='from the starting values, not from the last fit')
    options = arguments.parse_args()
    spec, last = read_json('tools/fit/spec.json'), read_json(f'{CALIBRATION}/efficiencies.json')
    records, software = beginning(spec, last, options.anew)
    fit = Fit(spec, records, software, Engine(options.jobs), read_rows())

    records, own = fit.levels(records, options.rounds, with_root=options.anew or options.root)
    records, last_solution = fit.polish(records)
    left = fit.left_out(*last_solution)
    if options.left_out:
        write_whole(options.left_out, json.dumps(left))
    base = fit.run(records)
    regimes, classes, figures, loads = errors_of(base, left)
    table_of('figure', regimes)
    table_of('class', classes)
    if not options.dry_run:
        publish(spec, last, fit, records, base, own, figures, loads)


if __name__ == '__main__':
    main()
