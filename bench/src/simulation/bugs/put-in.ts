/** `node --import …/put-in.ts`: this process runs the bug that SIMULATION_BUG names, in memory; no file is changed. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bugNamed } from './bugs.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const { file, find, replace } = bugNamed(process.env['SIMULATION_BUG'] ?? '');
const target = path.join(ROOT, file);

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || fileURLToPath(url) !== target) return next(url, context);
    const source = readFileSync(target, 'utf8').replace(find, () => replace);
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});
