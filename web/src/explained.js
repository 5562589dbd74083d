// Which figures of a workload the engine can explain, asked once.
import { onFound } from './found.js';

/** @param {{estimate: Function}} engine @param {Record<string, import('./types.js').Scenario>} presets */
export function explainedBy(engine, presets) {
  /** @type {Record<string, Set<string>>} */
  const known = {};
  return (/** @type {string} */ workload) => (known[workload] ??= pointersOf(engine.estimate(onFound(presets[workload]), { with: ['explain'] })));
}

/** @param {import('./types.js').Result} result */
const pointersOf = (result) => new Set((result.explain ?? []).map((e) => e.pointer));
