// npm run hunt -- [minutes, 10 unless told] [path]: runs the unit tests that try random histories again and again, each
// time with another seed, until one fails or the time is over. What it found is run again by TEST_SEED=N npm run unit.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { huntFor } from './lib/hunting.mjs';
import { exitWith } from './lib/main.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';

await exitWith(async () => {
  const [minutes = '10', under = ''] = process.argv.slice(2);
  const files = globSync('{packages,apps}/**/*.test.ts', {
    cwd: ROOT,
    exclude: file => file.includes('node_modules') || file.endsWith('.integration.test.ts'),
  }).filter(file => file.startsWith(under) && triesRandomHistories(file));
  return huntFor(minutes, await ensureSetup(), { project: 'unit', files });
});

function triesRandomHistories(file) {
  return readFileSync(path.join(ROOT, file), 'utf8').includes("from 'fast-check'");
}
