import { html } from 'lit';
import { counted, days, gibibytes, milliseconds, percent, predicted, seconds } from '../../src/format.js';
import { bars, timeParts } from '../drawings.mjs';
import { printed } from '../printed.mjs';

const card = { accelerator: 'h100-sxm5-80gb', count: 1 };
const talk = { input_tokens: 1024, output_tokens: 256 };

export default {
  slug: 'training-and-inference',
  title: 'Training and inference want different hardware',
  lead: 'The same model on the same GPU is limited by different parts of it, depending on whether it learns or answers. That is why there is no best GPU.',
  ask: {
    one: { workload: 'serve', model: 'llama-3.1-8b', hardware: card, precision: { weights: 'bf16' }, serve: { ...talk, concurrency: 1 } },
    many: { workload: 'serve', model: 'llama-3.1-8b', hardware: card, precision: { weights: 'bf16' }, serve: { ...talk, concurrency: 64 } },
    train: { workload: 'finetune', model: 'llama-3.1-8b', hardware: { ...card, count: 8 }, train: { method: 'full', sequence: 4096, tokens: 1e9 } },
    home: { workload: 'serve', model: 'llama-3.1-8b', hardware: { accelerator: 'rtx-4090', count: 1 }, precision: { weights: 'bf16' }, serve: { ...talk, concurrency: 1 } },
    homeTrain: { workload: 'finetune', model: 'llama-3.1-8b', hardware: { accelerator: 'rtx-4090', count: 8 }, train: { method: 'full', sequence: 4096, tokens: 1e9 } },
  },
  cites: ['roofline', 'decision', 'mlsys', 'guide', 'llama3'],
  body: (/** @type {any} */ { one, many, train, home, homeTrain }, /** @type {any} */ { open, figure, live, device, cite }) => {
    const [h100, rtx] = [device('h100-sxm5-80gb'), device('rtx-4090')];
    const share = (/** @type {any} */ result) => {
      const parts = timeParts(result);
      const all = parts.reduce((sum, { value }) => sum + value, 0);
      return parts.map((part) => ({ ...part, value: part.value / all }));
    };
    const rate = one.speed.tokens_per_s_per_request / home.speed.tokens_per_s_per_request;
    return html`
<p>A language model does two things with its <dfn>weights</dfn>, the numbers it has learned. To <dfn>infer</dfn>, it multiplies its way through them once for every <dfn>token</dfn> (a piece of a word) of an answer. To <dfn>train</dfn>, it goes through them forward, then backward to find out how each should change, and then changes them.</p>

<h2>One token: everything is read, little is computed</h2>
<p>An answer comes token by token, because each depends on the one before. For each, the GPU reads all weights from its memory once and does two operations with every weight. On an H100, Llama 3.1 8B in 16-bit numbers therefore does ${predicted(one.speed.bottleneck.intensity)} operation for each byte it reads, while the chip could do ${predicted(one.speed.bottleneck.ridge)} in the time one byte takes.${cite('roofline')} The arithmetic units wait. One person gets ${open('one', `${predicted(one.speed.tokens_per_s_per_request)} tokens a second`)}, and what would make it faster is faster memory.</p>
<p>So a consumer card does well. An RTX 4090 has ${percent(rtx.bandwidth_gb_s / h100.bandwidth_gb_s)} of the H100’s memory bandwidth and ${percent(rtx.rates_tflops.bf16 / h100.rates_tflops.bf16)} of its arithmetic, and answers ${open('home', `${predicted(home.speed.tokens_per_s_per_request)} tokens a second`)}: slower by the factor ${predicted(rate)}, which follows the bandwidth and not the arithmetic.</p>

<h2>Many people: the read is shared</h2>
<p>With 64 requests at once the weights are still read once a step, now for 64 tokens. Each person waits a little longer, ${milliseconds(many.speed.tpot_ms)} instead of ${milliseconds(one.speed.tpot_ms)} a token, and the GPU writes ${open('many', `${predicted(many.speed.tokens_per_s)} tokens a second`)} in all. Serving many is cheaper than serving one by about that factor, and for the same reason a service that nobody uses at night is expensive.</p>

${figure(bars('Where time goes', [
      { label: 'Answering one person', text: `${milliseconds(one.speed.tpot_ms)} a token`, parts: share(one) },
      { label: 'Answering 64', text: `${milliseconds(many.speed.tpot_ms)} a token`, parts: share(many) },
      { label: 'Learning, on eight GPUs', text: `${seconds(train.speed.step_s)} a step`, parts: share(train) },
    ], (x) => percent(x)), html`What the time of a step is spent on, as shares: Llama 3.1 8B on H100. ${open('one', 'One person')}, ${open('many', '64 people')}, ${open('train', 'training')}.`)}

<h2>Learning: the arithmetic is the limit</h2>
<p>Training processes thousands of tokens in one step. Every weight that is read is used for all of them, so the arithmetic units are busy: on eight H100 full fine-tuning of the same model reaches ${open('train', `${percent(train.speed.mfu)} MFU`)}. <dfn>MFU</dfn>, model FLOPs utilization, is useful arithmetic over what the chip could do at its peak; Meta reported 38 to 43% for Llama 3 405B on up to 16,384 of them.${cite('llama3')} A token takes three times the arithmetic of answering, one part forward and two backward.</p>
<p>It also takes far more memory. Besides the weights there are gradients, the optimizer’s state and what the layers keep for the way back: ${gibibytes(train.memory.per_gpu_gb)} on each of the eight GPUs, against ${gibibytes(one.memory.per_gpu_gb)} in all for answering. <a href="memory.html">Where the memory goes</a> has the account.</p>
<p>And GPUs that learn together must agree after every step. Eight RTX 4090 have no fast link between them; the same job ${homeTrain.memory.fit === 'no' ? html`${open('homeTrain', 'does not fit')} into them without further means` : html`takes ${open('homeTrain', days(homeTrain.speed.days))} for a billion tokens, against ${open('train', days(train.speed.days))}`}.</p>

${live('one', 'roofline', bars('Reading and computing', [
      { label: 'Memory bandwidth, H100', text: `${counted(h100.bandwidth_gb_s, 'GB/s')}`, parts: [{ kind: 'memory', label: 'Bandwidth used by one stream', value: 1 }] },
      { label: 'Arithmetic used by one stream', text: percent(one.speed.bottleneck.intensity / one.speed.bottleneck.ridge), parts: [{ kind: 'compute', label: 'Arithmetic used', value: one.speed.bottleneck.intensity / one.speed.bottleneck.ridge }], limit: 1 },
    ], (x) => percent(x)), 'While one stream asks for all of the bandwidth, it needs hardly any of the arithmetic.')}

<h2>What follows</h2>
<ul>
<li><b>To answer</b>, look at memory first (does it fit, with the cache of all users?), then at bandwidth, then at price per hour times how busy it will be.</li>
<li><b>To learn</b>, look at memory with everything training adds, then at dense 16-bit arithmetic, then at the link between GPUs.</li>
<li><b>To adapt a model</b> with LoRA, memory is near that of answering and arithmetic near that of training: one large card is often enough.</li>
</ul>

<h2>What is often printed</h2>
${printed([
      { says: html`“Backpropagation often doubles compute”${cite('decision')}`, here: '3 ×', why: 'A backward pass costs twice a forward pass, so a trained token costs three; four where activations are computed again.' },
      { says: html`One H100 answers with 239 tokens a second at 70% of its bandwidth, 7B in FP16${cite('mlsys')}`, here: '168 at 70%, 239 at 100%', why: '3,350 GB/s ÷ 14 GB is 239; times 0.7 is 168. The text mixes the two.' },
      { says: html`H100: 3,958 TFLOP/s in FP8${cite('guide')}`, here: `${predicted(h100.rates_tflops.fp8)}`, why: 'The printed figure assumes that half of the weights are zero. Dense is half of it.' },
    ])}`;
  },
};
