import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './setup.mjs';

/** Commands whose package has another name. */
const PACKAGES = { tsc: 'typescript' };

/**
 * The file of an installed package's command, to be run by the pinned Node: the links in node_modules/.bin would use
 * the machine's own Node, and are shell scripts on Windows.
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
