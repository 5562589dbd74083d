// What to paste where: the same element in the words of each program that makes pages.

/**
 * @typedef {object} Wanted
 * @property {string} base address of the calculator's folder, ending in a slash
 * @property {string} scenario the fragment of the link, without its "#"; "|" between those to be compared
 * @property {string} text the answer in one sentence
 * @property {string} view
 * @property {string} controls
 * @property {string} theme
 * @property {string} height empty: as high as it needs
 * @property {string} integrity of embed.js, as subresource integrity spells it; empty: any
 */
/** @typedef {{where: string, code: string}} Piece */
/** @typedef {{id: string, label: string, pieces: (wanted: Wanted) => Piece[]}} Target */

/** @param {string} text */
export const quoted = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Of several scenarios, the first. @param {Wanted} w */
const link = (w) => `${w.base}#${w.scenario.split('|')[0]}`;

/** @param {Wanted} w @param {string} indent before each line but the first */
function tag(w, indent = '') {
  const said = { scenario: w.scenario, view: w.view, controls: w.controls === 'none' ? '' : w.controls, theme: w.theme === 'auto' ? '' : w.theme, height: w.height };
  const attributes = Object.entries(said).filter(([, value]) => value).map(([name, value]) => `${name}="${quoted(value)}"`);
  return `<ridgepoint-calculator ${attributes.join(' ')}>\n${indent}  <a href="${quoted(link(w))}">${quoted(w.text)}</a>\n${indent}</ridgepoint-calculator>`;
}

/** What the script's tag says besides its address. A hash is only compared where the host lets everybody read the file.
 * @param {Wanted} w @returns {Record<string, string>} */
const pinned = ({ integrity }) => (integrity ? { integrity, crossorigin: 'anonymous' } : {});

/** The same as members of an object. @param {Wanted} w @param {string} quote @param {boolean} [named] are names quoted, too? */
const members = (w, quote, named) => Object.entries(pinned(w)).map(([name, value]) => `, ${named ? quote + name + quote : name}: ${quote}${value}${quote}`).join('');

/** @param {Wanted} w */
const script = (w) => `<script src="${quoted(w.base)}embed.js"${Object.entries(pinned(w)).map(([name, value]) => ` ${name}="${value}"`).join('')} async></script>`;

/** @param {Wanted} w */
const frame = (w) => `${w.base}embed.html?view=${w.view}&controls=${w.controls}&theme=${w.theme === 'host' ? 'auto' : w.theme}#${w.scenario}`;

/** @param {Wanted} w */
const pixels = (w) => w.height || '480';

/** @param {string} text */
const escaped = (text) => text.replace(/[\\[\]*_`<>]/g, '\\$&');

/** @type {Target[]} */
export const targets = [
  { id: 'html', label: 'HTML', pieces: (w) => [{ where: 'In the page', code: `${script(w)}\n${tag(w)}` }] },
  { id: 'iframe', label: 'Frame', pieces: (w) => [{ where: 'Where scripts of others are not wanted', code: `<iframe src="${quoted(frame(w))}" title="Ridgepoint" width="100%" height="${pixels(w)}" style="border:0" loading="lazy"></iframe>` }] },
  { id: 'markdown', label: 'Markdown', pieces: (w) => [
    { where: 'Where only text goes, as on GitHub', code: `[${escaped(w.text)}](${link(w)})` },
    { where: 'Where HTML goes as well', code: `${script(w)}\n<div>\n${tag(w)}\n</div>` },
  ] },
  { id: 'mkdocs', label: 'MkDocs', pieces: (w) => (w.integrity ? [{ where: 'In the page, between blank lines', code: `<div>\n${script(w)}\n${tag(w)}\n</div>` }] : [ // its list of scripts takes no hash
    { where: 'mkdocs.yml', code: `extra_javascript:\n  - ${w.base}embed.js` },
    { where: 'In the page, between blank lines', code: `<div>\n${tag(w)}\n</div>` },
  ]) },
  { id: 'sphinx', label: 'Sphinx', pieces: (w) => [
    { where: 'conf.py', code: `html_js_files = [("${w.base}embed.js", {"async": "async"${members(w, '"', true)}})]` },
    { where: 'In the page', code: `.. raw:: html\n\n   ${tag(w, '   ')}` },
  ] },
  { id: 'docusaurus', label: 'Docusaurus', pieces: (w) => [
    { where: 'docusaurus.config.js', code: `scripts: [{ src: '${w.base}embed.js', async: true${members(w, "'")} }],` },
    { where: 'In the page (MDX)', code: tag(w) },
  ] },
  { id: 'vitepress', label: 'VitePress', pieces: (w) => [
    { where: '.vitepress/config.js', code: `head: [['script', { src: '${w.base}embed.js', async: ''${members(w, "'")} }]],
vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'ridgepoint-calculator' } } },` },
    { where: 'In the page, between blank lines', code: tag(w) },
  ] },
  { id: 'hugo', label: 'Hugo', pieces: (w) => [
    { where: 'layouts/shortcodes/ridgepoint.html', code: `{{ if not (.Page.Scratch.Get "ridgepoint") }}{{ .Page.Scratch.Set "ridgepoint" true }}${script(w)}{{ end }}
<ridgepoint-calculator scenario="{{ .Get "scenario" }}" view="{{ .Get "view" | default "answer" }}" controls="{{ .Get "controls" | default "none" }}" theme="{{ .Get "theme" | default "host" }}">
  <a href="${quoted(w.base)}#{{ .Get "scenario" | safeURL }}">{{ .Inner }}</a>
</ridgepoint-calculator>` },
    { where: 'In the page', code: `{{< ridgepoint scenario="${w.scenario}" view="${w.view}" controls="${w.controls}" theme="${w.theme}" >}}\n${w.text}\n{{< /ridgepoint >}}` },
  ] },
  { id: 'jupyter', label: 'Jupyter', pieces: (w) => [{ where: 'In a cell', code: `from IPython.display import IFrame\n\nIFrame("${frame(w)}", width="100%", height=${pixels(w)})` }] },
];
