import { setTimeout as pause } from 'node:timers/promises';
import { Exchange } from '@tallystick/core';
import type pg from 'pg';
import { patiently } from '../database/patience.ts';
import { BeginningBeats } from './beginning-beats.ts';
import { recoverBeginning, type Beginning, type Held } from './beginning.ts';
import { connectEngine, connectProjector } from './connect.ts';
import { openCoreEngine, type CoreEngine } from './core-engine.ts';
import { ownBundle } from './cores/released.ts';
import type { EngineOptions } from './engine.ts';
import { EngineError, HaltError } from './engine-error.ts';
import { STANDBY_FENCE } from './fence.ts';
import { Follower } from './follower.ts';
import { refuseHalted } from './halts.ts';
import { decodeEntries } from './journal/command-codec.ts';
import { journalHashAt, journalRows, newestWriter, type VerifiedRow } from './journal/journal-reader.ts';
import { awaitLease, beginStandingBy, endStandingBy, takeLease } from './lease.ts';
import { claimProjections, projectedSequence } from './projecting/position.ts';
import { recover, type Recovered } from './recovery.ts';
import { JournalFollower } from './remote/journal-follower.ts';
import { SilenceWatch } from './silence-watch.ts';
import { HOLDER } from './start-engine.ts';

/** Between attempts to follow. */
const PREPARE_AGAIN_MS = 2_000;
/** How long one step of a beginning may keep a core from beating: what was followed goes on at once, a snapshot takes its time. */
const GOING_ON_SILENT_MS = 10_000;
const RECOVERING_SILENT_MS = 60_000;
/** How long a database may take to say farewell. */
const LET_GO_WITHIN_MS = 1_000;

export interface StandbyOptions extends Omit<EngineOptions, 'force'> {
  /** Ends the waiting, which then rejects. */
  readonly signal?: AbortSignal;
  /** Called when the state is ready and only the lease is missing. */
  readonly onStandingBy?: (sequence: number) => void;
  /** Called when another core writes, whose state it will read once it has the lease. */
  readonly onWaiting?: () => void;
}

/**
 * Follows the journal until the engine that writes it is gone or silent, and goes on with it: resolves then. The protocol,
 * and what each step prevents, is in docs/decisions/0102. Rejects if the journal cannot be followed; start again then.
 */
export async function standBy(options: StandbyOptions): Promise<CoreEngine> {
  const { databaseUrl, log, signal } = options;
  const clients: pg.Client[] = [];
  const connect = async (name: string): Promise<pg.Client> => {
    const client = await connectEngine(databaseUrl, name);
    clients.push(client);
    return client;
  };
  const failed = Promise.withResolvers<never>();
  // Somebody may fail before anybody waits.
  failed.promise.catch(() => undefined);
  const fail = (error: unknown): void => failed.reject(error);
  const leased = new AbortController();
  let state: FollowedState | null = null;
  const watch = new SilenceWatch(databaseUrl, log, sequence => state?.tablesAt(sequence));
  /** Until there is something to follow: an exchange that begins, or one whose new core has not taken over yet. */
  const prepare = async (projecting: pg.Client): Promise<void> => {
    let told = false;
    while (!leased.signal.aborted) {
      state = await FollowedState.restore(options, fail);
      if (state !== null) {
        // On the connection whose loss ends this standby.
        await beginStandingBy(projecting);
        options.onStandingBy?.(state.sequence);
        return;
      }
      if (!told) {
        log.info(
          {},
          'another core writes, which this one cannot follow: it waits for the lease, to recover then',
        );
        options.onWaiting?.();
      }
      told = true;
      await Promise.race([pause(PREPARE_AGAIN_MS, undefined, { ref: false }), aborted(leased.signal)]);
    }
  };
  const stopFollowing = async (): Promise<void> => {
    leased.abort();
    watch.stop();
    await state?.stop();
  };
  const begin = async (client: pg.Client, projecting: pg.Client): Promise<CoreEngine> => {
    await refuseHalted(client);
    const followed = state as FollowedState | null;
    const silentMs = followed === null ? RECOVERING_SILENT_MS : GOING_ON_SILENT_MS;
    const lease = await takeLease(client, { holder: HOLDER, silentMs });
    if (followed !== null) await endStandingBy(projecting);
    const held = { client, projecting, ...lease };
    const beats = new BeginningBeats(held, silentMs, fail);
    try {
      const goingOn = (await followed?.goOn(held)) ?? null;
      if (goingOn === null) await beats.allow(RECOVERING_SILENT_MS);
      const beginning = goingOn ?? (await recoverBeginning(held, options));
      await options.onRecovered?.(beginning.exchange.lastAtMs);
      const engine = await openCoreEngine({ fence: STANDBY_FENCE, ...options }, beginning);
      await beats.stop();
      engine.begin();
      return engine;
    } finally {
      await beats.stop();
    }
  };
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => fail(signal.reason), { once: true });
    const client = await connect('tallystick writer');
    const projecting = await connectProjector(databaseUrl);
    clients.push(projecting);
    for (const one of clients) one.on('error', fail);
    const prepared = prepare(projecting);
    prepared.catch(fail);
    await Promise.race([awaitLease(client, log), failed.promise]);
    const startedAt = performance.now();
    leased.abort();
    await prepared;
    await stopFollowing();
    const engine = await Promise.race([begin(client, projecting), failed.promise]);
    const ms = Math.round(performance.now() - startedAt);
    log.info({ epoch: engine.epoch(), sequence: engine.sequence(), ms }, 'this core has taken over');
    return engine;
  } catch (error) {
    await stopFollowing();
    await Promise.all(clients.map(letGo));
    throw error;
  }
}

