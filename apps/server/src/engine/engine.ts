import { hostname } from 'node:os';
import { Exchange, LOGIC_VERSION, type ReadonlyExchange } from '@tallystick/core';
import pg from 'pg';
import type { Registry } from 'prom-client';
import { DAY_MS } from '@tallystick/core/durations';
import type { DatabaseLog } from '../database/log.ts';
import type { Pool } from '../database/pool.ts';
import type { CommittedBatch } from './batch.ts';
import type { CommandBus } from './command-bus.ts';
import type { JournalPosition, VerifiedRow } from './journal/journal-reader.ts';
import { HaltError } from './engine-error.ts';
import { FOR_EVER, HistoryKeeper, type HistoryRetention } from './history/history-keeper.ts';
import { Deduplicator } from './idempotency/deduplicator.ts';
import { ResultStore } from './idempotency/result-store.ts';
import { lostConnection, warned } from './failures.ts';
import { Fence, LONE_FENCE, type FenceTimes } from './fence.ts';
import { Follower } from './follower.ts';
import { releaseLease, takeLease } from './lease.ts';
import { MarketData } from './market-data/market-data.ts';
import { engineMetrics } from './metrics.ts';
import { differenceError } from './reconciliation/difference.ts';
import { verifyAtStart } from './reconciliation/reconciler.ts';
import { storeOwnBundle } from './cores/cores.ts';
import { ownBundle } from './cores/released.ts';
import { Projector } from './projecting/projector.ts';
import { recoverTables } from './projecting/recover-tables.ts';
import { Sequencer } from './sequencer.ts';
import { writeSeam } from './snapshots/seam.ts';
import { Snapshotter } from './snapshots/snapshotter.ts';
import { removeUnnamed, writeSnapshot } from './snapshots/snapshot-store.ts';

export interface EngineOptions {
  /** With all migrations applied. Its queries wait for the tables while the engine runs. */
  readonly pool: Pool;
  /** For the engine's own connections. */
  readonly databaseUrl: string;
  readonly log: DatabaseLog;
  readonly registry: Registry;
  /** Called once when the engine must stop; the process has to exit and start again. */
  readonly onFatal: (error: unknown) => void;
  /** Take over from an engine that is still connected. */
  readonly force?: boolean;
  /** What must happen in time; the default is for an engine that nobody stands by to replace. */
  readonly fence?: FenceTimes;
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
  /** Commands by which the tables may be behind the journal. */
  readonly projectionLimit: number;
  readonly queueLimit: number;
  readonly gatherMs: number;
  readonly snapshotEvery: number;
  readonly keepSnapshots: number;
  readonly idempotencyRetentionMs: number;
  readonly history: HistoryRetention;
}

const DEFAULTS: EngineSettings = {
  maxBatch: 2_000,
  projectionLimit: 20_000,
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
  /**
   * Resolves once the tables that follow from the journal hold all that anybody has been told so far; null if they do
   * already. They are behind by the time of one transaction.
   */
  projected(): Promise<void> | null;
  /** Of the writer, as far as it is known here. */
  readonly epoch: () => number;
  /** How long the newest batch has been waiting for the disk, in milliseconds; 0 if there is none. */
  readonly committingForMs: () => number;
  /** Called for each batch once it is on disk, in order. */
  onCommitted(listener: (batch: CommittedBatch) => void): void;
  /** Called for each row of the journal that is on disk and applied, before anybody is answered; in order. */
  onJournaled(listener: (row: VerifiedRow) => void): void;
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
  const client = await connectEngine(databaseUrl, 'tallystick writer');
  let projecting: pg.Client | null = null;
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
    const found = await recoverTables(client, {
      epoch,
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
    const copiers: ((row: VerifiedRow) => void)[] = [];
    const follower = new Follower(Exchange.restore(found.snapshot ?? exchange.snapshot()), position, row => {
      // The sequencer gives the whole row.
      for (const copy of copiers) copy(row as VerifiedRow);
    });
    const marketData = await MarketData.start({ pool, exchange: follower.exchange, log, now });
    const metrics = engineMetrics(registry);
    const giveUp = (error: unknown): void => {
      marketData.end();
      projector.end(error);
      fence.stop();
      stopWaiting();
      onFatal(error);
    };
    const fence = new Fence({
      client,
      epoch,
      times: options.fence ?? LONE_FENCE,
      onLost: error => sequencer.fail(error),
    });
    projecting = await connectEngine(databaseUrl, 'tallystick projector');
    // What it writes can be derived again from the journal.
    await projecting.query(`select set_config('synchronous_commit', 'off', false)`);
    const projector = new Projector({
      client: projecting,
      epoch,
      exchange: follower.exchange,
      sequence: position.sequence,
      limit: settings.projectionLimit,
      onWritten(seconds, behind) {
        metrics.projectSeconds.observe(seconds);
        metrics.projectionsBehind.set(behind);
        sequencer.resume();
      },
      onFatal: error => sequencer.fail(error),
    });
    const stopWaiting = pool.waitFor(() => projector.caughtUp());
    projecting.on('error', error => sequencer.fail(lostConnection(error)));
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
      projector,
      epoch,
      fence,
      core,
      deduplicator: new Deduplicator(results, fence),
      metrics,
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
    // A commit whose wait for the synchronous standby was cancelled succeeds with a warning: it is on one disk only.
    client.on('notice', notice => sequencer.fail(warned(notice)));
    const background = (work: Promise<void>, message: string): void => {
      work.catch((error: unknown) => log.error({ err: error }, message));
    };
    fence.start();
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
        await projector.caughtUp();
        stopWaiting();
        fence.stop();
        await releaseLease(client);
        log.info(
          { sequence: follower.position.sequence, logicVersion: LOGIC_VERSION },
          'exchange stopped in order',
        );
      }
      sequencer.close();
      await projecting?.end();
      await client.end();
    };
    return {
      bus: sequencer,
      exchange: follower.exchange,
      marketData,
      recovered,
      sequence: () => follower.position.sequence,
      head: () => follower.position,
      projected: () => projector.caughtUp(),
      epoch: () => epoch,
      committingForMs: () => sequencer.committingForMs,
      onCommitted: listener => listeners.push(listener),
      onJournaled: listener => copiers.push(listener),
      wake: () => sequencer.wake(),
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    await projecting?.end();
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

async function connectEngine(databaseUrl: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
  });
  await client.connect();
  // An answer promises that the order is on disk, whatever the server's default. A session whose machine is gone must
  // soon let go of the lease. Prepared statements are planned once,
  // perhaps while tables are empty: the plan must use their keys, and parameters never improve it.
  await client.query(
    `select set_config('synchronous_commit', 'on', false), set_config('jit', 'off', false),
      set_config('client_min_messages', 'warning', false),
      set_config('tcp_keepalives_idle', '1', false), set_config('tcp_keepalives_interval', '1', false),
      set_config('tcp_keepalives_count', '2', false), set_config('tcp_user_timeout', '3000', false),
      set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
      set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false)`,
  );
  return client;
}
