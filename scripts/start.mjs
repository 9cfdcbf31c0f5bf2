// npm start: installs what is missing, builds the apps when they are stale, then runs the server until it is told
// to stop, and starts it again when it fails for a reason that may pass. SIGTERM and Ctrl-C reach the server, which
// drains; its exit code is ours. package.json says `exec`, because npm signals the shell it starts, and a shell that
// waits for us would die without passing the signal on (Windows has no exec, and goes the way after `||`).
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
