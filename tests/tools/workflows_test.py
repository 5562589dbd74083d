"""The workflows: actions pinned by commit, no job with more rights than its steps need, and no foreign code beside one that may write."""
import base64
import json
import pathlib
import re
import subprocess
import textwrap
import unittest

WORKFLOWS = sorted((pathlib.Path(__file__).resolve().parents[2] / '.github/workflows').glob('*.yml'))
PRICES = next(path for path in WORKFLOWS if path.name == 'prices.yml').read_text()

# What a step needs of its job, by the action or the command that it is. What is not here may run only where nothing can be written.
NEEDS = {
    'actions/checkout': {'contents: read'},
    'actions/configure-pages': {'pages: read'},
    'actions/deploy-pages': {'pages: write', 'id-token: write'},
    'actions/attest': {'id-token: write', 'attestations: write'},
    'actions/download-artifact': set(),
    'gh release create': {'contents: write'},
    'gh workflow run': {'actions: write'},
    'gh api': {'contents: write'},
    'gh pr create': {'pull-requests: write'},
    'gh pr comment': {'pull-requests: write'},
    'gh run list': {'actions: read'},
    'jq': set(),
    'actions/upload-artifact': set(),
}

# One command that makes a request, or a value of values, and nothing beside it.
ALONE = r'(?:gh|jq) (?:(?!\$\()[^;&|`])*'


def jobs(text):
    """What each job may do and its steps, by its name."""
    found = re.split(r'^  (\w+):\n', text[text.index('\njobs:\n') + 7:], flags=re.M)[1:]
    for name, body in zip(found[::2], found[1::2]):
        rights = re.search(r'^    permissions:\n((?:      .+\n)+)', body, re.M)
        yield name, {line.strip() for line in rights[1].splitlines()} if rights else set(), re.split(r'^      - ', body, flags=re.M)[1:]


def faults(text):
    if '\npermissions: {}\n' not in text:
        yield 'jobs have rights that they did not ask for'
    for name, rights, steps in jobs(text):
        needed = set()
        for step in steps:
            action = re.search(r'\buses: (.+)', step)
            if action and not re.fullmatch(r'[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+', action[1]):
                yield f'{name}: not pinned: {action[1]}'
            if 'actions/checkout@' in step and 'persist-credentials: false' not in step:
                yield f'{name}: later steps could read the credentials'
            done = next((known for known in NEEDS if re.search(rf'\b(uses|run): {known}\b', step)), None)
            needed |= set().union(*(needs for known, needs in NEEDS.items() if re.search(rf'\b{known}\b', step)))
            if any(right.endswith('write') for right in rights) and (done in (None, 'actions/checkout') or re.search(rf'\brun: (?!{ALONE}$)', step, re.M)):
                yield f'{name}: may write, and runs: {step.splitlines()[0]}'
        if rights != needed:
            yield f'{name}: has {sorted(rights)}, needs {sorted(needed)}'


class Workflows(unittest.TestCase):
    def test_they_do_what_they_may_and_no_more(self):
        self.assertGreaterEqual(len(WORKFLOWS), 2)
        for path in WORKFLOWS:
            self.assertEqual(list(faults(path.read_text())), [], path.name)

    def test_each_fault_is_found(self):
        release = next(path for path in WORKFLOWS if path.name == 'release.yml').read_text()
        writing = '      attestations: write\n    steps:\n'
        planted = {
            'not pinned': (r'@[0-9a-f]{40} # v', '@v'),
            'rights that they did not': (r'\npermissions: \{\}\n', '\npermissions: write-all\n'),
            'could read the credentials': ('persist-credentials: false', 'fetch-depth: 1'),
            'test: has': ('      contents: read\n', '      contents: write\n'),
            'publish: has': ('      contents: write\n', '      contents: write\n      packages: write\n'),
            'publish: may write, and runs: run: npm': (writing, writing + '      - run: npm ci\n'),
            'publish: may write, and runs: uses: actions/checkout': (writing, writing + '      - uses: actions/checkout@' + 40 * '0' + ' # v7.0.1\n'),
            'publish: may write, and runs: run: |': (writing, writing + '      - run: |\n          gh release create\n          npm ci\n'),
            'publish: may write, and runs: run: gh': (r'(run: gh release .*)', r'\1 && npm ci'),
            'publish: may write, and runs: run: gh release': (r'(run: gh release .*)', r'\1 --notes "$(npm ci)"'),
        }
        for fault, (before, after) in planted.items():
            changed = re.sub(before, after, release, count=1)
            self.assertNotEqual(changed, release, fault)
            self.assertTrue(any(fault in found for found in faults(changed)), f'{fault}: {list(faults(changed))}')

    def test_asked_for_tests_are_those_of_the_branch_and_their_result_is_told(self):
        steps = {name: ''.join(steps) for name, _, steps in jobs(PRICES)}
        self.assertIn('gh workflow run site.yml --ref "$BRANCH"', steps['ask_for_tests'])
        self.assertRegex((WORKFLOWS[0].parent / 'site.yml').read_text(), r'(?m)^  workflow_dispatch:')
        self.assertIn('RESULT: ${{ needs.await_tests.outputs.result }}', steps['say_how_tests_ended'])

    def test_what_reads_lists_may_write_nothing_and_hands_over_no_request(self):
        rights = {name: rights for name, rights, _ in jobs(PRICES)}
        self.assertEqual(rights['read'], {'contents: read'})
        self.assertNotIn('commit.json', next(''.join(steps) for name, _, steps in jobs(PRICES) if name == 'read'))

    def test_a_commit_has_files_of_prices_alone(self):
        program = textwrap.dedent(re.search(r'          COMMIT: \|\n((?: {12}.*\n)+)', PRICES)[1])

        def commit(files):
            done = subprocess.run(['jq', '--arg', 'repository', 'o/r', '--arg', 'branch', 'b', '--arg', 'head', 'h', program],
                                  input=json.dumps(files), capture_output=True, text=True, check=False)
            return json.loads(done.stdout)['variables']['input'] if done.returncode == 0 else None

        text = '[\n  {"priced": "2026-11", "note": "\u20ac"}\n]\n'
        made = commit({'catalog/api/io-net.json': text})
        self.assertEqual(made['fileChanges'], {'additions': [{'path': 'catalog/api/io-net.json', 'contents': base64.b64encode(text.encode()).decode()}]})
        self.assertEqual(made['branch'], {'repositoryNameWithOwner': 'o/r', 'branchName': 'b'})
        for path in ('.github/workflows/x.yml', 'catalog/api/../x.json', 'catalog/api/x.mjs', 'catalog/sources.json', 'x/catalog/api/x.json', 'catalog/api/x.json\n', '/catalog/api/x.json'):
            self.assertIsNone(commit({'catalog/api/x.json': text, path: text}), path)
        for content in ('[', '{}', '"[]"', '', 1, []):
            self.assertIsNone(commit({'catalog/api/x.json': content}), content)


if __name__ == '__main__':
    unittest.main()
