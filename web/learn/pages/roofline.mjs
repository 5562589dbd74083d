import { html } from 'lit';
import { count, predicted } from '../../src/format.js';
import { lines } from '../drawings.mjs';
import { printed } from '../printed.mjs';

const serve = (/** @type {number} */ concurrency, accelerator = 'h100-sxm5-80gb') =>
  ({ workload: 'serve', model: 'llama-3.1-8b', hardware: { accelerator, count: 1 }, precision: { weights: 'bf16' }, serve: { input_tokens: 512, output_tokens: 256, concurrency } });

/** Operations for each byte of one decoding step in 16 bits: weights, two bytes and two operations each, are read once
 * for all users, caches in the middle of the answer for each. @param {any} result */
function intensity({ model, scenario: { serve } }) {
  const caches = serve.concurrency * model.kv_bytes_per_token * (serve.input_tokens + serve.output_tokens / 2);
  return (serve.concurrency * model.flops_per_token) / (model.flops_per_token + caches);
}

export default {
  slug: 'roofline',
  title: 'The roofline and its ridge point',
  lead: 'Two numbers of a chip, how fast it computes and how fast it reads, and one of the work, how much it computes for each byte. Together they say what the limit is.',
  ask: { u1: serve(1), u8: serve(8), u64: serve(64), u256: serve(256), home: serve(1, 'rtx-4090'), old: serve(1, 'a100-sxm4-80gb') },
  cites: ['roofline', 'mlsys', 'briefing'],
  body: (/** @type {any} */ r, /** @type {any} */ { open, figure, live, device, cite }) => {
    const [h100, rtx, a100] = ['h100-sxm5-80gb', 'rtx-4090', 'a100-sxm4-80gb'].map(device);
    const roof = (/** @type {any} */ d) => (/** @type {number} */ intensity) => Math.min((d.bandwidth_gb_s * intensity) / 1000, d.rates_tflops.bf16);
    const ridge = (/** @type {any} */ d) => (1000 * d.rates_tflops.bf16) / d.bandwidth_gb_s;
    const line = (/** @type {any} */ d, /** @type {string} */ label, /** @type {string} */ kind) =>
      ({ label, kind, points: [0.5, ridge(d), 4000].map((x) => /** @type {[number, number]} */ ([x, roof(d)(x)])) });
    const dots = [['u1', '1 user'], ['u8', '8'], ['u64', '64'], ['u256', '256']].map(([name, label]) => {
      const x = intensity(r[name]);
      return { at: /** @type {[number, number]} */ ([x, roof(h100)(x)]), label, side: /** @type {const} */ ('left') };
    });
    return html`
<p>Every piece of work on a chip needs data, and does something with it. Let it do so many operations for each byte it reads: that ratio is its <dfn>arithmetic intensity</dfn>. A chip can read so many bytes a second, its <dfn>bandwidth</dfn>, and do so many operations, its <dfn>peak</dfn>. If the work does little with each byte, it is over when the reading is over; if it does much, when the computing is.${cite('roofline')}</p>
<p>Draw that, and you get a roof: rising with bandwidth as long as reading is the limit, flat where computing is. The corner between is the <dfn>ridge point</dfn>, peak divided by bandwidth. This calculator is named after it.</p>

${figure(lines({
      name: 'Rooflines of three GPUs, and where decoding stands with 1, 8, 64 and 256 users',
      x: { label: 'operations for each byte read', from: 0.5, to: 4000, log: true, ticks: [1, 10, 100, 1000], format: count },
      y: { label: 'TFLOP/s', from: 0.5, to: 2000, log: true, ticks: [1, 10, 100, 1000], format: count },
      lines: [line(h100, 'H100', 'weights'), line(a100, 'A100', 'activations'), line(rtx, 'RTX 4090', 'optimizer')], dots,
    }), html`What each chip can do at most, in 16-bit arithmetic. The dots are steps of Llama 3.1 8B on an H100: ${open('u1', 'one user')}, ${open('u64', '64')}, ${open('u256', '256')}. Operations ÷ (weights + caches that are read).`)}

<h2>Three ridge points</h2>
<p>An H100 does ${predicted(h100.rates_tflops.bf16)} TFLOP/s of dense 16-bit arithmetic and reads ${count(h100.bandwidth_gb_s)} GB/s, so its ridge lies at ${open('u1', `${predicted(r.u1.speed.bottleneck.ridge)} operations per byte`)}. For an A100 it is ${open('old', predicted(r.old.speed.bottleneck.ridge))}, for an RTX 4090 ${open('home', predicted(r.home.speed.bottleneck.ridge))}. Chips have become better at computing faster than at reading, so the ridge has moved to the right with every generation, and more work falls to the left of it.</p>

<h2>Where work stands</h2>
<p><dfn>Decoding</dfn>, writing an answer token by token, reads every weight once a step. In 16 bits that is two bytes for two operations: ${predicted(intensity(r.u1))} operations per byte for one user. Each further user brings two more operations for the same two bytes, so intensity grows with the number of requests in a step, ${predicted(intensity(r.u8))} at 8 and ${predicted(intensity(r.u64))} at 64. It is never quite as many, because each user also has a cache that must be read and is shared with nobody.</p>
<p><dfn>Prefill</dfn>, reading the prompt, has all its tokens at once. A prompt of 512 tokens already does some 512 operations per byte of weights: right of every ridge. The first token waits for arithmetic, the others for memory.</p>
<p><dfn>Training</dfn> handles thousands of tokens a step and stands far to the right. Only some of its parts, norms, the optimizer, the loss, are left of the ridge.</p>

<p>Put a scenario of your own on the roof:</p>
${live('u64', 'roofline', lines({
      name: 'Roofline of the H100, with decoding for 64 users',
      x: { label: 'operations for each byte read', from: 0.5, to: 4000, log: true, ticks: [1, 10, 100, 1000], format: count },
      y: { label: 'TFLOP/s', from: 0.5, to: 2000, log: true, ticks: [1, 10, 100, 1000], format: count },
      lines: [line(h100, 'H100', 'weights')], dots: [dots[2]],
    }), 'Decoding for 64 users.')}

<h2>What the roof does not show</h2>
<p>It is an upper bound. Kernels reach a share of both limits, 60 to 90% of bandwidth and 40 to 80% of peak, depending on chip, format and software; there are fixed times for every layer and step; GPUs wait for each other. The calculator takes the shares from published measurements and says how far it has been off, on <a href="../validation.html">a page of its own</a>. With one user on an H100 it expects ${open('u1', `${predicted(r.u1.speed.tokens_per_s_per_request)} tokens a second`)}, where bandwidth alone would allow ${predicted((h100.bandwidth_gb_s * 1e9) / (r.u1.model.params_b * 2e9))}.</p>

<h2>What is often printed</h2>
${printed([
      { says: html`A100: ridge at 156${cite('mlsys')}`, here: open('old', predicted(r.old.speed.bottleneck.ridge)), why: 'With 2.0 TB/s. The 80 GB part reads 2.04, which makes 153.' },
      { says: html`A training matrix product does 69,000 operations per byte${cite('mlsys')}`, here: '3,120', why: 'The printed figure counts the weights’ bytes only. What goes in and comes out has to be read and written too.' },
      { says: html`140 billion multiply-adds a token for 140 GB${cite('mlsys')}`, here: '70 billion', why: 'One for each parameter, two operations each: one operation per byte in 16 bits.' },
      { says: html`HBM is 50 to 100% faster than GDDR${cite('briefing')}`, here: `${predicted(h100.bandwidth_gb_s / rtx.bandwidth_gb_s)} ×`, why: 'True within a class and generation. H100 over RTX 4090 is the comparison people mean.' },
    ])}`;
  },
};
