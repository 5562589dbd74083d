"""The locks of npm packages: whole, without addresses, and readable by the npm of the oldest system that is supported."""
import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOCKS = [folder + '/package-lock.json' for folder in ('web', 'tests', 'tests/generators/mdx', 'tests/generators/vitepress')]
ASKED = ('dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies')


def packages(lock):
    return json.loads((ROOT / lock).read_text())['packages']


def tags_overridden(manifest, locked):
    """Packages that somebody asks for by a tag and that are overridden: npm 9 refuses such a lock."""
    tags = {name for record in locked.values() for kind in ASKED for name, wanted in record.get(kind, {}).items() if re.fullmatch(r'[a-z-]+', wanted)}
    return tags & set(manifest.get('overrides', {}))


class NpmLocks(unittest.TestCase):
    def test_each_package_has_its_hash_and_no_address(self):
        for lock in LOCKS:
            for name, record in packages(lock).items():
                if name:
                    self.assertIn('integrity', record, f'{lock}: {name}')
                    self.assertNotIn('resolved', record, f'{lock}: {name}')

    def test_npm_9_reads_each(self):
        for lock in LOCKS:
            self.assertEqual(tags_overridden(json.loads((ROOT / lock).with_name('package.json').read_text()), packages(lock)), set(), lock)
        self.assertEqual(tags_overridden({'overrides': {'a': '^1.0.0'}}, {'node_modules/b': {'dependencies': {'a': 'latest'}}}), {'a'})

    def test_the_page_is_built_without_what_tests_need(self):
        names = {name.split('node_modules/')[-1] for name in packages('web/package-lock.json')}
        self.assertLessEqual({'esbuild', 'terser', 'lit', 'd3-scale'}, names)
        self.assertFalse(names & {'lighthouse', 'playwright-core', 'puppeteer-core', 'typescript', 'html-validate'})


if __name__ == '__main__':
    unittest.main()
