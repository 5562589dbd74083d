// Types of engine.js. Scenario and Result are generated from the JSON Schemas into contract.d.ts.
import type { Comparison, Result, RunsOn, RunsOnQuestion, Scenario } from './contract.js';

export type { Comparison, Result, RunsOn, RunsOnQuestion, Scenario } from './contract.js';

export interface EngineOptions {
  /** The module: an address, its bytes, or compiled. Default: ridgepoint.wasm beside engine.js. */
  wasm?: string | URL | ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module;
  /** The import's module, loaded when a file is first imported. Default: ridgepoint-import.wasm beside engine.js. */
  importWasm?: EngineOptions['wasm'];
  /** The merged catalog: an object, its JSON text, or an address. */
  catalog: object | string | URL;
}

/** Also options: an engine starts from it, and it can be posted to a worker. */
export interface PreparedEngine {
  wasm: WebAssembly.Module;
  importWasm?: EngineOptions['wasm'];
  catalog: object | string;
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
  with?: ('explain' | 'percentiles' | 'limits' | 'series')[];
  /** How much each search of the answer may try, 1 to 500, which is the default: with less an answer is sooner there, and
   * warnings whose code ends in `_ended` say where more would have been tried. */
  effort?: number;
  /** Accelerators, by id, whose place `recommend` says in `known`, beside those that people know. */
  known?: string[];
}

/** A scenario as an object or as its JSON text; fields left out take their defaults. */
export type ScenarioInput = Partial<Scenario> | string;

/** What a file says: a model, or an adapter for one. */
export interface ImportResult {
  ok: true;
  kind: 'config' | 'gguf' | 'safetensors' | 'safetensors_index' | 'adapter';
  /** As in the catalog; goes into a scenario as its model. Absent for adapters. */
  model?: { id?: string; name?: string; params_b?: number; [field: string]: unknown };
  adapter?: { rank: number; params?: number; targets: string[]; base?: string };
  /** Weight format, a catalog id where there is one. */
  format?: string;
  /** Format that the checkpoint says its KV cache is kept in. */
  kv_format?: string;
  /** Of the weights as stored. */
  bytes?: number;
  bits_per_weight?: number;
  /** Plain sentences: what the file does not say, and what is left out. */
  assumptions: string[];
}

/** No method throws on bad input, nor is a promise rejected for it. Text longer than 1 MB is refused. */
export type ImportFile = Blob & { name?: string };

export interface Engine {
  estimate(scenario: ScenarioInput, options?: EstimateOptions): Result | Refusal;
  /** The same with `recommendations` and `near_misses`; of the best hardware where the scenario names none. */
  recommend(scenario: ScenarioInput, options?: EstimateOptions): Result | Refusal;
  /**
   * Many scenarios, each answered as by `estimate`, in their order: a list to a list, what gives them one after the other
   * to what gives the answers so, holding one at a time.
   */
  sweep(scenarios: ScenarioInput[], options?: EstimateOptions): (Result | Refusal)[];
  sweep(scenarios: AsyncIterable<ScenarioInput>, options?: EstimateOptions): AsyncGenerator<Result | Refusal, void>;
  sweep(scenarios: Iterable<ScenarioInput> & object, options?: EstimateOptions): Generator<Result | Refusal, void>;
  /** Two to four scenarios side by side. Problems name the scenario by its position: "/1/hardware/count". */
  compare(scenarios: Partial<Scenario>[]): Comparison | Refusal;
  /** Which models hardware that is there serves, fine-tunes and trains. */
  runsOn(question: Partial<RunsOnQuestion> | string): RunsOn | Refusal;
  /** The entries of a kind; `presets` are named scenarios, each the fragment of a link without its version, `guide` the questions that choose one. */
  catalog(
    kind:
      | 'accelerators' | 'models' | 'instances' | 'prices' | 'api' | 'formats' | 'grids' | 'providers' | 'engines' | 'frameworks'
      | 'families' | 'capabilities' | 'benchmarks' | 'sources' | 'presets' | 'guide',
  ): object[];
  /** The JSON Schema of a part of the contract. */
  schema(name: 'scenario' | 'result' | 'catalog' | 'comparison' | 'runs_on_question' | 'runs_on'): object;
  encodeUrl(scenario: ScenarioInput): { ok: true; url: string } | Refusal;
  decodeUrl(url: string): { ok: true; scenario: Partial<Scenario> } | Refusal;
  /**
   * A model from the beginning of a file (config.json, GGUF, safetensors or its index). `needs`: call
   * again with the file's first `needs` bytes. Rejects only when the import's module cannot be loaded.
   */
  importModel(bytes: Uint8Array, size?: number, name?: string): Promise<ImportResult | { ok: true; needs: number } | Refusal>;
  /**
   * The same from a file, of which only the beginning is read, or from files that belong together: a configuration and
   * the JSON files beside it, the parts of a GGUF file in their order. Rejects as well when one cannot be read.
   */
  importFile(file: ImportFile | readonly ImportFile[]): Promise<ImportResult | Refusal>;
  readonly version: string;
}

/** Fetches and compiles: for pages that start several engines, here and in workers. Rejects when a file cannot be read. */
export function prepareEngine(options: EngineOptions): Promise<PreparedEngine>;
/** Rejects also when the catalog is not valid. */
export function createEngine(options: EngineOptions): Promise<Engine>;
