// What a field is where a scenario leaves it out, as the schema has it.

/** @param {Record<string, any>} schema of the scenario @returns {(pointer: string) => unknown} */
export const defaultsOf = (schema) => (pointer) => pointer.split('/').slice(1).reduce((at, key) => at?.properties?.[key], schema)?.default;
