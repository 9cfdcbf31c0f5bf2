import { createHash } from 'node:crypto';
import type { Exchange, ReadonlyExchange } from '@tallystick/core';
import { HaltError } from './engine-error.ts';
import type { Core, Cores } from './cores/core.ts';
import { Follower, type FollowerHooks } from './follower.ts';
import type { VerifiedRow } from './journal/journal-reader.ts';
import type { JournalMark, Mark } from './journal/mark.ts';

/** Where a replay begins: a serialised state. */
export interface ReplayStart {
  readonly core: string | null;
  readonly logicVersion: number;
  readonly snapshot: Uint8Array;
}

export interface ReplayHooks extends FollowerHooks {
  /** Another core takes over here. */
  readonly changed?: (core: Core, exchange: ReadonlyExchange) => void;
}

/** Applies journal rows, each stretch with the core that wrote it, and compares the states where cores change. */
export class Replay {
  readonly #cores: Cores;
  readonly #hooks: ReplayHooks;
  #start: ReplayStart | null;
  #core: Core | null = null;
  #exchange: Exchange | null = null;
  #follower: Follower | null = null;
  #logicVersion = 0;

  /** @param start null: before the first row. */
  constructor(cores: Cores, start: ReplayStart | null, hooks: ReplayHooks = {}) {
    this.#cores = cores;
    this.#start = start;
    this.#hooks = hooks;
  }

  /** The state so far; null before the first row. Of another JavaScript realm if its core runs from a bundle. */
  get exchange(): ReadonlyExchange | null {
    return this.#exchange;
  }

  /**
   * Throws HaltError if the journal does not continue, SnapshotUnusable if the initial state cannot be restored.
   *
   * @param passed told of each sequence of this row, with the state after it.
   */
  async row(row: VerifiedRow, passed?: (sequence: number) => void): Promise<void> {
    const from = this.#at();
    const same = from === null || (from.core === row.core && sameUnmarked(from, row));
    if (!same) await this.#takeOver(row, from.core);
    else if (this.#exchange === null) await this.#begin(row);
    const { module } = this.#core!;
    this.#logicVersion = row.logicVersion;
    this.#follower!.take(row, module.decodeEntries(row.commands, row.firstSequence), {
      ...this.#hooks,
      ...(passed === undefined ? {} : { passed }),
      marked: mark => this.#mark(mark, !same && mark.sequence === row.firstSequence),
    });
  }

  /**
   * The final state, in this program's core. If another core wrote last, its state is taken over: `seam` is the mark that
   * must be journaled first; the caller sets its `bound`.
   */
  async end(): Promise<{ readonly exchange: Exchange; readonly seam: Omit<SeamMark, 'bound'> | null }> {
    const { own } = this.#cores;
    const from = this.#at();
    if (from === null) return { exchange: new own.module.Exchange(), seam: null };
    if (from.core === own.hash && this.#exchange !== null) return { exchange: this.#exchange, seam: null };
    const snapshot = this.#exchange?.snapshot() ?? this.#start!.snapshot;
    if (from.core === own.hash) return { exchange: restoreExactly(own, snapshot), seam: null };
    const exchange = restore(own, snapshot);
    const hashes = { fromHash: sha256(snapshot), toHash: exchange.stateHash() };
    return { exchange, seam: { type: 'seam', fromCore: from.core, ...hashes } };
  }

  #at(): Pick<ReplayStart, 'core' | 'logicVersion'> | null {
    if (this.#core === null) return this.#start;
    return { core: this.#core.hash, logicVersion: this.#logicVersion };
  }

  async #begin(row: VerifiedRow): Promise<void> {
    const core = await this.#cores.of(row);
    const begun =
      this.#start === null ? new core.module.Exchange() : restoreExactly(core, this.#start.snapshot);
    this.#use(core, begun, row);
  }

  /** Another core wrote this row: it must begin with a seam, and the state must be the one the seam names. */
  async #takeOver(row: VerifiedRow, fromCore: string | null): Promise<void> {
    const core = await this.#cores.of(row);
    const first = core.module.decodeEntries(row.commands, row.firstSequence)[0];
    const mark = first !== undefined && 'mark' in first ? first.mark : null;
    if (mark?.type !== 'seam' || mark.fromCore !== fromCore) {
      throw new HaltError(
        `the journal goes on at sequence ${row.firstSequence} with another core, and no word of it`,
      );
    }
    const snapshot = this.#exchange?.snapshot() ?? this.#start!.snapshot;
    const fromHash = sha256(snapshot);
    if (fromHash !== mark.fromHash) throw new StateDiffers(row.firstSequence, mark.fromHash, fromHash);
    const exchange = restore(core, snapshot);
    const toHash = exchange.stateHash();
    if (toHash !== mark.toHash) throw new StateDiffers(row.firstSequence, mark.toHash, toHash);
    this.#use(core, exchange, row);
  }

  #use(core: Core, exchange: Exchange, { firstSequence, previousHash }: VerifiedRow): void {
    this.#core = core;
    this.#exchange = exchange;
    this.#follower = new Follower(exchange, { sequence: firstSequence - 1, hash: previousHash });
    this.#start = null;
    this.#hooks.changed?.(core, exchange);
  }

  #mark(entry: JournalMark, isSeam: boolean): void {
    if (entry.mark.type === 'seam' && !isSeam) {
      throw new HaltError(`the journal has a seam at sequence ${entry.sequence} where no core changes`);
    }
    this.#hooks.marked?.(entry);
  }
}

type SeamMark = Extract<Mark, { type: 'seam' }>;

/** The journal names another state than the one it leads to. */
export class StateDiffers extends HaltError {
  readonly sequence: number;
  readonly stored: string;
  readonly computed: string;

  constructor(sequence: number, stored: string, computed: string) {
    super(`the journal names the state ${stored} at sequence ${sequence} and leads to ${computed}`);
    this.sequence = sequence;
    this.stored = stored;
    this.computed = computed;
  }
}

/** The snapshot's bytes are useless: they cannot be restored, or give another state. */
export class SnapshotUnusable extends HaltError {}

function restore({ module }: Core, snapshot: Uint8Array): Exchange {
  try {
    return module.Exchange.restore(snapshot);
  } catch (error) {
    throw new SnapshotUnusable(error instanceof Object ? (error as Error).message : String(error), {
      cause: error,
    });
  }
}

function restoreExactly(core: Core, snapshot: Uint8Array): Exchange {
  const exchange = restore(core, snapshot);
  if (exchange.stateHash() !== sha256(snapshot)) throw new SnapshotUnusable('it restores to another state');
  return exchange;
}

function sameUnmarked(from: Pick<ReplayStart, 'core' | 'logicVersion'>, row: VerifiedRow): boolean {
  return row.core !== null || from.logicVersion === row.logicVersion;
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
