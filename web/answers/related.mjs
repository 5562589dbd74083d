// What stands beside an answer: pairs of its model and of its device, and others like them.
/** @typedef {import('./answer.mjs').Answer} Answer */
/** @typedef {import('./pages.mjs').Page} Page */
/** @typedef {import('./view.mjs').About} About */
/** @typedef {{href: string, name: string}} Link */

const [MOST_PAIRS, MOST_LIKE] = [24, 8];

/** @param {Page} page @returns {Link} */
export const linkTo = ({ slug, name }) => ({ href: `${slug}.html`, name });

/** @param {Answer} answer @param {About} about @returns {{title: string, links: Link[]}[]} */
export function relatedOf({ page, result }, { pages, records }) {
  const model = page.model ?? (typeof result.scenario.model === 'string' ? result.scenario.model : '');
  const { device } = page;
  const of = (/** @type {Page['kind']} */ kind, /** @type {(one: Page) => boolean | undefined} */ which, /** @type {number} */ most) => pages.filter((one) => one.kind === kind && one !== page && one.slug !== page.slug && which(one)).slice(0, most).map(linkTo);
  const nameOf = (/** @type {string} */ kind, /** @type {string} */ id) => records(kind).find((one) => one.id === id)?.name ?? id;
  const like = page.kind === 'device' ? likeDevice(device ?? '', records('accelerators')) : likeModel(model, records('models'));
  return [
    { title: 'The model and the device', links: page.kind === 'pair' ? [...of('model', (one) => one.model === model, 1), ...of('device', (one) => one.device === device, 1)] : [] },
    { title: 'Hardware that guides name for it', links: of('device', (one) => page.named?.includes(one.device ?? ''), MOST_PAIRS) },
    { title: `${nameOf('models', model)} elsewhere`, links: page.kind === 'device' ? [] : of('pair', (one) => one.model === model, MOST_PAIRS) },
    { title: `Others on ${nameOf('accelerators', device ?? '')}`, links: device === undefined ? [] : of('pair', (one) => one.device === device, MOST_PAIRS) },
    { title: 'Others like it', links: page.kind === 'model' || page.kind === 'device' ? of(page.kind, (one) => like.includes((page.kind === 'model' ? one.model : one.device) ?? ''), MOST_LIKE) : [] },
    { title: 'Other questions', links: page.kind === 'preset' ? [...of('model', (one) => one.model === model, 1), ...of('preset', () => true, Infinity)] : [] },
  ].filter(({ links }) => links.length > 0);
}

/** Of the same market, the nearest in memory first. @param {string} id @param {Record<string, any>[]} devices @returns {string[]} */
function likeDevice(id, devices) {
  const own = devices.find((one) => one.id === id);
  const far = (/** @type {Record<string, any>} */ one) => Math.abs(Math.log(one.memory_gb / own?.memory_gb));
  return devices.filter(({ segment, status }) => segment === own?.segment && status === 'current').sort((a, b) => far(a) - far(b)).map((one) => one.id).slice(0, 2 * MOST_LIKE);
}

/** Of the same family. @param {string} id @param {Record<string, any>[]} models @returns {string[]} */
function likeModel(id, models) {
  const family = models.find((one) => one.id === id)?.family;
  return models.filter((one) => one.family === family).map((one) => one.id);
}
