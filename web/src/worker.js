// Starts the worker that searches beside the page.
import { release } from './assets.js';

// The policy of the page lets a worker start from this one address.
const address = () => new URL(`recommend_worker.js${release()}`, document.baseURI).href;
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('ridgepoint-worker', { createScriptURL: address });

export const startWorker = () => new Worker(policy ? policy.createScriptURL('') : address(), { type: 'module' });
