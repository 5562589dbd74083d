// An instance whose name says a device, a count or a memory holds that.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

const DEVICE = /(?<![a-z0-9])(h100|h200|h800|h20|b200|b300|gb200|gb300|gh200|a100|a10g?|a40|a30|a16|l40s?|l4|t4|v100|p100|mi\d{3}[xa]?|rtx-?\d{4}|a[456]000|trainium\d|inferentia\d|gaudi\d)(?=x\d|[^a-z0-9]|$)/g;
const short = (text) => text.replace(/[^a-z0-9]/g, '');
// Names of tiers that hold another part.
const MISNAMED = [];

export default (catalog) =>
  recordsOf(catalog, 'instances').filter(({ id }) => !MISNAMED.includes(id)).flatMap((instance) => {
    const text = `${instance.id} ${instance.name}`.toLowerCase(), accelerator = plain(instance.accelerator), count = plain(instance.count) ?? 1;
    const devices = [...text.matchAll(DEVICE)].map(([, device]) => short(device));
    const counts = [...text.matchAll(/(?<![\d.a-z])(\d+)x[- ]|(?<=[- ])x(\d+)(?![\d])/g)].map(([, before, after]) => Number(before ?? after));
    return [
      ...(devices.length > 0 && !devices.some((device) => short(accelerator).includes(device)) ? [`holds ${accelerator}, and its name says ${devices[0]}`] : []),
      ...(counts.length > 0 && !counts.includes(count) ? [`holds ${count}, and its name says ${counts}`] : []),
    ].map((problem) => `${instance.id}: ${problem}`);
  });
