// Cost in full: every way to pay, cash flow, what the choice hangs on, power and place.
import { html, nothing } from 'lit';
import { costView } from './cost.js';
import { costMore } from './cost_more.js';
import { termsLine } from './terms.js';

export const open = () => (/** @type {import('../types.js').Page} */ page) => html`
  ${costView(page, html`<div class="cost-more">${page.charts ? costMore(page.shown, page.charts.width) : nothing}</div>`)}
  ${termsLine(['tco', 'npv', 'utilization', 'pue', 'spot', 'break_even'])}`;
