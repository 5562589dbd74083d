// A picture as a file: SVG, PNG, or its figures as CSV.
import { html } from 'lit';
import { csvLine } from '../files.js';

/** @typedef {() => (string | number)[][]} Rows the first has the heads */

/** Three buttons for the picture around them. @param {string} name @param {Rows} rows */
export const filesView = (name, rows) => html`<p class="files">
  ${/** @type {const} */ ([['SVG', saveSvg], ['PNG', savePng]]).map(([word, save]) => html`<button type="button" class="chip" aria-label="${name} as ${word}"
    @click=${(/** @type {Event} */ event) => save(pictureAround(event), fileOf(name))}>${word}</button>`)}
  <button type="button" class="chip" aria-label="${name} as CSV" @click=${() => save(new Blob([csv(rows())], { type: 'text/csv' }), `${fileOf(name)}.csv`)}>CSV</button></p>`;

/** @param {Event} event @returns {SVGSVGElement} */
const pictureAround = (event) => /** @type {SVGSVGElement} */ (/** @type {Element} */ (event.currentTarget).closest('[data-picture]')?.querySelector('.chart svg'));

/** @param {string} name */
const fileOf = (name) => `ridgepoint-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

/** @param {(string | number)[][]} rows */
export const csv = (rows) => rows.map(csvLine).join('');

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const kept = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linejoin', 'paint-order', 'font-family', 'font-size', 'font-weight', 'opacity', 'visibility'];

/** A picture that stands on its own: what the style sheet says is written into it. @param {SVGSVGElement} picture */
function standalone(picture) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  const [from, to] = [picture, copy].map((root) => [root, ...root.querySelectorAll('*')]);
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of kept) to[i].setAttribute(name, style.getPropertyValue(name));
  });
  const { width, height } = picture.viewBox.baseVal;
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ x: -16, y: -16, width: width + 32, height: height + 32, fill: getComputedStyle(document.body).backgroundColor })) ground.setAttribute(name, String(value));
  copy.prepend(ground);
  for (const [name, value] of Object.entries({ xmlns: 'http://www.w3.org/2000/svg', viewBox: `-16 -16 ${width + 32} ${height + 32}`, width: width + 32, height: height + 32 })) copy.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(copy).replaceAll(/<!--.*?-->/gs, '');
}

/** @param {SVGSVGElement} picture @param {string} name */
const saveSvg = (picture, name) => save(new Blob([standalone(picture)], { type: 'image/svg+xml' }), `${name}.svg`);

/** Twice as fine as on the screen. @param {SVGSVGElement} picture @param {string} name */
async function savePng(picture, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(picture))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => { if (blob) save(blob, `${name}.png`); });
}
