// Keeps one whole build of the site, so that it opens without a network.
//
// The build writes BUILD, RELEASE and FILES in. A cache holds the files of one build, each checked against its hash before any
// is served: a deployment that is half way through is not taken. A new build waits beside the old one until a page asks for it.
// What a cache has lost is fetched again; where the server has another build by then, the cache is given up as a whole, so that
// a page never gets files of two.

/** @type {string} */ const build = BUILD; // changes when any file does
/** @type {string} */ const release = RELEASE; // as pages of this build write it behind addresses
/** @type {[path: string, integrity: string][]} */ const files = FILES;

const worker = /** @type {any} */ (self);
const scope = new URL('./', worker.location.href);
const ours = `ridgepoint ${scope.pathname} `; // caches belong to an origin, on which there may be several of us
const name = ours + build;
const integrities = new Map(files);

/** @param {string} path */
const addressOf = (path) => new URL(path, scope).href;

async function keepAll() {
  const cache = await caches.open(name);
  try {
    await put(cache, files);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/** @param {Cache} cache @param {typeof files} some */
const put = (cache, some) => Promise.all(some.map(async ([path, integrity]) => cache.put(addressOf(path), await fetched(path, integrity))));

/** Rejects when the server has it otherwise. @param {string} path @param {string} integrity */
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
  return integrities.has(path) ? path : undefined;
}

/** Undefined once it has been given up, and where storage fails. @returns {Promise<Cache | undefined>} */
const kept = () => caches.has(name).then((there) => (there ? caches.open(name) : undefined)).catch(() => undefined);

/** Fetches what is missing. @param {Cache} cache @returns {Promise<boolean>} whether all is there */
async function mended(cache) {
  try {
    const there = new Set((await cache.keys()).map(({ url }) => url));
    await put(cache, files.filter(([path]) => !there.has(addressOf(path))));
    return true;
  } catch {
    return false;
  }
}

/** A page, behind which the rest of its build is. @param {Request} request @param {string} path @returns {Promise<Response>} */
async function page(request, path) {
  const cache = await kept();
  const whole = cache && (await mended(cache));
  const found = await cache?.match(addressOf(path));
  if (whole && found) return found;
  const response = await fetch(request).catch((error) => { // without a network, what there is
    if (found) return found;
    throw error;
  });
  if (response !== found && response.ok) await caches.delete(name);
  return response;
}

/** What a page of this build asks for. @param {Request} request @param {string} path @returns {Promise<Response>} */
async function part(request, path) {
  const cache = await kept();
  const found = await cache?.match(addressOf(path));
  if (found) return found;
  return cache || new URL(request.url).search === release ? fetched(path, integrities.get(path)) : fetch(request);
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(dropOthers()));
worker.addEventListener('message', (/** @type {MessageEvent} */ event) => {
  if (event.data === 'take over') worker.skipWaiting();
});
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const path = event.request.method === 'GET' ? fileAt(new URL(event.request.url)) : undefined;
  if (path !== undefined) event.respondWith((event.request.mode === 'navigate' ? page : part)(event.request, path));
});
