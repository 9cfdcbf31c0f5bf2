import type { JournalHead } from '@tallystick/audit';
import { Exchange } from '@tallystick/core';
import { coresWith } from '../../engine/cores/cores.ts';
import { releasedCores } from '../../engine/cores/released.ts';
import { HaltError } from '../../engine/engine-error.ts';
import type { VerifiedRow } from '../../engine/journal/journal-reader.ts';
import type { JournalMark } from '../../engine/journal/mark.ts';
import { Replay, sha256, StateDiffers } from '../../engine/replay.ts';
import { DifferenceFound } from '../audit-result.ts';
import { booksHashOf } from '../../engine/books-hash.ts';
import type { LiabilitiesBody } from '../../modules/liability/record-body.ts';
import { unnamedCores, type DumpStretch, type NamedCore } from './compare-cores.ts';
import { CompareHeads, type HeadsCompared } from './compare-heads.ts';
import { liabilitiesDiffer } from './compare-liabilities.ts';
import { NamedPoints, type PointsCompared } from './named-points.ts';
import { codeIn, dumpRows, outlineOf, type DumpOutline } from './read-dump.ts';
import { readAuditState, saveAuditState, type AuditState } from './audit-state.ts';

export interface DumpAuditOptions {
  /** Run cores that came with the dump and that this repository does not contain. Default false. */
  readonly unreleased?: boolean;
  /** Sequence → hash that the books must have there. */
  readonly books?: ReadonlyMap<number, string>;
  /** Sequence → what the public log says was owed there. */
  readonly liabilities?: ReadonlyMap<number, LiabilitiesBody>;
  /** Signed heads of the journal, in the public log's order: the dump's rows must be those of their trees. */
  readonly heads?: AsyncIterable<JournalHead>;
  /** The cores that the public log names, in its order; compared as far as `heads` reach. */
  readonly sources?: readonly NamedCore[];
  /** Continues from this file if it exists, and saves into it now and then and at the end. */
  readonly stateFile?: string;
  readonly saveEveryMs?: number;
  readonly onProgress?: (progress: { readonly sequence: number; readonly head: number }) => void;
  readonly onBooks?: (sequence: number, hash: string) => void;
  readonly onLiabilities?: (sequence: number, point: number) => void;
  /** Told of a core that came with the dump, before it runs. */
  readonly onUnreleased?: (core: string) => void;
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
  /** Which core wrote what, from the journal's beginning. */
  readonly stretches: readonly DumpStretch[];
  /** Stretches of cores that `sources` does not name. */
  readonly unnamed: readonly DumpStretch[];
  readonly books: PointsCompared;
  readonly liabilities: PointsCompared;
  /** Null: none were given. */
  readonly heads: HeadsCompared | null;
}

const PROGRESS_EVERY_MS = 2_000;
const SAVE_EVERY_MS = 60_000;

/**
 * Replays a dump with the cores that wrote it and compares every state hash the journal names, the books where `books` names
 * them, what is owed where `liabilities` says so, and the tree of its rows with `heads`. Needs no database, and memory for
 * one state and one row. Throws DifferenceFound or HaltError at the first difference, OtherVersion for a core that may not
 * run, TypeError for what cannot be used.
 */
export async function auditDump(file: string, options: DumpAuditOptions = {}): Promise<DumpAuditResult> {
  const outline = await outlineOf(file);
  if (outline.end.sequence === 0) throw new TypeError('the dump has no commands');
  if (options.heads !== undefined && outline.blinding === null)
    throw new TypeError('the dump has no secret with which its rows could be found in the signed heads');
  const saved = options.stateFile === undefined ? null : await readAuditState(options.stateFile);
  const audit = await DumpAudit.begin(file, outline, options, saved);
  const heads =
    options.heads === undefined ? null : await CompareHeads.begin(options.heads, outline.blinding!);
  for await (const row of dumpRows(file)) {
    await audit.row(row);
    await heads?.row(row);
  }
  return audit.end((await heads?.end()) ?? null);
}

/** The newest states that the journal may still name: each is named soon after it was. */
const MOST_HASHES = 1_000;

