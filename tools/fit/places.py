"""Where the fits read and write."""
import csv
import glob
import json
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get('RIDGEPOINT', os.path.join(ROOT, 'build/native/ridgepoint'))
CATALOG = os.path.join(ROOT, 'build/native/catalog.json')
CALIBRATION = os.path.join(ROOT, 'catalog/calibration')
OUT = {kind: os.path.join(CALIBRATION, f'{kind}.json') for kind in ('training', 'memory', 'media', 'efficiencies', 'errors')}
SPEC = os.path.join(ROOT, 'tools/fit/spec.json')


def read_json(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def tables_of(*kinds):
    """The tables of measured rows of these kinds, by the folder that they lie in."""
    return [path for kind in kinds for path in sorted(glob.glob(os.path.join(ROOT, 'tests/validation/measured', kind, '*.csv')))]


def measured_rows(tables):
    """{id: row} as measured."""
    rows = {}
    for path in tables:
        with open(path, newline='', encoding='utf-8') as file:
            rows.update((row['id'], row) for row in csv.DictReader(file))
    return rows
