// What the pages of learn/ refer to.

/** @type {Record<string, {text: string, url?: string}>} */
export const sources = {
  roofline: { text: 'Williams, Waterman, Patterson: Roofline, an insightful visual performance model, 2009', url: 'https://doi.org/10.1145/1498765.1498785' },
  zero: { text: 'Rajbhandari et al.: ZeRO, memory optimizations toward training trillion parameter models, 2020', url: 'https://arxiv.org/abs/1910.02054' },
  recompute: { text: 'Korthikanti et al.: Reducing activation recomputation in large transformer models, 2022', url: 'https://arxiv.org/abs/2205.05198' },
  megatron: { text: 'Narayanan et al.: Efficient large-scale language model training on GPU clusters, 2021', url: 'https://arxiv.org/abs/2104.04473' },
  paged: { text: 'Kwon et al.: Efficient memory management for large language model serving with PagedAttention, 2023', url: 'https://arxiv.org/abs/2309.06180' },
  gqa: { text: 'Ainslie et al.: GQA, training generalized multi-query transformer models, 2023', url: 'https://arxiv.org/abs/2305.13245' },
  mla: { text: 'DeepSeek-AI: DeepSeek-V2, a strong, economical, and efficient mixture-of-experts language model, 2024', url: 'https://arxiv.org/abs/2405.04434' },
  lora: { text: 'Hu et al.: LoRA, low-rank adaptation of large language models, 2021', url: 'https://arxiv.org/abs/2106.09685' },
  qlora: { text: 'Dettmers et al.: QLoRA, efficient finetuning of quantized LLMs, 2023', url: 'https://arxiv.org/abs/2305.14314' },
  awq: { text: 'Lin et al.: AWQ, activation-aware weight quantization, 2023', url: 'https://arxiv.org/abs/2306.00978' },
  llama3: { text: 'Meta: The Llama 3 herd of models, 2024', url: 'https://arxiv.org/abs/2407.21783' },
  mlsys: { text: 'A course page: “Selecting GPUs for Training vs Inference”' },
  guide: { text: 'A vendor’s blog: “How to Choose the Right GPU for AI Training vs Inference (2026 Guide)”, May 2026' },
  decision: { text: 'A vendor’s blog on choosing hardware for training and inference' },
  briefing: { text: 'A read-aloud briefing: choosing a GPU for your AI workload' },
};
