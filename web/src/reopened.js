// What a person has set, kept over a reload that the page itself asks for. It is taken once, and not kept for longer.

const key = 'ridgepoint.reload';

/** Did the page before this one keep something? */
export function isReopened() {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** @param {unknown} kept as JSON @returns {void} Where the browser keeps nothing, the address alone holds the scenario. */
export function reload(kept) {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // The address has it.
  }
  location.reload();
}

/** What was kept by the page before this one. @returns {any} undefined: nothing */
export function reopened() {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
