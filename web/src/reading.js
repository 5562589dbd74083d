// What the browser says of the graphics of this computer. It is asked where My hardware is opened, and nothing of it leaves the page.
import { isVague } from './device_from.js';

/** @typedef {{strings: string[], memory_gb?: number}} Reading the names of the device, the clearest first; the memory there is at the least */

/** @returns {Promise<Reading>} */
export async function readGraphics() {
  const name = renderer();
  const { vendor = '', architecture = '', device = '', description = '' } = isVague(name) ? await adapter() : {};
  const { deviceMemory: memory } = /** @type {{deviceMemory?: number}} */ (navigator);
  return { strings: [description, device, name, `${vendor} ${architecture}`.trim()].filter(Boolean), memory_gb: memory };
}

/** The faster one where there are two. */
const powerPreference = 'high-performance';

/** WebGPU's words, asked for where WebGL does not name the device. @returns {Promise<Record<string, string | undefined>>} */
async function adapter() {
  try {
    return (await /** @type {any} */ (navigator).gpu?.requestAdapter({ powerPreference }))?.info ?? {};
  } catch {
    return {};
  }
}

/** WebGL's name of it. Firefox gives it where others give their own. */
function renderer() {
  const gl = document.createElement('canvas').getContext('webgl', { powerPreference });
  const unmasked = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl?.getParameter(unmasked ? unmasked.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && name !== 'WebKit WebGL' ? name : '';
}
