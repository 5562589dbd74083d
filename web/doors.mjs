// Three questions that people come with, as the page opens: each is answered by the build and opens what it answers.
import { html } from 'lit';
import { dollars } from './src/format.js';

/** @typedef {import('./src/types.js').Scenario} Scenario */
/** @typedef {import('./src/types.js').Result} Result */

const card = 'rtx-3060-12gb';

/** @type {Record<'service' | 'tokens', Scenario>} */
const asked = {
  service: { workload: 'serve', model: 'llama-3.3-70b', hardware: { accelerator: 'any' }, serve: { requests_per_minute: 1000, slo: { e2e_p95_s: 5 } } },
  tokens: { workload: 'serve', model: 'deepseek-v3', hardware: { accelerator: 'any' }, serve: { tokens_per_day: 2e8 } },
};

/** @param {any} engine */
export function doorsView(engine) {
  const { serves: [best] } = engine.runsOn({ hardware: [{ accelerator: card, count: 1 }] });
  const { name } = engine.catalog('accelerators').find((/** @type {{id: string}} */ { id }) => id === card);
  const service = engine.estimate(asked.service);
  const tokens = engine.estimate(asked.tokens);
  return html`<nav class="tiles doors" aria-label="Other questions">
    ${doorView('#view=mine', 'What runs on my computer?', `${best.model.name}, ${Math.round(best.tokens_per_s)} tokens/s`, `on a ${name}; your browser says what you have`)}
    ${doorView(engine.encodeUrl(asked.service).url, 'What does a service need?', placeOf(service, engine), `for 1,000 requests a minute of ${service.model.name}, ${dollars(service.cost.usd_per_h)} an hour`)}
    ${doorView(`${engine.encodeUrl(asked.tokens).url}&view=cost`, 'Hosted API or hardware of my own?', cheapest(tokens), `for 200 million tokens a day of ${tokens.model.name}, over ${tokens.scenario.cost.years} years`)}
  </nav>`;
}

/** @param {string} link @param {string} question @param {string} answer @param {string} of */
const doorView = (link, question, answer, of) => html`<a class="tile" href=${link}><span class="tile-title">${question}</span> <strong>${answer}</strong> <span class="note">${of}</span></a>`;

/** @param {Result} result @param {any} engine */
const placeOf = ({ scenario: { hardware: { accelerator, count } } }, engine) =>
  `${count} × ${engine.catalog('accelerators').find((/** @type {{id: string}} */ { id }) => id === accelerator).name}`;

/** @type {Record<string, string>} */
const ways = { rent: 'Rented', buy: 'Own', api: 'API' };

/** @param {Result} result */
const cheapest = ({ cost: { npv = {} } }) => Object.entries(npv).sort(([, a], [, b]) => a - b).map(([way, usd]) => `${ways[way]} ${dollars(usd)}`).slice(0, 2).join(', ');
