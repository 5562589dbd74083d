// Starts the worker that searches beside the page, from a text in the page itself.
import { assets } from './assets.js';

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('ridgepoint-worker', { createScriptURL: own });

/** The only address a worker starts from. */
function own() {
  const text = document.getElementById('recommend_worker.js')?.textContent ?? '';
  return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
}

export function startWorker() {
  const worker = new Worker(policy ? policy.createScriptURL('') : own());
  assets().then((held) => worker.postMessage({ assets: held }));
  return worker;
}
