// npm run integration [-- WORD…]: integration tests and attacks; with words, those whose paths contain one of them.
// npm run integration -- cluster [WORD…]: tests of exchanges in several processes; then tests of calls, on an engine beside
// the core's; then every journey in a browser through the gateways of exchanges in several processes. With words: only
// those calls and journeys. Where Debian's nats-server can be had.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { binary } from './lib/binary.mjs';
import { exitWith } from './lib/main.mjs';
import { run, say } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';
import { ensureAppsBuilt } from './lib/web.mjs';

/** What is about several processes. */
const OF_CLUSTERS = ['cluster', 'roles', 'engine/remote'];
/** Whose server is in the test's own process: see apps/server/src/testing/beside-core.ts. */
const OWN_SERVER = /testing\/(test-server|test-desk)\.ts'/;

await exitWith(async () => {
  const [first, ...words] = process.argv.slice(2);
  const setup = await ensureSetup();
  const node = (args, env = {}) => run(setup.node, args, { cwd: ROOT, env: { ...setup.env, ...env } });
  const vitest = (projects, filters, env) => {
    const chosen = projects.flatMap(project => ['--project', project]);
    return node([binary('vitest'), 'run', ...chosen, ...filters], env);
  };
  if (first !== 'cluster') return vitest(['integration', 'attack'], process.argv.slice(2));

  if ((await node(['apps/server/src/testing/find-package.ts', 'nats-server'])) !== 0) {
    say('SKIPPED: an exchange of several processes needs a NATS server.');
    return 0;
  }
  await ensureAppsBuilt(setup);
  const env = { EXCHANGE: 'cluster' };
  const asked = file => words.length === 0 || words.some(word => file.includes(word));
  const calls = filesIn('apps/server/src', '.integration.test.ts').filter(asked).filter(hasOwnServer);
  const journeys = filesIn('e2e/src', '.e2e.ts').filter(asked);
  const stages = [
    () => (words.length > 0 ? 0 : vitest(['integration'], OF_CLUSTERS)),
    () => (calls.length === 0 ? 0 : vitest(['integration'], calls, env)),
    () => (journeys.length === 0 ? 0 : vitest(['e2e'], journeys, env)),
  ];
  if (calls.length + journeys.length === 0) throw new Error(`No test has ${words.join(' or ')} in its path.`);
  // All of them: a journey that fails says nothing about the others.
  const codes = [];
  for (const stage of stages) codes.push(await stage());
  return Math.max(...codes);
});

function filesIn(folder, ending) {
  return readdirSync(path.join(ROOT, folder), { recursive: true })
    .filter(file => file.endsWith(ending))
    .map(file => path.join(folder, file));
}

function hasOwnServer(file) {
  return OWN_SERVER.test(readFileSync(path.join(ROOT, file), 'utf8'));
}
