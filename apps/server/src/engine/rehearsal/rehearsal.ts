import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Event, ReadonlyExchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import type { DatabaseLog } from '../../database/log.ts';
import { openCores } from '../cores/cores.ts';
import type { Cores } from '../cores/core.ts';
import { EngineError, HaltError } from '../engine-error.ts';
import type { JournalEntry } from '../journal/command-codec.ts';
import { JOURNAL_START, type JournalPosition, type VerifiedRow } from '../journal/journal-reader.ts';
import { Replay, type ReplayStart } from '../replay.ts';
import { snapshotsNewestFirst } from '../snapshots/snapshot-store.ts';
import type { Difference } from './compare-results.ts';
import { Differences, isUnexpected } from './differences.ts';
import type { ExpectedDifference } from './expected.ts';
import { JournalSource } from './journal-source.ts';
import { pauseMs, type CoreName, type RehearsalReport, type Verdict } from './report.ts';
import { Times } from './times.ts';
import { StateUnreadable, Twin, type Conversion } from './twin.ts';

export interface RehearsalOptions {
  readonly databaseUrl: string;
  readonly log: DatabaseLog;
  readonly expected: readonly ExpectedDifference[];
  /** As `CoresOptions`. */
  readonly unreleased: boolean;
  /** Ends it in order. */
  readonly signal: AbortSignal;
  /** Ends it at the journal's end of the moment it began. Default: it follows. */
  readonly once?: boolean;
}

/** A long stretch of the journal lets signals and metrics have their turn after this time. */
const TURN_MS = 10;
/** States that should be equal are compared this often. */
const CONVERT_EVERY_MS = 600_000;
/** After a conversion that took a time, this many times as long passes before the next: the journal must be caught up with. */
const REST = 4;
/** Kinds of differences that are logged when they come first; the report has the others. */
const LOGGED_GROUPS = 50;
/** An order to end is waited for by a supervisor: a conversion at the end must not take longer. */
const LAST_CONVERSION_MS = 20_000;
const KEPT_NAMES = 5;
/** In the place of a command where whole states are compared. */
const STATE = '(state)';

/**
 * Applies what a live exchange journals by the core that wrote it and, beside it, by this program's own, on a state of its
 * own, and reports in what the two differ. Writes nothing to the database. What the journal does not have it cannot
 * compare: commands that were refused.
 */
