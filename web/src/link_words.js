// What a link says by itself, in words, before there is an engine to read it and a catalog that knows the names.
import { recalled } from './then.js';

/**
 * @typedef {object} Asked
 * @property {string} text what is asked: "Llama 3.1 70B on 4 × H100 SXM5 80GB in FP8, 32 users"; empty where the link names nothing
 * @property {string} then the answer it was shared with, "Fits, 37 tokens/s each, $17.64/h"; empty without one
 * @property {string} date of the catalog it was made with; empty without one
 */

/** @param {string} link "v=1&…" @returns {Asked} */
export function wordsOf(link) {
  const { link: rest, then } = recalled(link);
  const said = new URLSearchParams(rest.slice(0, longest));
  const id = (/** @type {string} */ key) => /^[a-z0-9][\w.+-]{0,63}$/i.exec(said.get(key) ?? '')?.[0];
  const number = (/** @type {string} */ key) => (/^\d{1,12}(\.\d{1,6})?$/.test(said.get(key) ?? '') ? Number(said.get(key)).toLocaleString('en-US') : undefined);

  const size = number('params_b');
  const model = named(id('model')) ?? (size && `${size}B parameters`);
  const [device, count] = [named(id('accelerator')) ?? id('instance'), number('count')];
  const where = device && `on ${count ? `${count} × ` : ''}${device}`;
  const format = id('weights') && `in ${id('weights')?.toUpperCase()}`;
  const [users, requests, method] = [number('concurrency'), number('requests_per_minute'), id('method')];
  const load = [users && `${users} ${users === '1' ? 'user' : 'users'}`, requests && `${requests} requests a minute`, method && named(method)].filter(Boolean);
  const what = [model, where, format].filter(Boolean).join(' ');
  const task = tasks[said.get('workload') ?? ''];
  return {
    text: [model && task ? `${task} ${what}` : what, ...load].filter(Boolean).join(', '),
    then: then ?? '',
    date: /^\d{4}-\d\d-\d\d$/.exec(said.get('d') ?? '')?.[0] ?? '',
  };
}

const longest = 8192; // characters, as many as the engine reads

/** @type {Record<string, string>} */
const tasks = { train: 'Training', finetune: 'Fine-tuning', batch: 'A batch for' };

/** Words of ids that are spelled neither in capitals nor with a first one. @type {Record<string, string>} */
const spelled = { deepseek: 'DeepSeek', pcie: 'PCIe', moe: 'MoE', oss: 'oss', gpt: 'gpt', ai: 'AI', cpu: 'CPU', tpu: 'TPU', lora: 'LoRA', qlora: 'QLoRA', dora: 'DoRA' };

/** An id as a name: "llama-3.1-70b" is "Llama 3.1 70B". @param {string | undefined} id */
const named = (id) => id?.split('-').map((word) => spelled[word] ?? (/^([a-z]{0,3}\d|[^aeiou]+$)/.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1))).join(' ');
