// The built files themselves: valid HTML, the policy first, and small.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { require } from './browser.mjs';

const { HtmlValidate } = require('html-validate');
const site = new URL('../../build/site/', import.meta.url);

test('HtmlIsValid', async () => {
  const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: { 'long-title': 'off' } });
  const report = await validator.validateString(await readFile(new URL('index.html', site), 'utf8'));
  assert.deepEqual(report.results.flatMap((r) => r.messages).map((m) => `${m.line}:${m.column} ${m.message}`), []);
});

test('ThePolicyStandsBeforeEverythingItGoverns', async () => {
  const html = await readFile(new URL('index.html', site), 'utf8');
  assert.match(html, /<head>\s*<meta http-equiv="Content-Security-Policy"/);
  assert.doesNotMatch(html, /\sstyle="|<style|<script(?![^>]*\s(?:src=|type="application\/json"))/); // data is not run
  assert.doesNotMatch(html, /unsafe-inline|'unsafe-eval'/);
});

test('TheFirstViewIsSmall', async () => {
  const size = async (name) => gzipSync(await readFile(new URL(name, site)), { level: 9 }).length;
  const main = await readFile(new URL('main.js', site), 'utf8');
  const shared = (await readdir(site)).filter((name) => new RegExp(`from"\\./${name}"`).test(main));
  const scripts = (await Promise.all(['main.js', ...shared].map(size))).reduce((sum, bytes) => sum + bytes, 0);
  assert.ok(scripts + await size('page.css') <= 41_000, `scripts ${scripts} bytes, style ${await size('page.css')}`);
  assert.ok(await size('index.html') <= 10_000);
});
