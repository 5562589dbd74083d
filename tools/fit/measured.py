"""The measured rows of serving, as the engine computes them with given coefficients."""
import concurrent.futures
import csv
import glob
import json
import os
import subprocess
import tempfile

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get('RIDGEPOINT', os.path.join(ROOT, 'build/native/ridgepoint'))
FILES = sorted(glob.glob(os.path.join(ROOT, 'tests/validation/measured/inference/*.csv')))
CONDITIONS = ('accelerators', 'architectures', 'segments', 'vendors', 'engines', 'before')
# What each kind of figure is called in errors.json, by the beginning of the class of a row.
FIGURES = [('TPOT, one stream', 'decode_single'), ('TPOT', 'tpot'), ('decode, batched', 'tpot'),
           ('decode', 'decode_single'), ('drafted tokens', 'drafted'), ('TTFT', 'ttft'), ('prefill', 'prefill'),
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
    """Runs the command line with calibrations; answers are kept in the order of the first run."""

    def __init__(self, jobs):
        self.jobs = jobs
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.folder = tempfile.TemporaryDirectory()
        self.files = FILES

    def take(self, ids=None):
        """From now on only these rows are asked for; all when None."""
        self.files = FILES if ids is None else []
        for path in FILES if ids is not None else []:
            with open(path, newline='') as file:
                header, *rows = csv.reader(file)
            rows = [row for row in rows if row[header.index('id')] in ids]
            if rows:
                self.files.append(os.path.join(self.folder.name, os.path.basename(path)))
                with open(self.files[-1], 'w', newline='') as file:
                    csv.writer(file).writerows([header, *rows])

    def run(self, records):
        return self.run_all([records])[0]

    def run_all(self, many):
        """The answers to several sets of records; the engine is asked for as many at once as there are jobs."""
        parts = [many[i::self.jobs] for i in range(self.jobs) if many[i::self.jobs]]
        answers = list(self.pool.map(self.ask, parts))
        return [answers[i % self.jobs][i // self.jobs] for i in range(len(many))]

    def ask(self, many):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, f'{i}.json') for i in range(len(many))]
            for path, records in zip(paths, many):
                with open(path, 'w') as file:
                    classes = [r for r in records if not r.get('of_software')]
                    software = [{k: v for k, v in r.items() if k != 'of_software'} for r in records if r.get('of_software')]
                    json.dump({'efficiencies': expanded(classes), 'software': software, 'errors': []}, file)
            out = subprocess.run([TOOL, 'validate', *self.files, '--json', '--calibration', ','.join(paths)],
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


def with_values(records, changes):
    """Records with coefficients of some classes set: {class: {coefficient: value}}."""
    return [{**record, **changes.get(record['id'], {})} for record in records]
