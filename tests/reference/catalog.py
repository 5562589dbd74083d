"""The merged catalog with plain values, and the engine's answers from the command line."""
import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NATIVE = ROOT / "build/native"


def plain(value):
    """Leaves without their sources."""
    if isinstance(value, dict):
        if "value" in value and "id" not in value:
            return value["value"]
        return {k: plain(v) for k, v in value.items()}
    return [plain(v) for v in value] if isinstance(value, list) else value


def catalog():
    return plain(json.loads((NATIVE / "catalog.json").read_text()))


def sweep(scenarios, *options):
    """Text of what the command line answers to each, in order; some may be refused."""
    lines = "".join(json.dumps(s) + "\n" for s in scenarios)
    command = [os.environ.get("RIDGEPOINT", NATIVE / "ridgepoint"), "sweep", *options]
    done = subprocess.run(command, input=lines, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    return done.stdout


def answers(scenarios):
    return [json.loads(line) for line in sweep(scenarios, "--with", "series").splitlines()]
