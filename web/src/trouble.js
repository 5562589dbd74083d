// Why the calculator does not start, in plain words, and another try, as often as it takes.
import { html, nothing, render } from 'lit';
import { assets } from './assets.js';
import { prepare, startEngine } from './engine.js';
import { icon } from './icons.js';

/**
 * What happened and what a person can do. `mixed`: files of different releases have met, which only a reload mends.
 * @typedef {{what: string, help: string, mixed?: boolean}} Trouble
 */

/** @param {unknown} thrown by starting the engine @returns {Trouble} */
export function troubleOf(thrown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const [, address, status] = /(\S+): (\d{3}\b.*|not reached)$/.exec(error.message) ?? [];
  if (typeof WebAssembly === 'undefined') {
    return { what: 'This browser does not run WebAssembly, which the calculator is made of.', help: 'It is switched off, or the browser is an old one: allow it for this site, or open the page in another browser.' };
  }
  if (/content security policy|unsafe-eval/i.test(error.message)) {
    return { what: 'The site that serves this page does not let WebAssembly run.', help: "Whoever runs it has to allow 'wasm-unsafe-eval' in its Content-Security-Policy." };
  }
  if (error instanceof RangeError) return { what: 'There was too little memory to start the calculator.', help: 'Close other pages or programs, and try again.' };
  if (status === 'not reached' || /network|abort|fetch|stream/i.test(error.message)) {
    return navigator.onLine
      ? { what: `${address ? fileName(address) : 'A part of the calculator'} could not be fetched.`, help: 'The network may be gone, or something keeps .wasm or .json files out, as blockers and firewalls do. Try again, or allow them for this site.' }
      : { what: 'There is no network, and this browser has not kept the calculator yet.', help: 'It starts by itself once the network is back.' };
  }
  if (address) return { what: `The server does not give out ${fileName(address)}: it answered ${status.trim()}.`, help: 'A new release may just be arriving there. Try again in a minute.' };
  if (error instanceof WebAssembly.CompileError) return { what: 'The calculator arrived incomplete or damaged.', help: 'Try again: it is fetched anew.' };
  if (error.message.includes('bad_json')) return { what: 'The catalog arrived incomplete or damaged.', help: 'Try again: it is fetched anew.' };
  return { what: 'The files of this page are of different releases and do not fit together.', help: 'A new release has probably just come out. Try again: everything is fetched anew.', mixed: true };
}

/** @param {string} address */
const fileName = (address) => address.replace(/[?#].*/, '').split('/').pop();

/** What stands where notices stand. @param {Trouble} trouble @param {string} kept what stays as it is @param {(() => void) | undefined} again absent while it is tried */
const troubleView = ({ what, help }, kept, again) => html`<div class="notice" role="alert">
  <span class="severity">${icon('caution')}The calculator has not started</span>
  <p>${what} ${help} ${kept}</p>
  ${againView(again)}
</div>`;

/** Resolves once the answer that the build wrote is on the screen: nothing is fetched in its way. Frames that are out of sight draw nothing. */
const painted = () => new Promise((/** @type {(value: void) => void} */ resolve) => {
  if (document.visibilityState === 'hidden' || parent !== window) resolve();
  else requestAnimationFrame(() => setTimeout(resolve));
});

/** The engine, once it has started. As long as it has not, `place` says why.
 * @param {HTMLElement} place @param {string} kept what stays as it is meanwhile @param {() => void} reload the page, with what was set
 * @param {() => Promise<void>} [before] what may be done meanwhile */
export async function begin(place, kept, reload, before = async () => {}) {
  await painted();
  for (;;) {
    try {
      const [files] = await Promise.all([prepare(true), before()]);
      const engine = await startEngine(files);
      render(nothing, place);
      document.getElementById('stalled')?.remove();
      return engine;
    } catch (thrown) {
      document.getElementById('stalled')?.remove();
      const trouble = troubleOf(thrown);
      await askedAgain((again) => render(troubleView(trouble, kept, again), place));
      if ((await refreshed()) && trouble.mixed) reload();
    }
  }
}

/** The answer is there, and the views behind it have not come. @param {() => void} reload the page, with what was set
 * @param {(view: unknown) => void} show in its place @returns {unknown} */
export function missingView(reload, show) {
  const again = async () => {
    show(noticeOf(undefined));
    if (await refreshed()) reload();
    else show(noticeOf(again));
  };
  /** @param {(() => void) | undefined} next */
  const noticeOf = (next) => html`<div class="notice" role="alert">
    <span class="severity">${icon('caution')}A part of the page has not come</span>
    <p>Answers work; other views, lists to choose from and export are missing. What is set is kept.</p>${againView(next)}</div>`;
  return noticeOf(again);
}

/** @param {(() => void) | undefined} again absent while it is tried */
const againView = (again) => html`<button type="button" ?disabled=${!again} @click=${again ?? nothing}>${again ? 'Try again' : 'Trying …'}</button>`;

/** Resolves when a person, or the network that is back, asks for another try. @param {(again: (() => void) | undefined) => void} show */
const askedAgain = (show) => new Promise((/** @type {(value: void) => void} */ resolve) => {
  const again = () => {
    removeEventListener('online', again);
    show(undefined);
    resolve();
  };
  addEventListener('online', again);
  show(again);
});

/** Fetches everything that the page is made of past the browser's cache. Is all of it there? */
export async function refreshed() {
  const named = /** @type {(HTMLLinkElement | HTMLScriptElement)[]} */ ([...document.querySelectorAll('link[rel="stylesheet"], script[src]')]);
  const fetched = Object.values(await assets()).filter((part) => part instanceof URL);
  const addresses = [location.href.replace(/#.*/, ''), ...named.map((part) => ('src' in part ? part.src : part.href)), ...fetched];
  const all = await Promise.all(addresses.map((address) => fetch(address, { cache: 'reload' }).then((response) => response.ok, () => false)));
  return all.every(Boolean);
}
