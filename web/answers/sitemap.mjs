// The list of a site's pages for those who search the web. It has whole addresses, so that a site without one has no such list.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { escape } from '../to_text.mjs';

/** No pages of their own: what other pages frame, the same calculator in one file, and releases below their tags. */
const left = /^(embed|standalone)\.html$|^v\d[^/]*\//;

/** @param {string[]} files of a site @param {string} site its address, ending in a slash @param {string} date of the last change */
export function sitemapOf(files, site, date) {
  const addresses = files.filter((name) => name.endsWith('.html') && !left.test(name)).sort().map((name) => site + name.replace(/(^|\/)index\.html$/, '$1'));
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => `<url><loc>${escape(address)}</loc><lastmod>${date}</lastmod></url>`).join('\n')}
</urlset>
`;
}

/** Writes sitemap.xml, and robots.txt that names it; takes both away where the site has no address.
 * @param {string} folder of the site @param {string} site its address or nothing @param {string} date */
export async function writeSitemap(folder, site, date) {
  const [sitemap, robots] = ['sitemap.xml', 'robots.txt'].map((name) => join(folder, name));
  if (!site) return void await Promise.all([sitemap, robots].map((file) => rm(file, { force: true })));
  const files = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll(sep, '/'));
  await Promise.all([writeFile(sitemap, sitemapOf(files, site, date)), writeFile(robots, `User-agent: *\nAllow: /\nSitemap: ${site}sitemap.xml\n`)]);
}
