// What can be chosen, from the engine's catalog. Lists are made when they are first opened.
import { acceleratorEntries, modelChoice, modelEntries, sizeEntry } from './entries.js';
import { set } from './pointer.js';

/** @typedef {import('./search.js').Entry} Entry */
/** @typedef {ReturnType<typeof openCatalog>} Catalog */

/** @param {import('./engine.js').Engine} engine */
export function openCatalog(engine) {
  const models = engine.catalog('models');
  const accelerators = engine.catalog('accelerators');
  const listed = once(() => modelEntries(models, refusals(engine, models)));
  const devices = once(() => acceleratorEntries(accelerators));
  const cpus = once(() => acceleratorEntries(accelerators.filter((a) => a.segment === 'cpu')));
  return {
    formats: engine.catalog('formats'),
    vendors: vendorsOf(accelerators),
    model: (/** @type {unknown} */ id) => models.find((m) => m.id === id),
    accelerator: (/** @type {unknown} */ id) => accelerators.find((a) => a.id === id),
    modelEntries: (/** @type {string} */ query) => [...sizeEntry(query), ...listed()],
    acceleratorEntries: () => devices(),
    cpuEntries: () => cpus(),
    modelChoice: (/** @type {string} */ id) => modelChoice(id, listed()),
    applicable: (/** @type {import('./types.js').Scenario} */ scenario) => applicable(engine, scenario),
  };
}

/** Those with most accelerators first. @param {Record<string, any>[]} accelerators @returns {string[]} */
function vendorsOf(accelerators) {
  /** @type {Record<string, number>} */
  const many = {};
  for (const { vendor } of accelerators) many[vendor] = (many[vendor] ?? 0) + 1;
  return Object.keys(many).filter((vendor) => vendor !== 'Any').sort((a, b) => many[b] - many[a]);
}

/** The scenario without the fields that, the engine says, mean nothing for its model: a prompt for an image model.
 * @param {import('./engine.js').Engine} engine @param {import('./types.js').Scenario} scenario */
function applicable(engine, scenario) {
  const answer = engine.estimate(scenario);
  const refused = answer.ok ? [] : answer.errors.filter((p) => p.code === 'not_applicable');
  return refused.reduce((kept, { path }) => /** @type {import('./types.js').Scenario} */ (set(kept, path, undefined)), scenario);
}

/** Which models the engine itself refuses, asked of it one by one.
 * @param {import('./engine.js').Engine} engine @param {Record<string, any>[]} models */
function refusals(engine, models) {
  /** @type {Map<string, string>} */
  const refused = new Map();
  for (const { id } of models) {
    const answer = engine.estimate({ workload: 'serve', model: id });
    const problem = answer.ok ? undefined : answer.errors.find((p) => p.path.startsWith('/model'));
    if (problem) refused.set(id, problem.message);
  }
  return (/** @type {string} */ id) => refused.get(id);
}

/** @template T @param {() => T} make */
export function once(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}
