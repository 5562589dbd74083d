// Ranks catalog entries against what a person types.

/** Lower case, only letters, digits and dots. @param {string} text */
export const plain = (text) => text.toLowerCase().replace(/[^a-z0-9.]+/g, '');

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} name
 * @property {string} group heading it is shown under
 * @property {string} detail what stands beside the name
 * @property {string[]} also other names it answers to
 * @property {string} [refused] why it cannot be chosen
 * @property {boolean} [near] it is only near to what was asked for, which nothing is called
 */

/** What may stand between the letters and numbers of a name. */
const between = '[^a-z0-9.]*';

/** Words of a query as a pattern for names: with or without spaces and dashes, but a number begins where one begins and
 * few letters where a word does. @param {string[]} words */
function patternOf(words) {
  const spelled = words.map((word) => [...word].map((sign, i) => `${i && !(digit.test(sign) && digit.test(word[i - 1])) ? between : ''}${sign === '.' ? '\\.' : sign}`).join(''));
  const joined = spelled.reduce((all, next, i) => `${all}${digit.test(words[i - 1].at(-1) ?? '') && digit.test(words[i]) ? between.replace('*', '+') : between}${next}`);
  const [letters] = /^[a-z]*/.exec(words[0]) ?? [''];
  return new RegExp(`${letters ? (letters.length < 3 ? '(?<![a-z])' : '') : '(?<![0-9]|[0-9]\\.)'}${joined}`);
}
const digit = /^[0-9.]/;

/** @typedef {{text: string, whole: RegExp, each: RegExp[]}} Query */

/** @param {string} text @returns {Query | undefined} undefined: nothing is asked for */
function queryOf(text) {
  const words = text.toLowerCase().split(/[^a-z0-9.]+/).filter((word) => /[a-z0-9]/.test(word));
  return words.length ? { text: words.join(''), whole: patternOf(words), each: words.map((word) => patternOf([word])) } : undefined;
}

/** How well one name matches: 0 not at all, larger is better. @param {string} name @param {Query} query */
function score(name, { text, whole, each }) {
  const lower = name.toLowerCase();
  const rest = Math.min(plain(name).length - text.length, 40) / 4;
  if (plain(name) === text) return 100;
  const found = whole.exec(lower);
  if (found) return (found.index === 0 ? 80 : beginsWord(lower, found.index) ? 55 : 45) - rest - (cutsNumber(lower, found) ? 10 : 0);
  const parts = each.map((word) => word.exec(lower));
  if (parts.includes(null)) return 0;
  return parts.every((part) => beginsWord(lower, part?.index ?? 0)) ? 35 : 20;
}

/** @param {string} text @param {number} at */
const beginsWord = (text, at) => !/[a-z]/.test(text[at - 1] ?? '') || !/[a-z]/.test(text[at]);

/** Is what was found the beginning of a longer number? @param {string} text @param {RegExpExecArray} found */
const cutsNumber = (text, found) => /[0-9]$/.test(found[0]) && /^\.?[0-9]/.test(text.slice(found.index + found[0].length));

/** Matching entries, best first, groups kept together in the order of their best entry.
 * An empty query gives everything as listed.
 * @template {Entry} E @param {E[]} entries @param {string} query @param {number} [most] @returns {E[]} */
export function search(entries, query, most = 60) {
  const asked = queryOf(query);
  if (!asked) return entries;
  const ranked = entries
    .map((entry) => ({ entry, score: rank(entry, asked) }))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
  const order = [...new Set(ranked.map((match) => match.entry.group))];
  return order.flatMap((group) => ranked.filter((match) => match.entry.group === group).map((match) => match.entry));
}

/** The best score among an entry's names; what can be chosen goes first. @param {Entry} entry @param {Query} query */
function rank(entry, query) {
  const best = Math.max(score(entry.name, query), score(entry.id, query) - 1, ...entry.also.map((name) => score(name, query) - 2));
  return best > 0 && entry.refused ? best / 10 : best;
}
