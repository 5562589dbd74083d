// The controls of the question bar; expert_fields.js has the others. What a
// field means, its limits and its default are the engine's; here stands only how it is turned and when it matters.

import { amount, audio, daily, fleet, heard, insteadOf, items, otherLoads, people, perPerson, requests, users, within } from './loads.js';
import { get } from './pointer.js';
import * as stops from './stops.js';

/**
 * What decides whether a control can matter: the scenario with its defaults filled in, the
 * catalog's entry of the chosen model, and the field whose control has the focus.
 * @typedef {{scenario: import('./types.js').Scenario, model: Record<string, any> | undefined, engine?: Record<string, any>, used?: string | null}} Facts
 *
 * @typedef {object} NumberField
 * @property {'number' | 'count'} kind a count has buttons in place of the slider
 * @property {string} at JSON pointer into the scenario
 * @property {string} label
 * @property {string} unit
 * @property {number[]} [stops] where its slider can stand; none: only the exact field
 * @property {'auto' | 'max'} [word] what an empty field can mean besides the engine's default; "max" is accepted in place of a number
 * @property {string} [wordLabel] what an empty field means where no number is known
 * @property {string} [chosen] pointer into the result: what `word` came to
 * @property {string[]} [instead] pointers of the fields that say the same in another way, or mean nothing beside it
 * @property {string[]} [leads] pointers of the fields that mean nothing without it
 * @property {string} [way] it is one way to say the load, called so
 * @property {(facts: Facts) => boolean} [applies] where that is a way
 * @property {number} [start] what that way begins with
 * @property {(facts: Facts) => boolean} [when]
 *
 * @typedef {object} ChoiceField
 * @property {'choice' | 'format'} kind
 * @property {string} at
 * @property {string} label
 * @property {string[]} words for formats: which use they must serve
 * @property {string} [chosen]
 * @property {boolean} [auto] "auto" is one of the choices; of formats, what it came to stands beside it
 * @property {string[]} [instead] pointers of what a choice stands in place of
 * @property {string[]} [leads] the same, where it is left open again
 * @property {string} [otherwise] the word that "auto" stands for; of formats, what leaving it open is called
 * @property {(facts: Facts) => boolean} [when]
 *
 * @typedef {object} OtherField
 * @property {'model' | 'accelerator' | 'cpu' | 'flag'} kind
 * @property {string} at
 * @property {string} label
 * @property {string[]} [instead] as above
 * @property {string[]} [leads]
 * @property {(facts: Facts) => boolean} [when]
 *
 * @typedef {object} OwnField
 * @property {'own'} kind
 * @property {string} at
 * @property {string} label
 * @property {(field: OwnField, board: import('./views/controls.js').Board, ties: import('./views/controls.js').Ties) => unknown} view
 * @property {string} [chosen]
 * @property {import('./engine.js').RecordKind} [records] kind of the catalog's records whose ids it holds
 * @property {(facts: Facts) => boolean} [when]
 *
 * @typedef {NumberField | ChoiceField | OtherField | OwnField} Field
 * @typedef {{title: string, fields: Field[], expert?: boolean}} Section
 */

/** @param {Facts} f */
export const serves = (f) => f.scenario.workload === 'serve' || f.scenario.workload === 'batch';
/** @param {Facts} f */
export const trains = (f) => !serves(f);
/** @param {Facts} f */
const tunes = (f) => f.scenario.workload === 'finetune';
/** @param {Facts} f */
export const several = (f) => get(f.scenario, '/hardware/count') !== 1;
/** "auto" is lora for fine-tuning and full for training. @param {Facts} f */
export const methodOf = ({ scenario }) => (scenario.train.method !== 'auto' ? scenario.train.method : scenario.workload === 'finetune' ? 'lora' : 'full');
/** @param {(f: Facts) => boolean} a @param {(f: Facts) => boolean} b */
export const both = (a, b) => (/** @type {Facts} */ f) => a(f) && b(f);

