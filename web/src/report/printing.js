// Whoever prints the page gets the report of what is on it, and nothing to press.
import { render } from 'lit';
import { wholeReport } from './menu.js';
import { paperView, unansweredView } from './paper.js';
import { givenOf } from './question.js';

/** What is on the screen: an answer, or a question that has none, and what is wrong with what was set last.
 * @typedef {{answered?: import('./content.js').Shared, scenario: import('../types.js').Scenario, records: import('./question.js').Records, trouble: string}} Printed */

/** Pictures on the paper do not use the patterns of those on the screen, which are hidden when it is printed. @param {HTMLElement} paper */
function ownPatterns(paper) {
  for (const pattern of paper.querySelectorAll('pattern')) pattern.id = `paper-${pattern.id}`;
  for (const part of paper.querySelectorAll('[fill^="url(#"]')) part.setAttribute('fill', `${part.getAttribute('fill')}`.replace('#', '#paper-'));
}

/** From now on. @param {() => Printed} printed what is on the screen then */
export function printReport(printed) {
  let [paper, title] = [document.createElement('div'), ''];
  const takeAway = () => {
    if (!paper.isConnected) return;
    paper.remove();
    document.documentElement.classList.remove('reporting');
    document.title = title;
  };
  addEventListener('beforeprint', () => {
    takeAway(); // a browser that shows how it will look may ask again
    [paper, title] = [document.createElement('div'), document.title];
    paper.id = 'paper';
    const { answered, scenario, records, trouble } = printed();
    const report = answered && wholeReport(answered);
    render(report ? paperView(report, trouble) : unansweredView(givenOf(scenario, records), trouble), paper);
    ownPatterns(paper);
    document.body.append(paper);
    document.documentElement.classList.add('reporting');
    if (report) document.title = report.title; // browsers name the PDF by it
  });
  addEventListener('afterprint', takeAway);
}
