import { binary } from './binary.mjs';
import { collect, say } from './process.mjs';
import { ROOT } from './setup.mjs';

const MINUTE_MS = 60_000;

/**
 * Repeats tests, each time with another seed, until one fails or the minutes are over. TEST_SEED repeats one run.
 * Resolves to the exit code.
 */
export async function huntFor(minutes, setup, { project, files, env = {} }) {
  if (!(Number(minutes) > 0)) throw new Error('For how many minutes?');
  const args = ['run', '--project', project, '--reporter=dot', '--testTimeout', '600000', ...files];
  const endsAt = performance.now() + Number(minutes) * MINUTE_MS;
  const first = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1_000_000_000));
  for (let seed = first; ; seed++) {
    const environment = { ...setup.env, ...env, TEST_SEED: String(seed) };
    const code = await collect(setup.node, [binary('vitest'), ...args], { cwd: ROOT, env: environment });
    if (code !== 0) {
      say(`\nFailed with TEST_SEED=${seed}`);
      return code;
    }
    if (performance.now() > endsAt) {
      say(`${files.length} files passed with ${seed - first + 1} seeds, ${first} to ${seed}.`);
      return 0;
    }
  }
}
