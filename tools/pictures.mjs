// Draws the pictures that are committed, by the system's Chromium: node tools/pictures.mjs
//
//   web/icons/icon-192.png, icon-512.png   for installing, from ridgepoint.svg
//   web/icons/preview.png                  what a shared link shows: the opening example of build/site
//
// Run it again when the mark or the look of the page changes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, root, serve } from '../tests/web/browser.mjs';

const icons = join(root, 'web/icons');
const mark = (await readFile(join(icons, 'ridgepoint.svg'), 'utf8')).replace(/<style>.*?<\/style>/, '<style>path{stroke:#15181b}circle{fill:#0063a3}</style>');
const browser = await launch();

for (const pixels of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: pixels, height: pixels } });
  await page.setContent(`<body style="margin:0;background:#fcfcfa;display:grid;place-items:center;height:100vh"><div style="width:62%">${mark}</div>`);
  await page.screenshot({ path: join(icons, `icon-${pixels}.png`) });
  await page.close();
}

const site = await serve(join(root, 'build/site'));
const page = await browser.newPage({ viewport: { width: 600, height: 315 }, deviceScaleFactor: 2, bypassCSP: true });
await page.goto(`${site.address}embed.html?view=memory&theme=light`);
await page.locator('.chart-memory svg').waitFor();
await page.addStyleTag({ content: `
  body.embedded { display: flex; flex-direction: column; height: 315px; padding: 28px 32px 16px; }
  main, .drawn { flex: 1; display: flex; flex-direction: column; justify-content: space-between; }
  .embedded .subject { order: -1; padding: 0; font-size: 17px; line-height: 25px; color: var(--ink); }
  .chart.chart-memory { padding: 0; min-height: 0; }
  .figures, .twin, #date, .drawn h2 { display: none !important; }
  footer a { text-decoration: none; font-weight: 620; }` });
await page.evaluate(() => { document.querySelector('#open').lastChild.textContent = 'Ridgepoint'; });
await page.screenshot({ path: join(icons, 'preview.png') });
await browser.close();
site.stop();
