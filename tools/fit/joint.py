"""All coefficients of a tree of classes and of software at once, by linear differences.

A row has the coefficients of its class: each the class's own or that of the nearest class it is like, times the factor
of its software. Logarithms add, so what a row moves by is linear in all of them: J of the row, placed in the columns
of those that are in force for it. The cost is that of fit.py: robust squares of the rows, and squares of how far
a coefficient is from that of the class it is like, or a factor from 1.
"""
import collections

import numpy as np
from scipy.sparse import csr_matrix

ACTIVE_SETS = 20   # times that columns are put to their bounds before a solution counts
ROBUST_STEPS = 4   # weights of rows found anew
HELD = 1e4         # how much a coefficient is held to its parent's that too few rows are left for


class Joint:
    """`limits`: (spread, least, greatest) logarithm of each coefficient. `records`: classes, the root without `like`, each with
    the coefficients that are its own among `names`; `software`: factors under the names that `factor_name` gives. `line`:
    {class: [class, the class it is like, ..., root]}."""

    def __init__(self, names, limits, factor_limit, factor_name, scale, line, records, software):
        spread, low, high = limits
        self.names, self.scale, self.line, self.factor_name = names, scale, line, factor_name
        self.records, self.software = records, software
        self.columns = [(r['id'], k) for r in records for k, n in enumerate(names) if n in r]
        self.factors = [(s['id'], k) for s in software for k, n in enumerate(names) if factor_name(n) in s]
        every = self.columns + self.factors
        self.place = {column: at for at, column in enumerate(self.columns)}
        self.factor_place = {column: len(self.columns) + at for at, column in enumerate(self.factors)}
        by_id = {r['id']: r for r in [*software, *records]}
        name_of = {at: (factor_name(names[k]) if at >= len(self.columns) else names[k]) for at, (_, k) in enumerate(every)}
        self.x = np.log([by_id[owner][name_of[at]] for at, (owner, _) in enumerate(every)])
        self.start = self.x.copy()
        self.spread = np.array([spread[k] for _, k in every])
        self.low = np.array([low[k] for _, k in self.columns] + [-np.log(factor_limit)] * len(self.factors))
        self.high = np.array([high[k] for _, k in self.columns] + [np.log(factor_limit)] * len(self.factors))
        self.parent = np.array([self.owner(self.line[c][1:], k) for c, k in self.columns] + [-1] * len(self.factors))
        self.root = np.array([len(self.line[c]) == 1 for c, _ in self.columns] + [False] * len(self.factors))

    def owner(self, classes, k):
        """The column of the first of these classes that has a coefficient of its own; -1 where there is none."""
        return next((self.place[c, k] for c in classes if (c, k) in self.place), -1)

    def design(self, J, classes, software):
        """What each row moves by, (rows, columns), from its derivatives by coefficient, its class and its software."""
        at = {c: [self.owner(self.line[c], k) for k in range(len(self.names))] for c in set(classes)}
        factor = {s: [self.factor_place.get((s, k), -1) for k in range(len(self.names))] for s in set(software)}
        columns = np.concatenate([np.array([at[c] for c in classes]), np.array([factor[s] for s in software])], axis=1)
        values = np.concatenate([J, J], axis=1)
        rows = np.repeat(np.arange(len(J)), columns.shape[1]).reshape(columns.shape)
        used = (columns >= 0) & (values != 0)
        return csr_matrix((values[used], (rows[used], columns[used])), (len(J), len(self.x)))

    def away(self, x):
        """How far each is from what it is pulled to, in spreads."""
        to = np.where(self.root, self.start, np.where(self.parent >= 0, x[self.parent], 0.0))
        return (x - to) / self.spread

    def cost(self, r, w, x):
        return (w * 2 * (np.sqrt(1 + (r / self.scale) ** 2) - 1)).sum() + (self.away(x) ** 2).sum()

    def slope(self, A, r, w, x):
        """Half of what the cost rises by with each coefficient."""
        weight = w / np.sqrt(1 + (r / self.scale) ** 2) / self.scale ** 2
        return A.T @ (weight * r) + self.pulls().T @ self.away(x)

    def pulls(self):
        """(columns, columns), what a coefficient less that of the class it is like, in spreads, is by coefficient."""
        n = len(self.x)
        pulls = np.eye(n) / self.spread[:, None]
        with_parent = (self.parent >= 0) & ~self.root
        pulls[with_parent, self.parent[with_parent]] -= 1 / self.spread[with_parent]
        return pulls

    def solve(self, A, r, w, x, most, held=(), slope=0.0):
        """Coefficients that lower the cost of r + A (y - x), none moved by more than `most`; `slope` is taken off: what is
        left of it where x is all that can be had."""
        n = len(x)
        pulls = self.pulls()
        strength = np.ones(n)
        strength[list(held)] = HELD
        prior = pulls.T @ (strength[:, None] * pulls)
        away = pulls.T @ (strength * self.away(x))
        low, high = np.maximum(self.low, x - most) - x, np.minimum(self.high, x + most) - x
        step = np.zeros(n)
        for _ in range(ROBUST_STEPS):
            now = r + A @ step
            weight = w / np.sqrt(1 + (now / self.scale) ** 2) / self.scale ** 2
            weighted = A.multiply(weight[:, None]).tocsr()
            gram = (A.T @ weighted).toarray() + prior
            right = slope - (weighted.T @ r) - away
            step = self.bounded(gram, right, low, high)
        return x + step

    @staticmethod
    def bounded(gram, right, low, high):
        """The minimum of y G y / 2 - b y with bounds: columns beyond theirs are put there, the others solved again."""
        y, fixed = np.zeros(len(right)), np.zeros(len(right), bool)
        for _ in range(ACTIVE_SETS):
            free = ~fixed
            y[free] = np.linalg.solve(gram[np.ix_(free, free)], right[free] - gram[np.ix_(free, fixed)] @ y[fixed])
            beyond = (y < low - 1e-9) | (y > high + 1e-9)
            y = np.clip(y, low, high)
            slope = gram @ y - right
            back = fixed & ~beyond & (((y <= low) & (slope < 0)) | ((y >= high) & (slope > 0)))
            if not beyond.any() and not back.any():
                break
            fixed = (fixed | beyond) & ~back
        return y

    def beyond_rows(self, classes, known, each):
        """Columns of classes that have fewer than `each` of these rows for every one: those of which least is `known`."""
        rows = collections.Counter(c for name in classes for c in self.line[name])
        own = collections.defaultdict(list)
        for (c, _), at in self.place.items():
            own[c].append(at)
        return [at for c, columns in own.items() if len(self.line[c]) > 1
                for at in sorted(columns, key=lambda at: known[at])[:max(0, len(columns) - rows[c] // each)]]

    def with_x(self, x):
        """(records, software) with these coefficients."""
        values = collections.defaultdict(dict)
        for (owner, k), value in zip(self.columns, x):
            values[owner][self.names[k]] = float(f'{np.exp(value):.3g}')
        factors = collections.defaultdict(dict)
        for (owner, k), value in zip(self.factors, x[len(self.columns):]):
            factors[owner][self.factor_name(self.names[k])] = float(f'{np.exp(value):.3g}')
        return ([{**r, **values[r['id']]} for r in self.records], [{**s, **factors[s['id']]} for s in self.software])
