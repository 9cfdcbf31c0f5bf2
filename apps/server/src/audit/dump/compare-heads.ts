import type { JournalHead } from '@tallystick/audit';
import type { VerifiedRow } from '../../engine/journal/journal-reader.ts';
import { treeEntry } from '../../transparency-log/source.ts';
import { TreeEnd } from '../../transparency-log/tree.ts';
import { DifferenceFound } from '../audit-result.ts';

/** How far the signed heads of the journal were compared. */
export interface HeadsCompared {
  readonly named: number;
  readonly compared: number;
  /** Up to where the newest one that was compared covers the journal, and when it was signed; 0: none was. */
  readonly sequence: number;
  readonly atMs: number;
}

/** The exchange's own tree over the rows of a dump, compared with each head that was signed. */
export class CompareHeads {
  readonly #heads: AsyncIterator<JournalHead>;
  readonly #blinding: Buffer;
  #tree = new TreeEnd(0, []);
  /** Rows that are not in the tree yet: it takes many at once. */
  #waiting: Buffer[] = [];
  #next: JournalHead | null = null;
  #result: HeadsCompared = { named: 0, compared: 0, sequence: 0, atMs: 0 };

  private constructor(heads: AsyncIterator<JournalHead>, blinding: Buffer) {
    this.#heads = heads;
    this.#blinding = blinding;
  }

  /** @param heads in the public log's order */
  static async begin(heads: AsyncIterable<JournalHead>, blinding: Buffer): Promise<CompareHeads> {
    const comparison = new CompareHeads(heads[Symbol.asyncIterator](), blinding);
    await comparison.#advance();
    return comparison;
  }

  /** The next row of the dump. Throws DifferenceFound if a head names another tree. */
  async row({ lastSequence, hash }: Pick<VerifiedRow, 'lastSequence' | 'hash'>): Promise<void> {
    const entry = treeEntry(hash.toString('hex'), this.#blinding);
    this.#waiting.push(entry);
    const size = this.#size;
    const isReached = this.#next?.size === size;
    if (!isReached && this.#waiting.length < MOST_WAITING) return;
    this.#tree = this.#tree.append(this.#waiting.splice(0)).end;
    if (!isReached) return;
    const root = this.#tree.root().toString('hex');
    const computed = said(root, entry.toString('hex'), lastSequence);
    while (this.#next?.size === size) {
      const { record, root: named, blinded, sequence, atMs } = this.#next;
      const stored = said(named, blinded, sequence);
      if (stored !== computed) throw differs(record, stored, computed);
      this.#result = { ...this.#result, compared: this.#result.compared + 1, sequence: lastSequence, atMs };
      await this.#advance();
    }
  }

  /** After the last row. */
  async end(): Promise<HeadsCompared> {
    while (this.#next !== null) await this.#advance();
    return this.#result;
  }

  get #size(): number {
    return this.#tree.size + this.#waiting.length;
  }

  async #advance(): Promise<void> {
    const { done, value } = await this.#heads.next();
    this.#next = done === true ? null : value;
    if (this.#next === null) return;
    this.#result = { ...this.#result, named: this.#result.named + 1 };
    const { record, size } = this.#next;
    if (size < this.#size) throw differs(record, `${size} rows`, `${this.#size} rows, as a head before`);
  }
}

const MOST_WAITING = 256;

function said(root: string, entry: string, sequence: number): string {
  return `root ${root}, row ${entry} ${sequence}`;
}

function differs(record: number, stored: string, computed: string): DifferenceFound {
  return new DifferenceFound({
    table: 'journal_head',
    key: `record=${record}`,
    stored,
    computed,
    what: 'a head of the journal in the public log was signed over other rows than these',
  });
}
