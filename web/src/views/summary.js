// The name of what a scenario runs on.
import { count } from '../format.js';

/** What it runs on: "4 × H100 SXM5 80GB". @param {import('../types.js').Result} result
 * @param {Pick<import('../catalog.js').Catalog, 'accelerator' | 'lists'>} catalog */
export const placeText = ({ scenario: { hardware } }, { accelerator, lists }) =>
  `${count(hardware.count)} × ${(hardware.instance ? lists.machine(hardware.instance) : accelerator(hardware.accelerator))?.name ?? hardware.instance}`;
