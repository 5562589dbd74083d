// Catalog records in a line.
import { count, gap, short } from './format.js';

/** @typedef {Record<string, any>} Item */

/** @param {Item} a */
export const acceleratorDetail = (a) =>
  [`${count(a.memory_gb)}${gap}GB`, a.bandwidth_gb_s && `${count(Math.round(a.bandwidth_gb_s))}${gap}GB/s`].filter(Boolean).join(' · ');

/** @param {Item} m */
export const modelDetail = (m) =>
  [
    m.params_b && `${short(m.params_b * 1e9)}`,
    m.active_params_b && m.experts > 0 && `${short(m.active_params_b * 1e9)} active`,
    m.max_context && `${count(m.max_context)} tokens`,
  ].filter(Boolean).join(' · ');

/** The name of an entry that is not the catalog's, as answers say it. @param {Item} entry */
export const asGiven = ({ id, name }) => `${name || id} (as given)`;
