// The kinds of measured figures in words, and the order they are read in.

/** @typedef {{id: string, title: string, about: string}} Group */

export const groups = /** @type {(Group & {of: RegExp})[]} */ ([
  { id: 'stream', title: 'One stream', of: /one stream|^decode at depth/,
    about: 'Tokens a second, or time per token, for one user alone: mostly a question of memory bandwidth.' },
  { id: 'load', title: 'Many streams', of: /^TPOT|^decode, batched|throughput|many streams/,
    about: 'Time per token and tokens a second under load. What the scheduler of an engine does in between is the hard part.' },
  { id: 'prompts', title: 'Prompts', of: /^TTFT|^prefill/,
    about: 'Reading the prompt: compute, the fixed cost of a request, and waiting behind the prompts of others.' },
  { id: 'memory', title: 'Memory', of: /memory|peak|fits|longest sequence/,
    about: 'Counted line by line from the shapes of the model. A few constants of engines and allocators were chosen in sight of these rows.' },
  { id: 'training', title: 'Training speed', of: /^training(?!, images)/,
    about: 'Tokens, samples or FLOPs a second, and the time of a step, from one GPU to thousands.' },
  { id: 'other', title: 'Images, sequences, audio', of: /./,
    about: 'Networks that do not decode tokens: vision, encoders, diffusion, speech.' },
]);

/** The group of a regime: the first that describes it. @param {string} regime */
export const groupOf = (regime) => groups.find((group) => group.of.test(regime)) ?? groups[groups.length - 1];

const titles = /** @type {Record<string, string>} */ ({
  'TPOT, dense': 'Time per output token, dense models',
  'TPOT, moe': 'Time per output token, mixtures of experts',
  'TPOT, one stream, dense': 'Time per output token, dense models',
  'TPOT, one stream, moe': 'Time per output token, mixtures of experts',
  'TPOT, CPU only': 'Time per output token on a CPU alone',
  'TPOT, one stream, CPU only': 'Time per output token on a CPU alone',
  'TTFT, CPU only': 'Time to first token on a CPU alone',
  TTFT: 'Time to first token',
  'TPOT, moe, prefill and decode apart': 'Time per output token, prefill apart',
  'TTFT, prefill and decode apart': 'Time to first token, prefill apart',
  'throughput, moe, prefill and decode apart': 'Tokens a second, prefill apart',
  prefill: 'Prompt tokens a second',
  'prefill, CPU only': 'Prompt tokens a second on a CPU alone',
  'decode at depth': 'Decode far into a long context',
  'decode at depth, CPU only': 'Decode far into a long context on a CPU alone',
  'decode, batched, CPU only': 'Decode of a fixed batch on a CPU alone',
  'decode, batched, dense': 'Decode of a fixed batch, dense models',
  'decode, batched, moe': 'Decode of a fixed batch, mixtures of experts',
  'decode, one stream, CPU only': 'Decode on a CPU alone',
  'decode, one stream, dense, amd': 'Decode, dense models on AMD',
  'decode, one stream, dense, aws': 'Decode, dense models on AWS Inferentia and Trainium',
  'decode, one stream, dense, intel': 'Decode, dense models on Intel',
  'decode, one stream, dense, nvidia, llama.cpp': 'Decode, dense models on NVIDIA, llama.cpp',
  'decode, one stream, dense, nvidia, other engines': 'Decode, dense models on NVIDIA, other engines',
  'decode, one stream, dense, unified': 'Decode, dense models in unified memory',
  'decode, one stream, moe': 'Decode, mixtures of experts',
  'decode, one stream, partly in host memory': 'Decode with weights partly in host memory',
  'drafted tokens, one stream': 'Tokens drafted ahead, one stream',
  'drafted tokens, many streams': 'Tokens drafted ahead, several streams',
  'throughput, dense': 'Tokens a second under load, dense models',
  'throughput, CPU only': 'Tokens a second under load on a CPU alone',
  'throughput, moe': 'Tokens a second under load, mixtures of experts',
  'maximum throughput': 'Highest throughput, as many requests as fit',
  'inference memory': 'Memory while serving',
  'training peak, full': 'Peak memory, full training',
  'training peak, LoRA': 'Peak memory, LoRA',
  'training peak, QLoRA': 'Peak memory, QLoRA',
  'fits or not': 'Whether a training run fits',
  'longest sequence': 'Longest sequence that fits',
  'training, one GPU': 'One GPU',
  'training, FSDP': 'FSDP and ZeRO-3',
  'training, Megatron': 'Megatron layouts',
  'training, MoE': 'Mixtures of experts',
  'training, LoRA': 'LoRA, layout published',
  'training, layout unknown': 'Layout not published, so chosen as the estimator chooses it',
  'training, images': 'Training of image models',
  images: 'Image models, batches',
  'image generation': 'Images made, by size and steps',
  embedding: 'Texts embedded',
  'memory, image generation': 'Memory while making images',
  'other models, offline': 'Offline benchmarks of vision, speech and diffusion',
});

/** @param {string} regime */
export const titleOf = (regime) => titles[regime] ?? regime.charAt(0).toUpperCase() + regime.slice(1);

/** Figures of catalog/calibration, in the order they are shown. @type {Record<string, string>} */
export const figures = {
  decode_single: 'Decode, one stream',
  tpot: 'Time per output token, several streams',
  drafted: 'Tokens drafted ahead',
  ttft: 'Time to first token',
  output_tokens_per_s: 'Tokens a second of the whole',
  prefill: 'Prefill',
  inference_memory: 'Memory, serving',
  training_memory_full: 'Peak memory, full training',
  training_memory_lora: 'Peak memory, LoRA',
  training_memory_qlora: 'Peak memory, QLoRA',
  train_tokens_per_s: 'Trained tokens a second',
  media_requests_per_s: 'Images, sequences or audio a second',
  train_samples_per_s: 'Images trained a second',
  media_memory: 'Memory, images and speech',
};
