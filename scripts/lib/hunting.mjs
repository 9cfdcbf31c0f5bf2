import { binary } from './binary.mjs';
import { collect, say } from './process.mjs';
import { ROOT } from './setup.mjs';

const MINUTE_MS = 60_000;
/** An hour: ten thousand histories take minutes on a busy machine. */
const TIMEOUT_MS = '3600000';

/**
 * Repeats tests, each time with another seed, until one fails or the minutes are over. TEST_SEED repeats one run.
 * Resolves to the exit code.
 */
export async function huntFor(minutes, setup, { project, files, env = {} }) {
  if (!(Number(minutes) > 0)) throw new Error('For how many minutes?');
  const endsAt = performance.now() + Number(minutes) * MINUTE_MS;
  const first = firstSeed();
  for (let seed = first; ; seed++) {
    const code = await runOnce(setup, { project, files, env, seed });
    if (code !== 0) return code;
    if (performance.now() > endsAt) {
      say(`${files.length} files passed with ${seed - first + 1} seeds, ${first} to ${seed}.`);
      return 0;
    }
  }
}

/** Runs tests once, each with so many random histories. Resolves to the exit code. */
export async function huntThrough(histories, setup, { project, files }) {
  if (!(Number.isSafeInteger(Number(histories)) && Number(histories) > 0))
    throw new Error('How many histories?');
  if (files.length === 0) throw new Error('No test there says how many histories it tries.');
  const seed = firstSeed();
  const startedAt = performance.now();
  const code = await runOnce(setup, { project, files, env: { TEST_HISTORIES: String(histories) }, seed });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  if (code === 0)
    say(`${files.length} files passed with ${histories} histories, TEST_SEED=${seed}, in ${seconds} s.`);
  return code;
}

function firstSeed() {
  return Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1_000_000_000));
}

async function runOnce(setup, { project, files, env, seed }) {
  const args = ['run', '--project', project, '--reporter=dot', '--testTimeout', TIMEOUT_MS, ...files];
  const environment = { ...setup.env, ...env, TEST_SEED: String(seed) };
  const code = await collect(setup.node, [binary('vitest'), ...args], { cwd: ROOT, env: environment });
  if (code !== 0) say(`\nFailed with TEST_SEED=${seed}`);
  return code;
}
