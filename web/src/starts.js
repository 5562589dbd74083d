// The lines that start a model: the engine's for the format it was estimated in, and beside them those of programs that bring files
// of their own. Only names that the catalog has are used.

/** @typedef {{tool: string, command: string}} Line */
/** @typedef {Record<string, any>} Item */

/** The GGUF type next to a format of MLX, and of 16 bits. @type {Record<string, string>} */
const beside = { 'mlx-4bit': 'Q4_K_M', 'mlx-5bit': 'Q5_K_M', 'mlx-6bit': 'Q6_K', 'mlx-8bit': 'Q8_0', bf16: 'Q8_0', fp16: 'Q8_0' };

/** A public repository of a model in a format: "gguf unsloth/*-GGUF" with its name on Hugging Face in place of the star.
 * @param {Item} model @param {string} format */
function repository({ checkpoints = [], aliases = [] }, format) {
  const [, name] = (aliases.find((/** @type {string} */ alias) => alias.includes('/')) ?? '').split('/');
  const of = checkpoints.map((/** @type {string} */ one) => one.split(' ')).find((/** @type {string[]} */ [begins, where]) => format.startsWith(begins) && (name || !where.includes('*')));
  return of?.[1].replace('*', name);
}

/** @param {Line[]} start of the engine @param {{weights: string, tokens_per_s?: number, context?: number}} row what it runs in @param {Item | undefined} model of the catalog @returns {Line[]} */
export function startsOf(start, { weights, tokens_per_s: writes, context }, model) {
  const [, known] = start.map(({ command }) => / -hf (\S+)/.exec(command)).find(Boolean) ?? [];
  const public_gguf = model && beside[weights] && repository(model, 'gguf');
  const gguf = known ?? (public_gguf && `${public_gguf}:${beside[weights]}`);
  if (writes === undefined) return start;
  const mlx = model && weights === 'mlx-4bit' && repository(model, weights);
  const has = (/** @type {string} */ tool) => start.some((line) => line.tool.startsWith(tool));
  const lines = [
    ...(gguf && !has('Ollama') ? [{ tool: 'Ollama', command: `ollama run hf.co/${gguf}` }] : []),
    ...(mlx || gguf ? [{ tool: 'LM Studio', command: `lms get ${mlx || gguf?.replace(':', '@')} && lms load` }] : []),
    ...(gguf && !has('llama.cpp') ? [{ tool: 'llama.cpp', command: `llama-server -hf ${gguf}${context ? ` -c ${context}` : ''}` }] : []),
  ];
  return [...start.filter(({ tool }) => tool.startsWith('Ollama')), ...lines, ...start.filter(({ tool }) => !tool.startsWith('Ollama'))];
}
