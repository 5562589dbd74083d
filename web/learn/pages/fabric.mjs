import { html } from 'lit';
import { counted, milliseconds, percent, predicted, seconds } from '../../src/format.js';
import { bars, timeParts } from '../drawings.mjs';
import { printed } from '../printed.mjs';

const serve = (/** @type {string} */ model, /** @type {string} */ accelerator, /** @type {number} */ count, /** @type {string} */ weights) =>
  ({ workload: 'serve', model, hardware: { accelerator, count }, precision: { weights }, parallel: { tensor: count }, serve: { input_tokens: 1024, output_tokens: 256, concurrency: 1 } });
const train = (/** @type {string} */ accelerator, /** @type {number} */ count, /** @type {object} */ parallel = {}) =>
  ({ workload: 'train', model: 'llama-3.1-70b', hardware: { accelerator, count }, train: { sequence: 8192 }, parallel });

export default {
  slug: 'parallelism',
  title: 'Many GPUs, and the links between them',
  lead: 'Two GPUs are not one of twice the size. How a model is split decides what travels between them, and how often they wait.',
  ask: {
    t1: serve('llama-3.1-70b', 'h100-sxm5-80gb', 1, 'fp8'), t2: serve('llama-3.1-70b', 'h100-sxm5-80gb', 2, 'fp8'),
    t4: serve('llama-3.1-70b', 'h100-sxm5-80gb', 4, 'fp8'), t8: serve('llama-3.1-70b', 'h100-sxm5-80gb', 8, 'fp8'),
    c1: serve('llama-2-7b', 'rtx-4090', 1, 'bf16'), c2: serve('llama-2-7b', 'rtx-4090', 2, 'bf16'), c4: serve('llama-2-7b', 'rtx-4090', 4, 'bf16'),
    node: train('h100-sxm5-80gb', 64), large: train('h100-sxm5-80gb', 1024),
  },
  cites: ['megatron', 'zero', 'llama3', 'mlsys', 'guide'],
  body: (/** @type {any} */ r, /** @type {any} */ { open, figure, live, device, cite }) => {
    const [h100, a100] = ['h100-sxm5-80gb', 'a100-sxm4-80gb'].map(device);
    const bar = (/** @type {string} */ label, /** @type {string} */ name) => ({ label, text: open(name, `${milliseconds(r[name].speed.tpot_ms)} a token`), parts: timeParts(r[name]) });
    const share = (/** @type {any} */ result, /** @type {string} */ bound) => {
      const parts = timeParts(result);
      return parts.filter(({ kind }) => kind === bound).reduce((sum, { value }) => sum + value, 0) / parts.reduce((sum, { value }) => sum + value, 0);
    };
    const words = (/** @type {any} */ { tensor, pipeline, data, context, sharding }) => [[tensor, 'tensor'], [pipeline, 'pipeline'], [context, 'context'], [data, 'data']]
      .filter(([n]) => /** @type {number} */ (n) > 1).map(([n, word]) => `${word} ${n}`).concat(sharding && sharding !== 'none' ? [sharding.toUpperCase().replace('ZERO', 'ZeRO-')] : []).join(', ');
    const reading = (/** @type {any} */ result) => timeParts(result).filter(({ kind }) => kind === 'memory').reduce((sum, { value }) => sum + value, 0);
    const saved = reading(r.c1) - reading(r.c2);
    const gain = r.c1.speed.tpot_ms / r.c2.speed.tpot_ms;
    return html`
<p>A model is split when it does not fit, or when it should be faster. There are four ways, and large runs use several at once.${cite('megatron')}</p>
<ul>
<li><b>Tensor parallel.</b> Every matrix is cut into pieces, one for each GPU. All work on each token together, and add up their results twice a layer, an <dfn>all-reduce</dfn>. Fast for the single user; needs the fastest links.</li>
<li><b>Pipeline parallel.</b> Consecutive layers lie on consecutive GPUs. Little travels, but a GPU waits until work reaches it: with <i>p</i> stages and <i>m</i> pieces of a batch, (<i>p</i> − 1) ÷ <i>m</i> of the time is a bubble. A single answer is not faster at all.</li>
<li><b>Data parallel.</b> Every GPU has the whole model, or gathers it as it goes (ZeRO-3, FSDP),${cite('zero')} and its own part of the batch. After a step all gradients are added up. In serving these are simply replicas.</li>
<li><b>Expert parallel.</b> A <dfn>mixture of experts</dfn> sends each token to a few of many small networks. The experts lie on different GPUs, and tokens travel to theirs and back.</li>
</ul>

<h2>What the links can carry</h2>
<p>Within a server, H100 are joined by NVLink: each sends its neighbours ${counted(h100.fabric.per_direction_gb_s, 'GB/s')}, one way. A card in a PCIe 4.0 slot sends 32, and shares its path with the others. Between servers it is 50 GB/s for each GPU in good clusters. Vendors print both directions added up, so their numbers are twice as high.</p>
<p>Size is one half of it. Every exchange also has a fixed time, a few millionths of a second over NVLink, tens over PCIe. For one user the messages are tiny and the fixed time is all there is: twice a layer, 80 layers, for every token.</p>

${figure(bars('Time of a token by tensor parallel size', [bar('1 H100', 't1'), bar('2', 't2'), bar('4', 't4'), bar('8', 't8')], milliseconds0),
      'Llama 3.1 70B in FP8 for one user, on more and more H100 over NVLink.')}

<p>Doubling the GPUs halves only what is read from memory. From four to eight, a token takes ${open('t8', milliseconds(r.t8.speed.tpot_ms))} instead of ${open('t4', milliseconds(r.t4.speed.tpot_ms))}, for twice the price: by then ${percent(share(r.t8, 'host') + share(r.t8, 'communication'))} of the time is fixed.</p>

<h2>Without NVLink</h2>
<p>Two RTX 4090 split Llama 2 7B over PCIe. A token takes ${open('c2', milliseconds(r.c2.speed.tpot_ms))} instead of ${open('c1', milliseconds(r.c1.speed.tpot_ms))}, ${gain > 1 ? `${predicted(gain)} times as fast` : 'slower'}, and ${percent(share(r.c2, 'communication'))} of that is waiting for the other card. Four cards take ${open('c4', milliseconds(r.c4.speed.tpot_ms))}. If the model fits on one, two replicas answer twice as many people and neither waits.</p>

${figure(bars('Time of a token over PCIe', [bar('1 RTX 4090', 'c1'), bar('2', 'c2'), bar('4', 'c4')], milliseconds0), 'Llama 2 7B in 16 bits for one user.')}

<h2>Choosing a layout</h2>
<p>The habit that has proved itself: tensor parallel inside a server as far as memory demands, pipeline across servers where it must be, data parallel with the rest. For training Llama 3.1 70B on 64 H100 the calculator finds ${open('node', words(r.node.speed.layout))}, at ${percent(r.node.speed.mfu)} MFU; on 1,024 ${open('large', words(r.large.speed.layout))}, at ${percent(r.large.speed.mfu)}. Meta reported 38 to 43% for its 405B model on 8,192 to 16,384.${cite('llama3')}</p>
<p>More machines also break more often. A run on thousands of GPUs is interrupted every few hours, so it writes <dfn>checkpoints</dfn>, and the share of time that really advances it is its <dfn>goodput</dfn>.</p>

<p>Move the number of GPUs here:</p>
${live('t4', 'answer', bars('Time of a token on four H100', [bar('4 H100', 't4')], milliseconds0), 'Llama 3.1 70B in FP8 on four H100.')}

<h2>What is often printed</h2>
${printed([
      { says: html`PCIe is 10 to 20 times slower than NVLink${cite('mlsys')}`, here: `${predicted(a100.fabric.per_direction_gb_s / 32)} to ${predicted(h100.fabric.per_direction_gb_s / 32)} ×`, why: 'By bandwidth, A100 and H100 over PCIe 4.0; over 5.0 it is 7. Latency comes on top.' },
      { says: html`Two RTX 4090 can be slower than one for 7B${cite('mlsys')}`, here: open('c2', `${predicted(gain)} ×`), why: html`The split saves ${milliseconds(saved * 1e3)} of reading and adds 64 exchanges. It becomes slower where one of them takes more than ${seconds(saved / 64)}, as in software without direct transfers.` },
      { says: html`Large models take 16 to 64 GPUs${cite('guide')}`, here: 'it depends', why: 'To hold the states, yes. To finish in weeks, hundreds: the calculator says both.' },
    ])}`;
  },
};

/** @param {number} s seconds */
function milliseconds0(s) {
  return milliseconds(s * 1e3);
}
