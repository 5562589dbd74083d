// Times calls of the engine; runs in Node and in a page.

/** @typedef {{ call: 'estimate' | 'recommend', scenario: string, options?: object }} Call */
/** @typedef {{ name: string, calls: Call[] }} Case */

/**
 * Microseconds of each case, its calls one after the other: the fastest of several rounds, as others use the machine too.
 * @param {import('../../bindings/engine.d.ts').Engine} engine
 * @param {Case[]} cases
 * @param {number} seconds for each case
 */
export function measure(engine, cases, seconds) {
  return Object.fromEntries(cases.map(({ name, calls }) => [name, fastest(() => {
    for (const { call, scenario, options } of calls) {
      const { ok, errors } = engine[call](scenario, options);
      if (!ok) throw new Error(`${name}: ${scenario} is refused: ${errors[0].message}`);
    }
  }, seconds)]));
}

/**
 * The same up to the answer's text, where native calls end: the engine reads it by JSON.parse.
 * @param {import('../../bindings/engine.d.ts').Engine} engine
 * @param {Case[]} cases
 * @param {number} seconds for each case
 */
export function measureText(engine, cases, seconds) {
  const { parse } = JSON;
  JSON.parse = () => ({ ok: true });
  try {
    return measure(engine, cases, seconds);
  } finally {
    JSON.parse = parse;
  }
}

/** @param {() => void} work @param {number} seconds */
function fastest(work, seconds) {
  const timed = (times) => {
    const start = performance.now();
    for (let i = 0; i < times; ++i) work();
    return (performance.now() - start) * 1e3 / times;
  };
  const ROUND_US = 20_000;
  timed(1);
  const times = Math.max(1, Math.round(ROUND_US / timed(1)));
  let best = Infinity;
  const end = performance.now() + seconds * 1e3;
  for (let round = 0; round < 3 || performance.now() < end; ++round) best = Math.min(best, timed(times));
  return best;
}

/**
 * Milliseconds until the module is ready and has read its catalog: the fastest of several starts.
 * @param {typeof import('../../bindings/engine.js').createEngine} createEngine
 * @param {BufferSource} bytes of the module
 * @param {string} catalog its text
 */
export async function measureStart(createEngine, bytes, catalog) {
  let compiled = Infinity;
  let started = Infinity;
  for (let i = 0; i < 5; ++i) {
    const start = performance.now();
    const wasm = await WebAssembly.compile(bytes);
    const ready = performance.now();
    await createEngine({ wasm, catalog });
    compiled = Math.min(compiled, ready - start);
    started = Math.min(started, performance.now() - ready);
  }
  return { 'module compiled': compiled * 1e3, 'engine started, catalog read': started * 1e3 };
}
