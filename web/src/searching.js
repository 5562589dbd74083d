// Asks a worker, and only for the newest question: an older one that is still being answered is given up.
import { startWorker } from './worker.js';

/** @typedef {import('./types.js').Scenario} Scenario */
/** @typedef {import('./types.js').Result | import('./types.js').Refusal} Answered */

const pause = 250;

/** The last answer of each task, and what it answers. @type {Record<string, {asked: unknown, result: any} | undefined>} */
const last = {};

/** What a task gave for a question, if that was asked last. @param {'recommend' | 'runsOn'} task @param {unknown} question */
export const foundFor = (task, question) => (last[task]?.asked === question && last[task]?.result.ok ? last[task].result : undefined);

/** @param {'recommend' | 'runsOn' | 'estimate'} task of the engine @param {() => void} changed there is something new to show */
export function searching(task, changed) {
  /** @type {Worker | undefined} */ let worker;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
  let turn = 0;
  const search = {
    /** Of the task. @type {Record<string, unknown>} */ options: {},
    /** The question that was asked last. @type {unknown} */ asked: undefined,
    busy: false,
    /** @type {any} */ result: undefined,
    /** Seconds the last answer took. */ s: 0,
    /** @type {string | undefined} */ failed: undefined,
    ask,
    again,
  };

  /** @param {unknown} question the same object is not asked twice */
  function ask(question) {
    if (question === search.asked) return;
    search.asked = question;
    search.busy = true;
    turn += 1; // what an older question gives from now on is none of this one's
    clearTimeout(timer);
    timer = setTimeout(() => start(question), pause);
  }

  /** @param {unknown} question */
  function start(question) {
    if (worker && running) stop();
    worker ??= begin();
    running = true;
    worker.postMessage({ turn, scenario: question, task, options: search.options });
  }

  let running = false;

  function stop() {
    worker?.terminate();
    worker = undefined;
    running = false;
  }

  function begin() {
    const begun = startWorker();
    begun.addEventListener('message', ({ data }) => {
      if (data.ready) return;
      running = false;
      if (data.turn !== turn) return;
      if (data.failed) return fail();
      if (data.result.recommendations) last[task] = { asked: search.asked, result: data.result };
      Object.assign(search, { busy: false, result: data.result, s: data.s, failed: undefined });
      changed();
    });
    begun.addEventListener('error', fail);
    return begun;
  }

  /** Said once; the next question starts anew. */
  function fail() {
    stop();
    Object.assign(search, { busy: false, failed: 'The search could not be started, or broke off.' });
    changed();
  }

  /** The last question once more. */
  function again() {
    const { asked } = search;
    Object.assign(search, { asked: undefined, failed: undefined });
    ask(asked);
    changed();
  }

  return search;
}
