import { LOGIC_VERSION, type Exchange } from '@tallystick/core';
import type pg from 'pg';
import type { CommittedBatch } from './batch.ts';
import type { Beginning } from './beginning.ts';
import { DEFAULTS, type Engine, type EngineOptions } from './engine.ts';
import { HaltError } from './engine-error.ts';
import { lostConnection, warned } from './failures.ts';
import { Fence, LONE_FENCE } from './fence.ts';
import { Follower } from './follower.ts';
import { HistoryKeeper } from './history/history-keeper.ts';
import { Deduplicator } from './idempotency/deduplicator.ts';
import { ResultStore } from './idempotency/result-store.ts';
import { decodeEntries } from './journal/command-codec.ts';
import type { VerifiedRow } from './journal/journal-reader.ts';
import { isFollowedByAll, releaseLease } from './lease.ts';
import { engineMetrics } from './metrics.ts';
import { Projector } from './projecting/projector.ts';
import { Sequencer } from './sequencer.ts';
import { Snapshotter } from './snapshots/snapshotter.ts';
import { writeSnapshot } from './snapshots/snapshot-store.ts';

/** The state is checked and written in one go: the supervisor ends a stop that takes longer, too. */
const STOPPING_SILENT_MS = 60_000;

/** The only writer, without what is told about markets. */
export interface CoreEngine extends Omit<Engine, 'marketData' | 'stop'> {
  /** See `Lease`. */
  readonly run: string;
  /** Work that became due while no engine ran starts now, and commands may come. */
  begin(): void;
  /** As `Engine.stop`; `drained` is called once nothing is committed any more. */
  stop(drained?: () => Promise<void>): Promise<void>;
}

/** An engine that goes on from `beginning`. Nothing happens in it before `begin`. */
export async function openCoreEngine(options: EngineOptions, beginning: Beginning): Promise<CoreEngine> {
  const settings = { ...DEFAULTS, ...options.settings };
  const { pool, log, registry, databaseUrl, clockStopped, unreleasedCores = true } = options;
  const now = options.now ?? Date.now;
  const { client, projecting, epoch, run, core, exchange, snapshotSequence, replayedCommands } = beginning;
  const metrics = engineMetrics(registry);
  const times = options.fence ?? LONE_FENCE;
  const loading = new AbortController();
  let fatal = false;
  const giveUp = (error: unknown): void => {
    loading.abort();
    projector.end(error);
    fence.stop();
    if (fatal) return;
    fatal = true;
    options.onFatal(error);
  };
  const copiers: ((row: VerifiedRow) => void)[] = [];
  const { tables } = beginning;
  const follower = new Follower(tables.exchange, tables.position, row => {
    // The sequencer gives the whole row.
    for (const copy of copiers) copy(row as VerifiedRow);
  });
  const projector = new Projector({
    client: projecting,
    epoch,
    exchange: follower.exchange,
    sequence: tables.position.sequence,
    limit: settings.projectionLimit,
    deadlineMs: times.projectedMs,
    onWritten(seconds, behind) {
      metrics.projectSeconds.observe(seconds);
      metrics.projectionsBehind.set(behind);
      sequencer.resume();
    },
    onFatal: error => sequencer.fail(error),
  });
  const fence = new Fence({
    client,
    epoch,
    times,
    onLost: error => sequencer.fail(error),
  });
  const results = new ResultStore(pool, { retentionMs: settings.idempotencyRetentionMs });
  const history = new HistoryKeeper({ pool, log, retention: settings.history, results, now, clockStopped });
  // Before anything is projected, so that it waits for nothing.
  await history.prepare();
  for (const row of beginning.lacking) followAndProject(follower, projector, row);
  // After a failure it stays closed until the end: what the tables hold then is old.
  const stopWaiting = pool.waitFor(() => projector.caughtUp());
  const snapshotter = new Snapshotter(
    {
      databaseUrl,
      every: settings.snapshotEvery,
      keep: settings.keepSnapshots,
      unreleasedCores,
      log,
      bind: async (sequence, stateHash) => {
        await sequencer.mark(() => ({ type: 'state', sequence, stateHash }));
      },
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
      snapshotter.committed(sequence);
      for (const listener of listeners) listener(batch);
    },
    onFatal: giveUp,
  });
  // A writer without its connection has lost the lease.
  for (const one of [client, projecting]) one.on('error', error => sequencer.fail(lostConnection(error)));
  // A commit whose wait for the synchronous standby was cancelled succeeds with a warning: it is on one disk only.
  client.on('notice', notice => sequencer.fail(warned(notice)));
  const background = (work: Promise<void>, message: string): void => {
    work.catch((error: unknown) => log.error({ err: error }, message));
  };

  let stopping: Promise<void> | null = null;
  const stop = async (drained?: () => Promise<void>): Promise<void> => {
    await sequencer.drain();
    loading.abort();
    await history.stop();
    await snapshotter.stop();
    await drained?.();
    if (!fatal) {
      // Nobody's order should wait for a snapshot that nobody needs; another core can go on from nothing else.
      if (!(await isFollowedByAll(client))) {
        await fence.allow(STOPPING_SILENT_MS);
        exchange.checkInvariants('all');
        // If nothing changed since recovery, a snapshot that the journal names already exists.
        if (follower.position.sequence !== beginning.namedAt)
          await leaveSnapshot(sequencer, client, { exchange, follower }, settings.keepSnapshots);
      }
      await projector.caughtUp();
      fence.stop();
      await releaseLease(client);
      const { sequence } = follower.position;
      log.info({ sequence, logicVersion: LOGIC_VERSION }, 'exchange stopped in order');
    }
    // Whoever reads on has stopped this engine, and knows.
    stopWaiting();
    sequencer.close();
    await projecting.end();
    await client.end();
  };
  return {
    bus: sequencer,
    exchange: follower.exchange,
    recovered: { snapshotSequence, replayedCommands },
    sequence: () => follower.position.sequence,
    head: () => follower.position,
    projected: () => projector.caughtUp(),
    epoch: () => epoch,
    run,
    committingForMs: () => sequencer.committingForMs,
    onCommitted: listener => listeners.push(listener),
    onJournaled: listener => copiers.push(listener),
    wake: () => sequencer.wake(),
    begin() {
      fence.start();
      void results.load(loading.signal, log);
      background(sequencer.wake(), 'time could not pass');
      history.start();
    },
    stop: drained => (stopping ??= stop(drained)),
  };
}

/** A row that is in the journal, but whose consequences are not in the tables yet. */
function followAndProject(follower: Follower, projector: Projector, row: VerifiedRow): void {
  follower.take(row, decodeEntries(row.commands, row.firstSequence), {
    applied: ({ sequence, atMs }, events) => projector.record({ sequence, atMs, events }),
  });
  projector.endRow(row.lastSequence);
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
