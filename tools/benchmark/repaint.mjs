// How long a change on the page takes until it is painted: node tools/benchmark/repaint.mjs SITE [SITE...]
//
// In Chromium, on the opening example, 100 changes each of a number field and of a select, with the shares of the engine
// (its calls, JSON to JSON), of drawing (all other script), of style and layout, and of the rest of the frame.
// Several sites take turns, so that they can be compared on a machine that does other things as well.
import { launch, serve } from '../../tests/web/browser.mjs';

const changes = 100;

/** In the page: applies a change and measures it. */
const measure = ({ kind, times, turn }) => new Promise((resolve) => {
  const at = kind === 'field' ? '/serve/concurrency' : '/precision/weights';
  const control = document.querySelector(`.control[data-at="${at}"] ${kind === 'field' ? 'input[type="text"]' : 'select'}`);
  const rows = [];
  const channel = new MessageChannel();
  let n = 0;
  const drained = async (turns) => { for (let i = 0; i < turns; i += 1) await undefined; };
  const step = () => requestAnimationFrame(() => {
    globalThis.engineMs = 0;
    const from = performance.now();
    if (kind === 'field') {
      control.value = String(2 + ((n + turn * 7) % 97));
      control.dispatchEvent(new Event('input', { bubbles: true }));
    } else {
      control.value = ['fp8', 'bf16', 'awq-int4', 'gguf-q4_k_m'][(n + turn) % 4];
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
    drained(8).then(() => { // elements draw in microtasks
      const drawn = performance.now();
      void document.body.offsetHeight;
      const laid = performance.now();
      channel.port1.onmessage = () => {
        const done = performance.now();
        rows.push({ all: done - from, engine: globalThis.engineMs, drawing: drawn - from - globalThis.engineMs, layout: laid - drawn, paint: done - laid });
        n += 1;
        if (n < times) setTimeout(step, 20);
        else resolve(rows);
      };
      channel.port2.postMessage(0); // comes after this frame has been painted
    });
  });
  step();
});

/** Counts the time spent in the module's calls. */
const countEngine = () => {
  const instantiate = WebAssembly.instantiate;
  globalThis.engineMs = 0;
  const { parse, stringify } = JSON;
  const timed = (f) => (...given) => {
    const from = performance.now();
    try {
      return f(...given);
    } finally {
      globalThis.engineMs += performance.now() - from;
    }
  };
  JSON.parse = timed(parse);
  JSON.stringify = timed(stringify);
  WebAssembly.instantiate = async (module, imports) => {
    const instance = await instantiate(module, imports);
    let depth = 0;
    const table = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Table); // whose functions the glue calls
    const get = table.get.bind(table);
    table.get = (i) => {
      const f = get(i);
      return typeof f === 'function' ? (...given) => {
        if (depth > 0) return f(...given);
        depth += 1;
        const from = performance.now();
        try {
          return f(...given);
        } finally {
          depth -= 1;
          globalThis.engineMs += performance.now() - from;
        }
      } : f;
    };
    return instance;
  };
};

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
const said = (rows, key) => {
  const sorted = rows.map((row) => row[key]).sort((a, b) => a - b);
  return `${quantile(sorted, 0.5).toFixed(1).padStart(6)} ${quantile(sorted, 0.95).toFixed(1).padStart(6)}`;
};

const shares = ['all', 'engine', 'drawing', 'layout', 'paint'];
const sites = process.argv.slice(2);
const browser = await launch();
const opened = [];
for (const site of sites) {
  const server = await serve(site);
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })).newPage();
  await page.addInitScript(countEngine);
  await page.goto(server.address);
  await page.locator('.chart-memory svg').waitFor();
  await page.waitForTimeout(500);
  opened.push({ site, server, page, rows: { field: [], select: [] } });
}
for (const kind of ['field', 'select']) {
  for (const { page } of opened) await page.evaluate(measure, { kind, times: 20, turn: 0 }); // warm
  for (let turn = 0; turn < 4; turn += 1) for (const { page, rows } of opened) rows[kind].push(...await page.evaluate(measure, { kind, times: changes / 4, turn }));
}
console.log(`${'milliseconds: median, p95'.padEnd(44)}           all        engine       drawing        layout         paint`);
for (const { site, rows, server, page } of opened) {
  for (const kind of ['field', 'select']) console.log(`${`${site} ${kind}`.padEnd(44)} ${shares.map((key) => said(rows[kind], key)).join(' ')}`);
  await page.context().close();
  server.stop();
}
await browser.close();
