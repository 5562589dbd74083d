// The question bar and its controls: a label, the way back where it was moved, the control, and what is wrong with it.
import { html, nothing } from 'lit';
import '../elements/combobox.js';
import '../elements/number.js';
import { acceleratorDetail, asGiven, modelDetail } from '../entries.js';
import { ANY, anyHardware } from '../found.js';
import { otherLoads } from '../loads.js';
import { fieldText, short } from '../format.js';
import { icon } from '../icons.js';
import { get, same, set } from '../pointer.js';
import { saidOf, say } from '../words.js';

/** @typedef {import('../fields.js').Field} Field */
/** @typedef {import('../fields.js').NumberField} NumberField */
/** @typedef {import('../fields.js').Facts} Facts */
/** @typedef {import('../types.js').Problem} Problem */

/**
 * Everything a control shows and everything it can ask for.
 * @typedef {object} Board
 * @property {import('../fields.js').Section[]} sections those that are loaded
 * @property {import('../types.js').Result} result the last good answer, whose scenario has every default filled in
 * @property {import('../state.js').State} state
 * @property {(field: Field) => boolean} moved does the scenario say otherwise than the engine's default?
 * @property {(workload: import('../types.js').Workload) => void} use goes to another task
 * @property {() => void} redraw
 * @property {Problem[]} problems
 * @property {import('../catalog.js').Catalog} catalog
 * @property {import('../engine.js').ReadModel} readModel
 * @property {(pointer: string) => string} help
 * @property {unknown} [guide] questions to begin with, once they are loaded; absent: none are offered
 * @property {{open: boolean, toggle: (open: boolean) => void}} expert whether all settings are open
 * @property {(board: Board, facts: Facts) => unknown} [drawer] which holds them, once it is loaded
 * @property {Set<string>} helped pointers whose help is open
 * @property {(pointer: string) => void} toggleHelp
 */

const workloads = /** @type {const} */ (['serve', 'batch', 'train', 'finetune']);

/** What the scenario says at a pointer, else what the engine took. @param {Board} board @param {string} at */
const valueAt = (board, at) => get(board.state.scenario, at) ?? get(board.result.scenario, at);

/** What the engine made of a field that was left to it. @param {Board} board @param {{at: string, chosen?: string}} field */
export const chosenBy = (board, field) => get(board.result, field.chosen ?? `/scenario${field.at}`);

/** @param {string} at */
const idOf = (at) => `field${at.replaceAll('/', '-')}`;

/** @param {Board} board @param {string} at */
const problemsAt = (board, at) => board.problems.filter((p) => p.path === at || (at !== '' && p.path.startsWith(`${at}/`)));

/** Problems that belong to no control on the board. @param {Board} board */
export function problemsElsewhere(board) {
  const shows = shownBy(factsOf(board));
  const shown = board.sections.filter(({ expert }) => !expert || board.expert.open).flatMap((section) => section.fields.filter(shows)).flatMap((field) => problemsAt(board, field.at));
  return board.problems.filter((problem) => !shown.includes(problem));
}

/** Can a field matter now? Its control stays while it is in use, too. @param {Facts} facts @returns {(field: Field) => boolean} */
const shownBy = (facts) => (field) => !field.when || field.when(facts) || field.at === facts.used;

/** The field whose control has the focus. */
export const inUse = () => document.activeElement?.closest('.control')?.getAttribute('data-at');

/** @param {Board} board @returns {Facts} */
function factsOf(board) {
  /** @type {import('../types.js').Scenario} */
  const scenario = { ...board.result.scenario, workload: board.state.workload };
  const method = get(board.state.scenario, '/train/method');
  const number = get(board.state.scenario, '/hardware/count');
  if (method) scenario.train = { ...scenario.train, method };
  if (typeof number === 'number') scenario.hardware = { ...scenario.hardware, count: number };
  scenario.serve = { ...scenario.serve, ...Object.fromEntries(otherLoads.map((at) => [at.slice('/serve/'.length), get(board.state.scenario, at)])) };
  const engine = board.catalog.lists.records?.('engines').find(({ id }) => id === scenario.serve?.engine);
  return { scenario, model: modelAt(board), engine, used: inUse() };
}

