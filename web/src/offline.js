// Keeps the site for when there is no network, and offers a newer build when there is one.
import { html, render } from 'lit';

/** Starts keeping it, 1 MB on the first visit. Where that is not possible or not wanted the page simply needs the network. */
export function keepOffline() {
  if (!('serviceWorker' in navigator) || /** @type {any} */ (navigator).connection?.saveData) return;
  const hadOne = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => { if (hadOne) location.reload(); });
  navigator.serviceWorker.register(script('sw.js')).then(watch).catch(() => {});
}

/** The only script address that the page makes. @param {'sw.js'} name @returns {string} */
function script(name) {
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('ridgepoint', { createScriptURL: (/** @type {string} */ url) => url });
  return policy ? policy.createScriptURL(name) : name;
}

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  const offer = () => { if (registration.waiting && navigator.serviceWorker.controller) offerReload(registration.waiting); };
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
}

/** @param {ServiceWorker} waiting */
function offerReload(waiting) {
  if (document.querySelector('.update')) return;
  const notice = document.createElement('div');
  notice.className = 'update';
  notice.setAttribute('role', 'status');
  document.body.append(notice);
  render(html`<span>A newer version is ready.</span>
    <button type="button" @click=${() => waiting.postMessage('take over')}>Reload</button>
    <button type="button" @click=${() => notice.remove()}>Later</button>`, notice);
}
