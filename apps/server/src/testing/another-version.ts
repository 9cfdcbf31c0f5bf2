import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from './scratch-folder.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const OURS = '@tallystick';
const PARTS = ['packages/audit', 'packages/core', 'packages/protocol', 'packages/verify', 'apps/server'];
const LEFT_OUT = /\/node_modules(\/|$)|\.test\.ts$/;

/** In a source, named from the project's root: a text that stands there once, and what takes its place. */
export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A later version of the server, as a folder of sources of its own. */
export interface AnotherVersion {
  /** Path of a file in it, named from the project's root. */
  file(name: string): string;
  remove(): Promise<void>;
}

/** Another logic version, whose fees of sellers are rounded up instead of off. */
export const ROUNDED_UP: readonly Change[] = [
  {
    file: 'packages/core/src/exchange.ts',
    from: 'export const LOGIC_VERSION = 3;',
    to: 'export const LOGIC_VERSION = 4;',
  },
  {
    file: 'packages/core/src/spot/matching.ts',
    from: 'ppmOf(quoteMinor, takerBuys ? makerPpm : takerPpm)',
    to: 'Math.ceil((quoteMinor * (takerBuys ? makerPpm : takerPpm)) / 1_000_000)',
  },
];

/** Copies what the server is made of, and changes it. Throws if a text to be changed does not stand there once. */
export async function anotherVersion(changes: readonly Change[]): Promise<AnotherVersion> {
  const folder = await scratchFolder('version');
  const file = (name: string): string => path.join(folder.path, name);
  try {
    for (const part of PARTS) {
      const from = path.join(ROOT, part);
      await cp(from, file(part), {
        recursive: true,
        filter: source => !LEFT_OUT.test(source.slice(from.length)),
      });
    }
    await mkdir(file(`node_modules/${OURS}`), { recursive: true });
    for (const part of PARTS) await symlink(file(part), file(`node_modules/${OURS}/${path.basename(part)}`));
    for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
      if (name !== OURS && !name.startsWith('.'))
        await symlink(path.join(ROOT, 'node_modules', name), file(`node_modules/${name}`));
    }
    await symlink(path.join(ROOT, 'apps/server/node_modules'), file('apps/server/node_modules'));
    for (const change of changes) await apply(file(change.file), change);
    return { file, remove: () => folder.remove() };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

async function apply(file: string, { file: name, from, to }: Change): Promise<void> {
  const parts = (await readFile(file, 'utf8')).split(from);
  if (parts.length !== 2) throw new Error(`${name} has ${parts.length - 1} times: ${from}`);
  await writeFile(file, parts.join(to));
}
