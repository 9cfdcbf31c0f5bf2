import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { duration, run, say } from './process.mjs';
import { ROOT } from './setup.mjs';

const DIST = path.join(ROOT, 'apps', 'web', 'dist');
/** Written after a build that succeeded; the build itself empties the folder first. */
const STAMP = path.join(DIST, '.sources');
const SOURCES = ['apps/web', 'packages/core', 'packages/protocol', 'packages/verify', 'package-lock.json'];
const SKIPPED = new Set(['node_modules', 'dist']);

/**
 * Builds the customers' app when its sources differ from those of the last build.
 * @param {{ node: string, env: NodeJS.ProcessEnv }} setup
 */
export async function ensureWebBuilt(setup) {
  const sources = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  say('Building the web app …');
  const startedAt = performance.now();
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--config', 'apps/web/vite.config.ts', '--logLevel', 'warn', 'apps/web'];
  const code = await run(setup.node, args, { cwd: ROOT, env: setup.env, stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new Error('The web app could not be built; the messages above say why.');
  writeFileSync(STAMP, sources);
  say(`Built in ${duration(performance.now() - startedAt)}.`);
}

/** Content, not times: a fresh clone, a checkout of another branch and a touched file are all told apart. */
export function hashOfSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
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
