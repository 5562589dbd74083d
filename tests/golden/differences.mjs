// What two answers differ in.

/** How far numbers may be apart natively and in WebAssembly, relative: exp, log and pow differ in the last bits. */
export const LAST_BITS = 1e-12;

const holds = (value) => typeof value === 'object' && value !== null;

const order = (value) => Object.keys(value).join(' ');

/** Where two values differ: [pointer, a, b], undefined for what is missing; the names of members where only their order does. */
export function differences(a, b, tolerance = LAST_BITS, pointer = '') {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b)) ? [] : [[pointer, a, b]];
  }
  if (!holds(a) || !holds(b) || Array.isArray(a) !== Array.isArray(b)) return a === b ? [] : [[pointer, a, b]];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  const found = [...keys].flatMap((key) => differences(a[key], b[key], tolerance, `${pointer}/${key}`));
  return found.length === 0 && order(a) !== order(b) ? [[pointer, order(a), order(b)]] : found;
}

/** What native answers and those of WebAssembly differ in, as lines. */
export const nativeAndWasm = (native, wasm) =>
  differences(native, wasm).map(([pointer, a, b]) => `${pointer}: native ${JSON.stringify(a)}, WebAssembly ${JSON.stringify(b)}`);

/** What is wrong with one question, the first lines of it. */
export const shown = (name, wrong, most = 5) => [name, ...wrong.slice(0, most), ...(wrong.length > most ? [`and ${wrong.length - most} more`] : [])].join('\n  ');

/** Every plain value by its pointer. */
export const leaves = (value, at = '') => (holds(value) ? Object.assign({}, ...Object.entries(value).map(([key, inner]) => leaves(inner, `${at}/${key}`))) : { [at]: value });

/** What of `values` differs from `standard`, null for what is missing. */
export function differing(values, standard) {
  const pointers = [...new Set([...Object.keys(standard), ...Object.keys(values)])].filter((at) => values[at] !== standard[at]);
  return Object.fromEntries(pointers.map((at) => [at, values[at] ?? null]));
}
