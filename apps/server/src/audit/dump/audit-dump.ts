import { Exchange } from '@tallystick/core';
import { coresWith } from '../../engine/cores/cores.ts';
import { releasedCores } from '../../engine/cores/released.ts';
import type { VerifiedRow } from '../../engine/journal/journal-reader.ts';
import type { JournalMark } from '../../engine/journal/mark.ts';
import { Replay, sha256, StateDiffers } from '../../engine/replay.ts';
import { DifferenceFound } from '../audit-result.ts';
import { booksHashOf } from '../../engine/books-hash.ts';
import type { LiabilitiesBody } from '../../modules/liability/record-body.ts';
import { liabilitiesDiffer } from './compare-liabilities.ts';
import { dumpRows, outlineOf, type DumpOutline } from './read-dump.ts';
import { readAuditState, saveAuditState, type AuditState } from './audit-state.ts';

export interface DumpAuditOptions {
  /** Run cores that came with the dump and that this repository does not contain. Default false. */
  readonly unreleased?: boolean;
  /** Sequence → hash that the books must have there. */
  readonly books?: ReadonlyMap<number, string>;
  /** Sequence → what the public log says was owed there. */
  readonly liabilities?: ReadonlyMap<number, LiabilitiesBody>;
  /** Continues from this file if it exists, and saves into it now and then and at the end. */
  readonly stateFile?: string;
  readonly saveEveryMs?: number;
  readonly onProgress?: (progress: { readonly sequence: number; readonly head: number }) => void;
  readonly onBooks?: (sequence: number, hash: string) => void;
  readonly onLiabilities?: (sequence: number, point: number) => void;
}

export interface DumpAuditResult {
  readonly sequence: number;
  readonly journalHash: string;
  readonly stateHash: string | null;
  readonly booksHash: string | null;
  /** Commands of the whole journal, and of this run. */
  readonly commands: number;
  readonly now: number;
  /** States that the journal names, all found. */
  readonly states: number;
  /** Cores that this repository does not contain. */
  readonly unreleased: readonly string[];
  /** Points of `books` and `liabilities` that lie beyond the dump. */
  readonly beyond: readonly number[];
}

const PROGRESS_EVERY_MS = 2_000;
const SAVE_EVERY_MS = 60_000;

/**
 * Replays a dump with the cores that wrote it and compares every state hash the journal names, the books where `books` names
 * them, and what is owed where `liabilities` says so. Needs no database, and memory for one state and one row. Throws DifferenceFound or HaltError at
 * the first difference.
 */
export async function auditDump(file: string, options: DumpAuditOptions = {}): Promise<DumpAuditResult> {
  const outline = await outlineOf(file);
  const saved = options.stateFile === undefined ? null : await readAuditState(options.stateFile);
  const audit = await DumpAudit.begin(outline, options, saved);
  for await (const row of dumpRows(file)) await audit.row(row);
  return audit.end();
}

class DumpAudit {
  readonly #outline: DumpOutline;
  readonly #options: DumpAuditOptions;
  readonly #replay: Replay;
  readonly #from: AuditState | null;
  /** Where books or liabilities are compared, the next one last. */
  #points: number[];
  #last: VerifiedRow | null = null;
  #commands: number;
  #states = 0;
  /** Hashes of the states that the journal names, by sequence; some are named twice. */
  readonly #hashes: Map<number, string>;
  /** Of the row being replayed. */
  readonly #marks: JournalMark[] = [];
  readonly #cores = new Set<string>();
  #toldAt = performance.now();
  #savedAt = performance.now();

  private constructor(
    outline: DumpOutline,
    options: DumpAuditOptions,
    saved: AuditState | null,
    replayOf: (marked: (mark: JournalMark) => void) => Replay,
  ) {
    this.#outline = outline;
    this.#options = options;
    this.#from = saved;
    this.#commands = saved?.commands ?? 0;
    this.#hashes = new Map(saved?.hashes);
    const points = new Set([...(options.books?.keys() ?? []), ...(options.liabilities?.keys() ?? [])]);
    this.#points = [...points].filter(point => point > (saved?.sequence ?? 0)).toSorted((a, b) => b - a);
    this.#replay = replayOf(entry => this.#marks.push(entry));
  }

  static async begin(
    outline: DumpOutline,
    options: DumpAuditOptions,
    saved: AuditState | null,
  ): Promise<DumpAudit> {
    if (saved !== null && saved.sequence > outline.end.sequence) {
      throw new TypeError('the saved state is of a later place than the dump has');
    }
    const cores = await coresWith(hash => Promise.resolve(outline.cores.get(hash) ?? null), {
      ownFromBundle: true,
      unreleased: options.unreleased ?? false,
    });
    return new DumpAudit(
      outline,
      options,
      saved,
      marked => new Replay(cores, saved, { silent: true, marked }),
    );
  }

