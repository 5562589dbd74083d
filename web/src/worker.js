// Starts the worker that searches beside the page, and has it go ahead of the page.
import { prepare } from './engine.js';
import { workerAddress, workerType } from './worker_address.js';

// The policy of the page lets a worker start from this one address.
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('ridgepoint-worker', { createScriptURL: workerAddress });

/** One that has no question yet. @type {Worker | undefined} */
let idle;

export function startWorker() {
  const worker = idle ?? begin();
  idle = undefined;
  return worker;
}

function begin() {
  const worker = new Worker(policy ? policy.createScriptURL('') : workerAddress(), { type: workerType });
  prepare().then((files) => worker.postMessage({ files }), () => worker.dispatchEvent(new Event('error')));
  return worker;
}

const LONGEST_MS = 5000;

/**
 * Has a worker start an engine, so that the page's own starts from code that is compiled: browsers compile a function of
 * WebAssembly when it is first called, on one thread for all of them. Resolves when that is done, or cannot be.
 * @returns {Promise<void>}
 */
export function goAhead() {
  idle?.terminate(); // of a try that failed
  const worker = begin();
  idle = worker;
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS);
    worker.addEventListener('message', () => resolve(), { once: true });
    worker.addEventListener('error', () => {
      worker.terminate();
      if (idle === worker) idle = undefined; // the next search says it, if it happens again
      resolve();
    }, { once: true });
  });
}
