// Numbers to text, as views need it that are loaded after the first answer.
import { formatter, gap, gibibytes, gigabytes } from './format.js';

const whole = formatter({ maximumFractionDigits: 0 });
const three = formatter({ maximumSignificantDigits: 3 });
const compact = formatter({ notation: 'compact', maximumSignificantDigits: 3 });
const fine = formatter({ maximumSignificantDigits: 5 });
const cents = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const money = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** Memory in its other unit, for details: "85.5 × 10⁹ bytes". @param {number} gb */
export const decimalBytes = (gb) => gigabytes(gb).replace(/GB$/, `×${gap}10⁹${gap}bytes`);

/** A part of memory that is small, in parts of 1,024 of its GB. @param {number} bytes */
export const bytes = (bytes) =>
  bytes >= 2 ** 20 ? `${three(bytes / 2 ** 20)}${gap}MB` : bytes >= 2 ** 10 ? `${three(bytes / 2 ** 10)}${gap}KB` : `${whole(bytes)}${gap}B`;

/** Round amounts of an axis: "$0", "$600K", "−$1.2M". @param {number} usd */
export const axisDollars = (usd) => `${usd < 0 ? '−' : ''}$${compact(Math.abs(usd))}`;

/** A value with a unit as the engine spells it: "GB/s", "US$/h". @param {number} value @param {string} unit */
export function withUnit(value, unit) {
  if (unit === 'GB') return `${gibibytes(value)} (${decimalBytes(value)})`; // memory
  const size = Math.abs(value);
  const number = size !== 0 && (size >= 1e7 || size < 1e-5) ? scientific(value) : fine(value);
  if (unit?.startsWith('US$')) return `${value < 0 ? '−' : ''}$${(size >= 1000 ? whole : size >= 10 ? cents : size >= 0.1 || size === 0 ? money : fine)(size)}${unit.slice(3)}`; // "$4.41/h"
  if (unit?.startsWith('1/')) return `${number}${unit.slice(1)}`; // "16/s"
  return unit ? `${number}${gap}${unit === '1e9' ? 'billion' : unit}` : number;
}

/** "3.35 × 10¹²" @param {number} value */
function scientific(value) {
  const [mantissa, exponent] = value.toExponential(3).split('e');
  const raised = [...String(Number(exponent))].map((sign) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? '⁻').join('');
  return `${fine(Number(mantissa))}${gap}×${gap}10${raised}`;
}
