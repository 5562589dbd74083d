// Searches hardware beside the page, so that the page stays quick: a scenario in, the ranked result out.
import { startEngine } from './engine.js';

const engine = startEngine();

engine.catch(() => {}); // said when it is asked

addEventListener('message', async ({ data: { turn, scenario, task, options } }) => {
  try {
    const started = /** @type {Record<string, (question: unknown, options?: unknown) => unknown>} */ (/** @type {unknown} */ (await engine));
    const from = performance.now();
    const result = started[task](scenario, options);
    postMessage({ turn, result, s: (performance.now() - from) / 1000 });
  } catch {
    postMessage({ turn, failed: true });
  }
});
