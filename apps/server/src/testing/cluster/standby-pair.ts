import { administer } from '../administer.ts';
import type { Missing } from '../debian.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { findPostgres, PostgresHost } from './postgres-host.ts';
import { Processes } from './processes.ts';

/** A PostgreSQL 15 and a second one that follows it; unless it is a replica for readers, every commit is on both disks. */
export interface StandbyPair {
  readonly primary: PostgresHost;
  readonly standby: PostgresHost;
  readonly processes: Processes;
  /** Ends both and removes their data. */
  stop(): Promise<void>;
}

/**
 * Starts both on free ports of this machine; or says why they are missing. `confirms`: whether commits wait for the second.
 *
 * @example
 * const pair = await startStandbyPair();
 * if ('missing' in pair) return context.skip(pair.missing);
 */
export async function startStandbyPair(
  settings: Readonly<Record<string, string>> = {},
  confirms = true,
): Promise<StandbyPair | Missing> {
  const programs = await findPostgres();
  if ('missing' in programs) return programs;
  const folder = await scratchFolder('pair');
  const processes = new Processes();
  processes.caretaker.removes('folder', folder.path);
  const stop = async (): Promise<void> => {
    await processes.close();
    await folder.remove();
  };
  try {
    const place = { programs, processes, folder: folder.path, settings };
    const primary = await PostgresHost.primary({ ...place, name: 'one' });
    const standby = await primary.standby({ ...place, name: 'two' });
    if (confirms) await primary.commitOn(standby);
    return { primary, standby, processes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A pair whose second one is a replica for readers, with an empty database for an exchange; or why it is missing. */
export async function startReplicatedDatabase(): Promise<
  { readonly pair: StandbyPair; readonly url: string; readonly replicaUrl: string } | Missing
> {
  const pair = await startStandbyPair({}, false);
  if ('missing' in pair) return pair;
  await administer(pair.primary.url(), 'create database exchange');
  return { pair, url: pair.primary.url('exchange'), replicaUrl: pair.standby.url('exchange') };
}
