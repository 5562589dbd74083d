// Searches hardware beside the page, so that the page stays quick: first the engine's files, then a scenario in and the
// ranked result out.
import { startEngine } from './engine.js';

/** @type {Promise<import('./engine.js').Engine>} */
const engine = new Promise((resolve) => {
  addEventListener('message', ({ data }) => { if (data.files) resolve(startEngine(data.files)); });
});

engine
  .then((started) => started.schema('scenario')) // as the page does first
  .catch(() => {}) // said when it is asked
  .then(() => postMessage({ ready: true }));

addEventListener('message', async ({ data: { turn, scenario, task, options } }) => {
  if (!task) return;
  try {
    const started = /** @type {Record<string, (question: unknown, options?: unknown) => unknown>} */ (/** @type {unknown} */ (await engine));
    const from = performance.now();
    const result = started[task](scenario, options);
    postMessage({ turn, result, s: (performance.now() - from) / 1000 });
  } catch {
    postMessage({ turn, failed: true });
  }
});
