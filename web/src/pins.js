// Scenarios kept to be compared, up to four, also in the browser's own memory where it lets the page.

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

/** @param {Scenario[]} next */
export function keepPins(next) {
  pinned = next.slice(0, mostPins);
  try {
    localStorage.setItem(key, JSON.stringify(pinned));
  } catch {
    // Kept for this visit alone.
  }
}
