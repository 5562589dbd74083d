// Scenarios kept to be compared, up to four, also in the browser's own memory where it lets the page.

import { same } from './pointer.js';

/** @typedef {import('./types.js').Scenario} Scenario */

const key = 'ridgepoint.compare';
export const mostPins = 4;

/** @returns {Scenario[]} */
function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((s) => s !== null && typeof s === 'object').slice(0, mostPins) : [];
  } catch {
    return [];
  }
}

let pinned = remembered();

export const pins = () => pinned;

/** Another tab has changed them. @param {() => void} changed */
export function onPins(changed) {
  addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    pinned = remembered();
    changed();
  });
}

/** Each once; beyond four the newest take the places. @param {Scenario[]} next */
export function keepPins(next) {
  pinned = next.filter((s, i) => next.findIndex((t) => same(s, t)) === i).slice(-mostPins);
  try {
    localStorage.setItem(key, JSON.stringify(pinned));
  } catch {
    // Kept for this visit alone.
  }
}
