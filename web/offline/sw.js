// Keeps one whole build of the site, so that it opens without a network.
//
// The build writes BUILD and FILES in. A cache holds the files of one build, each checked against its hash before any is
// served: a deployment that is half way through is not taken. A new build waits beside the old one until a page asks for it.

/** @type {string} */ const build = BUILD; // changes when any file does
/** @type {[path: string, integrity: string][]} */ const files = FILES;

const worker = /** @type {any} */ (self);
const scope = new URL('./', worker.location.href);
const ours = `ridgepoint ${scope.pathname} `; // caches belong to an origin, on which there may be several of us
const name = ours + build;
const known = new Set(files.map(([path]) => path));

/** @param {string} path */
const addressOf = (path) => new URL(path, scope).href;

async function keepAll() {
  const cache = await caches.open(name);
  try {
    await Promise.all(files.map(async ([path, integrity]) => cache.put(addressOf(path), await fetched(path, integrity))));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/** @param {string} path @param {string} integrity */
async function fetched(path, integrity) {
  const response = await fetch(addressOf(path.replace(/(^|\/)index\.html$/, '$1') || './'), { integrity, cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response; // a page may not be opened by a redirected one
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((other) => other.startsWith(ours) && other !== name).map((other) => caches.delete(other)));
  await worker.clients.claim();
}

/** The file of this build that an address names; undefined for anything else. @param {URL} url */
function fileAt({ origin, pathname }) {
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return undefined;
  const path = pathname.slice(scope.pathname.length).replace(/(^|\/)$/, '$1index.html');
  return known.has(path) ? path : undefined;
}

/** @param {Request} request @param {string} path */
async function kept(request, path) {
  const found = await caches.open(name).then((cache) => cache.match(addressOf(path))).catch(() => undefined); // storage may fail or be cleared
  return found ?? fetch(request);
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(dropOthers()));
worker.addEventListener('message', (/** @type {MessageEvent} */ event) => {
  if (event.data === 'take over') worker.skipWaiting();
});
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const path = event.request.method === 'GET' ? fileAt(new URL(event.request.url)) : undefined;
  if (path !== undefined) event.respondWith(kept(event.request, path));
});
