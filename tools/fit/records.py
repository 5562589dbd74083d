"""The coefficients of serving: families of devices and software at its dates, and which have values of their own."""
import numpy as np

from measured import factor_name


class Values:
    """Coefficients as logarithms: one for each (record, coefficient) that a record has of its own. Records are families of
    devices, each like another up to the root, and software at its dates, each like one up to none, whose factors are 1."""

    def __init__(self, spec, records, software):
        self.spec, self.names = spec, list(spec['coefficients'])
        self.records = {r['id']: r for r in [*records, *software]}
        self.software = {s['id'] for s in software}
        self.own = {}
        for r in self.records.values():
            for name in self.names:
                key = factor_name(name) if r['id'] in self.software else name
                if key in r:
                    self.own[r['id'], name] = float(np.log(r[key]))

    def like(self, owner):
        return self.records[owner].get('like')

    def holder(self, owner, name):
        """The record, this one or one it is like, whose own coefficient it has; None: a factor of 1."""
        while owner and (owner, name) not in self.own:
            owner = self.like(owner)
        return owner

    def allowed(self, owner, name):
        c = self.spec['coefficients'][name]
        if owner in self.software:
            return c.get('factor', False)
        return self.like(owner) is None or not c.get('of')  # what is a matter of software has one value for all families

    def limits(self, owner, name):
        c = self.spec['coefficients'][name]
        low, high = np.log(c['low']), np.log(c.get('high_of', {}).get(owner, c['high']))
        if owner not in self.software:
            return low, high
        most = np.log(self.spec['most_factor'])
        return (low - np.log(c['start']), high - np.log(c['start'])) if c.get('of') else (-most, most)

    def fixed(self, owner, name):
        """The one value for all families of what is a matter of software is where its factors start from."""
        return owner not in self.software and bool(self.spec['coefficients'][name].get('of'))

    def logs(self):
        """[record, coefficient]: what each record makes of each, in logarithms."""
        out = np.zeros((len(self.records), len(self.names)))
        for n, owner in enumerate(self.records):
            for k, name in enumerate(self.names):
                out[n, k] = self.own.get((self.holder(owner, name), name), 0.0)
        return out

    def written(self):
        """(families, software) as the catalog has them."""
        out = []
        for r in self.records.values():
            of_software = r['id'] in self.software
            record = {k: v for k, v in r.items() if k not in (map(factor_name, self.names) if of_software else self.names)}
            for name in self.names:
                if (r['id'], name) in self.own:
                    record[factor_name(name) if of_software else name] = float(f'{np.exp(self.own[r["id"], name]):.3g}')
            out.append(record)
        return [r for r in out if r['id'] not in self.software], [r for r in out if r['id'] in self.software]


def beginning(spec, last, same):
    """(families, software), each with all coefficients it may have, or those that it had: as in the last fit, else as what it is like."""
    known = {r['id']: r for r in [*last.get('efficiencies', []), *last.get('software', [])]}
    root = {**spec['root'], **{n: c['start'] for n, c in spec['coefficients'].items()}}
    families = [{**f} for f in [*spec['classes'], root]]
    software = [{**s} for s in spec['software']]
    values = Values(spec, families, software)
    for r in [*families, *software]:
        of_software = r['id'] in values.software
        for name in values.names:
            key = factor_name(name) if of_software else name
            had = key in known.get(r['id'], {}) or not of_software and not values.like(r['id'])
            if not values.allowed(r['id'], name) or same and not had:
                continue
            line, value = r['id'], None
            while line and value is None and not values.fixed(r['id'], name):
                value = known.get(line, {}).get(key)
                line = values.like(line)
            r[key] = value if value is not None else (1.0 if of_software else spec['coefficients'][name]['start'])
            low, high = np.exp(values.limits(r['id'], name))
            r[key] = float(np.clip(r[key], low, high))
    return families, software
