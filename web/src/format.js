// Numbers to text and back: the only place where a figure is made pretty, with format_more.js for what can wait.
// Predicted figures show two significant digits, counted ones all that matter.

const locale = 'en-US';

/** Made when first used: each takes browsers milliseconds. @param {Intl.NumberFormatOptions} options */
export const formatter = (options) => {
  /** @type {Intl.NumberFormat | undefined} */
  let format;
  return (/** @type {number} */ x) => (format ??= new Intl.NumberFormat(locale, options)).format(x).replace('-', '−');
};

const whole = formatter({ maximumFractionDigits: 0 });
const upToThree = formatter({ maximumFractionDigits: 3 });
const two = formatter({ maximumSignificantDigits: 2 });
const three = formatter({ maximumSignificantDigits: 3 });
const oneDecimal = formatter({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const cents = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const compact = formatter({ notation: 'compact', maximumSignificantDigits: 3 });

/** Space that does not break a line. */
export const gap = '\u00a0';

/** A predicted number: two digits, whole from 100 up, as in the engine's sentence. @param {number} x */
export const predicted = (x) => (Math.abs(x) >= 100 ? whole(x) : two(x));

/** Three digits, the rest zeros: "429,000". @param {number} x */
export const rounded = (x) => three(x);

/** A counted number in full: "7,680". @param {number} x */
export const count = (x) => (Number.isInteger(x) ? whole(x) : upToThree(x));

/** The unit of so many: "users", of one "user"; "ms" is no plural. @param {unknown} n @param {string} many */
export const unitOf = (n, many) => (n !== 1 ? many : many === 'people' ? 'person' : many.replace(/([a-z]{3})s$/, '$1'));

/** "1 user", "1,250 users". @param {number} n @param {string} many */
export const counted = (n, many) => `${count(n)}${gap}${unitOf(n, many)}`;

/** "1.41T", "70.6B"; what a billion times 70.55 is off by rounds nothing down. @param {number} x */
export const short = (x) => compact(Number(x.toPrecision(12)));

/** @param {number} x @param {string} unit */
const size = (x, unit) => `${x >= 1000 ? whole(x) : x !== 0 && Math.abs(x) < 0.05 ? two(x) : oneDecimal(x)}${gap}${unit}`;

/** 10⁹ bytes in the GB of a card, which are 2³⁰ bytes: one sold as 80 GB has 80. @param {number} gb */
export const inGibibytes = (gb) => (gb * 1e9) / 2 ** 30;

/** Memory of a device and what fills it, wherever it is shown: in GB as makers print them on cards. @param {number} gb */
export const gibibytes = (gb) => size(inGibibytes(gb), 'GB');

/** Files, whose GB are 10⁹ bytes. @param {number} gb */
export const gigabytes = (gb) => size(gb, 'GB');

/** Seconds in the unit people would say them in. @param {number} s */
export function seconds(s) {
  if (s < 0.001) return `${two(s * 1e6)}${gap}µs`;
  if (s < 1) return `${two(s * 1e3)}${gap}ms`;
  if (s < 120) return `${two(s)}${gap}s`;
  if (s < 7200) return `${two(s / 60)}${gap}min`;
  if (s < 172800) return `${two(s / 3600)}${gap}hours`;
  return s < 86400 * 730 ? `${predicted(s / 86400)}${gap}days` : `${predicted(s / (86400 * 365.25))}${gap}years`;
}

/** @param {number} ms */
export const milliseconds = (ms) => seconds(ms / 1e3);

/** @param {number} days */
export const days = (days) => seconds(days * 86400);

/** Cents below a hundred; from a thousand on three digits, as in the engine's sentences. @param {number} usd */
export function dollars(usd) {
  const sign = usd < 0 ? '−' : '';
  const amount = Math.abs(usd);
  if (amount >= 999_500) return `${sign}$${compact(amount)}`;
  if (amount >= 1000) return `${sign}$${three(amount)}`;
  if (amount >= 100) return `${sign}$${whole(amount)}`;
  return `${sign}$${amount >= 0.1 || amount === 0 ? cents(amount) : two(amount)}`;
}

/** @param {number} fraction */
export const percent = (fraction) => `${two(fraction * 100)}%`;

/** @param {number} watts */
export const power = (watts) => (watts >= 1e6 ? `${three(watts / 1e6)}${gap}MW` : watts >= 1000 ? `${three(watts / 1e3)}${gap}kW` : `${three(watts)}${gap}W`);

/** @param {number} kwh */
export const energy = (kwh) =>
  kwh < 0.1 ? `${two(kwh * 1e3)}${gap}Wh` : kwh >= 1e6 ? `${three(kwh / 1e6)}${gap}GWh` : kwh >= 1000 ? `${three(kwh / 1e3)}${gap}MWh` : `${predicted(kwh)}${gap}kWh`;

/** Two ends to two digits in one unit: "0.31 to 0.52 s". @param {number} low @param {number} high @param {(x: number) => string} format */
export function range(low, high, format) {
  const [from, to] = [low, high].map((end) => format(Number(end.toPrecision(2))));
  const unit = /[^0-9]*$/.exec(to)?.[0] ?? '';
  const bare = unit && from.endsWith(unit) ? from.slice(0, -unit.length) : from;
  return from === to ? to : `${bare} to ${to}`;
}

/** What a field shows for a value, without its unit. @param {unknown} value @param {boolean} asPercent */
export function fieldText(value, asPercent) {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  if (asPercent) return String(Number((value * 100).toPrecision(6)));
  if (Math.abs(value) >= 1e16) return String(value);
  return Math.abs(value) >= 1e7 ? compactExact(value) : count(value); // more digits than a field has room for
}

/** "1.4T" where nothing is lost by it, else all digits. @param {number} value */
function compactExact(value) {
  const text = compact(value);
  return readNumber(text, false) === value ? text : count(value);
}

const suffixes = /** @type {Record<string, number>} */ ({ k: 1e3, m: 1e6, b: 1e9, g: 1e9, t: 1e12 });

/** What a person typed: a number, undefined for nothing, or the text itself for the engine to judge.
 * Understands "7,680", "8k", "1.4T", "$2" and "60 %". Where "1.000" or "0,5" is written, a thousand or a half may be meant: the text itself.
 * @param {string} text @param {boolean} asPercent @param {boolean} [whole] few write fractions there, so that "1.500" is as doubtful
 * @returns {number | string | undefined} */
export function readNumber(text, asPercent, whole) {
  const bare = text.replace(/[,\s_%$]/g, '').toLowerCase();
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(bare) && (whole || bare.endsWith('000')) || /\d,\d{1,2}$/.test(text.trim())) return text.trim();
  if (bare === '') return text.trim() === '' ? undefined : text;
  const match = /^([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?)([kmbgt]?)$/.exec(bare);
  if (!match) return text.trim();
  const number = Number(`${match[1]}`) * (suffixes[match[2]] ?? 1);
  return Number((asPercent ? number / 100 : number).toPrecision(12));
}

/** Units of a kind, each in the smallest. @type {Record<string, number>[]} */
const kinds = [
  { ms: 1, s: 1e3, sec: 1e3, second: 1e3, m: 6e4, min: 6e4, minute: 6e4, h: 36e5, hour: 36e5, day: 864e5, month: 26298e5, year: 315576e5 },
  { m: 1, mb: 1, g: 1e3, gb: 1e3, t: 1e6, tb: 1e6 },
  { w: 1, kw: 1e3, mw: 1e6 },
];

/** What a person typed into a field of a unit, which may stand behind it, as may another of its kind: "1000/min" where
 * a minute is the unit, "80 GB", "$2/h", and "5 s" where it is ms. @param {string} text @param {string} unit @param {boolean} [whole] as above */
export function readAmount(text, unit, whole) {
  const [, number, per, word = ''] = /^(.*\d(?:[kmbgt](?=[\s/]))?)\s*(\/|per |an? )?([a-z]+(?:\/[a-z]+)?)\s*$/i.exec(text) ?? [];
  const by = word && factor(word.toLowerCase(), unit.toLowerCase().replace(/^(a |\$\/)/, ''), !per, /^(a |\$\/)/.test(unit));
  const read = readNumber(by ? number : text, unit === '%', whole);
  return by && typeof read === 'number' ? Number((read * by).toPrecision(12)) : read;
}

/** @param {string} word @param {string} unit @param {boolean} bare without "per" @param {boolean} rate so many per unit */
function factor(word, unit, bare, rate) {
  if (unit.startsWith(word) && /..|s|h/.test(word)) return 1;
  const [of, to] = [word, unit].map((one) => one.replace(/\/s$|(?<=..)s$/, ''));
  const kind = bare === rate || word.endsWith('/s') !== unit.endsWith('/s') ? undefined : kinds.find((one) => one[of] && one[to]);
  return kind && (rate ? kind[to] / kind[of] : kind[of] / kind[to]);
}
