// node scripts/run.mjs [--apps] FILE.ts [arguments]: runs a TypeScript file of the project under the pinned Node, after
// making sure that everything is installed and, with --apps, that both apps are built. Nothing but the file's own
// output reaches standard output.
import path from 'node:path';
import { exitWith } from './lib/main.mjs';
import { run } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';
import { ensureAppsBuilt } from './lib/web.mjs';

await exitWith(async () => {
  const words = process.argv.slice(2);
  const needsApps = words[0] === '--apps';
  const [file, ...args] = needsApps ? words.slice(1) : words;
  if (!file) throw new Error('Which file? node scripts/run.mjs [--apps] FILE.ts [arguments]');
  const setup = await ensureSetup();
  if (needsApps) await ensureAppsBuilt(setup);
  const { node, env } = setup;
  return run(node, [path.resolve(ROOT, file), ...args], { cwd: ROOT, env });
});
