"""Moves the coefficients of serving, and chooses which are left."""
import collections

import numpy as np
from scipy import sparse

from groups import Sources, folds
from measured import expanded, log_errors, months

TIMES = ('TPOT', 'TTFT')  # rows of a time; all others are of a rate

ROW_SCALE = 0.03   # log error from which on a row's pull stops growing
ROW_WEIGHT = 0.3   # of a row's cost beside what coefficients are pulled by
SETUP = 0.02       # deviation, in logarithms, of what one machine of one source makes of all its times
STEP = 0.03        # of the logarithm, for differences
FARTHEST = 0.5     # that a coefficient moves at once, of the logarithm
SHOWN = 0.03       # of a row's logarithm for one of the coefficient's: less tells nothing
PAIRS, SOURCES = 3, 2  # of (device, model) and of sources whose rows have to show a coefficient
FOLDS = 20
BETWEEN = 0.7  # of the coefficients are left when the engine is asked for new differences
# What rows of a kind weigh: latencies at a known load say more of a coefficient than a maximum whose batch is not said.
WEIGHTS = [('TPOT', 3.0), ('decode', 2.0), ('maximum throughput', 0.4)]
AT_ONCE = 0.6  # of rows whose requests all came at once: how many of them run together changes all the time


class Rows:
    """The measured rows that take part, with what they weigh and by whom they are told."""

    def __init__(self, engine, values, table):
        self.table = table
        base = engine.run(*values.written())
        self.ids = sorted(base)
        sources = Sources()
        self.source = np.array([sources.of(i) for i in self.ids])
        self.pair = [(table[i]['gpu'], table[i]['model']) for i in self.ids]
        groups = collections.Counter(map(self.group, self.ids))
        self.weight = ROW_WEIGHT * np.array(
            [groups[self.group(i)] ** -0.5 * self.importance(i, base[i]['class']) for i in self.ids])
        setups = [(i.rsplit('-', 1)[0], table[i]['gpu'], table[i]['engine']) for i in self.ids]
        place = {s: n for n, s in enumerate(dict.fromkeys(setups))}
        self.setup = np.array([place[s] for s in setups])
        self.sign = np.array([1.0 if base[i]['class'].startswith(TIMES) else -1.0 for i in self.ids])
        count = self.setup.max() + 1
        self.by_setup = sparse.csr_matrix((self.sign, (self.setup, np.arange(len(self.ids)))), (count, len(self.ids)))
        number = {owner: n for n, owner in enumerate(values.records)}
        self.shares = np.zeros((len(self.ids), len(number)))  # of each record in each row
        for n, i in enumerate(self.ids):
            for owner, share in self.owners_of(base[i], values):
                self.shares[n, number[owner]] += share

    def group(self, i):
        row = self.table[i]
        return (i.rsplit('-', 1)[0], row['gpu'], row['model'], row['engine'])

    def importance(self, i, kind):
        at_once = AT_ONCE if 'requests at once' in self.table[i]['notes'] else 1.0
        return at_once * next((weight for start, weight in WEIGHTS if kind.startswith(start)), 1.0)

    @staticmethod
    def owners_of(row, values):
        """[(record, share)]: the family of the device, and the software at the dates around the row's."""
        owners = [(row['coefficients'], 1.0)]
        if not row.get('software'):
            return owners
        engines, segments = (values.records[row['software']].get(k) for k in ('engines', 'segments'))
        dates = sorted((s['date'], s['id']) for s in values.records.values()
                       if s['id'] in values.software and (s.get('engines'), s.get('segments')) == (engines, segments) and 'date' in s)
        if not dates:
            return owners + [(row['software'], 1.0)]
        at = months(row['software_date']) if row.get('software_date') else np.inf
        past, coming = [d for d in dates if months(d[0]) <= at], [d for d in dates if months(d[0]) > at]
        if not past or not coming:
            return owners + [((past[-1] if past else coming[0])[1], 1.0)]
        start, end = months(past[-1][0]), months(coming[0][0])
        share = (at - start) / (end - start)
        return owners + [(past[-1][1], 1 - share), (coming[0][1], share)]


