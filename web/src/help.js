// What a field means, in the schema's own sentences.
import sentences from './sentences.js';

/** A sentence by the pointer of each field that a scenario has, which the page carries instead of the catalog's table of them.
 * @param {Record<string, any>} schema of the scenario @returns {Record<string, string>} */
export function sentencesOf(schema, at = '') {
  return Object.entries(schema.properties ?? {}).reduce((all, [key, field]) => ({
    ...all, ...(field.description && { [`${at}/${key}`]: field.description }), ...sentencesOf(field, `${at}/${key}`),
  }), {});
}

/** @param {string} pointer */
export const help = (pointer) => sentences[pointer] ?? '';
