// JSON pointers into plain objects. Every function leaves its argument as it was.

/** @typedef {Record<string, any>} Tree */

/** @param {string} pointer */
const steps = (pointer) => pointer.split('/').slice(1);

/** The value at `pointer`, or undefined.
 * @param {any} tree @param {string} pointer @returns {any} */
export function get(tree, pointer) {
  return steps(pointer).reduce((node, key) => (node !== null && typeof node === 'object' ? node[key] : undefined), tree);
}

/** A copy of `tree` with `value` at `pointer`; undefined takes the leaf away, and parents it leaves empty.
 * @param {Tree} tree @param {string} pointer @param {unknown} value @returns {Tree} */
export function set(tree, pointer, value) {
  return put(tree, steps(pointer), value) ?? {};
}

/** @param {unknown} node @param {string[]} path @param {unknown} value @returns {any} */
function put(node, path, value) {
  if (path.length === 0) return value;
  const copy = node !== null && typeof node === 'object' ? { .../** @type {Tree} */ (node) } : {};
  const [key, ...rest] = path;
  const child = put(copy[key], rest, value);
  if (child === undefined) delete copy[key];
  else copy[key] = child;
  return Object.keys(copy).length === 0 ? undefined : copy;
}

/** Equal as JSON, whatever the order of keys.
 * @param {unknown} a @param {unknown} b @returns {boolean} */
export function same(a, b) {
  if (Object.is(a, b)) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  const left = /** @type {Tree} */ (a);
  const right = /** @type {Tree} */ (b);
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => same(left[key], right[key]));
}
