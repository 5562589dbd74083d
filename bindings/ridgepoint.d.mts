// What Emscripten's generated ridgepoint.mjs exports; see bindings.cpp.
/** JSON as UTF-8 in the memory of the module, gone with the next call. */
type Answer = Uint8Array;

export interface Module {
  add(part: string): string;
  read_on(): string;
  estimate(scenario: string, options: string): Answer;
  recommend(scenario: string, options: string): Answer;
  compare(scenarios: string): Answer;
  runs_on(question: string): Answer;
  catalog(kind: string): Answer;
  schema(name: string): Answer;
  encode_url(scenario: string): Answer;
  decode_url(url: string): Answer;
  version(): string;
}

export interface ModuleOptions {
  locateFile(name: string): string;
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}

export default function createModule(options: ModuleOptions): Promise<Module>;
