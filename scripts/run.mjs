// node scripts/run.mjs FILE.ts [arguments]: runs a TypeScript file of the project under the pinned Node, after making sure
// that everything is installed. Nothing but the file's own output reaches standard output.
import path from 'node:path';
import { exitWith } from './lib/main.mjs';
import { run } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';

await exitWith(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new Error('Which file? node scripts/run.mjs FILE.ts [arguments]');
  const { node, env } = await ensureSetup();
  return run(node, [path.resolve(ROOT, file), ...args], { cwd: ROOT, env });
});
