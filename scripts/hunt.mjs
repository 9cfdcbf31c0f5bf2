// npm run hunt -- [minutes, default 10] [path]: repeats the unit tests with random histories, each time with another
// seed, until one fails or the time is over. TEST_SEED=N npm run unit repeats a failure.
// npm run hunt -- --histories N [path]: runs those once that say how many histories they try, with N of them.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { huntFor, huntThrough } from './lib/hunting.mjs';
import { exitWith } from './lib/main.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';

const RANDOM = "from 'fast-check'";
const COUNTED = 'testing/histories.ts';

await exitWith(async () => {
  const args = process.argv.slice(2);
  if (args[0] === '--histories') {
    const [, count = '', under = ''] = args;
    return huntThrough(count, await ensureSetup(), { project: 'unit', files: testsWith(COUNTED, under) });
  }
  const [minutes = '10', under = ''] = args;
  return huntFor(minutes, await ensureSetup(), { project: 'unit', files: testsWith(RANDOM, under) });
});

function testsWith(text, under) {
  return globSync('{packages,apps}/**/*.test.ts', {
    cwd: ROOT,
    exclude: file => file.includes('node_modules') || file.endsWith('.integration.test.ts'),
  }).filter(file => file.startsWith(under) && readFileSync(path.join(ROOT, file), 'utf8').includes(text));
}
