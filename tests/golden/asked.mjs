// What the golden folder asks, and what the native engine answers over the frozen catalog.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Prices go stale as days pass: answers are as of the one on which they were first recorded.
const DAY = '2026-11-26';

export const PARTS = ['explain', 'percentiles', 'limits', 'series'];

export const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The catalog that questions are answered with. It follows no price, no device and no model of catalog/ (README.md). */
export const CATALOG = fromRoot('tests/golden/catalog.json');

const read = (path) => readFileSync(fromRoot(`tests/golden/${path}`), 'utf8');
const onDay = (scenario) => ({ as_of: DAY, ...scenario });

// The files of a folder, and the members of a file that has one scenario a line: [name, text].
const files = (folder) => readdirSync(fromRoot(`tests/golden/${folder}`)).sort()
  .map((file) => [`${folder}/${file.replace(/\.json$/, '')}`, read(`${folder}/${file}`)]);
const members = (file) => Object.entries(JSON.parse(read(`${file}.json`))).map(([name, scenario]) => [`${file}/${name}`, JSON.stringify(scenario)]);

const asking = (call, questions, as = (question) => question) =>
  questions.map(([name, text]) => ({ name, call, text: JSON.stringify(as(JSON.parse(text))) }));

// Questions that bring about a sentence; of those that begin so the hardware is recommended.
const saying = (call) => members('said').filter(([name]) => name.startsWith('said/recommend') === (call === 'recommend'));

/** Every question: its name, the call of the engine that it is for, and its text on one line. */
export const asked = [
  ...asking('estimate', [...files('scenarios'), ...members('covering'), ...members('random'), ...saying('estimate')], onDay),
  ...asking('recommend', saying('recommend'), onDay),
  ...asking('estimate', members('refused')),
  ...files('bad').map(([name, text]) => ({ name, call: 'estimate', text: text.replaceAll('\n', ' ') })),
  ...asking('recommend', files('recommend'), onDay),
  ...asking('compare', files('compare'), (scenarios) => scenarios.map(onDay)),
  ...asking('runsOn', files('runs_on')),
  ...members('refused_calls').map(([name, text]) => ({ name, call: name.split('/')[1], text })),
];

/** Whether a question is to be answered or refused; undefined where it was drawn by chance. */
export const answerable = (name) => (name.startsWith('random/') ? undefined : !/^(bad|refused|refused_calls)\//.test(name));

const PROGRAM = fromRoot('build/native/ridgepoint');

/** What a command line says to its input, over the frozen catalog unless another one is named. */
export function ridgepoint(words, input = '', { program = PROGRAM, catalog = CATALOG } = {}) {
  const { status, signal, error, stdout, stderr } = spawnSync(program, [...words, '--catalog', catalog], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0 && status !== 1) throw new Error(`ridgepoint ${words.join(' ')} ended by ${signal ?? error ?? status}: ${stderr}`);
  return stdout;
}

// One run of the program answers all scenarios with the same parts.
function sweep(questions, parts, options) {
  const answers = ridgepoint(['sweep', ...parts], questions.map(({ text }) => `${text}\n`).join(''), options).trimEnd().split('\n');
  if (answers.length !== questions.length) throw new Error(`${answers.length} answers to ${questions.length} scenarios`);
  return questions.map(({ name }, i) => [name, JSON.parse(answers[i])]);
}

/** The native answers by the names of their questions, with everything that can be asked for. */
export function nativeAnswers(questions = asked, options = {}) {
  const parts = ['--with', PARTS.join(',')];
  const words = { recommend: ['recommend', ...parts], compare: ['compare'], runsOn: ['runs-on'] };
  return new Map([
    ...sweep(questions.filter(({ call }) => call === 'estimate'), parts, options),
    ...questions.filter(({ call }) => call !== 'estimate').map(({ name, call, text }) => [name, JSON.parse(ridgepoint(words[call], text, options))]),
  ]);
}
