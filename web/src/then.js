// What a link remembers of the answer it was made with, so that a later visitor sees both. It is no part of the scenario but a
// text of the page's own making, "was", written when a link is copied and only read when prices have changed since.

const longest = 90; // characters, encoded

/** A link that remembers. @param {string} link @param {string | undefined} shortText of the answer: "Fits · 37 tokens/s each · $17.64/h" */
export function remembering(link, shortText) {
  const said = encodeURIComponent(shortText?.replaceAll(' · ', '~') ?? '').replaceAll('%2F', '/');
  return said && said.length <= longest ? `${link}&was=${said}` : link;
}

/** Notices of a link; that prices have changed comes with the answer then and now.
 * @param {string[]} notices @param {string} link @param {import('./engine.js').Engine} engine */
export function thenAndNow(notices, link, engine) {
  const { link: asked, then } = recalled(link);
  const decoded = then === undefined ? undefined : engine.decodeUrl(asked);
  if (!decoded?.ok) return notices;
  const changed = decoded.notices?.find((notice) => typeof notice === 'object' && notice.code === 'catalog_date');
  const now = typeof changed === 'object' ? engine.estimate(decoded.scenario) : undefined;
  if (!now?.ok || typeof changed !== 'object') return notices;
  const both = `${changed.message} Then: ${then}. Now: ${now.answer.short_text.replaceAll(' · ', ', ')}.`;
  return notices.map((notice) => (notice === changed.message ? both : notice));
}

/** The link as the engine reads it, and the answer of its time; a text that the page would not have written is dropped.
 * @param {string} link @returns {{link: string, then: string | undefined}} */
export function recalled(link) {
  const [, before, value, after] = /^(.*?)&was=([^&]*)(.*)$/.exec(link) ?? [];
  if (value === undefined) return { link, then: undefined };
  const text = decoded(value);
  return { link: before + after, then: ours.test(text) ? text.replaceAll('~', ', ') : undefined };
}

/** What the short answers look like: a stranger's link could say anything. */
const ours = /^(Fits|Tight|Misses a (?:limit|target)|Falls behind)(~[\w $.,/×-]{1,40}){1,3}$|^Does not fit: short by [\d.,]+ [GT]i?B$/;

/** @param {string} value */
function decoded(value) {
  try {
    return value.length <= longest ? decodeURIComponent(value) : '';
  } catch {
    return '';
  }
}
