// Keeps the scenario and the open view in the page's address: written a moment after a change, read when it changes.
// A step (another view or task, a choice taken over whole) is an entry of the browser's history; other changes rewrite the last one.
// The scenario is the engine's to read and write; "view" is the page's own key, behind the others, and "was" what then.js reads.
import { linkIn } from './link.js';
import { get, same, set } from './pointer.js';
import { presets } from './presets.js';
import { isView } from './tabs.js';

/** @typedef {import('./types.js').Scenario} Scenario */
/** @typedef {import('./types.js').ViewId} ViewId */

const pause = 300;

/** Of the document while the address does not yet say what is on the screen. */
const UNWRITTEN = 'unwritten';

/** What a question may leave open: a link names what it came to, and the page's own entry in the history that it was left open. */
const open = ['/hardware/count', '/precision/weights', '/serve/concurrency', '/train/method', '/train/tokens'];

/** @param {Scenario} scenario */
const leftOpen = (scenario) => ({ open: open.filter((at) => get(scenario, at) === undefined) });

/** @param {Scenario} scenario @returns {Scenario} */
const asLeftOpen = (scenario) => open.reduce((left, at) => (history.state?.open?.includes?.(at) ? /** @type {Scenario} */ (set(left, at, undefined)) : left), scenario);

/**
 * @param {import('./engine.js').Engine} engine
 * @param {(scenario: Scenario | undefined, view: ViewId, notices: string[], link: string) => void} arrived a link was opened; without a scenario: only its view is another
 * @param {(notices: string[]) => void} refused a link could not be read
 */
export function watchAddress(engine, arrived, refused) {
  let written = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** A step has been taken just now: what changes in the same turn is part of it. */
  let stepping = false;
  /** What is still to be written. @type {(() => void) | undefined} */
  let waiting;

  const flush = () => {
    clearTimeout(timer);
    waiting?.();
    waiting = undefined;
    document.documentElement.classList.remove(UNWRITTEN);
  };

  /** Opens what the address holds; false when it holds nothing. */
  const read = () => {
    const link = `#${linkIn(location.search + location.hash)}`;
    if (link === written) return false;
    if (link.length < 2) {
      if (!written) return false;
      written = '';
      waiting = undefined;
      arrived(presets.serve, 'answer', [], ''); // back at the page as it opens, left before its address was written
      return true;
    }
    if (link !== location.hash) history.replaceState(history.state, '', location.pathname + link); // it came as a query, or escaped
    waiting = undefined; // it belongs to the entry that was left
    const { rest, view } = parted(link);
    const known = rest.length < 2 || rest === parted(written).rest;
    written = link; // going back at once leads to another one, even before this one is written as the page spells it
    if (known) {
      arrived(undefined, view, [], link);
      return true;
    }
    const decoded = engine.decodeUrl(rest);
    if (decoded.ok) arrived(asLeftOpen(decoded.scenario), view, (decoded.notices ?? []).map(text), link);
    else refused(decoded.errors.map(text));
    return true;
  };

  /** @param {Scenario} scenario @param {ViewId} view @param {boolean} [step] the way back leads to what was before; not out of a frame's page */
  const write = (scenario, view, step) => {
    if (step) flush();
    clearTimeout(timer);
    timer = setTimeout(flush, pause);
    document.documentElement.classList.add(UNWRITTEN);
    waiting = () => {
      const encoded = engine.encodeUrl(scenario);
      if (!encoded.ok) return;
      const link = encoded.url + suffix(view);
      const left = leftOpen(scenario);
      // What the entry says already is not said again: it would break off a step back or forth that has begun.
      if (link !== location.hash || !same(history.state, left)) history[step && link !== written && parent === window ? 'pushState' : 'replaceState'](left, '', link);
      written = link;
    };
    if (step) {
      stepping = true;
      setTimeout(() => { stepping = false; });
    }
    if (stepping) flush();
  };

  /** The whole address of a scenario, as it will be written. @param {Scenario} scenario @param {ViewId} [view] */
  const link = (scenario, view = 'answer') => {
    const encoded = engine.encodeUrl(scenario);
    return encoded.ok ? new URL(encoded.url + suffix(view), location.href).href : location.href;
  };

  addEventListener('popstate', () => { waiting = undefined; }); // an entry of the history is never written over that of another
  addEventListener('hashchange', read);
  return { read, write, link };
}

/** @param {ViewId} view */
const suffix = (view) => (view === 'answer' ? '' : `&view=${view}`);

/** The engine's part of a fragment and the view it opens. @param {string} fragment @returns {{rest: string, view: ViewId}} */
function parted(fragment) {
  const view = /[#&]view=([a-z]*)/.exec(fragment)?.[1];
  const rest = fragment.replace(/&view=[a-z]*(?=&|$)/, '').replace(/&was=[^&]*/, '').replace(/^#view=[a-z]*&?/, '#');
  return { rest, view: isView(view) ? view : 'answer' };
}

/** @param {string | {message: string}} notice */
const text = (notice) => (typeof notice === 'string' ? notice : notice.message);
