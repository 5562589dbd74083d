// Registers the element: define('https://example.org/ridgepoint/embed.html')
import { RidgepointCalculator } from './element.js';

/** @param {string} page address of embed.html, for elements without a `src` */
export function define(page) {
  RidgepointCalculator.page = page;
  if (!customElements.get('ridgepoint-calculator')) customElements.define('ridgepoint-calculator', RidgepointCalculator);
}

export { RidgepointCalculator };