/** The question bar: the task, what can be done with it all, and a slot for each word of the question. @param {Board} board */
export function controlsView(board) {
  const facts = factsOf(board);
  const changed = board.sections.filter(({ expert }) => expert).flatMap(({ fields }) => fields.filter(shownBy(facts))).filter(board.moved).length;
  const { open, toggle } = board.expert;
  return html`<div class="bar">
    ${workloadView(board)}
    <div class="tools">
      ${board.guide === undefined ? nothing : html`<details class="start" name="tools"><summary>${icon('down')}Start from a question</summary><div>${board.guide}</div></details>`}
      <rp-import .board=${board}></rp-import>
      ${historyView(board)}
      <button type="button" class="act all-settings" aria-expanded=${open} @click=${() => toggle(!open)}>All settings${changed ? html` <span class="tally">${changed}</span>` : nothing}</button>
    </div>
    ${board.sections.filter(({ expert }) => !expert).map(({ title, fields }) => html`<div class="slots" role="group" aria-label=${title}>${fieldViews(fields, board, facts)}</div>`)}</div>
    ${open ? board.drawer?.(board, facts) : nothing}`;
}

/** Back, forth, and back to where everything began. @param {Board} board */
function historyView({ state }) {
  const step = (/** @type {string} */ word, /** @type {string} */ mark, /** @type {boolean} */ possible, /** @type {() => void} */ go, /** @type {string} */ keys) =>
    html`<button type="button" class="tool" aria-label=${word} title="${word} (${keys})" ?disabled=${!possible} @click=${go}>${icon(mark)}</button>`;
  return html`<span class="history">${step('Undo', 'undo', state.canUndo, () => state.undo(), 'Ctrl+Z')}
    ${step('Redo', 'redo', state.canRedo, () => state.redo(), 'Ctrl+Shift+Z')}
    <button type="button" class="quiet" ?disabled=${same(state.scenario, state.preset)} @click=${() => state.resetAll()}>Reset all</button></span>`;
}

/** @param {Board} board */
const workloadView = ({ state, use }) => html`
  <fieldset class="segmented">
    <legend class="hidden">Task</legend>
    ${workloads.map((word) => html`<label>
      <input type="radio" name="workload" value=${word} .checked=${state.workload === word} @change=${() => use(word)} />
      <span>${say(word)}</span></label>`)}
  </fieldset>`;

/** What was last given in each of the ways. @type {Record<string, unknown>} */
const given = {};

/** In which way the load is said: in place of the label of its field. @param {NumberField} field @param {string} id @param {Board} board @param {Facts} facts */
function wayView(field, id, board, facts) {
  const ways = /** @type {NumberField[]} */ (board.sections[0].fields.filter((one) => /** @type {NumberField} */ (one).applies?.(facts)));
  const choice = (/** @type {Event} */ { target }) => {
    const select = /** @type {HTMLSelectElement} */ (target);
    const to = /** @type {NumberField} */ (ways.find(({ at }) => at === select.value));
    const pointed = !select.matches(':focus-visible');
    select.blur(); // its control is about to go
    for (const { at } of ways) given[at] = get(board.state.scenario, at) ?? given[at];
    choose(to, given[to.at] ?? to.start, board, true);
    setTimeout(() => /** @type {HTMLElement | null} */ (document.getElementById(pointed ? idOf(to.at) : `${idOf(to.at)}-way`))?.focus());
  };
  return html`<label class="hidden" for=${id}>${field.label}</label>
    ${selectOf({ id: `${id}-way`, named: 'Load', choice }, ways.map(({ at, way = '' }) => ({ word: at, text: way })), field.at)}`;
}

/** Controls of the fields that can matter. Each keeps its place in the list, so that none that is in use becomes another's
 * where one comes or goes. @param {Field[]} fields @param {Board} board @param {Facts} facts @param {string} [place] */
export const fieldViews = (fields, board, facts, place) => fields.map((field) => {
  const matters = shownBy({ ...facts, used: undefined })(field);
  return matters || shownBy(facts)(field) ? fieldView(field, board, place, matters ? nothing : () => setTimeout(board.redraw), facts) : nothing;
});

