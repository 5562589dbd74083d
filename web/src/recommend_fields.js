// The limits that recommendations keep.
import { both, media, serves, tokens, trains } from './fields.js';
import { get } from './pointer.js';
import * as stops from './stops.js';

/** @param {import('./fields.js').Facts} f */
export const online = (f) => f.scenario.workload === 'serve';
/** Is a way to pay looked at? @param {import('./fields.js').Facts} f @param {string} way */
export const counts = (f, way) => [way, 'compare'].includes(get(f.scenario, '/cost/mode'));

/** @type {import('./fields.js').ChoiceField} */
export const market = { kind: 'choice', at: '/cost/market', label: 'Rents compared among', words: ['all', 'clouds', 'marketplace', 'specialist', 'hyperscaler'], auto: true, when: (f) => counts(f, 'rent') };
/** @type {import('./fields.js').ChoiceField} */
export const around = { kind: 'choice', at: '/cost/host', label: 'Machine around the cards', words: ['existing', 'new', 'none'], auto: true, when: (f) => counts(f, 'buy') };

/** @type {import('./fields.js').Field[]} */
export const limits = [
  { kind: 'number', at: '/serve/slo/ttft_p95_ms', label: 'p95 time to first token', unit: 'ms', stops: stops.decimal(10, 1e5), word: 'auto', wordLabel: 'no target', when: both(online, tokens) },
  { kind: 'number', at: '/serve/slo/tpot_p95_ms', label: 'p95 time per output token', unit: 'ms', stops: stops.decimal(1, 1e4), word: 'auto', wordLabel: 'no target', when: both(online, tokens) },
  { kind: 'number', at: '/serve/slo/e2e_p95_s', label: 'p95 latency', unit: 's', stops: stops.decimal(0.1, 1e4), word: 'auto', wordLabel: 'no target', when: both(online, tokens) },
  { kind: 'number', at: '/constraints/min_tokens_per_s', label: 'Each user gets at least', unit: 'tokens/s', stops: stops.decimal(1, 1000), word: 'auto', wordLabel: 'auto: 10', when: both(online, tokens) },
  { kind: 'number', at: '/constraints/max_ttft_s', label: 'First token within (mean)', unit: 's', stops: stops.decimal(0.1, 1e4), word: 'auto', wordLabel: 'auto: 10 or more', when: both(online, tokens) },
  { kind: 'number', at: '/constraints/max_request_s', label: 'A request takes at most', unit: 's', stops: stops.decimal(0.1, 1e4), word: 'auto', wordLabel: 'auto: two minutes for an image', when: both(online, media) },
  { kind: 'number', at: '/train/deadline_h', label: 'Done within', unit: 'h', stops: stops.decimal(1, 1e5), word: 'auto', wordLabel: 'auto: 90 days', when: trains },
  { kind: 'number', at: '/constraints/max_usd_h', label: 'An hour costs at most', unit: '$', stops: stops.decimal(0.1, 1e5), word: 'auto', wordLabel: 'no limit' },
  { kind: 'number', at: '/constraints/max_usd_total', label: 'All of it costs at most', unit: '$', stops: stops.decimal(100, 1e9), word: 'auto', wordLabel: 'no limit' },
  { kind: 'number', at: '/constraints/max_purchase_usd', label: 'Buying costs at most', unit: '$', stops: stops.decimal(100, 1e9), word: 'auto', wordLabel: 'no limit' },
  { kind: 'number', at: '/constraints/max_power_w', label: 'Power at most', unit: 'W', stops: stops.decimal(100, 1e8), word: 'auto', wordLabel: 'no limit' },
  { kind: 'number', at: '/constraints/max_count', label: 'Accelerators at most', unit: '', stops: stops.binary(1, 1024), word: 'auto', wordLabel: 'no limit' },
  market,
  around,
  { kind: 'format', at: '/precision/accept', label: 'Lowest weight precision allowed', words: ['for_weights'], otherwise: 'Auto', when: serves },
];
