import type { NodeConnectionOptions } from '@nats-io/transport-node';
import type { Registry } from 'prom-client';
import type { DatabaseLog } from '../../database/log.ts';
import { seldom } from '../../database/seldom.ts';
import type { Pool } from '../../database/pool.ts';
import type { CommittedBatch } from '../batch.ts';
import type { Engine } from '../engine.ts';
import { Follower, type AppliedCommand } from '../follower.ts';
import { refuseHalted } from '../halts.ts';
import type { VerifiedRow } from '../journal/journal-reader.ts';
import { DistantTables } from '../projecting/distant-tables.ts';
import { busMetrics, type BusMetrics } from './bus-metrics.ts';
import { FedKinds } from './fed-kinds.ts';
import { FrameRefused, FrameSeal, type FrameKind } from './frame.ts';
import { decodeHead, decodeRow } from './journal-frames.ts';
import { KnownRun } from './known-run.ts';
import { JournalFollower } from './journal-follower.ts';
import { Link } from './link.ts';
import { NatsBus, type Patience } from './nats-bus.ts';
import { restoreFollower } from './restore.ts';
import { subjectsOf } from './subjects.ts';

export interface FollowerEngineOptions {
  /** With all migrations applied. Its queries wait for the tables. */
  readonly pool: Pool;
  /** For the follower's own connection. */
  readonly databaseUrl: string;
  readonly log: DatabaseLog;
  readonly registry: Registry;
  /** Called once when the state can no longer follow the journal; the process has to exit and start again. */
  readonly onFatal: (error: unknown) => void;
  readonly now?: () => number;
  /** Called with the time of the last command that was followed at the start. */
  readonly onRecovered?: (lastAtMs: number) => void;
  /** As `EngineOptions`. */
  readonly unreleasedCores?: boolean;
  readonly nats: NatsSettings;
  /** Whom the process believes, if it knows already; else the engine finds out. */
  readonly known?: KnownRun;
  /** Commands that may wait for their answer; more are refused with `busy`. */
  readonly admission: number;
  readonly patience?: Patience;
  /** False: whoever has it sends no commands, and needs no right to. Default true. */
  readonly sends?: boolean;
  /** Whether it saves candles for all: one process of an exchange does. Default false. */
  readonly savesCandles?: boolean;
}

/** Alike at the core and at all gateways of an exchange. */
export interface NatsSettings {
  readonly connection: NodeConnectionOptions;
  /** Of all subjects: see `subjectsOf`. */
  readonly prefix: string;
  /** At least 16 bytes, which the core and its gateways share: see `FrameSeal`. */
  readonly key: Buffer;
}

export interface FollowerEngine extends Engine {
  /** Milliseconds since the follower last knew that nothing was missing: more than a second or two is a fault. */
  readonly behindMs: () => number;
  /** Whether NATS is there, without which nothing can be sent. */
  readonly isConnected: () => boolean;
  /** Whom it believes on the bus. */
  readonly known: KnownRun;
  /** Calls back once the state has come to this place of the journal. Returns a function that gives up waiting. */
  whenAt(sequence: number, reached: () => void): () => void;
}

/**
 * An engine for a process beside the core's: it follows the journal, takes no lease, writes nothing, and sends commands
 * to the core. What reads it cannot tell the difference; `wake` reads the journal to its end, because time passes at
 * the core. Throws EngineError if another core wrote last, HaltError if the journal cannot be trusted or the exchange is
 * stopped for good.
 */
