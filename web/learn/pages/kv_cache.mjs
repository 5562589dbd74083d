import { html } from 'lit';
import { count, gibibytes, inGibibytes } from '../../src/format.js';
import { bytes, decimalBytes } from '../../src/format_more.js';
import { bars, lines, memoryParts } from '../drawings.mjs';
import { fits, printed } from '../printed.mjs';

const four = { accelerator: 'h100-sxm5-80gb', count: 4 };
const serve = (/** @type {string} */ model, /** @type {number} */ context, /** @type {number} */ concurrency, precision = {}, hardware = four) =>
  ({ workload: 'serve', model, hardware, precision: { weights: 'bf16', ...precision }, parallel: { tensor: hardware.count }, serve: { input_tokens: context - 512, output_tokens: 512, concurrency } });

export default {
  slug: 'kv-cache',
  title: 'The KV cache',
  lead: 'Weights are paid once, the cache for every word of every conversation. It decides how many people one GPU can serve.',
  ask: {
    one: serve('llama-3.1-70b', 8192, 1), many: serve('llama-3.1-70b', 8192, 32), short: serve('llama-3.1-70b', 4096, 32), long: serve('llama-3.1-70b', 32768, 32),
    eight: serve('llama-3.1-70b', 8192, 32, { kv: 'fp8' }),
    two: serve('llama-3.1-70b', 4096, 32, {}, { ...four, count: 2 }),
    mha: serve('llama-2-7b', 4096, 1, {}, { ...four, count: 1 }), gqa: serve('llama-3.1-8b', 4096, 1, {}, { ...four, count: 1 }),
    mla: serve('deepseek-v3', 4096, 1, { weights: 'fp8' }, { accelerator: 'h200-sxm-141gb', count: 8 }),
  },
  cites: ['gqa', 'mla', 'paged', 'mlsys'],
  body: (/** @type {any} */ r, /** @type {any} */ { open, figure, live, cite, model }) => {
    const each = (/** @type {any} */ result) => result.model.kv_bytes_per_token;
    const llama = model('llama-3.1-70b');
    const contexts = [1024, 4096, 16384, 65536, 131072];
    const line = (/** @type {string} */ label, /** @type {any} */ result, /** @type {string} */ kind) =>
      ({ label, kind, points: contexts.map((x) => /** @type {[number, number]} */ ([x, inGibibytes((each(result) * x) / 1e9)])) });
    const cache = (/** @type {any} */ result) => (each(result) * result.scenario.serve.concurrency * result.scenario.serve.max_context) / 1e9;
    const bar = (/** @type {string} */ label, /** @type {string} */ name) => ({ label, text: open(name, gibibytes(r[name].memory.per_gpu_gb)), parts: memoryParts(r[name]), limit: r[name].memory.usable_gb });
    return html`
<p><dfn>Attention</dfn> lets each token look back at all tokens before it. For that, every layer makes a <dfn>key</dfn> and a <dfn>value</dfn> of each token: two lists of numbers. They do not change later, so they are kept instead of computed again. That is the KV cache.</p>
<p>For one token it takes</p>
<p class="formula"><code>2 × layers × KV heads × head size × bytes of a number</code></p>
<p>Llama 3.1 70B has ${llama.layers} layers with ${llama.kv_heads} KV heads of 128 numbers. In 16 bits that is ${open('one', bytes(each(r.one)))} for every token. A conversation of 8,192 tokens takes ${gibibytes(cache(r.one))}; 32 of them take ${open('many', gibibytes(cache(r.many)))}, ${cache(r.many) > r.many.model.params_b ? 'more than half of the weights’ ' : 'beside the weights’ '}${gibibytes(r.many.model.params_b * 2)}. (A GB of memory is 2³⁰ bytes, also called a GiB: a card sold as 80 GB has 80 of them.)</p>

${figure(bars('Memory by load', [bar('One user, 8k tokens each', 'one'), bar('32 users, 8k', 'many'), bar('32 users, 32k', 'long')], gibibytes, 'what an H100 has'),
      'Llama 3.1 70B in 16 bits on four H100, memory of each.')}

<h2>Why it is bandwidth as well as room</h2>
<p>Every step of decoding reads the weights once for all users, and each user’s whole cache for that user alone. With long contexts the cache becomes most of what is read, and then more users no longer come for free. That is why speed falls as conversations grow.</p>

<h2>Making it smaller</h2>
<ul>
<li><b>Fewer heads.</b> With <dfn>grouped-query attention</dfn> several heads share their keys and values.${cite('gqa')} Llama 2 7B keeps ${open('mha', bytes(each(r.mha)))} for a token; Llama 3.1 8B, with eight KV heads for 32 heads, ${open('gqa', bytes(each(r.gqa)))}.</li>
<li><b>A latent.</b> <dfn>Multi-head latent attention</dfn> keeps one compressed list from which keys and values are made again.${cite('mla')} DeepSeek-V3, with 671 billion parameters, keeps ${open('mla', bytes(each(r.mla)))}.</li>
<li><b>Windows and states.</b> Layers that look back a fixed number of tokens, or keep a state of fixed size, stop growing.</li>
<li><b>Fewer bits.</b> The cache in FP8 is half as large: the 32 users above take ${open('eight', gibibytes(cache(r.eight)))}, with a small loss that few tests notice.</li>
</ul>

${figure(lines({
      name: 'Cache of one conversation by its length, for three models',
      x: { label: 'tokens in the conversation', from: 1024, to: 131072, log: true, ticks: [1024, 8192, 65536, 131072].slice(0, 3), format: count },
      y: { label: 'GB', from: 0.05, to: 100, log: true, ticks: [0.1, 1, 10, 100], format: count },
      lines: [line('Llama 2 7B', r.mha, 'optimizer'), line('Llama 3.1 8B', r.gqa, 'weights'), line('DeepSeek-V3', r.mla, 'activations')],
    }), html`One conversation’s cache in 16 bits: bytes of a token × tokens. The largest model of the three needs the least.`)}

<h2>Pages, and what is left for users</h2>
<p>Nobody knows beforehand how long an answer will be. Early servers reserved the longest possible for everybody and left most of it empty. <dfn>PagedAttention</dfn> hands out small blocks as they are needed,${cite('paged')} and all servers do so today. So the number of users follows from the mean length and not from the longest: on the four GPUs above there is room for ${open('one', `${count(r.one.memory.max_concurrency)} users`)} with 8,192 tokens each.</p>
<p>Equal beginnings are stored once: instructions that open every conversation cost neither room nor time twice. That is what hosts sell as cached input.</p>

<p>Change users and context here:</p>
${live('many', 'memory', bars('Memory of one GPU', [bar('32 users, 8k tokens each', 'many')], gibibytes, 'what an H100 has'), 'Llama 3.1 70B for 32 users.')}

<h2>What is often printed</h2>
${printed([
      { says: html`70B, 32 requests of 8,192 tokens: 85 GB${cite('mlsys')}`, here: open('many', decimalBytes(cache(r.many))), why: 'The figure is right. The product printed beside it leaves out the eight KV heads and gives 10.7.' },
      { says: html`FP16 weights and 42 GB of cache are “manageable” on two H100${cite('mlsys')}`, here: open('two', `${fits(r.two)}`), why: html`140 and ${decimalBytes(cache(r.short))} are more than 160, and more than the ${decimalBytes(2 * r.two.memory.usable_gb)} that two cards really have.` },
      { says: html`At 8,192 tokens three H100 are needed${cite('mlsys')}`, here: '4', why: 'The room would do, but 64 heads do not divide by three. Tensor parallelism takes 4.' },
    ])}`;
  },
};
