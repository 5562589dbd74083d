// Searches in the page itself: a single file has no other script that a worker could start from.
import { startEngine } from '../src/engine.js';

const pause = 250;

/** @param {'recommend' | 'runsOn'} task of the engine @param {() => void} changed there is something new to show */
export function searching(task, changed) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
  const search = {
    /** The question that was asked last. @type {unknown} */ asked: undefined,
    busy: false,
    /** @type {any} */ result: undefined,
    /** Seconds the last answer took. */ s: 0,
    /** @type {string | undefined} */ failed: undefined,
    ask,
  };

  /** @param {unknown} question the same object is not asked twice */
  function ask(question) {
    if (question === search.asked) return;
    search.asked = question;
    search.busy = true;
    clearTimeout(timer);
    timer = setTimeout(() => answer(question), pause);
  }

  /** @param {unknown} question */
  async function answer(question) {
    const started = /** @type {Record<string, (question: unknown) => unknown>} */ (/** @type {unknown} */ (await startEngine()));
    const from = performance.now();
    const result = started[task](question);
    Object.assign(search, { busy: false, result, s: (performance.now() - from) / 1000 });
    changed();
  }

  return search;
}
