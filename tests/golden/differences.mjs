// What two answers differ in.

const TOLERANCE = 1e-12; // relative; exp, log and pow differ in the last bits

/** Pointers where two values differ, with both sides. */
export function differences(a, b, pointer = '') {
  if (typeof a === 'number' && typeof b === 'number') {
    const close = Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
    return close ? [] : [`${pointer}: native ${a}, WebAssembly ${b}`];
  }
  if (typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b)) {
    return a === b ? [] : [`${pointer}: native ${JSON.stringify(a)}, WebAssembly ${JSON.stringify(b)}`];
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) => differences(a[key], b[key], `${pointer}/${key}`));
}
