"""tools/check_includes passes a clean tree and names each kind of violation."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

CLEAN = {
    "engine/units.h": "#pragma once\n",
    "engine/format.h": '#include "engine/units.h"\n',
    "engine/catalog.h": '#include "engine/format.h"\n',
    "engine/catalog_fields.cpp": '#include "engine/catalog.h"\n',
    "engine/memory/inference.h": '#include "engine/format.h"\n',
    "engine/speed/decode.h": '#include "engine/memory/inference.h"\n',
    "engine/cost/cost.h": '#include "engine/units.h"\n',
    "engine/estimate.h": '#include "engine/speed/decode.h"\n#include "engine/cost/cost.h"\n',
    "engine/warnings.h": '#include "engine/estimate.h"\n',
    "engine/json/value.h": "#include <nlohmann/json.hpp>\n",
    "engine/json/api.h": '#include "engine/catalog.h"\n',
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
        self.assertEqual(check(CLEAN), (0, "13 files, 0 includes break the rules\n"))

    def test_lower_level_may_not_know_higher(self):
        self.refused("engine/memory/use.cpp", '\n#include "engine/estimate.h"\n', "use.cpp:2: engine/estimate.h")

    def test_siblings_may_not_know_each_other(self):
        self.refused("engine/cost/rent.cpp", '#include "engine/speed/decode.h"\n', "cost may not know speed")
        self.refused("engine/memory/use.cpp", '#include "engine/speed/decode.h"\n', "memory may not know speed")
        self.refused("engine/explain.cpp", '#include "engine/warnings.h"\n', "explain may not know warnings")

    def test_estimate_may_not_know_what_reads_it(self):
        self.refused("engine/estimate.cpp", '#include "engine/warnings.h"\n', "estimate may not know warnings")

    def test_nlohmann_stays_in_engine_json(self):
        self.refused("engine/units.cpp", "#include <nlohmann/json.hpp>\n", "only engine/json may see nlohmann")
        self.refused("tools/cli/text.cpp", '#include "engine/json/value.h"\n', "this header shows nlohmann")

    def test_engine_has_no_input_or_output(self):
        self.refused("engine/format.cpp", "#include <iostream>\n", "neither reads nor writes")

    def test_includes_are_written_from_the_root(self):
        self.refused("engine/speed/prefill.cpp", '#include "decode.h"\n', "written from the root")

    def test_new_module_needs_a_level(self):
        self.refused("engine/novel.cpp", "", "no level")


if __name__ == "__main__":
    unittest.main()
