// The built site from a server that notes what is asked of it, by whatever of a browser: the page, its workers, the one that keeps
// the site for later, and what any of them has fetched ahead.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './browser.mjs';

const SITE = join(root, 'build/site');
const TYPES = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json' };

/** Its address, and `fetched()`: each file that was asked for so far, with its bytes under gzip, largest first. */
export async function countingServer() {
  const asked = new Set();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://site');
    const name = pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
    const content = await readFile(join(SITE, name)).catch(() => undefined);
    asked.add(name);
    response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(name)] ?? 'text/plain', 'cache-control': 'no-cache' }).end(content);
  });
  await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
  server.unref(); // a test that fails before it stops it ends all the same
  const sized = async (name) => ({ name, gzip: gzipSync(await readFile(join(SITE, name)), { level: 9 }).length });
  const fetched = async () => (await Promise.all([...asked].map(sized))).sort((a, b) => b.gzip - a.gzip);
  return { address: `http://127.0.0.1:${server.address().port}/`, fetched, stop: () => { server.closeAllConnections(); server.close(); } };
}
