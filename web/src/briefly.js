// What an element reads for a moment.

const shown = 1500; // ms

/** @type {WeakMap<Element, ReturnType<typeof setTimeout>>} */
const ends = new WeakMap();

/** Says a text in the place of what stands there otherwise, until it has been read; what was said before does not cut it short.
 * @param {Element} element @param {string} text @param {string} otherwise */
export function briefly(element, text, otherwise) {
  clearTimeout(ends.get(element));
  element.textContent = text;
  ends.set(element, setTimeout(() => { element.textContent = otherwise; }, shown));
}
