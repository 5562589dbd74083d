// What a link remembers of the answer it was made with, so that a later visitor sees both.
//
// "was" is no part of the scenario: it is the short answer, a text of the page's own making, and only read when the
// prices have changed since.

const key = 'was';
const longest = 90; // characters, encoded

/** A link that remembers. @param {string} link @param {string | undefined} shortText of the answer: "Fits · 37 tokens/s each · $17.64/h" */
export function remembering(link, shortText) {
  const said = encodeURIComponent(shortText?.replaceAll(' · ', '~') ?? '').replaceAll('%2F', '/');
  return said && said.length <= longest ? `${link}&${key}=${said}` : link;
}

/** The link as the engine reads it, and the answer of its time; a text that the page would not have written is dropped.
 * @param {string} link @returns {{link: string, then: string | undefined}} */
export function recalled(link) {
  const [, before, value, after] = new RegExp(`^(.*?)&${key}=([^&]*)(.*)$`).exec(link) ?? [];
  if (value === undefined) return { link, then: undefined };
  const text = decoded(value);
  return { link: before + after, then: /^(Fits|Tight|Does not fit)(~[\w $.,/%≈<>−-]{1,40}){1,4}$/.test(text) ? text.replaceAll('~', ', ') : undefined };
}

/** @param {string} value */
function decoded(value) {
  try {
    return value.length <= longest ? decodeURIComponent(value) : '';
  } catch {
    return '';
  }
}
