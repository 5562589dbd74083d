// The roofline this product is named after: left of the ridge a GPU waits for memory, right of it
// for arithmetic, and the dot is a decode step.
import { scaleLog } from 'd3-scale';
import { nothing, svg, html } from 'lit';
import { predicted } from '../format.js';
import { textWidth } from './labels.js';

const height = 148;
const roof = 28;
const floor = height - 28;

/** @param {import('../types.js').Result} result @param {number} width */
export function ridge({ speed }, width) {
  const { intensity, ridge } = speed.bottleneck;
  if (!(intensity > 0 && ridge > 0)) return nothing;
  const x = scaleLog([1, 10 ** Math.ceil(Math.log10(Math.max(intensity, ridge) * 2))], [0, width]);
  const slope = (floor - roof) / (x(ridge) - x(1));
  const y = (/** @type {number} */ at) => roof + Math.max(x(ridge) - x(at), 0) * slope;
  const [dotX, dotY] = [Math.max(x(Math.max(intensity, 1)), 6), Math.min(y(Math.max(intensity, 1)), floor - 6)];
  const doing = speed.tpot_ms === undefined ? 'a batch' : 'decoding';
  const name = `${doing} ${predicted(intensity)}`;
  const right = dotX + 12 + textWidth(name) < width;
  const words = `Roofline: ${doing} does ${predicted(intensity)} FLOP per byte, the ridge point is ${predicted(ridge)}`;
  return html`<svg class="ridge" role="img" aria-label=${words} width=${width} height=${height} viewBox="0 0 ${width} ${height}">
    <path class="ground" d="M0,${floor}H${width}" />
    <path class="fall" d="M${x(ridge)},${roof}V${floor}" />
    <path class="roof" d="M0,${floor}L${x(ridge)},${roof}H${width}" />
    ${x.ticks(5).filter((t) => Number.isInteger(Math.log10(t))).map((t) => tick(t, x(t), width))}
    <text class="tick" x="8" y=${roof - 10}>${x(ridge) > 420 ? 'waits for memory' : nothing}</text>
    <text class="tick" x=${width} y=${roof - 10} text-anchor="end">${width - x(ridge) > 130 ? 'waits for arithmetic' : nothing}</text>
    <text x=${x(ridge)} y=${roof - 10} text-anchor=${x(ridge) > width / 2 ? 'end' : 'start'}>ridge point ${predicted(ridge)} FLOP per byte</text>
    <circle class="here" cx=${dotX} cy=${dotY} r="6" />
    <text class="value" x=${right ? dotX + 12 : dotX - 12} y=${dotY + 16} text-anchor=${right ? 'start' : 'end'}>${name}</text>
  </svg>`;
}

/** @param {number} value @param {number} x @param {number} width */
const tick = (value, x, width) => svg`<text class="tick" x=${x} y=${height - 8}
  text-anchor=${x < 8 ? 'start' : x > width - 8 ? 'end' : 'middle'}>${value.toLocaleString('en-US')}</text>`;
