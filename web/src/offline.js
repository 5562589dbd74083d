// Keeps the site for when there is no network, and offers a newer build when there is one.
import { html, render } from 'lit';

/** Starts keeping it, 1 MB beside what the page has fetched. Where that is not possible or not wanted the page simply needs the network.
 * @param {() => void} reload the page, with what was set */
export function keepOffline(reload) {
  if (!available() || /** @type {any} */ (navigator).connection?.saveData) return;
  const workers = navigator.serviceWorker;
  const hadOne = workers.controller !== null;
  let asked = false;
  const take = (/** @type {ServiceWorker} */ waiting) => {
    asked = true;
    waiting.postMessage('take over');
  };
  workers.addEventListener('controllerchange', () => {
    if (asked) reload();
    else if (hadOne) offer('A newer version has been opened in another tab.', reload); // what is open here is not taken away
  });
  workers.register(script('sw.js')).then((registration) => watch(registration, take)).catch(() => {});
}

/** Some browsers throw where storage is blocked. */
function available() {
  try {
    return navigator.serviceWorker !== undefined;
  } catch {
    return false;
  }
}

/** The only script address that the page makes. @param {'sw.js'} name @returns {string} */
function script(name) {
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('ridgepoint', { createScriptURL: (/** @type {string} */ url) => url });
  return policy ? policy.createScriptURL(name) : name;
}

/** @param {ServiceWorkerRegistration} registration @param {(waiting: ServiceWorker) => void} take */
function watch(registration, take) {
  const look = () => {
    const { waiting } = registration;
    if (waiting && navigator.serviceWorker.controller) offer('A newer version is ready.', () => take(waiting));
  };
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
}

/** @param {string} text @param {() => void} reload */
function offer(text, reload) {
  document.querySelector('.update')?.remove();
  const notice = document.createElement('div');
  notice.className = 'update';
  notice.setAttribute('role', 'status');
  document.body.append(notice);
  render(html`<span>${text}</span>
    <button type="button" @click=${reload}>Reload</button>
    <button type="button" @click=${() => notice.remove()}>Later</button>`, notice);
}
