import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { startFollowerEngine, type FollowerEngine } from '@tallystick/server/engine/remote/follower-engine';
import type { PatroniCluster } from '@tallystick/server/testing/cluster/patroni-cluster';
import { until } from '@tallystick/server/testing/cluster/processes';
import { NatsServer } from '@tallystick/server/testing/nats';
import { Registry } from 'prom-client';
import { Core } from './core.ts';
import type { DatabaseHosts } from './database-hosts.ts';

export const PREFIX = 'bench';
const CORE = fileURLToPath(new URL('core-process.ts', import.meta.url));

/** Two cores on the given database hosts, NATS, and a gateway in this process. */
export class TakeoverExchange {
  readonly cores: readonly Core[];
  readonly gateway: FollowerEngine;
  readonly database: Database;
  /** Null: the database is a pair that nobody looks after. */
  readonly cluster: PatroniCluster | null;
  readonly #stop: () => Promise<void>;

  private constructor(
    parts: Pick<TakeoverExchange, 'cores' | 'gateway' | 'database' | 'cluster'>,
    stop: () => Promise<void>,
  ) {
    this.cores = parts.cores;
    this.gateway = parts.gateway;
    this.database = parts.database;
    this.cluster = parts.cluster;
    this.#stop = stop;
  }

  /** Ends the hosts, too, however it ends. */
  static async open(hosts: DatabaseHosts): Promise<TakeoverExchange> {
    const { url, address, processes, machines, cluster } = hosts;
    const stops: (() => Promise<unknown>)[] = [() => hosts.stop()];
    const stop = async (): Promise<void> => {
      for (const one of stops.splice(0).toReversed()) await one();
    };
    try {
      const database = await openDatabase({ url, dataDir: '', connections: 6 }, SILENT_LOG);
      stops.push(() => database.close());
      const nats = await NatsServer.open('', address);
      if ('missing' in nats) throw new Error(nats.missing);
      stops.push(() => nats.kill());
      const key = randomBytes(32);
      const core = async (index: number): Promise<Core> => {
        const machine = machines[index] ?? null;
        const one = new Core(machine, () =>
          processes.start({
            program: process.execPath,
            args: [CORE, url, nats.url, key.toString('hex')],
            namespace: machine?.namespace ?? null,
          }),
        );
        stops.push(() => one.stop());
        await one.ready();
        return one;
      };
      const first = await core(0);
      await until(
        async () => first.epoch !== null,
        () => `no core begins:\n${first.process.output()}`,
      );
      const cores = [first, await core(1)];
      const gateway = await startFollowerEngine({
        pool: database.pool,
        databaseUrl: url,
        log: SILENT_LOG,
        registry: new Registry(),
        onFatal: error => {
          throw error;
        },
        nats: { connection: { servers: nats.url }, prefix: PREFIX, key },
        admission: 10_000,
      });
      stops.push(() => gateway.stop());
      return new TakeoverExchange({ cores, gateway, database, cluster }, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  /** The one that writes. */
  active(): Core {
    const epoch = this.gateway.epoch();
    const found = this.cores.find(core => core.epoch === epoch && !core.process.hasEnded());
    if (found === undefined) throw new Error(`no core has epoch ${epoch}`);
    return found;
  }

  /** What its programs have written lately. */
  output(): string {
    const cores = this.cores.map(core => core.process.output());
    return [...cores, ...(this.cluster?.hosts.map(host => host.output()) ?? [])].join('\n---\n');
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}
