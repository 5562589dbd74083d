"""Components of models that are not token decoders, counted from the shapes of their layers, are those of the catalog."""
import json
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools" / "catalog"))

import components  # noqa: E402


class Components(unittest.TestCase):
    def test_the_catalog_has_what_is_counted(self):
        counted = 0
        for path in sorted((ROOT / "catalog" / "models").glob("*.json")):
            for model in json.loads(path.read_text()):
                for field, value in components.fields_of(model["id"]).items():
                    self.assertEqual(model.get(field), value, f"{model['id']}: {field}")
                    counted += 1
        self.assertGreater(counted, 100)


if __name__ == "__main__":
    unittest.main()
