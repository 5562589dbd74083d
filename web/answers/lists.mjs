// The lists of all answer pages: by question, model, device and pair.
import { html } from 'lit';
import { toText } from '../to_text.mjs';
import { linkTo } from './related.mjs';
import { linksView, placeOf } from './view.mjs';

/** @typedef {import('./pages.mjs').Page} Page */
/** @typedef {{file: string, name: string, title: string, lead: string, groups: {title: string, pages: Page[]}[]}} List */

/** @param {Page[]} pages @param {(page: Page) => string} groupOf @returns {List['groups']} */
function grouped(pages, groupOf) {
  /** @type {Map<string, Page[]>} */
  const groups = new Map();
  for (const page of pages) groups.set(groupOf(page), [...(groups.get(groupOf(page)) ?? []), page]);
  return [...groups].map(([title, pages]) => ({ title, pages })).sort((a, b) => a.title.localeCompare(b.title));
}

/** @param {Page[]} pages @param {(kind: string) => Record<string, any>[]} records of the catalog @returns {List[]} */
function listsOf(pages, records) {
  const of = (/** @type {Page['kind']} */ kind) => pages.filter((page) => page.kind === kind);
  const factOf = (/** @type {string} */ kind, /** @type {string} */ fact) => {
    const known = new Map(records(kind).map((one) => [one.id, one[fact]]));
    return (/** @type {string | undefined} */ id) => known.get(id) ?? '';
  };
  const [family, name, vendor] = [factOf('models', 'family'), factOf('models', 'name'), factOf('accelerators', 'vendor')];
  const paired = (/** @type {'model' | 'device'} */ kind) => of(kind).filter((page) => pages.some((one) => one.kind === 'pair' && one[kind] === page[kind]));
  return [
    { file: 'models.html', name: 'All models', title: 'What runs each model', lead: `${of('model').length} current models: hardware, memory by line, speed and cost of each.`, groups: grouped(of('model'), (page) => family(page.model)) },
    { file: 'devices.html', name: 'All devices', title: 'What runs on each device', lead: `${of('device').length} devices that are sold: the models that each serves and fine-tunes.`, groups: grouped(of('device'), (page) => vendor(page.device)) },
    { file: 'pairs.html', name: 'All models on hardware', title: 'Models on hardware', lead: `${of('pair').length} pairs of a model and hardware that people ask for: whether it fits, how fast it is, what it costs, and what would make it fit.`, groups: grouped(of('pair'), (page) => name(page.model)) },
    { file: 'index.html', name: 'Answers', title: 'Answers', lead: `${pages.length} questions on hardware for AI, each answered by the calculator and opened there by a link.`,
      groups: [{ title: 'Questions', pages: of('preset') }, { title: 'Models that are asked for most', pages: paired('model') }, { title: 'Hardware that is asked for most', pages: paired('device') }] },
  ];
}

/** What answers.html leaves open for the lists. @param {import('./view.mjs').About} about */
export function listParts({ pages, records, site }) {
  const lists = listsOf(pages, records);
  const others = (/** @type {List} */ list) => lists.filter((one) => one !== list).map(({ file, name }) => ({ href: file === 'index.html' ? './' : file, name }));
  return lists.map((list) => ({
    title: list.title, lead: list.lead, file: list.file, address: placeOf(site, `answers/${list.file.replace('index.html', '')}`), picture: placeOf(site, 'preview.png'),
    body: toText(html`<p class="lead">${list.lead}</p>${linksView('Lists', others(list))}${list.groups.map((group) => linksView(group.title, group.pages.map(linkTo)))}`),
  }));
}
