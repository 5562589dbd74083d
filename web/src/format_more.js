// Numbers to text, as views need it that are loaded after the first answer.
import { formatter, gap } from './format.js';

const whole = formatter({ maximumFractionDigits: 0 });
const three = formatter({ maximumSignificantDigits: 3 });
const compact = formatter({ notation: 'compact', maximumSignificantDigits: 3 });
const fine = formatter({ maximumSignificantDigits: 5 });

/** @param {number} bytes */
export const bytes = (bytes) =>
  bytes >= 1e6 ? `${three(bytes / 1e6)}${gap}MB` : bytes >= 1e3 ? `${three(bytes / 1e3)}${gap}kB` : `${whole(bytes)}${gap}B`;

/** Round amounts of an axis: "$0", "$600K", "−$1.2M". @param {number} usd */
export const axisDollars = (usd) => `${usd < 0 ? '−' : ''}$${compact(Math.abs(usd))}`;

/** A value with a unit as the engine spells it: "B/s", "US$/h". @param {number} value @param {string} unit */
export function withUnit(value, unit) {
  const size = Math.abs(value);
  const number = size !== 0 && (size >= 1e7 || size < 1e-3) ? scientific(value) : fine(value);
  if (unit?.startsWith('1/')) return `${number}${unit.slice(1)}`; // "16/s"
  return unit ? `${number}${gap}${unit === '1e9' ? 'billion' : unit}` : number;
}

/** "3.35 × 10¹²" @param {number} value */
function scientific(value) {
  const [mantissa, exponent] = value.toExponential(3).split('e');
  const raised = [...String(Number(exponent))].map((sign) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? '⁻').join('');
  return `${fine(Number(mantissa))}${gap}×${gap}10${raised}`;
}
