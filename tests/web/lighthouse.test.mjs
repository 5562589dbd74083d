// What Lighthouse says of the pages as they are served, compressed: accessibility, good practice, findability, and that what
// is seen first comes with the page and stays where it is. How fast it is on a phone, tools/benchmark measures.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { audit, casesOf, launchForAudit, root, serve } from './browser.mjs';

let server;
let browser;
before(async () => { [browser, server] = await Promise.all([launchForAudit(), serve(join(root, 'build/site'))]); });
after(async () => {
  await browser?.close();
  server?.stop();
});

for (const path of ['', 'learn/memory.html'])
  for (const screen of casesOf(['phone', 'desktop'], (one) => (one === 'phone') === (path === '')))
    test(`LighthouseFindsNothingAmiss-${path || 'index.html'}-${screen}`, async () => {
      const { categories, audits } = await audit(browser, server.address + path, screen);
      for (const name of ['accessibility', 'best-practices', 'seo']) {
        const failed = categories[name].auditRefs.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 1).map(({ id, title }) => `${id}: ${title}`);
        assert.equal(categories[name].score, 1, `${name}: ${failed}`);
      }
      assert.equal(audits['cumulative-layout-shift'].numericValue, 0);
    });
