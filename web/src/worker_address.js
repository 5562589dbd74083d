// Where the worker that searches beside the page is: beside the page, too.
import { release } from './assets.js';

/** How its script is to be read. @type {WorkerType} */
export const workerType = 'module';

export const workerAddress = () => new URL(`recommend_worker.js${release()}`, document.baseURI).href;
