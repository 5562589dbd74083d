// Writes answers/: a page with a picture of its own for every question that is asked often, and lists of them.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { masthead } from '../masthead.mjs';
import { filled } from '../to_text.mjs';
import { recordsOf } from './answer.mjs';
import { listParts } from './lists.mjs';
import { pagesOf } from './pages.mjs';

/** @typedef {{folder: string, catalog: string, out: string}} Places of the engine's module, of the catalog, of the site */
/** @typedef {{version: string, date: string, source: string, site: string}} About */

/** Each takes an engine's memory. */
const MOST_WORKERS = 8;

/** @param {any} engine @param {Places} places @param {About} about the site, whose address may be empty
 * @returns {Promise<number>} how many pages */
export async function writeAnswers(engine, { folder, catalog, out }, { version, date, source, site }) {
  const answers = join(out, 'answers');
  await rm(answers, { recursive: true, force: true });
  await mkdir(answers, { recursive: true });
  const template = await readFile(new URL('answers.html', import.meta.url), 'utf8');
  const about = { version, date, source, site, masthead: masthead({ source, up: '../' }) };
  const pages = pagesOf(engine, date);
  const lists = listParts({ pages, records: recordsOf(engine), site }).map((parts) => writeFile(join(answers, parts.file), filled(template, { ...about, ...parts })));
  const of = Math.min(availableParallelism(), MOST_WORKERS);
  const shares = Array.from({ length: of }, (_, share) => worked({ engine: folder, catalog, out: answers, template, about, pages, share, of }));
  await Promise.all([...lists, ...shares]);
  return pages.length;
}

/** Rejects with what the worker failed at. @param {object} workerData @returns {Promise<void>} */
const worked = (workerData) => new Promise((resolve, reject) => {
  new Worker(new URL('worker.mjs', import.meta.url), { workerData }).once('error', reject).once('exit', () => resolve());
});
