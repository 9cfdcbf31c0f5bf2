// npm run hunt -- [minutes, 10 unless told] [path]: runs the unit tests that try random histories again and again, each
// time with another seed, until one fails or the time is over. What it found is run again by TEST_SEED=N npm run unit.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { binary } from './lib/binary.mjs';
import { exitWith } from './lib/main.mjs';
import { collect, say } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';

const MINUTE_MS = 60_000;

await exitWith(async () => {
  const [minutes = '10', under = ''] = process.argv.slice(2);
  if (!(Number(minutes) > 0)) throw new Error('How many minutes? npm run hunt -- [minutes] [path]');
  const setup = await ensureSetup();
  const files = globSync('{packages,apps}/**/*.test.ts', {
    cwd: ROOT,
    exclude: file => file.includes('node_modules') || file.endsWith('.integration.test.ts'),
  }).filter(file => file.startsWith(under) && triesRandomHistories(file));
  const args = ['run', '--project', 'unit', '--reporter=dot', '--testTimeout', '600000', ...files];
  const endsAt = performance.now() + Number(minutes) * MINUTE_MS;
  const first = Math.floor(Math.random() * 1_000_000_000);
  for (let seed = first; ; seed++) {
    const env = { ...setup.env, TEST_SEED: String(seed) };
    const code = await collect(setup.node, [binary('vitest'), ...args], { cwd: ROOT, env });
    if (code !== 0) {
      say(`\nFailed with TEST_SEED=${seed}`);
      return code;
    }
    if (performance.now() > endsAt) {
      say(`${files.length} files passed with ${seed - first + 1} seeds, ${first} to ${seed}.`);
      return 0;
    }
  }
});

function triesRandomHistories(file) {
  return readFileSync(path.join(ROOT, file), 'utf8').includes("from 'fast-check'");
}
