"""What rows share, whatever they call it: the device and the model by their ids, the source by its repository or site.

Rows that share one are left out together: a name that is spelled in two ways would stay in the fit as the other.
"""
import collections
import csv
import functools
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = os.path.join(ROOT, 'tests/validation/sources.csv')


def plain(name):
    """Letters and digits alone, small."""
    return re.sub(r'[^a-z0-9]', '', name.lower())


def device_of(answer, measured):
    """`answer`: the row as `validate` computes it; `measured`: as its table has it."""
    device = answer.get('device', '').removeprefix('described-')  # a CPU with other memory or sockets
    return plain(measured['gpu']) if device in ('', 'measured-device') else device


def model_of(answer, measured):
    """Of models that are not in the catalog the name, without what stands in brackets."""
    name = measured.get('model') or measured.get('model_and_shape', '')
    return answer.get('model') or plain(re.sub(r'\(.*?\)', '', name))


def sites(source):
    """The repositories, or the sites and documents, of an entry of sources.csv."""
    parts = [part.strip() for part in re.sub(r'\(.*?\)', '', source).split(';')]
    repositories = [re.match(r'[\w.-]+/[\w.-]+', part) for part in parts]
    return {(found.group(0) if found else part.split('@')[0]).strip().lower() for found, part in zip(repositories, parts)}


class Sources:
    """Tables of one repository or site are one source, and so are those that a table of several joins."""

    def __init__(self, path=SOURCES):
        self.parents = {}
        with open(path, newline='', encoding='utf-8') as file:
            for row in csv.DictReader(file):
                table = os.path.splitext(os.path.basename(row['file']))[0]
                for site in sites(row['source']):
                    self.parents[self.first('table ' + table)] = self.first('site ' + site)

    def first(self, name):
        while self.parents.get(name, name) != name:
            name = self.parents[name]
        return name

    def of(self, row_id):
        return self.first('table ' + row_id.rsplit('-', 1)[0])


def source_of(answer, measured, sources=functools.lru_cache(Sources)):
    return sources().of(answer['id'])


# What a column of the tables is told by.
GROUPS = {'gpu': device_of, 'model': model_of, 'source': source_of}


def folds(names, count):
    """The fold of each row: whole names, the folds about equally large."""
    filled, fold = [0] * count, {}
    for name, size in collections.Counter(names).most_common():
        fold[name] = filled.index(min(filled))
        filled[fold[name]] += size
    return [fold[name] for name in names]
