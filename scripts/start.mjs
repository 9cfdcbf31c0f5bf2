// npm start: installs what is missing, builds the apps when they are stale, then runs the server until it is told to
// stop, and restarts it after a temporary failure. SIGTERM and Ctrl-C reach the server, which drains; its exit code is
// ours. package.json uses `exec`, because npm signals the shell it starts, which would die without passing the signal
// on (Windows has no exec, and uses the command after `||`).
// `node scripts/start.mjs --installed` is for images, in which everything is installed and built: it only runs the
// server, with the Node that runs it.
import { exitWith } from './lib/main.mjs';
import { ensureSetup } from './lib/setup.mjs';
import { superviseServer } from './lib/supervisor.mjs';
import { ensureAppsBuilt } from './lib/web.mjs';

await exitWith(async () => {
  const args = process.argv.slice(2);
  if (args[0] === '--installed') {
    return superviseServer({ node: process.execPath, env: process.env }, args.slice(1));
  }
  const setup = await ensureSetup();
  await ensureAppsBuilt(setup);
  return superviseServer(setup, args);
});
