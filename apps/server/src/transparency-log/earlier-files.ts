import { readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectStore } from '../object-store/object-store.ts';
import type { LogName } from './source.ts';
import { Witness } from './witness.ts';

/** Files in DATA_DIR of versions before the object store. */
const FILES: Readonly<Record<LogName, string>> = {
  price: 'price-log-checkpoint',
  journal: 'journal-checkpoint',
  audit: 'audit-log-checkpoint',
  public: 'public-log-checkpoint',
};
const LOGS = Object.keys(FILES) as LogName[];

/** Takes over what earlier versions remembered in files of DATA_DIR, unreadable ones as they are. Safe to repeat. */
export async function takeOverWitnessFiles(dataDir: string, objects: ObjectStore): Promise<void> {
  for (const log of LOGS) {
    const file = path.join(dataDir, FILES[log]);
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (bytes === null) continue;
    await new Witness(objects, log).takeOver(bytes);
    await unlink(file);
  }
}

/** Takes over what is remembered in another store, which then remembers nothing. Safe to repeat. */
export async function takeOverWitnesses(from: ObjectStore, to: ObjectStore): Promise<void> {
  for (const log of LOGS) {
    const before = new Witness(from, log);
    const bytes = await before.bytes();
    if (bytes === null) continue;
    await new Witness(to, log).takeOver(bytes);
    await before.forget();
  }
}
