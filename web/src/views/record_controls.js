// Controls of the expert settings that choose among records of the catalog, or a date.
import { html, nothing } from 'lit';
import '../elements/combobox.js';
import { get } from '../pointer.js';
import { chosenBy, modelAt, selectView } from './controls.js';

/** @typedef {import('./controls.js').Board} Board */
/** @typedef {import('./controls.js').Ties} Ties */
/** @typedef {import('./controls.js').Option} Option */
/** @typedef {import('../fields.js').OwnField} OwnField */
/** @typedef {Record<string, any>} Item */

/** @param {Item} record @returns {Option} */
const optionOf = ({ id, name }) => ({ word: id, text: name ?? id });

/** @param {Board} board @param {import('../engine.js').RecordKind} kind @param {unknown} id */
const nameOf = ({ catalog }, kind, id) => catalog.lists.records(kind).find((r) => r.id === id)?.name ?? id;

/** A choice among words of the catalog that can be left open.
 * @param {(board: Board) => Option[]} options @param {(board: Board, chosen: unknown) => string} open what leaving it open is called */
const choiceAmong = (options, open) => (/** @type {OwnField} */ field, /** @type {Board} */ board, /** @type {Ties} */ ties) => {
  const given = get(board.state.scenario, field.at);
  const chosen = chosenBy(board, field);
  return selectView(board, field.at, ties, [{ word: 'auto', text: open(board, chosen === 'auto' ? undefined : chosen) }, ...options(board)], given ?? 'auto');
};

/** Serving engines as they are now; a date stands for their older versions. */
export const engineView = choiceAmong(
  ({ catalog }) => {
    const engines = catalog.lists.records('engines');
    const older = new Set(engines.map((e) => e.older));
    return engines.filter((e) => !older.has(e.id)).map(optionOf);
  },
  (board, chosen) => (chosen ? `Auto (${nameOf(board, 'engines', chosen)})` : 'Auto'),
);

export const frameworkView = choiceAmong(({ catalog }) => catalog.lists.records('frameworks').map(optionOf), () => 'Megatron-LM over nodes, else PyTorch');

export const gridView = choiceAmong(({ catalog }) => catalog.lists.records('grids').map(optionOf), () => 'As in the United States');

/** @param {Board} board clouds that rent machines out */
const rented = ({ catalog }) => new Set(catalog.lists.records('instances').map((i) => i.provider));
export const providerView = choiceAmong((board) => board.catalog.lists.records('providers').filter((p) => rented(board).has(p.id)).map(optionOf), () => 'Any');

/** Regions of the cloud that is set, else of all, by the clouds that call them so. */
export const regionView = choiceAmong((board) => {
  const provider = get(board.state.scenario, '/cost/provider');
  const offers = board.catalog.lists.records('instances').filter((i) => i.region && (!provider || i.provider === provider));
  /** @type {Record<string, Set<string>>} */
  const clouds = {};
  for (const { region, provider: cloud } of offers) (clouds[region] ??= new Set()).add(String(nameOf(board, 'providers', cloud)));
  const named = Object.entries(clouds).map(([word, names]) => ({ word, text: provider ? word : `${[...names].join(', ')}: ${word}` }));
  return named.sort((a, b) => a.text.localeCompare(b.text));
}, () => 'Any');

const drafting = '/serve/speculative';

/** What drafts tokens: nothing, the model's own layers, text seen before, or a small model of its family. Without it,
 * what else is said of drafting goes, too. */
export function draftView(/** @type {OwnField} */ field, /** @type {Board} */ board, /** @type {Ties} */ ties) {
  const known = modelAt(board);
  const model = board.catalog.models.find((m) => m.id === known?.id) ?? known; // the first answer brings a part of its record
  const small = board.catalog.models.filter((m) => m.family === model?.family && m.params_b && m.params_b * 4 <= model?.params_b && m.heads);
  const options = [
    { word: 'none', text: 'None' },
    ...(model?.mtp_params ? [{ word: 'mtp', text: 'The model’s own layers (MTP)' }] : []),
    { word: 'ngram', text: 'Text seen before (n-grams)' },
    ...small.map(optionOf),
  ];
  const choose = (/** @type {unknown} */ word) => (word === 'none' ? board.state.set(drafting, undefined) : board.state.set(field.at, word));
  return selectView(board, field.at, ties, options, get(board.state.scenario, field.at) ?? 'none', choose);
}

/** A rented machine in place of single accelerators; "How many" then counts machines. */
export function instanceView(/** @type {OwnField} */ field, /** @type {Board} */ board, /** @type {Ties} */ ties) {
  const { catalog: { lists }, state } = board;
  const chosen = lists.machine(get(state.scenario, field.at));
  return html`<rp-combobox .fieldId=${ties.id} .entries=${lists.machines} .value=${chosen?.id ?? ''} .shown=${chosen?.name ?? 'None'}
      .describedby=${ties.described} .invalid=${ties.invalid} @choose=${(/** @type {CustomEvent} */ e) => state.setAll(lists.hardwareChoice(e.detail))}></rp-combobox>
    ${chosen ? html`<p class="detail">${chosen.each}; “How many” counts machines.</p>` : nothing}`;
}

/** @param {OwnField} field @param {Board} board @param {Ties} ties */
export function dateView(field, board, ties) {
  const given = get(board.state.scenario, field.at);
  const choose = (/** @type {Event} */ e) => board.state.set(field.at, /** @type {HTMLInputElement} */ (e.target).value || undefined);
  return html`<span class="exact" data-invalid=${ties.invalid}><input type="date" id=${ties.id} min="2018-01-01" .value=${wholeDate(given)}
    aria-describedby=${ties.described || nothing} aria-invalid=${ties.invalid ? 'true' : nothing} @change=${choose} /></span>`;
}

/** Links and files may say a month or a year alone. @param {unknown} date */
const wholeDate = (date) => (typeof date === 'string' && /^\d{4}(-\d\d){0,2}$/.test(date) ? `${date}-01-01`.slice(0, 10) : '');

/** On, off, or as the model is used. @param {OwnField} field @param {Board} board @param {Ties} ties */
export function guidanceView(field, board, ties) {
  const given = get(board.state.scenario, field.at);
  const options = [{ word: 'auto', text: 'As the model is used' }, { word: 'on', text: 'On' }, { word: 'off', text: 'Off' }];
  const choose = (/** @type {unknown} */ word) => board.state.set(field.at, word === 'auto' ? undefined : word === 'on');
  return selectView(board, field.at, ties, options, given === undefined ? 'auto' : given ? 'on' : 'off', choose);
}
