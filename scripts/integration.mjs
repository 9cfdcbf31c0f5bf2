// npm run integration [-- WORD…]: integration tests and attacks; with words, those whose paths contain one of them.
// npm run integration -- cluster [WORD…]: tests of exchanges in several processes, and then every journey in a browser
// through the gateways of such an exchange (with words: only those journeys), where Debian's nats-server can be had.
import { binary } from './lib/binary.mjs';
import { exitWith } from './lib/main.mjs';
import { run, say } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';
import { ensureAppsBuilt } from './lib/web.mjs';

/** What is about several processes. */
const OF_CLUSTERS = ['cluster', 'roles', 'engine/remote', 'read-your-writes'];

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
  if (words.length === 0) {
    const code = await vitest(['integration'], OF_CLUSTERS);
    if (code !== 0) return code;
  }
  await ensureAppsBuilt(setup);
  return vitest(['e2e'], words, { EXCHANGE: 'cluster' });
});
