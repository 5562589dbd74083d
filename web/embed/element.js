// <ridgepoint-calculator>: a frame with the calculator, loaded when it comes into sight.
//
// A frame, because it keeps both sides apart: the page's styles and policy do not reach the calculator, and the
// calculator reaches neither the page's address nor its globals. What is inside the tag shows until the frame answers,
// and stays when it cannot.
import { firstHeight, frameAddress, fullAddress, hello, optionsOf, pageAddress, paperWidth, saidHeight, saidPaper } from './options.js';
import { lookOf, watchLook } from './look.js';

/** How long a frame may take to answer after it has loaded, in milliseconds. */
const patience = 20_000;

const styles = `
  :host { display: block; position: relative; box-sizing: border-box; margin: 1em 0; border: 1px solid color-mix(in srgb, currentColor 22%, transparent); border-radius: 6px; overflow: hidden; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; border: 0; color-scheme: normal; }
  iframe[data-waiting] { position: absolute; inset: 0; visibility: hidden; }
  .before { padding: 12px 16px; }
  p { margin: 0 0 8px; }
  [hidden] { display: none; }
  @media print {
    :host { break-inside: avoid; container-type: inline-size; }
    iframe { width: var(--w, 100%) !important; height: var(--h) !important; color-scheme: light; }
    .wide { transform: scale(var(--k, 1)); transform-origin: 0 0; margin: 0 calc(var(--w) * (var(--k, 1) - 1)) calc(var(--h) * (var(--k, 1) - 1)) 0; }
    @container (width < 640px) { .wide { --k: 0.9; } }
    @container (width < 576px) { .wide { --k: 0.75; } }
    @container (width < 480px) { .wide { --k: 0.5; } }
  }`;

/** @type {CSSStyleSheet | undefined} */
let sheet;

export class RidgepointCalculator extends HTMLElement {
  static observedAttributes = ['scenario', 'view', 'controls', 'theme', 'height', 'src', 'label'];

  /** The address of embed.html for elements without a `src` of their own. */
  static page = '';

