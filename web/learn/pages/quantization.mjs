import { html } from 'lit';
import { gibibytes, predicted, seconds } from '../../src/format.js';
import { bars, memoryParts, timeParts } from '../drawings.mjs';
import { fits, printed } from '../printed.mjs';

const serve = (/** @type {string} */ weights, /** @type {number} */ concurrency, model = 'llama-3.1-8b', accelerator = 'h100-sxm5-80gb') =>
  ({ workload: 'serve', model, hardware: { accelerator, count: 1 }, precision: { weights }, serve: { input_tokens: 1024, output_tokens: 256, concurrency } });

export default {
  slug: 'quantization',
  title: 'Fewer bits',
  lead: 'A model in four bits takes a quarter of the room and answers one person faster. For many people at once it can be slower. Both have the same reason.',
  ask: {
    b1: serve('bf16', 1), f1: serve('fp8', 1), a1: serve('awq-int4', 1),
    b128: serve('bf16', 128), f128: serve('fp8', 128), a128: serve('awq-int4', 128),
    home: serve('awq-int4', 1, 'llama-3.1-70b', 'rtx-5090'), small: serve('awq-int4', 1, 'qwen3-32b', 'rtx-4090'),
  },
  cites: ['awq', 'qlora', 'roofline', 'briefing', 'guide', 'mlsys'],
  body: (/** @type {any} */ r, /** @type {any} */ { open, figure, live, cite }) => {
    const memory = (/** @type {string} */ label, /** @type {string} */ name) => ({ label, text: open(name, gibibytes(r[name].memory.per_gpu_gb)), parts: memoryParts(r[name]) });
    const time = (/** @type {string} */ label, /** @type {string} */ name) => ({ label, text: open(name, `${predicted(r[name].speed.tokens_per_s_per_request)} tokens/s each`), parts: timeParts(r[name]) });
    const ratio = (/** @type {string} */ a, /** @type {string} */ b) => predicted(r[a].speed.tokens_per_s / r[b].speed.tokens_per_s);
    const weights = (/** @type {any} */ result) => gibibytes(result.memory.kinds.find((/** @type {any} */ k) => k.kind === 'weights').gb);
    return html`
<p>Models are trained in 16-bit numbers or a mixture of 16 and 8. Once trained, most weights can be rounded to fewer bits: <dfn>quantized</dfn>. Weights of 16 bits are two bytes, FP8 and INT8 are one, four-bit formats about half.</p>

<h2>What a bit is worth</h2>
<p>Four bits are never quite four. Weights are rounded in groups, and each group keeps a scale and an offset: AWQ with groups of 128 takes 4.16 bits,${cite('awq')} NF4 with its scales compressed 4.13,${cite('qlora')} llama.cpp’s Q4_K_M 4.9 over a whole file. Embeddings and the output layer usually stay in 16 bits, which weighs in small models with large vocabularies. So Llama 3.1 8B in AWQ takes ${open('a1', weights(r.a1))} and not ${gibibytes(r.a1.model.params_b / 2)}.</p>

${figure(bars('Memory by format', [memory('BF16', 'b1'), memory('FP8', 'f1'), memory('AWQ, 4 bits', 'a1')], gibibytes), 'Llama 3.1 8B on one H100 for one user.')}

<h2>One person: faster</h2>
<p>An answer to one person waits for weights to be read.${cite('roofline')} Half the bytes take half the time for that part, and the fixed part of a step stays. FP8 comes to ${open('f1', `${ratio('f1', 'b1')} times`)} the speed of BF16 here, four bits to ${open('a1', `${ratio('a1', 'b1')} times`)}, not four.</p>

${figure(bars('Time of a token for one user', [time('BF16', 'b1'), time('FP8', 'f1'), time('AWQ, 4 bits', 'a1')], seconds), 'What a token waits for, with one user.')}

<h2>Many people: it depends on the arithmetic</h2>
<p>With 128 users the weights are read once for all of them, and computing matters. In FP8 an H100 computes twice as fast as in 16 bits, so FP8 stays ahead: ${open('f128', `${ratio('f128', 'b128')} times`)} the throughput of BF16. Four-bit weights are different. The chip has no arithmetic for them together with 16-bit activations; they are <em>unpacked</em> to 16 bits first, every time. That costs nothing while memory is the limit and a lot when it is not: ${open('a128', `${ratio('a128', 'b128')} times`)} the throughput, and prompts are read more slowly too.</p>

${figure(bars('Time of a token for 128 users', [time('BF16', 'b128'), time('FP8', 'f128'), time('AWQ, 4 bits', 'a128')], seconds), 'The same with 128 users at once.')}

<p>There are formats with both: NVFP4 and MXFP4 are computed in four bits by Blackwell GPUs. Older ones can load them and gain the room only.</p>

<h2>The cache and the quality</h2>
<p>The <a href="kv-cache.html">KV cache</a> can be quantized on its own, usually to FP8. That makes room for twice the users or twice the context.</p>
<p>What is lost? FP8 and INT8 are hard to tell from 16 bits in most tests. Good four-bit formats lose a little, more in small models, in long chains of reasoning and in rare languages. Below four bits losses grow quickly. The calculator orders formats by coarseness and takes none that is coarser than you accept; it cannot tell what your work forgives. Try it on your own questions.</p>

<h2>What fits at home</h2>
<p>Qwen3 32B in four bits ${fits(r.small)} on a 24 GB card: ${open('small', gibibytes(r.small.memory.per_gpu_gb))}, at ${predicted(r.small.speed.tokens_per_s_per_request)} tokens a second. Llama 3.1 70B ${fits(r.home)} on 32 GB: it takes ${open('home', gibibytes(r.home.memory.per_gpu_gb))}.</p>

${live('small', 'memory', bars('Qwen3 32B on an RTX 4090', [memory('AWQ, 4 bits', 'small')], gibibytes), 'Qwen3 32B in four bits on an RTX 4090.')}

<h2>What is often printed</h2>
${printed([
      { says: html`INT8 makes inference four times as fast${cite('briefing')}`, here: `at most 2 ×`, why: 'Half the bytes of 16 bits. Four times is against 32 bits, which nobody serves.' },
      { says: html`An RTX 5090 reaches 70B “with optimization”${cite('guide')}`, here: open('home', fits(r.home)), why: '32 GB leave at most about 3.5 bits a weight. Part of the layers can lie in the host’s memory, at its speed.' },
      { says: html`24 GB holds 24B in INT4${cite('mlsys')}`, here: '24B to 32B', why: 'Weights alone would allow 48B; cache and buffers take the rest.' },
    ])}`;
  },
};
