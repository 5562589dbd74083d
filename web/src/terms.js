// The words of the field, each in a sentence or two, for the calculator and the pages beside it.

/** @typedef {{term: string, also?: string, means: string}} Term */

/** The page of learn/ that tells more of some of them. */
export const told = /** @type {const} */ ({
  'training-and-inference': ['ttft', 'tpot', 'prefill', 'decode'],
  'kv-cache': ['kv_cache', 'gqa'],
  'memory': ['weights', 'activations', 'gradients', 'optimizer_state', 'gib', 'headroom', 'checkpointing'],
  'parallelism': ['zero3', 'tensor_parallel', 'pipeline_parallel', 'expert_parallel'],
  'roofline': ['roofline', 'ridge_point', 'mfu'],
  'rent-or-buy': ['pue', 'tco', 'npv', 'utilization', 'break_even'],
  'quantization': ['quantization'],
});

/** @type {Record<string, Term>} */
export const terms = {
  ttft: { term: 'TTFT', also: 'time to first token', means: 'From sending a request until the first token of the answer arrives: waiting for a place, then reading the whole prompt.' },
  tpot: { term: 'TPOT', also: 'time per output token', means: 'Between one token of an answer and the next. Its inverse is the speed one person sees; about 10 tokens a second keep up with reading.' },
  prefill: { term: 'Prefill', means: 'Reading the prompt. All its tokens are processed together, so arithmetic is the limit.' },
  decode: { term: 'Decode', means: 'Writing the answer, a token at a time. Each step reads all weights for little arithmetic, so memory bandwidth is the limit until many requests share a step.' },
  kv_cache: { term: 'KV cache', means: 'Keys and values that attention keeps of every token so far. It grows with context and with users, and often decides how many fit.' },
  weights: { term: 'Weights', means: 'The numbers a model has learned. Two bytes each in BF16, one in FP8, about half in 4-bit formats.' },
  activations: { term: 'Activations', means: 'What layers hand to each other. In training they are kept for the backward pass and grow with batch and sequence; in serving they are small.' },
  gradients: { term: 'Gradients', means: 'How the loss changes with each weight: one number for each that is trained.' },
  optimizer_state: { term: 'Optimizer state', means: 'What the optimizer remembers of each weight. AdamW keeps two moments, and mixed precision a 32-bit copy: with gradients, 16 bytes a parameter.' },
  gqa: { term: 'GQA', also: 'grouped-query attention', means: 'Several heads share their keys and values, so the KV cache is smaller by that factor.' },
  gib: { term: 'GB of memory', also: '2³⁰ bytes, GiB', means: 'As makers print it on cards: one sold as 80 GB holds 80 GiB, which are 85.9 × 10⁹ bytes. Of bandwidth, files and disks a GB is 10⁹ bytes.' },
  headroom: { term: 'Headroom', means: 'Memory kept free, for fragmentation and for loads above the mean.' },
  zero3: { term: 'ZeRO-3', also: 'and FSDP', means: 'Weights, gradients and optimizer state are split over data-parallel accelerators and gathered layer by layer. ZeRO-1 splits the optimizer state alone, ZeRO-2 the gradients too.' },
  tensor_parallel: { term: 'Tensor parallel', also: 'TP', means: 'Every matrix is split over accelerators that exchange results in each layer. It needs the fast links within a machine.' },
  pipeline_parallel: { term: 'Pipeline parallel', also: 'PP', means: 'Accelerators hold consecutive layers and pass activations on. Little to send, but stages wait for each other.' },
  expert_parallel: { term: 'Expert parallel', also: 'EP', means: 'The experts of a mixture-of-experts model lie on different accelerators; tokens travel to theirs and back.' },
  checkpointing: { term: 'Recomputed activations', also: 'activation checkpointing', means: 'Activations are thrown away and computed again in the backward pass: less memory for about a third more arithmetic.' },
  roofline: { term: 'Roofline', means: 'What an accelerator can reach at most: memory bandwidth times operations per byte, up to its peak arithmetic.' },
  ridge_point: { term: 'Ridge point', means: 'Operations per byte at which memory and arithmetic take equally long. Below it faster memory helps, above it more FLOP/s.' },
  mfu: { term: 'MFU', also: 'model FLOPs utilization', means: 'Useful arithmetic over what the hardware could do at its dense 16-bit peak. Well-run training reaches 35 to 55%.' },
  goodput: { term: 'Goodput', means: 'The share of time that advances the run, without failures, restarts and writing checkpoints.' },
  slo: { term: 'SLO', also: 'service level objective', means: 'A latency that nearly all requests must keep, such as a first token within 2 s for 95 of 100.' },
  pue: { term: 'PUE', also: 'power usage effectiveness', means: 'Power of the whole building over that of its machines: 1.1 in large data centers, 1.5 in ordinary ones.' },
  tco: { term: 'TCO', also: 'total cost of ownership', means: 'Everything owning costs over its years: machines, power, space, staff, repair, less what they sell for.' },
  npv: { term: 'NPV', also: 'net present value', means: 'Payments of later years counted for less, by the discount rate, so that plans of different timing compare.' },
  utilization: { term: 'Utilization', means: 'The share of hours with work. Idle hours are paid too, so each useful hour costs more.' },
  spot: { term: 'Spot', means: 'Machines that the provider can take back at short notice, for less. Work since the last checkpoint is lost.' },
  break_even: { term: 'Break-even', means: 'Where owning has cost no more than renting, in months, hours or share of use.' },
  pareto: { term: 'Pareto front', means: 'Choices that no other beats in one respect without losing in another.' },
  quantization: { term: 'Quantization', means: 'Weights in fewer bits: less memory and faster decode, at some loss of quality below eight bits.' },
};