export async function startFollowerEngine(options: FollowerEngineOptions): Promise<FollowerEngine> {
  const { pool, databaseUrl, log, registry, nats } = options;
  const now = options.now ?? Date.now;
  await refuseHalted(pool);
  const { found, core, marketData } = await restoreFollower({
    pool,
    databaseUrl,
    log,
    now,
    unreleased: options.unreleasedCores ?? true,
    savesCandles: options.savesCandles ?? false,
  });
  const { snapshotSequence, replayedCommands } = found;
  const metrics = busMetrics(registry);
  const subjects = subjectsOf(nats.prefix);
  const seal = new FrameSeal(nats.key);
  const link = new Link({ connection: nats.connection, name: 'tallystick follower', log });
  const known = options.known ?? new KnownRun({ pool, log });
  const kinds = new FedKinds();
  const listeners: ((batch: CommittedBatch) => void)[] = [];
  const copiers: ((row: VerifiedRow) => void)[] = [];
  const follower = new Follower(found.exchange, found.position);
  let fatal: unknown = null;
  let started = false;
  const onFatal = (error: unknown): void => {
    fatal = error;
    marketData.end();
    bus.fail();
    if (started) options.onFatal(error);
  };
  let followedEpoch = 0;
  const onTaken = (row: VerifiedRow, commands: readonly AppliedCommand[]): void => {
    bus.know(row.epoch);
    if (row.epoch > followedEpoch) tables.forget();
    followedEpoch = row.epoch;
    for (const copy of copiers) copy(row);
    if (commands.length === 0) return;
    const batch = committedBatch(commands, kinds);
    marketData.committed(batch);
    for (const listener of listeners) listener(batch);
  };
  const journal = new JournalFollower({ databaseUrl, follower, core, log, metrics, onTaken, onFatal });
  const bus = new NatsBus({
    link,
    subjects,
    seal,
    follower: journal,
    known,
    log,
    metrics,
    admission: options.admission,
    sends: options.sends ?? true,
    ...(options.patience === undefined ? {} : { patience: options.patience }),
  });
  const hear = opener(seal, known, metrics, seldom(log));
  link.subscribe(subjects.rows, ({ data }) => hear('row', data, decodeRow, row => journal.copied(row)));
  link.subscribe(subjects.heads, ({ data }) =>
    hear('head', data, decodeHead, (head, run) => {
      if (head.epoch < bus.epoch) return;
      bus.heard(head, run);
      journal.heard(head);
    }),
  );
  let stopping: Promise<void> | null = null;
  const tables = new DistantTables(pool);
  const projected = (): Promise<void> | null => tables.reached(follower.position.sequence);
  const stopWaiting = pool.waitFor(projected);
  const stop = async (): Promise<void> => {
    stopWaiting();
    await bus.stop();
    await link.stop();
    if (options.known === undefined) await known.stop();
    await journal.stop();
    await marketData.stop();
  };
  // What happened while the state was being restored.
  await journal.read();
  started = true;
  if (fatal !== null) {
    await stop();
    throw fatal;
  }
  log.info(
    { sequence: journal.position.sequence, snapshotSequence, replayedCommands },
    'the journal is followed',
  );
  options.onRecovered?.(follower.exchange.lastAtMs);
  return {
    bus,
    exchange: follower.exchange,
    marketData,
    recovered: { snapshotSequence, replayedCommands },
    sequence: () => follower.position.sequence,
    head: () => follower.position,
    epoch: () => bus.epoch,
    projected,
    committingForMs: () => 0,
    behindMs: () => journal.behindMs,
    isConnected: () => link.isUp,
    known,
    whenAt: (sequence, reached) => journal.whenAt(sequence, reached),
    onCommitted: listener => listeners.push(listener),
    onJournaled: listener => copiers.push(listener),
    wake: () => journal.read(),
    stop: () => (stopping ??= stop()),
  };
}

/** Few ask for the kinds, which cost as much as the rest. */
function committedBatch(commands: readonly AppliedCommand[], kinds: FedKinds): CommittedBatch {
  let fedKinds: readonly string[] | null = null;
  return {
    commands,
    get fedKinds() {
      return (fedKinds ??= kinds.of(commands));
    },
  };
}

/** Opens and decodes what is for everybody. What cannot be read is left out: the journal has it. */
function opener(seal: FrameSeal, known: Pick<KnownRun, 'believes'>, metrics: BusMetrics, log: DatabaseLog) {
  return <T>(
    kind: FrameKind,
    data: Uint8Array,
    decode: (text: string) => T,
    take: (value: T, run: string) => void,
  ) => {
    let value: T;
    let run: string;
    try {
      const opened = seal.open(kind, data);
      ({ run } = opened);
      if (!known.believes(run)) {
        metrics.unknown(kind);
        return;
      }
      value = decode(opened.text);
    } catch (error) {
      if (!(error instanceof FrameRefused)) throw error;
      metrics.refused(kind);
      log.warn({ reason: error.message }, 'a frame is left out');
      return;
    }
    take(value, run);
  };
}
