// Words for people that expert settings and the views behind the tabs need.
import { words } from './words.js';

Object.assign(words, {
  adamw: 'AdamW', adamw_8bit: 'AdamW, 8-bit', paged_adamw_8bit: 'AdamW, 8-bit, paged', adafactor: 'Adafactor',
  sgd: 'SGD', sgd_momentum: 'SGD with momentum', lion: 'Lion', muon: 'Muon', galore: 'GaLore',
  chat: 'Chat', rag: 'Retrieval (RAG)', code: 'Code completion', agent: 'Agents', summary: 'Summaries', reasoning: 'Reasoning',
  plain: 'Plain', chunked: 'Chunked', fused: 'Fused',
  optimizer: 'Optimizer', parameters: 'Parameters and optimizer', activations: 'Activations',
  attention: 'Attention', qv: 'Query and value', qkv: 'Query, key and value', all_linear: 'All linear layers',
  on_demand: 'On demand', spot: 'Spot', reserved_1y: 'Reserved, 1 year', reserved_3y: 'Reserved, 3 years',
  all: 'All offers', clouds: 'Clouds', marketplace: 'Marketplaces', specialist: 'Specialist clouds', hyperscaler: 'Hyperscalers',
  existing: 'There already', new: 'Bought with them',
  home: 'Home', office: 'Office', colocation: 'Colocation', hyperscale: 'Hyperscale',
  '1f1b': '1F1B', interleaved: 'Interleaved', zero_bubble: 'Zero bubble',
  decoder: 'Dense', moe: 'Mixture of experts', hybrid: 'Hybrid', multimodal: 'Multimodal', encoder: 'Encoder',
  vision: 'Vision', diffusion: 'Diffusion', speech: 'Speech',
  datacenter: 'data centre', workstation: 'workstation', consumer: 'consumer', apple: 'Apple', edge: 'edge', cpu: 'CPU',
  cloud_only: 'cloud',
});