/** Models that are not token decoders. @param {Facts} f */
const mediaOf = ({ model }) => (model && ['vision', 'diffusion', 'speech', 'encoder'].includes(model.kind) ? model.kind : undefined);
/** @param {Facts} f */
export const tokens = (f) => mediaOf(f) === undefined;
/** @param {Facts} f */
const reads = (f) => tokens(f) || mediaOf(f) === 'encoder';
/** @param {Facts} f */
export const pictures = (f) => mediaOf(f) === 'vision' || mediaOf(f) === 'diffusion';
/** @param {Facts} f */
export const denoises = (f) => mediaOf(f) === 'diffusion';
/** @param {Facts} f */
export const media = (f) => !tokens(f);
/** @param {Facts} f */
export const listens = (f) => mediaOf(f) === 'speech';
/** @param {Facts} f */
const serving = (f) => f.scenario.workload === 'serve';
/** @param {Facts} f */
const online = (f) => serving(f) && tokens(f);

/** How the load is said: in the field that is in use, else in the one that is given, else as is usual of the model. @param {Facts} f */
const loadOf = (f) => {
  const ways = [people, daily, heard, items, amount, audio, requests];
  const usual = tokens(f) ? users : f.scenario.workload === 'serve' ? requests : items;
  return [users, ...ways].find((at) => at === f.used) ?? ways.find((at) => get(f.scenario, at) !== undefined) ?? usual;
};
/** Users are given, or how often they ask. @param {Facts} f */
export const atARate = (f) => online(f) && [requests, people, daily].includes(loadOf(f));
/** Work that is done once. @param {Facts} f */
export const ends = (f) => [items, amount, audio].includes(loadOf(f));

/** A way to say the load. @param {string} way @param {(f: Facts) => boolean} applies @param {Omit<NumberField, 'kind' | 'way' | 'applies' | 'when'>} field @returns {NumberField} */
const load = (way, applies, field) => ({ kind: 'number', way, applies, ...field, when: (f) => serves(f) && applies(f) && loadOf(f) === field.at });

const counts = [...stops.binary(1, 8).filter((n) => n !== 5), ...stops.binary(12, 32768)];

