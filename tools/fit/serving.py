"""Fits the coefficients of serving to published runs: README.md says how."""
import collections
import csv
import io
import json
import os

import numpy as np

from measured import FILES, Engine, factor_name, figure_of
from places import CALIBRATION, OUT, SPEC, measured_rows, read_json
from records import Values, beginning
from serving_fit import Fit, Rows
from solver import wider
from whole import write_whole

TOLD_BY = {'prefill': ('prefill', 'ttft')}  # figures whose loads rows of another have too: prompts are what first tokens wait for
FEWEST_ROWS = 5  # of a class whose error is told: the engine takes fewer for none


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


def table_of(title, groups):
    """Text: rows, median and 90th percentile in the fit and left out, by group."""
    print(f'{title:52}{"rows":>6}{"fit":>12}{"p90":>6}{"left out":>12}{"p90":>6}')
    for name in sorted(groups):
        inside, outside = groups[name]
        if len(inside) >= FEWEST_ROWS:
            columns = [quantiles(errors) for errors in (inside, outside)]
            print(f'{name[:52]:52}{len(inside):6}' + ''.join(f'{median:12.1%}{p90:6.0%}' for median, p90 in columns))


def figure_groups(base, left):
    """({class of rows: (in the fit, left out)}, the same by (figure, family) or all ('')), log errors, and the rows of each."""
    regimes, figures = (collections.defaultdict(lambda: ([], [])) for _ in range(2))
    loads = collections.defaultdict(list)
    for i, row in base.items():
        for c in (row['coefficients'], ''):
            for figure in TOLD_BY.get(figure_of(row['class']), [figure_of(row['class'])]):
                loads[figure, c].append(row)
        inside = float(np.log(row['predicted'] / row['measured']))
        figure = figure_of(row['class'])
        for groups, name in ((regimes, row['class'].split(':')[0]), (figures, (figure, row['coefficients'])), (figures, (figure, ''))):
            groups[name][0].append(inside)
            groups[name][1].append(left[i])
    return regimes, figures, loads


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
                        **most_of(loads[figure, c]), 'source': 'whole sources left out of the fit in turn'})
    return records


def coefficient_lines(fit):
    """coefficients.csv: one coefficient a line, with its bounds, what tells it, and what it is worth."""
    fit.solve(fit.r)
    worth = dict(zip(fit.keys, fit.worth()))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator='\n')
    writer.writerow(['record', 'coefficient', 'value', 'least', 'most', 'rows', 'sources', 'worth'])
    for n, (owner, name) in enumerate(fit.keys):
        rows = fit.telling(n)
        low, high = np.exp(fit.values.limits(owner, name))
        key = factor_name(name) if owner in fit.values.software else name
        writer.writerow([owner, key, f'{np.exp(fit.x[n]):.3g}', f'{low:.3g}', f'{high:.3g}', len(rows),
                         len(set(fit.rows.source[rows])), f'{worth[owner, name]:.0f}' if fit.droppable()[n] else ''])
    return out.getvalue()


def write_lists(name, lists):
    """One record to a line."""
    parts = ['  "%s": [\n%s\n  ]' % (kind, ',\n'.join('    ' + json.dumps(record) for record in content))
             for kind, content in lists.items()]
    write_whole(os.path.join(CALIBRATION, name), '{\n%s\n}\n' % ',\n'.join(parts))


def publish(spec, fit, figures, loads):
    """Writes the coefficients, where each is from, and the errors."""
    told = {}
    root = spec['root']['id']
    for n, owner in enumerate(fit.values.records):
        rows = np.arange(len(fit.rows.ids)) if owner == root else np.flatnonzero(fit.rows.shares[:, n])
        told[owner] = len(rows), len(set(fit.rows.source[rows]))
    families, software = fit.values.written()
    for record in [*families, *software]:
        rows, sources = told[record['id']]
        own = sum(owner == record['id'] for owner, _ in fit.keys)
        fitted = f'{own} fitted to {rows} rows of {sources} source{"s" * (sources != 1)}' if own else 'As what it is like'
        record['source'] = '. '.join([fitted, *(f'{n}: {s}' for n, s in spec['facts'].items() if n in record)]) + '.'
    write_lists('efficiencies.json', {'efficiencies': families, 'software': software})
    of_training = [e for e in read_json(OUT['errors'])['errors'] if e['figure'].startswith('train')]
    write_lists('errors.json', {'errors': figure_errors(figures, loads) + of_training})
    write_whole(os.path.join(CALIBRATION, 'coefficients.csv'), coefficient_lines(fit))


def add_arguments(parser):
    parser.add_argument('--rounds', type=int, default=3, help='times that all are moved together, before and after; with 0 and --same errors alone are new')
    parser.add_argument('--select', type=int, default=250, help='coefficients that are left')
    parser.add_argument('--same', action='store_true', help='the coefficients of the last fit: none is chosen anew')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--left-out', metavar='FILE', help='writes there what each row was off by, left out, as JSON')


def run(options):
    spec, last = read_json(SPEC), read_json(OUT['efficiencies'])
    values = Values(spec, *beginning(spec, last, options.same))
    engine = Engine(options.jobs)
    fit = Fit(engine, values, Rows(engine, values, measured_rows(FILES)))
    fit.differences()
    fit.variables()
    fit.r = fit.errors()
    if not options.check:
        fit.improve(options.rounds)
        if not options.same:
            fit.select(options.select)
        fit.improve(options.rounds)
    left = fit.left_out()
    if options.left_out:
        write_whole(options.left_out, json.dumps(left))
    regimes, figures, loads = figure_groups(fit.base, left)
    table_of('figure', regimes)
    table_of('family', {c: errors for (figure, c), errors in figures.items() if figure == 'tpot' and c})
    if not (options.check or options.dry_run):
        publish(spec, fit, figures, loads)
