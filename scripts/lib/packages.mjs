import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NPM, ROOT } from './setup.mjs';

export const NOTICES = 'THIRD-PARTY-NOTICES.md';
/** Packages installed at operators or sent to browsers; all others only build and test. */
const SHIPPED = ['@tallystick/server', '@tallystick/web', '@tallystick/desk'];
/** `npm run advisories`: the registry does not answer. EX_TEMPFAIL, as everywhere else. */
const NO_ANSWER = 75;
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** Licences allowed beside Apache-2.0 in what we ship, with the reason where it is not obvious. */
export const LICENCES = {
  MIT: '',
  'MIT-0': '',
  ISC: '',
  '0BSD': '',
  Unlicense: 'tweetnacl, given to the public domain: for logins to NATS by a key pair',
  'BSD-2-Clause': '',
  'BSD-3-Clause': '',
  'BlueOak-1.0.0': '',
  'Apache-2.0': '',
  'Python-2.0': '',
  'MIT OR Apache-2.0': '',
  '(MIT OR Apache-2.0)': '',
  '(MIT AND Zlib)': '',
  '(MIT OR CC0-1.0)': '',
  'OFL-1.1': 'a typeface, with its licence beside it',
  'MPL-2.0': 'used as it is, as files of its own',
  'LGPL-3.0-or-later': 'libvips, a shared library of its own that can be exchanged',
  'Apache-2.0 AND LGPL-3.0-or-later': 'libvips, as above',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': 'libvips, as above',
};

/** Packages whose package.json has no licence npm understands; found by reading the package. */
const READ_BY_HAND = { memorystream: 'MIT', 'png-js': 'MIT', 'xmlhttprequest-ssl': 'MIT' };

/** Output of npm, whatever its exit code. */
function npm({ node, env }, args) {
  return new Promise(resolve => {
    execFile(
      node,
      [NPM, ...args, '--loglevel=error'],
      { cwd: ROOT, env, maxBuffer: OUTPUT_BYTES },
      (error, stdout, stderr) => resolve({ failed: error !== null, stdout, stderr }),
    );
  });
}

/** @returns {Promise<string>} CycloneDX, JSON, of the lock file: the same on every platform. */
export async function billOfMaterials(setup, options = []) {
  const args = [
    'sbom',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    ...options,
  ];
  const { failed, stdout, stderr } = await npm(setup, args);
  if (failed) throw new Error(`npm could not make a bill of materials: ${stderr.trim()}`);
  return stdout;
}

/** @returns {Promise<{ name: string, version: string, licence: string }[]>} ours left out, by name and version. */
export async function shippedPackages(setup) {
  const options = ['--omit=dev', ...SHIPPED.map(name => `--workspace=${name}`)];
  const { components } = JSON.parse(await billOfMaterials(setup, options));
  return components
    .filter(({ properties }) => !properties?.some(({ name }) => name === 'cdx:npm:package:private'))
    .map(component => {
      const name = decodeURIComponent(
        component.purl.slice('pkg:npm/'.length, component.purl.lastIndexOf('@')),
      );
      const [found] = component.licenses ?? [];
      const said = found?.license?.id ?? found?.license?.name ?? found?.expression;
      return { name, version: component.version, licence: said ?? READ_BY_HAND[name] ?? 'unknown' };
    })
    .toSorted((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

/** @returns {Promise<string>} the text of THIRD-PARTY-NOTICES.md. */
export async function notices(setup) {
  const rows = (await shippedPackages(setup)).map(
    ({ name, version, licence }) => `${name} ${version} · ${licence}`,
  );
  return `# Third-party notices

Tallystick is made with the packages below, each under its own licence. Their texts are in each package's folder below
\`node_modules\`, and for what is built into the apps in \`/web/licences.md\` and \`/desk/licences.md\`, which the server serves. Both
apps carry the typeface Inter (OFL-1.1, \`packages/typeface/files/LICENSE.txt\`). The marks of well-known coins are drawings of
cryptocurrency-icons 0.18.1 (CC0-1.0, \`apps/web/src/ui/coin-marks.svg\`); they name the coins and stay their owners' marks.
Packages for other platforms are listed although npm installs only one's own.

Written by \`npm run notices\` from the lock file.

${rows.map(row => `- ${row}`).join('\n')}
`;
}

/**
 * Vulnerabilities of installed versions, without those that \`accepted\` has an unexpired reason for.
 *
 * @param {object} report of \`npm audit --json\`
 * @param {readonly { id: string, package: string, reason: string, until: string }[]} accepted
 * @param {string} today as \`2026-11-23\`
 * @returns {{ code: number, lines: string[] }}
 */
export function judge(report, accepted, today) {
  if (!report?.vulnerabilities) {
    const said = report?.error?.summary || report?.message || 'no answer';
    return { code: NO_ANSWER, lines: [`The registry does not say what it knows of weaknesses: ${said}`] };
  }
  const found = new Map();
  for (const { via } of Object.values(report.vulnerabilities)) {
    // Entries that are a name only repeat the advisories of that package.
    for (const advisory of via) if (typeof advisory !== 'string') found.set(idOf(advisory), advisory);
  }
  const lines = [];
  const open = [...found].filter(([id, { name }]) => {
    const entry = accepted.find(one => one.id === id && one.package === name);
    if (entry && entry.until >= today) {
      lines.push(`accepted until ${entry.until}: ${name}, ${id}: ${entry.reason}`);
      return false;
    }
    return true;
  });
  for (const [id, { name, severity, title }] of open) lines.push(`${severity}: ${name}, ${id}: ${title}`);
  lines.push(`${open.length} open, ${found.size - open.length} accepted`);
  return { code: open.length === 0 ? 0 : 1, lines };
}

function idOf({ url, source }) {
  return /GHSA-[\w-]+/.exec(url ?? '')?.[0] ?? String(source);
}

export function acceptedAdvisories() {
  return JSON.parse(readFileSync(path.join(ROOT, 'scripts', 'accepted-advisories.json'), 'utf8'));
}

export async function advisories(setup) {
  const { stdout, stderr } = await npm(setup, ['audit', '--json']);
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    report = { message: stderr.trim() };
  }
  return judge(report, acceptedAdvisories(), new Date().toISOString().slice(0, 10));
}
