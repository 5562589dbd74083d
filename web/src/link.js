// Where an address holds a link, however the programs it passed through have written it.

/** What stands behind "#", else a query that is a link; with & written as &amp;, or escaped as a whole.
 * @param {string} address or its end @returns {string} "v=1&…"; empty: there is none */
export const linkIn = (address) => plainLink(/#(.+)/.exec(address)?.[1] ?? /[?&](v(?:=|%3D)1(?:&|%26).*)/i.exec(address)?.[1] ?? '');

/** @param {string} link @returns {string} */
export function plainLink(link) {
  try {
    return link.includes('=') || !link.includes('%') ? link.replaceAll('&amp;', '&') : plainLink(decodeURIComponent(link));
  } catch {
    return link; // the engine says what is wrong with it
  }
}
