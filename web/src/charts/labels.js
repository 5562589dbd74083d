// Places labels under what they name, side by side, without overlap.

/** Width of text at the charts' 13 pixels, in the stronger of their two weights. @param {string} text */
export function textWidth(text) {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 9;
  const { fontFamily } = document.documentElement.style; // a page around a frame may set another
  if (fontFamily !== set) {
    set = fontFamily;
    pen.font = `620 13px ${getComputedStyle(document.documentElement).fontFamily}`; // asked once: it has all styles computed
    widths.clear();
  }
  let width = widths.get(text);
  if (width === undefined) widths.set(text, width = pen.measureText(text).width);
  if (widths.size > 2000) widths.clear();
  return width;
}

/** @type {CanvasRenderingContext2D | null | undefined} */
let pen;
/** @type {string | undefined} */ let set;
/** @type {Map<string, number>} */ const widths = new Map();

const space = 16;

/** Left edges for labels of the given widths, each as near as can be to where it wants to start.
 * Undefined when they do not fit in one row.
 * @param {{at: number, width: number}[]} labels in order from left to right @param {number} total
 * @returns {number[] | undefined} */
export function placeInRow(labels, total) {
  if (labels.reduce((sum, label) => sum + label.width + space, -space) > total) return undefined;
  const lefts = labels.map((label) => label.at);
  for (let i = 1; i < lefts.length; i += 1) {
    lefts[i] = Math.max(lefts[i], lefts[i - 1] + labels[i - 1].width + space);
  }
  let limit = total;
  for (let i = lefts.length - 1; i >= 0; i -= 1) {
    lefts[i] = Math.min(lefts[i], limit - labels[i].width);
    limit = lefts[i] - space;
  }
  return lefts;
}
