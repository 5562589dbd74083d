// How the page around the element looks, so that the frame can look like it.

/**
 * @typedef {object} Look colours as CSS writes them
 * @property {string} paper
 * @property {string} ink
 * @property {string} accent empty: the frame's own
 * @property {string} font
 */

/** What stands around an element, unless --ridgepoint-paper, -ink, -accent and -font say otherwise.
 * @param {Element} element @returns {Look} */
export function lookOf(element) {
  const style = getComputedStyle(element);
  const said = (/** @type {string} */ name) => style.getPropertyValue(`--ridgepoint-${name}`).trim();
  return {
    paper: said('paper') || behind(element),
    ink: said('ink') || style.color,
    accent: said('accent'),
    font: said('font') || style.fontFamily,
  };
}

/** A computed colour that is not opaque. */
const seeThrough = /^rgba\(|\/|^transparent$/;

/** The colour that is painted behind an element. @param {Element | null} element @returns {string} */
function behind(element) {
  if (!element) return getComputedStyle(document.documentElement).colorScheme.trim() === 'dark' ? '#121212' : '#ffffff';
  const { backgroundColor } = getComputedStyle(element);
  const root = element.getRootNode();
  const parent = element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  return seeThrough.test(backgroundColor) ? behind(parent) : backgroundColor;
}

/** Calls back when the page may have changed its look: its theme switch, or the system's.
 * @param {() => void} changed @returns {() => void} to stop */
export function watchLook(changed) {
  const observer = new MutationObserver(changed);
  const attributes = { attributes: true, attributeFilter: ['class', 'style', 'data-theme', 'data-color-scheme', 'data-md-color-scheme', 'data-bs-theme'] };
  observer.observe(document.documentElement, attributes);
  if (document.body) observer.observe(document.body, attributes);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', changed);
  };
}
