// The first paint of a page that a link or a reload opened: what is asked, in the link's own words. It runs before the browser
// has read the answer to the opening example, which index.html brings along, so that nobody sees the answer to another question.
import { linkIn } from './link.js';
import { wordsOf } from './link_words.js';
import { isReopened } from './reopened.js';

/** The example keeps its room, so that little moves when the answer comes. main.js takes this away. */
const styles = `
  #headline { min-height: 580px; }
  #headline > :not(.asked), .example, .doors { display: none; }
  #details > *, #summary, #short > * { visibility: hidden; }
  #headline .note { padding-top: 8px; }
  #notices:has([role="alert"]) ~ #headline .status { display: none; }
  @media (min-width: 1100px) { #headline { min-height: 370px; } }
  @media (max-width: 639px) { #headline { min-height: 690px; } }`;

/** @param {string} tag @param {string} name of its class @param {...(string | Node)} content a stranger's text: never markup */
function element(tag, name, ...content) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...content);
  return made;
}

const script = document.currentScript;
const today = script?.dataset.date;
const nothing = { text: '', then: '', date: '' };

/** What is known of the question. */
const asked = () => (isReopened() ? nothing : wordsOf(linkIn(location.search + location.hash)));

/** In the place of the answer; that it was another one once, where nothing else says it. */
function headline() {
  const { text, then, date } = asked();
  if (text) document.title = `${text} – Ridgepoint`;
  return element('div', 'asked',
    element('p', 'status-line', element('span', 'status', 'Computing …')),
    ...(text ? [element('p', 'sentence', text.replaceAll(' × ', '\u00a0×\u00a0'))] : []),
    ...(then && (!date || date === today) ? [element('p', 'note', `When it was shared: ${then}.`)] : []));
}

/** In the place of what is said of a link of older prices, in the same words. */
function notice() {
  const { then, date } = asked();
  if (!date || date === today) return '';
  const both = then ? ` Then: ${then}. Now: …` : '';
  return element('div', 'notice asked', element('span', 'severity', 'About this link'),
    element('ul', '', element('li', '', `The link was made with the catalog of ${date}; this one is of ${today}, so figures may differ.${both}`)));
}

if (linkIn(location.search + location.hash) || isReopened()) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
  document.getElementById('notices')?.append(notice());
  const printed = document.getElementById('question');
  if (printed) printed.textContent = asked().text;
  script?.before(headline());
}
