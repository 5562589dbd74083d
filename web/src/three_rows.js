// What is shown of recommendations at first: the pick, a runner-up by another virtue, and what everybody asks about.

/** @typedef {import('./types.js').Recommendation} Recommendation */
/** @typedef {NonNullable<import('./types.js').Result['known']>[number]} Known */
/** @typedef {{label: string, choice: Recommendation} | {label: string, known: Known}} Row */

/** What a choice can be better in than the pick, the least figure first. @type {{word: string, of: (r: Recommendation) => number | undefined}[]} */
const virtues = [
  { word: 'cheapest', of: ({ cost }) => cost.usd_per_run ?? cost.usd_per_h },
  { word: 'fastest', of: ({ speed }) => speed.tpot_ms ?? speed.days ?? (speed.requests_per_s && 1 / speed.requests_per_s) },
  { word: 'lowest power', of: ({ cost }) => cost.power_w || undefined },
  { word: 'most memory', of: ({ memory, hardware }) => -memory.usable_gb * hardware.count },
];

/** What people ask about, by the kind of what is picked. @type {Record<string, string[]>} */
const popular = { consumer: ['RTX 4090', 'RTX 3090'], workstation: ['RTX 4090', 'H100'], apple: ['Mac'] };
const server = ['H100', 'A100'];

/** @param {Recommendation[]} list @param {(r: Recommendation) => number | undefined} of */
const least = (list, of) => list.filter((r) => of(r) !== undefined).sort((a, b) => Number(of(a)) - Number(of(b)))[0];

/** @param {Pick<import('./types.js').Result, 'recommendations' | 'known'>} found @param {(accelerator: string) => string | undefined} kindOf its segment @returns {Row[]} */
export function threeRows({ recommendations: list = [], known = [] }, kindOf) {
  const [first] = list;
  const virtue = first && virtues.find(({ of }) => least(list, of) && least(list, of) !== first);
  const second = virtue && least(list, virtue.of);
  const shown = [first, second].filter((r) => r !== undefined);
  const others = known.filter(({ accelerator }) => accelerator && !shown.some(({ hardware }) => hardware.accelerator === accelerator));
  const asked = popular[kindOf(first?.hardware.accelerator ?? '') ?? ''] ?? server;
  const third = asked.flatMap((name) => others.filter((one) => one.name === name))[0] ?? others[0];
  return [
    ...(first ? [{ label: 'Pick', choice: first }] : []),
    ...(virtue && second ? [{ label: `Runner-up: ${virtue.word}`, choice: second }] : []),
    ...(third ? [{ label: 'Often asked about', known: third }] : []),
  ];
}
