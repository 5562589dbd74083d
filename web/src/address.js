// Keeps the scenario in the page's address: written a moment after a change, read when it changes.

import { recalled } from './then.js';

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
    const { link: asked, then } = recalled(link);
    const decoded = engine.decodeUrl(asked);
    if (decoded.ok) arrived(decoded.scenario, (decoded.notices ?? []).map((notice) => told(notice, then, engine, decoded.scenario)));
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

/** A notice; that prices have changed comes with the answer then and now.
 * @param {string | {message: string, code?: string}} notice @param {string | undefined} then
 * @param {import('./engine.js').Engine} engine @param {Scenario} scenario */
function told(notice, then, engine, scenario) {
  const now = then !== undefined && typeof notice === 'object' && notice.code === 'catalog_date' ? engine.estimate(scenario) : undefined;
  return now?.ok ? `${text(notice)} Then: ${then}. Now: ${now.answer.short_text.replaceAll(' · ', ', ')}.` : text(notice);
}

/** @param {string | {message: string}} notice */
const text = (notice) => (typeof notice === 'string' ? notice : notice.message);
