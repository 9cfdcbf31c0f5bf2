// npm run fuzz -- [minutes, 10 unless told]: sends the server what nobody should, made from the schemas of all calls, with
// ever new seeds, until it answers wrongly or the time is over. TEST_SEED=N npm run fuzz -- 0.1 tries one again.
import { huntFor } from './lib/hunting.mjs';
import { exitWith } from './lib/main.mjs';
import { ensureSetup } from './lib/setup.mjs';

/** Of each call, per seed: a few minutes' work. */
const RUNS = '100';

await exitWith(async () => {
  const [minutes = '10'] = process.argv.slice(2);
  return huntFor(minutes, await ensureSetup(), {
    project: 'integration',
    files: ['apps/server/src/http/fuzz.integration.test.ts'],
    env: { FUZZ_RUNS: process.env.FUZZ_RUNS ?? RUNS },
  });
});
