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
 */

/** How well one name matches: 0 not at all, larger is better. @param {string} name @param {string[]} words */
function score(name, words) {
  const whole = plain(name);
  const query = words.join('');
  if (whole === query) return 100;
  if (whole.startsWith(query)) return 80 - Math.min(whole.length - query.length, 40) / 4;
  if (whole.includes(query)) return 55 - Math.min(whole.length - query.length, 40) / 4;
  const parts = name.toLowerCase().split(/[^a-z0-9.]+/);
  const starts = words.every((word) => parts.some((part) => part.startsWith(word)));
  if (starts) return 35;
  return words.every((word) => whole.includes(word)) ? 20 : 0;
}

/** Matching entries, best first, groups kept together in the order of their best entry.
 * An empty query gives everything as listed.
 * @template {Entry} E @param {E[]} entries @param {string} query @param {number} [most] @returns {E[]} */
export function search(entries, query, most = 60) {
  const words = query.toLowerCase().split(/[^a-z0-9.]+/).filter(Boolean);
  if (words.length === 0) return entries;
  const ranked = entries
    .map((entry) => ({ entry, score: rank(entry, words) }))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
  const order = [...new Set(ranked.map((match) => match.entry.group))];
  return order.flatMap((group) => ranked.filter((match) => match.entry.group === group).map((match) => match.entry));
}

/** The best score among an entry's names; what can be chosen goes first. @param {Entry} entry @param {string[]} words */
function rank(entry, words) {
  const best = Math.max(score(entry.name, words), score(entry.id, words) - 1, ...entry.also.map((name) => score(name, words) - 2));
  return best > 0 && entry.refused ? best / 10 : best;
}
