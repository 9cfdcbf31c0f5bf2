// node scripts/run.mjs [--apps] FILE.ts [arguments], or [--apps] --bin COMMAND [arguments]: runs a TypeScript file of the
// project, or an installed package's command, under the pinned Node, after making sure that everything is installed
// and, with --apps, that both apps are built. Nothing but its own output reaches standard output.
import path from 'node:path';
import { binary } from './lib/binary.mjs';
import { exitWith } from './lib/main.mjs';
import { run } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';
import { ensureAppsBuilt } from './lib/web.mjs';

await exitWith(async () => {
  const words = process.argv.slice(2);
  const isNext = word => words[0] === word && words.shift() === word;
  const needsApps = isNext('--apps');
  const isCommand = isNext('--bin');
  const [what, ...args] = words;
  if (!what) throw new Error('What? node scripts/run.mjs [--apps] FILE.ts|--bin COMMAND [arguments]');
  const setup = await ensureSetup();
  if (needsApps) await ensureAppsBuilt(setup);
  const { node, env } = setup;
  const file = isCommand ? binary(what) : path.resolve(ROOT, what);
  return run(node, [file, ...args], { cwd: ROOT, env });
});
