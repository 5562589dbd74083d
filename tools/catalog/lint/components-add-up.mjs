// Models that are not token decoders have what their kind is estimated from, and the parameters of their components
// are those of the model.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

const TOLERANCE = 0.0005; // as for parameters that the engine counts

const needed = {
  encoder: ['layers', 'hidden', 'heads', 'vocab', 'max_context'],
  vision: ['gflop_per_image', 'image_size'],
  diffusion: ['components', 'image_size', 'steps'],
  speech: ['components', 'window_s'],
};

function componentProblems(model) {
  const components = model.components ?? [];
  const role = (name) => components.find((component) => component.role === name);
  const problems = [];
  const sum = components.reduce((total, component) => total + plain(component.params_m ?? 0), 0) / 1e3;
  const published = plain(model.params_b);
  if (components.length > 0 && Math.abs(sum / published - 1) > TOLERANCE) {
    problems.push(`components have ${sum.toFixed(4)} of ${published} billion parameters`);
  }
  if (model.kind === 'diffusion' && !role('denoiser')?.gflop) problems.push('no denoiser with its work');
  if (model.kind === 'speech' && !(role('audio_encoder')?.gflop && role('text_decoder')?.hidden)) {
    problems.push('no encoder and decoder with their work');
  }
  for (const component of components) {
    if ('attention_gflop' in component && plain(component.attention_gflop) > plain(component.gflop ?? 0)) {
      problems.push(`${component.role}: more work in attention than in all`);
    }
  }
  return problems;
}

export default (catalog) =>
  recordsOf(catalog, 'models').flatMap((model) => {
    const missing = (needed[model.kind] ?? []).filter((key) => !(key in model)).map((key) => `no ${key}`);
    return [...missing, ...componentProblems(model)].map((problem) => `${model.id}: ${problem}`);
  });
