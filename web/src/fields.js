// The controls of the page that are in sight first, in the order people think; expert_fields.js has the others. What a
// field means, its limits and its default are the engine's; here stands only how it is turned and when it matters.

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
 * Fields of a section that say the same in different ways, one of which is shown; each is begun with a value.
 * @typedef {{label: string, of: {at: string, text: string, start?: number}[], when: (facts: Facts) => boolean}} Ways
 *
 * @typedef {{title: string, fields: Field[], ways?: Ways, expert?: boolean}} Section
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
const online = (f) => f.scenario.workload === 'serve' && tokens(f);

const [users, requests, people, daily] = ['/serve/concurrency', '/serve/requests_per_minute', '/serve/daily_users', '/serve/tokens_per_day'];
/** Of a fleet that is sized for a rate. */
export const fleet = ['/serve/peak_factor', '/serve/min_replicas'];
const perPerson = '/serve/requests_per_user_day';
/** What a number of users takes the place of. */
export const otherLoads = [requests, people, daily, perPerson, ...fleet, '/serve/audio_h_per_day', '/serve/total_requests', '/serve/total_tokens', '/serve/total_audio_h', '/serve/done_within_h'];
/** The fields of a load that another takes the place of. @param {...string} kept */
export const insteadOf = (...kept) => [users, ...otherLoads].filter((at) => !kept.includes(at));

/** How the load is said: in the field that is in use, else in the one that is given. @param {Facts} f */
const loadOf = (f) => [users, requests, people].find((at) => at === f.used) ?? [people, daily, requests].find((at) => get(f.scenario, at) !== undefined) ?? users;
/** Users are given, or how often they ask. @param {Facts} f */
export const atARate = (f) => online(f) && loadOf(f) !== users;

const counts = [...stops.binary(1, 8).filter((n) => n !== 5), ...stops.binary(12, 32768)];

/** @type {Section[]} */
export const sections = [
  {
    title: 'What',
    fields: [
      { kind: 'model', at: '/model', label: 'Model' },
      { kind: 'choice', at: '/train/method', label: 'Method', words: ['lora', 'qlora', 'dora', 'freeze', 'full'], otherwise: 'lora', when: both(tunes, tokens) },
      { kind: 'choice', at: '/train/objective', label: 'Objective', words: ['lm', 'dpo', 'grpo'], when: both(trains, tokens) },
    ],
  },
  {
    title: 'How much',
    ways: { label: 'Load', when: online, of: [{ at: users, text: 'Users at once' }, { at: requests, text: 'Requests a minute', start: 30 }, { at: people, text: 'People a day', start: 1000 }] },
    fields: [
      { kind: 'number', at: users, label: 'Users at once', unit: 'users', stops: stops.binary(1, 4096), word: 'max', wordLabel: 'As many as fit', chosen: '/speed/concurrency', instead: otherLoads, when: both(both(serves, tokens), (f) => !atARate(f)) },
      { kind: 'number', at: requests, label: 'Requests', unit: 'a minute', stops: stops.decimal(0.1, 1e5), word: 'auto', wordLabel: 'as users ask', instead: insteadOf(requests, ...fleet), leads: fleet, when: (f) => f.scenario.workload === 'serve' && (media(f) || loadOf(f) === requests) },
      { kind: 'number', at: people, label: 'People a day', unit: 'people', stops: stops.decimal(1, 1e8), word: 'auto', wordLabel: 'as users ask', instead: insteadOf(people, perPerson, ...fleet), leads: [perPerson, ...fleet], when: both(online, (f) => loadOf(f) === people) },
      { kind: 'number', at: '/serve/input_tokens', label: 'Prompt', unit: 'tokens', stops: stops.binary(16, 1048576), word: 'auto', when: both(serves, reads) },
      { kind: 'number', at: '/serve/output_tokens', label: 'Answer', unit: 'tokens', stops: stops.binary(1, 65536), word: 'auto', when: both(serves, tokens) },
      { kind: 'number', at: '/train/tokens', label: 'Training tokens', unit: 'tokens', stops: stops.decimal(1e5, 1e14), word: 'auto', chosen: '/speed/tokens', instead: ['/train/epochs'], when: both(trains, tokens) },
      { kind: 'number', at: '/train/sequence', label: 'Sequence', unit: 'tokens', stops: stops.binary(128, 1048576), when: both(trains, reads) },
      { kind: 'number', at: '/serve/batch', label: 'At once per GPU', unit: '', stops: stops.binary(1, 4096), word: 'auto', chosen: '/speed/batch', when: both(serves, media) },
      { kind: 'number', at: '/serve/steps', label: 'Denoising steps', unit: '', stops: stops.even(1, 100, 1), word: 'auto', when: both(serves, denoises) },
      { kind: 'number', at: '/serve/width', label: 'Width', unit: 'px', stops: stops.even(64, 2048, 64), word: 'auto', when: both(serves, pictures) },
      { kind: 'number', at: '/serve/height', label: 'Height', unit: 'px', stops: stops.even(64, 2048, 64), word: 'auto', when: both(serves, pictures) },
      { kind: 'number', at: '/serve/audio_s', label: 'Length of the audio', unit: 's', stops: stops.decimal(1, 1e5), word: 'auto', when: both(serves, (f) => mediaOf(f) === 'speech') },
      { kind: 'number', at: '/train/samples', label: 'Training samples', unit: '', stops: stops.decimal(1e3, 1e12), word: 'auto', chosen: '/speed/samples', when: both(trains, media) },
      { kind: 'number', at: '/train/global_batch', label: 'Batch', unit: 'sequences', stops: stops.binary(1, 16384), word: 'auto', chosen: '/speed/layout/global_batch', when: trains },
    ],
  },
  {
    title: 'Where',
    fields: [
      { kind: 'accelerator', at: '/hardware/accelerator', label: 'Accelerator', leads: ['/hardware/instance', '/hardware/memory_gb'] },
      { kind: 'count', at: '/hardware/count', label: 'How many', unit: '', stops: counts, word: 'auto' },
      { kind: 'number', at: '/hardware/per_node', label: 'Per machine', unit: '', stops: undefined, word: 'auto', when: several },
    ],
  },
  {
    title: 'Precision',
    fields: [
      { kind: 'format', at: '/precision/weights', label: 'Weights', words: ['for_weights'], auto: true, otherwise: 'Auto', when: serves },
      { kind: 'format', at: '/precision/kv', label: 'KV cache', words: ['for_kv'], when: both(serves, tokens) },
      { kind: 'choice', at: '/train/recipe', label: 'Training state', words: ['mixed', 'mixed_fp16_grads', 'autocast', 'bf16', 'fp32', 'fp8', 'mxfp8', 'nvfp4'], when: trains },
    ],
  },
  {
    title: 'How often',
    fields: [
      { kind: 'number', at: '/cost/utilization', label: 'Hours that work', unit: '%', stops: stops.even(0.05, 1, 0.05) },
    ],
  },
];
