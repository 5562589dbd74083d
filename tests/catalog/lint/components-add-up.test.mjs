import { find, notices, refuses } from './plant.mjs';

const component = (c, id, role) => find(c, 'models', id).components.find((part) => part.role === role);

notices('components-add-up', (c) => (component(c, 'sdxl-base', 'denoiser').params_m = 2600), '3.5014 of 3.469');
refuses('components-add-up', 'a diffusion model without the work of its denoiser', (c) => {
  const denoiser = component(c, 'flux.1-dev', 'denoiser');
  delete denoiser.attention_gflop;
  delete denoiser.gflop;
});
refuses('components-add-up', 'a speech model without the width of its decoder', (c) => delete component(c, 'whisper-tiny', 'text_decoder').hidden);
refuses('components-add-up', 'more work in attention than in all', (c) => (component(c, 'sd-1.5', 'denoiser').attention_gflop = 1e6));
refuses('components-add-up', 'an image model without the size its work is for', (c) => delete find(c, 'models', 'resnet50').image_size);
