#!/usr/bin/env python3
"""Converts fact tables (CSV) of devices, models and cloud offers into the catalog's JSON files.

The tables are not part of the repository; the JSON files are, and are edited by hand once written.
Files that are not named by the tables (formats, calibration, grids) are left alone.
"""
import argparse
import csv
import json
import os

import accelerators
import api
import cloud
import models
import sources
from records import normalized, without_own_aliases, write_json


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write_families(folder, files):
    """Writes one file per family; spellings are unique over all of them."""
    without_own_aliases([record for records in files.values() for record in records])
    for family, records in sorted(files.items()):
        write_json(os.path.join(folder, family + ".json"), records)


def spellings_of(files):
    """Ids by every normalized spelling of the records in `files`."""
    found = {}
    for record in (record for records in files.values() for record in records):
        for name in [record["id"], record["name"], *record.get("aliases", [])]:
            found.setdefault(normalized(name), record["id"])
    return found


def used_sources(catalog):
    """Ids that any file of the catalog names."""
    found = set()

    def walk(value):
        if isinstance(value, dict):
            found.update(str(value.get("source", "")).split())
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    for folder, _, names in os.walk(catalog):
        for name in names:
            if name.endswith(".json") and name != "sources.json" and "calibration" not in folder:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    walk(json.load(file))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accelerators", required=True, help="CSV of devices")
    parser.add_argument("--models", required=True, help="CSV of models")
    parser.add_argument("--instances", required=True, help="CSV of cloud offers")
    parser.add_argument("--api", required=True, help="CSV of hosted prices")
    parser.add_argument("--out", default="catalog", help="folder of the catalog")
    arguments = parser.parse_args()
    out = arguments.out

    device_rows = read(arguments.accelerators)
    write_families(os.path.join(out, "accelerators"), accelerators.records_by_file(device_rows))
    model_files = models.records_by_file(read(arguments.models))
    write_families(os.path.join(out, "models"), model_files)
    instances, prices, left_out = cloud.convert(read(arguments.instances))
    for provider, records in sorted(instances.items()):
        write_json(os.path.join(out, "instances", provider + ".json"), records)
        write_json(os.path.join(out, "prices", provider + ".json"), prices[provider])
    write_json(os.path.join(out, "prices", "purchase.json"), accelerators.purchase_prices(device_rows))

    hosted, hosted_left_out = api.convert(read(arguments.api), spellings_of(model_files))
    for provider, records in sorted(hosted.items()):
        write_json(os.path.join(out, "api", provider + ".json"), records)

    used = used_sources(out)
    unknown = used - set(sources.KNOWN)
    if unknown:
        raise SystemExit(f"sources without a title: {sorted(unknown)}")
    write_json(os.path.join(out, "sources.json"), sources.write_list(used))
    print(f"{sum(map(len, instances.values()))} instances, {sum(map(len, prices.values()))} rents")
    for reason, count in sorted(left_out.items()):
        print(f"left out: {count} rows, {reason}")
    print(f"{sum(map(len, hosted.values()))} hosted prices")
    for reason, count in sorted(hosted_left_out.items()):
        print(f"left out: {count} rows, {reason}")


if __name__ == "__main__":
    main()
