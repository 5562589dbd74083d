// A picture of the browser's own: the SVG document drawn on a canvas.
import { family, size, strongWeight } from './picture.js';

const SCALE = 2; // pixels of the file in one of the document

/** The widths of letters as this browser draws them. @returns {import('./picture.js').WidthOf} */
export function measured() {
  const pen = penOf(document.createElement('canvas'));
  return (text, letters, strong) => {
    pen.font = `${strong ? strongWeight : 400} ${letters}px ${family}`;
    return pen.measureText(text).width;
  };
}

/** @param {string} svg @returns {Promise<Blob>} */
export async function asPng(svg) {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`; // the page's policy lets in no other address of a picture that is made here
  await picture.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: size.width * SCALE, height: size.height * SCALE });
  penOf(canvas).drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => { canvas.toBlob((png) => (png ? done(png) : fail(new Error('The browser drew nothing.'))), 'image/png'); });
}

/** @param {HTMLCanvasElement} canvas */
const penOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
