// What a scenario can say, from the engine's own schema.

/** Pointers to what a scenario holds, with the schema of each. */
export function* fieldsOf(schema, node = schema, at = '') {
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    const child = property.$ref ? schema.$defs[property.$ref.split('/').at(-1)] : property;
    if (child.properties) yield* fieldsOf(schema, child, `${at}/${key}`);
    else if (!property['x-planned']) yield [`${at}/${key}`, child];
  }
}