class DumpAudit {
  readonly #outline: DumpOutline;
  readonly #options: DumpAuditOptions;
  readonly #replay: Replay;
  readonly #from: AuditState | null;
  readonly #books: NamedPoints<string>;
  readonly #liabilities: NamedPoints<LiabilitiesBody>;
  #last: VerifiedRow | null = null;
  #commands: number;
  #states = 0;
  /** Hashes of the states that the journal names, by sequence; some are named twice. */
  readonly #hashes: Map<number, string>;
  /** Of the row being replayed. */
  readonly #marks: JournalMark[] = [];
  readonly #stretches: DumpStretch[];
  readonly #released = new Set(releasedCores().map(({ hash }) => hash));
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
    this.#stretches = [...(saved?.stretches ?? [])];
    const from = saved?.sequence ?? 0;
    this.#books = new NamedPoints('books', from, options.books, saved?.books);
    this.#liabilities = new NamedPoints('liabilities', from, options.liabilities, saved?.liabilities);
    this.#replay = replayOf(entry => this.#marks.push(entry));
  }

  static async begin(
    file: string,
    outline: DumpOutline,
    options: DumpAuditOptions,
    saved: AuditState | null,
  ): Promise<DumpAudit> {
    if (saved !== null && saved.sequence > outline.end.sequence) {
      throw new TypeError('the saved state is of a later place than the dump has');
    }
    const { unreleased = false, onUnreleased } = options;
    const cores = await coresWith(hash => codeIn(file, hash), {
      ownFromBundle: true,
      unreleased,
      ...(onUnreleased === undefined ? {} : { onUnreleased }),
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
    const point = Math.min(this.#books.next, this.#liabilities.next);
    const passed = point > row.lastSequence ? undefined : (sequence: number) => this.#compare(sequence, row);
    await this.#replayed(row, passed);
    this.#count(row);
    this.#commands += row.lastSequence - row.firstSequence + 1;
    this.#last = row;
    if (this.#outline.states.has(row.lastSequence)) this.#keep(row.lastSequence);
    // The last entry of a run names the state after itself.
    for (const mark of this.#marks.splice(0)) this.#compareMark(mark);
    this.#tell(row);
    await this.#save(false);
  }

  async end(heads: HeadsCompared | null): Promise<DumpAuditResult> {
    const { exchange } = this.#replay;
    exchange?.checkInvariants('all');
    if (this.#commands === 0) throw new TypeError('the dump has no commands');
    const { sources } = this.#options;
    const unnamed =
      heads === null || sources === undefined ? [] : unnamedCores(this.#stretches, sources, heads);
    await this.#save(true);
    const { end } = this.#outline;
    const state = exchange?.snapshot() ?? this.#from?.snapshot ?? null;
    return {
      sequence: end.sequence,
      journalHash: end.hash.toString('hex'),
      stateHash: state === null ? null : sha256(state),
      booksHash: state === null ? null : booksHashOf(Exchange.restore(state)),
      commands: this.#commands,
      now: this.#commands - (this.#from?.commands ?? 0),
      states: this.#states,
      stretches: this.#stretches,
      unnamed,
      books: this.#books.result(),
      liabilities: this.#liabilities.result(),
      heads,
    };
  }

  async #replayed(row: VerifiedRow, passed?: (sequence: number) => void): Promise<void> {
    try {
      // Books before the first command are those of an exchange that nobody has used.
      if (row.firstSequence === 1 && this.#books.next === 0) this.#compareBooks(0, new Exchange());
      await this.#replay.row(row, passed);
    } catch (error) {
      if (error instanceof StateDiffers) throw differs(error.sequence, error.stored, error.computed);
      throw isVerdict(error) ? error : unplayable(row, error);
    }
  }

  #count({ firstSequence, lastSequence, core, logicVersion, commands }: VerifiedRow): void {
    const before = this.#stretches.at(-1);
    const isSame = before?.core === core && before.logicVersion === logicVersion;
    const first = isSame ? before.first : firstSequence;
    const released = core === null || this.#released.has(core);
    // The first entry's is near enough, and the others need not be read again.
    const lastAtMs = Number(/^\s*\[\s*\[\s*(\d+)/.exec(commands.slice(0, 100))?.[1] ?? 0);
    const stretch = { first, last: lastSequence, core, logicVersion, released, lastAtMs };
    if (isSame) this.#stretches[this.#stretches.length - 1] = stretch;
    else this.#stretches.push(stretch);
  }

  #keep(sequence: number): void {
    this.#hashes.set(sequence, this.#replay.exchange!.stateHash());
    const [oldest] = this.#hashes.keys();
    if (this.#hashes.size > MOST_HASHES) this.#hashes.delete(oldest!);
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
    if (this.#books.next !== sequence && this.#liabilities.next !== sequence) return;
    // A core of another version has its own readers, but this one reads its states.
    const exchange = Exchange.restore(this.#replay.exchange!.snapshot());
    if (this.#books.next === sequence) this.#compareBooks(sequence, exchange);
    if (this.#liabilities.next === sequence) this.#compareLiabilities(sequence, exchange, row);
  }

  #compareBooks(sequence: number, exchange: Exchange): void {
    const wanted = this.#books.take();
    const hash = booksHashOf(exchange);
    if (hash !== wanted) {
      throw new DifferenceFound({
        table: 'books',
        key: `sequence=${sequence}`,
        stored: wanted,
        computed: hash,
        what: 'the journal leads to other books',
      });
    }
    this.#options.onBooks?.(sequence, hash);
  }

  #compareLiabilities(sequence: number, exchange: Exchange, row: VerifiedRow): void {
    const named = this.#liabilities.take();
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
      stretches: this.#stretches,
      books: this.#books.compared(),
      liabilities: this.#liabilities.compared(),
    });
    this.#savedAt = performance.now();
  }
}

/** Each entry begins with its time, marks as well. */
function atMsIn({ commands, firstSequence }: VerifiedRow, sequence: number): number {
  return (JSON.parse(commands) as [atMs: number, ...unknown[]][])[sequence - firstSequence]![0];
}

/** What the audit has to say about the journal, or why it cannot: not what a row of nonsense makes a core stumble over. */
function isVerdict(error: unknown): boolean {
  if (error instanceof HaltError || error instanceof DifferenceFound) return true;
  if (!(error instanceof Object)) return false;
  // Cores run in realms of their own; a released core that cannot be read is an error of the system.
  return ('name' in error && error.name === 'InvariantBroken') || 'syscall' in error;
}

function unplayable({ firstSequence }: VerifiedRow, cause: unknown): HaltError {
  const why = cause instanceof Object && 'message' in cause ? String(cause.message) : String(cause);
  return new HaltError(`the row from sequence ${firstSequence} cannot be played: ${why}`, { cause });
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
