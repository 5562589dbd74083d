// What cannot be written is said by every command; input is read no further than it may be long.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'build/native/ridgepoint');
const skip = process.platform !== 'linux' && 'needs /dev/full';

let folder;
before(() => { folder = mkdtempSync(join(tmpdir(), 'ridgepoint-output-')); });
after(() => rmSync(folder, { recursive: true }));

const config = JSON.stringify({
  model_type: 'llama', architectures: ['LlamaForCausalLM'], hidden_size: 4096, num_hidden_layers: 32, num_attention_heads: 32,
  num_key_value_heads: 8, intermediate_size: 14336, vocab_size: 128256, torch_dtype: 'bfloat16',
});

/** Each command with what it reads. @type {Record<string, [string[], string]>} */
const CALLS = {
  estimate: [['estimate'], '{}'],
  'estimate as text': [['estimate', '--format', 'text'], '{}'],
  recommend: [['recommend'], '{"model": "llama-3.1-8b", "constraints": {"max_usd_h": 3}}'],
  sweep: [['sweep'], '{}\n'],
  'sweep of nothing': [['sweep', '--fields', 'ok'], ''],
  compare: [['compare'], '[{"hardware": {"accelerator": "h100"}}, {"hardware": {"accelerator": "h200"}}]'],
  'runs-on': [['runs-on', 'rtx-4090'], ''],
  catalog: [['catalog', 'formats'], ''],
  'catalog as JSON': [['catalog', 'accelerators', '--format', 'json'], ''],
  presets: [['presets'], ''],
  'a preset': [['presets', 'finetune-8b'], ''],
  guide: [['guide'], ''],
  validate: [['validate', join(root, 'tests/validation/measured/other_models/sdalex.csv')], ''],
  import: [['import', '-'], config],
  schema: [['schema', 'scenario'], ''],
  url: [['url'], '{}'],
  'url --decode': [['url', '--decode', '#v=1&model=llama-3.1-8b'], ''],
  refusal: [['estimate'], '{"modle": 1}'],
  '--help': [['--help'], ''],
  '--version': [['--version'], ''],
};

test('EveryCommandIsTried', () => {
  const { stdout } = spawnSync(program, ['--help'], { encoding: 'utf8' });
  const commands = new Set([...stdout.matchAll(/^ {2}ridgepoint ([a-z-]+)/gm)].map(([, name]) => name));
  const tried = new Set(Object.values(CALLS).map(([[name]]) => name));
  assert.deepEqual([...commands].filter((name) => !tried.has(name)), []);
  assert.ok(commands.size >= 12);
});

