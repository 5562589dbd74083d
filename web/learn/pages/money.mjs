import { scaleLinear } from 'd3-scale';
import { html } from 'lit';
import { claims } from '../../src/claims.js';
import { counted, dollars, percent } from '../../src/format.js';
import { axisDollars } from '../../src/format_more.js';
import { bars, lines } from '../drawings.mjs';
import { printed } from '../printed.mjs';

const node = (/** @type {number} */ utilization) => ({
  workload: 'serve', model: 'llama-3.1-70b', hardware: { accelerator: 'h100-sxm5-80gb', count: 8 }, precision: { weights: 'fp8' },
  serve: { input_tokens: 2048, output_tokens: 512, concurrency: 64 }, cost: { utilization },
});

export default {
  slug: 'rent-or-buy',
  title: 'Rent or buy',
  lead: 'Owning pays when a machine is busy for long. How busy and how long depends less on the GPU’s price than on what else is counted.',
  ask: { low: node(0.2), mid: node(0.6), high: node(0.95), c0: claims[0].scenario, c1: claims[1].scenario, c2: claims[2].scenario },
  cites: ['mlsys', 'guide', 'briefing'],
  body: (/** @type {any} */ r, /** @type {any} */ { open, figure, live, cite, prices }) => {
    const [before, now] = prices('aws-p5.48xlarge');
    const flow = r.mid.cost.cash_flow;
    const most = Math.max(...flow.map((/** @type {any} */ m) => Math.max(m.rent_usd, m.buy_usd)));
    const line = (/** @type {string} */ label, /** @type {string} */ kind, /** @type {string} */ key) => ({ label, kind, points: flow.map((/** @type {any} */ m) => [m.month, m[key]]) });
    const top = scaleLinear([0, most], [0, 1]).ticks(4);
    const hour = (/** @type {string} */ label, /** @type {string} */ name) => {
      const { rent, buy } = r[name].cost.usd_per_useful_gpu_h;
      return [{ label: html`${label}: rent`, text: open(name, dollars(rent)), parts: [{ kind: 'rent', label: 'Rent', value: rent }] }, { label: 'own', text: dollars(buy), parts: [{ kind: 'buy', label: 'Own', value: buy }] }];
    };
    const { cost, scenario } = r.mid;
    const months = cost.break_even?.months;
    const staff = cost.lines.find((/** @type {any} */ l) => l.id === 'staff');
    return html`
<p>There are four ways to use a GPU: rent it by the hour (<dfn>on demand</dfn>), rent it for years (<dfn>reserved</dfn>), rent what may be taken away at any moment (<dfn>spot</dfn>), or own it. For a model that others host there is a fifth, paying by the token.</p>

<h2>What owning costs</h2>
<p>The GPU is about half. Around it there is a server, a network, freight; then power, cooling and space for as long as it runs; somebody who looks after it; repairs; and money that is tied up. At the end a part comes back by <dfn>resale</dfn>. To compare payments of different years, later ones are counted for less, by an interest rate: <dfn>net present value</dfn>.</p>
<p>For eight H100 serving Llama 3.1 70B over ${counted(scenario.cost.years, 'years')}, ${percent(scenario.cost.utilization)} busy, the calculator comes to ${open('mid', dollars(cost.npv.buy))} for owning and ${dollars(cost.npv.rent)} for renting on demand, at ${dollars(cost.rent_usd_gpu_h)} a GPU and hour.${months ? html` Owning has paid back ${open('mid', `after ${Math.ceil(months)} months`)}.` : ''}${staff ? html` ${dollars(staff.usd)} of it are for people.` : ''}</p>

${figure(lines({
      name: 'Paid by month, renting and owning',
      x: { label: 'months', from: 0, to: flow[flow.length - 1].month, ticks: [0, 12, 24, 36, 48].filter((m) => m <= flow[flow.length - 1].month), format: String },
      y: { label: 'US$', from: 0, to: most, ticks: top, format: axisDollars },
      lines: [line('Rent', 'rent', 'rent_usd'), line('Own', 'buy', 'buy_usd')],
    }), html`Eight H100, ${percent(scenario.cost.utilization)} busy: what has been paid by each month, as present value. ${cost.rent_source}.`)}

<h2>Busy hours</h2>
<p>A service runs day and night, whether asked or not. What counts is the <dfn>useful hour</dfn>: all that is paid, divided by the hours with work. At 20% use an hour of an H100 costs five times its price. That hurts renting and owning alike; it favours what is paid by use, spot machines that start with the load, and hosted models.</p>

${figure(bars('A useful GPU hour', [...hour('20% busy', 'low'), ...hour('60%', 'mid'), ...hour('95%', 'high')], dollars), 'One useful hour of one of eight H100.')}

<h2>Which use makes owning pay?</h2>
<p>Articles say 30 to 40%, 70%, or 2,600 hours, each with certainty. They are all right, about different things. The same arithmetic gives all three when it counts what each counted:</p>
${printed(claims.map((claim, i) => ({ says: claim.says, here: open(`c${i}`, claim.figure(r[`c${i}`])), why: claim.counts })))}
<p>Whoever buys a card into a machine that stands there anyway should buy soon. Whoever starts a team for one server should rent.</p>

<h2>What it hangs on</h2>
<ul>
<li><b>Rent falls.</b> Eight H100 at AWS cost ${dollars(before.usd)} an hour in ${month(before.priced)} and ${dollars(now.usd)} in ${month(now.priced)}. A machine bought today competes with the rents of the years to come.</li>
<li><b>Use is overestimated.</b> It is the first thing to measure. A month of renting tells it.</li>
<li><b>Prices age.</b> Every price here has a day, and one older than 180 days is called stale.</li>
<li><b>Power is small for data centres,</b> large at home: a node draws ten kilowatts, and the building adds 10 to 50%, its <dfn>PUE</dfn>.</li>
</ul>

<p>Turn the use here:</p>
${live('mid', 'cost', bars('Rent and own', hour('60% busy', 'mid'), dollars), `Eight H100 over ${counted(r.mid.scenario.cost.years, 'years')}.`)}

<h2>What is often printed</h2>
${printed([
      { says: html`Three years of one A100 at 70%: $94,187 rented, $12,000 bought, “7 times”${cite('mlsys')}`, here: '7.8 ×', why: '94,187 ÷ 12,000. But a card is no server, and needs power and a place.' },
      { says: html`At 20% use buying costs the same as the cloud${cite('mlsys')}`, here: '$26,911 to $12,000', why: 'By its own prices, hardware alone. It becomes true with server, space and people.' },
      { says: html`A $2,000 card pays back in a month against $2 an hour${cite('briefing')}`, here: '1.4 months', why: 'Day and night for 1,000 hours. Such cards rent for far less than $2 now.' },
      { says: html`Hardware is half of the lifetime cost${cite('guide')}`, here: open('mid', percent(cost.purchase_share)), why: 'For this node. For one node with a team of its own it is far less.' },
    ])}`;
  },
};

/** @param {string} date */
const month = (date) => new Date(`${date.slice(0, 7)}-01T00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