class Fit:
    def __init__(self, engine, values, rows):
        self.engine, self.values, self.rows = engine, values, rows

    def differences(self):
        """Log errors and d log(predicted) / d log(coefficient), every family moved at once: software's factors are of these."""
        values, ids = self.values, self.rows.ids
        families, software = values.written()
        full = expanded(families)

        def moved(name):
            high = np.exp(values.limits(full[-1]['id'], name)[1])
            sign = {f['id']: -1 if f[name] * np.exp(STEP) > high else 1 for f in full}
            return [{**f, name: f[name] * float(np.exp(sign[f['id']] * STEP))} for f in full], sign

        moves = [moved(name) for name in values.names]
        base, *answers = self.engine.run_all([(families, software), *((m, software) for m, _ in moves)])
        self.base = base
        r = log_errors(base, ids)
        self.J = np.array([(log_errors(a, ids) - r) / (STEP * np.array([sign[base[i]['coefficients']] for i in ids]))
                           for a, (_, sign) in zip(answers, moves)]).T
        self.at = r, values.logs()

    def errors(self):
        """Log errors now, as the last differences have them."""
        r, logs = self.at
        return r + (self.rows.shares @ (self.values.logs() - logs) * self.J).sum(1)

    def variables(self):
        """The coefficients that move, and what each row has of each."""
        values = self.values
        self.keys = [k for k in values.own if not values.fixed(*k)]
        place = {k: n for n, k in enumerate(self.keys)}
        numbers, columns = collections.defaultdict(list), []
        for n, owner in enumerate(values.records):
            for name in values.names:
                numbers[values.holder(owner, name), name].append(n)
        for owner, name in self.keys:
            share = self.rows.shares[:, numbers[owner, name]].sum(1)
            columns.append(sparse.csc_matrix((share * self.J[:, values.names.index(name)])[:, None]))
        self.A = sparse.hstack(columns).tocsr()
        self.x = np.array([self.values.own[k] for k in self.keys])
        self.low, self.high = np.array([self.values.limits(*k) for k in self.keys]).T
        # Pulled to what it is like; the root to where it starts.
        self.P, self.prior = np.zeros((len(self.keys), len(self.keys))), np.zeros(len(self.keys))
        for n, (owner, name) in enumerate(self.keys):
            spread = self.values.spec['coefficients'][name]['spread']
            like = self.values.like(owner)
            holder = self.values.holder(like, name) if like else None
            self.P[n, n] = 1 / spread
            if (holder, name) in place:
                self.P[n, place[holder, name]] = -1 / spread
            elif owner not in self.values.software:
                self.prior[n] = np.log(self.values.spec['coefficients'][name]['start']) / spread

    pull = ROW_SCALE ** 2 / SETUP ** 2

    def setups(self, e, weight):
        """What each setup makes of its times, less what is expected of it."""
        rows = self.rows
        return rows.by_setup @ (weight * e) / (np.bincount(rows.setup, weight, rows.by_setup.shape[0]) + self.pull)

    def robust(self, e, keep):
        """Weights at which squares have the slope of 2 s^2 (sqrt(1 + (e / s)^2) - 1), with setups apart."""
        weight = np.where(keep, self.rows.weight, 0)
        w = weight
        for _ in range(3):
            u = self.setups(e, w)
            own = e - self.rows.by_setup.T @ u
            w = weight / np.sqrt(1 + (own / ROW_SCALE) ** 2)
        return w, own, u

    def cost(self, e, x):
        _, own, u = self.robust(e, True)
        rows = (self.rows.weight * 2 * (np.sqrt(1 + (own / ROW_SCALE) ** 2) - 1)).sum()
        return rows + (u ** 2).sum() * self.pull / ROW_SCALE ** 2 + ((self.P @ x - self.prior) ** 2).sum()

    def quadratic(self, e, x, keep):
        """H, g of cost(y) = y H y - 2 g y near x: setups are eliminated."""
        w = self.robust(e, keep)[0] / ROW_SCALE ** 2
        A, target = self.A, self.A @ x - e
        weighed = sparse.diags(w) @ A
        by_setup = (self.rows.by_setup @ weighed).toarray()
        weight = 1 / (np.bincount(self.rows.setup, w, len(by_setup)) + self.pull / ROW_SCALE ** 2)
        H = (A.T @ weighed).toarray() - by_setup.T @ (weight[:, None] * by_setup) + self.P.T @ self.P
        g = A.T @ (w * target) - by_setup.T @ (weight * (self.rows.by_setup @ (w * target))) + self.P.T @ self.prior
        return H, g

    def solve(self, r, keep=True, farthest=FARTHEST):
        """The least of the cost as the differences have it, no coefficient farther than so much."""
        low, high = np.maximum(self.low, self.x - farthest), np.minimum(self.high, self.x + farthest)
        x = self.x.copy()
        for _ in range(6):
            H, g = self.quadratic(r + self.A @ (x - self.x), x, keep)
            x = bounded(H, g, x, low, np.maximum(low, high))
        self.H = H
        return x

    def take(self, x):
        self.x = x
        self.values.own.update({k: float(v) for k, v in zip(self.keys, x)})

    def improve(self, rounds):
        """Moves all coefficients together, as long as the engine says that the cost is lower."""
        for _ in range(rounds):
            self.r = self.errors()
            cost, start = self.cost(self.r, self.x), self.x
            for farthest in (FARTHEST, FARTHEST / 3, FARTHEST / 10):
                self.take(self.solve(self.r, farthest=farthest))
                answers = self.engine.run(*self.values.written())
                now = self.cost(log_errors(answers, self.rows.ids), self.x)
                if now < cost - 1:
                    break
                self.take(start)
            self.differences()
            self.variables()
            self.r = self.errors()
            now = self.cost(self.r, self.x)
            print(f'  {len(self.keys)} coefficients: median {np.median(np.abs(self.r)):.4f}, cost {now:.0f}', flush=True)
            if now > cost - 20:
                break

    def telling(self, n):
        return np.flatnonzero(np.abs(self.A[:, [n]].toarray()[:, 0]) > SHOWN)

    def shown(self, n):
        """Whether rows of enough pairs and sources tell this coefficient."""
        rows = self.telling(n)
        return len({self.rows.pair[i] for i in rows}) >= PAIRS and len(set(self.rows.source[rows])) >= SOURCES

    def drop(self, which):
        for n in which:
            del self.values.own[self.keys[n]]
        self.variables()

    def droppable(self):
        return np.array([owner in self.values.software or self.values.like(owner) is not None for owner, _ in self.keys])

    def worth(self):
        """What the cost grows by when a coefficient becomes that of what its record is like."""
        inverse = np.linalg.inv(self.H)
        a = np.eye(len(self.keys))
        place = {k: n for n, k in enumerate(self.keys)}
        for n, (owner, name) in enumerate(self.keys):
            like = self.values.like(owner)
            holder = self.values.holder(like, name) if like else None
            if (holder, name) in place:
                a[n, place[holder, name]] = -1
        return (a @ self.x) ** 2 / np.maximum((a @ inverse * a).sum(1), 1e-12)

    def select(self, most):
        """Drops the coefficients that are worth least, some at a time, until so many are left."""
        self.drop([n for n in np.flatnonzero(self.droppable()) if not self.shown(n)])
        print(f'  {len(self.keys)} are told by rows', flush=True)
        while len(self.keys) > most:
            end = max(most, int(BETWEEN * len(self.keys)))
            while len(self.keys) > end:
                self.take(self.solve(self.errors()))
                worth = np.where(self.droppable(), self.worth(), np.inf)
                self.drop(np.argsort(worth)[:max(1, min(len(self.keys) - end, len(self.keys) // 40))])
            self.improve(1)

    def left_out(self):
        """{row: log error with its source left out}: the same coefficients, fitted without whole sources in turn."""
        fold = np.array(folds(list(self.rows.source), FOLDS), int)
        start, sets = self.x, []
        for f in range(FOLDS):
            self.take(self.solve(self.r, fold != f))
            sets.append(self.values.written())
            self.take(start)
        errors = {}
        for f, answer in enumerate(self.engine.run_all(sets)):
            for n in np.flatnonzero(fold == f):
                row = answer[self.rows.ids[n]]
                errors[self.rows.ids[n]] = float(np.log(row['predicted'] / row['measured']))
        return errors


def bounded(H, g, x, low, high):
    """The least of y H y - 2 g y between bounds, by Newton's steps in those that are free."""
    x = np.clip(x, low, high)
    for _ in range(50):
        slope = H @ x - g
        free = ~(((x <= low) & (slope > 0)) | ((x >= high) & (slope < 0)))
        if not free.any():
            break
        step = np.zeros_like(x)
        step[free] = np.linalg.solve(H[np.ix_(free, free)], -slope[free])
        new = np.clip(x + step, low, high)
        # Clipped steps need not descend: shorter ones do.
        value = lambda y: y @ H @ y - 2 * g @ y
        share = 1.0
        while value(new) > value(x) + 1e-9 and share > 1e-3:
            share /= 2
            new = np.clip(x + share * step, low, high)
        moved = np.max(np.abs(new - x))
        x = new
        if moved < 1e-6:
            break
    return x
