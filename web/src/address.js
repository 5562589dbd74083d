// Keeps the scenario in the page's address: written a moment after a change, read when it changes.

/** @typedef {import('./types.js').Scenario} Scenario */

const pause = 300;

/**
 * @param {import('./engine.js').Engine} engine
 * @param {(scenario: Scenario, notices: string[]) => void} arrived a link was opened
 * @param {(notices: string[]) => void} refused a link could not be read
 */
export function watchAddress(engine, arrived, refused) {
  let written = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** Opens what the address holds; false when it holds nothing. */
  const read = () => {
    const link = location.hash;
    if (link.length < 2 || link === written) return false;
    const decoded = engine.decodeUrl(link);
    if (decoded.ok) arrived(decoded.scenario, (decoded.notices ?? []).map(text));
    else refused(decoded.errors.map(text));
    return true;
  };

  /** @param {Scenario} scenario */
  const write = (scenario) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const encoded = engine.encodeUrl(scenario);
      if (!encoded.ok) return;
      written = encoded.url;
      history.replaceState(null, '', encoded.url);
    }, pause);
  };

  /** The whole address of a scenario, as it will be written. @param {Scenario} scenario */
  const link = (scenario) => {
    const encoded = engine.encodeUrl(scenario);
    return encoded.ok ? new URL(encoded.url, location.href).href : location.href;
  };

  addEventListener('hashchange', read);
  return { read, write, link };
}

/** @param {string | {message: string}} notice */
const text = (notice) => (typeof notice === 'string' ? notice : notice.message);
