import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from '@tallystick/core';
import { configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import type { Database } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { startEngine } from '@tallystick/server/engine/start-engine';
import type { EngineRequest, StandbyReply } from '@tallystick/server/engine/testing/engine-process';
import { anotherVersion, ROUNDED_UP } from '@tallystick/server/testing/another-version';
import { Registry } from 'prom-client';
import { LimitOrders } from '../orders/limit-orders.ts';
import { temporaryDatabase } from '../orders/temporary-database.ts';

const PROGRAM = 'apps/server/src/engine/testing/engine-process.ts';
const RELEASE = 'apps/server/src/engine/cores/release-core.ts';
const OWN = fileURLToPath(new URL(`../../../${PROGRAM}`, import.meta.url));
/** In sum less than the exchange may issue, for a million customers. */
const FUNDS_MINOR = 1_000_000_000n;
const FILLED_AT_A_TIME = 2_000;

/** Milliseconds. */
export interface Cut {
  /** From the old engine's last answer to the new one's first. */
  readonly pauseMs: number;
  /** From the order to stop until the old process has ended. */
  readonly stopMs: number;
}

export interface Cuts {
  readonly same: Cut;
  readonly other: Cut;
  /** Of the state as a snapshot. */
  readonly bytes: number;
}

/** An exchange of so many customers goes on with the same core in another process, and then with another logic version. */
export async function measureCut(customers: number, progress: (step: string) => void): Promise<Cuts> {
  const database = await temporaryDatabase();
  const engines: Engine[] = [];
  const start = (program: string, standsBy: boolean): Engine => {
    const engine = new Engine(database.url, program, standsBy);
    engines.push(engine);
    return engine;
  };
  const newer = await anotherVersion(ROUNDED_UP);
  try {
    // As each version that is installed: otherwise it would first have to make its bundle.
    await promisify(execFile)(process.execPath, [newer.file(RELEASE)]);
    await fill(database, customers);
    progress('the same core');
    const first = start(OWN, false);
    await first.ready;
    const second = start(OWN, true);
    const same = await cut(first, second);
    progress('another logic version');
    const other = await cut(second, start(newer.file(PROGRAM), true));
    const { rows } = await database.pool.query<{ bytes: string }>(
      'select max(byte_length) as bytes from snapshots',
    );
    return { same, other, bytes: Number(rows[0]!.bytes) };
  } finally {
    for (const engine of engines) engine.kill();
    await newer.remove();
    await database.close();
  }
}

async function fill(database: Database, customers: number): Promise<void> {
  const failed = Promise.withResolvers<never>();
  const engine = await startEngine({
    pool: database.pool,
    databaseUrl: database.url,
    log: SILENT_LOG,
    registry: new Registry(),
    onFatal: failed.reject,
    settings: { snapshotEvery: 1e9 },
  });
  const orders = new LimitOrders(1);
  let waiting: Command[] = configureCommands();
  const send = async (): Promise<void> => {
    const done = await Promise.race([
      failed.promise,
      Promise.all(waiting.map(command => engine.bus.submit(command))),
    ]);
    for (const { outcome } of done) if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`);
    waiting = [];
  };
  for (let id = 1; id <= customers; id++) {
    waiting.push(...fundedCustomerCommands(id, FUNDS_MINOR), { ...orders.next(id), quantityLots: 100 });
    if (waiting.length >= FILLED_AT_A_TIME) await send();
  }
  await send();
  await engine.stop();
}

async function cut(from: Engine, to: Engine): Promise<Cut> {
  await to.waits;
  // The hot one follows by now, if it can.
  await from.ask();
  await from.ask();
  const startedAt = performance.now();
  await from.stop();
  const stopMs = performance.now() - startedAt;
  await to.ready;
  await to.ask();
  return { pauseMs: performance.now() - startedAt, stopMs };
}

/** An engine in a process of its own. */
class Engine {
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<void>();
  readonly #waits = Promise.withResolvers<void>();
  readonly #orders = new LimitOrders(2);
  #asked = 0;
  #answered: (() => void) | null = null;

  constructor(databaseUrl: string, program: string, standsBy: boolean) {
    this.#child = fork(program, [databaseUrl, '0', ...(standsBy ? ['stand-by'] : [])], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: StandbyReply) => {
      if (message.type === 'ready') this.#ready.resolve();
      else if (message.type === 'waits') this.#waits.resolve();
      else this.#answered?.();
    });
    for (const promised of [this.#ready, this.#waits]) {
      this.#child.on('exit', code => promised.reject(new Error(`an engine ended with ${code}`)));
      // Nobody may wait for it yet.
      promised.promise.catch(() => undefined);
    }
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves once nothing is missing but the lease. */
  get waits(): Promise<void> {
    return this.#waits.promise;
  }

  /** Resolves once an order is answered. */
  async ask(): Promise<void> {
    const id = ++this.#asked;
    const command = { ...this.#orders.next(1), quantityLots: 100 };
    const idempotency = { scope: 'bench', key: `${process.pid}-${this.#child.pid}-${id}`, inputHash: 'h' };
    await new Promise<void>(resolve => {
      this.#answered = resolve;
      this.#child.send({ id, command, idempotency } satisfies EngineRequest);
    });
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.send('stop');
    await ended;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
