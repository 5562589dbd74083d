// Questions to begin with: what one has, who uses it and what one cares for lead to hardware that does it, or to what runs
// on a card that is there; and named questions.
import { html, nothing } from 'lit';
import '../elements/combobox.js';
import { anyHardware } from '../found.js';
import { get, set } from '../pointer.js';
import { searching } from '../searching.js';

/** @typedef {{id: string, title: string, question: string, scenario: string, answers?: string[], why?: string, recommended?: {accelerator: string}[]}} Preset */
/** @typedef {{id: string, question: string, answers: {id: string, label: string, means: string, sets?: string}[]}} Question */
/** @typedef {{questions: Question[], presets: Preset[]}} Guide */
/** @typedef {import('../types.js').Scenario} Scenario */
/** @typedef {import('../types.js').ViewId} ViewId */

/** By question; the first answer of each to begin with. @type {Record<string, string>} */
const answers = {};
/** The card that is there. */ let card = '';
let busy = false;

/** @type {ReturnType<typeof searching> | undefined} */ let search;
/** What to do with what it gives. @type {(found: any) => void} */ let then = () => {};

/** Asks a worker once what runs on a card. @param {unknown} question @param {(found: any) => void} next undefined where nothing was found */
function ask(question, next) {
  then = next;
  busy = true;
  search ??= searching('runsOn', () => {
    busy = false;
    then(search && !search.failed && search.result?.ok ? search.result : undefined);
  });
  search.asked = undefined; // the same once more is answered again
  search.ask(question);
}

/** @param {import('./controls.js').Board} board @param {() => void} redraw @param {(view: ViewId, top: boolean, step: boolean) => void} go */
export function guideView({ catalog, state }, redraw, go) {
  const { questions, presets } = catalog.lists.guide();
  const chosen = questions.map((q) => q.answers.find((a) => a.id === answers[q.id]) ?? q.answers[0]);
  const given = chosen.map((a) => a.id);
  const led = presets.filter((p) => p.answers?.every((id) => given.includes(id))).sort((a, b) => (b.answers?.length ?? 0) - (a.answers?.length ?? 0))[0];
  const has = given.includes('card');

  /** A step, with its view. @param {Scenario | undefined} scenario @param {ViewId} view */
  const open = (scenario, view) => {
    document.querySelector('.start')?.removeAttribute('open');
    if (!scenario) return redraw();
    state.replace(scenario, true);
    go(view, true, false);
  };
  const lead = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!led) return;
    const asked = onAny(catalog.lists.scenario([led.scenario, ...chosen.map((a) => a.sets)].filter(Boolean).join('&')) ?? {});
    if (!has) return open(asked, 'recommend');
    ask({ hardware: [{ accelerator: card, count: 1 }] }, (found) => open(onCard(asked, found), 'mine'));
    redraw();
  };
  return html`<form @submit=${lead} aria-label="What fits you">
    ${questions.map((q, i) => html`<fieldset class="question"><legend>${q.question}</legend>
      <div class="segmented">${q.answers.map((a) => html`<label><input type="radio" name="guide-${q.id}" .checked=${a === chosen[i]} @change=${() => { answers[q.id] = a.id; redraw(); }} /><span>${a.label}</span></label>`)}</div>
      <p class="detail">${chosen[i].means}</p>
      ${chosen[i].id === 'card' ? html`<p class="found"><label for="guide-card">Which card or computer?</label></p>
        <rp-combobox .fieldId=${'guide-card'} .entries=${catalog.lists.accelerators} .value=${card} .shown=${catalog.accelerator(card)?.name ?? ''}
          @choose=${(/** @type {CustomEvent} */ e) => { card = e.detail; redraw(); }}></rp-combobox>` : nothing}</fieldset>`)}
    ${led && !has ? html`<p class="found"><b>${led.title}.</b> ${led.why}</p>` : nothing}
    <p class="found"><button class="act" ?disabled=${has && !card}>${has ? 'Show what runs on it' : 'Find the hardware'}</button> <span class="detail" role="status">${busy ? 'searching …' : ''}</span></p></form>
    <p class="detail">${presets.length ? 'Or begin with one of these.' : 'This catalog has no questions to begin with.'}</p>
    <ul class="presets">${presets.filter((p) => !p.answers).map((p) => html`<li><button type="button" @click=${() => open(onAny(catalog.lists.scenario(p.scenario) ?? {}), 'recommend')}><b>${p.title}</b> <span>${p.question}</span></button></li>`)}</ul>`;
}

/** On what is best for it; a price that the question gives is of its own hardware. @param {Scenario} asked @returns {Scenario} */
const onAny = (asked) => (get(asked, '/cost/server_usd') ? asked : Object.entries(anyHardware).reduce((scenario, [at, value]) => set(scenario, at, value), asked));

/** The first model that the card serves or fine-tunes, for one person; the question's own where it has none. @param {Scenario} asked @param {any} found */
function onCard(asked, found) {
  const owned = [{ accelerator: card, count: 1 }];
  const on = { hardware: owned[0], constraints: { owned } };
  const [served] = found?.serves ?? [];
  const [tuned] = found?.finetunes ?? [];
  if (asked.workload === 'finetune' && tuned) return /** @type {Scenario} */ ({ workload: 'finetune', model: tuned.model.id, train: { method: tuned.methods[0].method, sequence: 2048 }, ...on });
  if (!served) return /** @type {Scenario} */ ({ workload: asked.workload, model: asked.model, ...on });
  return /** @type {Scenario} */ ({ workload: 'serve', model: served.model.id, precision: { weights: served.weights }, serve: { input_tokens: 2048, output_tokens: 512, concurrency: 1 }, ...on });
}
