import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './setup.mjs';

/** Commands whose package has another name. */
const PACKAGES = { tsc: 'typescript' };

/**
 * The file that a command of an installed package is, for the pinned Node to run: what npm puts into node_modules/.bin
 * would take the machine's own, and is a shell script on Windows.
 * @param {string} command `vitest`, `tsc` …
 */
export function binary(command) {
  const folder = path.join(ROOT, 'node_modules', PACKAGES[command] ?? command);
  let bin;
  try {
    ({ bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const file = typeof bin === 'string' ? bin : bin?.[command];
  if (!file) throw new Error(`No installed package has the command ${command}`);
  return path.join(folder, file);
}
