// What has ended says so by one rule: NVIDIA parts that CUDA 13 left behind (compute capability below 7.5); what is announced has no rent.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

const LEFT_BEHIND = ['Maxwell', 'Pascal', 'Volta'];

export default (catalog) => {
  const rented = new Set(recordsOf(catalog, 'instances').map(({ accelerator }) => plain(accelerator)));
  const ids = new Map(['accelerators', 'instances'].flatMap((kind) => recordsOf(catalog, kind).map((record) => [record.id, record])));
  return [...ids.values()].flatMap((record) => {
    const status = plain(record.status) ?? 'current';
    return [
      ...(record.vendor === 'NVIDIA' && LEFT_BEHIND.includes(record.architecture) && status !== 'ended' ? [`${record.architecture} has ended`] : []),
      ...(record.vendor === 'NVIDIA' && !LEFT_BEHIND.includes(record.architecture) && status === 'ended' && !record.ended ? ['ended, and no day is known'] : []),
      ...(status === 'announced' && rented.has(record.id) ? ['announced, and rented'] : []),
      ...(record.ended && status !== 'ended' ? ['has an end, and is not ended'] : []),
      ...(record.successor && !ids.has(plain(record.successor)) ? [`there is no ${plain(record.successor)}`] : []),
    ].map((problem) => `${record.id}: ${problem}`);
  });
};
