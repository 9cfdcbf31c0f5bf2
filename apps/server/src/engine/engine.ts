import { hostname } from 'node:os';
import { Exchange, LOGIC_VERSION, type ReadonlyExchange } from '@tallystick/core';
import pg from 'pg';
import type { Registry } from 'prom-client';
import { DAY_MS } from '@tallystick/core/durations';
import type { DatabaseLog } from '../database/log.ts';
import type { CommittedBatch } from './batch.ts';
import type { CommandBus } from './command-bus.ts';
import type { JournalPosition } from './journal/journal-reader.ts';
import { HaltError } from './engine-error.ts';
import { FOR_EVER, HistoryKeeper, type HistoryRetention } from './history/history-keeper.ts';
import { Deduplicator } from './idempotency/deduplicator.ts';
import { ResultStore } from './idempotency/result-store.ts';
import { lostConnection } from './failures.ts';
import { Follower } from './follower.ts';
import { releaseLease, takeLease } from './lease.ts';
import { MarketData } from './market-data/market-data.ts';
import { engineMetrics } from './metrics.ts';
import { differenceError } from './reconciliation/difference.ts';
import { verifyAtStart } from './reconciliation/reconciler.ts';
import { storeOwnBundle } from './cores/cores.ts';
import { ownBundle } from './cores/released.ts';
import { recover } from './recovery.ts';
import { Sequencer } from './sequencer.ts';
import { writeSeam } from './snapshots/seam.ts';
import { Snapshotter } from './snapshots/snapshotter.ts';
import { removeUnnamed, writeSnapshot } from './snapshots/snapshot-store.ts';

export interface EngineOptions {
  /** With all migrations applied. */
  readonly pool: pg.Pool;
  /** For the engine's own connections. */
  readonly databaseUrl: string;
  readonly log: DatabaseLog;
  readonly registry: Registry;
  /** Called once when the engine must stop; the process has to exit and start again. */
  readonly onFatal: (error: unknown) => void;
  /** Take over from an engine that is still connected. */
  readonly force?: boolean;
  readonly now?: () => number;
  /** Called with the time of the last stamped command (0: none yet), before the next one is stamped. */
  readonly onRecovered?: (lastAtMs: number) => void;
  /** Whether no command may be stamped at the moment. Call `wake` when that ends. */
  readonly clockStopped?: () => boolean;
  /** Whether cores may run that are in the database but not in this repository; false in live. Default true. */
  readonly unreleasedCores?: boolean;
  readonly settings?: Partial<EngineSettings>;
}

export interface EngineSettings {
  readonly maxBatch: number;
  readonly queueLimit: number;
  readonly gatherMs: number;
  readonly snapshotEvery: number;
  readonly keepSnapshots: number;
  readonly idempotencyRetentionMs: number;
  readonly history: HistoryRetention;
}

const DEFAULTS: EngineSettings = {
  maxBatch: 2_000,
  queueLimit: 10_000,
  gatherMs: 4,
  snapshotEvery: 250_000,
  keepSnapshots: 3,
  idempotencyRetentionMs: DAY_MS,
  history: FOR_EVER,
};

export interface Engine {
  readonly bus: CommandBus;
  /** The exchange as of the newest commit: reads that follow an answer use this one. */
  readonly exchange: ReadonlyExchange;
  readonly marketData: MarketData;
  /** Commands replayed at start, and from which snapshot. */
  readonly recovered: { readonly snapshotSequence: number; readonly replayedCommands: number };
  /** Of the newest committed command. */
  readonly sequence: () => number;
  /** Where the journal ends, according to what was committed. */
  readonly head: () => JournalPosition;
  /** How long the newest batch has been waiting for the disk, in milliseconds; 0 if there is none. */
  readonly committingForMs: () => number;
  /** Called for each batch once it is on disk, in order. */
  onCommitted(listener: (batch: CommittedBatch) => void): void;
  /** Call it after the clock was set: does what is due, and resolves once it is on disk and nothing else waits. */
  wake(): Promise<void>;
  /** Commits what waits, takes a snapshot, releases the lease. Safe to call twice. */
  stop(): Promise<void>;
}

