// npm start: installs what is missing, builds the apps when they are stale, then runs the server until it is told
// to stop. SIGTERM and Ctrl-C reach the server, which drains; its exit code is ours. package.json says `exec`, because
// npm signals the shell it starts, and a shell that waits for us would die without passing the signal on (Windows has
// no exec, and goes the way after `||`).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exitWith } from './lib/main.mjs';
import { run } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';
import { ensureAppsBuilt } from './lib/web.mjs';

await exitWith(async () => {
  const setup = await ensureSetup();
  await ensureAppsBuilt(setup);
  const { flags } = JSON.parse(readFileSync(path.join(ROOT, 'apps/server/node-flags.json'), 'utf8'));
  const main = path.join(ROOT, 'apps/server/src/main.ts');
  return run(setup.node, [...flags, main, ...process.argv.slice(2)], { cwd: ROOT, env: setup.env });
});
