// What Emscripten's generated ridgepoint-import.mjs exports; see import_bindings.cpp.
import type { ModuleOptions } from './ridgepoint.mjs';

export interface Module {
  import_model(bytes: Uint8Array, fileSize: number, name: string): string;
}

export default function createModule(options: ModuleOptions): Promise<Module>;
