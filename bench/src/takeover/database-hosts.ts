import { openMachines, type Machine } from '@tallystick/server/testing/cluster/machines';
import { PatroniCluster } from '@tallystick/server/testing/cluster/patroni-cluster';
import { findPostgres, PostgresHost } from '@tallystick/server/testing/cluster/postgres-host';
import { Processes } from '@tallystick/server/testing/cluster/processes';
import { scratchFolder } from '@tallystick/server/testing/scratch-folder';
import pg from 'pg';

const DATABASE = 'bench';

/** Where the exchange's database runs. */
export interface DatabaseHosts {
  /** As all processes of the exchange know it. */
  readonly url: string;
  /** Of this process, where the other programs are reached, too. */
  readonly address: string;
  readonly processes: Processes;
  /** Machines for cores; empty: they run on this one. */
  readonly machines: readonly Machine[];
  /** Null: a pair that nobody looks after. */
  readonly cluster: PatroniCluster | null;
  stop(): Promise<void>;
}

/** One and a synchronous standby on this machine. `apart`: with two machines for cores, which only root can make. */
export async function openPair(apart: boolean): Promise<DatabaseHosts> {
  const programs = await findPostgres();
  if ('missing' in programs) throw new Error(programs.missing);
  const folder = await scratchFolder('takeover');
  const processes = new Processes();
  const stops: (() => Promise<unknown>)[] = [() => folder.remove(), () => processes.close()];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).toReversed()) await one();
  };
  try {
    const machines = apart ? await openMachines(2, processes.caretaker) : null;
    if (machines !== null && 'missing' in machines) throw new Error(machines.missing);
    if (machines !== null) stops.push(() => machines.remove());
    const address = machines?.address ?? '127.0.0.1';
    const place = { programs, processes, folder: folder.path, address };
    const primary = await PostgresHost.primary({ ...place, name: 'one' });
    await primary.commitOn(await primary.standby({ ...place, name: 'two' }));
    await primary.query(`create database ${DATABASE}`);
    const url = primary.url(DATABASE);
    return { url, address, processes, machines: machines?.machines ?? [], cluster: null, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Three under Patroni, reached through HAProxy. `apart`: each on a machine whose cable can be pulled (root only). */
export async function openCluster(apart: boolean): Promise<DatabaseHosts> {
  const cluster = await PatroniCluster.start({ machines: apart });
  if ('missing' in cluster) throw new Error(cluster.missing);
  try {
    const leader = await cluster.untilLed();
    const client = new pg.Client({ connectionString: leader.url() });
    await client.connect();
    await client.query(`create database ${DATABASE}`);
    await client.end();
    return {
      url: cluster.url(DATABASE),
      address: cluster.machines?.address ?? '127.0.0.1',
      processes: cluster.processes,
      machines: [],
      cluster,
      stop: () => cluster.close(),
    };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}
