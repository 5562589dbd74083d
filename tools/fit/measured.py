"""The measured rows of serving, as the engine computes them with given coefficients."""
import concurrent.futures
import json
import os
import subprocess
import tempfile

import numpy as np

from places import TOOL, tables_of

FILES = tables_of('inference')
CONDITIONS = ('architectures', 'segments', 'form_factors', 'memory_types', 'engines', 'date')
# What each kind of figure is called in errors.json, by the beginning of the class of a row.
FIGURES = [('TPOT, one stream', 'decode_single'), ('TPOT', 'tpot'), ('decode, batched', 'tpot'),
           ('decode', 'decode_single'), ('drafted tokens', 'drafted'), ('TTFT', 'ttft'), ('prefill', 'prefill'),
           ('throughput', 'output_tokens_per_s'), ('maximum throughput', 'output_tokens_per_s')]


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
    """Runs the command line with calibrations; answers are kept in the order of the first run."""

    def __init__(self, jobs):
        self.jobs = jobs
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)

    def run(self, families, software):
        return self.run_all([(families, software)])[0]

    def run_all(self, many):
        """The answers to several (families, software); the engine is asked for as many at once as there are jobs."""
        parts = [many[i::self.jobs] for i in range(self.jobs) if many[i::self.jobs]]
        answers = list(self.pool.map(self.ask, parts))
        return [answers[i % self.jobs][i // self.jobs] for i in range(len(many))]

    def ask(self, many):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, f'{i}.json') for i in range(len(many))]
            for path, (families, software) in zip(paths, many):
                with open(path, 'w') as file:
                    json.dump({'efficiencies': expanded(families), 'software': expanded(software), 'errors': []}, file)
            out = subprocess.run([TOOL, 'validate', *FILES, '--json', '--calibration', ','.join(paths)],
                                 check=True, capture_output=True, text=True).stdout
        rows = [row for row in json.loads(out)['rows'] if figure_of(row.get('class', ''))]
        each = [(row, [row['predicted'], *row.get('others', [])]) for row in rows]
        return [{row['id']: {**row, 'predicted': values[i]} for row, values in each if min(values) > 0}
                for i in range(len(many))]


def factor_name(coefficient):
    """What a factor of a coefficient is called: without the unit."""
    return coefficient.removesuffix('_us').removesuffix('_ms')


def figure_of(name):
    return next((figure for start, figure in FIGURES if name.startswith(start)), None)


def log_errors(answers, ids):
    return np.array([np.log(answers[i]['predicted'] / answers[i]['measured']) for i in ids])


def months(date):
    """Months since the year 0 of "2025-06" or "2025-06-14", as the engine counts them."""
    year, month, day = (*map(int, date.split('-')), 1, 1)[:3]
    return 12 * year + month - 1 + (day - 1) / 31
