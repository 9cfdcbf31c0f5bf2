// npm run hunt -- [minutes, default 10] [path]: repeats the unit tests with random histories, each time with another
// seed, until one fails or the time is over. TEST_SEED=N npm run unit repeats a failure.
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