/** @param {Field} field @param {Board} board @param {string} [place] tells a second control of the same field apart
 * @param {unknown} [left] what to do once it is not in use any more @param {Facts} [facts] where the way to say it can be chosen */
export function fieldView(field, board, place = '', left = nothing, facts) {
  const id = place + idOf(field.at);
  const wrong = problemsAt(board, field.at);
  const helped = board.helped.has(field.at);
  const help = board.help(field.at);
  const label = saidOf(field.label, board.result);
  const described = [wrong.length && `${id}-error`, helped && `${id}-help`].filter(Boolean).join(' ');
  return html`<div class="control" data-kind=${field.kind} data-at=${field.at} data-moved=${board.moved(field)} @focusout=${left}>
    <div class="label">
      ${facts && /** @type {NumberField} */ (field).way ? wayView(/** @type {NumberField} */ (field), id, board, facts)
        : field.kind === 'choice' && field.words.length < (field.auto ? 3 : 4) ? html`<span id="${id}-label">${label}</span>` : html`<label for=${id}>${label}</label>`}
      ${help ? html`<button type="button" class="help" aria-expanded=${helped} aria-label="About ${label}"
        @click=${() => board.toggleHelp(field.at)}>${icon('help')}</button>` : nothing}
      ${board.moved(field) ? resetView(field, board) : nothing}
    </div>
    ${controlOf(field, board, { id, described, invalid: wrong.length > 0 })}
    ${helped ? html`<p class="help-text" id="${id}-help">${help}</p>` : nothing}
    ${wrong.length ? html`<div class="error" id="${id}-error">${wrong.map((p) => problemView(p, field, board))}</div>` : nothing}
  </div>`;
}

/** Back to what the engine takes by itself. @param {Field} field @param {Board} board */
function resetView(field, board) {
  const reset = (/** @type {Event} */ event) => {
    /** @type {HTMLElement | null | undefined} */ (/** @type {HTMLElement} */ (event.target).closest('.control')?.querySelector('input:not([type="range"]), select'))?.focus(); // the button goes away
    if (field.kind === 'model') useModel(undefined, board);
    else if (field.kind === 'accelerator') board.state.setAll(anyHardware);
    else choose(field, undefined, board);
  };
  return html`<button type="button" class="origin quiet" aria-label="Reset ${field.label}" @click=${reset}>
    ${icon('undo')}reset</button>`;
}

/** Sets a field. What says the same in another way gives way to it, and what means nothing without it goes with it.
 * @param {Field} field @param {unknown} value @param {Board} board @param {boolean} [given] gives way even to a value that is left to the engine */
function choose(field, value, board, given = value !== undefined && value !== false) {
  const { state } = board;
  const also = /** @type {{instead?: string[], leads?: string[]}} */ (field)[given ? 'instead' : 'leads'] ?? [];
  state.setAll({ ...(given && ofOneDevice.test(field.at) ? found(board) : {}), [field.at]: value, ...Object.fromEntries(also.map((at) => [at, undefined])) });
}

const ofOneDevice = /^.(hardware.[^ai]|parallel)|_gpu_h$|server_/;

/** What is of one device is said of the one that a search has found. @param {Board} board */
const found = ({ state, result }) => (get(state.scenario, '/hardware/accelerator') === ANY ? { '/hardware': (({ accelerator, count }) => ({ accelerator, count }))(result.scenario.hardware) } : {});

/** @param {Problem} problem @param {Field} field @param {Board} board */
const problemView = (problem, field, { state }) => html`<p>${icon('cross')}${problem.message}
  ${(problem.suggestions ?? []).map((text) => html`<button type="button" class="chip" @click=${() => state.set(field.at, text)}>${text}</button>`)}</p>`;

/** @typedef {{id: string, described: string, invalid: boolean}} Ties */

/** @param {Field} field @param {Board} board @param {Ties} ties */
function controlOf(field, board, ties) {
  switch (field.kind) {
    case 'number':
    case 'count': return numberView(field, board, ties);
    case 'model': return modelView(field, board, ties);
    case 'accelerator':
    case 'cpu': return acceleratorView(field, board, ties);
    case 'format': return formatView(field, board, ties);
    case 'flag': return flagView(field, board, ties);
    case 'own': return field.view(field, board, ties);
    default: return choiceView(field, board, ties);
  }
}

