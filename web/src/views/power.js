// What of the money is power, beside the explanation of a price.
import { html, nothing } from 'lit';
import { dollars } from '../format.js';
import { get } from '../pointer.js';
import { fieldView } from './controls.js';
import { explanationView as explained } from './explain.js';

/** An explanation with what can be changed of it. @param {string} place @param {Parameters<typeof explained>[1]} shown @param {Parameters<typeof explained>[2]} show @param {import('./controls.js').Board} board */
export const explanationView = (place, shown, show, board) => explained(place, shown, show, (pointer) => powerView(board, pointer));

/** How much of the money is electricity, with its price, which can be changed here. @param {import('./controls.js').Board} board @param {string} pointer what is explained */
function powerView(board, pointer) {
  const { result } = board;
  const { lines, npv, power_w: drawn, power, usd_per_h: hourly, way } = result.cost ?? {};
  const line = lines?.find(({ id }) => id === 'electricity');
  const price = get(result, '/scenario/cost/electricity_usd_kwh');
  const field = board.sections.flatMap(({ fields }) => fields).find(({ at }) => at === '/cost/electricity_usd_kwh');
  if (!field || !pointer.startsWith('/cost/')) return nothing;
  const share = (/** @type {number} */ part, /** @type {number} */ of) => `${(100 * part / of).toPrecision(2)}%`;
  const owned = line && npv?.buy ? html`Electricity is ${share(line.usd, npv.buy)} of what owning costs: ${dollars(line.usd)} of ${dollars(npv.buy)}.` : nothing;
  const rented = way !== 'buy' && drawn && hourly && typeof price === 'number' ? html` The rent includes power: at this price the machines draw ${share(drawn / 1000 * (power?.pue ?? 1) * price, hourly)} of it while they work.` : nothing;
  return owned === nothing && rented === nothing ? nothing : html`<div class="beside"><p>${owned}${rented}</p>${fieldView(field, board, 'explained-')}</div>`;
}