/** A connection whose statement waits for the lease ends without an answer, and one to a database that is gone as well. */
async function letGo(client: pg.Client): Promise<void> {
  const late = (): Error => new Error('the database does not answer');
  await patiently(client.end(), LET_GO_WITHIN_MS, late).catch(() => client.connection.stream.destroy());
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Null if another core wrote last: restoring its state would be for nothing, again and again until the lease is free. */
async function recoverOwn(
  client: pg.Client,
  own: string,
  { unreleasedCores = true, log }: Pick<StandbyOptions, 'unreleasedCores' | 'log'>,
): Promise<Recovered | null> {
  const writer = await newestWriter(text => client.query(text));
  if (writer?.core !== own) return null;
  return recover(client, {
    unreleased: unreleasedCores,
    untilSequence: await projectedSequence(client),
    onBadSnapshot: bad => log.error(bad, 'a snapshot is not to be believed and passed over'),
  });
}

/** The state at the journal's end and, a little behind, the one that the tables have; both kept up to date. */
class FollowedState {
  readonly #live: Exchange;
  readonly #liveFollower: Follower;
  readonly #tables: Exchange;
  readonly #tablesFollower: Follower;
  readonly #journal: JournalFollower;
  readonly #core: string;
  readonly #from: number;
  readonly #fail: (error: unknown) => void;
  /** Rows that the tables may lack. */
  #rows: VerifiedRow[] = [];

  private constructor(
    { databaseUrl, log }: Pick<StandbyOptions, 'databaseUrl' | 'log'>,
    found: { readonly exchange: Exchange; readonly position: Follower['position'] },
    core: string,
    fail: (error: unknown) => void,
  ) {
    this.#live = found.exchange;
    this.#tables = Exchange.restore(found.exchange.snapshot());
    this.#liveFollower = new Follower(this.#live, found.position);
    this.#tablesFollower = new Follower(this.#tables, found.position);
    this.#from = found.position.sequence;
    this.#core = core;
    this.#fail = fail;
    this.#journal = new JournalFollower({
      databaseUrl,
      follower: this.#liveFollower,
      core,
      log,
      metrics: { journalReads: { inc: () => undefined } },
      onTaken: row => this.#rows.push(row),
      onFatal: fail,
    });
  }

  /** Null if another core wrote last: this one can follow only what it has written itself. */
  static async restore(
    options: StandbyOptions,
    fail: (error: unknown) => void,
  ): Promise<FollowedState | null> {
    const { hash: own } = await ownBundle();
    const client = await connectEngine(options.databaseUrl, 'tallystick standby');
    const found = await recoverOwn(client, own, options).finally(() => client.end());
    if (found === null || found.seam !== null || found.position.sequence === 0) return null;
    const state = new FollowedState(options, found, own, fail);
    await state.#journal.read();
    return state;
  }

  get sequence(): number {
    return this.#liveFollower.position.sequence;
  }

  /** The tables have come so far. */
  tablesAt(sequence: number): void {
    try {
      this.#bringTables(sequence);
    } catch (error) {
      this.#fail(error);
    }
  }

  async stop(): Promise<void> {
    await this.#journal.stop();
  }

  /** With the lease: reads the journal to its end, which nobody else can move any more. */
  async goOn(held: Held): Promise<Beginning | null> {
    const { client, epoch } = held;
    const projected = await claimProjections(client, epoch);
    const { sequence, hash } = this.#liveFollower.position;
    const written = await journalHashAt(client, sequence);
    // The database was replaced by one that lacks what was followed: what it has is the truth.
    if (written === null || !written.equals(hash)) return null;
    for await (const row of journalRows(client, { sequence, hash })) {
      if (row.core !== this.#core)
        throw new EngineError(`another core goes on at sequence ${row.firstSequence}`);
      this.#liveFollower.take(row, decodeEntries(row.commands, row.firstSequence));
      this.#rows.push(row);
    }
    this.#bringTables(projected);
    const { position } = this.#tablesFollower;
    if (position.sequence !== projected) {
      throw new HaltError(
        `the tables are said to be at sequence ${projected}, where no row of the journal ends`,
      );
    }
    this.#live.checkInvariants('cheap');
    return {
      ...held,
      core: this.#core,
      exchange: this.#live,
      position: this.#liveFollower.position,
      tables: { exchange: this.#tables, position },
      lacking: this.#rows,
      snapshotSequence: this.#from,
      replayedCommands: this.sequence - this.#from,
      // Whether a snapshot names this very state is not known: one more is left at the end.
      namedAt: -1,
    };
  }

  #bringTables(sequence: number): void {
    let done = 0;
    for (const row of this.#rows) {
      if (row.lastSequence > sequence) break;
      this.#tablesFollower.take(row, decodeEntries(row.commands, row.firstSequence));
      done++;
    }
    if (done > 0) this.#rows = this.#rows.slice(done);
  }
}
