// A reporter of node's test runner: how long each file of tests took, a line "MILLISECONDS FILE" each.
import { relative } from 'node:path';

/** @param {AsyncIterable<{ type: string, data: { file?: string, nesting: number, details?: { duration_ms: number } } }>} events */
export default async function* fileTimes(events) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for await (const { type, data } of events) {
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.file) {
      times.set(data.file, (times.get(data.file) ?? 0) + (data.details?.duration_ms ?? 0));
    }
  }
  for (const [file, ms] of times) yield `${Math.round(ms)} ${relative(process.cwd(), file)}\n`;
}
