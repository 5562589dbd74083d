// Nothing was read or priced later than today.
import { plain } from '../files.mjs';
import { everyRecord, nameOf } from '../records.mjs';

const today = new Date().toISOString().slice(0, 10);

export default (catalog) =>
  everyRecord(catalog).flatMap(({ record, file }) =>
    ['retrieved', 'priced', 'seen', 'ended'].filter((key) => record[key] && plain(record[key]) > today)
      .map((key) => `${file}: ${nameOf(record)}: ${key} ${plain(record[key])} is to come`));