for (const [name, [args, input]] of Object.entries(CALLS)) {
  test(`AFullDiskIsSaid-${name}`, { skip }, () => {
    assert.ok(spawnSync(program, args, { input, maxBuffer: 1 << 26 }).status < 2);
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(program, args, { input, stdio: ['pipe', full, 'pipe'], encoding: 'utf8' });
    closeSync(full);
    assert.equal(status, 2);
    assert.match(stderr, /^ridgepoint: cannot write: No space left on device$/m);
  });

  test(`AClosedPipeEndsItQuietlyAndWithoutSuccess-${name}`, { skip }, () => {
    // Python ignores the signal itself and lets the program have it or not.
    const script = 'import os, subprocess, sys\n'
      + 'asked = sys.stdin.buffer.read()\n'
      + 'for restored in (True, False):\n'
      + '    read, write = os.pipe()\n'
      + '    os.close(read)\n'
      + '    run = subprocess.run(sys.argv[1:], input=asked, stdout=write, stderr=subprocess.PIPE, restore_signals=restored)\n'
      + '    print(run.returncode, b"cannot" in run.stderr)\n';
    const { stdout, stderr } = spawnSync('python3', ['-c', script, program, ...args], { input, encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(stdout, '-13 False\n141 False\n'); // ended by SIGPIPE; and 128 + 13 where that is ignored
  });
}

/** Runs it with 400 MB of memory. */
const bounded = (command, options = {}) => spawnSync('bash', ['-c', `ulimit -v 400000; ${command}`], { encoding: 'utf8', timeout: 60_000, ...options });

test('InputWithoutEndIsRefusedOnceItIsTooLong', { skip }, () => {
  for (const [command, status] of [['estimate', 1], ['recommend', 1], ['compare', 1], ['runs-on', 1], ['url', 1], ['import -', 1], ['validate', 2], ['sweep --fields ok', 1]]) {
    const endless = command.startsWith('sweep') ? `head -c 3000000000 /dev/zero` : 'yes';
    const ran = bounded(`${endless} | "${program}" ${command}; exit "\${PIPESTATUS[1]}"`);
    assert.equal(ran.status, status, `${command}: ${ran.stdout} ${ran.stderr}`);
    assert.match(ran.stdout + ran.stderr, /too_large|too_long|unknown_file|longer than/, command);
  }
});

test('NoMoreOfAHugeFileIsReadThanItMayHave', { skip }, () => {
  const huge = join(folder, 'huge.json');
  writeFileSync(huge, `{${' '.repeat(100)}`);
  truncateSync(huge, 2 ** 40);
  for (const [command, status] of [[`estimate "${huge}"`, 1], [`compare "${huge}" "${huge}"`, 1], [`url "${huge}"`, 1], [`import "${huge}"`, 1], [`import - <"${huge}"`, 1], [`validate "${huge}"`, 2], [`estimate --catalog "${huge}"`, 2], [`validate --calibration "${huge}" /dev/null`, 1]]) {
    const ran = bounded(`"${program}" ${command}`, { input: '{}' });
    assert.equal(ran.status, status, `${command}: ${ran.stdout} ${ran.stderr}`);
    assert.match(ran.stdout + ran.stderr, /too_large|longer than/, command);
  }
});

test('WhatCannotBeReadIsSaid', () => {
  for (const command of ['estimate', 'compare', 'runs-on', 'url', 'sweep', 'import -', 'validate']) {
    const { status, stderr } = spawnSync('bash', ['-c', `"${program}" ${command} <&-`], { encoding: 'utf8' });
    assert.equal(status, 2, command);
    assert.match(stderr, /cannot read/, command);
  }
});

test('AConfigurationIsImportedWithTheFilesBesideIt', { skip }, () => {
  const config = join(folder, 'config.json'), beside = join(folder, 'hf_quant_config.json');
  writeFileSync(config, JSON.stringify({
    model_type: 'llama', hidden_size: 64, intermediate_size: 128, num_attention_heads: 4, num_hidden_layers: 2, vocab_size: 100, torch_dtype: 'bfloat16',
  }));
  writeFileSync(beside, JSON.stringify({ producer: { name: 'modelopt' }, quantization: { quant_algo: 'NVFP4', exclude_modules: ['lm_head', '*self_attn*'] } }));
  const { format, model } = JSON.parse(bounded(`"${program}" import "${config}" "${beside}"`).stdout);
  assert.equal(format, 'nvfp4');
  assert.deepEqual(model.part_bits, { attention: 16, feed_forward: 4.5 });
  assert.deepEqual(JSON.parse(bounded(`cat "${beside}" "${config}" | "${program}" import -`).stdout).model.part_bits, model.part_bits);
});

test('AModelInAPipeIsReadToItsEndWithoutBeingKept', { skip }, () => {
  const [vocab, hidden] = [1_400_000, 1024];
  let end = 0;
  const header = JSON.stringify(Object.fromEntries([
    ['model.embed_tokens.weight', vocab], ...['q', 'k', 'v', 'o'].map((part) => [`model.layers.0.self_attn.${part}_proj.weight`, hidden]),
    ...['gate', 'up', 'down'].map((part) => [`model.layers.0.mlp.${part}_proj.weight`, hidden]),
  ].map(([name, rows]) => [name, { dtype: 'BF16', shape: [rows, hidden], data_offsets: [end, end += 2 * rows * hidden] }])));
  const file = join(folder, 'model');
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  writeFileSync(file, Buffer.concat([length, Buffer.from(header)]));
  truncateSync(file, 8 + header.length + end);
  const named = bounded(`"${program}" import "${file}"`);
  assert.equal(JSON.parse(named.stdout).bytes, end);
  assert.equal(bounded(`cat "${file}" | "${program}" import -`).stdout, named.stdout);
  assert.match(bounded(`head -c 2000000000 "${file}" | "${program}" import -`).stdout, /truncated/);
});
