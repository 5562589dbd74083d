import { find, notices, refuses } from './plant.mjs';

notices('benchmarks-have-engines', (c) => { find(c, 'benchmarks', 'vllm-serve').software = ['vlm']; }, 'vlm');
refuses('benchmarks-have-engines', 'a figure that is no pointer', (c) => { find(c, 'benchmarks', 'vllm-serve').figures = ['ttft_ms']; });
for (const command of ['run {model', 'run [--a {a}', 'run a]', 'run [[--a {a}] b]', 'run [--always]'])
  refuses('benchmarks-have-engines', command, (c) => { find(c, 'benchmarks', 'vllm-serve').command = command; });
