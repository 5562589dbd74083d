"""Each field of a record of the catalog is read: by the engine, by the page, or by who reads the catalog itself."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIELDS = [ROOT / "engine/facts" / name for name in ("catalog_fields.cpp", "calibration_fields.cpp")]
VISIT = re.compile(r"void visit\((\w+)& (\w+), FieldVisitor& v\) \{(.*?)\n\}", re.DOTALL)

# What nothing reads, and why it is there.
UNREAD = {
    "FigureError.covered": "the share of rows within a range, for who checks it",
}


def text(*patterns):
    return "".join(path.read_text(encoding="utf-8") for pattern in patterns for path in sorted(ROOT.glob(pattern)))


class Fields(unittest.TestCase):
    def test_each_is_read(self):
        sources = [p for p in ROOT.glob("engine/**/*") if p.suffix in (".h", ".cpp") and not p.stem.endswith("_fields") and "import" not in p.parts]
        engine = "".join(path.read_text(encoding="utf-8") for path in sources)
        page = text("web/src/**/*.js", "web/catalog_page/*.mjs")
        unread = set()
        for path in FIELDS:
            for record, variable, body in VISIT.findall(path.read_text(encoding="utf-8")):
                for member in set(re.findall(rf"\b{variable}\.(\w+)", body)):
                    if not re.search(rf"(?:\.|->|::){member}\b", engine) and not re.search(rf"\b{member}\b", page):
                        unread.add(f"{record}.{member}")
        self.assertEqual(unread, set(UNREAD))


if __name__ == "__main__":
    unittest.main()
