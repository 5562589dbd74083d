// The answer below its sentence: warnings, memory, speed, cost, layout.
import { html } from 'lit';
import { costView } from './cost.js';
import { memoryView } from './memory.js';
import { assumptionsView, remediesView, rulesView, warningsView } from './notes.js';
import { speedView } from './speed.js';

/** @param {import('../types.js').Shown} shown @param {import('../charts/index.js').Charts | undefined} charts
 * @param {import('./figure.js').Explain} explain @param {(place: string) => unknown} explanation */
export const answerView = (shown, charts, explain, explanation) => html`
  ${remediesView(shown.result)}
  ${memoryView(shown, charts, explain, explanation('memory'))}
  ${speedView(shown, charts, explain, explanation('speed'))}
  ${costView(shown, charts, explain, explanation('cost'))}
  ${warningsView(shown.result)}
  ${assumptionsView(shown.result)}
  ${rulesView(shown.result)}`;
