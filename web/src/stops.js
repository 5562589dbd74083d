// Where a slider can stand. Sliders over decades move from stop to stop; the field beside them
// takes any number.

/** 1, 1.5, 2, 3, 4, 6, 8, 12 ...: for what is counted in powers of two.
 * @param {number} min @param {number} max */
export function binary(min, max) {
  const stops = [];
  for (let power = 1; power <= max; power *= 2) stops.push(power, power * 1.5);
  return within(stops.filter(Number.isInteger), min, max);
}

/** 1, 1.5, 2, 3, 5, 7, 10, 15 ...
 * @param {number} min @param {number} max */
export function decimal(min, max) {
  const stops = [];
  for (let ten = 10 ** Math.floor(Math.log10(min)); ten <= max; ten *= 10) {
    for (const step of [1, 1.5, 2, 3, 5, 7]) stops.push(Number((step * ten).toPrecision(3)));
  }
  return within(stops, min, max);
}

/** @param {number} min @param {number} max @param {number} step */
export function even(min, max, step) {
  const count = Math.round((max - min) / step);
  return Array.from({ length: count + 1 }, (_, i) => Number((min + i * step).toPrecision(6)));
}

/** @param {number[]} stops @param {number} min @param {number} max */
const within = (stops, min, max) => [...new Set([min, ...stops.filter((s) => s > min && s < max), max])];

/** Index of the stop nearest to `value`. @param {number[]} stops @param {number} value */
export function nearest(stops, value) {
  let best = 0;
  stops.forEach((stop, i) => {
    if (Math.abs(stop - value) < Math.abs(stops[best] - value)) best = i;
  });
  return best;
}