/** @param {NumberField} field @param {Board} board @param {Ties} ties */
function numberView(field, board, ties) {
  const { word, unit } = field;
  const given = get(board.state.scenario, field.at);
  const echoed = get(board.result.scenario, field.at);
  const open = word === 'auto' || (word !== undefined && (given ?? echoed) === word); // left to the engine, unless a number is given
  const chosen = chosenBy(board, field);
  const taken = typeof chosen === 'number' ? chosen : undefined;
  const amount = taken === undefined ? undefined : taken >= 1e6 ? short(taken) : fieldText(Number.isInteger(taken) ? taken : Number(taken.toPrecision(3)), unit === '%');
  const empty = amount ?? field.wordLabel ?? word ?? '';
  return html`<rp-number .fieldId=${ties.id} .name=${field.label} .value=${open ? (given === word ? undefined : given) : given ?? echoed} .taken=${taken} .stops=${field.stops}
      .stepped=${field.kind === 'count'} .unit=${saidOf(unit, board.result)} .placeholder=${empty} .describedby=${ties.described} .invalid=${ties.invalid}
      @choose=${(/** @type {CustomEvent} */ e) => choose(field, e.detail ?? undefined, board)}></rp-number>
    ${word === 'max' ? html`<button type="button" class="chip" aria-pressed=${open ? 'true' : 'false'} @click=${() => choose(field, open ? undefined : word, board)}>${field.wordLabel}</button>` : nothing}`;
}

/** The chosen model's record: one that was imported, here or into the link, or the catalog's. @param {Board} board */
export function modelAt(board) {
  const value = valueAt(board, '/model');
  if (value?.layers) return value;
  return ownModels(board).find((model) => model.id === value) ?? board.catalog.model(value);
}

/** Models that a link brought with it. @param {Board} board @returns {Record<string, any>[]} */
const ownModels = (board) => get(board.state.scenario, '/overrides/models') ?? [];

/** The same but the chosen one, which leaves the link when another model replaces it. @param {Board} board */
function otherModels(board) {
  const others = ownModels(board).filter(({ id }) => id !== valueAt(board, '/model'));
  return others.length > 0 ? others : undefined;
}

/** Another model, and with it what else changes.
 * @param {unknown} model @param {Board} board @param {Record<string, unknown>} [also] by pointer */
export const useModel = (model, board, also) => board.state.setAll({ '/model': model, '/overrides/models': otherModels(board), ...also });

/** A model of the catalog; what was set for another kind of model is taken away. @param {Board} board @param {string} id */
const chooseModel = (board, id) => board.state.replace(board.catalog.lists.modelChoice(id, /** @type {import('../types.js').Scenario} */ (set(board.state.scenario, '/overrides/models', otherModels(board)))));

/** @param {Field} field @param {Board} board @param {Ties} ties */
function modelView(field, board, ties) {
  const value = valueAt(board, '/model');
  const record = modelAt(board);
  const own = record && record !== board.catalog.model(record.id);
  const shown = own ? asGiven(record) : record?.name ?? (typeof value === 'object' ? `A model of ${value.params_b} billion parameters` : String(value));
  return html`<rp-combobox .fieldId=${ties.id} .entries=${board.catalog.lists.models} .value=${record?.id ?? ''} .shown=${shown}
      .describedby=${ties.described} .invalid=${ties.invalid}
      @choose=${(/** @type {CustomEvent} */ e) => chooseModel(board, e.detail)}></rp-combobox>
    ${record ? html`<p class="detail">${modelDetail(record)}</p>` : nothing}`;
}

/** @param {Field} field @param {Board} board @param {Ties} ties */
function acceleratorView(field, board, ties) {
  const value = valueAt(board, field.at);
  const { lists } = board.catalog;
  const host = field.kind === 'cpu';
  const any = value === ANY;
  const record = board.catalog.accelerator(any ? get(board.result.scenario, field.at) : value, host ? undefined : get(board.state.scenario, '/hardware/memory_gb'));
  const machine = host ? undefined : lists.machine(get(board.state.scenario, '/hardware/instance'));
  return html`<rp-combobox .fieldId=${ties.id} .entries=${host ? lists.cpus : lists.hardware} .value=${machine?.id ?? value ?? ''} .shown=${any ? 'Any hardware' : machine?.name ?? record?.name ?? value ?? 'None'}
      .describedby=${ties.described} .invalid=${ties.invalid}
      @choose=${(/** @type {CustomEvent} */ e) => board.state.setAll(host ? { [field.at]: e.detail } : lists.hardwareChoice(e.detail))}></rp-combobox>
    ${record ? html`<p class="detail">${any ? `Best: ${record.name}` : machine?.each ?? acceleratorDetail(record)}</p>` : nothing}`;
}

