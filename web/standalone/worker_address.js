// Where the worker that searches beside the page is: a text in the page itself.

/** How it is to be read: browsers take no module from a page that was opened from disk. @type {WorkerType} */
export const workerType = 'classic';

export function workerAddress() {
  const text = document.getElementById('recommend_worker.js')?.textContent ?? '';
  return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
}
