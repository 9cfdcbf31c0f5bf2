import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { startFollowerEngine, type FollowerEngine } from '@tallystick/server/engine/remote/follower-engine';
import { openMachines, type Machine, type Machines } from '@tallystick/server/testing/cluster/machines';
import { findPostgres, PostgresHost } from '@tallystick/server/testing/cluster/postgres-host';
import { Processes, until, type RunningProgram } from '@tallystick/server/testing/cluster/processes';
import { NatsServer } from '@tallystick/server/testing/nats';
import { scratchFolder } from '@tallystick/server/testing/scratch-folder';
import { Registry } from 'prom-client';

export const PREFIX = 'bench';
const CORE = fileURLToPath(new URL('core-process.ts', import.meta.url));

/** A process that is the active core or stands by, on a machine of its own if there are machines. */
export class Core {
  readonly machine: Machine | null;
  readonly #start: () => RunningProgram;
  #process: RunningProgram;

  constructor(machine: Machine | null, start: () => RunningProgram) {
    this.machine = machine;
    this.#start = start;
    this.#process = start();
  }

  get process(): RunningProgram {
    return this.#process;
  }

  /** Of the present run; null while it stands by. */
  get epoch(): number | null {
    const found = /^active (\d+)$/m.exec(this.#process.output());
    return found === null ? null : Number(found[1]);
  }

  /** Resolves when it is active or stands by. */
  async ready(): Promise<void> {
    await until(
      async () => {
        if (this.#process.hasEnded()) throw new Error(`a core ended:\n${this.#process.output()}`);
        return /^(active|standing by)/m.test(this.#process.output());
      },
      () => `a core is not ready:\n${this.#process.output()}`,
    );
  }

  /** As its supervisor: waits until it has ended, and starts it again. */
  async again(): Promise<void> {
    await until(
      async () => this.#process.hasEnded(),
      () => `a core that was deposed goes on:\n${this.#process.output()}`,
    );
    this.#process = this.#start();
    await this.ready();
  }
}

/** Two cores on Debian's PostgreSQL with a synchronous standby, NATS, and a gateway in this process. */
export class TakeoverExchange {
  readonly cores: readonly Core[];
  readonly gateway: FollowerEngine;
  readonly database: Database;
  readonly #stop: () => Promise<void>;

  private constructor(
    parts: Pick<TakeoverExchange, 'cores' | 'gateway' | 'database'>,
    stop: () => Promise<void>,
  ) {
    this.cores = parts.cores;
    this.gateway = parts.gateway;
    this.database = parts.database;
    this.#stop = stop;
  }

  /** `apart`: each core on a machine whose cable can be pulled, which only root can make. */
  static async open(apart: boolean): Promise<TakeoverExchange> {
    const stops: (() => Promise<unknown>)[] = [];
    const stop = async (): Promise<void> => {
      for (const one of stops.splice(0).toReversed()) await one();
    };
    try {
      const programs = await findPostgres();
      if ('missing' in programs) throw new Error(programs.missing);
      const folder = await scratchFolder('takeover');
      stops.push(() => folder.remove());
      const processes = new Processes();
      stops.push(() => processes.close());
      const machines: Machines | null = apart ? await machinesFor(processes) : null;
      if (machines !== null) stops.push(() => machines.remove());
      const address = machines?.address ?? '127.0.0.1';
      const place = { programs, processes, folder: folder.path, address };
      const primary = await PostgresHost.primary({ ...place, name: 'one' });
      await primary.commitOn(await primary.standby({ ...place, name: 'two' }));
      await primary.query('create database bench');
      const url = primary.url('bench');
      const database = await openDatabase({ url, dataDir: '', connections: 6 }, SILENT_LOG);
      stops.push(() => database.close());
      const nats = await NatsServer.open('', address);
      if ('missing' in nats) throw new Error(nats.missing);
      stops.push(() => nats.kill());
      const key = randomBytes(32);
      const core = async (index: number): Promise<Core> => {
        const machine = machines?.machines[index] ?? null;
        const one = new Core(machine, () =>
          processes.start({
            program: process.execPath,
            args: [CORE, url, nats.url, key.toString('hex')],
            namespace: machine?.namespace ?? null,
          }),
        );
        await one.ready();
        return one;
      };
      const first = await core(0);
      await until(
        async () => first.epoch !== null,
        () => `no core begins:\n${first.process.output()}`,
      );
      const cores = [first, await core(1)];
      stops.push(() => Promise.all(cores.map(one => one.process.stop())));
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
      return new TakeoverExchange({ cores, gateway, database }, stop);
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

  stop(): Promise<void> {
    return this.#stop();
  }
}

async function machinesFor(processes: Processes): Promise<Machines> {
  const machines = await openMachines(2, processes.caretaker);
  if ('missing' in machines) throw new Error(machines.missing);
  return machines;
}
