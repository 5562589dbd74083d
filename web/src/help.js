// What a field means and what it is where a scenario leaves it out, in the schema's own words.

/** @param {Record<string, any>} schema of the scenario */
export function knowledgeFrom(schema) {
  const nodeAt = (/** @type {string} */ pointer) => pointer.split('/').slice(1).reduce((at, key) => follow(at, schema)?.properties?.[key], schema);
  return {
    /** @returns {string} */
    help: (/** @type {string} */ pointer) => nodeAt(pointer)?.description ?? follow(nodeAt(pointer), schema)?.description ?? '',
    /** @returns {unknown} */
    defaultOf: (/** @type {string} */ pointer) => nodeAt(pointer)?.default,
  };
}

/** The object a node stands for: itself, what it refers to, or the object among its alternatives.
 * @param {Record<string, any> | undefined} node @param {Record<string, any>} schema @returns {Record<string, any> | undefined} */
function follow(node, schema) {
  if (!node) return undefined;
  if (node.$ref) return node.$ref.split('/').slice(1).reduce((/** @type {any} */ at, /** @type {string} */ key) => at?.[key], schema);
  return node.properties ? node : [...(node.anyOf ?? []), ...(node.oneOf ?? [])].find((n) => n.properties) ?? node;
}
