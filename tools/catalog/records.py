"""What the converters share: leaves with their own source, numbers, and files."""
import json
import os
import re

RETRIEVED = "2026-11-21"  # the day the fact tables were closed


def number(text):
    """A number out of a cell; None for an empty one. Whole numbers come back as int."""
    text = (text or "").strip()
    if not text:
        return None
    value = float(text)
    return int(value) if value == int(value) and abs(value) < 1e15 else value


def leaf(value, source="", unverified=False, note=""):
    """A fact with its own source, mark or note; the plain value where it has none."""
    if value is None or not (source or unverified or note):
        return value
    result = {"value": value}
    if source:
        result["source"] = source
    if unverified:
        result["unverified"] = True
    if note:
        result["note"] = note
    return result


def plain(leaf):
    return leaf["value"] if isinstance(leaf, dict) and "value" in leaf else leaf


def without_empty(record):
    return {k: v for k, v in record.items() if v is not None and v != "" and v != [] and v != {}}


def slug(text):
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")


def normalized(name):
    """As the engine compares names: lower case, only letters, digits and dots."""
    return re.sub(r"[^a-z0-9.]", "", name.lower())


# What stands in brackets after a name and is not part of it: variants, editions, remarks.
ASIDE = re.compile(
    r"\s*\(([^()]*(?:\bsame\b|HGX/DGX|AWS g5|stacks|never an|unified|V2\.5|\b2\d0[179]\b|\b2512\b|v01|DSA|paper)[^()]*)\)")


def without_asides(record):
    """Moves the remarks in a record's name to its note."""
    asides = ASIDE.findall(record["name"])
    notes = asides + ([record["note"]] if record.get("note") else [])
    return record | {"name": ASIDE.sub("", record["name"]), "note": "; ".join(notes)}


def write_json(path, records):
    """A list of records, one fact a line, so that a change shows as the line it is."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(records, file, indent=2, ensure_ascii=False)
        file.write("\n")


def without_own_aliases(records):
    """Drops aliases that repeat a name, or that two records claim; the first record keeps its claim."""
    taken = {normalized(r["id"]) for r in records} | {normalized(r["name"]) for r in records}
    for record in records:
        kept = []
        for alias in record.get("aliases", []):
            key = normalized(alias)
            if key not in taken:
                taken.add(key)
                kept.append(alias)
        record["aliases"] = kept
        if not kept:
            del record["aliases"]
    return records