/** The question itself, in the order in which it is said. @type {Section[]} */
export const sections = [
  {
    title: 'Question',
    fields: [
      { kind: 'model', at: '/model', label: 'Model' },
      { kind: 'choice', at: '/train/method', label: 'Method', words: ['lora', 'qlora', 'dora', 'freeze', 'full'], otherwise: 'lora', when: (f) => trains(f) && tokens(f) && (tunes(f) || methodOf(f) !== 'full') },
      load('Users at once', (f) => tokens(f), { at: users, label: 'Users at once', unit: 'users', stops: stops.binary(1, 4096), word: 'max', wordLabel: 'As many as fit', chosen: '/speed/concurrency', instead: otherLoads }),
      load('Requests a minute', serving, { at: requests, label: 'Requests', unit: 'a minute', stops: stops.decimal(0.1, 1e5), word: 'auto', wordLabel: 'as users ask', instead: insteadOf(requests, ...fleet), leads: fleet, start: 30 }),
      load('People a day', both(serving, tokens), { at: people, label: 'People a day', unit: 'people', stops: stops.decimal(1, 1e8), word: 'auto', wordLabel: 'as users ask', instead: insteadOf(people, perPerson, ...fleet), leads: [perPerson, ...fleet], start: 1000 }),
      load('Tokens a day', both(serving, reads), { at: daily, label: 'Tokens a day', unit: 'tokens', stops: stops.decimal(1e5, 1e12), word: 'auto', wordLabel: 'as users ask', instead: insteadOf(daily, ...fleet), leads: fleet, start: 1e7 }),
      load('Audio a day', both(serving, listens), { at: heard, label: 'Audio a day', unit: 'h', stops: stops.decimal(1, 1e7), word: 'auto', wordLabel: 'as asked', instead: insteadOf(heard, ...fleet), start: 100 }),
      load('A number in all', (f) => !listens(f), { at: items, label: 'How many in all', unit: '', stops: stops.decimal(1, 1e12), word: 'auto', wordLabel: 'as they come', instead: insteadOf(items, within, users), leads: [within], start: 1e6 }),
      load('Tokens in all', reads, { at: amount, label: 'Tokens in all', unit: 'tokens', stops: stops.decimal(1e5, 1e15), word: 'auto', wordLabel: 'as they come', instead: insteadOf(amount, within, users), leads: [within], start: 1e9 }),
      load('Audio in all', listens, { at: audio, label: 'Audio in all', unit: 'h', stops: stops.decimal(1, 1e7), word: 'auto', wordLabel: 'as it comes', instead: insteadOf(audio, within), leads: [within], start: 1000 }),
      { kind: 'number', at: '/serve/input_tokens', label: 'Prompt', unit: 'tokens', stops: stops.binary(16, 1048576), word: 'auto', when: both(serves, reads) },
      { kind: 'number', at: '/serve/output_tokens', label: 'Answer', unit: 'tokens', stops: stops.binary(1, 65536), word: 'auto', when: both(serves, tokens) },
      { kind: 'number', at: '/serve/width', label: 'Width', unit: 'px', stops: stops.even(64, 2048, 64), word: 'auto', when: both(serves, pictures) },
      { kind: 'number', at: '/serve/height', label: 'Height', unit: 'px', stops: stops.even(64, 2048, 64), word: 'auto', when: both(serves, pictures) },
      { kind: 'number', at: '/serve/steps', label: 'Denoising steps', unit: '', stops: stops.even(1, 100, 1), word: 'auto', when: both(serves, denoises) },
      { kind: 'number', at: '/serve/audio_s', label: 'Length of the audio', unit: 's', stops: stops.decimal(1, 1e5), word: 'auto', when: both(serves, listens) },
      { kind: 'number', at: '/serve/batch', label: 'At once per GPU', unit: '', stops: stops.binary(1, 4096), word: 'auto', chosen: '/speed/batch', when: both(serves, media) },
      { kind: 'number', at: '/serve/slo/e2e_p95_s', label: 'p95 latency', unit: 's', stops: stops.decimal(0.1, 1e4), word: 'auto', wordLabel: 'no target', when: online },
      { kind: 'number', at: within, label: 'Done within', unit: 'h', stops: stops.decimal(1, 1e5), word: 'auto', wordLabel: 'no deadline', when: both(serves, ends) },
      { kind: 'number', at: '/train/tokens', label: 'Training tokens', unit: 'tokens', stops: stops.decimal(1e5, 1e14), word: 'auto', chosen: '/speed/tokens', instead: ['/train/epochs'], when: both(trains, tokens) },
      { kind: 'number', at: '/train/samples', label: 'Training samples', unit: '', stops: stops.decimal(1e3, 1e12), word: 'auto', chosen: '/speed/samples', when: both(trains, media) },
      { kind: 'number', at: '/train/sequence', label: 'Sequence', unit: 'tokens', stops: stops.binary(128, 1048576), when: both(trains, reads) },
    ],
  },
  {
    title: 'Hardware',
    fields: [
      { kind: 'accelerator', at: '/hardware/accelerator', label: 'Accelerator', leads: ['/hardware/instance', '/hardware/memory_gb'] },
      { kind: 'count', at: '/hardware/count', label: 'How many', unit: '', stops: counts, word: 'auto' },
      { kind: 'format', at: '/precision/weights', label: 'Weights', words: ['for_weights'], auto: true, otherwise: 'Auto', when: serves },
      { kind: 'choice', at: '/cost/mode', label: 'Payment', words: ['compare', 'rent', 'buy', 'own'], when: trains },
      { kind: 'choice', at: '/cost/mode', label: 'Payment', words: ['compare', 'rent', 'buy', 'own', 'api'], when: serves },
      { kind: 'number', at: '/cost/utilization', label: 'Utilization', unit: '%', stops: stops.even(0.05, 1, 0.05) },
    ],
  },
];
