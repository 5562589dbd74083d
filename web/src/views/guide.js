// Questions to begin with: three that lead to a scenario, and the named ones.
import { html, nothing } from 'lit';

/** @typedef {{id: string, title: string, question: string, scenario: string, answers?: string[], why?: string}} Preset */
/** @typedef {{id: string, question: string, answers: {id: string, label: string, means: string}[]}} Question */
/** @typedef {{questions: Question[], presets: Preset[]}} Guide */

/** By question. @type {Record<string, string>} */
let answers = {};

/** @param {import('./controls.js').Board} board @param {() => void} redraw */
export function guideView({ catalog, state }, redraw) {
  const { questions, presets } = catalog.lists.guide();
  const chosen = questions.map((q) => answers[q.id]);
  const found = presets.find((p) => p.answers?.length === questions.length && p.answers.every((answer, i) => answer === chosen[i]));
  const open = (/** @type {Preset} */ preset) => {
    const scenario = catalog.lists.scenario(preset.scenario);
    if (scenario) state.replace(scenario, true);
  };
  const answer = (/** @type {string} */ question, /** @type {string} */ id) => {
    answers = { ...answers, [question]: id };
    const next = presets.find((p) => p.answers?.length && p.answers.every((a, i) => a === answers[questions[i]?.id]));
    if (next) open(next);
    redraw();
  };
  return html`
    ${questions.map((q) => html`<fieldset class="question"><legend>${q.question}</legend>
      <div class="segmented">${q.answers.map((a) => html`<label><input type="radio" name="guide-${q.id}" .checked=${answers[q.id] === a.id} @change=${() => answer(q.id, a.id)} /><span>${a.label}</span></label>`)}</div>
      ${q.answers.filter((a) => a.id === answers[q.id]).map((a) => html`<p class="detail">${a.means}</p>`)}</fieldset>`)}
    ${found ? html`<p class="found"><b>${found.title}.</b> ${found.why ?? nothing}</p>` : nothing}
    <p class="detail">${presets.length ? 'Or begin with one of these.' : 'This catalog has no questions to begin with.'}</p>
    <ul class="presets">${presets.map((p) => html`<li><button type="button" @click=${() => open(p)}><b>${p.title}</b> <span>${p.question}</span></button></li>`)}</ul>`;
}
