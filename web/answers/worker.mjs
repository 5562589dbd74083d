// Writes a share of the answer pages and their pictures, with an engine of its own.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';
import { questionWords } from '../src/share/question_words.js';
import { filled } from '../to_text.mjs';
import { answerOf, toolsFor } from './answer.mjs';
import { preview } from './picture.mjs';
import { answerParts } from './view.mjs';

/** @type {{engine: string, catalog: string, out: string, template: string, about: Record<string, string>, pages: import('./pages.mjs').Page[], share: number, of: number}} */
const { engine, catalog, out, template, about, pages, share, of } = workerData;

const { createEngine } = await import(pathToFileURL(join(engine, 'engine.js')).href);
const [wasm, text] = await Promise.all([readFile(join(engine, 'ridgepoint.wasm')), readFile(catalog, 'utf8')]);
const tools = toolsFor(await createEngine({ wasm, catalog: text }), pages);

for (const page of pages.filter((_, i) => i % of === share)) {
  const answer = answerOf(page, tools);
  await Promise.all([
    writeFile(join(out, `${page.slug}.html`), filled(template, { ...about, ...answerParts(answer, { pages, records: tools.records, site: about.site }) })),
    writeFile(join(out, `${page.slug}.png`), preview(page.title, answer.result, questionWords(answer.result, answer.scenario, tools.records).details)),
  ]);
}
