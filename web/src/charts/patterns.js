// A pattern for each meaning, so that colour is never alone.
import { nothing, svg } from 'lit';

/** Strokes over the colour, in an 8 by 8 tile. */
const strokes = /** @type {Record<string, string>} */ ({
  gradients: 'M-2,2 2,-2 M0,8 8,0 M6,10 10,6',
  optimizer: 'M0,0 8,8 M-2,6 2,10 M6,-2 10,2',
  activations: 'M0,2H8 M0,6H8',
  kv_cache: 'M-2,2 2,-2 M0,8 8,0 M6,10 10,6',
  overhead: 'M0,0 8,8 M8,0 0,8',
  compute: 'M0,0 8,8 M-2,6 2,10 M6,-2 10,2',
  communication: 'M0,0 8,8 M8,0 0,8',
  host: 'M2,0V8 M6,0V8',
  over: 'M-2,2 2,-2 M0,8 8,0 M6,10 10,6',
});

/** @param {string} name @param {string} kind */
const idOf = (name, kind) => `pattern-${name.replaceAll(' ', '-').toLowerCase()}-${kind}`;

/** @param {string} name of the chart @param {string} kind */
export const fillOf = (name, kind) => `url(#${idOf(name, kind)})`;

/** @param {string} name of the chart @param {Set<string>} kinds */
export const patterns = (name, kinds) => svg`<defs>${[...kinds].map((kind) => svg`
  <pattern id=${idOf(name, kind)} width="8" height="8" patternUnits="userSpaceOnUse">
    <rect class="tint" data-kind=${kind} width="8" height="8" />
    ${strokes[kind] ? svg`<path class="weave" d=${strokes[kind]} />` : nothing}
  </pattern>`)}</defs>`;
