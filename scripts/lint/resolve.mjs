// Resolves an import to a path from the project's root, as Node and the bundlers do.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const manifestIn = folder => JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'));

/** Every package of ours, by its folder. */
export const PARTS = manifestIn('.')
  .workspaces.flatMap(pattern => globSync(`${pattern}/package.json`, { cwd: ROOT }))
  .map(file => path.dirname(file).split(path.sep).join('/'));

const manifests = new Map(PARTS.map(part => [part, manifestIn(part)]));
const partsByName = new Map([...manifests].map(([part, { name }]) => [name, part]));

/**
 * The package a file belongs to, or undefined.
 *
 * @param {string} file path from the project's root, with `/`
 * @returns {string | undefined}
 */
export function partOf(file) {
  return PARTS.find(part => file.startsWith(`${part}/`));
}

/**
 * The package of ours that a specifier names, or undefined.
 *
 * @param {string} specifier as written
 * @returns {string | undefined}
 */
export function partNamed(specifier) {
  const [scope, name] = specifier.split('/');
  return partsByName.get(`${scope}/${name}`);
}

/**
 * The file of ours that an import names, whether or not it exists: relative, by `imports` of the file's own
 * package.json (`#…`), or by a package's name and its `exports`. Null for anything else.
 *
 * @param {string} file path from the project's root, with `/`
 * @param {string} specifier as written
 * @returns {string | null}
 */
export function resolveImport(file, specifier) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  if (specifier.startsWith('#')) {
    const part = partOf(file);
    return part === undefined ? null : mapped(part, manifests.get(part).imports, specifier);
  }
  const part = partNamed(specifier);
  if (part === undefined) return null;
  const { name, exports } = manifests.get(part);
  return mapped(part, exports, `.${specifier.slice(name.length)}`);
}

/** Looks up a table of package.json: the exact entry, else the pattern with the longest prefix. */
function mapped(part, table = {}, asked) {
  if (table[asked] !== undefined) return path.posix.join(part, table[asked]);
  const fits = Object.keys(table).filter(pattern => {
    const [before, after] = pattern.split('*');
    return after !== undefined && asked.startsWith(before) && asked.endsWith(after);
  });
  const [best] = fits.toSorted((a, b) => b.indexOf('*') - a.indexOf('*'));
  if (best === undefined) return null;
  const [before, after] = best.split('*');
  const rest = asked.slice(before.length, asked.length - after.length);
  return path.posix.join(part, table[best].replace('*', rest));
}
