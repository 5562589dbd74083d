// Every field is one of its kind, with a value of the right type and range, and no default is written out.
import { fieldsOf } from '../fields.mjs';
import { isWrapped, plain } from '../files.mjs';
import { everyRecord, isDate, isDay, nameOf } from '../records.mjs';

// Why a value is not of a type, or nothing.
function typeProblem(type, value) {
  if (type === 'text') return typeof value === 'string' && value !== '' ? '' : 'is no text';
  if (type === 'texts') return Array.isArray(value) && value.every((v) => typeof v === 'string') ? '' : 'is no list of texts';
  if (type.texts) return Array.isArray(value) && value.every((v) => type.texts.includes(v)) ? '' : `is no list of ${type.texts.join(', ')}`;
  if (type === 'date') return typeof value === 'string' && isDate(value) ? '' : 'is no ISO date';
  if (type === 'day') return typeof value === 'string' && isDay(value) ? '' : 'is no ISO date with its day';
  if (type.flag) return typeof value === 'boolean' ? '' : 'is not true or false';
  if (type.words) return type.words.includes(value) ? '' : `is none of ${type.words.join(', ')}`;
  const [least, most] = type.number ?? type.integer;
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'is no number';
  if (type.integer && !Number.isInteger(value)) return 'is no whole number';
  if (value < least || value > most || (type.above && value === least)) return `is outside ${least} to ${most}`;
  return '';
}

const WRAPPER_KEYS = ['value', 'source', 'retrieved', 'unverified', 'note'];

function wrapperProblems(where, leaf) {
  const problems = Object.keys(leaf)
    .filter((key) => !WRAPPER_KEYS.includes(key))
    .map((key) => `${where}: unknown mark ${key}`);
  if (Object.keys(leaf).length === 1) problems.push(`${where}: a plain value would do`);
  if ('unverified' in leaf && leaf.unverified !== true) problems.push(`${where}: unverified can only be true`);
  if ('retrieved' in leaf && !isDay(leaf.retrieved)) problems.push(`${where}: retrieved is no ISO date`);
  return problems;
}

function objectProblems(where, object, fields) {
  return Object.entries(object).flatMap(([key, leaf]) => {
    const type = fields[key];
    const at = `${where}.${key}`;
    if (!type) return [`${at}: unknown field`];
    if (type.fields) return objectProblems(at, leaf, type.fields);
    if (type.list) return leaf.flatMap((part, i) => objectProblems(`${at}[${i}]`, part, type.list));
    const marks = isWrapped(leaf) ? wrapperProblems(at, leaf) : [];
    const problem = typeProblem(type, plain(leaf));
    if (problem) return [...marks, `${at} ${problem}`];
    if (type.default !== undefined && plain(leaf) === type.default) return [...marks, `${at} repeats the default`];
    return marks;
  });
}

export default (catalog) =>
  everyRecord(catalog).flatMap(({ kind, record, file }) => objectProblems(`${file}: ${nameOf(record)}`, record, fieldsOf[kind]));