  /** @type {HTMLIFrameElement | undefined} */ #frame;
  /** @type {(() => void)[]} */ #stops = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #waiting;
  /** What the frame said last, to be followed with the next picture. @type {unknown} */ #said;
  /** @type {number | undefined} */ #following;
  #before = document.createElement('div');
  #trouble = document.createElement('p');

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
    }
    root.adoptedStyleSheets = [sheet];
    this.#before.className = 'before';
    this.#before.part.add('before');
    this.#trouble.hidden = true;
    this.#before.append(this.#trouble, document.createElement('slot'));
    root.append(this.#before);
  }

  connectedCallback() {
    this.#before.style.minHeight = `${firstHeight(this.#options)}px`;
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      sight.disconnect();
      this.#open();
    }, { rootMargin: '256px' });
    sight.observe(this);
    this.#stops = [() => sight.disconnect()];
  }

  disconnectedCallback() {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#waiting);
    cancelAnimationFrame(this.#following ?? 0);
    this.#following = undefined;
    this.#frame?.remove();
    this.#frame = undefined;
    this.#before.hidden = false;
  }

  attributeChangedCallback() {
    if (!this.#frame) return;
    const page = this.#page;
    if (page) this.#frame.contentWindow?.location.replace(frameAddress(page, this.#options));
    this.#frame.title = this.#label;
    this.#setHeight(firstHeight(this.#options));
  }

  get #options() {
    return optionsOf((name) => this.getAttribute(name));
  }

  get #page() {
    const { page } = /** @type {typeof RidgepointCalculator} */ (this.constructor);
    return pageAddress(this.getAttribute('src') || page, document.baseURI);
  }

  get #label() {
    return this.getAttribute('label') || 'Ridgepoint: which hardware, and what will it cost?';
  }

  #open() {
    const page = this.#page;
    if (!page) return this.#fail('The address of the calculator is missing.');
    const frame = document.createElement('iframe');
    frame.title = this.#label;
    frame.referrerPolicy = 'no-referrer';
    frame.allow = 'clipboard-write';
    frame.dataset.waiting = '';
    frame.part.add('frame');
    frame.addEventListener('load', () => {
      if (this.#stops.length === watching) this.#stops.push(watchLook(() => this.#greet()));
      this.#greet();
    });
    frame.src = frameAddress(page, this.#options);
    this.#frame = frame;
    this.#listen('message', window, (event) => this.#hear(/** @type {MessageEvent} */ (event)));
    this.#listen('securitypolicyviolation', document, (event) => this.#judge(/** @type {SecurityPolicyViolationEvent} */ (event)));
    const watching = this.#stops.length; // the look matters from the frame's first load on
    this.#waiting = setTimeout(() => this.#fail('The calculator could not be loaded.'), patience);
    this.#setHeight(firstHeight(this.#options));
    /** @type {ShadowRoot} */ (this.shadowRoot).append(frame);
  }

  /** @param {string} name @param {EventTarget} target @param {(event: Event) => void} heard */
  #listen(name, target, heard) {
    target.addEventListener(name, heard);
    this.#stops.push(() => target.removeEventListener(name, heard));
  }

  /** Tells the frame whose it is, and how this page looks. Only embed.html's own origin can read it. */
  #greet() {
    const page = this.#page;
    if (!page || !this.#frame) return;
    const look = this.#options.theme === 'host' ? lookOf(this) : undefined;
    this.#frame.contentWindow?.postMessage(hello(look), targetOf(page));
  }

  /** @param {MessageEvent} event */
  #hear(event) {
    const page = this.#page;
    if (!page || !this.#frame || event.source !== this.#frame.contentWindow || event.origin !== originOf(page) || saidHeight(event.data) === undefined) return;
    clearTimeout(this.#waiting);
    this.#said = event.data;
    this.#following ??= requestAnimationFrame(() => this.#follow()); // however many messages come
  }

  #follow() {
    this.#following = undefined;
    const height = saidHeight(this.#said);
    if (!this.#frame || height === undefined) return;
    this.#before.hidden = true;
    delete this.#frame.dataset.waiting;
    this.#setHeight(this.#options.height ?? height);
    const paper = saidPaper(this.#said) ?? { width: this.#frame.offsetWidth, height };
    this.#frame.style.setProperty('--w', `${paper.width}px`);
    this.#frame.style.setProperty('--h', `${paper.height}px`);
    this.#frame.classList.toggle('wide', paper.width === paperWidth);
  }

  /** @param {number} height pixels */
  #setHeight(height) {
    if (this.#frame) this.#frame.style.height = `${height}px`;
  }

  /** @param {SecurityPolicyViolationEvent} event */
  #judge({ effectiveDirective, blockedURI }) {
    const page = this.#page;
    const ours = page && (blockedURI.startsWith(new URL(page).origin) || page.startsWith(blockedURI));
    if (ours && ['frame-src', 'child-src', 'default-src'].includes(effectiveDirective)) {
      this.#fail(`This page's content security policy keeps the calculator out: its frame-src would have to allow ${new URL(page).origin}.`);
    }
  }

  /** Says why there is no calculator, above what the tag holds. @param {string} why */
  #fail(why) {
    clearTimeout(this.#waiting);
    const page = this.#page;
    this.#trouble.textContent = `${why} `;
    if (page) {
      const link = document.createElement('a');
      link.href = fullAddress(page, this.#options.scenario);
      link.target = '_blank';
      link.rel = 'noopener';
      link.textContent = 'Open it in a page of its own';
      this.#trouble.append(link);
    }
    this.#trouble.hidden = false;
    this.#before.style.minHeight = '';
  }
}

/** Whence a frame's messages come. A page from disk has no origin to name, nor has a frame in a page that is kept apart from
 * its own site: it is, too. @param {string} page */
const originOf = (page) => (self.origin === 'null' ? 'null' : new URL(page).origin);

/** Where a message may go. @param {string} page */
const targetOf = (page) => (originOf(page) === 'null' ? '*' : originOf(page));
