// What the rules of tools/catalog/lint share.
import { kinds, plain } from './files.mjs';

// As the engine compares names.
export const normalized = (name) => name.toLowerCase().replace(/[^a-z0-9.]/g, '');

export const nameOf = (record) => record.id ?? `price of ${record.of ?? record.served_as}`;
export const recordsOf = (catalog, kind) => catalog[kind].map(({ record }) => record);
export const everyRecord = (catalog) =>
  kinds.flatMap((kind) => catalog[kind].map(({ record, file }) => ({ kind, record, file })));

export const isDate = (text) => /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(text);
export const isDay = (text) => isDate(text) && text.length === 10;

// Names that two owners claim: [{name, owner}] to texts.
export function duplicates(claims) {
  const first = new Map();
  return claims.flatMap(({ name, owner }) => {
    const key = normalized(name);
    const other = first.get(key);
    if (other === undefined) first.set(key, owner);
    return other !== undefined && other !== owner ? [`"${name}" means ${other} and ${owner}`] : [];
  });
}

export const rate = (record, arithmetic) => plain(record.rates_tflops?.[arithmetic]);

export const near = (a, b, tolerance) => Math.abs(a - b) <= tolerance * Math.abs(b);

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

export const isTokenDecoder = (model) => ['decoder', 'moe', 'hybrid', 'multimodal'].includes(plain(model.kind) ?? 'decoder');
