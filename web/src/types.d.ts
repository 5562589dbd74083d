// The part of the contract that the page shows, as wide as its views need it, and what views pass
// to each other. The whole contract is in bindings/contract.d.ts.
import type { Entry } from './search.js';

export type Workload = 'serve' | 'batch' | 'train' | 'finetune';
/** What a person set, as nested plain objects; everything else is the engine's default. */
export type Scenario = Record<string, any>;

export interface Problem {
  code: string;
  path: string;
  message: string;
  suggestions?: string[];
}
export interface Refusal {
  ok: false;
  errors: Problem[];
}
/** What a file says about a model, or an adapter for one. */
export interface ImportResult {
  ok: true;
  kind: string;
  /** As a scenario's model; without layers when the file does not tell them. */
  model?: Record<string, any>;
  adapter?: { rank: number; params?: number; targets: string[]; base?: string };
  format?: string;
  kv_format?: string;
  bytes?: number;
  bits_per_weight?: number;
  assumptions: string[];
}
export interface Remedy {
  id: string;
  path: string;
  text: string;
  per_gpu_gb: number;
  slowdown: number;
  tokens_per_s_per_request?: number;
  days?: number;
  usd_per_h?: number;
}
export interface Choice {
  hardware: { accelerator: string; name: string; count: number; per_node: number; instance?: string; memory_gb?: number };
  precision: { weights: string; kv: string };
}
export interface Recommendation extends Choice {
  rank: number;
  /** In how many of 64 draws it is the best, and what it is ranked by over that of the best in nine of ten. */
  regret?: { best: number; p90: number };
  pareto: boolean;
  parallel: Record<string, any>;
  memory: { per_gpu_gb: number; usable_gb: number; fit: string };
  speed: Record<string, number | undefined>;
  cost: Record<string, any>;
  reasons: string[];
  instances?: { pricing: string; name: string; provider: string; count: number; usd_per_h: number; date: string; stale: boolean }[];
  binds: string[];
}
/** A choice for a way to have it: cheapest, simplest, to_buy, api, fastest, most_memory, most_models. */
export interface Pick {
  way: string;
  /** Absent: nothing of one's own. */
  accelerator?: string;
  count: number;
  usd_per_month?: number;
  usd_per_run?: number;
  purchase_usd?: number;
  text: string;
}
export interface LastGeneration extends Choice {
  architecture: string;
  text: string;
}
export interface NearMiss extends Choice {
  lacks: { path: string; text: string; ratio: number }[];
  remedies: Remedy[];
}
export interface Line {
  id: string;
  label: string;
}
export interface Explanation {
  pointer: string;
  label: string;
  formula: string;
  value: number;
  unit: string;
  text: string;
  inputs: {
    name: string;
    label: string;
    value: number;
    unit: string;
    source: string;
    date: string;
    unverified?: boolean;
    figure?: string;
  }[];
  validation?: { class: string; rows: number; median_error: number; p90_error: number; figure: string };
}
/** One way to pay for the same work. */
export interface Way {
  id: string;
  label: string;
  usd_gpu_h?: number;
  usd_per_useful_gpu_h?: number;
  usd_per_1m_input_tokens?: number;
  usd_per_1k_requests?: number;
  usd_per_1k_images?: number;
  usd_per_audio_h?: number;
  usd_per_1m_output_tokens?: number;
  usd_per_run?: number;
  days?: number;
  npv: number;
  source: string;
}
/** Present value of what has been paid by a month. */
export interface CashMonth {
  month: number;
  rent_usd?: number;
  buy_usd?: number;
  api_usd?: number;
}
export interface Sensitivity {
  input: string;
  label: string;
  low: number;
  high: number;
  at_low: number;
  at_high: number;
  flips_verdict: boolean;
}
export interface Result {
  ok: true;
  /** More of it is being sought (whole.js). */
  busy?: 'more' | 'search';
  version: number;
  engine_version: string;
  catalog_date: string;
  scenario: Scenario;
  defaulted: string[];
  device: string;
  answer: {
    text: string;
    short_text: string;
    status: string;
    parts: { text: string; figure?: string; range_of?: string }[];
    figures: { id: string; value: number; unit: string; text: string }[];
  };
  model: {
    name: string;
    params_b: number;
    active_params_b: number;
    kv_bytes_per_token: number;
    flops_per_token: number;
    synthesized: boolean;
  };
  memory: {
    per_gpu_gb: number;
    usable_gb: number;
    fit: string;
    free_gb: number;
    lines: (Line & { kind: string; gb: number; how: string; source: string })[];
    kinds: (Line & { kind: string; gb: number })[];
    max_concurrency?: number;
    max_concurrency_mean?: number;
    max_context?: number;
    max_micro_batch?: number;
    max_sequence?: number;
    max_params_b?: number;
  };
  speed: {
    ranges: { figure: string; low: number; high: number }[];
    bottleneck: { kind: string; text: string; share: number; intensity: number; ridge: number };
    roofline?: { peak_tflops: number; bandwidth_gb_s: number; points: { id: string; label: string; intensity: number; tflops: number }[] };
    time_lines: (Line & { bound: string; s: number })[];
    bounds: (Line & { bound: string; s: number })[];
    layout: Record<string, any>;
    percentiles?: Record<'ttft_ms' | 'tpot_ms' | 'e2e_s', { p50: number; p95: number; p99: number } | undefined> & { requests: number };
    slo?: {
      met: boolean;
      targets: { figure: string; limit: number; value: number; met: boolean }[];
      max_concurrency?: number;
      max_requests_per_minute?: number;
    };
    disaggregation?: { prefill_replicas: number; decode_replicas: number; transfer_ms: number; prefill_busy: number; decode_busy: number };
    compute_optimal?: { tokens: number; params_b: number; budget_gpu_h: number; budget_params_b: number; budget_tokens: number };
    speculation?: { drafter: string; tokens_per_step: number; accepted_share: number; draft_ms: number; speedup: number; pays_up_to?: number };
    [figure: string]: any;
  };
  cost: {
    usd_per_useful_gpu_h?: Record<string, number>;
    npv?: Record<string, number>;
    lines?: (Line & { usd: number })[];
    break_even?: { utilization?: number; rent_usd_gpu_h?: number; months?: number; gpu_hours?: number };
    ways?: Way[];
    cash_flow?: CashMonth[];
    power?: Record<string, any>;
    verdict?: string;
    rent_source?: string;
    [figure: string]: any;
  };
  fleet?: { replicas: number; nodes: number; accelerators: number; spare: number; base: number; peak: number; utilization: number; usd_per_h?: number; base_usd_per_h?: number };
  sensitivity?: Sensitivity[];
  remedies: Remedy[];
  recommendations?: Recommendation[];
  near_misses?: NearMiss[];
  nothing?: string;
  last_generation?: LastGeneration;
  picks?: Pick[];
  known?: { accelerator?: string; name: string; place?: number; ratio?: number; text: string }[];
  assumed?: { path: string; text: string }[];
  turning_points?: { input: string; text: string }[];
  rules_of_thumb: { id: string; label: string; value: number; unit: string; detailed: number; why_different: string; source: string }[];
  warnings: { code: string; severity: string; message: string }[];
  taken: { path: string; text: string }[];
  reproduce: { figure?: string; tool?: string; command?: string; predicted?: number; note?: string }[];
  explain?: Explanation[];
}

