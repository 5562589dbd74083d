// Types of engine.js. Scenario and Result are generated from the JSON Schemas into contract.d.ts.
import type { Result, Scenario } from './contract.js';

export type { Result, Scenario } from './contract.js';

export interface EngineOptions {
  /** The module: an address, its bytes, or compiled. Default: ridgepoint.wasm beside engine.js. */
  wasm?: string | URL | ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module;
  /** The merged catalog: an object, its JSON text, or an address. */
  catalog: object | string | URL;
}

/** One thing wrong with the input. */
export interface Problem {
  code: string;
  /** JSON pointer into the input, "" for all of it. */
  path: string;
  message: string;
  suggestions: string[];
}
export interface Refusal {
  ok: false;
  errors: Problem[];
}

export interface EstimateOptions {
  /** Parts that are given on request only. */
  with?: 'explain'[];
}

/** A scenario as an object or as its JSON text; fields left out take their defaults. */
export type ScenarioInput = Partial<Scenario> | string;

/** No method throws on bad input. Text longer than 1 MB is refused. */
export interface Engine {
  estimate(scenario: ScenarioInput, options?: EstimateOptions): Result | Refusal;
  catalog(kind: 'accelerators' | 'models' | 'instances' | 'prices' | 'formats'): object[];
  /** The JSON Schema of a part of the contract. */
  schema(name: 'scenario' | 'result' | 'catalog'): object;
  encodeUrl(scenario: ScenarioInput): { ok: true; url: string } | Refusal;
  decodeUrl(url: string): { ok: true; scenario: Partial<Scenario> } | Refusal;
  readonly version: string;
}

export function createEngine(options: EngineOptions): Promise<Engine>;
