// How to show this answer in a page of one's own: choices, what it will look like, and what to paste.
import { dressed } from '../dressed.js';
import { html, nothing, render } from 'lit';
import { define } from '../../embed/define.js';
import { controls, scenarioOf, themes, views } from '../../embed/options.js';
import { icon } from '../icons.js';
import { targets } from './snippets.js';

/** @typedef {import('../share.js').Shared} Shared */

const words = /** @type {Record<string, string>} */ ({
  answer: 'The sentence', memory: 'Memory', roofline: 'Roofline', latency: 'Speed', cost: 'Cost', compare: 'Comparison', full: 'Everything',
  none: 'None', few: 'A few', all: 'All', auto: 'As the system', light: 'Light', dark: 'Dark', host: 'As the page',
});

/** What was chosen, kept while the page is open. */
const chosen = { view: 'memory', controls: 'none', theme: 'host', height: '', target: 'html', integrity: '', copied: '' };

/** @type {HTMLDialogElement | undefined} */
let dialog;

/** @param {Shared} shared @param {string[]} pinned links of the scenarios that are compared */
export async function openEmbed(shared, pinned) {
  await dressed('share.css');
  define(new URL('embed.html', document.baseURI).href);
  if (!dialog) {
    dialog = document.createElement('dialog');
    dialog.className = 'share';
    dialog.setAttribute('aria-labelledby', 'share-title');
    document.body.append(dialog);
  }
  const drawn = dialog;
  const draw = () => render(view(shared, pinned, draw, () => drawn.close()), drawn);
  draw();
  drawn.showModal();
}

/** @param {Shared} shared @param {string[]} pinned @param {() => void} draw @param {() => void} close */
function view(shared, pinned, draw, close) {
  const offered = views.filter((id) => id !== 'compare' || pinned.length > 1);
  if (!offered.some((id) => id === chosen.view)) chosen.view = 'memory';
  const scenario = (chosen.view === 'compare' ? pinned : [shared.link]).map(scenarioOf).join('|');
  const wanted = { ...chosen, base: new URL('./', shared.link).href, scenario, text: shared.answer?.text ?? '' };
  const target = targets.find(({ id }) => id === chosen.target) ?? targets[0];
  const choose = (/** @type {keyof typeof chosen} */ name) => (/** @type {Event} */ event) => {
    chosen[name] = /** @type {HTMLInputElement} */ (event.target).value;
    chosen.copied = '';
    draw();
  };
  const pin = async (/** @type {Event} */ event) => {
    chosen.integrity = /** @type {HTMLInputElement} */ (event.target).checked ? await integrityOf(`${wanted.base}embed.js`) : '';
    chosen.copied = '';
    draw();
  };
  return html`
    <header><h2 id="share-title">Show this in a page of your own</h2><button type="button" class="quiet" @click=${close}>Close</button></header>
    <div class="share-choices">
      ${select('View', offered, chosen.view, choose('view'))}
      ${select('Controls', controls, chosen.controls, choose('controls'))}
      ${select('Colours', themes, chosen.theme, choose('theme'))}
      <label>Height <span class="exact"><input type="text" inputmode="numeric" placeholder="as needed" .value=${chosen.height} @change=${choose('height')}><span class="unit">px</span></span></label>
      ${globalThis.crypto?.subtle && html`<label><input type="checkbox" .checked=${chosen.integrity !== ''} @change=${pin}> Only this very script, by its hash</label>`}
    </div>
    <div class="share-look"><ridgepoint-calculator scenario=${wanted.scenario} view=${chosen.view} controls=${chosen.controls} theme=${chosen.theme} height=${chosen.height || nothing} label="As it will look"></ridgepoint-calculator></div>
    <fieldset class="segmented share-targets"><legend class="hidden">For</legend>
      ${targets.map(({ id, label }) => html`<label><input type="radio" name="target" value=${id} .checked=${id === target.id} @change=${choose('target')}><span>${label}</span></label>`)}
    </fieldset>
    ${target.pieces(wanted).map((piece) => pieceView(piece, draw))}
    ${chosen.integrity ? html`<p class="note">Browsers refuse the script once a newer release lies at its address, and where its host does not send <code>Access-Control-Allow-Origin</code>: take the address of a release that stays.</p>` : nothing}
    <p class="note">The script is 3 kB and loads the rest when it comes into sight. Nothing your readers type leaves their browsers.</p>`;
}

/** The hash of a file as it lies there, as subresource integrity spells it. @param {string} address */
async function integrityOf(address) {
  const digest = await crypto.subtle.digest('SHA-384', await (await fetch(address)).arrayBuffer());
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** @param {string} label @param {readonly string[]} among @param {string} value @param {(event: Event) => void} choose */
const select = (label, among, value, choose) => html`<label>${label} <span class="select"><select @change=${choose}>
  ${among.map((word) => html`<option value=${word} ?selected=${word === value}>${words[word]}</option>`)}</select>${icon('down')}</span></label>`;

/** @param {import('./snippets.js').Piece} piece @param {() => void} draw */
function pieceView({ where, code }, draw) {
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(code).then(() => true, () => false);
    chosen.copied = done ? where : '';
    draw();
  };
  const word = chosen.copied === where ? 'Copied' : 'Copy';
  return html`<section class="command">
    <div class="command-head"><h3>${where}</h3><button type="button" class="chip" aria-label="${word}: ${where}" @click=${copy}>${word}</button></div>
    <pre class="lines" tabindex="0"><code>${code}</code></pre></section>`;
}
