// Where the engine's files are, for a worker: in the first message of its page.

/** What an engine starts from. @returns {Promise<import('ridgepoint').EngineOptions>} */
export const assets = () => new Promise((resolve) => {
  addEventListener('message', (event) => {
    if (!event.data.assets) return;
    event.stopImmediatePropagation();
    resolve(event.data.assets);
  });
});