/** Recovers the exchange from the database and becomes its only writer. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const settings = { ...DEFAULTS, ...options.settings };
  const { pool, log, registry, databaseUrl } = options;
  const now = options.now ?? Date.now;
  const client = await connectWriter(databaseUrl);
  let fatal = false;
  const onFatal = (error: unknown): void => {
    if (fatal) return;
    fatal = true;
    options.onFatal(error);
  };
  try {
    const epoch = await takeLease(client, {
      holder: `${hostname()}:${process.pid}`,
      force: options.force ?? false,
    });
    const startedAt = performance.now();
    const unreleasedCores = options.unreleasedCores ?? true;
    const found = await recover(client, {
      unreleased: unreleasedCores,
      onBadSnapshot: bad => log.error(bad, 'a snapshot is not to be believed and passed over'),
    });
    const { exchange, seam, snapshotSequence, replayedCommands } = found;
    const recovered = { snapshotSequence, replayedCommands };
    await storeOwnBundle(client);
    const core = (await ownBundle()).hash;
    const position = await writeSeam(client, found, { epoch, core });
    for (const sequence of found.leftOver) {
      await removeUnnamed(client, sequence);
      log.info({ sequence }, 'a snapshot that was being taken when the server was killed is removed');
    }
    if (seam !== null)
      log.info({ seam, sequence: position.sequence }, 'another core goes on with the journal');
    log.info(
      { epoch, sequence: position.sequence, ...recovered, ms: Math.round(performance.now() - startedAt) },
      'exchange recovered',
    );
    options.onRecovered?.(exchange.lastAtMs);
    const problems = await verifyAtStart(client, exchange);
    if (problems.length > 0) throw differenceError(problems);
    const follower = new Follower(Exchange.restore(found.snapshot ?? exchange.snapshot()), position);
    const marketData = await MarketData.start({ pool, exchange: follower.exchange, log, now });
    const giveUp = (error: unknown): void => {
      marketData.end();
      onFatal(error);
    };
    const results = new ResultStore(pool, { retentionMs: settings.idempotencyRetentionMs });
    const { clockStopped } = options;
    const history = new HistoryKeeper({ pool, log, retention: settings.history, results, now, clockStopped });
    await history.prepare();
    const bind = async (sequence: number, stateHash: string): Promise<void> => {
      await sequencer.mark(() => ({ type: 'state', sequence, stateHash }));
    };
    const snapshotter = new Snapshotter(
      {
        databaseUrl,
        every: settings.snapshotEvery,
        keep: settings.keepSnapshots,
        unreleasedCores,
        log,
        bind,
        onFatal: giveUp,
      },
      snapshotSequence,
    );
    const listeners: ((batch: CommittedBatch) => void)[] = [];
    const sequencer = new Sequencer({
      client,
      exchange,
      follower,
      epoch,
      core,
      deduplicator: new Deduplicator(results),
      metrics: engineMetrics(registry),
      maxBatch: settings.maxBatch,
      queueLimit: settings.queueLimit,
      gatherMs: settings.gatherMs,
      now,
      ...(clockStopped === undefined ? {} : { clockStopped }),
      onCommitted: (batch, sequence) => {
        marketData.committed(batch);
        snapshotter.committed(sequence);
        for (const listener of listeners) listener(batch);
      },
      onFatal: giveUp,
    });
    // A writer without its connection has lost the lease.
    client.on('error', error => sequencer.fail(lostConnection(error)));
    const background = (work: Promise<void>, message: string): void => {
      work.catch((error: unknown) => log.error({ err: error }, message));
    };
    background(results.load(), 'idempotency keys could not be read; each is looked up');
    // Work that became due while no engine ran starts now, not with the first command.
    background(sequencer.wake(), 'time could not pass');
    history.start();

    let stopping: Promise<void> | null = null;
    const stop = async (): Promise<void> => {
      await sequencer.drain();
      await history.stop();
      await snapshotter.stop();
      await marketData.stop();
      if (!fatal) {
        exchange.checkInvariants('all');
        // If nothing changed since recovery, a snapshot that the journal names already exists.
        const { sequence } = follower.position;
        const unchanged = sequence === (seam === null ? snapshotSequence : position.sequence);
        if (!unchanged)
          await leaveSnapshot(sequencer, client, { exchange, follower }, settings.keepSnapshots);
        await releaseLease(client);
        log.info(
          { sequence: follower.position.sequence, logicVersion: LOGIC_VERSION },
          'exchange stopped in order',
        );
      }
      sequencer.close();
      await client.end();
    };
    return {
      bus: sequencer,
      exchange: follower.exchange,
      marketData,
      recovered,
      sequence: () => follower.position.sequence,
      head: () => follower.position,
      committingForMs: () => sequencer.committingForMs,
      onCommitted: listener => listeners.push(listener),
      wake: () => sequencer.wake(),
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Ends the journal with a mark that names the state, and writes its snapshot. That is of the follower's state, which
 * all reads have used: if it differs from the exchange's, no start will accept the snapshot.
 */
async function leaveSnapshot(
  sequencer: Sequencer,
  client: pg.Client,
  { exchange, follower }: { readonly exchange: Exchange; readonly follower: Follower },
  keep: number,
): Promise<void> {
  const stateHash = exchange.stateHash();
  const sequence = await sequencer.mark(own => ({ type: 'state', sequence: own, stateHash }));
  const written = await writeSnapshot(client, follower.exchange, follower.position, keep, sequence);
  if (written !== stateHash) throw new HaltError('the follower has come to another state than the exchange');
}

async function connectWriter(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'tallystick writer',
    keepAlive: true,
  });
  await client.connect();
  // An answer promises that the order is on disk, whatever the server's default. Prepared statements are planned once,
  // perhaps while tables are empty: the plan must use their keys, and parameters never improve it.
  await client.query(
    `select set_config('synchronous_commit', 'on', false), set_config('jit', 'off', false),
      set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
      set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false)`,
  );
  return client;
}
