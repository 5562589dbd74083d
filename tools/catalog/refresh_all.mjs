// Refreshes the catalog from every list that has a public address:  node tools/catalog/refresh_all.mjs --out FOLDER
// FOLDER gets report.md and, where something changed, files.json: the texts of the changed files by their paths. A list that
// cannot be read is told in the report; the others go on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './files.mjs';
import { answered } from './lists.mjs';
import { refreshed } from './refresh.mjs';

const BUCKET = 'https://dstack-gpu-pricing.s3.eu-west-1.amazonaws.com/v3';
const inGitHub = (repository, path) => ({ address: `https://raw.githubusercontent.com/${repository}/HEAD/${path}`, repository, path });
const lists = [
  { format: 'karpenter-aws', source: 'karpenter-aws', ...inGitHub('aws/karpenter-provider-aws', 'pkg/providers/pricing/zz_generated.pricing_aws.go') },
  { format: 'karpenter-azure', source: 'karpenter-azure', ...inGitHub('Azure/karpenter-provider-azure', 'pkg/providers/pricing/zz_generated.pricing.go') },
  { format: 'karpenter-gcp', source: 'karpenter-gcp', ...inGitHub('cloudpilot-ai/karpenter-provider-gcp', 'pkg/providers/pricing/initial-prices.json') },
  ...['lambda', 'jarvislabs', 'oci'].map((provider) =>
    ({ format: 'skypilot', source: 'skypilot-catalog', provider, ...inGitHub('skypilot-org/skypilot-catalog', `catalogs/v8/${provider}/vms.csv`) })),
  ...['aws', 'azure', 'gcp'].map((provider) => ({ format: 'gpuhunt', source: 'gpuhunt', provider, versions: `${BUCKET}/${provider}` })),
];

/** Where a list is today, and the day of its last commit for lists that state none. */
async function located({ address, repository, path, versions }) {
  if (versions) return { address: `${versions}/${(await (await answered(`${versions}/version`)).text()).trim()}/catalog.zip` };
  const [{ commit }] = await (await answered(`https://api.github.com/repos/${repository}/commits?per_page=1&path=${path}`)).json();
  return { address, date: commit.committer.date.slice(0, 10) };
}

async function reportOf({ format, source, provider, ...list }) {
  try {
    const { address, date } = await located(list);
    return await refreshed(format, address, { source, provider, date, write: true });
  } catch (error) {
    return [`${format} ${provider ?? ''}: not read: ${error.message}`];
  }
}

const { values: { out } } = parseArgs({ options: { out: { type: 'string' } } });
if (!out) throw new Error('usage: refresh_all.mjs --out FOLDER');
mkdirSync(out, { recursive: true });
const reports = [];
for (const list of lists) reports.push(await reportOf(list));
writeFileSync(join(out, 'report.md'), reports.map(([title, ...lines]) => `### ${title}\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`).join('\n'));

const changed = execFileSync('git', ['ls-files', '--modified', '--others', '--exclude-standard', '--', 'catalog'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
if (changed.length > 0) writeFileSync(join(out, 'files.json'), JSON.stringify(Object.fromEntries(changed.map((path) => [path, readFileSync(join(root, path), 'utf8')]))));
console.log(`${changed.length} files changed`);
