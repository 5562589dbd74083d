"""tools/check_includes passes a clean tree and names each kind of violation."""
import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True  # beside a program without an ending
loader = importlib.machinery.SourceFileLoader("check_includes", str(ROOT / "tools/check_includes"))
check_includes = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(check_includes)
rooms = check_includes.rooms


def source(room):
    return [path.read_text(encoding="utf-8") for path in sorted((ROOT / "engine" / room).rglob("*")) if path.is_file()]


CLEAN = {
    "engine/base/units.h": "#pragma once\n",
    "engine/model/format.h": '#include "engine/base/units.h"\n',
    "engine/facts/catalog.h": '#include "engine/model/format.h"\n',
    "engine/facts/catalog_fields.cpp": '#include "engine/facts/catalog.h"\n',
    "engine/memory/inference.h": '#include "engine/model/format.h"\n',
    "engine/speed/decode.h": '#include "engine/memory/inference.h"\n',
    "engine/cost/cost.h": '#include "engine/base/units.h"\n',
    "engine/estimate/estimate.h": '#include "engine/speed/decode.h"\n#include "engine/cost/cost.h"\n',
    "engine/tell/warnings.h": '#include "engine/estimate/estimate.h"\n',
    "engine/json/value.h": "#include <nlohmann/json.hpp>\n",
    "engine/json/api.h": '#include "engine/facts/catalog.h"\n',
    "engine/json/api.cpp": '#include "engine/json/api.h"\n#include "engine/json/value.h"\n',
    "tools/cli/main.cpp": '#include <iostream>\n#include "engine/json/api.h"\n',
}


def check(files):
    """Exit status and output of the check on a tree of `files`."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run(
            [sys.executable, ROOT / "tools/check_includes", folder], capture_output=True, text=True, check=False
        )
        return run.returncode, run.stdout


class CheckIncludes(unittest.TestCase):
    def refused(self, name, text, reason):
        status, output = check({**CLEAN, name: text})
        self.assertEqual(status, 1, output)
        self.assertIn(f"{name}:", output)
        self.assertIn(reason, output)

    def test_clean_tree_passes(self):
        self.assertEqual(check(CLEAN), (0, "13 files, 0 rules are broken\n"))

    def test_lower_level_may_not_know_higher(self):
        self.refused("engine/memory/use.cpp", '\n#include "engine/estimate/estimate.h"\n', "use.cpp:2: engine/estimate/estimate.h")

    def test_siblings_may_not_know_each_other(self):
        self.refused("engine/cost/rent.cpp", '#include "engine/speed/decode.h"\n', "cost may not know speed")
        self.refused("engine/memory/use.cpp", '#include "engine/speed/decode.h"\n', "memory may not know speed")

    def test_estimate_may_not_know_what_reads_it(self):
        self.refused("engine/estimate/cost.cpp", '#include "engine/tell/warnings.h"\n', "estimate may not know tell")

    def test_units_may_not_know_each_other_in_a_circle(self):
        files = {"engine/cost/rent.h": '#include "engine/cost/own.h"\n', "engine/cost/own.h": "", "engine/cost/own.cpp": '#include "engine/cost/rent.h"\n'}
        status, output = check({**CLEAN, **files})
        self.assertEqual(status, 1, output)
        self.assertIn("engine/cost/rent: it knows a unit that knows it", output)

    def test_nlohmann_stays_in_engine_json(self):
        self.refused("engine/base/units.cpp", "#include <nlohmann/json.hpp>\n", "only engine/json may see nlohmann")
        self.refused("tools/cli/text.cpp", '#include "engine/json/value.h"\n', "this header shows nlohmann")

    def test_engine_has_no_input_or_output(self):
        self.refused("engine/model/format.cpp", "#include <iostream>\n", "neither reads nor writes")

    def test_includes_are_written_from_the_root(self):
        self.refused("engine/speed/prefill.cpp", '#include "decode.h"\n', "written from the root")

    def test_a_room_keeps_its_budget_of_lines(self):
        budget = rooms()["cost"][2]
        kept = {**CLEAN, "engine/cost/rent.cpp": "\n" * (budget - CLEAN["engine/cost/cost.h"].count("\n"))}
        self.assertEqual(check(kept)[0], 0)
        status, output = check({**kept, "engine/cost/rent.h": "\n"})
        self.assertEqual(status, 1, output)
        self.assertIn(f"engine/cost: {budget + 1:,} lines are above the budget of {budget:,}", output)

    def test_each_file_is_in_a_room(self):
        self.refused("engine/novel.cpp", "", "in no room")
        self.refused("engine/novel/one.cpp", "", "in no room")


class Rooms(unittest.TestCase):
    """The table of web/docs/architecture.md says what is there."""

    def test_each_folder_is_a_row(self):
        self.assertEqual(sorted(rooms()), sorted(path.name for path in (ROOT / "engine").iterdir() if path.is_dir()))

    def test_what_a_room_may_know_it_does(self):
        for room, (knows, _, _) in rooms().items():
            known = re.findall(r'#include "engine/(\w+)/', "".join(source(room)))
            self.assertEqual(sorted(knows), sorted(set(known) - {room}), room)

    def test_below_the_question_nothing_knows_the_scenario(self):
        knowing = {room for room, (knows, _, _) in rooms().items() if "ask" in knows}
        self.assertEqual(knowing, {"choose", "tell", "json"})
        below = "".join("".join(source(room)) for room in set(rooms()) - {"ask", "tell", "json"})
        self.assertEqual(re.findall(r"^(?!.*//).*\bScenario\b.*$", below, re.MULTILINE), [])

    def test_a_budget_is_lowered_with_its_room(self):
        spare = {room: budget - check_includes.lines_of(ROOT, room) for room, (_, _, budget) in rooms().items()}
        self.assertEqual({room: lines for room, lines in spare.items() if lines > 30}, {}, "lower these budgets by so much")

    def test_main_types_are_declared_in_their_room(self):
        for room, (_, types, _) in rooms().items():
            declared = re.findall(r"^(?:struct|class|using) (\w+)", "".join(source(room)), re.MULTILINE)
            self.assertEqual([name for name in types if name not in declared], [], room)

    def test_words_are_names_in_the_engine(self):
        text = (ROOT / "web/docs/architecture.md").read_text(encoding="utf-8")
        table = text[text.index("| word |") : text.index("## The way of an answer")]
        names = [name for row in table.splitlines()[2:] if row.startswith("|") for name in check_includes.words(row.rsplit("|", 2)[1])]
        headers = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "engine").rglob("*.h"))
        self.assertGreater(len(names), 30)
        self.assertEqual([name for name in names if not re.search(rf"\b{name}\b", headers)], [])

    def test_meaning_is_seldom_in_text(self):
        """What a line, price or device is, stands in enumerations and in records of the catalog, not in words compared."""
        spoken = {"json", "import"}  # where text comes in
        compared = [
            line
            for room in set(rooms()) - spoken
            for text in source(room)
            for line in text.splitlines()
            if re.search(r'[=!]= "[^"]', line)
        ]
        self.assertLess(len(compared), 40, compared)

    def test_tests_are_in_the_room_of_what_they_test(self):
        self.assertEqual([path.name for path in (ROOT / "tests/engine").glob("*.cpp")], [])
        self.assertEqual({path.name for path in (ROOT / "tests/engine").iterdir() if path.is_dir()} - set(rooms()), set())


if __name__ == "__main__":
    unittest.main()
