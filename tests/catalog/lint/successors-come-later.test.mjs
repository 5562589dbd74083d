import { find, notices } from './plant.mjs';

const set = (successor) => (c) => { find(c, 'models', 'qwen3-8b').successor = successor; };

notices('successors-come-later', set('qwen9-8b'), 'there is no qwen9-8b');
notices('successors-come-later', set('qwen2.5-7b'), 'qwen2.5-7b does not come later');
notices('successors-come-later', set('qwen3-8b'), 'qwen3-8b does not come later');
