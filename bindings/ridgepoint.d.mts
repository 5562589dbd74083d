// What Emscripten's generated ridgepoint.mjs exports; see bindings.cpp.
export interface Module {
  load(catalog: string): string;
  estimate(scenario: string, options: string): string;
  recommend(scenario: string, options: string): string;
  compare(scenarios: string): string;
  runs_on(question: string): string;
  catalog(kind: string): string;
  schema(name: string): string;
  encode_url(scenario: string): string;
  decode_url(url: string): string;
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