export class Rehearsal {
  readonly #options: RehearsalOptions;
  readonly #source: JournalSource;
  readonly #differences: Differences;
  readonly #oldTimes = new Times();
  readonly #startedAt = new Date().toISOString();
  readonly #commands = { compared: 0, later: 0, passedOver: 0 };
  readonly #conversions: { count: number; last: Conversion | null; longest: Conversion | null } = {
    count: 0,
    last: null,
    longest: null,
  };
  readonly #memory = { rss: 0, heapUsed: 0 };
  readonly #old: CoreName[] = [];
  #own: CoreName = { hash: null, logicVersion: 0 };
  #twin: Twin | null = null;
  #before: ReadonlyExchange | null = null;
  #from = 0;
  #at: JournalPosition = JOURNAL_START;
  #head: number | null = null;
  #applyingAtMs = 0;
  /** When a state that differs may be converted, and when one that does not is. */
  #mayConvertAtMs = 0;
  #convertAtMs = Infinity;
  #impossible = false;
  #logged = 0;

  constructor(options: RehearsalOptions) {
    this.#options = options;
    this.#source = new JournalSource(options);
    this.#differences = new Differences(options.expected);
  }

  /**
   * Resolves with the report when it ends: by the signal, at the journal's end with `once`, when the new version itself goes
   * on with the journal, or when its core cannot read the state. Rejects if the database is away at the beginning, with
   * HaltError if the journal or its core cannot be trusted.
   */
  async run(): Promise<RehearsalReport> {
    try {
      const ended = await this.#run();
      this.#head = await this.#source.end();
      return this.report(ended);
    } finally {
      await this.#source.close();
    }
  }

  async #run(): Promise<string> {
    const { unreleased, once, log } = this.#options;
    const cores = await openCores(this.#queries(), { unreleased, ownFromBundle: true });
    const { own } = cores;
    this.#own = { hash: own.hash, logicVersion: own.module.LOGIC_VERSION };
    this.#twin = new Twin(own.module);
    const { start, position } = await this.#newestSnapshot();
    this.#from = position.sequence;
    this.#at = position;
    if (start !== null) this.#old.push({ hash: start.core, logicVersion: start.logicVersion });
    try {
      this.#note(this.#twin.convert(start?.snapshot ?? null).conversion);
      const until = once === true ? await this.#journalEnd() : undefined;
      log.info({ from: this.#from, own: own.hash }, 'the rehearsal begins');
      return await this.#follow(cores, start, until);
    } catch (error) {
      if (!(error instanceof StateUnreadable)) throw error;
      this.#impossible = true;
      return `the state at sequence ${this.#at.sequence}: ${error.message}`;
    }
  }

  async #journalEnd(): Promise<number> {
    const end = await this.#source.end();
    if (end === null) throw new EngineError('the database went away before the rehearsal began');
    return end;
  }

  /** Returns why it ends. */
  async #follow(cores: Cores, start: ReplayStart | null, until: number | undefined): Promise<string> {
    const replay = new Replay(cores, start, {
      applying: () => {
        this.#applyingAtMs = performance.now();
      },
      applied: (entry, events) => this.#applied(entry, events),
      changed: ({ hash, module }, exchange) => this.#changed(hash, module.LOGIC_VERSION, exchange),
    });
    let turnAtMs = performance.now();
    for await (const row of this.#source.rows(this.#at, until)) {
      const last = this.#old.at(-1);
      if (last !== undefined && last.hash !== row.core && row.core === cores.own.hash) {
        this.#convertLast();
        return `the new version itself goes on with the journal from sequence ${row.firstSequence}`;
      }
      await this.#row(replay, row);
      const nowMs = performance.now();
      if (nowMs >= this.#convertAtMs) this.#convert();
      if (nowMs - turnAtMs < TURN_MS) continue;
      await nextTurn();
      turnAtMs = performance.now();
    }
    this.#convertLast();
    return this.#options.signal.aborted
      ? 'it was told to end'
      : `it has come to sequence ${this.#at.sequence}`;
  }

  #changed(hash: string | null, logicVersion: number, exchange: ReadonlyExchange): void {
    this.#before = exchange;
    const last = this.#old.at(-1);
    if (last !== undefined && last.hash === hash && last.logicVersion === logicVersion) return;
    this.#old.push({ hash, logicVersion });
    if (this.#old.length > KEPT_NAMES) this.#old.shift();
    // A core that takes over may have converted the state in its own way.
    if (last !== undefined) this.#twin!.differs();
  }

  async #row(replay: Replay, row: VerifiedRow): Promise<void> {
    try {
      await replay.row(row);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      const words = `the old core failed at the row from sequence ${row.firstSequence}: ${String(error)}`;
      throw new HaltError(words, { cause: error });
    }
    this.#at = { sequence: row.lastSequence, hash: row.hash };
  }

  #applied(entry: JournalEntry, events: readonly Event[]): void {
    this.#oldTimes.add(performance.now() - this.#applyingAtMs);
    const twin = this.#twin!;
    if (!twin.isAlive) {
      this.#commands.passedOver++;
    } else {
      const { isEqual } = twin;
      if (isEqual) this.#commands.compared++;
      else this.#commands.later++;
      const difference = twin.apply(entry, events, this.#before!);
      if (difference !== null) this.#found(entry.command.type, entry.sequence, difference, isEqual);
    }
    // At once if that is cheap: what comes next is then compared on equal states again.
    if (!twin.isEqual && performance.now() >= this.#mayConvertAtMs) this.#convert();
  }

  #found(command: string, sequence: number, difference: Difference, isFirst: boolean): void {
    const group = this.#differences.add(command, sequence, difference, isFirst);
    if (group === null || this.#logged >= LOGGED_GROUPS) return;
    this.#logged++;
    const { kind, what, before, after } = difference;
    const details = { command, kind, what, sequence, before, after };
    if (isUnexpected(group)) this.#options.log.warn(details, 'the new version differs');
    else this.#options.log.info(details, 'the new version differs, as expected');
  }

  /** Compares both states if they should be equal, and goes on from the old core's. */
  #convert(): void {
    const exchange = this.#before;
    const twin = this.#twin!;
    if (exchange === null) return;
    const startedAtMs = performance.now();
    const snapshot = exchange.snapshot();
    const writeMs = performance.now() - startedAtMs;
    const { isEqual } = twin;
    const { conversion, differences } = twin.convert(snapshot, { exchange, writeMs });
    for (const difference of differences) this.#found(STATE, this.#at.sequence, difference, isEqual);
    this.#note(conversion, performance.now() - startedAtMs);
  }

  /** For the report: the states at the end. */
  #convertLast(): void {
    const { last } = this.#conversions;
    if (last === null || pauseMs(last) < LAST_CONVERSION_MS) this.#convert();
  }

  /** `tookMs`: with all that was compared. */
  #note(conversion: Conversion, tookMs = 0): void {
    const { longest } = this.#conversions;
    this.#conversions.count++;
    this.#conversions.last = conversion;
    if (longest === null || pauseMs(conversion) > pauseMs(longest)) this.#conversions.longest = conversion;
    const nowMs = performance.now();
    this.#mayConvertAtMs = nowMs + REST * tookMs;
    this.#convertAtMs = Math.max(nowMs + CONVERT_EVERY_MS, this.#mayConvertAtMs);
    this.#measureMemory();
  }

  #measureMemory(): void {
    const { rss, heapUsed } = process.memoryUsage();
    this.#memory.rss = Math.max(this.#memory.rss, rss);
    this.#memory.heapUsed = Math.max(this.#memory.heapUsed, heapUsed);
  }

  async #newestSnapshot(): Promise<{ start: ReplayStart | null; position: JournalPosition }> {
    const { log } = this.#options;
    const found = snapshotsNewestFirst(
      await this.#source.client(),
      Number.MAX_SAFE_INTEGER,
      bad => log.warn(bad, 'a snapshot is not to be believed and passed over'),
      ({ sequence }) => log.info({ sequence }, 'a snapshot that the journal does not name is passed over'),
    );
    for await (const { start, position } of found) return { start, position };
    return { start: null, position: JOURNAL_START };
  }

  /** Queries on whatever session there is: cores may have to be read after the database was away. */
  #queries(): Pick<ClientBase, 'query'> {
    const query = async (text: string, values?: unknown[]): Promise<unknown> =>
      (await this.#source.client()).query(text, values);
    return { query: query as ClientBase['query'] };
  }

  /** What is known now. */
  async progress(): Promise<RehearsalReport> {
    this.#head = await this.#source.end();
    this.#measureMemory();
    return this.report(null);
  }

  /** `ended`: why, null while it goes on. */
  report(ended: string | null): RehearsalReport {
    const { groups, beyond, unseen } = this.#differences;
    return {
      verdict: this.#verdict(),
      ended,
      startedAt: this.#startedAt,
      reportedAt: new Date().toISOString(),
      from: this.#from,
      to: this.#at.sequence,
      behind: this.#head === null ? null : Math.max(0, this.#head - this.#at.sequence),
      old: [...this.#old],
      own: this.#own,
      commands: { ...this.#commands },
      differences: groups,
      beyond,
      unseen,
      times: { old: this.#oldTimes.report(), own: (this.#twin?.times ?? new Times()).report() },
      conversions: { ...this.#conversions },
      memory: { ...this.#memory },
    };
  }

  #verdict(): Verdict {
    if (this.#impossible) return 'impossible';
    if (this.#differences.unexpected > 0) return 'differs';
    return this.#commands.compared === 0 ? 'nothing' : 'equal';
  }
}