/** @param {import('../fields.js').ChoiceField} field @param {Board} board @param {Ties} ties */
function formatView(field, board, ties) {
  const formats = board.catalog.formats.filter((f) => f[field.words[0]]);
  const options = formats.map((f) => ({ word: f.id, text: f.name }));
  if (!field.otherwise) return selectView(board, field.at, ties, options);
  const taken = formats.find((f) => f.id === chosenBy(board, field))?.name;
  const open = field.auto && taken ? `${field.otherwise} (${taken})` : field.otherwise;
  return selectView(board, field.at, ties, [{ word: 'auto', text: open }, ...options], get(board.state.scenario, field.at) ?? 'auto');
}

/** @param {import('../fields.js').ChoiceField} field @param {Board} board @param {Ties} ties */
function choiceView(field, board, ties) {
  const chosen = chosenBy(board, field);
  const options = field.words.map((word) => ({ word, text: say(word) }));
  if (field.auto) options.unshift({ word: 'auto', text: chosen && chosen !== 'auto' ? `Auto (${say(chosen)})` : 'Auto' });
  const value = valueAt(board, field.at);
  if (options.length <= 3) return segmentsView(board, field, ties, options, value === 'auto' ? field.otherwise : value);
  return selectView(board, field.at, ties, options, field.auto ? get(board.state.scenario, field.at) ?? 'auto' : undefined);
}

/** @typedef {{word: string, text: string}} Option */

/** @param {Board} board @param {Field} field @param {Ties} ties @param {Option[]} options @param {unknown} value */
const segmentsView = (board, field, ties, options, value) => html`<div class="segmented" role="radiogroup" aria-labelledby="${ties.id}-label">
  ${options.map(({ word, text }) => html`<label>
    <input type="radio" name=${ties.id} value=${word} .checked=${value === word}
      @change=${() => board.state.set(field.at, word)} /><span>${text}</span></label>`)}
</div>`;

/** @param {Board} board @param {string} at @param {Ties} ties @param {Option[]} options @param {unknown} [value]
 * @param {(word: string | undefined) => void} [choose] */
export function selectView(board, at, ties, options, value = valueAt(board, at), choose = (word) => board.state.set(at, word)) {
  return selectOf({ ...ties, choice: (e) => choose(chosenWord(e)) }, options, value);
}

/** @param {Partial<Ties> & {choice: (event: Event) => void, named?: string}} ties @param {Option[]} options @param {unknown} value */
function selectOf({ id, described, invalid, named, choice }, options, value) {
  return html`<span class="select"><select id=${id} aria-label=${named ?? nothing} aria-describedby=${described || nothing} aria-invalid=${invalid ? 'true' : nothing} @change=${choice}>
    ${options.some((o) => o.word === value) ? nothing : html`<option value=${String(value)} selected>${say(String(value))}</option>`}
    ${options.map(({ word, text }) => html`<option value=${word} .selected=${word === value}>${text}</option>`)}
  </select>${icon('down')}</span>`;
}

/** The chosen word; "auto" is said by leaving the field out. @param {Event} event */
function chosenWord(event) {
  const { value } = /** @type {HTMLSelectElement} */ (event.target);
  return value === 'auto' ? undefined : value;
}

/** @param {Field} field @param {Board} board @param {Ties} ties */
const flagView = (field, board, ties) => html`<span class="switch"><input type="checkbox" id=${ties.id}
  .checked=${valueAt(board, field.at) === true} aria-describedby=${ties.described || nothing}
  @change=${(/** @type {Event} */ e) => choose(field, /** @type {HTMLInputElement} */ (e.target).checked, board)} /></span>`;
