import { html } from 'lit';
import { gibibytes, percent, short } from '../../src/format.js';
import { decimalBytes } from '../../src/format_more.js';
import { bars, memoryParts } from '../drawings.mjs';
import { fits, printed } from '../printed.mjs';

const one = { accelerator: 'h100-sxm5-80gb', count: 1 };
const job = (/** @type {object} */ train, hardware = one, parallel = {}, model = 'llama-3.1-8b') =>
  ({ workload: 'finetune', model, hardware, train: { sequence: 4096, micro_batch: 1, checkpointing: 'full', ...train }, parallel });
const eight = { ...one, count: 8 };
const thirteen = (/** @type {string} */ accelerator, /** @type {number} */ count, /** @type {object} */ train = {}) =>
  job({ method: 'full', sequence: 2048, ...train }, { accelerator, count }, { sharding: 'zero3' }, 'llama-2-13b');

export default {
  slug: 'memory',
  title: 'Where the memory goes',
  lead: 'Whether something runs at all is decided by bytes that can be counted. Answering needs two a parameter; learning needs eighteen, and then some.',
  ask: {
    serve: { workload: 'serve', model: 'llama-3.1-8b', hardware: one, precision: { weights: 'bf16' }, serve: { input_tokens: 3072, output_tokens: 1024, concurrency: 1 } },
    full: job({ method: 'full' }),
    lora: job({ method: 'lora' }),
    qlora: job({ method: 'qlora' }),
    kept: job({ method: 'lora', checkpointing: 'none' }),
    none: job({ method: 'full' }, eight, { sharding: 'none', tensor: 1, pipeline: 1, context: 1 }),
    zero1: job({ method: 'full' }, eight, { sharding: 'zero1', tensor: 1, pipeline: 1 }),
    zero2: job({ method: 'full' }, eight, { sharding: 'zero2', tensor: 1, pipeline: 1 }),
    zero3: job({ method: 'full' }, eight, { sharding: 'zero3', tensor: 1, pipeline: 1 }),
    cards: thirteen('rtx-4090', 8),
    four: thirteen('a100-sxm4-80gb', 4, { checkpointing: 'none' }),
  },
  cites: ['zero', 'recompute', 'lora', 'qlora', 'mlsys', 'decision', 'guide'],
  body: (/** @type {any} */ r, /** @type {any} */ { open, figure, live, cite }) => {
    const bar = (/** @type {string} */ label, /** @type {string} */ name) => ({ label, text: open(name, gibibytes(r[name].memory.per_gpu_gb)), parts: memoryParts(r[name]), limit: r[name].memory.usable_gb });
    const states = r.full.memory.kinds.filter((/** @type {any} */ k) => ['weights', 'gradients', 'optimizer'].includes(k.kind));
    const counted = states.reduce((/** @type {number} */ sum, /** @type {any} */ k) => sum + k.gb, 0);
    const adapters = (r.lora.memory.lines.find((/** @type {any} */ l) => l.id === 'adapters').gb * 1e9) / 2; // two bytes each
    const activations = (/** @type {any} */ result) => gibibytes(result.memory.kinds.find((/** @type {any} */ k) => k.kind === 'activations').gb);
    return html`
<p>A GPU’s memory is a hard limit. Speed below what was hoped for costs time; one byte too many stops the program. The good news is that nearly all of it can be counted beforehand from the model’s shape.</p>

<h2>Answering: weights, cache and a little</h2>
<p>In 16-bit numbers a weight takes two bytes. Llama 3.1 8B has ${short(r.serve.model.params_b * 1e9)} of them, so its weights take ${decimalBytes(r.serve.model.params_b * 2)}, or ${gibibytes(r.serve.model.params_b * 2)}. A <dfn>GB</dfn> of memory is 2³⁰ bytes, also called a GiB: a card sold as 80 GB has 80 of them. Beside them lies the <dfn>KV cache</dfn>, which keeps what attention has to remember of every token of every conversation (<a href="kv-cache.html">a page of its own</a>), and the buffers of the software. One user with 4,096 tokens: ${open('serve', gibibytes(r.serve.memory.per_gpu_gb))}.</p>

<h2>Learning: eighteen bytes a parameter</h2>
<p>The usual recipe is mixed precision with the AdamW optimizer. For every parameter it keeps</p>
<ul>
<li>the weight in 16 bits: 2 bytes,</li>
<li>its <dfn>gradient</dfn>, how the loss changes with it, in 32 bits: 4 bytes (2 where gradients are kept in 16),</li>
<li>a 32-bit <dfn>master copy</dfn>, so that small changes are not rounded away: 4 bytes,</li>
<li>two running means, the <dfn>optimizer state</dfn>: 8 bytes.</li>
</ul>
<p>Eighteen bytes, sixteen with short gradients, as the ZeRO paper counts.${cite('zero')} For 8B that is ${gibibytes(counted)} before a single token has been read, so full fine-tuning ${fits(r.full)} on one 80 GB card: it needs ${open('full', gibibytes(r.full.memory.per_gpu_gb))}.</p>
<p>On top come <dfn>activations</dfn>, what each layer keeps for the way back. They grow with the number of tokens in a step and not with the parameters alone. They can be thrown away and <dfn>recomputed</dfn>, for about a third more arithmetic:${cite('recompute')} with LoRA on one sequence of 4,096 tokens they take ${open('kept', activations(r.kept))} if kept and ${open('lora', activations(r.lora))} if not.</p>

${figure(bars('Memory by method', [bar('Answering one user', 'serve'), bar('QLoRA', 'qlora'), bar('LoRA', 'lora'), bar('Full fine-tuning', 'full')], gibibytes, 'what an H100 has'),
      html`Llama 3.1 8B on one H100, a sequence of 4,096 tokens, activations recomputed.`)}

<h2>Learning a part: LoRA and QLoRA</h2>
<p><dfn>LoRA</dfn> freezes the model and trains small matrices beside it,${cite('lora')} here ${percent(adapters / (r.lora.model.params_b * 1e9))} of the parameters. Gradients and optimizer shrink by the same share, and the frozen weights need their two bytes only: ${open('lora', gibibytes(r.lora.memory.per_gpu_gb))}. <dfn>QLoRA</dfn> keeps the frozen weights in four bits as well:${cite('qlora')} ${open('qlora', gibibytes(r.qlora.memory.per_gpu_gb))}. What remains is mostly activations and the <dfn>logits</dfn>, a score for each of 128,256 words at each position.</p>

<h2>Sharing it: ZeRO and FSDP</h2>
<p>GPUs that train together each hold a full copy, unless it is shared out. <dfn>ZeRO-1</dfn> splits the optimizer state over them, <dfn>ZeRO-2</dfn> the gradients too, and <dfn>ZeRO-3</dfn> (or FSDP) also the weights, which are then gathered layer by layer when they are needed.${cite('zero')} Activations are not shared: each GPU has its own sequences.</p>

${figure(bars('Memory by sharding', [bar('Nothing shared', 'none'), bar('ZeRO-1', 'zero1'), bar('ZeRO-2', 'zero2'), bar('ZeRO-3', 'zero3')], gibibytes, 'what an H100 has'),
      'Full fine-tuning of Llama 3.1 8B on eight H100, memory of each.')}

<p>Here is that last one, live:</p>
${live('zero3', 'memory', bars('Memory with ZeRO-3', [bar('Each of eight H100', 'zero3')], gibibytes, 'what an H100 has'), 'Full fine-tuning with ZeRO-3.')}

<h2>What is often printed</h2>
${printed([
      { says: html`“70B needs 140 GB for training in full precision”${cite('decision')}`, here: '1,260 GB', why: '140 GB are the 16-bit weights alone. Model states take 18 × 70, or 1,120 GB with 16-bit gradients.' },
      { says: html`13B with ZeRO-3 fits on eight RTX 4090${cite('mlsys')}`, here: open('cards', `${fits(r.cards)}: ${gibibytes(r.cards.memory.per_gpu_gb)}`), why: html`Its own 18 bytes make 218 GB; eight cards have 192. Without moving states to the host there is no room for a single activation.` },
      { says: html`13B with ZeRO-3 takes 72 GB on each of four A100${cite('mlsys')}`, here: open('four', decimalBytes(r.four.memory.per_gpu_gb)), why: 'The printed figure divides activations by four as well. They are not shared; recomputing them is what helps.' },
      { says: html`A 24 GB card trains 20B with LoRA${cite('guide')}`, here: '40 GB', why: 'That many weights in 16 bits alone. With QLoRA they take 10 to 11.' },
    ])}`;
  },
};
