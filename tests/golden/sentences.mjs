// Sentences of answers by the id of what says them: tests/golden/words.json holds one example of each form.
import { PROSE } from './form.mjs';

const isText = (value) => typeof value === 'string';
const isObject = (value) => value !== null && typeof value === 'object';

// Facts of the catalog, the parts of a sentence that stands whole beside them, and commands, which tests/engine/tell asks for.
const PASSED_OVER = /\/(parts|scenario|question|model|recommendations\/cost)\/|\/(command|name|grid)$|\/explain\/.*(source|unit|\/validation\/)|\/cells\/|\/ways\/.*\/source$|^\/(serves|finetunes|trains)/;

// What says a sentence: the pointer without numbers of rows, each with its id.
const KEYS = ['id', 'code', 'pointer', 'input', 'figure', 'path', 'tool'];
const idOf = (row, at) => (at.endsWith('/inputs') && isText(row.name) ? row.name : KEYS.map((key) => row[key]).find(isText));

function* sentences(value, at) {
  for (const [name, inner] of Object.entries(value)) {
    const id = Array.isArray(value) ? (isObject(inner) ? idOf(inner, at) : undefined) : name;
    const here = id === undefined ? at : `${at}/${id.replace(/^\//, '').replace(/(?<=\/)\d+(?=\/|$)/g, '*').replaceAll('/', '.')}`;
    if (isText(inner) && (PROSE.has(name) || (Array.isArray(value) && PROSE.has(at.split('/').at(-1))))) yield [here, inner];
    else if (isObject(inner)) yield* sentences(inner, here);
  }
}

const catalogNames = (catalog) => ['formats', 'accelerators', 'engines', 'models', 'providers', 'instances', 'grids', 'capabilities']
  .flatMap((kind) => catalog[kind].flatMap(({ id, name }) => [id, name ?? id])).filter((name) => name.length > 2);
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A function that gives the form of a sentence: without numbers and names of the catalog. */
export function formOf(catalog) {
  const names = new RegExp([...new Set(catalogNames(catalog))].sort((a, b) => b.length - a.length).map(escaped).join('|'), 'g');
  return (text) => text.replace(names, '@').replace(/(?<![\w.])\d[\d.,]*(?:-\d+)*(?!\w)/g, '#');
}

/** The sentences of answers, {id: [examples]}: of each form that an id has the first. */
export function wordsOf(answers, catalog) {
  const form = formOf(catalog);
  const seen = new Set();
  const words = {};
  for (const answer of answers) {
    for (const [at, text] of sentences(answer, '')) {
      const id = at.slice(1);
      if (PASSED_OVER.test(at) || seen.has(`${id} ${form(text)}`)) continue;
      seen.add(`${id} ${form(text)}`);
      (words[id] ??= []).push(text);
    }
  }
  return words;
}
