import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { binary } from './binary.mjs';
import { duration, run, say } from './process.mjs';
import { ROOT } from './setup.mjs';

const SKIPPED = new Set(['node_modules', 'dist']);
/** Sources shared by both apps. */
const SHARED = [
  'packages/core',
  'packages/protocol',
  'packages/typeface',
  'packages/verify',
  'packages/witness',
  'package-lock.json',
];
const APPS = [
  { name: 'web', title: 'web app' },
  { name: 'desk', title: "operators' desk" },
];

/**
 * Builds the customers' app and the operators' desk when their sources differ from those of their last build.
 * @param {{ node: string, env: NodeJS.ProcessEnv }} setup
 */
export async function ensureAppsBuilt(setup) {
  for (const app of APPS) await ensureBuilt(setup, app);
}

async function ensureBuilt(setup, { name, title }) {
  const folder = `apps/${name}`;
  // Written after a successful build, which empties the folder first.
  const stamp = path.join(ROOT, folder, 'dist', '.sources');
  const sources = hashOfSources([folder, ...SHARED]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  say(`Building the ${title} …`);
  const startedAt = performance.now();
  const args = [
    binary('vite'),
    'build',
    '--config',
    `${folder}/vite.config.ts`,
    '--logLevel',
    'warn',
    folder,
  ];
  const code = await run(setup.node, args, { cwd: ROOT, env: setup.env, stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new Error(`The ${title} could not be built; the messages above say why.`);
  writeFileSync(stamp, sources);
  say(`Built in ${duration(performance.now() - startedAt)}.`);
}

/** By content instead of times, so that a fresh clone and a touched file are recognised. */
function hashOfSources(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(path.join(ROOT, source))) {
      hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function filesUnder(start) {
  if (!existsSync(start)) return [];
  if (statSync(start).isFile()) return [start];
  return readdirSync(start)
    .filter(name => !SKIPPED.has(name) && !/\.test\.tsx?$/.test(name))
    .toSorted()
    .flatMap(name => filesUnder(path.join(start, name)));
}
