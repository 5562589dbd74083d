import { find, notices, refuses } from './plant.mjs';

notices('benchmarks-have-engines', (c) => { find(c, 'benchmarks', 'vllm-serve').software = ['vlm']; }, 'vlm');
refuses('benchmarks-have-engines', 'a figure that is no pointer', (c) => { find(c, 'benchmarks', 'vllm-serve').figures = ['ttft_ms']; });
for (const command of ['run {model', 'run [--a {a}', 'run a]', 'run [[--a {a}] b]', 'run [--always]'])
  refuses('benchmarks-have-engines', command, (c) => { find(c, 'benchmarks', 'vllm-serve').command = command; });
refuses('benchmarks-have-engines', 'options that do not end', (c) => { find(c, 'benchmarks', 'vllm-serve').options = '{model'; });
for (const member of ['tool', 'figures', 'source'])
  refuses('benchmarks-have-engines', `a command without ${member}`, (c) => { delete find(c, 'benchmarks', 'vllm-serve')[member]; });
notices('benchmarks-have-engines', (c) => { delete find(c, 'benchmarks', 'none').remark; }, 'none has no remark');
