// What Emscripten's generated ridgepoint.mjs exports; see bindings.cpp.
export interface Module {
  load(catalog: string): string;
  estimate(scenario: string, options: string): string;
  catalog(kind: string): string;
  schema(name: string): string;
  encode_url(scenario: string): string;
  decode_url(url: string): string;
  import_model(bytes: Uint8Array, fileSize: number, name: string): string;
  version(): string;
}

export default function createModule(options: {
  locateFile(name: string): string;
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}): Promise<Module>;
