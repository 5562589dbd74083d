// Lines over two axes as an SVG that stands beside text, light or dark.

/** @typedef {{ name: string, points: [number, number][] }} Series */
/** @typedef {{ title: string, x: string, y: string, series: Series[] }} Picture */

const [WIDTH, HEIGHT] = [420, 280]; // of one picture
const [TOP, RIGHT, BOTTOM, LEFT] = [34, 16, 44, 52];
const EDGE = 16; // right of the last, for the end of its numbers
const COLOURS = ['#0072b2', '#d55e00', '#009e73'];
const STYLE = `text{font:12px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600;font-size:14px}.axis{stroke:#8c959f}.grid{stroke:#d0d7de}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#30363d}}`;

const round = (x) => Math.round(x * 10) / 10;
const escaped = (text) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

/** About four round numbers from 0 to `most`. @param {number} most */
function ticks(most) {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = power * [1, 2, 5, 10].find((factor) => most / (factor * power) <= 5);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/** @param {Picture} picture @param {number} left */
function drawn({ title, x, y, series }, left) {
  const all = series.flatMap(({ points }) => points);
  const [mostX, mostY] = [Math.max(...all.map(([at]) => at)), Math.max(...all.map(([, at]) => at)) * 1.05];
  const atX = (value) => round(LEFT + (value / mostX) * (WIDTH - LEFT - RIGHT));
  const atY = (value) => round(HEIGHT - BOTTOM - (value / mostY) * (HEIGHT - TOP - BOTTOM));
  const words = (value) => Number(value.toPrecision(6)).toLocaleString('en');
  return `<g transform="translate(${left})"><text class="title" x="${LEFT}" y="18">${escaped(title)}</text>
${ticks(mostY).map((value) => `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${atY(value)}" y2="${atY(value)}"/><text x="${LEFT - 6}" y="${atY(value) + 4}" text-anchor="end">${words(value)}</text>`).join('\n')}
${ticks(mostX).map((value) => `<text x="${atX(value)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${words(value)}</text>`).join('\n')}
<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${atY(0)}" y2="${atY(0)}"/>
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(x)}</text>
<text transform="translate(12 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>
${series.map(({ name, points }, i) => `<g stroke="${COLOURS[i]}" fill="${COLOURS[i]}"><polyline fill="none" stroke-width="2" points="${points.map(([a, b]) => `${atX(a)},${atY(b)}`).join(' ')}"/>${points.map(([a, b]) => `<circle cx="${atX(a)}" cy="${atY(b)}" r="3"><title>${escaped(name)}: ${words(a)}, ${words(Number(b.toPrecision(3)))}</title></circle>`).join('')}<rect x="${LEFT + 12}" y="${TOP + 4 + 18 * i}" width="14" height="3"/></g>
<text x="${LEFT + 32}" y="${TOP + 10 + 18 * i}">${escaped(name)}</text>`).join('\n')}</g>`;
}

/** The pictures side by side. @param {Picture[]} pictures */
export function plot(pictures) {
  const label = pictures.map(({ title }) => title).join('; ');
  const width = WIDTH * pictures.length + EDGE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" role="img" aria-label="${escaped(label)}">
<style>${STYLE}</style>
${pictures.map((picture, i) => drawn(picture, i * WIDTH)).join('\n')}
</svg>
`;
}
