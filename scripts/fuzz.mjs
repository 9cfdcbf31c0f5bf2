// npm run fuzz -- [minutes, default 10]: sends the server random invalid requests made from the schemas of all calls,
// with new seeds, until an answer is wrong or the time is over. TEST_SEED=N npm run fuzz -- 0.1 repeats one.
import { huntFor } from './lib/hunting.mjs';
import { exitWith } from './lib/main.mjs';
import { ensureSetup } from './lib/setup.mjs';

/** Requests per call and seed: a few minutes' work. */
const RUNS = '100';

await exitWith(async () => {
  const [minutes = '10'] = process.argv.slice(2);
  return huntFor(minutes, await ensureSetup(), {
    project: 'integration',
    files: ['apps/server/src/http/fuzz.integration.test.ts'],
    env: { FUZZ_RUNS: process.env.FUZZ_RUNS ?? RUNS },
  });
});