  async row(row: VerifiedRow): Promise<void> {
    const from = this.#from;
    if (from !== null && row.firstSequence <= from.sequence) {
      const isThere = row.lastSequence === from.sequence;
      const isSame = isThere ? row.hash.toString('hex') === from.hash : row.lastSequence < from.sequence;
      if (!isSame) throw new TypeError('the saved state is of another journal');
      return;
    }
    const point = this.#points.at(-1) ?? Infinity;
    const passed = point > row.lastSequence ? undefined : (sequence: number) => this.#compare(sequence, row);
    try {
      await this.#replay.row(row, passed);
    } catch (error) {
      if (error instanceof StateDiffers) throw differs(error.sequence, error.stored, error.computed);
      throw error;
    }
    if (row.core !== null) this.#cores.add(row.core);
    this.#commands += row.lastSequence - row.firstSequence + 1;
    this.#last = row;
    if (this.#outline.states.has(row.lastSequence)) {
      this.#hashes.set(row.lastSequence, this.#replay.exchange!.stateHash());
    }
    // The last entry of a run names the state after itself.
    for (const mark of this.#marks.splice(0)) this.#compareMark(mark);
    this.#tell(row);
    await this.#save(false);
  }

  async end(): Promise<DumpAuditResult> {
    const { exchange } = this.#replay;
    exchange?.checkInvariants('all');
    await this.#save(true);
    const { end } = this.#outline;
    const released = new Set(releasedCores().map(({ hash }) => hash));
    const state = exchange?.snapshot() ?? this.#from?.snapshot ?? null;
    return {
      sequence: end.sequence,
      journalHash: end.hash.toString('hex'),
      stateHash: state === null ? null : sha256(state),
      booksHash: state === null ? null : booksHashOf(Exchange.restore(state)),
      commands: this.#commands,
      now: this.#commands - (this.#from?.commands ?? 0),
      states: this.#states,
      unreleased: [...this.#cores].filter(hash => !released.has(hash)),
      beyond: this.#points,
    };
  }

  #compareMark({ mark }: JournalMark): void {
    // Marks are counted with the row's entries.
    this.#commands--;
    if (mark.type !== 'state') return;
    const computed = this.#hashes.get(mark.sequence) ?? null;
    if (computed !== mark.stateHash) throw differs(mark.sequence, mark.stateHash, computed);
    this.#states++;
  }

  #compare(sequence: number, row: VerifiedRow): void {
    if (this.#points.at(-1) !== sequence) return;
    this.#points.pop();
    // A core of another version has its own readers, but this one reads its states.
    const exchange = Exchange.restore(this.#replay.exchange!.snapshot());
    this.#compareBooks(sequence, exchange);
    this.#compareLiabilities(sequence, exchange, row);
  }

  #compareBooks(sequence: number, exchange: Exchange): void {
    const wanted = this.#options.books?.get(sequence);
    if (wanted === undefined) return;
    const hash = booksHashOf(exchange);
    if (hash !== wanted) {
      const what = 'the journal leads to other books';
      throw new DifferenceFound({
        table: 'books',
        key: `sequence=${sequence}`,
        stored: wanted,
        computed: hash,
        what,
      });
    }
    this.#options.onBooks?.(sequence, hash);
  }

  #compareLiabilities(sequence: number, exchange: Exchange, row: VerifiedRow): void {
    const named = this.#options.liabilities?.get(sequence);
    if (named === undefined) return;
    const difference = liabilitiesDiffer(named, exchange, atMsIn(row, sequence));
    if (difference !== null) throw new DifferenceFound(difference);
    this.#options.onLiabilities?.(sequence, named.point);
  }

  #tell({ lastSequence }: VerifiedRow): void {
    if (performance.now() - this.#toldAt < PROGRESS_EVERY_MS) return;
    this.#toldAt = performance.now();
    this.#options.onProgress?.({ sequence: lastSequence, head: this.#outline.end.sequence });
  }

  async #save(atEnd: boolean): Promise<void> {
    const { stateFile, saveEveryMs = SAVE_EVERY_MS } = this.#options;
    const last = this.#last;
    if (stateFile === undefined || last === null) return;
    if (!atEnd && performance.now() - this.#savedAt < saveEveryMs) return;
    await saveAuditState(stateFile, {
      sequence: last.lastSequence,
      hash: last.hash.toString('hex'),
      core: last.core,
      logicVersion: last.logicVersion,
      snapshot: this.#replay.exchange!.snapshot(),
      commands: this.#commands,
      hashes: [...this.#hashes],
    });
    this.#savedAt = performance.now();
  }
}

/** Each entry begins with its time, marks as well. */
function atMsIn({ commands, firstSequence }: VerifiedRow, sequence: number): number {
  return (JSON.parse(commands) as [atMs: number, ...unknown[]][])[sequence - firstSequence]![0];
}

function differs(sequence: number, stored: string, computed: string | null): DifferenceFound {
  const what = 'the journal names another state than it leads to';
  return new DifferenceFound({
    table: 'journal',
    key: `state after sequence=${sequence}`,
    stored,
    computed,
    what,
  });
}
