// Which answer pages there are: a question each, with the scenario that asks it.
import { readFileSync } from 'node:fs';

/** @typedef {import('../src/types.js').Scenario} Scenario */
/** @typedef {Record<string, any>} Item */

/**
 * @typedef {object} Page
 * @property {'preset' | 'model' | 'device' | 'pair'} kind
 * @property {string} slug its file, without the ending
 * @property {string} title the question
 * @property {string} name what links to it say
 * @property {string} [why] what decides it, as the guide says
 * @property {string} [model] id
 * @property {string} [device] id
 * @property {string[]} [named] devices that guides name for it
 * @property {Scenario} [scenario] absent: what the device runs says it
 */

/** Models and devices that people ask for together, by id. @type {{models: string[], devices: string[]}} */
const popular = JSON.parse(readFileSync(new URL('popular.json', import.meta.url), 'utf8'));

const [MODEL_MONTHS, DEVICE_MONTHS, MOST_DEVICES, NEARLY] = [6, 30, 8, 2];
/** Of these people have one, which the question is about; of others as many as it takes. */
const personal = ['consumer', 'workstation', 'apple', 'edge', 'cpu'];

/** @param {string} date "2026-11-30" @param {number} months */
function monthsBefore(date, months) {
  const day = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() - months);
  return day.toISOString().slice(0, 7);
}

/** Those of the last half year that their makers have not replaced, and those that people ask for. @param {Item[]} models @param {string} date of the catalog */
const currentModels = (models, date) => models.filter(({ id, successor, release }) => popular.models.includes(id) || (!successor && release >= monthsBefore(date, MODEL_MONTHS)));

/** Those of the last two and a half years that are sold and whose bandwidth is known, and those that people ask for. Processors are left out: the catalog
 * says of none that it is sold no more. @param {Item[]} accelerators @param {string} date of the catalog */
const currentDevices = (accelerators, date) => accelerators.filter(({ id, status, segment, release, bandwidth_gb_s: bandwidth }) =>
  popular.devices.includes(id) || (status === 'current' && segment !== 'cpu' && bandwidth !== undefined && release >= monthsBefore(date, DEVICE_MONTHS)));

/** As the calculator opens it: with the hardware of its card, or with any where the answers of a person lead to it.
 * @param {Item} preset @param {any} engine @returns {Page} */
function presetPage({ id, question, scenario, why, answers, recommended = [] }, engine) {
  const decoded = engine.decodeUrl(`#v=1&${scenario}`);
  if (!decoded.ok) throw new Error(`answers: preset ${id}: ${decoded.errors[0].message}`);
  const named = [...new Set(recommended.map((/** @type {Item} */ one) => one.accelerator))];
  const asked = answers ? { ...decoded.scenario, hardware: { accelerator: 'any' } } : decoded.scenario;
  return { kind: 'preset', slug: id, title: question, name: question, why, named, scenario: asked };
}

/** @param {string} model @returns {Scenario} */
export const modelScenario = (model) => ({ workload: 'serve', model, hardware: { accelerator: 'any' } });

/** @param {Item} model @returns {Page} */
const modelPage = ({ id, name }) => ({ kind: 'model', slug: `what-runs-${id}`, title: `What runs ${name}?`, name, model: id, scenario: modelScenario(id) });

/** @param {Item} device @returns {Page} */
const devicePage = ({ id, name }) => ({ kind: 'device', slug: `what-runs-on-${id}`, title: `What runs on ${name}?`, name, device: id });

/** Nothing where the model is far too large for the device. @param {Item} model @param {Item} device @param {any} engine @returns {Page[]} */
function pairPage(model, device, engine) {
  const own = personal.includes(device.segment);
  const scenario = { workload: 'serve', model: model.id, hardware: { accelerator: device.id, ...(own ? { count: 1 } : {}) } };
  const result = engine.estimate(scenario);
  if (!result.ok || result.answer.status === 'unsupported' || result.scenario.hardware.count > MOST_DEVICES || result.memory.per_gpu_gb > NEARLY * result.memory.usable_gb) return [];
  const title = own ? `Does ${model.name} run on ${device.name}?` : `How many ${device.name} does ${model.name} take?`;
  return [{ kind: 'pair', slug: `${model.id}-on-${device.id}`, title, name: `${model.name} on ${device.name}`, model: model.id, device: device.id, scenario }];
}

/** In the order in which they are listed. @param {any} engine @param {string} date of the catalog @returns {Page[]} */
export function pagesOf(engine, date) {
  /** @type {[Item[], Item[]]} */
  const [models, devices] = [engine.catalog('models'), engine.catalog('accelerators')];
  const found = (/** @type {Item[]} */ records) => (/** @type {string} */ id) => records.find((one) => one.id === id) ?? fail(id);
  const [pairedModels, pairedDevices] = [popular.models.map(found(models)), popular.devices.map(found(devices))];
  return [
    ...engine.catalog('presets').map((/** @type {Item} */ preset) => presetPage(preset, engine)),
    ...currentModels(models, date).map(modelPage),
    ...currentDevices(devices, date).map(devicePage),
    ...pairedModels.flatMap((model) => pairedDevices.flatMap((device) => pairPage(model, device, engine))),
  ];
}

/** @param {string} id @returns {never} */
function fail(id) {
  throw new Error(`answers: popular.json names ${id}, which the catalog has not`);
}
