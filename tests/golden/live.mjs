// What the catalog of today answers: node tests/golden/live.mjs
//
// A report, which fails nothing: new prices and devices may move it. Prints the short answers to twenty of the catalog's presets,
// and for each question of tests/validation/advice.csv whether the first three recommendations have a device that guides name.
import { readFileSync } from 'node:fs';
import { rowsOf } from '../../tools/catalog/csv.mjs';
import { fromRoot, ridgepoint } from './asked.mjs';

const SAMPLES = 20;
const FIRST = 3;
const live = { catalog: fromRoot('build/native/catalog.json') };
function ask(words, input) {
  const answer = JSON.parse(ridgepoint(words, input, live));
  if (!answer.ok) throw new Error(answer.errors[0].message);
  return answer;
}

const { presets } = JSON.parse(readFileSync(live.catalog, 'utf8'));
for (const { id, title } of presets.slice(0, SAMPLES)) {
  const scenario = ridgepoint(['presets', id], '', live);
  console.log(`${title}: ${ask(['estimate'], scenario).answer.text}`);
}

const scenarioOf = (link) => ridgepoint(['url', '--decode', `#v=1&${link}`], '', live);
const beginWith = (ids, begins) => ids.filter((id) => begins.split(' ').some((begin) => begin && id.startsWith(begin)));

const advice = rowsOf(readFileSync(fromRoot('tests/validation/advice.csv'), 'utf8'));
let kept = 0;
for (const { question, scenario, 'one of': named, 'none of': others } of advice) {
  const { recommendations } = ask(['recommend'], scenarioOf(scenario));
  const first = recommendations.slice(0, FIRST).map(({ hardware }) => hardware.accelerator);
  const unwanted = beginWith(first, others ?? '');
  if (beginWith(first, named).length > 0 && unwanted.length === 0) { kept += 1; continue; }
  console.log(`not as guides say: ${question}: ${first.join(', ') || 'nothing'}; they name ${named}${unwanted.length > 0 ? `, and never ${unwanted.join(', ')}` : ''}`);
}
console.log(`${kept} of ${advice.length} questions are answered as guides do`);
