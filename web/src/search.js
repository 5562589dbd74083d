// Ranks catalog entries against what a person types.

/** Lower case, only letters, digits and dots. @param {string} text */
export const plain = (text) => text.toLowerCase().replace(/[^a-z0-9.]+/g, '');

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} name
 * @property {string} [short] the name as it is said, without a brand before it
 * @property {string} group heading it is shown under
 * @property {string} [maker] of several groups; else the group itself
 * @property {string} [release] when it came out: "2025-04"
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

/** How well one name matches: 0 not at all, larger is better. Names that match alike are left as they are listed. @param {string} name @param {Query} query */
function score(name, { text, whole, each }) {
  const lower = name.toLowerCase();
  if (plain(name) === text) return 100;
  const found = whole.exec(lower);
  if (found) return (found.index === 0 ? 80 : beginsWord(lower, found.index) ? 55 : 45) + ending(lower, found);
  const parts = each.map((word) => word.exec(lower));
  const last = parts.at(-1);
  if (!last || parts.includes(null)) return 0;
  if (!parts.every((part) => beginsWord(lower, part?.index ?? 0))) return 20;
  return (parts[0]?.index === 0 ? 60 : 35) + Math.max(0, ending(lower, last)); // "qwen 32b" is Qwen3 32B rather than a DeepSeek-R1-Distill-Qwen-32B
}

/** @param {string} text @param {number} at */
const beginsWord = (text, at) => !/[a-z]/.test(text[at - 1] ?? '') || !/[a-z]/.test(text[at]);

/** What follows what was found: less where a longer word or number begins with it, more where a card's memory alone is left: a GeForce RTX
 * 3090 is the "nvidia 3090" rather than a 3090 Ti. @param {string} text @param {RegExpExecArray} found */
function ending(text, found) {
  const rest = text.slice(found.index + found[0].length);
  const goesOn = digit.test(found[0].at(-1) ?? '') ? /^\.?[0-9]/ : /\d/.test(found[0]) ? /^[a-z0-9]/ : /^[a-z]/; // a 7950X is no 7950X3D
  return goesOn.test(rest) ? -10 : /^ \d+gb$/.test(rest) ? 3 : 0;
}

/** Matching entries, best first; those that match alike by maker, and of each as listed, which is newest first. Groups are kept together
 * in the order of their best entry. An empty query gives everything as listed.
 * @template {Entry} E @param {E[]} entries @param {string} query @param {number} [most] @returns {E[]} */
export function search(entries, query, most = 60) {
  const asked = queryOf(query);
  if (!asked) return entries;
  const sizes = countsOf(entries.map(makerOf));
  const matches = entries.map((entry) => ({ entry, score: rank(entry, asked) })).filter((match) => match.score > 0);
  const scores = [...countsOf(matches.map((match) => match.score)).keys()].sort((a, b) => b - a);
  const ranked = scores.flatMap((score) => byMaker(matches.filter((match) => match.score === score).map((match) => match.entry), sizes)).slice(0, most);
  const order = [...new Set(ranked.map((entry) => entry.group))];
  return order.flatMap((group) => ranked.filter((entry) => entry.group === group));
}

/** @param {Entry} entry */
const makerOf = ({ maker, group }) => maker ?? group;

/** How often each stands among some. @template K @param {K[]} keys */
function countsOf(keys) {
  /** @type {Map<K, number>} */ const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Those of large makers first, for "70b" means Llama rather than the one model of another; behind them makers whose newest match is three
 * years older than others': "gpt" means gpt-oss, though of GPT-2 there are more.
 * @template {Entry} E @param {E[]} entries @param {Map<string, number>} sizes of makers @returns {E[]} */
function byMaker(entries, sizes) {
  const yearOf = (/** @type {Entry[]} */ some) => Math.max(...some.map(({ release }) => Number(release?.slice(0, 4) ?? 0)));
  const newest = yearOf(entries);
  const makers = [...new Set(entries.map(makerOf))].map((maker) => {
    const its = entries.filter((entry) => makerOf(entry) === maker);
    return { its, old: newest - yearOf(its) > 2, size: sizes.get(maker) ?? 0 };
  });
  return makers.sort((a, b) => Number(a.old) - Number(b.old) || b.size - a.size).flatMap(({ its }) => its);
}

/** The best score among an entry's names, its own before others; what can be chosen goes first. @param {Entry} entry @param {Query} query */
function rank(entry, query) {
  const best = Math.max(score(entry.name, query), score(entry.short ?? '', query), ...[entry.id, ...entry.also].map((name) => score(name, query) - 2));
  return best > 0 && entry.refused ? best / 10 : best;
}
