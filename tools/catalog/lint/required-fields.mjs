// Every record has the fields its kind cannot do without.
import { required } from '../fields.mjs';
import { everyRecord, nameOf } from '../records.mjs';

export default (catalog) =>
  everyRecord(catalog).flatMap(({ kind, record, file }) =>
    required[kind].filter((key) => !(key in record)).map((key) => `${file}: ${nameOf(record)} has no ${key}`));