/** All of an answer once it is there, or the part that is. */
export type Whole = (scenario: Scenario, ask: (scenario: Scenario) => Result | Refusal, last: Result | undefined) => Result | Refusal;

/** Everything the answer's views draw. */
export interface Shown {
  result: Result;
  /** Why the newest input cannot be answered; the answer is then to the one before. */
  trouble?: string;
  /** What the result answers; absent: nothing that was asked has been answered yet. */
  asked?: Scenario;
  /** Which figure is explained, and in which section of the page. */
  opened?: { pointer: string; place: string };
  /** Whether latencies are simulated request by request, and what turns that on and off. */
  percentiles: { on: boolean; toggle: () => void };
  /** Pointers of the figures that can be explained. */
  explained: Set<string>;
  /** Another scenario's answer. */
  estimate: (scenario: Scenario) => Result | Refusal;
}

export type ViewId = 'answer' | 'memory' | 'speed' | 'cost' | 'recommend' | 'compare' | 'mine';

/** What every view draws from. */
export interface Page {
  shown: Shown;
  charts: import('./charts/index.js').Charts | undefined;
  board: import('./views/controls.js').Board;
  explain: (pointer: string, place: string) => void;
  /** The explanation that is open at a place, if any. */
  explanation: (place: string) => unknown;
  /** What is loaded after the first answer. */
  look: typeof import('./look.js') | undefined;
  /** What is loaded once it is needed. */
  later: typeof import('./later.js') | undefined;
  /** Opens a view; `top`: and scrolls to its beginning. */
  go: (view: ViewId, top?: boolean, step?: boolean) => void;
  /** What takes a remedy over; undefined where the page does not know how. */
  apply: (remedy: Remedy) => (() => void) | undefined;
}

/** What a view that keeps something of its own works with. */
export interface Tools {
  engine: import('./engine.js').Engine;
  catalog: import('./catalog.js').Catalog;
  state: import('./state.js').State;
  /** Draws the page again. */
  redraw: () => void;
}

export type { Entry };
