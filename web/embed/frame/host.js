// The page around the frame: says how high this page is, and looks as that one does.
//
// The frame speaks first to nobody. Once the window that holds it has said hello, it answers that window alone, at the
// origin that the hello came from.
import { paperWidth, saidHello, size } from '../options.js';

const root = document.documentElement;

export function listen() {
  /** @type {string | undefined} */
  let origin;
  let ready = false;
  let told = 0;
  /** What the page around looks like, until it is worn. @type {{look: unknown} | undefined} */
  let said;
  /** @type {number | undefined} */
  let settling;

  const tell = () => {
    const height = high();
    if (!ready || origin === undefined || height === told) return;
    told = height;
    parent.postMessage(size(height, onPaper()), origin === 'null' ? '*' : origin);
  };

  const settle = () => {
    settling = undefined;
    if (said) {
      wear(said.look);
      said = undefined;
      told = 0; // whoever says hello again is told again
    }
    tell();
  };

  addEventListener('message', (event) => {
    if (parent === window || event.source !== parent) return;
    const hello = saidHello(event.data);
    if (!hello) return;
    said = hello;
    const first = origin === undefined;
    origin = event.origin;
    if (first) settle(); // a frame has no pictures before it has answered: it is hidden
    else settling ??= requestAnimationFrame(settle); // however many come
  });
  new ResizeObserver(tell).observe(document.body);

  return {
    /** Light, dark, or as the system has it. @param {string} theme */
    theme: (theme) => {
      if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    },
    /** From now on the height is worth telling. */
    ready: () => {
      ready = true;
      settle();
    },
  };
}

const high = () => Math.ceil(document.body.getBoundingClientRect().height);

/** What the page takes when it is printed: nobody can be asked then. */
function onPaper() {
  if (innerWidth <= paperWidth) return { width: innerWidth, height: high() };
  document.body.style.width = `${paperWidth}px`;
  const height = high();
  document.body.style.width = '';
  return { width: paperWidth, height };
}

/** Colours and type of the page around. What is no colour, or too little to read by, is left as it was.
 * @param {any} look */
function wear(look) {
  if (typeof look !== 'object' || look === null) return;
  const [paper, ink] = [shade(look.paper), shade(look.ink)];
  if (!paper || !ink || contrast(paper, ink) < 4.5) return;
  root.dataset.theme = luminance(ink) > luminance(paper) ? 'dark' : 'light';
  root.dataset.look = 'host';
  root.style.setProperty('--paper', look.paper);
  root.style.setProperty('--ink', look.ink);
  const accent = shade(look.accent);
  if (accent && contrast(accent, paper) >= 3) root.style.setProperty('--focus', look.accent);
  if (typeof look.font === 'string' && look.font.length < 400 && CSS.supports('font-family', look.font)) root.style.setProperty('font-family', look.font);
}

/** A colour as red, green and blue from 0 to 255; undefined when it is none.
 * @param {unknown} colour @returns {number[] | undefined} */
function shade(colour) {
  if (typeof colour !== 'string' || colour.length > 100 || !CSS.supports('color', colour) || /var\(|url\(/i.test(colour)) return undefined;
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pen) return undefined;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

/** Relative luminance as WCAG 2.2 defines it. @param {number[]} shade */
function luminance(shade) {
  const [r, g, b] = shade.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {number[]} a @param {number[]} b */
const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);
